//! A graph whose structure is valid.

use std::{sync::Arc, time::Duration};

use serde_json::Value;

use crate::{PrepareError, Registry, Run, Step, dump, run::prepare};

use super::{plan::Plan, result::ResultExpression};

/// A graph whose structure is valid: immutable, cheap to clone, and still only data.
///
/// It can be looked at, compared through its dumps and shipped; [`prepare`](Self::prepare) makes a run of it.
#[derive(Debug, Clone)]
pub struct StepGraph(Arc<GraphInner>);

#[derive(Debug)]
pub(crate) struct GraphInner {
    pub(crate) id: Arc<str>,
    pub(crate) name: String,
    pub(crate) timeout: Option<Duration>,
    pub(crate) max_steps: Option<usize>,
    pub(crate) steps: Vec<Step>,
    pub(crate) result: ResultExpression,
    pub(crate) plan: Plan,
}

impl From<GraphInner> for StepGraph {
    fn from(inner: GraphInner) -> Self {
        Self(Arc::new(inner))
    }
}

impl StepGraph {
    /// The graph's id.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// The name for people; the id where none was given.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The top-level steps in document order; branches are inside.
    pub fn steps(&self) -> &[Step] {
        &self.0.steps
    }

    /// How many steps there are, `parallel` steps and those in branches included.
    pub fn step_count(&self) -> usize {
        self.0.plan.len()
    }

    /// The longest a whole run may take.
    pub fn timeout(&self) -> Option<Duration> {
        self.0.timeout
    }

    /// The most steps a run may have.
    pub fn max_steps(&self) -> Option<usize> {
        self.0.max_steps
    }

    /// What the run answers, as a JSON value in which strings may be references.
    pub fn result(&self) -> &Value {
        &self.0.result.source
    }

    /// The id of the step whose output is the answer, where the answer is exactly that.
    pub fn result_step(&self) -> Option<&str> {
        let Value::String(text) = &self.0.result.source else { return None };
        let id = text.strip_prefix("$steps.")?;
        self.0.plan.find(id).map(|_| id)
    }

    /// A tree for terminals.
    pub fn to_text(&self) -> String {
        dump::text(self)
    }

    /// The graph document, `assize.graph/v1`.
    pub fn to_json(&self) -> Value {
        dump::json(self)
    }

    /// Graphviz DOT.
    pub fn to_dot(&self) -> String {
        dump::dot(self)
    }

    /// A Mermaid flowchart.
    pub fn to_mermaid(&self) -> String {
        dump::mermaid(self)
    }

    /// Makes a run: every step's node is made from its configuration, before any step starts.
    ///
    /// # Errors
    /// Unknown node kinds, bad configurations and bad references, all at once.
    pub fn prepare(&self, registry: &Registry) -> Result<Run, PrepareError> {
        prepare(self, registry)
    }

    pub(crate) fn inner(&self) -> &Arc<GraphInner> {
        &self.0
    }
}
