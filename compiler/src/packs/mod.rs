//! Packs: references to them, and merging them into the manifest that runs.

mod reference;

pub use reference::{PackRef, PackRefError};
