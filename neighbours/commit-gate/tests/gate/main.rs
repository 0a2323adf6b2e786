//! The commit gate from outside, on real repositories and with real commits. One file a subject.
#![expect(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod arguments;
mod commits;
mod credit;
mod documents;
mod guard;
mod hostile;
mod messages;
mod per_file;
mod prompt;
mod replayed;
mod scale;
mod scope;
mod streams;
mod trailers;
mod verdicts;
mod world;
