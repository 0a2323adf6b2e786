//! The review nodes of an engine graph, on traits that a host implements.
//!
//! [`Repository`] and [`ReviewerHost`] are what a host brings: the nodes themselves never open a repository, a
//! terminal or an agent session.

mod error;
mod line_sink;
mod repository;
mod reviewer;
mod setting;
mod tree_state;
mod workspace;

pub use error::HostError;
pub use line_sink::LineSink;
pub use repository::Repository;
pub use reviewer::{NO_REVIEWER_HOST, NoReviewers, ReviewRequest, ReviewerHost};
pub use setting::{DEFAULT_GRACE, RunSetting};
pub use tree_state::TreeState;
pub use workspace::Workspace;
