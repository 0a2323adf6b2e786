//! The repository under review: where it is, which range of it, and the trees that lanes run in.

mod left_over;
mod place;
mod range;
mod reviewed;
mod view;
mod worktree_owner;
mod worktrees;

pub(crate) use left_over::remove_left_over;
pub(crate) use place::Place;
pub(crate) use range::{ReviewRange, resolve_range};
pub(crate) use reviewed::ReviewedRepository;
pub use view::RepositoryView;
pub(crate) use worktrees::{Worktrees, temporary_folder};
