//! A review's prepare checks as effects.

use std::path::PathBuf;

use assize_effects::{Derivation, Intent, Outcome, Settled, Verified, VerifierRef, decide, digest, write_instant};
use assize_host::{PrepareEffect, PrepareEnd, PrepareRecord};
use assize_schemas::canonical_json;
use serde_json::{Map, Value, json};

use super::failed::Failed;
use super::world::World;
use crate::environment::Environment;

/// The kind of the effects.
const KIND: &str = "x.assize.prepare";
/// The version of what is seen of a prepare check: its exit status.
const VERSION: &str = "1.0.0";

/// Records prepare checks in the effect ledger of their project, where one is configured. The settings are read when a
/// check is about to run, and not before.
pub(crate) struct PrepareLedger {
    environment: Environment,
    state: PathBuf,
}

impl PrepareLedger {
    /// The ledgers that this state folder configures.
    pub(crate) fn new(environment: Environment, state: PathBuf) -> Self {
        Self { environment, state }
    }

    fn world(&self, effect: &PrepareEffect) -> Result<Option<World>, Failed> {
        World::of_project(&self.environment, &self.state, effect.root.clone())
    }

    fn intend(&self, effect: &PrepareEffect) -> Result<Vec<String>, Failed> {
        let Some(world) = self.world(effect)? else { return Ok(Vec::new()) };
        let (ledger, intent) = (world.ledger()?, intent(effect));
        let unsettled = ledger.unsettled(KIND, &intent.target)?;
        ledger.intent(&world.config.key, &intent)?;
        let told = unsettled.into_iter().map(|before| {
            format!(
                "the prepare check {} began at {} and nothing tells how it ended: unless it still runs, look \
                 at what it may have left half done (`assize effect reconcile {}` records that this is not known)",
                effect.check, before.recorded_at, before.effect_id
            )
        });
        Ok(told.collect())
    }

    fn settle(&self, effect: &PrepareEffect, end: PrepareEnd) -> Result<(), Failed> {
        let Some(world) = self.world(effect)? else { return Ok(()) };
        let (ledger, key, links) = (world.ledger()?, &world.config.key, Map::new());
        let id = ledger.effect_id(&intent(effect))?;
        let found = ledger.lookup(&id)?;
        // The first outcome at a head stands. One that failed there and now passes is told beside it.
        match (end, found.is_completed(), found.has("failed")) {
            (PrepareEnd::Passed, true, _) | (PrepareEnd::Failed, true, _) | (PrepareEnd::Failed, _, true) => {}
            (PrepareEnd::Passed, false, true) => {
                ledger.reconciled(key, &id, &passed()?, &links)?;
            }
            (PrepareEnd::Passed, false, false) => {
                ledger.outcome(key, &id, None, &Settled::Completed(passed()?), &links)?;
            }
            (PrepareEnd::Failed, false, false) => {
                let failure = Settled::Failed(json!({"reason": "target-rejected"}));
                ledger.outcome(key, &id, None, &failure, &links)?;
            }
        }
        Ok(())
    }
}

impl PrepareRecord for PrepareLedger {
    fn begin(&self, effect: &PrepareEffect) -> Result<Vec<String>, String> {
        self.intend(effect).map_err(|failed| failed.sentence())
    }

    fn end(&self, effect: &PrepareEffect, end: PrepareEnd) -> Result<(), String> {
        self.settle(effect, end).map_err(|failed| failed.sentence())
    }
}

/// The intent to run a check. What is asked for is the check by its name: its command may change while the head stays.
fn intent(effect: &PrepareEffect) -> Intent {
    let PrepareEffect { repository, binding, check, head, .. } = effect;
    let target = format!("x-assize:{repository}/{binding}/{check}");
    let context = json!({ "head": head });
    let asked = canonical_json(&json!({"target": target, "context": context}));
    Intent {
        kind: KIND.to_owned(),
        target,
        context,
        derivation: Derivation::Effect,
        payload_digest: digest(asked.as_bytes()),
        links: Map::new(),
    }
}

/// The verification of a check whose command was seen to end well.
fn passed() -> Result<Value, Failed> {
    let verifier = VerifierRef::new(KIND, VERSION, false)?;
    let seen = Outcome::Answered(json!({"result": "present", "reason": "state-match", "complete": true}));
    let decision = decide(KIND, Some(&verifier), None, &seen);
    Ok(Verified { verifier, decision, checked_at: write_instant(chrono::Utc::now()) }.to_json())
}
