//! Dump.
use crate::StepGraph;
pub(crate) fn dot(graph: &StepGraph) -> String {
    graph.id().to_owned()
}
