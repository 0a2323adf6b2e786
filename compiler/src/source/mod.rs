//! The bytes of a file: bounds, encoding, fences and places.

mod frontmatter;
mod positions;
mod span;
mod text;

pub(crate) use frontmatter::{Frontmatter, split};
pub(crate) use positions::Positions;
pub(crate) use span::Span;
pub use text::MAX_SOURCE_BYTES;
pub(crate) use text::{read_text, unprintable};
