//! How far a run is, as a client is told.

/// One thing that happened in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    /// How many checks are settled.
    pub(crate) settled: usize,
    /// How many there are; none while that is not known.
    pub(crate) total: usize,
    /// What happened.
    pub(crate) message: String,
}

/// The numbers of a progress that may only ever grow: whole ones for checks that are settled, and something in between
/// for everything else that is told.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    told: Option<f64>,
    settled: usize,
    /// How much was told since the last check was settled.
    between: u32,
}

/// How many things have to be told between two checks for half the way from one to the next.
const HALF_WAY: f64 = 100.0;

impl Progress {
    /// The number that goes with so many settled checks; `None` when it could not be larger than the last one.
    pub(crate) fn next(&mut self, settled: usize) -> Option<f64> {
        if settled > self.settled || self.told.is_none() {
            self.settled = settled.max(self.settled);
            self.between = 0;
        } else {
            self.between = self.between.saturating_add(1);
        }
        let between = f64::from(self.between);
        // Counts of checks are far below what a double holds exactly.
        let next = f64::from(u32::try_from(self.settled).unwrap_or(u32::MAX)) + between / (between + HALF_WAY);
        if self.told.is_some_and(|told| next <= told) {
            return None;
        }
        self.told = Some(next);
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_settled_checks_and_every_number_is_larger_than_the_last() {
        let mut progress = Progress::default();
        assert_eq!(progress.next(0), Some(0.0));
        let mut last = 0.0;
        for _ in 0..10_000 {
            let next = progress.next(0).unwrap();
            assert!(next > last && next < 1.0, "{next} after {last}");
            last = next;
        }
        assert_eq!(progress.next(1), Some(1.0));
        assert_eq!(progress.next(3), Some(3.0));
        let more = progress.next(2).unwrap();
        assert!(more > 3.0 && more < 4.0, "{more}");
        assert_eq!(progress.next(4), Some(4.0));
    }

    #[test]
    fn a_number_that_cannot_grow_is_not_told() {
        let mut progress = Progress { told: Some(1.0), settled: 0, between: u32::MAX };
        assert_eq!(progress.next(0), None);
    }
}
