//! Everything a command lane has to be told.

use std::path::PathBuf;

use assize_schemas::{CommandCheck, FrozenTarget, Vars};
use serde::{Deserialize, Serialize};

use crate::Sandbox;

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
    /// What the lane may touch, its tree included; everything that the user may when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<Sandbox>,
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
        Self { check, root: root.into(), isolated, vars, sandbox: None }
    }

    /// The same lane in a sandbox; its tree is added to what may be written there.
    #[must_use]
    pub fn confined_to(mut self, sandbox: Option<Sandbox>) -> Self {
        self.sandbox = sandbox.map(|sandbox| sandbox.writing(&self.root));
        self
    }
}
