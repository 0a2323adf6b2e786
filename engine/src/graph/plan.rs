//! The dense form of a graph: what the run works on.

use std::sync::OnceLock;

use foldhash::fast::RandomState;
use indexmap::IndexSet;

use crate::StepId;

use super::{ancestry::Ancestry, edges::Edges, place::Places};

/// The ids of steps by their dense numbers.
pub(crate) type Ids = IndexSet<StepId, RandomState>;

/// The dense form of a valid graph.
///
/// Node `i` of `edges` below the number of steps is step `i` in document order; for a `parallel` step that node opens
/// its branches, and a node of its own beyond the steps joins them.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) ids: Ids,
    pub(crate) places: Places,
    pub(crate) edges: Edges,
    /// For each node, how many it waits for.
    pub(crate) waiting: Vec<u32>,
    /// For each step, the node after which it is done.
    pub(crate) exit: Vec<u32>,
    /// The `parallel` steps in document order; the joining node of the n-th is node `ids.len() + n`.
    pub(crate) composites: Vec<Composite>,
    pub(crate) ancestry: OnceLock<Ancestry>,
}

/// A `parallel` step, lowered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Composite {
    pub(crate) step: u32,
    /// The list of its first branch; those of the others follow it.
    pub(crate) first_list: u32,
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
    pub(crate) fn joined_by(&self, node: u32) -> Option<Composite> {
        self.composites.get((node as usize).checked_sub(self.ids.len())?).copied()
    }

    /// The steps whose outputs are those of a `parallel` step's branches, in their order.
    pub(crate) fn ends(&self, composite: Composite) -> impl Iterator<Item = u32> {
        self.places.lists.iter().skip(composite.first_list as usize).map(|list| list.last)
    }

    pub(crate) fn is_composite(&self, step: u32) -> bool {
        self.exit.get(step as usize).is_some_and(|exit| *exit != step)
    }

    /// The steps' ancestry, worked out when first asked for.
    pub(crate) fn ancestry(&self) -> &Ancestry {
        self.ancestry.get_or_init(|| Ancestry::of(&self.edges))
    }
}
