//! Git's answers, on real repositories.
//!
//! `opening` asks which repository a directory belongs to, `ranges` what lies between two commits, `trees` what is
//! checked out and what changed, `candidates` what a merge would make and how it is written out, `documents` what commits and settings say, and `distrust` what a repository cannot bring about. `support` makes the repositories, with no
//! setting of the machine in them.

#![expect(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod candidates;
mod distrust;
mod documents;
mod opening;
mod ranges;
mod support;
mod trees;
