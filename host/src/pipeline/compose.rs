//! Building on earlier reviews (AIP-62, "Composition").

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use assize_git::{Git, Ref};
use assize_nodes::{NoReviewers, ReviewRequest, ReviewerHost};
use assize_schemas::{
    CheckRef, ComposeRequest, ComposedFrom, FrozenTarget, LaneOutcome, PackInUse, Sha, Stopped, compose_rule, range_sha,
};
use async_trait::async_trait;
use tokio::sync::{Mutex, OnceCell};
use tokio_util::sync::CancellationToken;

use crate::pipeline::Requested;
use crate::pipeline::shelf::RubricShelf;
use crate::{AttestationDocument, Ledger, LedgerKey};

/// Asks reviewers for what an earlier review has not seen, and records what they built on. What a reviewer says of
/// itself in that regard does not count.
pub(crate) struct ComposingReviewers {
    reviewers: Arc<dyn ReviewerHost>,
    /// The rubrics; none where nobody is asked.
    shelf: RubricShelf,
    /// Where git keeps what the trees share.
    git_folders: Vec<PathBuf>,
    /// `None` where nothing is built on.
    priors: Option<Priors>,
}

impl ComposingReviewers {
    /// The reviewers of a run.
    pub(crate) fn of(requested: &Requested<'_>) -> Self {
        let Requested { host, request, plan, .. } = *requested;
        if request.headless {
            let (shelf, git_folders) = (RubricShelf::default(), Vec::new());
            return Self { reviewers: Arc::new(NoReviewers), shelf, git_folders, priors: None };
        }
        let rubrics = plan.rubrics.iter().map(|rubric| (rubric.check.clone(), rubric.sha256.clone())).collect();
        let in_use = |pack: &assize_compiler::ResolvedPack| {
            let digest = pack.digest.clone();
            let pack_in_use = PackInUse { id: digest.id, alg: digest.alg, sha256: digest.sha256 };
            (pack.namespace.to_string(), pack_in_use)
        };
        let priors = request.composes().then(|| Priors {
            ledger: host.ledger(),
            git: plan.place.git.clone(),
            key: plan.key(),
            rubrics,
            packs: plan.packs.iter().map(in_use).collect(),
            passed: OnceCell::new(),
            ancestors: Mutex::default(),
        });
        let git_folders = vec![plan.place.checkout.common_dir.clone()];
        Self { reviewers: host.reviewers().clone(), shelf: RubricShelf::of(plan), git_folders, priors }
    }
}

#[async_trait]
impl ReviewerHost for ComposingReviewers {
    async fn review(&self, mut request: ReviewRequest, cancel: CancellationToken) -> LaneOutcome {
        let prior = match &self.priors {
            Some(priors) => priors.find(&request.check.id, &request.target).await,
            None => None,
        };
        if !self.shelf.is_empty() {
            match self.shelf.read(&request.check.id).await {
                Ok(rubric) => request.rubric = Some(rubric),
                Err(error) => {
                    let preset = request.check.preset;
                    return LaneOutcome::Skipped(Stopped { error, preset, ..Stopped::default() });
                }
            }
        }
        request.prior.clone_from(&prior);
        request.git_folders.clone_from(&self.git_folders);
        let mut outcome = self.reviewers.review(request, cancel).await;
        if let LaneOutcome::Reported(report) = &mut outcome {
            report.composed_from = prior;
        }
        outcome
    }
}

/// The earlier reviews of a run's repository, manifest and binding.
struct Priors {
    ledger: Ledger,
    git: Git,
    /// The key of this run as it was planned; the range in it does not matter.
    key: LedgerKey,
    /// The digests of the rubrics, by check.
    rubrics: HashMap<String, String>,
    /// The packs, by namespace.
    packs: HashMap<String, PackInUse>,
    /// Those that passed, newest first, read once for all lanes.
    passed: OnceCell<Vec<AttestationDocument>>,
    /// Whether a head lies in the history of this run's, as far as git was asked.
    ancestors: Mutex<HashMap<String, bool>>,
}

impl Priors {
    /// The newest review that a lane may build on.
    async fn find(&self, check: &CheckRef, target: &FrozenTarget) -> Option<ComposedFrom> {
        let request = ComposeRequest {
            repo_remote: target.repo_remote.clone(),
            manifest_sha: self.key.manifest_sha.clone(),
            binding: self.key.binding.clone(),
            check_id: check.to_string(),
            rubric_sha256: self.rubrics.get(check.as_str()).cloned(),
            base_sha: target.base_sha.to_string(),
            pack: check.namespace().and_then(|namespace| self.packs.get(namespace)).cloned(),
        };
        for prior in self.passed(target).await {
            // Git is asked last, and only about those that fit otherwise.
            let composed = match compose_rule(prior.value(), &request, true) {
                Ok(composed) => composed,
                Err(reason) => {
                    tracing::debug!(%check, run = prior.typed().run_id, %reason, "not built on");
                    continue;
                }
            };
            if self.is_before(&composed.head_sha, &target.head_sha).await {
                return Some(composed);
            }
        }
        None
    }

    async fn passed(&self, target: &FrozenTarget) -> &[AttestationDocument] {
        let read = async || {
            let (ledger, base) = (self.ledger.clone(), target.base_sha.to_string());
            let range_sha = range_sha(&base, target.head_sha.as_str()).to_string();
            let key = LedgerKey { range_sha, ..self.key.clone() };
            // Without them the whole range is reviewed.
            tokio::task::spawn_blocking(move || ledger.passed_from(&key, &base)).await.unwrap_or_default()
        };
        self.passed.get_or_init(read).await
    }

    /// Whether `prior` is a strict ancestor of `head`. Where git cannot tell, it is not.
    async fn is_before(&self, prior: &str, head: &Sha) -> bool {
        let mut known = self.ancestors.lock().await;
        if let Some(known) = known.get(prior) {
            return *known;
        }
        let before = match Sha::parse(prior) {
            Ok(prior) if prior != *head => {
                self.git.is_ancestor(&Ref::from(&prior), &Ref::from(head)).await.unwrap_or(false)
            }
            _ => false,
        };
        known.insert(prior.to_owned(), before);
        before
    }
}
