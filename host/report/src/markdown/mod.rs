//! The report as a comment for a pull request.

mod comment;
mod escape;

pub(crate) use comment::comment;
