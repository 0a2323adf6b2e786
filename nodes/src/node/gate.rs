//! The prepare gate.

use std::path::PathBuf;
use std::sync::Arc;

use assize_engine::{ConfigError, Node, NodeKind, OnCancel, StepContext, StepError};
use assize_schemas::{GATE_NODE, GateConfig, MAX_TAIL_CHARS, output_tail};
use async_trait::async_trait;
use serde_json::{Value, json};

use super::config::read;
use super::shared::Shared;
use crate::{CommandEnd, CommandLine, CommandRun, LineSink, directory_in};

/// Makes prepare gates: commands that may change the tree before the range freezes. One that fails ends the run.
pub(super) struct GateKind(pub(super) Arc<Shared>);

impl NodeKind for GateKind {
    fn name(&self) -> &str {
        GATE_NODE
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        let config: GateConfig = read(config)?;
        if config.argv.is_empty() {
            return Err(ConfigError::new("a gate needs a program").at("argv"));
        }
        let cwd = directory_in(self.0.repository.root(), config.cwd.as_deref(), false)
            .map_err(|error| ConfigError::new(error.to_string()).at("cwd").source(error))?;
        Ok(Box::new(Gate { shared: Arc::clone(&self.0), argv: config.argv, cwd }))
    }
}

struct Gate {
    shared: Arc<Shared>,
    argv: Vec<String>,
    cwd: PathBuf,
}

#[async_trait]
impl Node for Gate {
    /// The time limit is the step's: the engine tells this node when it passes.
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        let id = context.id().clone();
        let command = CommandLine::new(&self.argv, &self.cwd).labelled(id.as_str());
        let cancel = context.cancellation();
        let watcher = line_sink(context);
        let CommandRun { end, output } = self.shared.processes.carry_out(&command, None, &cancel, &watcher).await;
        let output = output_tail(&output, MAX_TAIL_CHARS);
        let told = |what: String| if output.is_empty() { what } else { format!("{what}\n{output}") };
        match end {
            CommandEnd::Exited { code: 0 } => Ok(json!({"exitCode": 0})),
            CommandEnd::Exited { code } => Err(StepError::failed(told(format!("{id} ended with exit code {code}")))
                .code("exit")
                .details(json!({"exitCode": code, "output": output}))),
            CommandEnd::NotStarted(error) => {
                Err(StepError::failed(format!("{id} could not start: {error}")).code("spawn").source(error))
            }
            CommandEnd::Cancelled | CommandEnd::TimedOut => {
                Err(StepError::failed(told(format!("{id} was ended before it was done"))).code("cancelled"))
            }
            CommandEnd::Unknown(error) => {
                Err(StepError::failed(told(format!("how {id} ended is not known: {error}"))).source(error))
            }
        }
    }

    /// The processes have to be ended properly, however the step ends.
    fn on_cancel(&self) -> OnCancel {
        OnCancel::Finish
    }
}

/// Shows the latest line of a step's command as the step's progress: `{"line": "..."}`.
pub(super) fn line_sink(context: StepContext) -> LineSink {
    LineSink::new(move |line| context.progress(json!({ "line": line })))
}
