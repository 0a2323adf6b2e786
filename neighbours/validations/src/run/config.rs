//! The configurations of the steps.

use serde::{Deserialize, Serialize};

/// The node that computes the candidate tree.
pub const PREVIEW_NODE: &str = "validation.preview";
/// The node that writes the tree into a fresh folder.
pub const CHECKOUT_NODE: &str = "validation.checkout";
/// The node that runs the command in it.
pub const RUN_NODE: &str = "validation.run";
/// The node that signs what came out.
pub const SIGN_NODE: &str = "validation.sign";
/// The node that stores what was signed.
pub const RECORD_NODE: &str = "validation.record";

pub(super) const PREVIEW: &str = "preview";
pub(super) const CHECKOUT: &str = "checkout";
pub(super) const RUN: &str = "run";
pub(super) const SIGN: &str = "sign";
pub(super) const RECORD: &str = "record";

/// What is to be landed where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewConfig {
    /// The branch.
    pub stream: String,
    /// The proposal as it was named.
    pub proposal: String,
}

/// Nothing: the tree is the preview's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckoutConfig {}

/// What is run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RunConfig {
    /// The check.
    pub check: String,
    /// The program and its arguments. No shell reads them.
    pub argv: Vec<String>,
    /// How long it may take, in milliseconds. The limit is the command's, not the step's: at its end there is no result,
    /// which is no failure of the graph's doing.
    pub timeout_ms: u64,
    /// The exit statuses that mean that there is no result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inconclusive_exit: Vec<u8>,
}

/// What is stated beside the tree and the result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignConfig {
    /// The check.
    pub check: String,
    /// The version of the policy that the command was taken from.
    pub policy_version: u64,
    /// The environment's digest.
    pub env_digest: String,
    /// Who states it.
    pub issuer: String,
}

/// Nothing: what is stored is what was signed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordConfig {}
