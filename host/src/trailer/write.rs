//! From a request to the lines.

use assize_git::GitProgram;
use assize_schemas::{Attestation, LaneResult};
use serde::Deserialize as _;

use crate::repository::Place;
use crate::trailer::counts::{Counts, per_file};
use crate::trailer::lane::{established, lane_of};
use crate::trailer::name::{can_name_a_gate, file, reviewer};
use crate::trailer::staged::Index;
use crate::{Host, HostError, LedgerEntry, LedgerFilter, TrailerError, TrailerRequest, TrailerView};

impl Host {
    /// The trailers of a recorded review, for a commit whose gate wants them.
    ///
    /// Without a named run it is the newest of this repository whose head is what is checked out, and only of a clean
    /// tree. A run that is named counts whatever its head and however dirty its tree was; the view tells both.
    ///
    /// # Errors
    ///
    /// [`TrailerError`] when there is no such run, it does not pass, or a line could not say what is so;
    /// [`TrailerError::exit_code`] tells the kinds apart.
    pub async fn trailer(&self, request: &TrailerRequest) -> Result<TrailerView, TrailerError> {
        if !can_name_a_gate(&request.gate) {
            return Err(TrailerError::Gate { gate: request.gate.clone() });
        }
        let cwd = std::path::absolute(&request.cwd)
            .map_err(|error| HostError::Internal(format!("{}: {error}", request.cwd.display())))?;
        let program = GitProgram::find(&self.settings().environment)?;
        let place = Place::find(program.clone(), &cwd, None).await?;
        let entry = self.run_of(request, &place).await?;
        let attestation = Attestation::deserialize(entry.attestation())
            .map_err(|error| HostError::Damaged { path: entry.path().to_owned(), reason: error.to_string() })?;
        let remote = &attestation.target.repo_remote;
        if *remote != place.remote {
            return Err(TrailerError::Elsewhere { found: remote.clone(), here: place.remote });
        }
        let dirty = attestation.dirty == Some(true);
        if dirty && request.run.is_none() {
            return Err(incomplete(
                &attestation,
                "the tree held changes that no commit has while it ran; --run with its id takes it all the same",
            ));
        }
        let lane = lane_of(&attestation, request.lane.as_deref())?;
        established(&attestation, lane)?;
        let Some(reviewer) = reviewer(lane) else {
            return Err(incomplete(&attestation, "it does not say who reviewed"));
        };
        let index = Index::new(&program, &place.checkout.root, &self.settings().environment);
        let head = format!("Reviewed-{}: reviewer={reviewer}", request.gate);
        let lines = if request.per_file {
            file_lines(&head, lane, &index, &attestation).await?
        } else {
            vec![format!("{head} {}", Counts::of(&lane.findings))]
        };
        let is_what_is_staged = index.is_tree_of(&attestation.target.head_sha).await?;
        let lane = lane.id.to_string();
        Ok(TrailerView { run_id: attestation.run_id, lane, lines, dirty, is_what_is_staged })
    }

    async fn run_of(&self, request: &TrailerRequest, place: &Place) -> Result<LedgerEntry, TrailerError> {
        let (ledger, named) = (self.ledger(), request.run.clone());
        let (remote, head) = (place.remote.clone(), place.checkout.head.to_string());
        let found = tokio::task::spawn_blocking(move || {
            let run_id = match &named {
                Some(run_id) => run_id.clone(),
                None => {
                    let rows = ledger.list(&LedgerFilter::default().repo(&remote))?.rows;
                    let newest = rows.into_iter().find(|row| row.head_sha == head);
                    let wanted = || TrailerError::NoRun(format!("none of {remote} with the head {head} is recorded"));
                    newest.ok_or_else(wanted)?.run_id
                }
            };
            ledger.show(&run_id)?.ok_or_else(|| TrailerError::NoRun(format!("no run {run_id} is recorded")))
        });
        found.await.map_err(|error| HostError::Internal(error.to_string()))?
    }
}

/// A line for each staged file. Where only deletions are staged one line stands for the commit.
async fn file_lines(
    head: &str,
    lane: &LaneResult,
    index: &Index<'_>,
    attestation: &Attestation,
) -> Result<Vec<String>, TrailerError> {
    let Some(paths) = index.files().await? else {
        return Err(incomplete(attestation, "nothing is staged, so there is no file that a line could be about"));
    };
    if paths.is_empty() {
        return Ok(vec![format!("{head} {}", Counts::of(&lane.findings))]);
    }
    let mut files = Vec::with_capacity(paths.len());
    for path in &paths {
        let shown = || format!("no trailer can name the staged file {:?}", String::from_utf8_lossy(path));
        files.push(file(path).ok_or_else(|| incomplete(attestation, &shown()))?);
    }
    let counts = per_file(&lane.findings, &files);
    Ok(counts.into_iter().map(|(file, counts)| format!("{head} {counts} file={file}")).collect())
}

fn incomplete(attestation: &Attestation, reason: &str) -> TrailerError {
    TrailerError::Incomplete { run_id: attestation.run_id.clone(), reason: reason.to_owned() }
}
