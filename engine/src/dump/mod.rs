//! Graphs as text for people, tests and other programs. None of these is a manifest, and each says so.

mod dot;
mod escape;
mod json;
mod mermaid;
mod picture;
mod summary;
mod text;

pub(crate) use dot::dot;
pub(crate) use json::json;
pub(crate) use mermaid::mermaid;
pub(crate) use text::text;
