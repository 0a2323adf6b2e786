//! All node kinds of a review, for one run.

use std::fmt;
use std::sync::Arc;

use assize_engine::{DuplicateNodeKind, Registry};

use super::agent_lane::AgentLaneKind;
use super::command_lane::CommandLaneKind;
use super::freeze::FreezeKind;
use super::gate::GateKind;
use super::shared::Shared;
use super::verdict::VerdictKind;
use crate::{Repository, ReviewerHost, RunProcesses, RunSetting};

/// The node kinds of a review, on one host's traits, for one run.
///
/// ```no_run
/// # use std::sync::Arc;
/// # use assize_engine::{Registry, StepGraph};
/// # use assize_nodes::{NoReviewers, Repository, ReviewNodes, RunSetting};
/// # async fn review(repository: Arc<dyn Repository>, graph: StepGraph, setting: RunSetting) -> Result<(), Box<dyn std::error::Error>> {
/// let engine_grace = setting.engine_grace();
/// let nodes = ReviewNodes::new(repository, Arc::new(NoReviewers), setting);
/// let mut registry = Registry::new();
/// nodes.register(&mut registry)?;
/// let report = graph.prepare(&registry)?.grace(engine_grace).execute().await;
/// nodes.finish().await;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct ReviewNodes {
    shared: Arc<Shared>,
}

impl ReviewNodes {
    /// The nodes of the run that `setting` describes.
    #[must_use]
    pub fn new(repository: Arc<dyn Repository>, reviewers: Arc<dyn ReviewerHost>, setting: RunSetting) -> Self {
        let processes = RunProcesses::new(&setting.run_id, setting.environment.clone(), setting.grace);
        Self { shared: Arc::new(Shared { repository, reviewers, processes, setting }) }
    }

    /// Registers the gate, freeze, lane and verdict kinds.
    ///
    /// # Errors
    ///
    /// [`DuplicateNodeKind`] when one of the names is taken.
    pub fn register(&self, registry: &mut Registry) -> Result<(), DuplicateNodeKind> {
        registry.register(GateKind(Arc::clone(&self.shared)))?;
        registry.register(FreezeKind(Arc::clone(&self.shared)))?;
        registry.register(CommandLaneKind(Arc::clone(&self.shared)))?;
        registry.register(AgentLaneKind(Arc::clone(&self.shared)))?;
        registry.register(VerdictKind(Arc::clone(&self.shared)))?;
        Ok(())
    }

    /// The processes of this run, for a host that starts reviewers as commands: they are then bounded and cleaned up
    /// like those of command lanes.
    #[must_use]
    pub fn processes(&self) -> &RunProcesses {
        &self.shared.processes
    }

    /// Ends what the lanes left behind, without waiting for it; see [`RunProcesses::finish`]. To be called when the
    /// graph has run, however that went; a host may record the result meanwhile.
    pub async fn finish(&self) {
        self.shared.processes.finish().await;
    }
}

impl fmt::Debug for ReviewNodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReviewNodes").field("setting", &self.shared.setting).finish_non_exhaustive()
    }
}
