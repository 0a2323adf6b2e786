//! The frontmatter of a manifest by lines.

use std::ops::Range;

/// The frontmatter of a text that is known to have one.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    source: &'a str,
    /// The lines between the fences, as bytes of the source, line ends included.
    inner: Vec<Range<usize>>,
    /// Where the closing fence begins.
    pub(super) close: usize,
    /// What ends lines in this file.
    pub(super) eol: &'static str,
}

impl<'a> Lines<'a> {
    /// Splits a text; `None` when it has no frontmatter.
    pub(super) fn of(source: &'a str) -> Option<Self> {
        let mut at = 0;
        let mut lines = source.split_inclusive('\n').map(|line| {
            let range = at..at + line.len();
            at = range.end;
            range
        });
        let first = lines.next()?;
        let eol = if source.get(first)?.ends_with("\r\n") { "\r\n" } else { "\n" };
        let mut inner = Vec::new();
        for line in lines {
            if source.get(line.clone())?.trim_end() == "---" {
                return Some(Self { source, inner, close: line.start, eol });
            }
            inner.push(line);
        }
        None
    }

    /// The lines with content: where each begins, how far it is indented, and its text without line end. Blank lines
    /// and comments are left out.
    pub(super) fn content(&self) -> impl Iterator<Item = Line<'a>> {
        self.inner.iter().filter_map(|range| {
            let text = self.source.get(range.clone())?.trim_end();
            let bare = text.trim_start_matches(' ');
            let line = Line { start: range.start, end: range.end, indent: text.len() - bare.len(), text: bare };
            (!bare.is_empty() && !bare.starts_with('#')).then_some(line)
        })
    }
}

/// A line with content.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    /// Where it begins in the source.
    pub(super) start: usize,
    /// Where the next begins.
    pub(super) end: usize,
    /// By how many blanks it is indented.
    pub(super) indent: usize,
    /// What stands after them.
    pub(super) text: &'a str,
}

/// What follows `key:` in a text that begins with it, quoted or not, and how many bytes came before that.
pub(super) fn after_key<'a>(text: &'a str, key: &str) -> Option<(usize, &'a str)> {
    let plain = text.strip_prefix(key);
    let quoted =
        || ['"', '\''].into_iter().find_map(|quote| text.strip_prefix(quote)?.strip_prefix(key)?.strip_prefix(quote));
    let rest = plain.or_else(quoted)?.trim_start_matches(' ').strip_prefix(':')?;
    let ends = rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r', '[']);
    ends.then_some((text.len() - rest.len(), rest))
}
