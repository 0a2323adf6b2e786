//! Everything a command lane has to be told.

use std::path::PathBuf;

use assize_schemas::{CommandCheck, FrozenTarget, Vars};
use serde::{Deserialize, Serialize};

/// A command lane as data, so that it can be carried out here or on another machine. Environment and grace belong
/// to the place where it is carried out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommandLaneRequest {
    /// The check; its `run` still holds the placeholders.
    pub check: CommandCheck,
    /// The absolute root of the tree it runs in.
    pub root: PathBuf,
    /// Whether that tree is the lane's own, so that the lane must not look at any other.
    pub isolated: bool,
    /// What placeholders stand for.
    pub vars: Vars,
}

impl CommandLaneRequest {
    /// A request for `check` in the tree at `root`. `base` and `head` are those of the frozen range, whatever the
    /// host's own variables say (AIP-62, "Placeholders").
    #[must_use]
    pub fn new(
        check: CommandCheck,
        root: impl Into<PathBuf>,
        isolated: bool,
        host_vars: &Vars,
        target: &FrozenTarget,
    ) -> Self {
        let vars = host_vars.clone().with("base", target.base_sha.as_str()).with("head", target.head_sha.as_str());
        Self { check, root: root.into(), isolated, vars }
    }
}
