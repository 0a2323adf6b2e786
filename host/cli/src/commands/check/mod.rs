//! `assize check`.

mod absent;
mod command;
mod document;

pub(crate) use command::check;
