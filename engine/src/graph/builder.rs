//! Putting a graph together.

use std::{sync::Arc, time::Duration};

use serde_json::Value;

use crate::{GraphError, Step};

use super::{StepGraph, step_graph::GraphInner, validate::validate};

/// Collects steps and limits; [`build`](Self::build) checks them all.
#[derive(Debug, Clone)]
pub struct GraphBuilder {
    pub(super) id: Arc<str>,
    pub(super) name: Option<String>,
    pub(super) timeout: Option<Duration>,
    pub(super) max_steps: Option<usize>,
    pub(super) steps: Vec<Step>,
    pub(super) result: Option<Value>,
}

impl GraphBuilder {
    /// An empty graph; the id has the form of a step id.
    pub fn new(id: impl Into<Arc<str>>) -> Self {
        Self { id: id.into(), name: None, timeout: None, max_steps: None, steps: Vec::new(), result: None }
    }

    /// A name for people; without one it is the id.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The longest the whole run may take; without one there is no such limit.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// The most steps a run may have, `parallel` steps counted; without one there is no such limit.
    ///
    /// A graph with more still builds, so that it can be looked at; its run fails before any step starts.
    #[must_use]
    pub fn max_steps(mut self, steps: usize) -> Self {
        self.max_steps = Some(steps);
        self
    }

    /// Adds a step to the end of the top-level list.
    #[must_use]
    pub fn step(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// Adds a step to the end of the top-level list, for use in loops.
    pub fn push(&mut self, step: Step) -> &mut Self {
        self.steps.push(step);
        self
    }

    /// Makes room for this many more top-level steps.
    pub fn reserve(&mut self, steps: usize) -> &mut Self {
        self.steps.reserve(steps);
        self
    }

    /// What the run answers: a JSON value in which strings may be references (`$steps.verdict`, `$input.name`; `$$` is
    /// a literal `$`). Without one it is the output of the last top-level step.
    #[must_use]
    pub fn result(mut self, expression: Value) -> Self {
        self.result = Some(expression);
        self
    }

    /// Checks everything and makes the graph.
    ///
    /// # Errors
    /// All problems at once, in document order.
    pub fn build(self) -> Result<StepGraph, GraphError> {
        let (plan, result) = validate(&self).map_err(|problems| GraphError { problems })?;
        let name = self.name.unwrap_or_else(|| self.id.as_ref().to_owned());
        Ok(StepGraph::from(GraphInner {
            id: self.id,
            name,
            timeout: self.timeout,
            max_steps: self.max_steps,
            steps: self.steps,
            result,
            plan,
        }))
    }
}
