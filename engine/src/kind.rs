//! Kinds of steps, by their AIP-15 names.

use std::fmt;

use thiserror::Error;

/// What a step is, by its AIP-15 name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// Runs something whose success decides whether the graph goes on.
    Gate,
    /// Computes a value.
    Transform,
    /// Holds branches that run side by side.
    Parallel,
}

impl StepKind {
    /// The AIP-15 name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gate => "gate",
            Self::Transform => "transform",
            Self::Parallel => "parallel",
        }
    }

    /// Reads an AIP-15 name.
    ///
    /// # Errors
    /// When AIP-15 has such a kind and this engine does not run it, with the reason; or when there is no such kind.
    pub fn parse(name: &str) -> Result<Self, StepKindError> {
        let reason = match name {
            "gate" => return Ok(Self::Gate),
            "transform" => return Ok(Self::Transform),
            "parallel" => return Ok(Self::Parallel),
            "suspend" | "approval" => "it waits across restarts, and this engine keeps no state on disk",
            "tool" | "agent" => "what it calls belongs to the host; register a node kind and use a `transform` step",
            "branch" | "loop" => "the order of steps is fixed before the run begins",
            "map" | "pipeline" => "the number of steps is fixed before the run begins",
            "subworkflow" => "graphs are not nested; build one graph, or run the other from a node kind",
            "group" => "steps of a list already run in order",
            "artifact" => "this engine keeps no state on disk",
            _ => return Err(StepKindError::Unknown { name: name.to_owned() }),
        };
        Err(StepKindError::Unsupported { name: name.to_owned(), reason })
    }
}

impl fmt::Display for StepKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a name is no kind of step here.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StepKindError {
    /// An AIP-15 kind that this engine refuses.
    #[error("steps of kind `{name}` are not supported: {reason}")]
    Unsupported {
        /// The kind.
        name: String,
        /// Why, for people.
        reason: &'static str,
    },
    /// Not a kind of AIP-15.
    #[error("`{name}` is not a kind of step; this engine runs gate, transform and parallel")]
    Unknown {
        /// What was given.
        name: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_why_a_kind_of_the_format_is_refused() {
        for kind in [StepKind::Gate, StepKind::Transform, StepKind::Parallel] {
            assert_eq!(StepKind::parse(kind.as_str()), Ok(kind));
        }
        let refused = [
            "suspend",
            "approval",
            "tool",
            "agent",
            "branch",
            "loop",
            "map",
            "pipeline",
            "subworkflow",
            "group",
            "artifact",
        ];
        for name in refused {
            assert!(matches!(StepKind::parse(name), Err(StepKindError::Unsupported { .. })), "{name}");
        }
        assert!(matches!(StepKind::parse("Gate"), Err(StepKindError::Unknown { .. })));
        let text = StepKind::parse("suspend").map_err(|error| error.to_string());
        assert!(text.is_err_and(|text| text.contains("keeps no state on disk")));
    }
}
