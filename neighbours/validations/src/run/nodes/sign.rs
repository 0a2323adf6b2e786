//! The statement.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use assize_engine::{ConfigError, Node, NodeKind, StepContext, StepError};
use async_trait::async_trait;
use serde_json::{Value, json};

use super::super::config::{PREVIEW, RUN, SIGN_NODE, SignConfig};
use super::shared::{Shared, answered, internal, read};
use crate::{Attestation, CheckResult, attestation_id};

/// Makes the steps that sign what came out of a check.
pub(super) struct SignKind(pub(super) Arc<Shared>);

impl NodeKind for SignKind {
    fn name(&self) -> &str {
        SIGN_NODE
    }

    fn references(&self, _config: &Value) -> Result<Vec<String>, ConfigError> {
        Ok(vec![PREVIEW.to_owned(), RUN.to_owned()])
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        Ok(Box::new(Sign { shared: Arc::clone(&self.0), config: read(config)? }))
    }
}

struct Sign {
    shared: Arc<Shared>,
    config: SignConfig,
}

#[async_trait]
impl Node for Sign {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        let result = CheckResult::parse(&answered(&context, RUN, "result")?);
        let result = result.ok_or_else(|| internal("a result that is none"))?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok();
        let now = now.and_then(|now| u64::try_from(now.as_millis()).ok());
        let attestation = Attestation::sign(
            &self.shared.key,
            attestation_id().map_err(|error| StepError::failed(error.to_string()))?,
            answered(&context, PREVIEW, "tree")?,
            self.config.check.clone(),
            result,
            self.config.policy_version,
            self.config.env_digest.clone(),
            self.config.issuer.clone(),
            now.ok_or_else(|| StepError::failed("the clock of this machine stands before 1970"))?,
        );
        let attestation = attestation.map_err(|error| StepError::failed(error.to_string()).source(error))?;
        Ok(json!({"attestation": attestation.to_value()}))
    }
}
