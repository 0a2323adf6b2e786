//! The candidate tree.

use std::sync::Arc;

use assize_engine::{ConfigError, Node, NodeKind, StepContext, StepError};
use async_trait::async_trait;
use serde_json::{Value, json};

use super::super::config::{PREVIEW_NODE, PreviewConfig};
use super::shared::{Shared, internal, read, stream_failed};
use crate::Landing;

/// Makes the gates that compute the candidate tree. A conflict ends the run.
pub(super) struct PreviewKind(pub(super) Arc<Shared>);

impl NodeKind for PreviewKind {
    fn name(&self) -> &str {
        PREVIEW_NODE
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        let config: PreviewConfig = read(config)?;
        if config.stream != self.0.stream.name() {
            return Err(ConfigError::new("this run is about another stream").at("stream"));
        }
        Ok(Box::new(Preview { shared: Arc::clone(&self.0), config }))
    }
}

struct Preview {
    shared: Arc<Shared>,
    config: PreviewConfig,
}

#[async_trait]
impl Node for Preview {
    async fn run(&self, _context: StepContext) -> Result<Value, StepError> {
        let candidate = self.shared.stream.candidate(&self.config.proposal).await.map_err(stream_failed)?;
        if let Landing::Conflict(paths) = &candidate.landing {
            let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            return Err(StepError::failed("the proposal conflicts with the stream")
                .code("conflict")
                .details(json!({"conflicts": paths})));
        }
        let tree = candidate.tree().ok_or_else(|| internal("a candidate without a tree"))?;
        self.shared.state().tree = Some(tree.to_string());
        Ok(
            json!({"tree": tree, "stream": candidate.head, "proposal": candidate.proposal, "name": self.config.proposal}),
        )
    }
}
