//! All node kinds of a validation, for one run.

use std::ffi::OsString;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use assize_engine::{DuplicateNodeKind, Registry};
use assize_nodes::LineSink;
use serde_json::Value;
use uuid::Uuid;

use super::checkout::CheckoutKind;
use super::command::CommandKind;
use super::preview::PreviewKind;
use super::record::RecordKind;
use super::shared::{Environment, Shared};
use super::sign::SignKind;
use crate::{IssuerKey, Stream};

/// The node kinds of a validation, for one run.
#[derive(Clone)]
pub struct ValidationNodes {
    shared: Arc<Shared>,
}

impl ValidationNodes {
    /// The nodes of a run in the repository of `stream` that signs with `key`. See
    /// [`ValidationRun`](crate::ValidationRun) for the rest.
    #[must_use]
    pub fn new(stream: Stream, key: IssuerKey, path: Option<OsString>, grace: Duration, lines: LineSink) -> Self {
        let environment = Environment { path, grace, run_id: format!("validate-{}", Uuid::new_v4()) };
        Self { shared: Arc::new(Shared::new(stream, key, lines, environment)) }
    }

    /// Registers the five kinds.
    ///
    /// # Errors
    ///
    /// [`DuplicateNodeKind`] when one of the names is taken.
    pub fn register(&self, registry: &mut Registry) -> Result<(), DuplicateNodeKind> {
        registry.register(PreviewKind(Arc::clone(&self.shared)))?;
        registry.register(CheckoutKind(Arc::clone(&self.shared)))?;
        registry.register(CommandKind(Arc::clone(&self.shared)))?;
        registry.register(SignKind(Arc::clone(&self.shared)))?;
        registry.register(RecordKind(Arc::clone(&self.shared)))?;
        Ok(())
    }

    /// The tree that the run is about, as far as it came.
    #[must_use]
    pub fn tree(&self) -> Option<String> {
        self.shared.state().tree.clone()
    }

    /// What was stored, if it came to that.
    pub(crate) fn recorded(&self) -> Option<Value> {
        self.shared.state().recorded.clone()
    }

    /// Ends what the command left behind and removes the tree. To be called when the graph has run, however that went.
    pub async fn finish(&self) {
        let processes = self.shared.state().processes.take();
        if let Some(processes) = processes {
            processes.finish().await;
        }
        let scratch = self.shared.state().scratch.take();
        drop(tokio::task::spawn_blocking(move || drop(scratch)).await);
    }
}

impl fmt::Debug for ValidationNodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ValidationNodes").field("stream", &self.shared.stream.name()).finish_non_exhaustive()
    }
}
