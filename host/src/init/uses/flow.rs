//! Flow collections, as far as it takes to add an item to one.

use crate::init::uses::lines::after_key;

/// A flow collection in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Flow {
    /// Where the last thing inside it ends; what is added goes there, before comments.
    pub(super) last: usize,
    /// Whether what is added must be parted from what is there.
    pub(super) needs_comma: bool,
    /// Where the list begins that is the value of `uses`, when this is a mapping with one.
    pub(super) uses: Option<usize>,
}

impl Flow {
    /// Finds the end of the collection that opens at `open`. `None` when it does not end, or nothing opens there.
    pub(super) fn at(source: &str, open: usize) -> Option<Self> {
        let bytes = source.as_bytes();
        if !matches!(bytes.get(open)?, b'[' | b'{') {
            return None;
        }
        let mut flow = Self { last: open + 1, needs_comma: false, uses: None };
        let (mut depth, mut at, mut before) = (0_usize, open, b' ');
        while let Some(&byte) = bytes.get(at) {
            let after_blank = at.checked_sub(1).and_then(|at| bytes.get(at)).is_none_or(u8::is_ascii_whitespace);
            let begins = after_blank || matches!(before, b'[' | b'{' | b',' | b':');
            if depth == 1
                && matches!(before, b'{' | b',')
                && let Some((length, rest)) = after_key(source.get(at..).unwrap_or_default(), "uses")
            {
                flow.uses = Some(at + length + (rest.len() - rest.trim_start().len()));
            }
            match byte {
                b'#' if after_blank => {
                    at = bytes.iter().skip(at).position(|byte| *byte == b'\n').map(|length| at + length)?;
                    continue;
                }
                b'\'' | b'"' if begins => {
                    at = end_of_quoted(bytes, at)?;
                    (before, flow.last) = (byte, at);
                    continue;
                }
                b'[' | b'{' => depth += 1,
                b']' | b'}' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        // An opener can only be the collection's own: those inside are closed by now.
                        flow.needs_comma = !matches!(before, b'[' | b'{' | b',');
                        return Some(flow);
                    }
                }
                _ => {}
            }
            if !byte.is_ascii_whitespace() {
                (before, flow.last) = (byte, at + 1);
            }
            at += 1;
        }
        None
    }

    /// The text with one more item.
    pub(super) fn with(&self, source: &str, item: &str) -> Option<String> {
        let (before, after) = (source.get(..self.last)?, source.get(self.last..)?);
        // After an item a comment needs a blank before it, and has one: it follows what was there.
        let comma = if self.needs_comma {
            ", "
        } else if before.ends_with(',') {
            " "
        } else {
            ""
        };
        Some(format!("{before}{comma}{item}{after}"))
    }
}

/// Where a quoted text ends that begins at `at`.
fn end_of_quoted(bytes: &[u8], at: usize) -> Option<usize> {
    let quote = *bytes.get(at)?;
    let mut at = at + 1;
    loop {
        let byte = *bytes.get(at)?;
        if byte == b'\\' && quote == b'"' {
            at += 2;
        } else if byte == quote {
            // A single quote is written twice inside single quotes.
            if quote == b'\'' && bytes.get(at + 1) == Some(&quote) {
                at += 2;
            } else {
                return Some(at + 1);
            }
        } else {
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expect: Option<&str>) {
        let found = Flow::at(source, 0).and_then(|flow| flow.with(source, "X"));
        assert_eq!(found.as_deref(), expect, "{source:?}");
    }

    #[test]
    fn items_are_added_at_the_end() {
        check("[]", Some("[X]"));
        check("[ ]", Some("[X ]"));
        check("[a]", Some("[a, X]"));
        check("[a, ]", Some("[a, X ]"));
        check("[[], {}] # c", Some("[[], {}, X] # c"));
        check("[\n  a, # one ]\n  b # two ]\n]\n", Some("[\n  a, # one ]\n  b, X # two ]\n]\n"));
        check("['a]', \"b\\\"]\", c'd]", Some("['a]', \"b\\\"]\", c'd, X]"));
        check("['it''s]']", Some("['it''s]', X]"));
        check("[[]]", Some("[[], X]"));
        for wrong in ["", "a", "[", "['a]", "[a # ]"] {
            check(wrong, None);
        }
    }

    #[test]
    fn uses_of_a_mapping() {
        let list = |source: &str| Flow::at(source, 0).and_then(|flow| flow.uses).map(|at| source[at..].to_owned());
        assert_eq!(list("{a: 1, uses: [x]}").as_deref(), Some("[x]}"));
        assert_eq!(list("{\"uses\":[x], b: {uses: [y]}}").as_deref(), Some("[x], b: {uses: [y]}}"));
        assert_eq!(list("{a: {uses: [y]}, b: uses}"), None);
    }
}
