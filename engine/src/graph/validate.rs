//! The checks of a graph, and its dense form where they all hold.

use std::{sync::OnceLock, time::Duration};

use indexmap::IndexSet;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::{
    GraphBuilder, Problem, Step, StepId, StepKind,
    id::{MAX_STEP_ID_CHARS, is_step_id},
    reference::ReferenceError,
};

use super::{
    cycle::{Waits, cycles},
    place::{List, Place, Places, TOP},
    plan::{Composite, Plan},
    result::ResultExpression,
};

/// The most `parallel` steps around a step.
const MAX_DEPTH: u32 = 32;

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

#[derive(Default)]
struct Check<'d> {
    ids: IndexSet<StepId>,
    places: Places,
    /// Dependencies as edges between nodes of the dense form.
    edges: Vec<(u32, u32)>,
    exit: Vec<u32>,
    composites: Vec<Composite>,
    /// Lists in which some step waits for a later one: only there a cycle is possible.
    later_dependencies: IndexSet<u32>,
    /// Problems with the number of the step they belong to.
    problems: Vec<(u32, Problem)>,
    /// The steps by number.
    steps: Vec<&'d Step>,
}

/// Problems of the graph as a whole come first, those of its result last.
const FIRST: u32 = 0;
const LAST: u32 = u32::MAX;

impl<'d> Check<'d> {
    fn report(&mut self, step: u32, code: &'static str, path: String, message: String) {
        let id = self.steps.get(step as usize).map(|step| step.id.as_ref().to_owned());
        self.problems.push((step, Problem { code, path, step: id, message }));
    }

