//! Sub-commands that record.

use assize_effects::{CheckpointSink, Intent, Ledger, Receipt, Settled, VerifierResult};
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::ask::ask;
use super::failed::Failed;
use super::identity::{Named, id_or_identity};
use super::world::World;
use crate::args::{IdentityArgs, IntentArgs, PayloadArgs, ReconcileArgs, RecordArgs};

/// The intent that the command line means.
pub(super) fn intended(
    world: &World,
    identity: &IdentityArgs,
    digest: String,
    links: Map<String, Value>,
) -> Result<Intent, Failed> {
    let Named { kind, target, context, derivation } = identity.named(&world.scope)?;
    Ok(Intent { kind, target, context, derivation, payload_digest: digest, links })
}

fn intent_of(world: &World, identity: &IdentityArgs, payload: &PayloadArgs) -> Result<Intent, Failed> {
    intended(world, identity, payload.digest()?, payload.links()?)
}

/// Records an intent.
pub(super) fn intent(world: &World, args: &IntentArgs) -> Result<Answer, Failed> {
    let ledger = world.ledger()?;
    let intent = intent_of(world, &args.identity, &args.payload)?;
    let receipt = ledger.intent(&world.config.key, &intent)?;
    Ok(Answer::new("intent", receipt.to_json(), 0))
}

/// Records an intent, asks the target, and records how it went.
pub(super) fn record(world: &World, args: &RecordArgs) -> Result<Answer, Failed> {
    let ledger = world.ledger()?;
    let intent = intent_of(world, &args.identity, &args.payload)?;
    let first = ledger.intent(&world.config.key, &intent)?;
    let id = &first.effect_id;
    let mut document = json!({"effectId": id, "intent": first.to_json(), "idempotent": false});
    let found = ledger.lookup(id)?;
    let settled = [("completed", 0), ("failed", 3)].into_iter().find(|(phase, _)| found.has(phase));
    if let Some((phase, exit_code)) = settled {
        set(&mut document, "idempotent", true.into());
        set(&mut document, "status", phase.into());
        return Ok(Answer::new("record", document, exit_code));
    }
    if args.unverified {
        set(&mut document, "idempotent", first.idempotent.into());
        set(&mut document, "status", "intent".into());
        return Ok(Answer::new("record", document, 0));
    }
    let named = args.identity.named(&world.scope)?;
    let recorded_at = found.first("intent").and_then(|line| line.record().get("recordedAt")?.as_str());
    let verified = ask(world, &named, id, Some(&intent.payload_digest), recorded_at, &args.expect)?;
    let verification = verified.to_json();
    set(&mut document, "verification", verification.clone());
    set(&mut document, "evidence", json!(verified.decision.evidence));
    let exit_code = verified.decision.result.exit_code();
    if verified.decision.result == VerifierResult::Present {
        let settled = Settled::Completed(verification);
        let receipt = ledger.outcome(&world.config.key, id, None, &settled, &intent.links)?;
        set(&mut document, "status", "completed".into());
        set(&mut document, "completed", receipt.to_json());
    } else {
        let recorded = ledger.reconciled(&world.config.key, id, &verification, &intent.links)?;
        set(&mut document, "status", "reconciled".into());
        set(&mut document, "reconciled", recorded.reconciled.to_json());
    }
    Ok(Answer::new("record", document, exit_code))
}

fn set(document: &mut Value, name: &str, value: Value) {
    if let Some(members) = document.as_object_mut() {
        members.insert(name.to_owned(), value);
    }
}

/// Asks the target of a recorded intent, and records what it says.
pub(super) fn reconcile(world: &World, args: &ReconcileArgs) -> Result<Answer, Failed> {
    let ledger = world.ledger()?;
    let id = id_or_identity(args.id.as_deref(), &args.identity, &world.scope)?;
    let record = ledger.intent_record(&id)?;
    let text = |name: &str| record.get(name).and_then(Value::as_str).unwrap_or_default();
    let named = Named {
        kind: text("kind").to_owned(),
        target: text("target").to_owned(),
        context: record.get("context").cloned().unwrap_or(json!({})),
        derivation: assize_effects::Derivation::read(text("idDerivation"))?,
    };
    let digest = text("payloadDigest");
    let verified = ask(world, &named, &id, Some(digest), Some(text("recordedAt")), &args.expect)?;
    let recorded = ledger.reconciled(&world.config.key, &id, &verified.to_json(), &Map::new())?;
    let document = json!({
        "effectId": id,
        "verification": verified.to_json(),
        "evidence": verified.decision.evidence,
        "reconciled": recorded.reconciled.to_json(),
        "completed": recorded.completed.as_ref().map(Receipt::to_json),
    });
    Ok(Answer::new("reconcile", document, verified.decision.result.exit_code()))
}

/// Signs how long the ledger is, and publishes that.
pub(super) fn checkpoint(world: &World) -> Result<Answer, Failed> {
    let ledger: Ledger = world.ledger()?;
    let sink = world.sink()?;
    let made = ledger.checkpoint(&world.config.key, sink.as_ref().map(|sink| sink as &dyn CheckpointSink))?;
    let document =
        json!({"sequence": made.sequence, "digest": made.digest, "records": made.records, "sink": sink.is_some()});
    Ok(Answer::new("checkpoint", document, 0))
}
