//! Finding cycles, to spell them out.

/// For each node of a list, the nodes of the list it waits for.
pub(super) struct Waits {
    /// Where the entries of each node begin; one more than there are nodes.
    begins: Vec<u32>,
    targets: Vec<u32>,
}

impl Waits {
    /// From `(waits, for)` pairs over `count` nodes; pairs out of range are left out.
    pub(super) fn new(count: u32, pairs: &[(u32, u32)]) -> Self {
        let in_range = |pair: &&(u32, u32)| pair.0 < count && pair.1 < count;
        let mut sorted: Vec<(u32, u32)> = pairs.iter().filter(in_range).copied().collect();
        sorted.sort_by_key(|(from, _)| *from);
        let mut begins = Vec::with_capacity(count as usize + 1);
        let mut at = 0_u32;
        let mut rest = sorted.iter().peekable();
        for node in 0..count {
            begins.push(at);
            while rest.next_if(|(from, _)| *from == node).is_some() {
                at += 1;
            }
        }
        begins.push(at);
        Self { begins, targets: sorted.into_iter().map(|(_, to)| to).collect() }
    }

    fn nth(&self, node: u32, n: u32) -> Option<u32> {
        let begin = *self.begins.get(node as usize)?;
        let end = *self.begins.get(node as usize + 1)?;
        let at = begin.checked_add(n).filter(|at| *at < end)?;
        self.targets.get(at as usize).copied()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    /// On the path, at this position.
    OnPath(u32),
    Done,
}

/// Cycles of the list, each as the nodes from one that waits to the one it waits for, and so on. A node is told in one
/// cycle at most, so that the work and the text stay linear; every cyclic part of the graph has at least one.
pub(super) fn cycles(count: u32, waits: &Waits) -> Vec<Vec<u32>> {
    let mut search = Search { marks: vec![Mark::New; count as usize], path: Vec::new(), told: Vec::new() };
    let mut found = Vec::new();
    for root in 0..count {
        search.enter(root);
        while let Some((node, next)) = search.path.last_mut() {
            let target = waits.nth(*node, *next);
            *next += 1;
            match target {
                Some(target) => match search.mark(target) {
                    Mark::New => search.enter(target),
                    Mark::OnPath(position) => found.extend(search.tell(position)),
                    Mark::Done => {}
                },
                None => search.leave(),
            }
        }
    }
    found
}

/// A depth-first search without recursion.
struct Search {
    marks: Vec<Mark>,
    /// The nodes from the root to where the search is, each with how many of its targets were looked at.
    path: Vec<(u32, u32)>,
    /// Positions on the path whose nodes were told, in rising order.
    told: Vec<u32>,
}

impl Search {
    fn mark(&self, node: u32) -> Mark {
        self.marks.get(node as usize).copied().unwrap_or(Mark::Done)
    }

    fn enter(&mut self, node: u32) {
        let position = self.path.len() as u32;
        if let Some(mark) = self.marks.get_mut(node as usize).filter(|mark| **mark == Mark::New) {
            *mark = Mark::OnPath(position);
            self.path.push((node, 0));
        }
    }

    fn leave(&mut self) {
        if let Some(mark) = self.path.pop().and_then(|(node, _)| self.marks.get_mut(node as usize)) {
            *mark = Mark::Done;
        }
        let position = self.path.len() as u32;
        self.told.pop_if(|told| *told == position);
    }

    /// The cycle from `position` to the end of the path, unless one of its nodes was told already.
    fn tell(&mut self, position: u32) -> Option<Vec<u32>> {
        if self.told.last().is_some_and(|told| *told >= position) {
            return None;
        }
        self.told.extend(position..self.path.len() as u32);
        Some(self.path.iter().skip(position as usize).map(|(node, _)| *node).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_each_cyclic_part_once() {
        let pairs = [(0, 1), (1, 0), (2, 3), (3, 4), (4, 2), (4, 3), (5, 4), (6, 7)];
        assert_eq!(cycles(8, &Waits::new(8, &pairs)), vec![vec![0, 1], vec![2, 3, 4]]);
    }

    #[test]
    fn a_very_long_cycle_is_no_problem() {
        let count = 200_000;
        let pairs: Vec<(u32, u32)> = (0..count).map(|node| (node, (node + 1) % count)).collect();
        let found = cycles(count, &Waits::new(count, &pairs));
        assert_eq!(found.len(), 1);
        assert_eq!(found.first().map(Vec::len), Some(200_000));
    }
}
