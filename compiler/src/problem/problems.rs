//! All problems of a file.

use std::collections::BTreeMap;
use std::fmt;

use super::{At, Code, Nearest, Place, Problem, render::render};
use crate::DocumentKind;
use crate::source::{Positions, Span};

/// The most problems that are kept of one file, the first ones in source order; the rest is only counted.
const MAX_KEPT: usize = 1_000;

/// All problems of a file in source order; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems {
    problems: Vec<Problem>,
    omitted: usize,
    kind: Option<DocumentKind>,
}

impl Problems {
    /// Problems in the order they are to be told.
    pub(crate) fn new(problems: Vec<Problem>) -> Self {
        Self { problems, omitted: 0, kind: None }
    }

    pub(crate) fn of_kind(self, kind: Option<DocumentKind>) -> Self {
        Self { kind, ..self }
    }

    /// What the file says that it is, where it says so: the value of its `kind`.
    #[must_use]
    pub fn kind(&self) -> Option<DocumentKind> {
        self.kind
    }

    /// The problems that were kept, in source order.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.problems.iter()
    }

    /// How many problems there are, those that were only counted included.
    #[must_use]
    pub fn count(&self) -> usize {
        self.problems.len() + self.omitted
    }

    /// The problems that were kept, in source order.
    #[must_use]
    pub fn into_vec(self) -> Vec<Problem> {
        self.problems
    }

    /// A report for people: for each problem its place, an excerpt of `source` and what would be right.
    ///
    /// `file` is how the file is named in the report, `source` what was parsed. The report is safe to print:
    /// whatever a terminal could act on is replaced, long lines are cut, and at most a hundred problems are shown.
    /// With `color` it holds ANSI colours.
    #[must_use]
    pub fn render(&self, file: &str, source: &[u8], color: bool) -> String {
        render(&self.problems, self.omitted, file, source, color)
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [Problem] {
        &mut self.problems
    }
}

impl<'a> IntoIterator for &'a Problems {
    type Item = &'a Problem;
    type IntoIter = std::slice::Iter<'a, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Problems {
    /// One line: all problems, separated by semicolons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.problems.iter().enumerate() {
            if at > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{problem}")?;
        }
        if self.omitted > 0 {
            write!(f, "; and {} more", self.omitted)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// Takes problems up as they are found, in any order.
#[derive(Debug, Default)]
pub(crate) struct ProblemSink {
    /// By where they begin, and then in the order they were found.
    found: BTreeMap<(usize, usize), (Span, Problem)>,
    /// Those that are kept wherever they stand.
    pinned: Vec<((usize, usize), (Span, Problem))>,
    told: usize,
    /// Whether what is told now is kept wherever it stands.
    pub(crate) pinning: bool,
    pub(crate) nearest: Nearest,
}

impl ProblemSink {
    pub(crate) fn add(&mut self, code: Code, span: Span, path: &impl At, message: impl FnOnce() -> String) {
        self.suggest(code, span, path, |_| (message(), None));
    }

    /// Like [`add`](Self::add), with something that was probably meant. The texts are only made when the problem is kept.
    pub(crate) fn suggest(
        &mut self,
        code: Code,
        span: Span,
        path: &impl At,
        texts: impl FnOnce(&mut Nearest) -> (String, Option<String>),
    ) {
        let place = (span.start(), self.told);
        self.told += 1;
        let full = self.found.len() >= MAX_KEPT;
        if !self.pinning && full && self.found.last_key_value().is_some_and(|(last, _)| *last < place) {
            return;
        }
        let (message, suggestion) = texts(&mut self.nearest);
        let problem = Problem::new(code, path.field_path().to_string(), message).suggesting(suggestion);
        if self.pinning {
            self.pinned.push((place, (span, problem)));
        } else {
            self.found.insert(place, (span, problem));
            if full {
                self.found.pop_last();
            }
        }
    }

    /// The problems in source order, with their places; `None` when there are none.
    pub(crate) fn finish(mut self, source: &str) -> Option<Problems> {
        let room = MAX_KEPT.saturating_sub(self.pinned.len());
        while self.found.len() > room {
            self.found.pop_last();
        }
        self.found.extend(self.pinned);
        if self.found.is_empty() {
            return None;
        }
        let omitted = self.told - self.found.len();
        let mut positions = Positions::new(source);
        let problems = self
            .found
            .into_values()
            .map(|(span, mut problem)| {
                let (line, column) = positions.at(span.start());
                problem.place = Some(Place { line, column, span: span.start()..span.end() });
                problem
            })
            .collect();
        Some(Problems { problems, omitted, kind: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Path;

    #[test]
    fn the_first_in_the_text_are_kept_in_whatever_order_they_are_found() {
        let source = "x".repeat(3 * MAX_KEPT);
        let mut sink = ProblemSink::default();
        let told = |sink: &mut ProblemSink, at: usize| {
            sink.add(Code::BadId, Span::new(at, at + 1), &Path::ROOT, || at.to_string());
        };
        for at in (MAX_KEPT..2 * MAX_KEPT).chain((0..MAX_KEPT / 2).rev()).chain(2 * MAX_KEPT..3 * MAX_KEPT) {
            told(&mut sink, at);
        }
        sink.pinning = true;
        told(&mut sink, 3 * MAX_KEPT - 1);
        sink.pinning = false;
        told(&mut sink, 7);
        let found = sink.finish(&source).unwrap();
        assert_eq!(found.count(), MAX_KEPT * 5 / 2 + 2);
        let messages: Vec<usize> = found.iter().map(|problem| problem.message.parse().unwrap()).collect();
        let mut expected: Vec<usize> = (0..MAX_KEPT / 2).chain(MAX_KEPT..MAX_KEPT * 3 / 2 - 2).collect();
        expected.insert(7, 7);
        expected.push(3 * MAX_KEPT - 1);
        assert_eq!(messages, expected);
    }
}
