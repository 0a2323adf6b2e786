//! Where a sub-command works: the project, the settings, the ledger, the verifiers.

use std::path::{Path, PathBuf};
use std::time::Duration;

use assize_effects::{BuiltIn, EffectsConfig, GitSink, KeySource, Ledger, LedgerSettings, Registry, Scope, built_in};
use assize_git::{Git, GitError, GitProgram};

use super::failed::Failed;
use crate::args::EffectCommon;
use crate::context::Context;
use crate::environment::Environment;

/// The subsystem of everything but reviews that are continued.
const DELIVERY: &str = "delivery";

/// Where a sub-command works.
pub(super) struct World {
    pub(super) project: PathBuf,
    pub(super) config: EffectsConfig,
    pub(super) scope: Scope,
    hostname: String,
    git: Option<Git>,
}

impl World {
    /// The world of this process. `is_review` tells whether the effect is the continuation of a review.
    pub(super) fn new(context: &Context, common: &EffectCommon, is_review: bool) -> Result<Self, Failed> {
        let cwd = context.cwd().map_err(|failure| Failed::usage(None, failure.sentence()))?;
        let named = common.project_dir.as_ref().map_or(cwd.clone(), |project| cwd.join(project));
        let project = named
            .canonicalize()
            .map_err(|error| Failed::usage(None, format!("the project {}: {error}", named.display())))?;
        let config = match context.environment.state_folder(&cwd) {
            Ok(state) => EffectsConfig::read(&state)?.0,
            Err(_) => EffectsConfig::default(),
        };
        let subsystem = match common.subsystem {
            Some(subsystem) => subsystem.name(),
            None if is_review => "review",
            None => DELIVERY,
        };
        Self::at(config, &context.environment, project, subsystem)
    }

    /// The world of what Assize does itself in a project; `None` where no ledger with a key is configured.
    pub(super) fn of_project(
        environment: &Environment,
        state: &Path,
        project: PathBuf,
    ) -> Result<Option<Self>, Failed> {
        match EffectsConfig::read(state)? {
            (config, true) if config.key != KeySource::None => {
                Self::at(config, environment, project, DELIVERY).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn at(config: EffectsConfig, environment: &Environment, project: PathBuf, subsystem: &str) -> Result<Self, Failed> {
        let scope = Scope::new(&config.tenant, &config.project_name(&project), subsystem)?;
        let hostname = rustix::system::uname().nodename().to_string_lossy().into_owned();
        let program = GitProgram::find(&environment.variables()).ok();
        let git = program.map(|program| Git::new(program, &project));
        Ok(Self { project, config, scope, hostname, git })
    }

    /// The ledger of the project.
    pub(super) fn ledger(&self) -> Result<Ledger, Failed> {
        let root = self.config.root(&self.project);
        let mut settings = LedgerSettings::new(root, self.scope.clone(), self.config.writer_name(&self.hostname));
        settings.lock_timeout = self.config.lock_timeout;
        Ok(Ledger::open(settings)?)
    }

    /// The verifiers that there are.
    pub(super) fn registry(&self) -> Result<Registry, Failed> {
        Ok(built_in(BuiltIn {
            project: self.project.clone(),
            git: self.git.clone(),
            trackers: self.config.trackers.clone(),
        })?)
    }

    /// The sink of the checkpoints: a ref of the project's repository, when it is in one.
    pub(super) fn sink(&self) -> Result<Option<GitSink>, Failed> {
        let Some(git) = &self.git else { return Ok(None) };
        let runtime = runtime()?;
        match runtime.block_on(git.read_object("HEAD^{tree}")) {
            Err(GitError::NotARepository { .. }) => return Ok(None),
            // A repository without a commit is one; one that cannot be read is told when it is.
            _ => drop(runtime),
        }
        GitSink::new(git.clone(), self.scope.subsystem()).map(Some).map_err(|error| Failed::internal(error.to_string()))
    }
}

/// A runtime for what waits. What still waits when it ends is left behind.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, Failed> {
    super::super::runtime::runtime().map_err(|failure| Failed::internal(failure.sentence()))
}

/// Runs something that waits to its end, and does not wait for threads that somebody gave up on.
pub(super) fn wait<T>(work: impl Future<Output = T>) -> Result<T, Failed> {
    let runtime = runtime()?;
    let done = runtime.block_on(work);
    runtime.shutdown_timeout(Duration::ZERO);
    Ok(done)
}
