//! The end of what a command printed.

use crate::plain_text;

/// The most characters of output that a finding or an error carries (rulings 11).
pub const MAX_TAIL_CHARS: usize = 4000;

/// The last `max_chars` characters of `output`, as [`plain_text`].
#[must_use]
pub fn output_tail(output: &str, max_chars: usize) -> String {
    let plain = plain_text(output);
    match plain.char_indices().rev().nth(max_chars.saturating_sub(1)) {
        _ if max_chars == 0 => String::new(),
        Some((start, _)) => plain.get(start..).unwrap_or_default().to_owned(),
        None => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(output: &str, max_chars: usize, expect: &str) {
        assert_eq!(output_tail(output, max_chars), expect, "{output:?}");
    }

    #[test]
    fn table() {
        check("", 3, "");
        check("ab", 3, "ab");
        check("abc", 3, "abc");
        check("abcd", 3, "bcd");
        check("aéé😀", 2, "é😀");
        check("\u{1b}[31mabcd\u{1b}[0m", 3, "bcd");
        check("abc", 0, "");
    }
}
