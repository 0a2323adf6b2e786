//! The agent lane.

use std::sync::Arc;

use assize_engine::{ConfigError, Node, NodeKind, OnCancel, StepContext, StepError};
use assize_schemas::{AGENT_LANE_NODE, AgentCheck, Check, FREEZE_STEP, LaneConfig};
use async_trait::async_trait;
use serde_json::Value;

use super::config::read;
use super::gate::line_sink;
use super::lane::settled;
use super::shared::{Shared, frozen_target};
use crate::lane::{AgentLane, refused};

/// Makes the lanes that ask an agent reviewer.
pub(super) struct AgentLaneKind(pub(super) Arc<Shared>);

impl NodeKind for AgentLaneKind {
    fn name(&self) -> &str {
        AGENT_LANE_NODE
    }

    fn references(&self, _config: &Value) -> Result<Vec<String>, ConfigError> {
        Ok(vec![FREEZE_STEP.to_owned()])
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        let LaneConfig { check } = read(config)?;
        match &check {
            Check::Agent(agent) => {
                let agent = agent.clone();
                Ok(Box::new(AgentLaneNode { shared: Arc::clone(&self.0), agent, check }))
            }
            Check::Command(_) => Err(ConfigError::new("this node takes an agent check").at("check.kind")),
        }
    }
}

struct AgentLaneNode {
    shared: Arc<Shared>,
    agent: AgentCheck,
    check: Check,
}

#[async_trait]
impl Node for AgentLaneNode {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        let (shared, check, ctx) = (Arc::clone(&self.shared), self.agent.clone(), context.clone());
        let lane = async move {
            let target = match frozen_target(&ctx) {
                Ok(target) => target,
                Err(error) => return refused(&check, error),
            };
            let cancel = ctx.cancellation();
            let lane = AgentLane {
                repository: &*shared.repository,
                reviewers: &*shared.reviewers,
                processes: &shared.processes,
                setting: &shared.setting,
                check: &check,
                target: &target,
            };
            lane.carry_out(&cancel, line_sink(ctx)).await
        };
        settled(&self.check, &context, lane).await
    }

    fn on_cancel(&self) -> OnCancel {
        OnCancel::Finish
    }
}
