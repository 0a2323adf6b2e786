//! Adding a pack to a manifest's text.

mod add;
mod block;
mod flow;
mod lines;
mod namespace;

pub(super) use add::{Added, NewUse, add_use};
pub(super) use namespace::namespace_of;
