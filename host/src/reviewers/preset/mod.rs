//! The reviewers that a host knows, by name.

mod book;
mod error;
mod harness;
mod model;
mod read;

pub use book::Presets;
pub use error::{PresetProblem, PresetsError, UnknownPreset};
pub use harness::Harness;
pub use model::{Access, Preset};
