//! The statement's place among those of its tree.

use std::sync::Arc;

use assize_engine::{ConfigError, Node, NodeKind, OnCancel, StepContext, StepError};
use async_trait::async_trait;
use serde_json::{Value, json};

use super::super::config::{RECORD_NODE, RUN, RecordConfig, SIGN};
use super::shared::{Shared, internal, read, repository_failed};
use crate::{Attestation, Submitted};

/// Makes the steps that store what was signed.
pub(super) struct RecordKind(pub(super) Arc<Shared>);

impl NodeKind for RecordKind {
    fn name(&self) -> &str {
        RECORD_NODE
    }

    fn references(&self, _config: &Value) -> Result<Vec<String>, ConfigError> {
        Ok(vec![RUN.to_owned(), SIGN.to_owned()])
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        let RecordConfig {} = read(config)?;
        Ok(Box::new(Record(Arc::clone(&self.0))))
    }
}

struct Record(Arc<Shared>);

#[async_trait]
impl Node for Record {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        let member = |step: &str, name: &str| context.output(step).and_then(|output| output.get(name)).cloned();
        let document = member(SIGN, "attestation").ok_or_else(|| internal("nothing was signed"))?;
        let attestation = Attestation::from_value(&document).map_err(|error| internal(&error.to_string()))?;
        let repository = self.0.stream.repository().clone();
        let stored = tokio::task::spawn_blocking(move || repository.submit_attestation(&attestation)).await;
        let submitted = stored.map_err(|error| internal(&error.to_string()))?.map_err(repository_failed)?;
        let recorded = json!({
            "attestation": document,
            "already": submitted == Submitted::Already,
            "exitCode": member(RUN, "exitCode"),
            "output": member(RUN, "output"),
        });
        self.0.state().recorded = Some(recorded.clone());
        Ok(recorded)
    }

    /// What has begun to be stored is stored, and the run then has a result.
    fn on_cancel(&self) -> OnCancel {
        OnCancel::Finish
    }
}
