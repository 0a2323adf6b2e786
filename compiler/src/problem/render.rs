//! The report for people.

use std::fmt::Write as _;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use assize_schemas::is_unsafe;

use super::quote::printable;
use super::{Place, Problem};

/// The most problems that are shown.
const MAX_SHOWN: usize = 100;
/// The most characters of a line that are shown before a problem, and from it on.
const BEFORE_CHARS: usize = 50;
const AFTER_CHARS: usize = 70;

pub(super) fn render(problems: &[Problem], omitted: usize, file: &str, source: &[u8], color: bool) -> String {
    let file = printable(file);
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut report = String::new();
    for problem in problems.iter().take(MAX_SHOWN) {
        let title = Level::ERROR.primary_title(title(problem)).id(problem.code.as_str());
        let mut origin = Origin::path(file.as_str());
        if let Some(place) = &problem.place {
            origin = origin.line(place.line).char_column(place.column);
        }
        let mut cut_excerpt = false;
        let excerpt = problem.place.as_ref().and_then(|place| Some((place.line, Excerpt::of(source, place)?)));
        let mut group = match excerpt {
            Some((line, Excerpt { text, span, cut })) => {
                let snippet = Snippet::source(text).line_start(line).fold(false);
                let snippet = snippet.annotation(AnnotationKind::Primary.span(span));
                cut_excerpt = cut;
                // The renderer counts the column from the beginning of what it is shown.
                if cut { title.element(origin).element(snippet) } else { title.element(snippet.path(file.as_str())) }
            }
            None => title.element(origin),
        };
        if let Some(suggestion) = &problem.suggestion {
            group = group.element(Level::HELP.message(printable(suggestion)));
        }
        let shown = renderer.render(&[group]);
        report.push_str(&if cut_excerpt { without_second_origin(&shown) } else { shown });
        report.push_str("\n\n");
    }
    let more = problems.len().saturating_sub(MAX_SHOWN) + omitted;
    if more > 0 {
        let _ = writeln!(report, "… and {more} more");
    }
    report
}

/// What was rendered without the `:::` line that stands before a second excerpt: the renderer takes one whose place
/// was given apart from it for that.
fn without_second_origin(shown: &str) -> String {
    let is_second_origin = |line: &str| {
        let mut styled = false;
        let mut visible = line.chars().filter(|&one| {
            let escape = styled || one == '\u{1b}';
            styled = escape && one != 'm';
            !escape && one != ' '
        });
        visible.by_ref().take(3).eq(":::".chars()) && visible.next().is_none()
    };
    shown.lines().filter(|line| !is_second_origin(line)).collect::<Vec<_>>().join("\n")
}

fn title(problem: &Problem) -> String {
    let message = printable(&problem.message);
    if problem.path.is_empty() { message } else { format!("{}: {message}", printable(&problem.path)) }
}

/// The line of a problem, or a part of a long one, made harmless.
struct Excerpt {
    text: String,
    span: Range<usize>,
    /// Whether the text does not begin where the line does.
    cut: bool,
}

impl Excerpt {
    /// `None` when `source` has no such place: it need not be what was parsed.
    fn of(source: &[u8], place: &Place) -> Option<Self> {
        let (before, from) = source.split_at_checked(place.span.start)?;
        let mut text = String::new();
        // A character has at most four bytes, and a line may have a million: only what may be shown is looked at.
        let near = before.get(before.len().saturating_sub(4 * (BEFORE_CHARS + 2))..)?;
        let near = near.get(near.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1)..)?;
        let near = String::from_utf8_lossy(near);
        let all = near.chars().count();
        let cut = all > BEFORE_CHARS;
        if cut {
            text.push('…');
        }
        text.extend(near.chars().skip(if cut { all - BEFORE_CHARS } else { 0 }).map(harmless));

        let start = text.len();
        let length = place.span.end.saturating_sub(place.span.start);
        let shown = from.get(..from.len().min(4 * (AFTER_CHARS + 2)))?;
        let shown = shown.split(|byte| *byte == b'\n').next()?;
        let shown = shown.strip_suffix(b"\r").unwrap_or(shown);
        let marked = shown.get(..length.min(shown.len()))?;
        let marked = String::from_utf8_lossy(marked).trim_end().chars().count();
        let mut end = start;
        for (at, character) in String::from_utf8_lossy(shown).chars().enumerate() {
            if at == AFTER_CHARS {
                text.push('…');
                break;
            }
            text.push(harmless(character));
            if at < marked {
                end = text.len();
            }
        }
        Some(Self { text, span: start..end, cut })
    }
}

/// A sign in place of a character that a terminal could act on; tabs are left for the renderer.
fn harmless(character: char) -> char {
    if character != '\t' && is_unsafe(character) { '\u{fffd}' } else { character }
}
