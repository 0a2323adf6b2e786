//! Foreign text in messages: short, on one line, and harmless to a terminal.

use assize_schemas::is_unsafe;

/// The most characters of foreign text that a message repeats.
const MAX_QUOTED_CHARS: usize = 80;

/// `text` with every character that a terminal might act on written out as an escape.
pub(crate) fn printable(text: &str) -> String {
    if !text.contains(is_unsafe) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_unsafe(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// `text` between backticks, cut and made printable.
pub(crate) fn quote(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED_CHARS) {
        None => format!("`{}`", printable(text)),
        Some((end, _)) => format!("`{}…`", printable(text.get(..end).unwrap_or_default())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        assert_eq!(quote(text), expect);
    }

    #[test]
    fn quoted() {
        check("lint", "`lint`");
        check("é 漢", "`é 漢`");
        check("a\u{1b}[31mb\r\n", "`a\\u{1b}[31mb\\r\\n`");
        check("\u{202e}abc\u{7f}", "`\\u{202e}abc\\u{7f}`");
        check(&"é".repeat(81), &format!("`{}…`", "é".repeat(80)));
    }
}
