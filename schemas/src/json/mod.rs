//! JSON as this project reads and writes it: one strict reader, one canonical writer (AIP-62, "Canonical JSON").

mod canonical;
mod error;
mod number;
mod order;
mod read;
mod string;

pub use canonical::canonical_json;
pub use error::{JsonError, JsonErrorKind};
pub use order::compare_utf16;
pub use read::{MAX_JSON_DEPTH, read_json};
