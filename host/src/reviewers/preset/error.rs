//! What can be wrong with presets.

use std::fmt::Write as _;
use std::path::PathBuf;

use assize_store::StoreError;

/// Why the presets could not be read. Nothing of a file that is not right is used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PresetsError {
    /// The file cannot be read.
    #[error("cannot read the presets")]
    Unreadable(#[source] StoreError),
    /// A file that was named is not there.
    #[error("there are no presets at {}", path.display())]
    Missing {
        /// The file that was named.
        path: PathBuf,
    },
    /// The file is not right.
    #[error("{}", listed(path, problems))]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, in the order of the file; at least one.
        problems: Vec<PresetProblem>,
    },
}

/// One thing that is wrong in a file of presets.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PresetProblem {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// No preset has the name that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no preset {name:?} is configured here{}: add [presets.{}] to {}", meant(nearest.as_deref()), key(name), path.display())]
#[non_exhaustive]
pub struct UnknownPreset {
    /// The name.
    pub name: String,
    /// A preset whose name is much like it.
    pub nearest: Option<String>,
    /// The file that it could be added to.
    pub path: PathBuf,
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(" (did you mean {name:?}?)")).unwrap_or_default()
}

/// A name as a key of TOML.
fn key(name: &str) -> String {
    let bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if bare { name.to_owned() } else { format!("{name:?}") }
}

fn listed(path: &std::path::Path, problems: &[PresetProblem]) -> String {
    let mut text = String::new();
    for (at, PresetProblem { line, column, message }) in problems.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = write!(text, "{}{}:{line}:{column}: {message}", if at == 0 { "" } else { "\n" }, path.display());
    }
    text
}
