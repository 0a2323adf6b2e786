//! The steps of a run in the order of AIP-62, "The run": repository, manifest, binding, range, rubrics, graph,
//! lanes, attestation, signature, ledger.
//!
//! Each step takes what the ones before it established and adds a type of its own, so that a step cannot be left out:
//! [`ReadManifest`], then [`Plan`], then [`Executed`], then a recorded attestation.

mod attest;
mod bridge;
mod cached;
mod compose;
mod confined;
mod document;
mod execute;
mod of_commit;
mod plan;
mod record;
mod recorded_gate;
mod requested;
mod rubrics;
mod run;
mod shelf;
mod sign;
mod watched;

pub(crate) use document::{ReadManifest, read_source};
pub(crate) use execute::Executed;
pub(crate) use of_commit::read_manifest as read_manifest_of;
pub(crate) use plan::{Plan, host_variables};
pub(crate) use requested::Requested;
pub(crate) use run::run;
