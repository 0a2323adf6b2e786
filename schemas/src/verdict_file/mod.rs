//! The file a reviewer writes: its type, its shape and its reader.

mod document;
mod read;
mod shape;

pub use document::VerdictFile;
pub use read::{MAX_VERDICT_FILE_BYTES, VerdictFileError, read_verdict_file, verdict_file_from};
pub use shape::{FINDING_REPORTED, VERDICT_FILE};
