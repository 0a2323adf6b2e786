//! What a repository keeps about validations, in the folder `ag` of the git folder that its work trees share: policies,
//! attestations, the audit log, and what is under way.

mod attestations;
mod audit;
mod error;
mod folder;
mod landing;
mod policies;
mod removal;
mod scratch;

pub use attestations::{LARGEST_ATTESTATION, Recorded, Submitted};
pub use audit::{AuditEvent, AuditTrail};
pub use error::RepositoryError;
pub use folder::Repository;
pub use policies::{CurrentPolicy, LARGEST_POLICY, PolicySet};

pub(crate) use audit::decision_details;
pub(crate) use folder::Writing;
pub(crate) use landing::PendingLanding;
pub(crate) use scratch::Scratch;
