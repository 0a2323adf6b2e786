//! The versions of the policy.

use std::path::PathBuf;

use serde_json::json;

use super::{AuditEvent, Repository, RepositoryError};
use crate::{Policy, PolicyError};

/// The folder of policies.
const POLICIES: &str = "policy";
/// The largest policy, in bytes.
pub const LARGEST_POLICY: u64 = 1024 * 1024;

/// The policy that holds now.
#[derive(Debug, Clone, PartialEq)]
pub struct CurrentPolicy {
    /// Its version, from 1.
    pub version: u64,
    /// The policy.
    pub policy: Policy,
}

/// What setting a policy came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PolicySet {
    /// The version that holds now.
    pub version: u64,
    /// Whether it is a new one. The same content has the same version.
    pub changed: bool,
}

impl Repository {
    /// The policy that holds now; `None` when none was ever set.
    ///
    /// # Errors
    ///
    /// [`RepositoryError::DamagedPolicy`] when it cannot be read: that is not the same as having none.
    pub fn current_policy(&self) -> Result<Option<CurrentPolicy>, RepositoryError> {
        let Some(version) = self.newest_version()? else { return Ok(None) };
        let path = file(version);
        let Some(bytes) = self.folder.read(&path, LARGEST_POLICY)? else {
            return Err(RepositoryError::Damaged { path: self.full(path)?, what: "it is gone".to_owned() });
        };
        let damaged = |source: PolicyError| match self.full(&path) {
            Ok(path) => RepositoryError::DamagedPolicy { path, source },
            Err(error) => error.into(),
        };
        let text = String::from_utf8_lossy(&bytes);
        let policy = Policy::read(&text).map_err(damaged)?;
        Ok(Some(CurrentPolicy { version, policy }))
    }

    /// Makes `policy` the one that holds, under the next version unless it is the same as the present one. `by` is who
    /// does it, for the audit log. Blocks the thread while others write.
    ///
    /// # Errors
    ///
    /// [`RepositoryError`]; the old policy then still holds.
    pub fn set_policy(&self, policy: &Policy, by: &str) -> Result<PolicySet, RepositoryError> {
        let writing = self.writing()?;
        let canonical = policy.to_canonical();
        // A damaged one is replaced by whatever is set.
        let newest = self.newest_version()?.unwrap_or(0);
        if newest > 0
            && self.folder.read(file(newest), LARGEST_POLICY)?.is_some_and(|held| held == canonical.as_bytes())
        {
            return Ok(PolicySet { version: newest, changed: false });
        }
        let version = newest + 1;
        let details = json!({"version": version, "sha256": policy.sha256()});
        self.append(&writing, &AuditEvent::new("policy.set", by, None, details)?)?;
        if !self.create(&writing, file(version), canonical.as_bytes())? {
            let what = "it appeared although nobody else may write".to_owned();
            return Err(RepositoryError::Damaged { path: self.full(file(version))?, what });
        }
        Ok(PolicySet { version, changed: true })
    }

    fn newest_version(&self) -> Result<Option<u64>, RepositoryError> {
        let entries = self.folder.entries(POLICIES)?;
        let version = |name: &str| {
            let digits = name.strip_suffix(".json")?;
            let version = digits.parse::<u64>().ok().filter(|version| *version > 0)?;
            (version.to_string() == digits).then_some(version)
        };
        Ok(entries.iter().filter_map(|entry| version(entry.file_name().to_str()?)).max())
    }
}

fn file(version: u64) -> PathBuf {
    PathBuf::from(POLICIES).join(format!("{version}.json"))
}
