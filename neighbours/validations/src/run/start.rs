//! From a plan to an outcome.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use assize_engine::{ErrorClass, GraphError, PrepareError, Registry, RunError as EngineError};
use assize_nodes::{DEFAULT_GRACE, LineSink};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::config::{PREVIEW, RECORD};
use super::{NoResult, ValidationNodes, ValidationOutcome, ValidationPlan, validation_graph};
use crate::{Attestation, IssuerKey, Stream, Submitted};

/// How much longer the engine waits than a command that is being ended may take.
const MARGIN: Duration = Duration::from_secs(3);

/// One run of a check on a candidate tree.
#[derive(Debug)]
pub struct ValidationRun {
    stream: Stream,
    plan: ValidationPlan,
    key: IssuerKey,
    path: Option<OsString>,
    grace: Duration,
    lines: LineSink,
}

/// Why a run could not be made. Nothing ran.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The graph is wrong.
    #[error("internal error: {0}")]
    Graph(#[from] GraphError),
    /// The graph does not fit the nodes.
    #[error("internal error: {0}")]
    Prepare(#[from] PrepareError),
    /// Two node kinds have one name.
    #[error("internal error: {0}")]
    Kinds(#[from] assize_engine::DuplicateNodeKind),
}

impl ValidationRun {
    /// The run of `plan` in the repository of `stream`, signed with `key`. The command finds programs on the search path
    /// `path`, which is all that it sees of the caller's environment.
    #[must_use]
    pub fn new(stream: Stream, plan: ValidationPlan, key: IssuerKey, path: Option<OsString>) -> Self {
        Self { stream, plan, key, path, grace: DEFAULT_GRACE, lines: LineSink::silent() }
    }

    /// With another time between SIGTERM and SIGKILL.
    #[must_use]
    pub fn with_grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// With somebody who is shown every line that the command prints.
    #[must_use]
    pub fn with_lines(mut self, lines: LineSink) -> Self {
        self.lines = lines;
        self
    }

    /// Runs it to its end. Until the result is stored, `cancel` ends it without any.
    ///
    /// # Errors
    ///
    /// [`RunError`] when the graph cannot be run at all.
    pub async fn execute(self, cancel: &CancellationToken) -> Result<ValidationOutcome, RunError> {
        let graph = validation_graph(&self.plan)?;
        let nodes = ValidationNodes::new(self.stream, self.key, self.path, self.grace, self.lines);
        let mut registry = Registry::new();
        nodes.register(&mut registry)?;
        let run = graph.prepare(&registry)?.cancel_on(cancel.clone()).grace(self.grace.saturating_add(MARGIN));
        let report = run.execute().await;
        nodes.finish().await;
        let tree = nodes.tree();
        let outcome = match nodes.recorded() {
            Some(output) => Ok(output),
            None => report.outcome,
        };
        Ok(match outcome {
            Ok(output) => recorded(&output).unwrap_or_else(|| lost(tree, "the record of the run cannot be read")),
            Err(error) => failed(tree, &error),
        })
    }
}

fn recorded(output: &Value) -> Option<ValidationOutcome> {
    let attestation = Attestation::from_value(output.get("attestation")?).ok()?;
    let submitted = if output.get("already")?.as_bool()? { Submitted::Already } else { Submitted::Stored };
    let exit_code = i32::try_from(output.get("exitCode")?.as_i64()?).ok()?;
    let text = output.get("output")?.as_str()?.to_owned();
    Some(ValidationOutcome::Recorded { attestation, submitted, exit_code, output: text })
}

fn lost(tree: Option<String>, message: &str) -> ValidationOutcome {
    ValidationOutcome::NoResult(NoResult {
        tree,
        code: "lost".to_owned(),
        message: message.to_owned(),
        exit_code: None,
        output: String::new(),
        unknown_name: false,
        fix: None,
    })
}

fn failed(tree: Option<String>, error: &EngineError) -> ValidationOutcome {
    let details = error.details.as_deref();
    let detail = |name: &str| details.and_then(|details| details.get(name));
    let text = |name: &str| detail(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let step = error.step.as_ref().map_or("", |step| step.as_str());
    if step == PREVIEW && error.code.as_deref() == Some("conflict") {
        let paths = detail("conflicts").and_then(Value::as_array);
        let paths = paths.into_iter().flatten().filter_map(Value::as_str).map(PathBuf::from);
        return ValidationOutcome::Conflict(paths.collect());
    }
    let code = match (&error.code, error.class) {
        (Some(code), _) => code.clone(),
        (None, ErrorClass::Cancelled) => "cancelled".to_owned(),
        (None, _) => "failed".to_owned(),
    };
    let message = match step {
        RECORD => format!("the result could not be recorded: {}", error.message),
        _ => error.message.clone(),
    };
    ValidationOutcome::NoResult(NoResult {
        tree,
        code,
        message,
        exit_code: detail("exitCode").and_then(Value::as_i64).and_then(|code| i32::try_from(code).ok()),
        output: text("output"),
        unknown_name: detail("unknownName").and_then(Value::as_bool).unwrap_or(false),
        fix: Some(text("fix")).filter(|fix| !fix.is_empty()),
    })
}
