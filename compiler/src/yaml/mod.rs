//! YAML as this format reads it: events of the `serde-saphyr` parser into a tree with spans.
//!
//! This is the only module that knows the YAML crate. It takes the crate's event parser rather than its serde front:
//! serde stops at the first error and gives no place of a value that is valid but unwelcome, while a report needs every
//! problem with its place. What the crate's strict options would do is done here, to the letter of rulings 2:
//! duplicate keys, merge keys, keys that are no text, unknown tags and second documents are problems; nesting depth
//! and what aliases expand to are bounded; scalars are read by YAML's core schema. A test compares the values with
//! those of the serde front under its strict options.

mod advice;
#[cfg(test)]
mod against_serde;
mod keys;
mod load;
mod paths;
mod scalar;
mod tree;

pub(crate) use load::load;
pub(crate) use scalar::Scalar;
pub(crate) use tree::{Items, Node, Shape, Tree};
