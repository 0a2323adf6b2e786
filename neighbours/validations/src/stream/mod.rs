//! A stream (a branch that changes land on), what landing a proposal would make, and landing it.

mod candidate;
mod error;
mod integrate;
mod open;
mod repair;
mod work_trees;

pub use candidate::{Candidate, Landing};
pub use error::StreamError;
pub use integrate::{Integrated, Integration};
pub use open::Stream;
pub use repair::Tidied;
