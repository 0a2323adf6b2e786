//! Where in the document form a step stands.

use crate::{Branch, Step};

/// The list of top-level steps.
pub(crate) const TOP: u32 = 0;

/// No step.
pub(crate) const NONE: u32 = u32::MAX;

/// A list of steps: the top level, or one branch of a `parallel` step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct List {
    /// The `parallel` step that holds the branch; none at the top level.
    pub(crate) composite: Option<u32>,
    /// Which of its branches.
    pub(crate) branch: u32,
    /// How many `parallel` steps are around it.
    pub(crate) depth: u32,
    /// Its last step; [`NONE`] while it has none.
    pub(crate) last: u32,
}

/// A step's place: its list and its position there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) list: u32,
    pub(crate) position: u32,
}

/// The places of all steps, numbered densely in document order: a `parallel` step before its branches.
#[derive(Debug, Default)]
pub(crate) struct Places {
    pub(crate) lists: Vec<List>,
    pub(crate) steps: Vec<Place>,
}

impl Places {
    pub(crate) fn list(&self, step: u32) -> u32 {
        self.steps.get(step as usize).map_or(TOP, |place| place.list)
    }

    /// The `parallel` step around a step.
    pub(crate) fn composite(&self, step: u32) -> Option<u32> {
        self.lists.get(self.list(step) as usize)?.composite
    }

    /// Whether some `parallel` step holds both steps, in different branches.
    pub(crate) fn in_sibling_branches(&self, one: u32, other: u32) -> bool {
        let around = |step: u32| {
            let mut found = Vec::new();
            let mut current = self.lists.get(self.list(step) as usize);
            while let Some((composite, list)) = current.and_then(|list| Some((list.composite?, list))) {
                found.push((composite, list.branch));
                current = self.lists.get(self.list(composite) as usize);
            }
            found
        };
        let others = around(other);
        around(one).iter().any(|(composite, branch)| others.iter().any(|(c, b)| c == composite && b != branch))
    }

    /// The step with this dense number.
    pub(crate) fn step<'d>(&self, document: &'d [Step], step: u32) -> Option<&'d Step> {
        let mut place = self.steps.get(step as usize)?;
        // From the step outwards to the top level, then inwards again.
        let mut inwards = Vec::new();
        while place.list != TOP {
            let list = self.lists.get(place.list as usize)?;
            inwards.push((list.branch, place.position));
            place = self.steps.get(list.composite? as usize)?;
        }
        let mut found = document.get(place.position as usize)?;
        for (branch, position) in inwards.into_iter().rev() {
            found = found.branches().get(branch as usize)?.steps.get(position as usize)?;
        }
        Some(found)
    }
}

/// All steps in document order: a `parallel` step before those in its branches.
pub(crate) fn in_order(document: &[Step]) -> impl Iterator<Item = &Step> {
    // Of every open list the steps that are left, and the branches that come after it.
    let mut open = vec![(document.iter(), [].iter())];
    std::iter::from_fn(move || {
        loop {
            let (steps, branches): &mut (std::slice::Iter<'_, Step>, std::slice::Iter<'_, Branch>) = open.last_mut()?;
            if let Some(step) = steps.next() {
                if !step.place.branches.is_empty() {
                    open.push(([].iter(), step.place.branches.iter()));
                }
                return Some(step);
            }
            match branches.next() {
                Some(branch) => *steps = branch.steps.iter(),
                None => {
                    open.pop();
                }
            }
        }
    })
}
