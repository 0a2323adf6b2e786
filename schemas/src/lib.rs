//! The documents of a review and the rules that belong to them, without any I/O.
//!
//! * Documents: [`Manifest`] and [`PackManifest`] (a checked REVIEW.md), [`VerdictFile`] (what a reviewer writes),
//!   [`LaneResult`], [`Attestation`], and what graph documents hold ([`LaneConfig`], [`ReviewResult`] and others). The
//!   JSON Schemas in this crate's `schema` folder are made from the tables in [`shape`] and the documents' modules.
//! * Rules, each in one place: a lane's status is decided by [`settle`], a verdict by [`fold`], canonical bytes by
//!   [`canonical_json`], and JSON that comes from elsewhere is read by [`read_json`].

pub mod shape;

mod annul;
mod attestation;
mod base32;
mod dsse;
mod fold;
mod frontmatter;
mod git_pack_ref;
mod graph;
mod graph_document;
mod id;
mod in_toto;
mod json;
mod lane;
mod manifest;
mod member_path;
mod outcome;
mod output_tail;
mod pack_digest;
mod placeholder;
mod plain_text;
mod range;
mod repo_remote;
mod repo_slug;
mod report;
mod reuse;
mod schema_documents;
mod settle;
mod sha;
mod span;
mod time;
mod time_budget;
mod verdict_file;
mod workflow_id;

pub use annul::{annul, lost_lane};
pub use attestation::{
    ATTESTATION, ATTESTATION_SCHEMA, Attestation, AttestationDigests, AttestationDraft, AttestationFault,
    AttestationProblem, AttestedTarget, Attestor, Expectation, GitAuthor, LANE_COMPOSED_FROM, LANE_FALLBACKS,
    LANE_RESULT, PACK_DIGEST, PULL_REQUEST, PackDigest, PullRequest, REQUESTER, RUBRIC_DIGEST, RUN_ID, Requester,
    RubricDigest, Signature, attestation_digests, attestation_shape, attestation_verify, build_attestation,
};
pub use base32::base32;
pub use dsse::{BASE64, DSSE_ENVELOPE, DsseEnvelope, DsseSignature, dsse_pae};
pub use fold::{fold, fold_words};
pub use frontmatter::{PACK_FRONTMATTER, REVIEW_FRONTMATTER};
pub use git_pack_ref::{GitPackRef, GitPackRefError, parse_git_pack_ref};
pub use graph::{
    AGENT_LANE_NODE, COMMAND_LANE_NODE, FREEZE_NODE, FREEZE_STEP, FreezeConfig, FrozenTarget, GATE_NODE, GateConfig,
    LANES_STEP, LaneConfig, ReviewResult, VERDICT_NODE, VERDICT_STEP, VerdictConfig,
};
pub use graph_document::GRAPH_DOCUMENT;
pub use id::{BindingName, CheckId, CheckRef, IdError, MAX_CHECK_REF_CHARS, MAX_ID_CHARS, PackNamespace, ReviewId};
pub use in_toto::{IN_TOTO_PAYLOAD_TYPE, STATEMENT_SUBJECT, STATEMENT_TYPE, statement};
pub use json::{JsonError, JsonErrorKind, MAX_JSON_DEPTH, canonical_json, compare_utf16, read_json};
pub use lane::{ComposedFrom, FallbackTry, Finding, LaneKind, LaneResult, LaneStatus, Verdict};
pub use manifest::{
    AgentCheck, Binding, Check, CheckOverride, CommandCheck, DEFAULT_AGENT_TIMEOUT_MS, DEFAULT_BASE, DEFAULT_BINDING,
    DEFAULT_COMMAND_TIMEOUT_MS, False, MAX_TIMEOUT_MS, Manifest, PackKind, PackManifest, PackUse, Quorum, ReviewKind,
    Severity, Target, TargetKind, VerdictSettings,
};
pub use member_path::{is_unsafe, push_item, push_member};
pub use outcome::{Exited, LaneOutcome, Reported, Stopped};
pub use output_tail::{MAX_TAIL_CHARS, output_tail};
pub use pack_digest::{PACK_DIGEST_ALG, pack_digest};
pub use placeholder::{Placeholder, Substituted, UnboundPlaceholder, Vars, placeholders, substitute};
pub use plain_text::plain_text;
pub use range::range_sha;
pub use repo_remote::normalize_remote;
pub use repo_slug::repo_slug;
pub use report::{
    Excerpt, REPORT, REPORT_SCHEMA, ReportAdvice, ReportDocument, ReportGenerator, ReportedLane, ReportedSpan, SpanKind,
};
pub use reuse::{ComposeRequest, PackInUse, cache_rule, compose_rule};
pub use schema_documents::schema_documents;
pub use settle::settle;
pub use sha::{Sha, Sha256Hex, ShaError};
pub use span::{span, with_spans};
pub use time::{read_time, whole_time};
pub use time_budget::time_budget_minutes;
pub use verdict_file::{
    FINDING_REPORTED, MAX_VERDICT_FILE_BYTES, VERDICT_FILE, VerdictFile, VerdictFileError, read_verdict_file,
    verdict_file_from,
};
pub use workflow_id::workflow_id;
