//! Verifiers: who asks a target whether an effect happened, and what of an answer counts (effect ledger, section 2.10).

mod answer;
mod built_in;
mod decide;
mod decision;
mod file;
mod git;
mod reference;
mod registry;
mod request;
mod run;
mod tracker;

pub use answer::{Outcome, Raised, VerifierAnswer, VerifierResult};
pub use built_in::{BuiltIn, built_in};
pub use decide::{Decision, decide};
pub use reference::{InvalidVerifier, VerifierRef};
pub use registry::{DuplicateVerifier, Registry};
pub use request::{Expected, Verifier, VerifierRequest};
pub use run::{Verified, run_verifier};
pub use tracker::{Provider, TrackerSettings, TrackerSettingsError};