    /// A problem of one step, its path being that of the step and `member` in it.
    fn report_at(&mut self, step: u32, code: &'static str, member: &str, message: String) {
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

    /// Numbers all steps in document order and checks what can be said of each alone.
    fn number(&mut self, top: &'d [Step]) {
        self.ids.reserve(top.len());
        self.places.steps.reserve(top.len());
        self.exit.reserve(top.len());
        self.steps.reserve(top.len());
        self.places.lists.push(List { composite: None, branch: 0, depth: 0 });
        let mut pending = vec![(TOP, 0_u32, top.iter())];
        while let Some((list, position, steps)) = pending.last_mut() {
            let Some(step) = steps.next() else {
                pending.pop();
                continue;
            };
            let number = self.places.steps.len() as u32;
            let list = *list;
            self.places.steps.push(Place { list, position: *position });
            *position += 1;
            self.exit.push(number);
            self.steps.push(step);
            self.one(number, step);
            if step.kind == StepKind::Parallel {
                let inside = self.branches(number, list, step);
                pending.extend(inside.into_iter().rev());
            }
        }
    }

    fn one(&mut self, number: u32, step: &Step) {
        if !is_step_id(&step.id) {
            self.report_at(number, "malformed-id", ".id", malformed(&step.id));
        }
        if !self.ids.insert(StepId::unchecked(step.id.clone())) {
            // A placeholder that no id can equal keeps numbers and ids in step.
            self.ids.insert(StepId::unchecked(format!("#{number}").into()));
            self.report_at(number, "duplicate-step", ".id", format!("another step is called `{}`", step.id));
        }
        if step.timeout == Some(Duration::ZERO) {
            let message = format!("step `{}` has a timeout of zero", step.id);
            self.report_at(number, "zero-timeout", ".timeoutMs", message);
        }
    }

    /// Checks the branches of a `parallel` step; gives their lists of steps.
    fn branches(&mut self, number: u32, list: u32, step: &'d Step) -> Vec<(u32, u32, std::slice::Iter<'d, Step>)> {
        let depth = self.places.lists.get(list as usize).map_or(0, |list| list.depth) + 1;
        if step.branches.is_empty() {
            let message = format!("parallel step `{}` has no branches", step.id);
            self.report_at(number, "no-branches", ".branches", message);
        }
        if depth > MAX_DEPTH {
            let message = format!("step `{}` is inside more than {MAX_DEPTH} parallel steps", step.id);
            self.report_at(number, "too-deep", ".branches", message);
            return Vec::new();
        }
        let inner: usize = step.branches.iter().map(|branch| branch.steps.len()).sum();
        self.ids.reserve(inner);
        self.places.steps.reserve(inner);
        self.exit.reserve(inner);
        self.steps.reserve(inner);
        self.places.lists.reserve(step.branches.len());
        let mut seen = IndexSet::with_capacity(step.branches.len());
        let mut inside = Vec::with_capacity(step.branches.len());
        let mut ends = Vec::with_capacity(step.branches.len());
        for (ordinal, branch) in (0_u32..).zip(&step.branches) {
            if !is_step_id(&branch.id) {
                self.report_at(number, "malformed-id", &format!(".branches[{ordinal}].id"), malformed(&branch.id));
            }
            if !seen.insert(&*branch.id) {
                let message = format!("another branch of `{}` is called `{}`", step.id, branch.id);
                self.report_at(number, "duplicate-branch", &format!(".branches[{ordinal}].id"), message);
            }
            if branch.steps.is_empty() {
                let message = format!("branch `{}` of `{}` has no steps", branch.id, step.id);
                self.report_at(number, "empty-branch", &format!(".branches[{ordinal}].steps"), message);
            }
            let list = self.places.lists.len() as u32;
            self.places.lists.push(List { composite: Some(number), branch: ordinal, depth });
            inside.push((list, 0, branch.steps.iter()));
            ends.push((branch.id.clone(), number));
        }
        self.composites.push(Composite { step: number, branches: ends });
        inside
    }

    /// Resolves `after`, explicit or implied, into edges.
    fn connect(&mut self) {
        let steps = self.places.steps.len();
        for (composite, join) in self.composites.iter().zip(steps as u32..) {
            if let Some(exit) = self.exit.get_mut(composite.step as usize) {
                *exit = join;
            }
        }
        self.edges.reserve(steps + self.places.lists.len());
        let mut followed = vec![false; steps];
        // The previous step of every list that was begun.
        let mut previous: Vec<Option<u32>> = vec![None; self.places.lists.len()];
        for number in 0..steps as u32 {
            let Some(step) = self.steps.get(number as usize).copied() else { continue };
            let list = self.places.list(number);
            let before = previous.get_mut(list as usize).and_then(|previous| previous.replace(number));
            let edges_before = self.edges.len();
            match &step.after {
                None => self.edges.extend(before.map(|before| (before, number))),
                Some(after) => {
                    for (ordinal, name) in after.iter().enumerate() {
                        self.dependency(number, step, ordinal, name);
                    }
                }
            }
            for (dependency, _) in self.edges.iter().skip(edges_before) {
                if let Some(followed) = followed.get_mut(*dependency as usize) {
                    *followed = true;
                }
            }
            if self.edges.len() == edges_before
                && let Some(composite) = self.places.composite(number)
            {
                self.edges.push((composite, number));
            }
        }
        if self.composites.is_empty() {
            return;
        }
        self.join(&followed);
        // So far the edges begin at steps; a `parallel` step is done at its joining node, unless it only opens a branch.
        let (exit, places) = (&self.exit, &self.places);
        for (from, to) in &mut self.edges {
            if (*to as usize) < steps && places.composite(*to) == Some(*from) {
                continue;
            }
            if let Some(exit) = exit.get(*from as usize) {
                *from = *exit;
            }
        }
    }

    fn dependency(&mut self, number: u32, step: &Step, ordinal: usize, name: &str) {
        let member = || format!(".after[{ordinal}]");
        let Some(target) = self.ids.get_index_of(name).and_then(|target| u32::try_from(target).ok()) else {
            let message = format!("step `{}` is to start after `{name}`, but no step is called that", step.id);
            self.report_at(number, "unknown-dependency", &member(), message);
            return;
        };
        if target == number {
            let message = format!("step `{name}` is to start after itself: {name} -> {name}");
            self.report_at(number, "self-dependency", &member(), message);
        } else if self.places.list(target) != self.places.list(number) {
            let message = format!(
                "step `{}` is to start after `{name}`, which stands in another list; only steps of the same {} may be named",
                step.id,
                if self.places.list(number) == TOP { "top level" } else { "branch" },
            );
            self.report_at(number, "foreign-dependency", &member(), message);
        } else {
            if target > number {
                self.later_dependencies.insert(self.places.list(number));
            }
            self.edges.push((target, number));
        }
    }

    /// A `parallel` step is done when all the steps in it are: those nothing in their branch waits for, and the last.
    fn join(&mut self, followed: &[bool]) {
        let joins: Vec<(u32, usize)> =
            self.composites.iter().enumerate().map(|(nth, composite)| (composite.step, nth)).collect();
        for number in 0..self.places.steps.len() as u32 {
            let Some(composite) = self.places.composite(number) else { continue };
            let Ok(found) = joins.binary_search_by_key(&composite, |join| join.0) else { continue };
            let Some(join) = self.exit.get(composite as usize).copied() else { continue };
            let branch = self.places.lists.get(self.places.list(number) as usize).map_or(0, |list| list.branch);
            let end = self.composites.get_mut(found).and_then(|join| join.branches.get_mut(branch as usize));
            if let Some((_, last)) = end {
                // Steps come in document order: the last one to get here stays.
                *last = number;
            }
            if followed.get(number as usize) == Some(&false) {
                self.edges.push((number, join));
            }
        }
        let ends = self.composites.iter().flat_map(|composite| {
            let join = self.exit.get(composite.step as usize).copied().unwrap_or_default();
            composite.branches.iter().map(move |(_, last)| (*last, join))
        });
        let also: Vec<(u32, u32)> = ends.filter(|(last, _)| followed.get(*last as usize) == Some(&true)).collect();
        self.edges.extend(also);
    }

    fn spell_out_cycles(&mut self) {
        let lists = std::mem::take(&mut self.later_dependencies);
        // Steps of one list only ever wait for steps of that list, so the whole graph can be searched at once.
        let count = self.places.steps.len() as u32;
        let steps_of = |node: u32| match node.checked_sub(count) {
            Some(nth) => self.composites.get(nth as usize).map(|composite| composite.step),
            None => Some(node),
        };
        let waits: Vec<(u32, u32)> = self
            .edges
            .iter()
            .filter_map(|(from, to)| Some((*to, steps_of(*from)?)))
            .filter(|(to, from)| {
                *to < count
                    && self.places.list(*to) == self.places.list(*from)
                    && lists.contains(&self.places.list(*to))
            })
            .collect();
        for cycle in cycles(count, &Waits::new(count, &waits)) {
            let first = cycle.iter().min().copied().unwrap_or(0);
            let begin = cycle.iter().position(|node| *node == first).unwrap_or(0);
            let around = cycle.iter().cycle().skip(begin).take(cycle.len() + 1);
            let names: Vec<&str> =
                around.filter_map(|node| self.steps.get(*node as usize)).map(|step| &*step.id).collect();
            let message = format!("these steps wait for each other: {}", names.join(" -> "));
            self.report_at(first, "cycle", ".after", message);
        }
    }

    fn result(&mut self, builder: &GraphBuilder) -> Option<ResultExpression> {
        let Some(source) = builder.result.clone() else {
            return builder.steps.last().map(|step| ResultExpression::of_step(&step.id));
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
        let nodes = self.places.steps.len() + self.composites.len();
        let mut graph = DiGraph::with_capacity(nodes, self.edges.len());
        let mut waiting = vec![0_u32; nodes];
        for _ in 0..nodes {
            graph.add_node(());
        }
        // petgraph lists the newest edge first: added backwards, they come out in document order.
        for (from, to) in self.edges.iter().rev() {
            graph.add_edge(NodeIndex::new(*from as usize), NodeIndex::new(*to as usize), ());
            if let Some(waiting) = waiting.get_mut(*to as usize) {
                *waiting += 1;
            }
        }
        let plan = Plan {
            ids: self.ids,
            places: self.places,
            edges: graph,
            waiting,
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

fn malformed(id: &str) -> String {
    let shown: String = id.chars().take(80).collect();
    format!(
        "{shown:?} is not an id: 1 to {MAX_STEP_ID_CHARS} of `A-Z a-z 0-9 . _ / -`, beginning with a letter or digit"
    )
}
