//! The verdict step.

use std::sync::Arc;

use assize_engine::{ConfigError, Node, NodeKind, StepContext, StepError};
use assize_schemas::{
    CheckRef, FREEZE_STEP, FrozenTarget, LANES_STEP, LaneResult, ReviewResult, VERDICT_NODE, VerdictConfig, annul,
    fold, lost_lane,
};
use async_trait::async_trait;
use serde::Deserialize as _;
use serde_json::Value;

use super::config::read;
use super::shared::{Shared, frozen_target};

/// Makes the step that puts the lanes in order and folds them.
pub(super) struct VerdictKind(pub(super) Arc<Shared>);

impl NodeKind for VerdictKind {
    fn name(&self) -> &str {
        VERDICT_NODE
    }

    fn references(&self, _config: &Value) -> Result<Vec<String>, ConfigError> {
        Ok(vec![FREEZE_STEP.to_owned(), LANES_STEP.to_owned()])
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        Ok(Box::new(VerdictNode { shared: Arc::clone(&self.0), config: read(config)? }))
    }
}

struct VerdictNode {
    shared: Arc<Shared>,
    config: VerdictConfig,
}

#[async_trait]
impl Node for VerdictNode {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        let target = frozen_target(&context).map_err(StepError::failed)?;
        let outputs = context.output(LANES_STEP);
        let mut lanes: Vec<LaneResult> = self.config.lanes.iter().map(|id| lane_of(id, outputs)).collect();
        if let Some(problem) = self.problem_with_head(&target).await {
            lanes = lanes.into_iter().map(|lane| annul(lane, &problem)).collect();
        }
        let verdict = fold(&lanes, self.config.quorum);
        serde_json::to_value(ReviewResult { target, lanes, verdict })
            .map_err(|error| StepError::failed("internal error: the verdict cannot be written").source(error))
    }
}

impl VerdictNode {
    /// The head may have moved under the lanes; then none of them says anything about the range (rulings 12 and 18).
    async fn problem_with_head(&self, target: &FrozenTarget) -> Option<String> {
        match self.shared.repository.moved_since(target).await {
            Ok(None) => None,
            Ok(Some(what)) => Some(format!("the tree changed while this lane ran: {what}")),
            Err(error) => Some(format!("whether the tree changed while this lane ran is not known: {error}")),
        }
    }
}

/// The result of the lane `id`. One that is missing, cannot be read or is another lane's counts as skipped.
fn lane_of(id: &CheckRef, outputs: Option<&Value>) -> LaneResult {
    let Some(value) = outputs.and_then(|outputs| outputs.get(id.as_str())) else {
        return lost_lane(id.clone(), "internal error: this lane left no result");
    };
    match LaneResult::deserialize(value) {
        Ok(lane) if lane.id == *id => lane,
        Ok(lane) => lost_lane(id.clone(), &format!("internal error: the result of {} arrived in its place", lane.id)),
        Err(error) => lost_lane(id.clone(), &format!("internal error: this lane's result cannot be read: {error}")),
    }
}
