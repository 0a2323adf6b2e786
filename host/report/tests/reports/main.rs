//! Reports of all kinds of reviews. Each is also written to cargo's folder for temporary files, to look at.
#![expect(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod excerpts;
mod formats;
mod hostile;
mod support;
