//! One reviewer's session: where it works, what it is told, what it may touch, and what it left.

mod arguments;
mod attempt;
mod confined;
mod environment;
mod installation;
mod lane_place;
mod private_folder;
mod prompt;
mod transcript;

pub(super) use attempt::{Attempt, Ended, Session};
pub(super) use transcript::Transcript;

pub(crate) use confined::{system_without, without};
pub(crate) use environment::{host_folders, variable};
pub(crate) use installation::path_folder;
pub(crate) use lane_place::clear_run;
