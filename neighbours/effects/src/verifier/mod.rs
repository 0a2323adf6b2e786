//! Verifiers: who asks a target whether an effect happened, and what of an answer counts (effect ledger, section 2.10).

mod answer;
mod decide;
mod reference;

pub use answer::{Outcome, Raised, VerifierAnswer, VerifierResult};
pub use decide::{Decision, decide};
pub use reference::{InvalidVerifier, VerifierRef};
