//! Names of files and flags, as people are shown them.

use std::ffi::OsStr;

/// A name on one line: bytes that are no text are replaced, and control characters are spelt out, so that a file
/// cannot be called like a line of ours, or rewrite the terminal.
pub(crate) fn shown(name: impl AsRef<OsStr>) -> String {
    plain(&name.as_ref().to_string_lossy())
}

/// The same for bytes from git.
pub(crate) fn shown_bytes(name: &[u8]) -> String {
    plain(&String::from_utf8_lossy(name))
}

/// The same for text.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            plain.extend(character.escape_default());
        } else {
            plain.push(character);
        }
    }
    plain
}

/// Names one after the other.
pub(crate) fn joined(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &[u8], expect: &str) {
        assert_eq!(shown_bytes(name), expect);
    }

    #[test]
    fn names_stay_on_their_line() {
        check(b"docs/a b.md", "docs/a b.md");
        check("größe/日本.rs".as_bytes(), "größe/日本.rs");
        check(b"a\nb\tc\x1b[2J", "a\\nb\\tc\\u{1b}[2J");
        check(b"\xff.rs", "\u{fffd}.rs");
    }
}
