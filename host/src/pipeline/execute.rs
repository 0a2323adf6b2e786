//! Running the graph of a plan.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use assize_engine::{ErrorClass, Registry, RunError};
use assize_git::{Author, without_hook_variables};
use assize_nodes::{ReviewNodes, RunSetting};
use assize_schemas::{CheckRef, FREEZE_STEP, ReviewResult};
use tokio_util::sync::CancellationToken;

use crate::pipeline::bridge::EventBridge;
use crate::pipeline::compose::ComposingReviewers;
use crate::pipeline::confined::ConfinedCommands;
use crate::pipeline::recorded_gate::GateRecord;
use crate::pipeline::watched::watched;
use crate::pipeline::{Plan, Requested};
use crate::repository::{ReviewedRepository, Worktrees, temporary_folder};
use crate::running::OwnRun;
use crate::{HostError, Notice, NoticeCode, RunEvent, RunObserver};

/// What running the graph came to.
#[derive(Debug)]
pub(crate) enum Executed {
    /// The lanes ran and were folded.
    Reviewed {
        /// The range, the lanes and their fold.
        result: ReviewResult,
        /// Who wrote the frozen head.
        author: Option<Author>,
    },
    /// The caller cancelled.
    Cancelled,
}

/// One execution of a plan's graph.
pub(crate) struct Execution<'a> {
    plan: &'a Plan,
    observer: &'a Arc<dyn RunObserver>,
    repository: Arc<ReviewedRepository>,
    nodes: ReviewNodes,
    engine_grace: Duration,
    /// What command lanes are kept to, with the temporary folder that is theirs.
    confined: Option<ConfinedCommands>,
    /// Who keeps a record of prepare checks.
    gates: Option<GateRecord>,
}

impl<'a> Execution<'a> {
    /// Brings together what the graph's nodes need. Nothing runs yet.
    pub(crate) fn new(requested: &Requested<'a>, own: Option<&Arc<OwnRun>>) -> Result<Self, HostError> {
        let Requested { host, run_id, request, plan, observer, .. } = *requested;
        let settings = host.settings();
        let temporary = || temporary_folder(&settings.environment);
        let place = &plan.place;
        let worktrees = plan
            .isolated
            .then(|| Worktrees::new(place.git.clone(), place.checkout.common_dir.clone(), temporary(), run_id));
        let repository = Arc::new(ReviewedRepository::new(plan, worktrees, observer.clone(), own));
        let mut setting = RunSetting::new(run_id, plan.manifest.manifest.id.clone());
        setting.vars = plan.vars.clone();
        setting.environment = without_hook_variables(&settings.environment);
        setting.grace = settings.grace;
        let confined = request.sandbox.then(|| ConfinedCommands::of(host, plan)).transpose()?;
        if let Some(confined) = &confined {
            confined.apply(&mut setting);
        }
        let engine_grace = setting.engine_grace();
        let nodes = ReviewNodes::new(repository.clone(), Arc::new(ComposingReviewers::of(requested)), setting);
        Ok(Self {
            plan,
            observer,
            repository,
            nodes,
            engine_grace,
            confined,
            gates: GateRecord::of(host, plan, observer),
        })
    }

    /// Runs the graph to its end.
    pub(crate) async fn run(
        &self,
        run_id: &str,
        jobs: Option<NonZeroUsize>,
        cancel: &CancellationToken,
    ) -> Result<Executed, HostError> {
        let mut kinds = Registry::new();
        self.nodes.register(&mut kinds).map_err(internal)?;
        let registry = watched(kinds, self.observer, self.gates.as_ref()).map_err(internal)?;
        let mut run = self
            .plan
            .graph
            .prepare(&registry)
            .map_err(internal)?
            .run_id(run_id)
            .events(EventBridge::new(&self.plan.binding, self.observer.clone()))
            .cancel_on(cancel.clone())
            .grace(self.engine_grace);
        if let Some(jobs) = jobs {
            run = run.max_concurrency(jobs);
        }
        match run.execute().await.outcome {
            Ok(output) => {
                let result: ReviewResult = serde_json::from_value(output).map_err(internal)?;
                let author = self.repository.author(&result.target.head_sha).await;
                Ok(Executed::Reviewed { result, author })
            }
            // A gate that is ended because of it may be what the engine saw first.
            Err(error) if error.class == ErrorClass::Cancelled || cancel.is_cancelled() => Ok(Executed::Cancelled),
            Err(error) => Err(failure(self.plan, error)),
        }
    }

    /// Ends what the lanes left behind and takes their work trees back. To be called when the graph has run, however
    /// that went.
    pub(crate) async fn tidy_up(&self) {
        self.nodes.finish().await;
        if let Some(confined) = &self.confined {
            confined.clean_up();
        }
        let left = self.repository.clean_up().await;
        if !left.is_empty() {
            let paths: Vec<_> = left.iter().map(|path| path.display().to_string()).collect();
            let message = format!("these worktrees could not be removed: {}", paths.join(", "));
            self.observer.observe(RunEvent::Notice(Notice { code: NoticeCode::LeftBehind, message }));
        }
    }
}

fn internal(error: impl std::error::Error) -> HostError {
    HostError::Internal(error.to_string())
}

/// What a failed step means to whoever asked for the review.
fn failure(plan: &Plan, error: RunError) -> HostError {
    let step = error.step.as_ref().map_or("", |step| step.as_str());
    let prepare = |check: &&CheckRef| step.strip_prefix("prepare-") == Some(check.as_str());
    if let Some(check) = plan.binding.prepare.iter().find(prepare) {
        return HostError::PrepareFailed { check: check.to_string(), message: error.message };
    }
    if step == FREEZE_STEP {
        return HostError::Freeze { message: error.message };
    }
    HostError::Internal(error.to_string())
}
