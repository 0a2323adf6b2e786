//! Graphs: how they are built, what is checked, and the dense form the run works on.

mod ancestry;
mod builder;
mod connect;
mod cycle;
mod edges;
mod path;
mod place;
mod plan;
mod result;
mod step_graph;
mod validate;
mod walk;

pub use builder::GraphBuilder;
pub use step_graph::StepGraph;

pub(crate) use place::in_order;
pub(crate) use plan::Plan;
pub(crate) use step_graph::GraphInner;
pub(crate) use validate::code_of;
