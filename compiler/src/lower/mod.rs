//! From a binding to a step graph (AIP-62, "Compilation to a workflow").

mod compile;
mod error;
mod placeholders;

pub use compile::compile;
pub use error::CompileError;
