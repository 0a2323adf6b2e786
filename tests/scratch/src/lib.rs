//! Temporary git repositories for tests, and waiting for what runs in them.
//!
//! A [`Scratch`] is a folder of a test's own with a repository in it. Whatever is started in it sees nothing of the
//! machine but `PATH`: no home, no settings of git, no other temporary folder. Everything goes when it is dropped.
//! Anything that fails in here fails the test.

mod files;
mod git;
mod scratch;
mod wait;

pub use scratch::Scratch;
pub use wait::{until, until_gone};
