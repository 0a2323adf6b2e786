//! What waits for what.

use petgraph::{Directed, csr::Csr};

/// What waits for what, between the nodes of the dense form: for each node those that wait for it, side by side.
#[derive(Debug)]
pub(crate) struct Edges(Csr<(), (), Directed, u32>);

impl Edges {
    /// From pairs of a node and one that waits for it; a pair that is told twice counts once. The followers of a node
    /// come out in the order of their numbers.
    pub(crate) fn new(nodes: usize, pairs: Vec<(u32, u32)>) -> Self {
        let mut sorted = by_first(nodes, pairs);
        if !sorted.is_sorted() {
            sorted.sort_unstable();
        }
        sorted.dedup();
        let mut edges = Csr::from_sorted_edges(&sorted).unwrap_or_else(|_| {
            // It cannot be: they are sorted, and none is there twice. But no edge may be lost in any case.
            let mut edges = Csr::with_nodes(nodes);
            for (first, second) in sorted {
                edges.add_edge(first, second, ());
            }
            edges
        });
        while edges.node_count() < nodes {
            edges.add_node(());
        }
        Self(edges)
    }

    pub(crate) fn nodes(&self) -> u32 {
        u32::try_from(self.0.node_count()).unwrap_or(u32::MAX)
    }

    pub(crate) fn count(&self) -> usize {
        self.0.edge_count()
    }

    /// Those that wait for a node.
    pub(crate) fn followers(&self, node: u32) -> &[u32] {
        if (node as usize) < self.0.node_count() { self.0.neighbors_slice(node) } else { &[] }
    }

    /// For each node, how many it waits for.
    pub(crate) fn waiting(&self) -> Vec<u32> {
        let mut waiting = vec![0_u32; self.0.node_count()];
        for follower in (0..self.nodes()).flat_map(|node| self.followers(node)) {
            if let Some(waits) = waiting.get_mut(*follower as usize) {
                *waits += 1;
            }
        }
        waiting
    }

    /// The same pairs turned round: for each node those it waits for.
    pub(crate) fn reversed(&self) -> Self {
        let turned = |node: u32| self.followers(node).iter().map(move |follower| (*follower, node));
        Self::new(self.0.node_count(), (0..self.nodes()).flat_map(turned).collect())
    }
}

/// Pairs in the order of their first part, which is below `nodes`; the order is otherwise kept.
fn by_first(nodes: usize, pairs: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    if pairs.is_sorted() {
        return pairs;
    }
    // Where the next pair of each first part goes.
    let mut places = vec![0_usize; nodes + 1];
    for (first, _) in &pairs {
        if let Some(place) = places.get_mut(*first as usize + 1) {
            *place += 1;
        }
    }
    let mut before = 0;
    for place in &mut places {
        before += *place;
        *place = before;
    }
    let mut sorted = vec![(0, 0); pairs.len()];
    for pair in pairs {
        let Some(place) = places.get_mut(pair.0 as usize) else { continue };
        if let Some(slot) = sorted.get_mut(*place) {
            *slot = pair;
        }
        *place += 1;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn holds_every_pair_once_and_in_order(pairs in prop::collection::vec((0_u32..40, 0_u32..40), 0..120)) {
            let mut expect = pairs.clone();
            expect.sort_unstable();
            expect.dedup();
            let edges = Edges::new(40, pairs);
            prop_assert_eq!(edges.nodes(), 40);
            prop_assert_eq!(edges.count(), expect.len());
            let told = |edges: &Edges| -> Vec<(u32, u32)> {
                (0..40).flat_map(|node| edges.followers(node).iter().map(move |to| (node, *to))).collect()
            };
            prop_assert_eq!(&told(&edges), &expect);
            let turned: Vec<(u32, u32)> = told(&edges.reversed()).into_iter().map(|(from, to)| (to, from)).collect();
            prop_assert!(turned.len() == expect.len() && turned.iter().all(|pair| expect.contains(pair)));
            let waits = edges.waiting();
            prop_assert!((0..40).all(|node| waits[node] as usize == turned.iter().filter(|(_, to)| *to as usize == node).count()));
            prop_assert!(edges.followers(40).is_empty());
        }
    }
}
