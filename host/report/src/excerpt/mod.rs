//! The lines that findings are about.

mod gather;
mod path;
mod window;

pub use gather::excerpts;
pub(crate) use path::confined;
