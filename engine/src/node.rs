//! What engine authors implement.

use std::{error::Error, sync::Arc};

use async_trait::async_trait;
use serde_json::Value;
use thiserror::Error as ThisError;

use crate::{StepContext, StepError};

/// A kind of node: makes nodes out of configurations. Registered under its name in a [`Registry`](crate::Registry).
pub trait NodeKind: Send + Sync {
    /// The name by which steps choose it.
    fn name(&self) -> &str;

    /// The steps whose outputs a node with this configuration reads, each as a plain step id or as a reference
    /// (`$steps.build.log`). A run is only made when each of them is certainly done before the step starts.
    ///
    /// # Errors
    /// When the configuration cannot be read.
    fn references(&self, config: &Value) -> Result<Vec<String>, ConfigError> {
        let _ = config;
        Ok(Vec::new())
    }

    /// Makes the node of one step. Called once a step when a run is made, before any step starts: it must not act.
    ///
    /// # Errors
    /// When the configuration is not what this kind takes.
    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError>;
}

/// What a step does.
#[async_trait]
pub trait Node: Send + Sync {
    /// Does it. The first part, up to the first point where it waits, must be short: it is carried out by the task
    /// that drives the whole run.
    async fn run(&self, context: StepContext) -> Result<Value, StepError>;

    /// What happens to the step when it is cancelled or timed out.
    fn on_cancel(&self) -> OnCancel {
        OnCancel::Drop
    }
}

/// What happens to a step that is under way when it is cancelled or timed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnCancel {
    /// Its future is dropped at once.
    #[default]
    Drop,
    /// It is told through [`StepContext::cancelled`] and awaited up to the run's grace; after that its future is
    /// dropped and the step is named in the report as abandoned.
    Finish,
}

/// Why a configuration is not what a node kind takes.
#[derive(Debug, Clone, ThisError)]
#[error("{message}")]
pub struct ConfigError {
    message: String,
    member: Option<String>,
    #[source]
    source: Option<Arc<dyn Error + Send + Sync>>,
}

impl ConfigError {
    /// An error with its message for people.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), member: None, source: None }
    }

    /// Which member of the configuration it is about, such as `argv[0]`.
    #[must_use]
    pub fn at(mut self, member: impl Into<String>) -> Self {
        self.member = Some(member.into());
        self
    }

    /// The error behind it.
    #[must_use]
    pub fn source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.source = Some(source.into().into());
        self
    }

    pub(crate) fn member(&self) -> Option<&str> {
        self.member.as_deref()
    }
}

impl From<serde_json::Error> for ConfigError {
    fn from(error: serde_json::Error) -> Self {
        Self::new(error.to_string()).source(error)
    }
}
