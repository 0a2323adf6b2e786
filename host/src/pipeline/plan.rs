//! Everything that is settled before anything runs.

use assize_compiler::ResolvedPack;
use assize_engine::StepGraph;
use assize_git::{GitProgram, Ref, Status};
use assize_schemas::{Binding, Check, LaneKind, RubricDigest, Vars, range_sha};

use crate::pipeline::rubrics::{digest_rubrics, rubrics};
use crate::pipeline::{ReadManifest, of_commit};
use crate::repository::{Place, ReviewRange, resolve_range};
use crate::{
    Host, HostError, LaneHeading, LedgerKey, LoadedPacks, Notice, NoticeCode, PackPlaces, RunRequest, RunStarted,
};

/// Everything that is settled before anything runs.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) place: Place,
    pub(crate) manifest: ReadManifest,
    pub(crate) binding: Binding,
    pub(crate) range: ReviewRange,
    /// What the tree looked like, where no prepare check comes before the freeze.
    pub(crate) looked: Option<Status>,
    /// Whether tracked files of the tree that lanes may share have uncommitted changes.
    pub(crate) dirty: bool,
    /// The caller's name for the head, when it gave one.
    pub(crate) head_named: Option<Ref>,
    /// Whether every lane has a work tree of its own.
    pub(crate) isolated: bool,
    /// The packs that were merged into the manifest, in the order of `uses`.
    pub(crate) packs: Vec<ResolvedPack>,
    /// What those packs hold.
    pub(crate) loaded: Option<LoadedPacks>,
    pub(crate) rubrics: Vec<RubricDigest>,
    pub(crate) vars: Vars,
    pub(crate) graph: StepGraph,
    /// What people should know before the lanes start.
    pub(crate) notices: Vec<Notice>,
}

impl Plan {
    /// Settles a request. Nothing has run yet and nothing was written when this is done.
    pub(crate) async fn make(host: &Host, request: &RunRequest) -> Result<Self, HostError> {
        let program = GitProgram::find(&host.settings().environment)?;
        let place = Place::find(program.clone(), &request.cwd, request.head.as_deref()).await?;
        let head_named = request.head.as_deref().map(Ref::parse).transpose()?;
        let looked = match &head_named {
            Some(_) if !place.is_elsewhere() => Some(place.git.status().await?),
            _ => None,
        };
        // Whether the checkout is not the commit that was named, or is more than that.
        let changed = looked.as_ref().is_some_and(Status::is_dirty);
        let mut notices = Vec::new();
        let mut manifest = match &place.checkout.wanted {
            Some(head) if changed || place.is_elsewhere() => {
                let (manifest, notice) =
                    of_commit::read_manifest(&place, head, &request.cwd, request.manifest.as_deref()).await?;
                notices.extend(notice);
                manifest
            }
            _ => ReadManifest::read(place.manifest_path(&request.cwd, request.manifest.as_deref()))?,
        };
        let base = request.base.as_deref().unwrap_or(&manifest.manifest.target.base).to_owned();
        // Packs bring no bindings, so that it is settled which one runs before they are there. That its checks are
        // there too is not.
        let binding = manifest.binding(request.binding.as_deref());
        // The tree is looked at while git looks for the base.
        let look = async {
            match looked {
                None if !place.is_elsewhere() => place.git.status().await.map(Some),
                looked => Ok(looked),
            }
        };
        let places = PackPlaces::new(program, host.state().clone(), &place.checkout.root, manifest.directory());
        let (resolved, range, looked) = tokio::join!(manifest.resolve(&places), resolve_range(&place, &base), look);
        // What is told first is what comes first in a run.
        let (resolved, loaded) = resolved?.unzip();
        let packs = manifest.merge(resolved);
        let (binding, range, looked) = (binding?, range?, looked?);
        // The graph then shows what the run is about.
        manifest.manifest.target.base = base;
        if range.elsewhere && !binding.prepare.is_empty() {
            return Err(HostError::PrepareNeedsCheckout {
                binding: binding.name.to_string(),
                head: range.head.to_string(),
            });
        }
        if changed && !binding.prepare.is_empty() {
            let (binding, head) = (binding.name.to_string(), range.head.to_string());
            return Err(HostError::PrepareNeedsClean { binding, head });
        }
        if let (Some(head), Some(loaded)) = (&manifest.commit, &loaded) {
            of_commit::check_packs(&place, head, loaded).await?;
        }
        notices.extend(isolated_head(&place, &range, changed));
        // Where every lane gets the commit alone it does not matter what else is in the checkout.
        let dirty = looked.as_ref().is_some_and(Status::is_dirty) && !changed;
        // Where no prepare check will run nothing of this run happens between that look and the freeze.
        let looked = looked.filter(|_| binding.prepare.is_empty());
        let rubrics = rubrics_of(&place, &manifest, &binding, &packs).await?;
        let vars = host_variables(range.base.as_str());
        let graph = manifest.compile(&binding, &vars)?;
        let isolated = request.isolated || range.elsewhere || changed;
        Ok(Self {
            place,
            manifest,
            binding,
            range,
            looked,
            dirty,
            head_named,
            isolated,
            packs,
            loaded,
            rubrics,
            vars,
            graph,
            notices,
        })
    }

