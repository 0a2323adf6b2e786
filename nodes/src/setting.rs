//! What a host settles once for all nodes of a run.

use std::ffi::OsString;
use std::time::Duration;

use assize_schemas::{ReviewId, Vars};

use crate::Sandbox;

/// How long a process may go on after SIGTERM before it gets SIGKILL (AIP-62, "Lanes").
pub const DEFAULT_GRACE: Duration = Duration::from_secs(5);

/// How much longer than a lane's grace the engine has to wait for a lane that is being ended.
const ENGINE_MARGIN: Duration = Duration::from_secs(3);

/// What all nodes of one run share.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RunSetting {
    /// The run's id. It is part of the marker that every process of a lane carries, so no two runs may share it.
    pub run_id: String,
    /// The manifest's id.
    pub review_id: ReviewId,
    /// The host's variables. Lanes see `base` and `head` of the frozen range on top of them.
    pub vars: Vars,
    /// The whole environment of gates and lanes, already without git's hook variables (rulings 9).
    pub environment: Vec<(OsString, OsString)>,
    /// Time between SIGTERM and SIGKILL; shortened in tests.
    pub grace: Duration,
    /// What command lanes may touch besides their own tree; everything that the user may when absent. Gates are never
    /// confined.
    pub sandbox: Option<Sandbox>,
}

impl RunSetting {
    /// A setting with no variables, an empty environment and the grace of five seconds.
    #[must_use]
    pub fn new(run_id: impl Into<String>, review_id: ReviewId) -> Self {
        Self {
            run_id: run_id.into(),
            review_id,
            vars: Vars::new(),
            environment: Vec::new(),
            grace: DEFAULT_GRACE,
            sandbox: None,
        }
    }

    /// The grace to give the engine, so that it never abandons a lane that is still ending its processes.
    #[must_use]
    pub fn engine_grace(&self) -> Duration {
        self.grace.saturating_add(ENGINE_MARGIN)
    }
}
