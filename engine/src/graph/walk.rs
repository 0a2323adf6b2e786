//! Going through all steps in document order: their numbers and places, and the checks of each alone.

use std::{collections::HashSet, mem, slice, time::Duration};

use foldhash::fast::RandomState;

use crate::{Branch, Step, StepId, StepKind, id::is_step_id};

use super::{
    place::{List, NONE, Place, TOP},
    plan::Composite,
    validate::{Check, malformed},
};

/// The most `parallel` steps around a step.
const MAX_DEPTH: u32 = 32;

/// A list that is being gone through, and the branches whose lists come after it.
struct Open<'d> {
    list: u32,
    position: u32,
    steps: slice::Iter<'d, Step>,
    inside: Option<Inside<'d>>,
}

/// The `parallel` step whose branches are being gone through.
struct Inside<'d> {
    number: u32,
    step: &'d Step,
    /// Those that are left.
    branches: slice::Iter<'d, Branch>,
    /// The ids of the others.
    seen: HashSet<&'d str, RandomState>,
}

impl<'d> Check<'d> {
    /// Numbers all steps in document order and checks what can be said of each alone. Every part of the graph is
    /// looked at only once: with many steps, fetching them is what takes the time.
    pub(super) fn number(&mut self, top: &'d [Step]) {
        self.expect(top.len());
        self.places.lists.push(List { composite: None, branch: 0, depth: 0, last: NONE });
        let mut open = vec![Open { list: TOP, position: 0, steps: top.iter(), inside: None }];
        while let Some(current) = open.last_mut() {
            if let Some(step) = current.steps.next() {
                let place = Place { list: current.list, position: current.position };
                current.position += 1;
                open.extend(self.step(place, step));
            } else if !self.next_branch(current) {
                open.pop();
            }
        }
    }

    /// Makes room for this many more steps.
    fn expect(&mut self, steps: usize) {
        self.ids.reserve(steps);
        self.places.steps.reserve(steps);
        self.exit.reserve(steps);
        self.steps.reserve(steps);
        self.followed.reserve(steps);
        self.edges.reserve(steps);
    }

    /// Numbers a step and checks it; gives its branches where it is a `parallel` step.
    fn step(&mut self, place: Place, step: &'d Step) -> Option<Open<'d>> {
        let number = self.places.steps.len() as u32;
        self.places.steps.push(place);
        self.exit.push(number);
        self.steps.push(step);
        self.followed.push(false);
        let id = &step.place.id;
        if !is_step_id(id) {
            self.report_at(number, "malformed-id", ".id", malformed(id));
        }
        if !self.ids.insert(StepId::unchecked(id.clone())) {
            // A placeholder that no id can equal keeps numbers and ids in step.
            self.ids.insert(StepId::unchecked(format!("#{number}").into()));
            self.report_at(number, "duplicate-step", ".id", format!("another step is called `{id}`"));
        }
        if step.place.timeout == Some(Duration::ZERO) {
            self.report_at(number, "zero-timeout", ".timeoutMs", format!("step `{id}` has a timeout of zero"));
        }
        if let Some(list) = self.places.lists.get_mut(place.list as usize) {
            let before = mem::replace(&mut list.last, number);
            if step.place.after.is_some() {
                self.explicit.push(number);
            } else if before != NONE {
                self.follow(before, number);
            } else if let Some(composite) = list.composite {
                self.openings.push((composite, number));
            }
        }
        if step.place.kind == StepKind::Parallel { self.parallel(number, place.list, step) } else { None }
    }

    /// Notes that a step starts after another.
    pub(super) fn follow(&mut self, before: u32, number: u32) {
        self.edges.push((before, number));
        if let Some(followed) = self.followed.get_mut(before as usize) {
            *followed = true;
        }
    }

    /// Gives the branches of a `parallel` step to be gone through.
    fn parallel(&mut self, number: u32, list: u32, step: &'d Step) -> Option<Open<'d>> {
        let branches = &step.place.branches;
        let depth = self.places.lists.get(list as usize).map_or(0, |list| list.depth) + 1;
        if branches.is_empty() {
            let message = format!("parallel step `{}` has no branches", step.place.id);
            self.report_at(number, "no-branches", ".branches", message);
        }
        if depth > MAX_DEPTH {
            let message = format!("step `{}` is inside more than {MAX_DEPTH} parallel steps", step.place.id);
            self.report_at(number, "too-deep", ".branches", message);
            return None;
        }
        // Most branches have one step.
        self.expect(branches.len());
        self.openings.reserve(branches.len());
        let first_list = self.places.lists.len() as u32;
        let ordinals = 0..u32::try_from(branches.len()).unwrap_or(u32::MAX);
        let list = |branch| List { composite: Some(number), branch, depth, last: NONE };
        self.places.lists.extend(ordinals.map(list));
        self.composites.push(Composite { step: number, first_list });
        let seen = HashSet::with_capacity_and_hasher(branches.len(), RandomState::default());
        let inside = Inside { number, step, branches: branches.iter(), seen };
        // Before the first of its lists there is at least the top level.
        Some(Open { list: first_list.saturating_sub(1), position: 0, steps: [].iter(), inside: Some(inside) })
    }

    /// Goes on to the next branch, if there is one, and checks it.
    fn next_branch(&mut self, open: &mut Open<'d>) -> bool {
        let Some(inside) = &mut open.inside else { return false };
        let Some(branch) = inside.branches.next() else { return false };
        open.list += 1;
        open.position = 0;
        open.steps = branch.steps.iter();
        let (number, id) = (inside.number, &inside.step.place.id);
        let member = |name: &str| {
            let left = inside.branches.len() + 1;
            format!(".branches[{}].{name}", inside.step.place.branches.len().saturating_sub(left))
        };
        if !is_step_id(&branch.id) {
            self.report_at(number, "malformed-id", &member("id"), malformed(&branch.id));
        }
        if !inside.seen.insert(&branch.id) {
            let message = format!("another branch of `{id}` is called `{}`", branch.id);
            self.report_at(number, "duplicate-branch", &member("id"), message);
        }
        if branch.steps.is_empty() {
            let message = format!("branch `{}` of `{id}` has no steps", branch.id);
            self.report_at(number, "empty-branch", &member("steps"), message);
        }
        true
    }
}
