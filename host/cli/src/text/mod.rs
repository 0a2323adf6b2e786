//! Text on its way to people.

mod cut;
mod json;
mod place;
mod relay;
mod span;
mod table;

pub(crate) use assize_schemas::{span, with_spans};
pub(crate) use cut::cut;
pub(crate) use json::plain_json;
pub(crate) use place::shown;
pub(crate) use relay::Relay;
pub(crate) use span::span_of;
pub(crate) use table::{columns, pad, table};
