//! The graph of an effect, and running it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use assize_engine::{GraphBuilder, Registry as Nodes, Step};
use serde_json::{Value, json};

use super::command::EffectCommand;
use super::nodes::{Part, PartKind};
use super::shared::Shared;
use crate::ledger::{Intent, KeySource, Ledger, LedgerError};
use crate::verifier::{Expected, Registry};

/// What an effect's run needs.
#[derive(Debug)]
pub struct EffectRun {
    /// Where it is recorded.
    pub ledger: Ledger,
    /// What signs the records.
    pub key: KeySource,
    /// What is going to be done.
    pub intent: Intent,
    /// What does it.
    pub command: EffectCommand,
    /// Who can tell whether it happened.
    pub registry: Registry,
    /// What the caller expects of the target.
    pub expected: Expected,
    /// The version that the verifier must have.
    pub pinned_version: Option<String>,
    /// How long the verifier may take.
    pub limit: Duration,
}

/// Why an effect could not be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunEffectError {
    /// The ledger refused.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The engine could not go on.
    #[error("the run ended early: {0}")]
    Engine(String),
}

/// Runs an effect once: records the intent, runs the command with `EFFECT_ID` in its environment, asks the target, and
/// records how it went. When the intent is there already the command is not run; unless an outcome is recorded, the
/// target is asked what became of the first run.
///
/// Gives `{effectId, intent, command, verify, outcome, exitCode}`: what each step told, and 0 it happened, 3 it did not,
/// 4 nobody knows.
///
/// # Errors
///
/// [`RunEffectError`].
pub async fn run_effect(run: EffectRun) -> Result<Value, RunEffectError> {
    let EffectRun { ledger, key, intent, command, registry, expected, pinned_version, limit } = run;
    let effect_id = ledger.effect_id(&intent)?;
    let shared = Arc::new(Shared {
        effect_id: effect_id.clone(),
        ledger,
        key,
        intent,
        command,
        registry,
        expected,
        pinned_version,
        limit,
        error: Mutex::new(None),
    });
    let engine = |error: String| RunEffectError::Engine(error);
    let mut nodes = Nodes::new();
    let mut graph = GraphBuilder::new("effect");
    for part in Part::ALL {
        nodes.register(PartKind { part, shared: Arc::clone(&shared) }).map_err(|error| engine(error.to_string()))?;
        graph = graph.step(Step::transform(part.id(), part.kind(), json!({})));
    }
    let graph = graph
        .result(json!({
            "intent": "$steps.intent", "command": "$steps.command", "verify": "$steps.verify",
            "outcome": "$steps.outcome", "exitCode": "$steps.outcome.exitCode",
        }))
        .build()
        .map_err(|error| engine(error.to_string()))?;
    let report = graph.prepare(&nodes).map_err(|error| engine(error.to_string()))?.execute().await;
    match report.outcome {
        Ok(mut told) => {
            if let Some(members) = told.as_object_mut() {
                members.insert("effectId".to_owned(), effect_id.into());
            }
            Ok(told)
        }
        Err(error) => {
            let kept = shared.error.lock().unwrap_or_else(PoisonError::into_inner).take();
            Err(kept.map_or_else(|| engine(error.to_string()), RunEffectError::Ledger))
        }
    }
}
