//! What comes out of a run.

use serde_json::Value;

use crate::{RunError, StepId};

/// What came out of a run.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RunReport {
    /// The graph's result, or the first failure.
    pub outcome: Result<Value, RunError>,
    /// The steps that were started, in that order; a `parallel` step before those inside it.
    pub started: Vec<StepId>,
    /// The steps that are done, in the order in which they were; a `parallel` step after those inside it.
    pub completed: Vec<StepId>,
    /// The steps that did not stop within the grace.
    pub abandoned: Vec<StepId>,
    /// The most steps that were under way at the same time, `parallel` steps not counted.
    pub max_in_flight: usize,
    /// The message of the event sink's panic, if it panicked; it got no events after that.
    pub sink_panic: Option<String>,
}
