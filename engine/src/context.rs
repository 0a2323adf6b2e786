//! What a node is given when its step runs.

use std::sync::{Arc, OnceLock};

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{EventKind, Expression, Reference, StepError, StepId, run::Shared};

/// What a node is given when its step runs: the run's input, the outputs of the steps before it, and the way to hear
/// of cancellation and to report progress.
#[derive(Debug, Clone)]
pub struct StepContext {
    shared: Arc<Shared>,
    step: u32,
    /// The nodes before this step, once it was worth working them out.
    before: OnceLock<Box<[u64]>>,
}

impl StepContext {
    pub(crate) fn new(shared: Arc<Shared>, step: u32) -> Self {
        Self { shared, step, before: OnceLock::new() }
    }

    /// The step's id.
    pub fn id(&self) -> &StepId {
        self.shared.id(self.step)
    }

    /// The run's id, where the host gave one.
    pub fn run_id(&self) -> Option<&str> {
        self.shared.run_id.as_deref()
    }

    /// The run's input; `null` where none was given.
    pub fn input(&self) -> &Value {
        &self.shared.input
    }

    /// The output of a step that is certainly done before this one starts, by the shape of the graph; none for any
    /// other, even if it happens to be done.
    pub fn output(&self, id: &str) -> Option<&Value> {
        let step = self.shared.plan().find(id)?;
        if self.sees(step) { self.shared.output(step) } else { None }
    }

    fn sees(&self, step: u32) -> bool {
        let plan = self.shared.plan();
        let Some(exit) = plan.exit.get(step as usize).copied() else { return false };
        if plan.ancestry().surely(exit, self.step) {
            return true;
        }
        let before = self.before.get_or_init(|| plan.ancestry().before(&plan.edges, self.step));
        before.get(exit as usize / 64).is_some_and(|bits| bits >> (exit % 64) & 1 == 1)
    }

    /// The value a reference stands for here.
    ///
    /// # Errors
    /// When it names a step that is not certainly done before this one, or a field that is not there. The code is
    /// `unknown-reference` or `missing-field`.
    pub fn look_up(&self, reference: &Reference) -> Result<&Value, StepError> {
        self.shared.look_up(reference, |step| self.sees(step))
    }

    /// The value an expression stands for here.
    ///
    /// # Errors
    /// Those of [`look_up`](Self::look_up).
    pub fn resolve(&self, expression: &Expression) -> Result<Value, StepError> {
        expression.resolve(&mut |reference| self.look_up(reference).cloned())
    }

    /// Waits until this step is cancelled: because it timed out, or because the run is ending early.
    ///
    /// Only nodes with [`OnCancel::Finish`](crate::OnCancel::Finish) live to see it; for the others it is for tasks
    /// and processes they started.
    pub async fn cancelled(&self) {
        self.token().cancelled().await;
    }

    /// Whether this step is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.token().is_cancelled()
    }

    /// A token that is cancelled with this step, and at the latest when the run has ended.
    pub fn cancellation(&self) -> CancellationToken {
        self.token()
    }

    fn token(&self) -> CancellationToken {
        self.shared.token(self.step)
    }

    /// Reports progress as a `step.progress` event; nothing is told once the step has ended.
    pub fn progress(&self, value: Value) {
        self.shared.emit_while_open(self.step, EventKind::StepProgress(value));
    }
}
