//! Packs: references to them, and merging them into the manifest that runs (AIP-62, "Resolution").

mod error;
mod import;
mod loader;
mod reference;
mod resolve;
mod resolved;

pub use error::ResolveError;
pub use loader::{LoadedPack, PackLoadError, PackLoader};
pub use reference::{PackRef, PackRefError};
pub use resolve::resolve_packs;
pub use resolved::{Resolved, ResolvedPack};
