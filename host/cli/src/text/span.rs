//! Measured spans of time for people.

use std::time::Duration;

use assize_schemas::span;

/// A measured span as people say it.
pub(crate) fn span_of(span_of_time: Duration) -> String {
    span(u64::try_from(span_of_time.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_all_spans() {
        assert_eq!(span_of(Duration::from_millis(2_300)), "2.3s");
    }
}
