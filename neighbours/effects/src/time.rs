//! Points in time as the ledger writes them.

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};

/// A point in time: seconds since 1970 and nanoseconds.
pub type Instant = (i64, u32);

/// Reads `YYYY-MM-DDTHH:MM:SS[.1-9 digits]Z`; `None` for any other text and for times that no calendar has.
#[must_use]
pub fn read_instant(text: &str) -> Option<Instant> {
    let bytes = text.as_bytes();
    let form = b"dddd-dd-ddTdd:dd:dd";
    let (whole, rest) = bytes.split_at_checked(form.len())?;
    let fits = |(byte, form): (&u8, &u8)| if *form == b'd' { byte.is_ascii_digit() } else { byte == form };
    if !whole.iter().zip(form).all(fits) {
        return None;
    }
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<u32>().ok();
    let nanos = match rest {
        b"Z" => 0,
        [b'.', digits @ .., b'Z'] if (1..=9).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) => {
            digits.iter().chain(std::iter::repeat(&b'0')).take(9).fold(0, |n, digit| n * 10 + u32::from(digit - b'0'))
        }
        _ => return None,
    };
    let year = i32::try_from(number(0, 4)?).ok()?;
    let date = NaiveDate::from_ymd_opt(year, number(5, 7)?, number(8, 10)?)?;
    let time = date.and_hms_opt(number(11, 13)?, number(14, 16)?, number(17, 19)?)?;
    Some((time.and_utc().timestamp(), nanos))
}

/// A time as this ledger writes it: with microseconds and `Z`.
#[must_use]
pub fn write_instant(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Micros, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table() {
        for (text, expect) in [
            ("1970-01-01T00:00:01Z", Some((1, 0))),
            ("1970-01-01T00:00:01.5Z", Some((1, 500_000_000))),
            ("1970-01-01T00:00:01.000000001Z", Some((1, 1))),
            ("2024-02-29T23:59:59.123456789Z", Some((1_709_251_199, 123_456_789))),
            ("2026-02-29T00:00:00Z", None),
            ("2026-01-01T24:00:00Z", None),
            ("2026-01-01T23:59:60Z", None),
            ("2026-01-01T00:00:00.Z", None),
            ("2026-01-01T00:00:00.1234567890Z", None),
            ("2026-01-01T00:00:00", None),
            ("2026-01-01T00:00:00+00:00", None),
            ("2026-01-01t00:00:00z", None),
            ("2026-01-01 00:00:00Z", None),
            ("2026-1-01T00:00:00Z", None),
            ("2026-01-01T00:00:00Zé", None),
            ("", None),
        ] {
            assert_eq!(read_instant(text), expect, "{text}");
        }
    }
}
