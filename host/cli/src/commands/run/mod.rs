//! `assize run`.

mod command;
mod outcome;
mod signals;

pub(crate) use command::run;
