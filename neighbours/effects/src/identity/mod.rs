//! What makes two effects the same: scope, kind, target and context, and the id derived from them (effect ledger,
//! section 2.2).

mod context;
mod derive;
mod effect_id;
mod error;
mod kind;
mod scope;
mod target;

pub use context::check_context;
pub(crate) use derive::fits;
pub use derive::{Identity, ReviewIdentity, derive_effect_id, derive_review_id, effect_id_of};
pub use effect_id::{Derivation, read_effect_id};
pub use error::IdentityError;
pub use kind::{
    DECISION_RECEIPT, DECISION_REVIEW_CONTINUATION, FILE_DIGEST, GIT_COMMIT, GIT_TAG, KINDS, TRACKER_COMMENT,
    TRACKER_ISSUE_CLOSED, TRACKER_PR_MERGED, is_kind,
};
pub use scope::{SUBSYSTEMS, Scope, is_identifier};
pub use target::{SCHEMES, is_target};
