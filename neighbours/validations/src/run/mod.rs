//! Running a check on a candidate tree: a graph of five steps on the engine, whose node kinds are registered like any
//! author's.

mod config;
mod graph;
mod nodes;
mod outcome;
mod plan;
mod start;

pub use config::{
    CHECKOUT_NODE, CheckoutConfig, PREVIEW_NODE, PreviewConfig, RECORD_NODE, RUN_NODE, RecordConfig, RunConfig,
    SIGN_NODE, SignConfig,
};
pub use graph::validation_graph;
pub use nodes::ValidationNodes;
pub use outcome::{NoResult, ValidationOutcome};
pub use plan::{PlanError, ValidationPlan, ValidationRequest};
pub use start::{RunError, ValidationRun};
