//! Git packs: pinned commits, kept in bare repositories.

mod cache;
mod call;
mod load;
mod object;
mod objects;
mod tree;

#[cfg(test)]
mod tests;

pub(super) use cache::GitPackCache;
pub(crate) use call::{GitCall, text_of};
