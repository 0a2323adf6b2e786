//! The files that processes leave for each other.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use assize_schemas::read_json;
use assize_store::{StateFolder, StoreError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What runs in a folder.
pub(super) const RUN: &str = "run.json";
/// What it came to.
pub(super) const ENDED: &str = "ended.json";
/// That it is not wanted any more.
pub(super) const SUPERSEDED: &str = "superseded.json";

/// The most that is read of one file, in bytes.
const LIMIT: u64 = 64 * 1024 * 1024;

/// A point in time that all processes of this machine agree on, in microseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Moment(u64);

impl Moment {
    pub(crate) fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(u64::try_from(since.as_micros()).unwrap_or(u64::MAX))
    }
}

/// A review that runs.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Running {
    pub(super) run_id: String,
    pub(super) repo_remote: String,
    pub(super) binding: String,
    pub(super) base: String,
    /// The heads it has been about: a prepare check may move the first.
    pub(super) heads: Vec<String>,
    /// The root of the work tree.
    pub(super) root: PathBuf,
    /// For people who look: the lock tells whether it is alive.
    pub(super) pid: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) review_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) manifest_sha: Option<String>,
    /// The session that asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) session_id: Option<String>,
}

/// How a review ended. One that its caller cancelled leaves nothing: whoever else wants its verdict runs it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ended {
    pub(super) run_id: String,
    pub(super) at: Moment,
    pub(super) end: End,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(super) enum End {
    Done { attestation: Value, ledger_path: Option<PathBuf>, signing_error: Option<String> },
    Failed { error: String },
    Superseded { by: String },
}

/// The wish that a run ends, left in its folder.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Superseded {
    /// The run that is meant: a later one in the same folder is not.
    pub(super) run_id: String,
    /// The run that takes its place.
    pub(super) by: String,
}

/// Reads a file of a folder; what is not there or cannot be understood is nothing.
pub(super) fn read<T: DeserializeOwned>(state: &StateFolder, folder: &Path, name: &str) -> Option<T> {
    let bytes = state.read(folder.join(name), LIMIT).ok()??;
    let value = read_json(std::str::from_utf8(&bytes).ok()?).ok()?;
    serde_json::from_value(value).inspect_err(|error| tracing::debug!(%error, name, "not understood")).ok()
}

/// Writes a file of a folder, whole for whoever reads it.
pub(super) fn write<T: Serialize>(
    state: &StateFolder,
    folder: &Path,
    name: &str,
    document: &T,
) -> Result<(), StoreError> {
    let path = folder.join(name);
    let bytes = serde_json::to_vec(document).map_err(|error| StoreError::Io {
        action: "write",
        path: path.clone(),
        source: error.into(),
    })?;
    state.write_passing(path, &bytes).map(drop)
}

/// Removes a file of a folder; that it is not there is no trouble.
pub(super) fn remove(state: &StateFolder, folder: &Path, name: &str) {
    if let Err(error) = std::fs::remove_file(state.root().join(folder).join(name)) {
        tracing::debug!(%error, name, "not removed");
    }
}
