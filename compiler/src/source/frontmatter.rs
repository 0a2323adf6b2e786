//! The fences around the frontmatter (rulings 1).

use super::Span;
use crate::problem::{Code, Path, ProblemSink, quote};

const FENCE: &str = "---";

/// A source cut at its fences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frontmatter<'s> {
    /// The YAML between the fences.
    pub(crate) block: &'s str,
    /// Where the YAML begins, in bytes of the source.
    pub(crate) offset: usize,
    /// The text after the closing fence.
    pub(crate) body: &'s str,
}

/// Cuts `source` at its fences: a first line that is exactly `---` plus optional blanks, after at most one byte order
/// mark, and the next such line. Anything else after the opening dashes, such as a language name, is refused: no
/// other language than YAML is ever read.
pub(crate) fn split<'s>(source: &'s str, problems: &mut ProblemSink) -> Option<Frontmatter<'s>> {
    let text = source.strip_prefix('\u{feff}').unwrap_or(source);
    let text_offset = source.len() - text.len();
    let (first, rest) = next_line(text);
    if !is_fence(first) {
        let span = Span::new(text_offset, text_offset + first.trim_end().len());
        if first.starts_with(FENCE) {
            problems.add(Code::BadFence, span, &Path::ROOT, || {
                format!("the file must begin with a line that is only `---`, not {}", quote(first.trim_end()))
            });
        } else {
            problems.add(Code::NoFrontmatter, Span::new(0, span.end()), &Path::ROOT, || {
                "the file has no frontmatter: its first line must be `---`".to_owned()
            });
        }
        return None;
    }
    let offset = source.len() - rest.len();
    let mut at = rest;
    while !at.is_empty() {
        let (line, after) = next_line(at);
        if is_fence(line) {
            let block = rest.get(..rest.len() - at.len()).unwrap_or_default();
            return Some(Frontmatter { block, offset, body: after });
        }
        at = after;
    }
    problems.add(Code::UnclosedFrontmatter, Span::new(text_offset, text_offset + FENCE.len()), &Path::ROOT, || {
        "the frontmatter that begins here is not closed: a second `---` line is missing".to_owned()
    });
    None
}

/// The first line of `text` without its end, and what follows it.
fn next_line(text: &str) -> (&str, &str) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    (line.strip_suffix('\r').unwrap_or(line), rest)
}

fn is_fence(line: &str) -> bool {
    line.strip_prefix(FENCE).is_some_and(|rest| rest.bytes().all(|byte| matches!(byte, b' ' | b'\t')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expect: Result<(&str, &str), &str>) {
        let mut problems = ProblemSink::default();
        let found = split(source, &mut problems);
        if let Some(found) = found {
            assert_eq!(&source[found.offset..found.offset + found.block.len()], found.block, "{source:?}");
        }
        let problems = problems.finish(source);
        let codes: String = problems.iter().flat_map(|all| all.iter()).map(|one| one.code.as_str()).collect();
        assert_eq!(found.map(|found| (found.block, found.body)).ok_or(codes.as_str()), expect, "{source:?}");
    }

    #[test]
    fn fences() {
        check("---\na: 1\n---\nbody", Ok(("a: 1\n", "body")));
        check("---\r\na: 1\r\n---\r\nbody\r\n", Ok(("a: 1\r\n", "body\r\n")));
        check("\u{feff}---\na: 1\n---", Ok(("a: 1\n", "")));
        check("--- \t\na: 1\n---  \n\nbody", Ok(("a: 1\n", "\nbody")));
        check("---\n---\n", Ok(("", "")));
        check("---\na: 1\n--- x\n----\n ---\n---\nb\n---\n", Ok(("a: 1\n--- x\n----\n ---\n", "b\n---\n")));
        check("", Err("no-frontmatter"));
        check("\n---\na: 1\n---\n", Err("no-frontmatter"));
        check(" ---\na: 1\n---\n", Err("no-frontmatter"));
        check("\u{feff}\u{feff}---\na: 1\n---\n", Err("no-frontmatter"));
        check("---js\na: 1\n---\n", Err("bad-fence"));
        check("--- yaml\na: 1\n---\n", Err("bad-fence"));
        check("----\na: 1\n----\n", Err("bad-fence"));
        check("---\ra: 1\r---\r", Err("bad-fence"));
        check("---\na: 1\n", Err("unclosed-frontmatter"));
        check("---", Err("unclosed-frontmatter"));
        check("---\n--- a\n", Err("unclosed-frontmatter"));
    }
}
