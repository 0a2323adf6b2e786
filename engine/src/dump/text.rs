//! Dump.
use crate::StepGraph;
pub(crate) fn text(graph: &StepGraph) -> String {
    graph.id().to_owned()
}
