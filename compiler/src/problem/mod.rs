//! What can be wrong with a file, and how it is told.

mod code;
mod field_path;
mod nearest;
mod problems;
mod quote;
mod render;
mod single;

pub use code::Code;
pub(crate) use field_path::{At, Part, Path};
pub use field_path::{FieldPath, FieldPathError};
pub use nearest::Nearest;
pub(crate) use problems::ProblemSink;
pub use problems::Problems;
pub(crate) use quote::{printable, quote};
pub use single::{Place, Problem};
