//! The JSON Schemas that are published with this crate.

use serde_json::Value;

use crate::shape::{Shape, UnknownMembers, json_schema};
use crate::{ATTESTATION, GRAPH_DOCUMENT, PACK_FRONTMATTER, REPORT, REVIEW_FRONTMATTER, VERDICT_FILE};

/// Every published JSON Schema with the name of its file in this crate's `schema` folder. The frontmatters and the
/// graph document are closed; attestations, verdict files and reports may hold members that are not known here.
#[must_use]
pub fn schema_documents() -> Vec<(&'static str, Value)> {
    let document = |file: &'static str, title: &str, shape: &Shape, unknown: UnknownMembers| {
        (file, json_schema(&format!("urn:assize:{file}"), title, shape, unknown))
    };
    vec![
        document("REVIEW.schema.json", "The frontmatter of a REVIEW.md", &REVIEW_FRONTMATTER, UnknownMembers::Refuse),
        document(
            "REVIEW-PACK.schema.json",
            "The frontmatter of a review pack",
            &PACK_FRONTMATTER,
            UnknownMembers::Refuse,
        ),
        document("ATTESTATION.schema.json", "The attestation of a review", &ATTESTATION, UnknownMembers::Allow),
        document("VERDICT-FILE.schema.json", "What a reviewer writes", &VERDICT_FILE, UnknownMembers::Allow),
        document("GRAPH.schema.json", "The graph that a binding compiles to", &GRAPH_DOCUMENT, UnknownMembers::Refuse),
        document(
            "REPORT.schema.json",
            "What a review came to, for people and programs",
            &REPORT,
            UnknownMembers::Allow,
        ),
    ]
}
