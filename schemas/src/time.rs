//! Points in time as documents spell them.

use chrono::{DateTime, SecondsFormat, Utc};

/// A time as this host writes it: with milliseconds and `Z`.
#[must_use]
pub fn whole_time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Reads any RFC 3339 time; `None` for anything else.
#[must_use]
pub fn read_time(text: &str) -> Option<DateTime<Utc>> {
    // chrono also takes a blank for the 'T'.
    let has_t = text.as_bytes().get(10).is_some_and(|byte| byte.eq_ignore_ascii_case(&b't'));
    let time = DateTime::parse_from_rfc3339(text).ok().filter(|_| has_t)?;
    Some(time.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<&str>) {
        assert_eq!(read_time(text).map(whole_time).as_deref(), expect, "{text:?}");
    }

    #[test]
    fn table() {
        check("2026-01-02T03:04:05.678Z", Some("2026-01-02T03:04:05.678Z"));
        check("2026-01-02T03:04:05Z", Some("2026-01-02T03:04:05.000Z"));
        check("2026-01-02t03:04:05.6789z", Some("2026-01-02T03:04:05.678Z"));
        check("2026-01-02T03:04:05+01:30", Some("2026-01-02T01:34:05.000Z"));
        check("2024-02-29T00:00:00Z", Some("2024-02-29T00:00:00.000Z"));
        check("2026-02-29T00:00:00Z", None);
        check("2026-01-02 03:04:05Z", None);
        check("2026-01-02T03:04:05", None);
        check("2026-01-02T03:04Z", None);
        check("2026-01-02", None);
        check("", None);
    }
}
