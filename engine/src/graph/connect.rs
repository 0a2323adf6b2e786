//! What steps start after, as edges.

use std::mem;

use crate::Step;

use super::{
    cycle::{Waits, cycles},
    place::TOP,
    validate::Check,
};

impl Check<'_> {
    /// Resolves every `after`, and lets `parallel` steps be done when all in them is.
    pub(super) fn connect(&mut self) {
        for number in mem::take(&mut self.explicit) {
            self.after(number);
        }
        if self.composites.is_empty() {
            return;
        }
        for (composite, join) in self.composites.iter().zip(self.places.steps.len() as u32..) {
            if let Some(exit) = self.exit.get_mut(composite.step as usize) {
                *exit = join;
            }
        }
        self.join();
        // So far these edges begin at steps; a `parallel` step is done at its joining node.
        for (from, _) in &mut self.edges {
            if let Some(exit) = self.exit.get(*from as usize) {
                *from = *exit;
            }
        }
    }

    /// What a step says it starts after.
    fn after(&mut self, number: u32) {
        let Some(step) = self.steps.get(number as usize).copied() else { return };
        let edges_before = self.edges.len();
        for (ordinal, name) in step.place.after.iter().flatten().enumerate() {
            self.dependency(number, step, ordinal, name);
        }
        if self.edges.len() == edges_before
            && let Some(composite) = self.places.composite(number)
        {
            self.openings.push((composite, number));
        }
    }

    /// One step that another says it starts after.
    fn dependency(&mut self, number: u32, step: &Step, ordinal: usize, name: &str) {
        let member = || format!(".after[{ordinal}]");
        let Some(target) = self.ids.get_index_of(name).and_then(|target| u32::try_from(target).ok()) else {
            let message = format!("step `{}` is to start after `{name}`, but no step is called that", step.place.id);
            self.report_at(number, "unknown-dependency", &member(), message);
            return;
        };
        if target == number {
            let message = format!("step `{name}` is to start after itself: {name} -> {name}");
            self.report_at(number, "self-dependency", &member(), message);
        } else if self.places.list(target) != self.places.list(number) {
            let message = format!(
                "step `{}` is to start after `{name}`, which stands in another list; only steps of the same {} may be named",
                step.place.id,
                if self.places.list(number) == TOP { "top level" } else { "branch" },
            );
            self.report_at(number, "foreign-dependency", &member(), message);
        } else {
            if target > number {
                self.later_dependencies.insert(self.places.list(number));
            }
            self.follow(target, number);
        }
    }

    /// A `parallel` step is done when all the steps in it are: those nothing in their branch waits for, and the last.
    fn join(&mut self) {
        for (number, followed) in (0_u32..).zip(&self.followed) {
            let list = self.places.lists.get(self.places.list(number) as usize);
            let Some((composite, list)) = list.and_then(|list| Some((list.composite?, list))) else { continue };
            if !followed || list.last == number {
                let join = self.exit.get(composite as usize).copied();
                self.edges.extend(join.map(|join| (number, join)));
            }
        }
    }

    /// Tells of steps that wait for each other.
    pub(super) fn spell_out_cycles(&mut self) {
        let lists = mem::take(&mut self.later_dependencies);
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
                around.filter_map(|node| self.steps.get(*node as usize)).map(|step| &*step.place.id).collect();
            let message = format!("these steps wait for each other: {}", names.join(" -> "));
            self.report_at(first, "cycle", ".after", message);
        }
    }
}
