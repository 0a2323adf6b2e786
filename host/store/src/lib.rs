//! Files that are written whole or not at all, private folders and locks.
//!
//! A [`StateFolder`] is one private directory (folders 0700, files 0600). Everything in it is named by relative
//! paths that cannot leave it, written by [`StateFolder::write`] so that a reader, or a machine that loses power,
//! finds the old content or the new and never a torn one, and read with a bound. A [`FileLock`] excludes other
//! processes and is given back by the system when its holder dies.
//!
//! ```
//! use assize_store::StateFolder;
//!
//! let place = tempfile::tempdir()?;
//! let state = StateFolder::new(place.path().join("state"));
//! state.write("reviews/one.json", b"{}\n")?;
//! assert_eq!(state.read("reviews/one.json", 1024)?.as_deref(), Some(&b"{}\n"[..]));
//! assert!(state.write("../outside", b"").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod folder;
mod lock;
mod read;
mod remove;
mod write;

pub use error::StoreError;
pub use folder::StateFolder;
pub use lock::FileLock;
pub use read::read_bounded;
pub use remove::remove_tree;
pub use write::{write_atomically, write_new};
