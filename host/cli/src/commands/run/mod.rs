//! `assize run`.

mod command;
mod export;
mod next;
mod outcome;
mod refused;
mod signals;

pub(crate) use command::run;
