//! The shape of a JSON document as a table.
//!
//! One table serves three uses, so that they cannot drift apart: telling what is wrong with a document, and where;
//! refusing members that are not known; and the JSON Schema that is published beside the types.

mod check;
mod pattern;
mod problem;
mod schema;
mod table;

pub use check::{UnknownMembers, shape_problems};
pub use pattern::{BINDING_NAME, CHECK_REF, ID, NOT_EMPTY, OBJECT_NAME, Pattern, RFC3339, SHA256};
pub use problem::{ShapeFault, ShapeProblem};
pub use schema::json_schema;
pub use table::{Member, Shape, optional, required};
