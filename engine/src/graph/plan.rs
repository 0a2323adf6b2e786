//! The dense form of a graph: what the run works on.

use std::sync::{Arc, OnceLock};

use indexmap::IndexSet;
use petgraph::graph::DiGraph;

use crate::StepId;

use super::{ancestry::Ancestry, place::Places};

/// The dense form of a valid graph.
///
/// Node `i` of `edges` below the number of steps is step `i` in document order; for a `parallel` step that node opens
/// its branches, and a node of its own beyond the steps joins them.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) ids: IndexSet<StepId>,
    pub(crate) places: Places,
    pub(crate) edges: DiGraph<(), (), u32>,
    /// For each node, how many it waits for.
    pub(crate) waiting: Vec<u32>,
    /// For each step, the node after which it is done.
    pub(crate) exit: Vec<u32>,
    /// The `parallel` steps in document order; the joining node of the n-th is node `ids.len() + n`.
    pub(crate) composites: Vec<Composite>,
    pub(crate) ancestry: OnceLock<Ancestry>,
}

/// A `parallel` step, lowered.
#[derive(Debug)]
pub(crate) struct Composite {
    pub(crate) step: u32,
    /// The branches with the step whose output is theirs.
    pub(crate) branches: Vec<(Arc<str>, u32)>,
}

impl Plan {
    /// How many steps there are, `parallel` steps included.
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// The id of a step. Dense numbers only ever come from this plan, so there is one.
    pub(crate) fn id(&self, step: u32) -> &StepId {
        &self.ids[step as usize]
    }

    pub(crate) fn find(&self, id: &str) -> Option<u32> {
        self.ids.get_index_of(id).and_then(|index| u32::try_from(index).ok())
    }

    /// The `parallel` step a node joins, if it is a joining node.
    pub(crate) fn joined_by(&self, node: u32) -> Option<&Composite> {
        self.composites.get((node as usize).checked_sub(self.ids.len())?)
    }

    pub(crate) fn is_composite(&self, step: u32) -> bool {
        self.exit.get(step as usize).is_some_and(|exit| *exit != step)
    }

    /// The steps' ancestry, worked out when first asked for.
    pub(crate) fn ancestry(&self) -> &Ancestry {
        self.ancestry.get_or_init(|| Ancestry::of(&self.edges))
    }
}
