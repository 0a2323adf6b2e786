//! How steps and runs fail.

use std::{error::Error, fmt, sync::Arc};

use serde_json::Value;
use thiserror::Error as ThisError;

use crate::StepId;

/// The classes of failure; a failure never loses its class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorClass {
    /// The node said so.
    Failed,
    /// The step or the run took longer than it may.
    TimedOut,
    /// The run was cancelled from outside, or the step because of what happened elsewhere in the run.
    Cancelled,
    /// The node panicked.
    Panicked,
    /// The run would have gone past one of its limits.
    Limit,
}

impl ErrorClass {
    /// A stable name in lower case: `failed`, `timed out`, `cancelled`, `panicked`, `limit`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::TimedOut => "timed out",
            Self::Cancelled => "cancelled",
            Self::Panicked => "panicked",
            Self::Limit => "limit",
        }
    }
}

impl fmt::Display for ErrorClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How a node says that its step failed.
#[derive(Debug, Clone, ThisError)]
#[error("{}", .0.message)]
pub struct StepError(Box<Parts>);

#[derive(Debug, Clone)]
struct Parts {
    message: String,
    code: Option<String>,
    details: Option<Box<Value>>,
    source: Option<Arc<dyn Error + Send + Sync>>,
}

impl StepError {
    /// The word that the node gave for it.
    pub fn given_code(&self) -> Option<&str> {
        self.0.code.as_deref()
    }

    /// A failure with its message for people.
    pub fn failed(message: impl Into<String>) -> Self {
        Self(Box::new(Parts { message: message.into(), code: None, details: None, source: None }))
    }

    /// A stable word by which programs tell failures of this node apart, such as `exit`.
    #[must_use]
    pub fn code(mut self, code: impl Into<String>) -> Self {
        self.0.code = Some(code.into());
        self
    }

    /// Whatever programs may want to know.
    #[must_use]
    pub fn details(mut self, details: Value) -> Self {
        self.0.details = Some(Box::new(details));
        self
    }

    /// The error behind it; it stays reachable from [`RunError`].
    #[must_use]
    pub fn source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.0.source = Some(source.into().into());
        self
    }

    pub(crate) fn into_run_error(self, class: ErrorClass, step: impl Into<Option<StepId>>) -> RunError {
        let Parts { message, code, details, source } = *self.0;
        RunError { class, step: step.into(), code, message, details, source }
    }
}

/// Why a run failed: the first failure in it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RunError {
    /// Its class.
    pub class: ErrorClass,
    /// The step that failed; none when it was the run as a whole.
    pub step: Option<StepId>,
    /// The node's own word for it.
    pub code: Option<String>,
    /// For people.
    pub message: String,
    /// What the node gave programs to know.
    pub details: Option<Box<Value>>,
    /// The error behind it.
    pub source: Option<Arc<dyn Error + Send + Sync>>,
}

impl RunError {
    pub(crate) fn new(class: ErrorClass, step: Option<StepId>, message: impl Into<String>) -> Self {
        Self { class, step, code: None, message: message.into(), details: None, source: None }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.step {
            Some(step) => write!(f, "step `{step}` {}: {}", self.class.verb(), self.message),
            None => write!(f, "the run {}: {}", self.class.verb(), self.message),
        }
    }
}

impl Error for RunError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_ref().map(|source| &**source as &(dyn Error + 'static))
    }
}

impl ErrorClass {
    pub(crate) const fn verb(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::TimedOut => "timed out",
            Self::Cancelled => "was cancelled",
            Self::Panicked => "panicked",
            Self::Limit => "is past a limit",
        }
    }
}
