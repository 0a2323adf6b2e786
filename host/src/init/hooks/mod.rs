//! The hooks in a repository.

mod chain;
mod commit_msg;
mod install;
mod pre_push;
mod script;
mod tools;

pub(super) use commit_msg::commit_msg;
pub(super) use install::install;
pub(super) use pre_push::pre_push;
