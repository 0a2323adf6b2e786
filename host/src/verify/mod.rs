//! Deciding whether a range is attested, from the repository, its manifest and an exported attestation (AIP-62,
//! "Verification"). Nothing is run again.
//!
//! The steps are those of the format: [`Subject`] is the manifest and what an attestation has to be about, [`locate`]
//! finds the attestation, and then four stages judge it, each whatever the others found: its content, the
//! attestations it builds on, the packs, the signature. Everything that does not hold is collected; the exit status is
//! that of the first stage with a problem (rulings 23).
//!
//! [`locate`]: locate::locate

mod composed;
mod content;
mod error;
mod folder;
mod judge;
mod locate;
#[cfg(test)]
mod mutations;
mod packs;
mod request;
mod resolution;
mod run;
mod signature;
mod subject;
mod summary;
mod trust;
mod view;

pub use error::VerifyError;
pub use packs::{PackQuestion, PackResolution, PackResolutionError};
pub use request::{ExpectedVerdict, VerifyRequest};
pub use view::{Absence, SignatureStatus, SignatureView, VerifyNote, VerifyProblem, VerifyStage, VerifyView};

use subject::Subject;
