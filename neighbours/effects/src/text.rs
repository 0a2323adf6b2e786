//! Texts as the ledger's grammar counts them.

/// How many UTF-16 units a text has: what lengths are counted in.
pub(crate) fn utf16_length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Whether a text holds white space of any kind, the byte order mark included.
pub(crate) fn has_blank(text: &str) -> bool {
    text.chars().any(|c| c.is_whitespace() || c == '\u{feff}')
}

/// Whether a text is this many lowercase hex digits.
pub(crate) fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}
