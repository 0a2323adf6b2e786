//! Everything that is settled before anything runs.

use assize_compiler::ResolvedPack;
use assize_engine::StepGraph;
use assize_git::{GitProgram, Ref, Status};
use assize_schemas::{Binding, Check, LaneKind, RubricDigest, Sha, Vars, range_sha};

use crate::pipeline::ReadManifest;
use crate::pipeline::rubrics::{digest_rubrics, rubrics};
use crate::repository::{Place, ReviewRange, resolve_range};
use crate::{Host, HostError, LaneHeading, LedgerKey, PackPlaces, RunRequest, RunStarted};

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
    pub(crate) rubrics: Vec<RubricDigest>,
    pub(crate) vars: Vars,
    pub(crate) graph: StepGraph,
}

impl Plan {
    /// Settles a request. Nothing has run yet and nothing was written when this is done.
    pub(crate) async fn make(host: &Host, request: &RunRequest) -> Result<Self, HostError> {
        let program = GitProgram::find(&host.settings().environment)?;
        let place = Place::find(program.clone(), &request.cwd, request.head.as_deref()).await?;
        let mut manifest = ReadManifest::read(place.manifest_path(&request.cwd, request.manifest.as_deref()))?;
        let base = request.base.as_deref().unwrap_or(&manifest.manifest.target.base).to_owned();
        // Packs bring no bindings, so that it is settled which one runs before they are there. That its checks are
        // there too is not.
        let binding = manifest.binding(request.binding.as_deref());
        // The tree is looked at while git looks for the base.
        let look = async { if place.is_elsewhere() { Ok(None) } else { place.git.status().await.map(Some) } };
        let places = PackPlaces::new(program, host.state().clone(), &place.checkout.root, manifest.directory());
        let (resolved, range, looked) = tokio::join!(manifest.resolve(&places), resolve_range(&place, &base), look);
        // What is told first is what comes first in a run.
        let packs = manifest.merge(resolved?);
        let (binding, range, looked) = (binding?, range?, looked?);
        // The graph then shows what the run is about.
        manifest.manifest.target.base = base;
        if range.elsewhere && !binding.prepare.is_empty() {
            return Err(HostError::PrepareNeedsCheckout {
                binding: binding.name.to_string(),
                head: range.head.to_string(),
            });
        }
        let dirty = looked.as_ref().is_some_and(Status::is_dirty);
        // Where no prepare check will run nothing of this run happens between that look and the freeze.
        let looked = looked.filter(|_| binding.prepare.is_empty());
        let rubrics = rubrics_of(&manifest, &binding, &packs).await?;
        let vars = host_variables(range.base.as_str());
        let graph = manifest.compile(&binding, &vars)?;
        let head_named = request.head.as_deref().map(Ref::parse).transpose()?;
        let isolated = request.isolated || range.elsewhere;
        Ok(Self { place, manifest, binding, range, looked, dirty, head_named, isolated, packs, rubrics, vars, graph })
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

    /// The commit that is checked out when it is not the one under review.
    pub(crate) fn bypassed(&self) -> Option<&Sha> {
        self.range.elsewhere.then_some(&self.place.checkout.head)
    }
}

/// The variables of this host (AIP-62, "Placeholders"). `base` is an object name, or, where nothing runs, a ref.
pub(crate) fn host_variables(base: &str) -> Vars {
    Vars::new().with("base", base).with("changed", format!("'[{base}]'"))
}

async fn rubrics_of(
    manifest: &ReadManifest,
    binding: &Binding,
    packs: &[ResolvedPack],
) -> Result<Vec<RubricDigest>, HostError> {
    let rubrics = rubrics(&manifest.manifest, binding, manifest.directory(), packs);
    if rubrics.is_empty() {
        return Ok(Vec::new());
    }
    tokio::task::spawn_blocking(move || digest_rubrics(rubrics))
        .await
        .map_err(|error| HostError::Internal(format!("reading the rubrics: {error}")))
}
