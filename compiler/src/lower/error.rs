//! Why a binding cannot be lowered.

use assize_engine::GraphError;
use assize_schemas::{BindingName, CheckRef};
use thiserror::Error;

use crate::problem::Problems;

/// Why a binding cannot be lowered.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CompileError {
    /// Placeholders that nothing is bound to, or that cannot be used where they are: all of them.
    #[error("binding `{binding}`: {problems}")]
    Placeholders {
        /// The binding that was to be lowered.
        binding: BindingName,
        /// One problem a placeholder, with codes `unbound-placeholder` and `head-in-prepare`.
        problems: Problems,
    },
    /// The binding names a check that the manifest does not have: packs are not resolved yet, or the binding is not
    /// one of this manifest.
    #[error("binding `{binding}` names the check `{reference}`, which is not there; resolve the packs first")]
    UnknownCheck {
        /// The binding that was to be lowered.
        binding: BindingName,
        /// The ref that names nothing.
        reference: CheckRef,
    },
    /// The binding prepares with a check that is no command.
    #[error("binding `{binding}` prepares with `{reference}`, which is not a command check")]
    NotACommand {
        /// The binding that was to be lowered.
        binding: BindingName,
        /// The ref of the check.
        reference: CheckRef,
    },
    /// The graph was refused by the engine.
    #[error("the graph of the binding is not valid")]
    Graph(#[from] GraphError),
}

impl CompileError {
    /// The stable text form of the kind of error, in kebab case.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Placeholders { problems, .. } => {
                problems.iter().next().map_or("unbound-placeholder", |problem| problem.code.as_str())
            }
            Self::UnknownCheck { .. } => "unknown-check",
            Self::NotACommand { .. } => "not-effects",
            Self::Graph(_) => "invalid-graph",
        }
    }

    /// The problems one by one, where there are any.
    #[must_use]
    pub fn problems(&self) -> Option<&Problems> {
        match self {
            Self::Placeholders { problems, .. } => Some(problems),
            _ => None,
        }
    }
}
