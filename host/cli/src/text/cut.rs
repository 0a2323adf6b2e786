//! Text that is too long.

use std::borrow::Cow;

/// At most `max` characters of `text`; what was cut off is shown by `…` in place of the last.
pub(crate) fn cut(text: &str, max: usize) -> Cow<'_, str> {
    if text.char_indices().nth(max).is_none() {
        return Cow::Borrowed(text);
    }
    let end = text.char_indices().nth(max.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
    Cow::Owned(format!("{}…", text.get(..end).unwrap_or(text)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn cuts_between_characters() {
        let check = |text: &str, max: usize, expect: &str| assert_eq!(super::cut(text, max), expect);
        check("größe", 5, "größe");
        check("größe", 4, "grö…");
        check("", 4, "");
        check("ab", 1, "…");
    }
}
