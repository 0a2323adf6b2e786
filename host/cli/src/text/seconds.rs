//! Spans of time for people.

use std::time::Duration;

/// Milliseconds as seconds with one digit after the point: `12.3s`.
pub(crate) fn seconds(milliseconds: u64) -> String {
    let tenths = milliseconds.saturating_add(50) / 100;
    format!("{}.{}s", tenths / 10, tenths % 10)
}

/// A span as seconds.
pub(crate) fn seconds_of(span: Duration) -> String {
    seconds(u64::try_from(span.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    #[test]
    fn rounds_to_tenths() {
        for (milliseconds, expect) in [(0, "0.0s"), (49, "0.0s"), (50, "0.1s"), (1_234, "1.2s"), (61_999, "62.0s")] {
            assert_eq!(super::seconds(milliseconds), expect);
        }
    }
}
