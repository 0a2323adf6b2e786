//! Text on its way to people.

mod place;
mod relay;
mod seconds;
mod table;

pub(crate) use place::shown;
pub(crate) use relay::Relay;
pub(crate) use seconds::{seconds, seconds_of};
pub(crate) use table::{columns, pad, table};
