//! What the nodes of one run have in common.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use assize_engine::{ConfigError, StepContext, StepError};
use assize_nodes::{LineSink, RunProcesses};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::repository::Scratch;
use crate::{IssuerKey, RepositoryError, Stream, StreamError};

/// What the nodes of one run have in common.
pub(super) struct Shared {
    pub(super) stream: Stream,
    pub(super) key: IssuerKey,
    pub(super) lines: LineSink,
    pub(super) environment: Environment,
    state: Mutex<State>,
}

/// What the command's environment is made from.
pub(super) struct Environment {
    pub(super) path: Option<std::ffi::OsString>,
    pub(super) grace: std::time::Duration,
    pub(super) run_id: String,
}

#[derive(Default)]
pub(super) struct State {
    /// The folder that the tree is in; it goes with the run.
    pub(super) scratch: Option<Scratch>,
    pub(super) tree: Option<String>,
    /// The command's processes, once it was begun.
    pub(super) processes: Option<RunProcesses>,
    /// What was stored, once it was. From then on the run has a result, whoever cancels it.
    pub(super) recorded: Option<Value>,
}

impl Shared {
    pub(super) fn new(stream: Stream, key: IssuerKey, lines: LineSink, environment: Environment) -> Self {
        Self { stream, key, lines, environment, state: Mutex::default() }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The root of the tree that was checked out.
    pub(super) fn root(&self) -> Result<PathBuf, StepError> {
        let state = self.state();
        let scratch = state.scratch.as_ref().ok_or_else(|| internal("no tree was checked out"))?;
        Ok(scratch.path().join(TREE))
    }
}

/// The tree's folder in the run's temporary one.
pub(super) const TREE: &str = "tree";

/// Reads a step's configuration.
pub(super) fn read<T: DeserializeOwned>(config: &Value) -> Result<T, ConfigError> {
    Ok(T::deserialize(config)?)
}

/// A text that an earlier step answered.
pub(super) fn answered(context: &StepContext, step: &str, member: &str) -> Result<String, StepError> {
    let text = context.output(step).and_then(|output| output.get(member)).and_then(Value::as_str);
    text.map(str::to_owned).ok_or_else(|| internal(&format!("{step} answered no {member}")))
}

pub(super) fn internal(what: &str) -> StepError {
    StepError::failed(format!("internal error: {what}"))
}

pub(super) fn stream_failed(error: StreamError) -> StepError {
    let details = json!({"unknownName": error.is_unknown_name(), "fix": error.fix()});
    StepError::failed(error.to_string()).details(details).source(error)
}

pub(super) fn repository_failed(error: RepositoryError) -> StepError {
    let failed = StepError::failed(error.to_string());
    let failed = match error.reason() {
        Some(reason) => failed.code(reason),
        None => failed,
    };
    failed.source(error)
}
