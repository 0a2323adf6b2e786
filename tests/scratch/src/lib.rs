//! Temporary git repositories for tests.
//!
//! A [`Scratch`] is a folder of a test's own with a repository in it. Whatever is started in it sees nothing of the
//! machine but `PATH`: no home, no settings of git, no other temporary folder. Everything goes when it is dropped.
//! Anything that fails in here fails the test.

mod files;
mod git;
mod scratch;

pub use scratch::Scratch;
