//! Dump.
use crate::StepGraph;
pub(crate) fn mermaid(graph: &StepGraph) -> String {
    graph.id().to_owned()
}
