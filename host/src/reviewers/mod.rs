//! Agent reviewers that are commands of this machine.
//!
//! A check names a [`Preset`]; [`CommandReviewers`] runs it: one turn in a process group of its own, with a cleared
//! environment, a private home and temporary folder, kept to reading by the kernel where it can, and believed only for
//! the verdict file that this very attempt wrote. They live in this crate because they write where the ledger is
//! (`runs/`) and are told apart from it by nothing but the state folder's layout.

mod command_reviewers;
mod preset;
mod session;
mod trial;

pub use command_reviewers::CommandReviewers;
pub use preset::{Access, Harness, Preset, PresetProblem, Presets, PresetsError, UnknownPreset};

pub use trial::PresetTrial;

pub(crate) use session::{clear_run, host_folders, path_folder, system_without, variable, without};
