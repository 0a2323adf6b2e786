//! What a ledger is opened with.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::folder::ArtifactRoot;
use crate::identity::Scope;

/// What is told before each change of a file: for tests that stop a process there, and for traces.
pub(crate) type Step = Arc<dyn Fn(&'static str) + Send + Sync>;

/// What a ledger is opened with.
#[derive(Clone)]
pub struct LedgerSettings {
    /// Where artifacts are kept.
    pub root: ArtifactRoot,
    /// Whose ledger it is.
    pub scope: Scope,
    /// Whose segment this process writes.
    pub writer: String,
    /// How long to wait for a lock.
    pub lock_timeout: Duration,
    /// The time.
    pub clock: fn() -> DateTime<Utc>,
    pub(crate) step: Option<Step>,
}

impl LedgerSettings {
    /// The usual settings: a wait of 30 s for locks, and the system's time.
    #[must_use]
    pub fn new(root: ArtifactRoot, scope: Scope, writer: impl Into<String>) -> Self {
        Self { root, scope, writer: writer.into(), lock_timeout: Duration::from_secs(30), clock: Utc::now, step: None }
    }

    /// With somebody who is told the name of each change of a file before it is made.
    #[must_use]
    pub fn on_step(mut self, step: impl Fn(&'static str) + Send + Sync + 'static) -> Self {
        self.step = Some(Arc::new(step));
        self
    }
}

impl fmt::Debug for LedgerSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LedgerSettings")
            .field("root", &self.root)
            .field("scope", &self.scope)
            .field("writer", &self.writer)
            .field("lock_timeout", &self.lock_timeout)
            .finish_non_exhaustive()
    }
}
