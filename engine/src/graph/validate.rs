//! The checks of a graph, and its dense form where they all hold.

use std::{collections::BTreeSet, sync::OnceLock, time::Duration};

use crate::{
    GraphBuilder, Problem, Step,
    id::{MAX_STEP_ID_CHARS, is_step_id},
    reference::ReferenceError,
};

use super::{
    edges::Edges,
    place::Places,
    plan::{Composite, Ids, Plan},
    result::ResultExpression,
};

/// Checks everything; gives the dense form and the result, or all problems in document order.
pub(super) fn validate(builder: &GraphBuilder) -> Result<(Plan, ResultExpression), Vec<Problem>> {
    let mut check = Check::default();
    check.settings(builder);
    check.number(&builder.steps);
    check.connect();
    if !check.later_dependencies.is_empty() {
        check.spell_out_cycles();
    }
    let result = check.result(builder);
    check.finish(result)
}

/// A graph as far as it was looked at.
#[derive(Default)]
pub(super) struct Check<'d> {
    pub(super) ids: Ids,
    pub(super) places: Places,
    /// From `parallel` steps to the steps that begin their branches.
    pub(super) openings: Vec<(u32, u32)>,
    /// All other dependencies, as edges between nodes of the dense form.
    pub(super) edges: Vec<(u32, u32)>,
    /// The steps that say themselves what they start after.
    pub(super) explicit: Vec<u32>,
    /// For each step, whether another one starts after it.
    pub(super) followed: Vec<bool>,
    pub(super) exit: Vec<u32>,
    pub(super) composites: Vec<Composite>,
    /// Lists in which some step waits for a later one: only there a cycle is possible.
    pub(super) later_dependencies: BTreeSet<u32>,
    /// Problems with the number of the step they belong to.
    problems: Vec<(u32, Problem)>,
    /// The steps by number.
    pub(super) steps: Vec<&'d Step>,
}

/// Problems of the graph as a whole come first, those of its result last.
const FIRST: u32 = 0;
const LAST: u32 = u32::MAX;

impl<'d> Check<'d> {
    fn report(&mut self, step: u32, code: &'static str, path: String, message: String) {
        let id = self.steps.get(step as usize).map(|step| step.place.id.as_ref().to_owned());
        self.problems.push((step, Problem { code, path, step: id, message }));
    }

    /// A problem of one step, its path being that of the step and `member` in it.
    pub(super) fn report_at(&mut self, step: u32, code: &'static str, member: &str, message: String) {
        let path = self.places.path(step) + member;
        self.report(step, code, path, message);
    }

    fn report_whole(&mut self, order: u32, code: &'static str, path: &str, message: String) {
        self.problems.push((order, Problem { code, path: path.to_owned(), step: None, message }));
    }

    fn settings(&mut self, builder: &GraphBuilder) {
        if !is_step_id(&builder.id) {
            self.report_whole(FIRST, "malformed-id", "id", malformed(&builder.id));
        }
        if builder.timeout == Some(Duration::ZERO) {
            let message = "a run with a timeout of zero could do nothing".to_owned();
            self.report_whole(FIRST, "zero-timeout", "timeoutMs", message);
        }
        if builder.max_steps == Some(0) {
            let message = "a run that may have no steps could do nothing".to_owned();
            self.report_whole(FIRST, "zero-max-steps", "maxSteps", message);
        }
        if builder.steps.is_empty() {
            self.report_whole(FIRST, "empty-graph", "steps", "a graph needs at least one step".to_owned());
        }
    }

    fn result(&mut self, builder: &GraphBuilder) -> Option<ResultExpression> {
        let Some(source) = builder.result.clone() else {
            return builder.steps.last().map(|step| ResultExpression::of_step(&step.place.id));
        };
        let result = match ResultExpression::parse(source) {
            Ok(result) => result,
            Err(error) => {
                self.report_whole(LAST, "malformed-reference", "result", error.to_string());
                return None;
            }
        };
        let find = |id: &str| self.ids.get_index_of(id).and_then(|index| u32::try_from(index).ok());
        let errors: Vec<ReferenceError> =
            result.expression.references().iter().filter_map(|reference| reference.bind(find).err()).collect();
        for error in errors {
            self.report_whole(LAST, code_of(&error), "result", error.to_string());
        }
        Some(result)
    }

    fn finish(mut self, result: Option<ResultExpression>) -> Result<(Plan, ResultExpression), Vec<Problem>> {
        let result = match result {
            Some(result) if self.problems.is_empty() => result,
            _ => {
                self.problems.sort_by_key(|(order, _)| *order);
                return Err(self.problems.into_iter().map(|(_, problem)| problem).collect());
            }
        };
        let mut pairs = self.openings;
        pairs.append(&mut self.edges);
        let edges = Edges::new(self.places.steps.len() + self.composites.len(), pairs);
        let plan = Plan {
            ids: self.ids,
            places: self.places,
            waiting: edges.waiting(),
            edges,
            exit: self.exit,
            composites: self.composites,
            ancestry: OnceLock::new(),
        };
        Ok((plan, result))
    }
}

/// The code of a problem with a reference.
pub(crate) fn code_of(error: &ReferenceError) -> &'static str {
    match error {
        ReferenceError::Malformed { .. } => "malformed-reference",
        ReferenceError::UnknownStep { .. } => "unknown-reference",
    }
}

pub(super) fn malformed(id: &str) -> String {
    let shown: String = id.chars().take(80).collect();
    format!(
        "{shown:?} is not an id: 1 to {MAX_STEP_ID_CHARS} of `A-Z a-z 0-9 . _ / -`, beginning with a letter or digit"
    )
}
