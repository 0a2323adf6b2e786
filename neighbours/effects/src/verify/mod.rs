//! Whether a ledger holds (effect ledger, section 2.8).

mod anchor;
mod checkpoints;
mod index;
mod options;
mod report;
mod run;
mod segments;

pub use options::{Sink, VerifyOptions};
pub use report::{Anchor, AnchorSource, Failure, LedgerReport};
pub use run::verify_ledger;

pub(crate) use index::well_formed;
pub(crate) use run::read_keyring;
pub(crate) use segments::{explain, read_line};
