//! All problems of a file.

use std::fmt;

use super::{At, Code, Nearest, Place, Problem, render::render};
use crate::source::{Positions, Span};

/// The most problems that are kept of one file; the rest is only counted.
const MAX_KEPT: usize = 1_000;

/// All problems of a file in source order; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems {
    problems: Vec<Problem>,
    omitted: usize,
}

impl Problems {
    /// Problems in the order they are to be told.
    pub(crate) fn new(problems: Vec<Problem>) -> Self {
        Self { problems, omitted: 0 }
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
    found: Vec<(Span, Problem)>,
    omitted: usize,
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
        if self.found.len() < MAX_KEPT {
            let (message, suggestion) = texts(&mut self.nearest);
            self.found.push((span, Problem::new(code, path.field_path().to_string(), message).suggesting(suggestion)));
        } else {
            self.omitted += 1;
        }
    }

    /// The problems in source order, with their places; `None` when there are none.
    pub(crate) fn finish(mut self, source: &str) -> Option<Problems> {
        if self.found.is_empty() {
            return None;
        }
        self.found.sort_by_key(|(span, _)| span.start);
        let mut positions = Positions::new(source);
        let problems = self
            .found
            .into_iter()
            .map(|(span, mut problem)| {
                let (line, column) = positions.at(span.start());
                problem.place = Some(Place { line, column, span: span.start()..span.end() });
                problem
            })
            .collect();
        Some(Problems { problems, omitted: self.omitted })
    }
}
