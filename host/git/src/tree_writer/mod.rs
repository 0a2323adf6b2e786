//! Writing a tree into a folder, byte for byte, whatever its author had in mind.
//!
//! The listing is judged as a whole before anything is written. Then every file is made relative to the open folder it
//! belongs to, and only where there was nothing, so that no symbolic link of the tree can lead the writer anywhere.

mod contents;
mod error;
mod listing;
mod names;
mod places;
mod write;

pub use error::TreeError;
