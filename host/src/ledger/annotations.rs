//! What is noted beside an entry after its review (AIP-62, "Annotations").

use std::path::{Path, PathBuf};

use assize_schemas::{PullRequest, read_json, whole_time};
use chrono::Utc;
use serde_json::{Map, Value, json};

use crate::ledger::{LedgerKey, LedgerRow, PullRequestState, PullRequestStatus};
use crate::{DamagedEntry, HostError, Ledger};

/// What stands in place of an entry's `.json`.
const EXTENSION: &str = "annotations.json";
/// The lock that writers of one folder's annotations take turns by.
const LOCK: &str = ".annotations.lock";
/// The most that is read of one file, in bytes.
const LIMIT: u64 = 16 * 1024 * 1024;

const PR: &str = "pr";
const PR_STATUS: &str = "prStatus";

/// What is noted beside an entry: `{pr, prStatus}` and whatever else other hosts note there. Nobody signs it, it may
/// change at any time, and it never counts for a decision.
#[derive(Debug, Clone, PartialEq)]
pub struct LedgerAnnotations {
    path: PathBuf,
    members: Map<String, Value>,
}

/// Why nothing could be noted or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnnotationError {
    /// The ledger could not be read or written.
    #[error(transparent)]
    Ledger(#[from] HostError),
    /// No entry is of that run (any more).
    #[error("no run {run_id:?} is recorded")]
    UnknownRun {
        /// The run.
        run_id: String,
    },
    /// The file is there and cannot be understood. It is left as it is.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl From<DamagedEntry> for AnnotationError {
    fn from(DamagedEntry { path, reason }: DamagedEntry) -> Self {
        Self::Damaged { path, reason }
    }
}

impl LedgerAnnotations {
    /// Where they are, absolute.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All members.
    #[must_use]
    pub fn members(&self) -> &Map<String, Value> {
        &self.members
    }

    /// The pull request, if one is noted.
    #[must_use]
    pub fn pull_request(&self) -> Option<&Value> {
        self.members.get(PR)
    }

    /// The state of the pull request that was noted last.
    #[must_use]
    pub fn state(&self) -> Option<&str> {
        self.members.get(PR_STATUS)?.as_array()?.last()?.get("state")?.as_str()
    }

    fn read(path: PathBuf, bytes: &[u8]) -> Result<Self, DamagedEntry> {
        let members = match std::str::from_utf8(bytes).map(read_json) {
            Err(_) => Err("it is not UTF-8".to_owned()),
            Ok(Err(error)) => Err(error.to_string()),
            Ok(Ok(Value::Object(members))) => Ok(members),
            Ok(Ok(_)) => Err("it is no JSON object".to_owned()),
        };
        let members = members.and_then(|members| match (members.get(PR), members.get(PR_STATUS)) {
            (Some(pr), _) if !pr.is_object() => Err("pr is no object".to_owned()),
            (_, Some(status)) if !status.is_array() => Err("prStatus is no list".to_owned()),
            _ => Ok(members),
        });
        match members {
            Ok(members) => Ok(Self { path, members }),
            Err(reason) => Err(DamagedEntry { path, reason }),
        }
    }

    /// Puts a pull request in place of another. The same one keeps what others noted about it.
    fn link(&mut self, pr: &PullRequest) {
        let mut link = match self.members.get(PR) {
            Some(Value::Object(known)) if known.get("url").and_then(Value::as_str) == Some(&pr.url) => known.clone(),
            _ => Map::new(),
        };
        for (name, value) in [
            ("provider", json!(pr.provider)),
            ("repo", json!(pr.repo)),
            ("number", json!(pr.number)),
            ("url", json!(pr.url)),
        ] {
            link.insert(name.to_owned(), value);
        }
        self.members.insert(PR.to_owned(), Value::Object(link));
    }

    /// Appends to the list of states: nothing in it is ever taken back.
    fn append(&mut self, status: &PullRequestStatus) {
        let status = status.entry(&whole_time(Utc::now()));
        match self.members.get_mut(PR_STATUS) {
            Some(Value::Array(list)) => list.push(status),
            _ => drop(self.members.insert(PR_STATUS.to_owned(), json!([status]))),
        }
    }
}

impl Ledger {
    /// Notes beside the entry of a run which pull request it belongs to, and what state that is in. The entry itself
    /// stays as it is. Writers in any number of processes take turns. Blocks the thread.
    ///
    /// # Errors
    ///
    /// [`AnnotationError`]; what was noted before is then still there.
    pub fn annotate(
        &self,
        run_id: &str,
        pr: &PullRequest,
        state: Option<PullRequestState>,
    ) -> Result<LedgerAnnotations, AnnotationError> {
        let entry = self.show(run_id)?.ok_or_else(|| AnnotationError::UnknownRun { run_id: run_id.to_owned() })?;
        let row = LedgerRow::of(entry.attestation()).map_err(HostError::Internal)?;
        self.annotate_key(&LedgerKey::of_row(&row), pr, state.map(PullRequestStatus::of).as_ref())
    }

    /// The same for the entry of a key, with everything that is known of the pull request.
    ///
    /// # Errors
    ///
    /// As [`Ledger::annotate`].
    pub fn annotate_key(
        &self,
        key: &LedgerKey,
        pr: &PullRequest,
        status: Option<&PullRequestStatus>,
    ) -> Result<LedgerAnnotations, AnnotationError> {
        let relative = key.path().with_extension(EXTENSION);
        let _turn = self.state.lock(relative.with_file_name(LOCK)).map_err(HostError::from)?;
        let mut annotations = self
            .annotations_at(&relative)?
            .unwrap_or_else(|| LedgerAnnotations { path: self.state.root().join(&relative), members: Map::new() });
        annotations.link(pr);
        if let Some(status) = status {
            annotations.append(status);
        }
        let mut bytes = serde_json::to_vec_pretty(&annotations.members)
            .map_err(|error| HostError::Internal(format!("cannot write the annotations: {error}")))?;
        bytes.push(b'\n');
        self.state.write(&relative, &bytes).map_err(HostError::from)?;
        Ok(annotations)
    }

    /// What is noted beside the entry of a key; `None` when nothing is. Blocks the thread.
    ///
    /// # Errors
    ///
    /// [`DamagedEntry`] for a file that cannot be read or understood.
    pub fn annotations(&self, key: &LedgerKey) -> Result<Option<LedgerAnnotations>, DamagedEntry> {
        self.annotations_at(&key.path().with_extension(EXTENSION))
    }

    /// The same for the entry at an absolute path inside the state folder.
    pub(super) fn annotations_beside(&self, entry: &Path) -> Result<Option<LedgerAnnotations>, DamagedEntry> {
        let relative = entry.strip_prefix(self.state.root()).unwrap_or(entry);
        self.annotations_at(&relative.with_extension(EXTENSION))
    }

    fn annotations_at(&self, relative: &Path) -> Result<Option<LedgerAnnotations>, DamagedEntry> {
        let path = self.state.root().join(relative);
        match self.state.read(relative, LIMIT) {
            Ok(None) => Ok(None),
            Ok(Some(bytes)) => LedgerAnnotations::read(path, &bytes).map(Some),
            Err(error) => Err(DamagedEntry { path, reason: error.to_string() }),
        }
    }
}
