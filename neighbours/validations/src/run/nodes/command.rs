//! The command.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use assize_engine::{ConfigError, Node, NodeKind, OnCancel, StepContext, StepError};
use assize_nodes::{CommandEnd, CommandLine, CommandRun, RunProcesses};
use assize_schemas::{MAX_TAIL_CHARS, output_tail};
use async_trait::async_trait;
use serde_json::{Value, json};

use super::super::config::{CHECKOUT, PREVIEW, RUN_NODE, RunConfig};
use super::shared::{Environment, Shared, answered, read};
use crate::CheckResult;

/// Makes the steps that run a check's command. Whatever is no result fails the step, so that nothing is signed.
pub(super) struct CommandKind(pub(super) Arc<Shared>);

impl NodeKind for CommandKind {
    fn name(&self) -> &str {
        RUN_NODE
    }

    fn references(&self, _config: &Value) -> Result<Vec<String>, ConfigError> {
        Ok(vec![PREVIEW.to_owned(), CHECKOUT.to_owned()])
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        let config: RunConfig = read(config)?;
        if config.argv.is_empty() {
            return Err(ConfigError::new("a check needs a program").at("argv"));
        }
        if config.inconclusive_exit.contains(&0) {
            return Err(ConfigError::new("exit status 0 is a result").at("inconclusiveExit"));
        }
        Ok(Box::new(Command { shared: Arc::clone(&self.0), config }))
    }
}

struct Command {
    shared: Arc<Shared>,
    config: RunConfig,
}

#[async_trait]
impl Node for Command {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        let root = self.shared.root()?;
        let tree = answered(&context, PREVIEW, "tree")?;
        let proposal = answered(&context, PREVIEW, "name")?;
        let Environment { path, grace, run_id } = &self.shared.environment;
        let processes = RunProcesses::new(run_id, environment(path.clone(), &root, &tree, &proposal), *grace);
        self.shared.state().processes = Some(processes.clone());
        let command = CommandLine::new(&self.config.argv, &root).labelled(&self.config.check);
        let limit = Duration::from_millis(self.config.timeout_ms);
        let cancel = context.cancellation();
        let run = processes.carry_out(&command, Some(limit), &cancel, &self.shared.lines).await;
        let CommandRun { end, output } = run;
        let output = output_tail(&output, MAX_TAIL_CHARS);
        let none =
            |code: &str, message: String| StepError::failed(message).code(code).details(json!({"output": output}));
        match end {
            CommandEnd::Exited { code } if self.is_inconclusive(code) => {
                let message = format!("the command ended with exit status {code}, which means that there is no result");
                Err(StepError::failed(message)
                    .code("inconclusive")
                    .details(json!({"exitCode": code, "output": output})))
            }
            CommandEnd::Exited { code } => {
                let result = if code == 0 { CheckResult::Pass } else { CheckResult::Fail };
                Ok(json!({"result": result.as_str(), "exitCode": code, "output": output}))
            }
            CommandEnd::TimedOut => Err(none(
                "timeout",
                format!("the command took longer than {} ms and was killed", self.config.timeout_ms),
            )),
            CommandEnd::Cancelled => Err(none("cancelled", "the run was cancelled".to_owned())),
            CommandEnd::NotStarted(error) => {
                Err(none("not-started", format!("the command could not be started: {error}")))
            }
            CommandEnd::Unknown(error) => Err(none("lost", format!("how the command ended is not known: {error}"))),
            _ => Err(none("lost", "how the command ended is not known".to_owned())),
        }
    }

    /// The processes have to be ended properly, however the step ends.
    fn on_cancel(&self) -> OnCancel {
        OnCancel::Finish
    }
}

impl Command {
    fn is_inconclusive(&self, code: i32) -> bool {
        u8::try_from(code).is_ok_and(|code| self.config.inconclusive_exit.contains(&code))
    }
}

/// All that the command sees of any environment.
fn environment(path: Option<OsString>, root: &Path, tree: &str, proposal: &str) -> Vec<(OsString, OsString)> {
    let path = path.map(|path| ("PATH".into(), path));
    let rest: [(OsString, OsString); 3] = [
        ("HOME".into(), root.as_os_str().to_owned()),
        ("AG_TREE_ID".into(), tree.into()),
        ("AG_PROPOSAL".into(), proposal.into()),
    ];
    path.into_iter().chain(rest).collect()
}
