//! An answer, and how failures are told in it.

use assize_engine::{ErrorClass, Problem, RunError};
use serde::Serialize;
use serde_json::Value;

/// One line of output.
#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    pub(crate) outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) output: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<Failure>,
    pub(crate) ran: Vec<String>,
    pub(crate) completed: Vec<String>,
    pub(crate) log: Vec<String>,
    pub(crate) events: Vec<&'static str>,
    pub(crate) elapsed_ms: u64,
    pub(crate) max_in_flight: usize,
}

/// Why a case came to nothing.
#[derive(Debug, Serialize)]
pub(crate) struct Failure {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) step: Option<String>,
    pub(crate) class: &'static str,
    pub(crate) message: String,
}

/// A case that cannot be run.
#[derive(Debug)]
pub(crate) struct Refusal(Failure);

impl Refusal {
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self(Failure { step: None, class: "invalid_graph", message: message.into() })
    }

    pub(crate) fn unsupported(message: String) -> Self {
        Self(Failure { step: None, class: "unsupported", message })
    }

    pub(crate) fn at(mut self, step: &str) -> Self {
        self.0.step = Some(step.to_owned());
        self
    }

    /// The first problem says where, the message says all.
    pub(crate) fn of(problems: &[Problem], message: impl Into<String>) -> Self {
        let step = problems.first().and_then(|problem| problem.step.clone());
        Self(Failure { step, class: "invalid_graph", message: message.into() })
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        Self {
            outcome: "compile_error",
            output: None,
            error: Some(refusal.0),
            ran: Vec::new(),
            completed: Vec::new(),
            log: Vec::new(),
            events: Vec::new(),
            elapsed_ms: 0,
            max_in_flight: 0,
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        let class = match (error.class, error.code.as_deref()) {
            (ErrorClass::Failed, Some("exit")) => "exit",
            (ErrorClass::Failed, Some("spawn")) => "spawn",
            (ErrorClass::Failed, _) => "failed",
            (ErrorClass::TimedOut, _) => "timeout",
            (ErrorClass::Cancelled, _) => "cancelled",
            (ErrorClass::Panicked, _) => "panic",
            (ErrorClass::Limit, _) => "limit",
        };
        Self { step: error.step.map(|step| step.to_string()), class, message: error.message }
    }
}
