//! Which nodes come before which.

use std::sync::OnceLock;

use super::edges::Edges;

/// Answers "does `a` come before `b`?" for an acyclic graph.
///
/// Most questions are about a step and one right before it on some chain; those are answered from a spanning forest in
/// constant time. The rest are answered for 64 ancestors at once, or by one walk backwards from a node.
#[derive(Debug)]
pub(crate) struct Ancestry {
    /// The nodes, each after all it waits for.
    order: Vec<u32>,
    /// For each node, when a walk over the forest enters and leaves it.
    spans: Vec<(u32, u32)>,
    /// The edges turned round, once somebody walked backwards.
    backwards: OnceLock<Edges>,
}

impl Ancestry {
    pub(super) fn of(edges: &Edges) -> Self {
        let order = order(edges);
        Self { spans: spans(edges, &order), order, backwards: OnceLock::new() }
    }

    /// Whether `ancestor` certainly comes before `node`; `false` says nothing.
    pub(crate) fn surely(&self, ancestor: u32, node: u32) -> bool {
        match (self.spans.get(ancestor as usize), self.spans.get(node as usize)) {
            (Some(above), Some(below)) => above.0 < below.0 && below.1 < above.1,
            _ => false,
        }
    }

    /// Answers many `(ancestor, node)` questions, in their order.
    pub(crate) fn answer(&self, edges: &Edges, questions: &[(u32, u32)]) -> Vec<bool> {
        let mut answers: Vec<bool> = questions.iter().map(|(ancestor, node)| self.surely(*ancestor, *node)).collect();
        let mut open: Vec<usize> = (0..questions.len()).filter(|at| answers.get(*at) == Some(&false)).collect();
        let ancestor_of = |at: &usize| questions.get(*at).map_or(0, |question| question.0);
        open.sort_by_key(ancestor_of);
        let mut reached = vec![0_u64; edges.nodes() as usize];
        let mut rest = open.as_slice();
        while !rest.is_empty() {
            // A block: all questions about the next 64 different ancestors.
            let mut ancestors: Vec<u32> = Vec::with_capacity(64);
            let mut taken = 0;
            for at in rest {
                let ancestor = ancestor_of(at);
                if ancestors.last() != Some(&ancestor) {
                    if ancestors.len() == 64 {
                        break;
                    }
                    ancestors.push(ancestor);
                }
                taken += 1;
            }
            let (block, later) = rest.split_at(taken);
            self.reach(edges, &ancestors, &mut reached);
            let mut bit = 0;
            for at in block {
                while ancestors.get(bit).is_some_and(|ancestor| *ancestor < ancestor_of(at)) {
                    bit += 1;
                }
                let node = questions.get(*at).map_or(0, |question| question.1);
                let before = reached.get(node as usize).is_some_and(|bits| bits >> bit & 1 == 1);
                if let Some(answer) = answers.get_mut(*at) {
                    *answer = before && ancestor_of(at) != node;
                }
            }
            rest = later;
        }
        answers
    }

    /// Sets in `reached` the n-th bit of every node at or after the n-th ancestor.
    fn reach(&self, edges: &Edges, ancestors: &[u32], reached: &mut [u64]) {
        reached.fill(0);
        for (bit, ancestor) in ancestors.iter().enumerate() {
            if let Some(bits) = reached.get_mut(*ancestor as usize) {
                *bits |= 1 << bit;
            }
        }
        for node in &self.order {
            let bits = reached.get(*node as usize).copied().unwrap_or(0);
            if bits != 0 {
                for next in edges.followers(*node) {
                    if let Some(next) = reached.get_mut(*next as usize) {
                        *next |= bits;
                    }
                }
            }
        }
    }

    /// The nodes that come before `node`, as bits by node number.
    pub(crate) fn before(&self, edges: &Edges, node: u32) -> Box<[u64]> {
        let backwards = self.backwards.get_or_init(|| edges.reversed());
        let mut seen = vec![0_u64; (edges.nodes() as usize).div_ceil(64)].into_boxed_slice();
        let mut pending = vec![node];
        while let Some(current) = pending.pop() {
            for earlier in backwards.followers(current) {
                let bit = 1 << (earlier % 64);
                if let Some(bits) = seen.get_mut(*earlier as usize / 64).filter(|bits| **bits & bit == 0) {
                    *bits |= bit;
                    pending.push(*earlier);
                }
            }
        }
        seen
    }
}

fn order(edges: &Edges) -> Vec<u32> {
    let mut waiting = edges.waiting();
    let mut order: Vec<u32> = (0_u32..).zip(&waiting).filter(|(_, waits)| **waits == 0).map(|(node, _)| node).collect();
    let mut at = 0;
    while let Some(node) = order.get(at).copied() {
        at += 1;
        for next in edges.followers(node) {
            if let Some(waits) = waiting.get_mut(*next as usize) {
                *waits = waits.saturating_sub(1);
                if *waits == 0 {
                    order.push(*next);
                }
            }
        }
    }
    order
}

/// Enter and leave times of a walk over the forest in which each node hangs below the first node that names it.
fn spans(edges: &Edges, order: &[u32]) -> Vec<(u32, u32)> {
    let unseen = (u32::MAX, 0);
    let mut spans = vec![unseen; edges.nodes() as usize];
    let mut clock = 0_u32;
    let mut path = Vec::new();
    for root in order {
        if spans.get(*root as usize) != Some(&unseen) {
            continue;
        }
        let mut entering = Some(*root);
        loop {
            if let Some(node) = entering.take() {
                if let Some(span) = spans.get_mut(node as usize) {
                    span.0 = clock;
                    clock += 1;
                }
                path.push((node, edges.followers(node).iter()));
            }
            let Some((node, followers)) = path.last_mut() else { break };
            match followers.next() {
                Some(next) if spans.get(*next as usize) == Some(&unseen) => entering = Some(*next),
                Some(_) => {}
                None => {
                    if let Some(span) = spans.get_mut(*node as usize) {
                        span.1 = clock;
                        clock += 1;
                    }
                    path.pop();
                }
            }
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn all_three_ways_agree(nodes in 1_u32..150, pairs in prop::collection::vec((0_u32..150, 0_u32..150), 0..300)) {
            let pairs: Vec<(u32, u32)> =
                pairs.into_iter().filter(|(from, to)| from < to && *to < nodes).collect();
            let graph = Edges::new(nodes as usize, pairs);
            let ancestry = Ancestry::of(&graph);
            let questions: Vec<(u32, u32)> =
                (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))).collect();
            let answers = ancestry.answer(&graph, &questions);
            for ((from, to), answer) in questions.iter().zip(answers) {
                let seen = ancestry.before(&graph, *to);
                let walked = seen[*from as usize / 64] >> (from % 64) & 1 == 1;
                prop_assert_eq!(answer, walked, "{} before {}", from, to);
                prop_assert!(!ancestry.surely(*from, *to) || walked);
            }
        }
    }
}
