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
    branches: slice::Iter<'d, Branch>,
}

impl Open<'_> {
    /// Goes on to the next branch, if there is one.
    fn next_branch(&mut self) -> bool {
        let Some(branch) = self.branches.next() else { return false };
        self.list += 1;
        self.position = 0;
        self.steps = branch.steps.iter();
        true
    }
}

impl<'d> Check<'d> {
    /// Numbers all steps in document order and checks what can be said of each alone.
    pub(super) fn number(&mut self, top: &'d [Step]) {
        self.expect(top.len());
        self.places.lists.push(List { composite: None, branch: 0, depth: 0, last: NONE });
        let mut open = vec![Open { list: TOP, position: 0, steps: top.iter(), branches: [].iter() }];
        while let Some(current) = open.last_mut() {
            if let Some(step) = current.steps.next() {
                let place = Place { list: current.list, position: current.position };
                current.position += 1;
                open.extend(self.step(place, step));
            } else if !current.next_branch() {
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
        self.expect(branches.iter().map(|branch| branch.steps.len()).sum());
        self.openings.reserve(branches.len());
        let first_list = self.places.lists.len() as u32;
        let ordinals = 0..u32::try_from(branches.len()).unwrap_or(u32::MAX);
        self.places.lists.extend(ordinals.map(|branch| List { composite: Some(number), branch, depth, last: NONE }));
        self.composites.push(Composite { step: number, first_list });
        self.branches(number, step);
        // Before the first of its lists there is at least the top level.
        let list = first_list.saturating_sub(1);
        Some(Open { list, position: 0, steps: [].iter(), branches: branches.iter() })
    }

    /// Checks the branches of a `parallel` step, apart from what is in them. That they are gone through twice costs
    /// less than fetching each of them only when its steps are looked at too.
    fn branches(&mut self, number: u32, step: &Step) {
        let (id, branches) = (&step.place.id, &step.place.branches);
        let mut seen: HashSet<&str, RandomState> =
            HashSet::with_capacity_and_hasher(branches.len(), RandomState::default());
        for (ordinal, branch) in branches.iter().enumerate() {
            if !is_step_id(&branch.id) {
                self.report_at(number, "malformed-id", &format!(".branches[{ordinal}].id"), malformed(&branch.id));
            }
            if !seen.insert(&branch.id) {
                let message = format!("another branch of `{id}` is called `{}`", branch.id);
                self.report_at(number, "duplicate-branch", &format!(".branches[{ordinal}].id"), message);
            }
            if branch.steps.is_empty() {
                let message = format!("branch `{}` of `{id}` has no steps", branch.id);
                self.report_at(number, "empty-branch", &format!(".branches[{ordinal}].steps"), message);
            }
        }
    }
}
