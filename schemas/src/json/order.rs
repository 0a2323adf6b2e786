//! The order of JavaScript strings.

use std::cmp::Ordering;

/// Compares two texts by their UTF-16 code units, without decoding them.
///
/// UTF-8 keeps the order of code points. UTF-16 differs from it in one place only: code points beyond U+FFFF are
/// written with units from U+D800, and so come before U+E000..U+FFFF. In UTF-8 those two groups are told apart by
/// their first byte: 0xF0 and up against 0xEE and 0xEF.
#[must_use]
pub fn compare_utf16(left: &str, right: &str) -> Ordering {
    let difference = left.bytes().zip(right.bytes()).find(|(left, right)| left != right);
    match difference {
        None => left.len().cmp(&right.len()),
        Some((left, right)) if left >= 0xee && right >= 0xee && (left >= 0xf0) != (right >= 0xf0) => right.cmp(&left),
        Some((left, right)) => left.cmp(&right),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn by_units(left: &str, right: &str) -> Ordering {
        left.encode_utf16().cmp(right.encode_utf16())
    }

    proptest! {
        #[test]
        fn agrees_with_the_units(left in "[a\u{7f}\u{80}\u{d7ff}\u{e000}\u{ffff}\u{10000}\u{10ffff}]{0,4}",
                                 right in "[a\u{7f}\u{80}\u{d7ff}\u{e000}\u{ffff}\u{10000}\u{10ffff}]{0,4}") {
            prop_assert_eq!(compare_utf16(&left, &right), by_units(&left, &right));
        }

        #[test]
        fn agrees_on_any_text(left in any::<String>(), right in any::<String>()) {
            prop_assert_eq!(compare_utf16(&left, &right), by_units(&left, &right));
        }
    }
}
