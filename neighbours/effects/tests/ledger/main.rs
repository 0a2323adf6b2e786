//! The ledger on disk: real files, real processes, real signatures.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod checkpoints;
mod crashes;
mod locks;
mod lookups;
mod purging;
mod rotating;
mod support;
mod unsettled;
mod writing;
