//! The freeze step.

use std::sync::Arc;

use assize_engine::{ConfigError, Node, NodeKind, StepContext, StepError};
use assize_schemas::{FREEZE_NODE, FreezeConfig};
use async_trait::async_trait;
use serde_json::Value;

use super::config::read;
use super::shared::Shared;

/// Makes the step that resolves the range after the prepare gates.
pub(super) struct FreezeKind(pub(super) Arc<Shared>);

impl NodeKind for FreezeKind {
    fn name(&self) -> &str {
        FREEZE_NODE
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        Ok(Box::new(Freeze { shared: Arc::clone(&self.0), config: read(config)? }))
    }
}

struct Freeze {
    shared: Arc<Shared>,
    config: FreezeConfig,
}

#[async_trait]
impl Node for Freeze {
    async fn run(&self, _context: StepContext) -> Result<Value, StepError> {
        // The lanes will want the watchdog; it is started while git is at work. If that fails, the lanes say so.
        let watchdog = async {
            if let Err(error) = self.shared.processes.get_ready() {
                tracing::debug!(%error, "no watchdog yet");
            }
        };
        let (target, ()) = tokio::join!(self.shared.repository.freeze(&self.config.base), watchdog);
        let target = target
            .map_err(|error| StepError::failed(error.message()).code(error.code().unwrap_or("freeze")).source(error))?;
        serde_json::to_value(target)
            .map_err(|error| StepError::failed("internal error: the frozen range cannot be written").source(error))
    }
}
