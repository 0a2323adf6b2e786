//! The commands of lanes, which results do not hold.

use assize_engine::{Step, StepGraph};
use assize_schemas::{COMMAND_LANE_NODE, Check, LaneConfig};
use indexmap::IndexMap;
use serde::Deserialize as _;

/// The commands of the lanes of a graph, as their author wrote them, by the ref of the check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Commands(IndexMap<String, String>);

impl Commands {
    /// The commands that a graph runs in lanes.
    pub(crate) fn of(graph: &StepGraph) -> Self {
        let mut commands = Self::default();
        commands.collect(graph.steps());
        commands
    }

    /// The command of a lane, if it is known.
    pub(super) fn get(&self, lane: &str) -> Option<&str> {
        self.0.get(lane).map(String::as_str)
    }

    fn collect(&mut self, steps: &[Step]) {
        for step in steps {
            for branch in step.branches() {
                self.collect(branch.steps());
            }
            if step.node() == Some(COMMAND_LANE_NODE)
                && let Ok(LaneConfig { check: Check::Command(check) }) = LaneConfig::deserialize(step.config())
            {
                self.0.insert(check.id.to_string(), check.run);
            }
        }
    }
}
