//! The host on real repositories.
//!
//! `running` is about verdicts and what is recorded, `ranges` about what is reviewed, `isolation` about lanes in work
//! trees of their own, `own_rules` about commits that are not what is checked out, `packs` about imported checks, `signing` about signatures, `cache` about verdicts that were
//! recorded before, `composing` about lanes that build on those, `meeting` about runs that join, take over or supersede
//! each other, `ledger` about what is read back, `inspecting` about looking without running. `support` makes the
//! repositories and the host, with no setting of the machine in them.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test says what went wrong by failing")]

mod cache;
mod composing;
mod inspecting;
mod isolation;
mod ledger;
mod meeting;
mod own_rules;
mod packs;
mod ranges;
mod running;
mod signing;
mod support;
