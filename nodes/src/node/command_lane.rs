//! The command lane.

use std::sync::Arc;

use assize_engine::{ConfigError, Node, NodeKind, OnCancel, StepContext, StepError};
use assize_schemas::{COMMAND_LANE_NODE, Check, CommandCheck, FREEZE_STEP, LaneConfig, LaneOutcome};
use async_trait::async_trait;
use serde_json::Value;

use super::config::read;
use super::gate::line_sink;
use super::lane::{settled, skipped};
use super::shared::{Shared, frozen_target};
use crate::lane::CANCELLED_BEFORE;
use crate::{CommandLaneRequest, run_command_lane};

/// Makes the lanes that run a shell command.
pub(super) struct CommandLaneKind(pub(super) Arc<Shared>);

impl NodeKind for CommandLaneKind {
    fn name(&self) -> &str {
        COMMAND_LANE_NODE
    }

    fn references(&self, _config: &Value) -> Result<Vec<String>, ConfigError> {
        Ok(vec![FREEZE_STEP.to_owned()])
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        let LaneConfig { check } = read(config)?;
        if !matches!(check, Check::Command(_)) {
            return Err(ConfigError::new("this node takes a command check").at("check.kind"));
        }
        Ok(Box::new(CommandLane { shared: Arc::clone(&self.0), check }))
    }
}

struct CommandLane {
    shared: Arc<Shared>,
    check: Check,
}

#[async_trait]
impl Node for CommandLane {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        let (shared, check) = (Arc::clone(&self.shared), self.check.clone());
        let lane = carry_out(shared, check, context.clone());
        settled(&self.check, &context, lane).await
    }

    fn on_cancel(&self) -> OnCancel {
        OnCancel::Finish
    }
}

async fn carry_out(shared: Arc<Shared>, check: Check, context: StepContext) -> LaneOutcome {
    let target = match frozen_target(&context) {
        Ok(target) => target,
        Err(error) => return skipped(&check, error),
    };
    let workspace = tokio::select! {
        workspace = shared.repository.workspace(check.id(), &target) => workspace,
        () = context.cancelled() => return skipped(&check, CANCELLED_BEFORE),
    };
    let workspace = match workspace {
        Ok(workspace) => workspace,
        Err(error) => return skipped(&check, format!("no workspace: {error}")),
    };
    let command: CommandCheck = match check {
        Check::Command(command) => command,
        Check::Agent(_) => return skipped(&check, "internal error: an agent check in a command lane"),
    };
    let (root, isolated) = (workspace.root(), workspace.is_isolated());
    let request = CommandLaneRequest::new(command, root, isolated, &shared.setting.vars, &target)
        .confined_to(shared.setting.sandbox.clone());
    let cancel = context.cancellation();
    run_command_lane(&request, &shared.processes, &cancel, &line_sink(context)).await
}
