//! The one file a reviewer writes (AIP-62, "The agent-lane contract").

use serde::{Deserialize, Serialize};

use crate::Finding;

/// What a verdict file holds, once its shape was found right. The reviewer's own `decision` is not kept:
/// it must not influence anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictFile {
    /// One line from the reviewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// What the reviewer found; may be empty.
    pub findings: Vec<Finding>,
}
