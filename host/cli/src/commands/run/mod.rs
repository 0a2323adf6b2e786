//! `assize run`.

mod command;
mod export;
mod next;
mod outcome;
mod refused;
mod report;
mod signals;
mod watch;

pub(crate) use command::{interruptible, run};
