//! What is wrong with a graph.

use std::fmt;

use thiserror::Error;

/// One thing that is wrong with a graph or with a step's configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// Stable, in kebab case.
    pub code: &'static str,
    /// Where in the document form, such as `steps[2].branches[0].steps[1].after[0]`.
    pub path: String,
    /// The step it is about, if it is about one.
    pub step: Option<String>,
    /// For people; names the offending id or value.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

/// A graph that cannot be built, with everything that is wrong with it, in document order.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the graph is not valid: {}", list(.problems))]
pub struct GraphError {
    /// At least one.
    pub problems: Vec<Problem>,
}

/// A graph that a registry cannot run, with everything that is wrong, in document order. No step was started.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the graph cannot be run: {}", list(.problems))]
pub struct PrepareError {
    /// At least one.
    pub problems: Vec<Problem>,
}

fn list(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
