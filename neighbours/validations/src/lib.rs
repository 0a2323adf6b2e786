//! Tree validations: "the tests passed", and on exactly what.
//!
//! A validation is bound to the exact tree that a merge would produce, to the version of the policy and to the
//! environment, and signed by an issuer. A change lands only when the current policy's required checks have passed,
//! by issuers that it trusts, on the tree that landing it now would make.
//!
//! * Documents: [`Attestation`], the signed statement, and [`Policy`], what is required and who is trusted.
//! * The one rule: [`decide`] says whether a tree may land. It reads nothing but its arguments.
//! * Keys: [`IssuerKey`] signs, [`PublicKey`] is what a policy trusts.
//!
//! Another program's CI signs by itself:
//!
//! ```
//! use assize_validations::{Attestation, CheckResult, IssuerKey, attestation_id, env_digest_of_label};
//!
//! let issuer_key = IssuerKey::generate()?;
//! let tree_id = "4b825dc642cb6eb9a060e54bf8d69288fbee4904".to_owned();
//! let attestation = Attestation::sign(
//!     &issuer_key,
//!     attestation_id()?,
//!     tree_id,
//!     "tests".into(),
//!     CheckResult::Pass,
//!     1,
//!     env_digest_of_label("ci image 7").to_string(),
//!     "service:ci".into(),
//!     1_767_225_600_000,
//! )?;
//! assert!(attestation.verify().is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attestation;
mod decision;
mod env_digest;
mod hex;
mod keys;
mod patterns;
mod policy;
mod random;
mod repository;
mod run;
mod signature;
mod stream;
mod whole;

pub use attestation::{
    ATTESTATION_BODY, ATTESTATION_SCHEMA, Attestation, AttestationError, AttestationFault, CheckResult, attestation_id,
};
pub use decision::{Decision, Trust, counts, decide, trust};
pub use env_digest::{env_digest, env_digest_of_command, env_digest_of_label, platform};
pub use keys::{IssuerKeys, KeyError, NamedKey};
pub use patterns::{MAX_EXACT, is_check_name, is_issuer};
pub use policy::{Policy, PolicyError, PolicyFault, RequiredValidation, TrustedIssuer};
pub use random::RandomError;
pub use repository::{
    AuditEvent, AuditTrail, CurrentPolicy, LARGEST_ATTESTATION, LARGEST_POLICY, PolicySet, Recorded, Repository,
    RepositoryError, Submitted,
};
pub use run::{
    CHECKOUT_NODE, CheckoutConfig, NoResult, PREVIEW_NODE, PlanError, PreviewConfig, RECORD_NODE, RUN_NODE,
    RecordConfig, RunConfig, RunError, SIGN_NODE, SignConfig, ValidationNodes, ValidationOutcome, ValidationPlan,
    ValidationRequest, ValidationRun, validation_graph,
};
pub use signature::{IssuerKey, PublicKey};
pub use stream::{Candidate, Integrated, Integration, Landing, Stream, StreamError, Tidied};
