//! Attestations: what an issuer states about one check on one tree.

mod document;
mod error;
mod result;
mod shape;

pub use document::{Attestation, attestation_id};
pub use error::{AttestationError, AttestationFault};
pub use result::CheckResult;
pub use shape::{ATTESTATION_BODY, ATTESTATION_SCHEMA};
