//! What this host has attested (AIP-62, "The ledger").

mod annotations;
mod check;
mod entry;
mod filter;
mod key;
mod listing;
mod lookup;
mod pull_request;
mod row;
mod sessions;

pub use annotations::{AnnotationError, LedgerAnnotations};
pub use check::LedgerCheck;
pub use entry::LedgerEntry;
pub(crate) use entry::{EntryHost, NewEntry};
pub use filter::{LedgerFilter, RangeFilter};
pub use key::LedgerKey;
pub(crate) use key::REVIEWS;
pub use listing::{DamagedEntry, Ledger, LedgerListing};
pub use pull_request::{PullRequestCheck, PullRequestReview, PullRequestState, PullRequestStatus};
pub use row::{LedgerRow, LedgerRowLane};
