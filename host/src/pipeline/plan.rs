//! Everything that is settled before anything runs.

use assize_compiler::compile;
use assize_engine::StepGraph;
use assize_git::{GitProgram, Ref, Status};
use assize_schemas::{Binding, Check, LaneKind, RubricDigest, Sha, Vars};

use crate::pipeline::ReadManifest;
use crate::pipeline::rubrics::{digest_rubrics, rubric_files};
use crate::repository::{Place, ReviewRange, resolve_range};
use crate::{Host, HostError, LaneHeading, RunRequest, RunStarted};

/// Everything that is settled before anything runs.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) place: Place,
    pub(crate) manifest: ReadManifest,
    pub(crate) binding: Binding,
    pub(crate) range: ReviewRange,
    /// What the tree looked like, where no prepare check comes before the freeze.
    pub(crate) looked: Option<Status>,
    /// The caller's name for the head, when it gave one.
    pub(crate) head_named: Option<Ref>,
    /// Whether every lane has a work tree of its own.
    pub(crate) isolated: bool,
    pub(crate) rubrics: Vec<RubricDigest>,
    pub(crate) vars: Vars,
    pub(crate) graph: StepGraph,
}

impl Plan {
    /// Settles a request. Nothing has run yet and nothing was written when this is done.
    pub(crate) async fn make(host: &Host, request: &RunRequest) -> Result<Self, HostError> {
        let program = GitProgram::find(&host.settings().environment)?;
        let place = Place::find(program, &request.cwd, request.head.as_deref()).await?;
        let mut manifest = ReadManifest::read(place.manifest_path(&request.cwd, request.manifest.as_deref()))?;
        if !manifest.manifest.uses.is_empty() {
            // Without them it is not established what would run (AIP-62, "Resolution").
            return Err(HostError::Packs { path: manifest.path });
        }
        let binding = manifest.binding(request.binding.as_deref())?;
        if let Some(base) = &request.base {
            // The graph then shows what the run is about.
            manifest.manifest.target.base.clone_from(base);
        }
        // Where no prepare check will run, the tree is looked at while git looks for the base: nothing of this run
        // happens between that and the freeze.
        let look = async {
            if binding.prepare.is_empty() && !place.is_elsewhere() {
                place.git.status().await.map(Some)
            } else {
                Ok(None)
            }
        };
        let (range, looked) = tokio::join!(resolve_range(&place, &manifest.manifest.target.base), look);
        let (range, looked) = (range?, looked?);
        if range.elsewhere && !binding.prepare.is_empty() {
            return Err(HostError::PrepareNeedsCheckout {
                binding: binding.name.to_string(),
                head: range.head.to_string(),
            });
        }
        let rubrics = rubrics_of(&manifest, &binding).await?;
        let vars = host_variables(range.base.as_str());
        let graph = compile(&manifest.manifest, &binding, &vars)?;
        let head_named = request.head.as_deref().map(Ref::parse).transpose()?;
        let isolated = request.isolated || range.elsewhere;
        Ok(Self { place, manifest, binding, range, looked, head_named, isolated, rubrics, vars, graph })
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

async fn rubrics_of(manifest: &ReadManifest, binding: &Binding) -> Result<Vec<RubricDigest>, HostError> {
    let files = rubric_files(&manifest.manifest, binding, manifest.directory());
    if files.is_empty() {
        return Ok(Vec::new());
    }
    tokio::task::spawn_blocking(move || digest_rubrics(files))
        .await
        .map_err(|error| HostError::Internal(format!("reading the rubrics: {error}")))
}
