//! What all nodes of a run have in common.

use std::sync::Arc;

use assize_engine::StepContext;
use assize_schemas::{FREEZE_STEP, FrozenTarget};
use serde::Deserialize as _;

use crate::{Repository, ReviewerHost, RunProcesses, RunSetting};

/// What all nodes of a run have in common.
pub(super) struct Shared {
    pub(super) repository: Arc<dyn Repository>,
    pub(super) reviewers: Arc<dyn ReviewerHost>,
    pub(super) processes: RunProcesses,
    pub(super) setting: RunSetting,
}

/// The range that the freeze step established, or why this step cannot know it.
pub(super) fn frozen_target(context: &StepContext) -> Result<FrozenTarget, String> {
    let value = context.output(FREEZE_STEP).ok_or("internal error: the range was not frozen before this step")?;
    FrozenTarget::deserialize(value)
        .map_err(|error| format!("internal error: the frozen range cannot be read: {error}"))
}
