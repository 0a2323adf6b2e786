//! The rubrics of a run's agent lanes, to be read when a lane begins.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use assize_git::Git;
use assize_nodes::RubricText;
use assize_schemas::{Check, CheckRef, Sha, Sha256Hex};
use assize_store::read_bounded;

use crate::ConfinedRubric;
use crate::pipeline::Plan;
use crate::pipeline::of_commit::inside;
use crate::pipeline::rubrics::RUBRIC_LIMIT;

/// Where a rubric is.
#[derive(Debug, Clone)]
enum Source {
    /// In a pack, confined to it.
    Pack(ConfinedRubric),
    /// In a file.
    File(PathBuf),
    /// In the commit that the manifest was read from.
    Commit {
        git: Git,
        commit: Sha,
        /// The path from the root, when it has one there.
        path: Option<String>,
    },
    /// Nowhere that could be read.
    Nowhere(String),
}

#[derive(Debug, Clone)]
struct Entry {
    declared: String,
    file: PathBuf,
    /// What is recorded of it; `None` when it could not be read then.
    sha256: Option<String>,
    source: Source,
}

/// The rubrics of a run's agent lanes. A reviewer is given the bytes whose digest the attestation records, and nothing
/// else: a rubric that is another one by now makes its lane `skipped`.
#[derive(Debug, Default)]
pub(super) struct RubricShelf {
    entries: HashMap<CheckRef, Entry>,
}

impl RubricShelf {
    /// The rubrics of a plan's agent lanes. Nothing is read yet.
    pub(super) fn of(plan: &Plan) -> Self {
        let manifest = &plan.manifest.manifest;
        let agents = plan.binding.checks.iter().filter_map(|id| match manifest.check(id) {
            Some(Check::Agent(check)) => Some(check),
            _ => None,
        });
        let entry = |check: &assize_schemas::AgentCheck| {
            let recorded = plan.rubrics.iter().find(|rubric| rubric.check == check.id.as_str());
            let file = plan.manifest.directory().join(&check.rubric);
            let of_pack = plan.loaded.as_ref().and_then(|loaded| loaded.rubric(manifest, check));
            let source = match (of_pack, &plan.manifest.commit) {
                (Some(Ok(rubric)), _) => Source::Pack(rubric.clone()),
                (Some(Err(error)), _) => Source::Nowhere(error.report()),
                (None, Some(commit)) => {
                    let (git, commit) = (plan.place.git.clone(), commit.clone());
                    Source::Commit { git, commit, path: inside(&file, &plan.place.checkout.root) }
                }
                (None, None) => Source::File(file.clone()),
            };
            let sha256 = recorded.map(|rubric| rubric.sha256.clone());
            (check.id.clone(), Entry { declared: check.rubric.clone(), file, sha256, source })
        };
        Self { entries: agents.map(entry).collect() }
    }

    /// Whether there is no agent lane.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The rubric of a lane, or why its reviewer cannot be asked.
    pub(super) async fn read(&self, check: &CheckRef) -> Result<RubricText, String> {
        let entry = self.entries.get(check).ok_or("internal error: this lane has no rubric")?.clone();
        let Entry { declared, file, sha256, source } = entry;
        let missing = || format!("rubric not found: {}", file.components().collect::<PathBuf>().display());
        let bytes: Arc<[u8]> = match source {
            Source::Nowhere(error) => return Err(error),
            Source::Pack(rubric) => {
                let read = tokio::task::spawn_blocking(move || rubric.read()).await;
                let read = read.map_err(|error| format!("internal error: reading the rubric: {error}"))?;
                read.map_err(|error| error.report())?
            }
            Source::File(path) => {
                let read = tokio::task::spawn_blocking(move || read_bounded(&path, RUBRIC_LIMIT)).await;
                let read = read.map_err(|error| format!("internal error: reading the rubric: {error}"))?;
                read.map_err(|error| format!("rubric not readable: {error}"))?.ok_or_else(missing)?.into()
            }
            Source::Commit { git, commit, path } => {
                let path = path.ok_or_else(missing)?;
                let limit = usize::try_from(RUBRIC_LIMIT).unwrap_or(usize::MAX);
                let read = git.files(&[(&commit, &path)], limit).await.map_err(|error| error.to_string())?;
                read.into_iter().next().flatten().ok_or_else(missing)?.into()
            }
        };
        match sha256 {
            Some(sha256) if sha256 == Sha256Hex::of(&bytes).as_str() => Ok(RubricText { declared, bytes }),
            Some(_) => Err(format!("the rubric {declared} is not what it was when this review began")),
            None => Err(format!("the rubric {declared} could not be read when this review began")),
        }
    }
}
