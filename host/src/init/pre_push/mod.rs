//! The `pre-push` hook in a repository.

mod block;
mod chain;
mod install;
mod tools;

pub(super) use install::install;