    /// Under what the verdict is kept, as long as no prepare check moves the head.
    pub(crate) fn key(&self) -> LedgerKey {
        LedgerKey {
            repo_remote: self.place.remote.clone(),
            manifest_sha: self.manifest.sha.to_string(),
            binding: self.binding.name.to_string(),
            range_sha: range_sha(self.range.base.as_str(), self.range.head.as_str()).to_string(),
        }
    }

    /// Whether a lane asks a reviewer.
    pub(crate) fn asks_reviewers(&self) -> bool {
        let mut checks = self.binding.checks.iter().filter_map(|id| self.manifest.manifest.check(id));
        checks.any(|check| matches!(check, Check::Agent(_)))
    }

    /// What observers are told when the run starts.
    pub(crate) fn started(&self, run_id: &str) -> RunStarted {
        let heading = |check: &Check| LaneHeading {
            id: check.id().clone(),
            kind: match check {
                Check::Command(_) => LaneKind::Command,
                Check::Agent(_) => LaneKind::Agent,
            },
            blocking: check.blocking(),
            timeout_ms: check.timeout_ms(),
        };
        let checks = self.binding.checks.iter().filter_map(|id| self.manifest.manifest.check(id));
        RunStarted {
            run_id: run_id.to_owned(),
            review_id: self.manifest.manifest.id.to_string(),
            binding: self.binding.name.to_string(),
            repo_remote: self.place.remote.clone(),
            base: self.range.base.clone(),
            head: self.range.head.clone(),
            empty_range: self.range.is_empty(),
            isolated: self.isolated,
            prepare: self.binding.prepare.clone(),
            lanes: checks.map(heading).collect(),
        }
    }
}

/// Why the lanes run in work trees where nobody asked for that.
fn isolated_head(place: &Place, range: &ReviewRange, changed: bool) -> Option<Notice> {
    let (head, checked_out) = (range.head.short(12), place.checkout.head.short(12));
    let why = if range.elsewhere {
        format!("{head} is not checked out ({checked_out} is)")
    } else if changed {
        format!("the checkout of {head} has uncommitted changes")
    } else {
        return None;
    };
    let message = format!("{why}: the lanes run in clean worktrees of it");
    Some(Notice { code: NoticeCode::IsolatedHead, message })
}

/// The variables of this host (AIP-62, "Placeholders"). `base` is an object name, or, where nothing runs, a ref.
pub(crate) fn host_variables(base: &str) -> Vars {
    Vars::new().with("base", base).with("changed", format!("'[{base}]'"))
}

async fn rubrics_of(
    place: &Place,
    manifest: &ReadManifest,
    binding: &Binding,
    packs: &[ResolvedPack],
) -> Result<Vec<RubricDigest>, HostError> {
    let rubrics = rubrics(&manifest.manifest, binding, manifest.directory(), packs);
    if rubrics.is_empty() {
        return Ok(Vec::new());
    }
    if let Some(commit) = &manifest.commit {
        return of_commit::digest_rubrics(place, commit, rubrics).await;
    }
    tokio::task::spawn_blocking(move || digest_rubrics(rubrics))
        .await
        .map_err(|error| HostError::Internal(format!("reading the rubrics: {error}")))
}
