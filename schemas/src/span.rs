//! Spans of time for people: one spelling of them everywhere.

/// A span as people say it: `500ms`, `2s`, `2.3s`, `15min`, `1h2min`. Rounded to what can be read at a glance.
#[must_use]
pub fn span(milliseconds: u64) -> String {
    if milliseconds < 1_000 {
        return format!("{milliseconds}ms");
    }
    let tenths = milliseconds.saturating_add(50) / 100;
    if tenths < 600 {
        return match tenths % 10 {
            0 => format!("{}s", tenths / 10),
            tenth => format!("{}.{tenth}s", tenths / 10),
        };
    }
    let seconds = milliseconds.saturating_add(500) / 1_000;
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let parts = [(hours, "h"), (minutes, "min"), (seconds, "s")];
    parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count}{unit}")).collect()
}

/// `text` with its milliseconds (`90000ms`) spelled as all spans are. Texts of lanes are recorded with milliseconds.
#[must_use]
pub fn with_spans(text: &str) -> String {
    let spelled = |word: &str| {
        let digits = word.strip_suffix("ms").filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
        Some(span(digits.parse().ok()?))
    };
    text.split(' ').map(|word| spelled(word).unwrap_or_else(|| word.to_owned())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling() {
        let check = |milliseconds: u64, expect: &str| assert_eq!(span(milliseconds), expect, "{milliseconds}");
        check(0, "0ms");
        check(500, "500ms");
        check(999, "999ms");
        check(1_000, "1s");
        check(1_234, "1.2s");
        check(2_000, "2s");
        check(59_940, "59.9s");
        check(59_950, "1min");
        check(61_999, "1min2s");
        check(900_000, "15min");
        check(3_720_400, "1h2min");
        check(7_200_000, "2h");
        assert!(!span(u64::MAX).is_empty());
    }

    #[test]
    fn recorded_milliseconds_are_spelled_as_all_spans() {
        assert_eq!(with_spans("exceeded 2000ms and was killed"), "exceeded 2s and was killed");
        assert_eq!(with_spans("ms x5ms 99999999999999999999ms"), "ms x5ms 99999999999999999999ms");
    }
}
