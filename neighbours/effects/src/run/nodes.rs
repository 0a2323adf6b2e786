//! The steps.

use std::sync::Arc;

use assize_engine::{ConfigError, Node, NodeKind, StepContext, StepError};
use async_trait::async_trait;
use chrono::DateTime;
use serde_json::{Map, Value, json};

use super::command::Ended;
use super::shared::Shared;
use crate::ledger::Settled;
use crate::verifier::{VerifierRequest, run_verifier};

/// Which step it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Intent,
    Command,
    Verify,
    Outcome,
}

impl Part {
    pub(super) const ALL: [Self; 4] = [Self::Intent, Self::Command, Self::Verify, Self::Outcome];

    /// The id of the step.
    pub(super) fn id(self) -> &'static str {
        match self {
            Self::Intent => "intent",
            Self::Command => "command",
            Self::Verify => "verify",
            Self::Outcome => "outcome",
        }
    }

    /// The name of the node kind.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Self::Intent => "effect.intent",
            Self::Command => "effect.command",
            Self::Verify => "effect.verify",
            Self::Outcome => "effect.outcome",
        }
    }
}

/// A node kind of one run: it knows what the run is about.
pub(super) struct PartKind {
    pub(super) part: Part,
    pub(super) shared: Arc<Shared>,
}

impl NodeKind for PartKind {
    fn name(&self) -> &str {
        self.part.kind()
    }

    fn instantiate(&self, _: &Value) -> Result<Box<dyn Node>, ConfigError> {
        Ok(Box::new(PartNode { part: self.part, shared: Arc::clone(&self.shared) }))
    }
}

struct PartNode {
    part: Part,
    shared: Arc<Shared>,
}

#[async_trait]
impl Node for PartNode {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        let told = |part: Part, name: &str| {
            context.output(part.id()).and_then(|output| output.get(name)).cloned().unwrap_or(Value::Null)
        };
        let shared = &self.shared;
        match self.part {
            Part::Intent => intent(shared).await,
            Part::Command => {
                if told(Part::Intent, "idempotent") != json!(false) {
                    return Ok(json!({"ran": false}));
                }
                Ok(match shared.command.run(&shared.effect_id).await {
                    Ended::NotStarted => json!({"ran": false, "started": false}),
                    Ended::With(status) => json!({"ran": true, "started": true, "exitStatus": status}),
                })
            }
            Part::Verify => {
                // What is settled is not asked again, and what never began is not asked at all.
                let is_settled = !told(Part::Intent, "settled").is_null();
                if is_settled || told(Part::Command, "started") == json!(false) {
                    return Ok(json!({}));
                }
                verify(shared, &told(Part::Intent, "recordedAt")).await
            }
            Part::Outcome => {
                let settled = told(Part::Intent, "settled");
                if let Some(exit_code) = settled.as_u64() {
                    return Ok(json!({"exitCode": exit_code, "phase": told(Part::Intent, "status")}));
                }
                let failed = if told(Part::Command, "started") == json!(false) {
                    Some("cancelled-before-dispatch")
                } else if told(Part::Command, "ran") == json!(true)
                    && told(Part::Command, "exitStatus") != json!(0)
                    && told(Part::Verify, "result") == json!("absent")
                {
                    Some("target-rejected")
                } else {
                    None
                };
                outcome(shared, failed, told(Part::Verify, "verification")).await
            }
        }
    }
}

async fn intent(shared: &Arc<Shared>) -> Result<Value, StepError> {
    shared
        .record(|shared| {
            let receipt = shared.ledger.intent(&shared.key, &shared.intent)?;
            let mut told = receipt.to_json();
            if let Some(members) = told.as_object_mut() {
                let found = shared.ledger.lookup(&shared.effect_id)?;
                let recorded = found.first("intent").map(|line| line.text("recordedAt").to_owned());
                members.insert("recordedAt".to_owned(), json!(recorded));
                // An outcome is the last word here; what a reconciliation found is asked again.
                let is_outcome = matches!(found.status(), "completed" | "failed" | "tombstone") || found.is_completed();
                if receipt.idempotent && is_outcome {
                    members
                        .insert("settled".to_owned(), json!(if found.is_completed() { 0 } else { found.exit_code() }));
                    members.insert("status".to_owned(), json!(found.status()));
                }
            }
            Ok(told)
        })
        .await
}

async fn verify(shared: &Arc<Shared>, recorded_at: &Value) -> Result<Value, StepError> {
    let recorded_at = recorded_at.as_str().and_then(|time| DateTime::parse_from_rfc3339(time).ok());
    let request = VerifierRequest {
        effect_id: shared.effect_id.clone(),
        scope: shared.ledger.scope().clone(),
        kind: shared.intent.kind.clone(),
        target: shared.intent.target.clone(),
        context: shared.intent.context.clone(),
        payload_digest: Some(shared.intent.payload_digest.clone()),
        intent_recorded_at: recorded_at.map(|time| time.to_utc()),
        expected: shared.expected.clone(),
    };
    let verified = run_verifier(&shared.registry, &request, shared.pinned_version.as_deref(), shared.limit).await;
    Ok(json!({
        "result": verified.decision.result.name(),
        "verification": verified.to_json(),
        "evidence": verified.decision.evidence,
    }))
}

async fn outcome(shared: &Arc<Shared>, failed: Option<&'static str>, verification: Value) -> Result<Value, StepError> {
    shared
        .record(move |shared| {
            let (key, id, none) = (&shared.key, &shared.effect_id, Map::new());
            if let Some(reason) = failed {
                let settled = Settled::Failed(json!({ "reason": reason }));
                let receipt = shared.ledger.outcome(key, id, None, &settled, &none)?;
                return Ok(json!({"exitCode": 3, "phase": "failed", "receipt": receipt.to_json()}));
            }
            let result = verification.get("result").and_then(Value::as_str);
            if result == Some("present") {
                let settled = Settled::Completed(verification);
                let receipt = shared.ledger.outcome(key, id, None, &settled, &none)?;
                return Ok(json!({"exitCode": 0, "phase": "completed", "receipt": receipt.to_json()}));
            }
            let exit_code = if result == Some("absent") { 3 } else { 4 };
            let recorded = shared.ledger.reconciled(key, id, &verification, &none)?;
            Ok(json!({"exitCode": exit_code, "phase": "reconciled", "receipt": recorded.reconciled.to_json()}))
        })
        .await
}
