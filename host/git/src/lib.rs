//! The git command line, called safely.
//!
//! [`GitProgram`] is the git binary with a cleaned environment; [`Git`] binds it to a directory. Every call is an
//! argument list, never a shell's text; repositories cannot make git run their hooks, file system monitors or
//! prompts; paths come back raw between NULs; what is read has a bound; and a call whose future is dropped is
//! killed.
//!
//! ```no_run
//! # async fn example(environment: Vec<(std::ffi::OsString, std::ffi::OsString)>) -> Result<(), assize_git::GitError> {
//! use assize_git::{Git, GitProgram, Ref};
//!
//! let git = Git::new(GitProgram::find(&environment)?, ".");
//! let checkout = git.open(None).await?;
//! let base = git.merge_base(&Ref::parse("origin/main")?, &Ref::from(&checkout.head)).await?;
//! println!("{} since {base:?}", checkout.root.display());
//! # Ok(()) }
//! ```

mod blob;
mod candidate;
mod changes;
mod checkout;
mod command;
mod environment;
mod error;
mod history;
mod index_file;
mod landing;
mod objects;
mod program;
mod reference;
mod settings;
mod shallow;
mod shared_folder;
mod status;
mod surroundings;
mod tree_state;
mod tree_writer;
mod unwatched;
mod worktree;

pub use candidate::{Merged, PlainGitDir};
pub use checkout::Checkout;
pub use command::Git;
pub use environment::{is_hook_variable, without_hook_variables};
pub use error::GitError;
pub use history::Author;
pub use objects::{Object, SignatureState};
pub use program::GitProgram;
pub use reference::Ref;
pub use shared_folder::SharedFolder;
pub use status::Status;
pub use surroundings::Surroundings;
pub use tree_state::TreeSnapshot;
pub use tree_writer::TreeError;
