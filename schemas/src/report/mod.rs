//! The document of a report: what one review came to, with what a reader wants beside the attestation.

mod document;
mod shape;

pub use document::{
    Excerpt, REPORT_SCHEMA, ReportAdvice, ReportDocument, ReportGenerator, ReportedLane, ReportedSpan, SpanKind,
};
pub use shape::REPORT;
