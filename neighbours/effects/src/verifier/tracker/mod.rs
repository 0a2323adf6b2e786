//! Comments, issues and pull requests of a tracker, over its REST interface. Everything here reads.

mod client;
mod paging;
mod settings;
mod verify;

pub use settings::{Provider, TrackerSettings, TrackerSettingsError};

pub(super) use verify::TrackerVerifier;
