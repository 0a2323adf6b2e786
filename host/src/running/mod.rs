//! What runs now, so that requests of any number of processes can meet (AIP-62, "The run"; rulings 19).
//!
//! Below `running/` in the state folder every running review has a folder of its own, named after what makes two
//! requests the same review. Whoever holds the lock in it runs the review ([`OwnRun`]); the lock of a process that dies
//! is given back by the system, and the next one takes the folder over. The others wait and take what the owner leaves
//! when it ends. A request for a newer head leaves a note that the owner heeds ([`supersede`]).
//!
//! Every request has a [`Presence`] from its beginning to its end. The last one to leave clears everything away, and
//! until then nobody misses what became of a review that was running when they came.

mod document;
mod identity;
mod list;
mod meet;
mod own;
mod presence;
mod supersede;

pub(crate) use document::Moment;
pub use list::RunningReview;
pub(crate) use meet::{Met, meet};
pub(crate) use own::OwnRun;
pub(crate) use presence::Presence;
pub(crate) use supersede::supersede;

/// The folder inside the state folder.
const RUNNING: &str = "running";
/// The lock of a review, in its folder.
const LOCK: &str = "lock";
