//! How long a reviewer is told to take.

/// Milliseconds of a time limit for each minute of budget: a minute divided by 0.8.
const MS_A_MINUTE: u128 = 75_000;

/// The minutes a reviewer is told it has: four fifths of its time limit, rounded half up, at least one (AIP-62, "The
/// agent-lane contract").
#[must_use]
pub fn time_budget_minutes(timeout_ms: u64) -> u64 {
    let minutes = (2 * u128::from(timeout_ms) + MS_A_MINUTE) / (2 * MS_A_MINUTE);
    u64::try_from(minutes).unwrap_or(u64::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table() {
        for (timeout_ms, minutes) in [
            (0, 1),
            (1, 1),
            (60_000, 1),
            (75_000, 1),
            (112_499, 1),
            (112_500, 2),
            (187_499, 2),
            (187_500, 3),
            (600_000, 8),
            (900_000, 12),
            ((1 << 53) - 1, 120_095_990_063),
            (u64::MAX, 245_956_587_649_461),
        ] {
            assert_eq!(time_budget_minutes(timeout_ms), minutes, "{timeout_ms}");
        }
    }
}
