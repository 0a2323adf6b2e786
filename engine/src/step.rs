//! Steps as a graph's author writes them.

use std::{borrow::Cow, mem, sync::Arc, time::Duration};

use serde_json::Value;

use crate::StepKind;

/// A step of a graph, as its author describes it. Nothing is checked before [`GraphBuilder::build`].
///
/// [`GraphBuilder::build`]: crate::GraphBuilder::build
#[derive(Debug, Clone)]
pub struct Step {
    pub(crate) place: Placing,
    /// Apart from the rest, so that what every pass over a graph looks at lies close together.
    call: Call,
}

/// What a step is to the graph.
#[derive(Debug, Clone)]
pub(crate) struct Placing {
    pub(crate) id: Arc<str>,
    pub(crate) kind: StepKind,
    pub(crate) after: Option<Vec<Arc<str>>>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) branches: Vec<Branch>,
}

/// What a step does.
#[derive(Debug, Clone)]
struct Call {
    node: Option<Cow<'static, str>>,
    config: Value,
}

impl Step {
    /// A `gate` step: what `node` names decides whether the graph goes on. `config` is that node kind's own.
    pub fn gate(id: impl Into<Arc<str>>, node: impl Into<Cow<'static, str>>, config: Value) -> Self {
        Self::leaf(id.into(), StepKind::Gate, node.into(), config)
    }

    /// A `transform` step: what `node` names computes a value. `config` is that node kind's own.
    pub fn transform(id: impl Into<Arc<str>>, node: impl Into<Cow<'static, str>>, config: Value) -> Self {
        Self::leaf(id.into(), StepKind::Transform, node.into(), config)
    }

    /// A `parallel` step: its branches run side by side.
    ///
    /// It is done when all steps of all branches are; its output is an object from branch id to the output of the
    /// branch's last step, in the order of `branches`.
    pub fn parallel(id: impl Into<Arc<str>>, branches: Vec<Branch>) -> Self {
        let place = Placing { id: id.into(), kind: StepKind::Parallel, after: None, timeout: None, branches };
        Self { place, call: Call { node: None, config: Value::Object(serde_json::Map::new()) } }
    }

    fn leaf(id: Arc<str>, kind: StepKind, node: Cow<'static, str>, config: Value) -> Self {
        let place = Placing { id, kind, after: None, timeout: None, branches: Vec::new() };
        Self { place, call: Call { node: Some(node), config } }
    }

    /// Starts when exactly these steps of its own list are done.
    ///
    /// Without this call a step starts when the previous step of its list is done. Inside a branch only steps of that
    /// branch may be named.
    #[must_use]
    pub fn after(mut self, steps: impl IntoIterator<Item = impl Into<Arc<str>>>) -> Self {
        self.place.after = Some(steps.into_iter().map(Into::into).collect());
        self
    }

    /// Waits for no step of its list: the same as [`after`](Self::after) with none named.
    #[must_use]
    pub fn after_nothing(mut self) -> Self {
        self.place.after = Some(Vec::new());
        self
    }

    /// The longest the step may take; then it fails with the class `timed out`. On a `parallel` step it bounds
    /// everything inside.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.place.timeout = Some(timeout);
        self
    }

    /// The id as it was given.
    pub fn id(&self) -> &str {
        &self.place.id
    }

    /// What kind of step it is.
    pub fn kind(&self) -> StepKind {
        self.place.kind
    }

    /// The node kind it names; none for `parallel`.
    pub fn node(&self) -> Option<&str> {
        self.call.node.as_deref()
    }

    /// The configuration for the node kind; an empty object for `parallel`.
    pub fn config(&self) -> &Value {
        &self.call.config
    }

    /// The steps it was told to start after; none when it follows the previous step of its list.
    pub fn declared_after(&self) -> Option<impl ExactSizeIterator<Item = &str>> {
        self.place.after.as_ref().map(|after| after.iter().map(|id| &**id))
    }

    /// The longest it may take.
    pub fn declared_timeout(&self) -> Option<Duration> {
        self.place.timeout
    }

    /// The branches of a `parallel` step.
    pub fn branches(&self) -> &[Branch] {
        &self.place.branches
    }
}

/// One branch of a `parallel` step: a list of steps of its own.
///
/// Its steps see the outputs of the steps before the `parallel` step and those before them in the branch, never those
/// of another branch.
#[derive(Debug, Clone)]
pub struct Branch {
    pub(crate) id: Arc<str>,
    pub(crate) steps: Vec<Step>,
}

impl Branch {
    /// A branch; ids of branches are unique within their `parallel` step and share no names with steps.
    pub fn new(id: impl Into<Arc<str>>, steps: Vec<Step>) -> Self {
        Self { id: id.into(), steps }
    }

    /// The id as it was given.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The steps in document order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

impl Drop for Branch {
    /// Takes nested branches apart in a loop: graphs made from data may nest deeper than the stack allows.
    fn drop(&mut self) {
        if self.steps.iter().all(|step| step.place.branches.is_empty()) {
            return;
        }
        let mut pending = mem::take(&mut self.steps);
        while let Some(mut step) = pending.pop() {
            for branch in &mut step.place.branches {
                pending.append(&mut branch.steps);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_very_deep_nesting_without_recursion() {
        let mut step = Step::transform("leaf", "x", Value::Null);
        for depth in 0..200_000 {
            step = Step::parallel(format!("p{depth}"), vec![Branch::new("b", vec![step])]);
        }
        drop(step);
    }
}
