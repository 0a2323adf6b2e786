//! The tree in a folder of its own.

use std::fs;
use std::sync::Arc;

use assize_engine::{ConfigError, Node, NodeKind, StepContext, StepError};
use assize_schemas::Sha;
use async_trait::async_trait;
use serde_json::{Value, json};

use super::super::config::{CHECKOUT_NODE, CheckoutConfig, PREVIEW};
use super::shared::{Shared, TREE, answered, internal, read, repository_failed};

/// Makes the steps that write the candidate tree, byte for byte, into a fresh folder.
pub(super) struct CheckoutKind(pub(super) Arc<Shared>);

impl NodeKind for CheckoutKind {
    fn name(&self) -> &str {
        CHECKOUT_NODE
    }

    fn references(&self, _config: &Value) -> Result<Vec<String>, ConfigError> {
        Ok(vec![PREVIEW.to_owned()])
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        let CheckoutConfig {} = read(config)?;
        Ok(Box::new(Checkout(Arc::clone(&self.0))))
    }
}

struct Checkout(Arc<Shared>);

#[async_trait]
impl Node for Checkout {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        let tree = Sha::parse(answered(&context, PREVIEW, "tree")?).map_err(|error| internal(&error.to_string()))?;
        let stream = &self.0.stream;
        let scratch = stream.repository().scratch(stream.temporary()).map_err(repository_failed)?;
        let root = scratch.path().join(TREE);
        // Kept first, so that it goes with the run whatever happens now.
        self.0.state().scratch = Some(scratch);
        fs::create_dir(&root).map_err(|error| StepError::failed(format!("cannot make {}: {error}", root.display())))?;
        let written = stream.git().write_tree_to(&tree, &root).await;
        written.map_err(|error| StepError::failed(error.to_string()).source(error))?;
        Ok(json!({ "tree": tree }))
    }
}
