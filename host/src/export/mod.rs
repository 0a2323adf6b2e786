//! Writing attestations where a gate reads them (AIP-62, "Export").
//!
//! An export is the attestation and nothing else: where a checkout is and what was noted later about a run stay in
//! the ledger.

mod confined;
mod document;
mod error;
mod request;
mod select;

pub use document::export_to_directory;
pub use error::ExportError;
pub use request::{ExportRequest, ExportSelection, Exported};
