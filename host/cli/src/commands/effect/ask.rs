//! Sub-commands that look and ask, and write nothing.

use std::time::Duration;

use assize_effects::{
    CheckpointSink, Expected, KINDS, Ledger, LedgerError, Verified, VerifierRequest, VerifyOptions, read_instant,
    run_verifier,
};
use chrono::DateTime;
use serde_json::{Value, json};

use super::answer::Answer;
use super::failed::Failed;
use super::identity::{Named, id_or_identity};
use super::world::{World, wait};
use crate::args::{EffectVerifyArgs, ExpectArgs, IdArgs, LookupArgs, ProbeArgs};

/// The id of an effect.
pub(super) fn id(world: &World, args: &IdArgs) -> Result<Answer, Failed> {
    let named = args.identity.named(&world.scope)?;
    let identity = named.identity(&world.scope)?;
    let document = json!({
        "effectId": identity.effect_id, "idDerivation": identity.derivation.name(), "scope": world.scope.to_json(),
        "kind": named.kind, "target": named.target, "context": named.context,
    });
    Ok(Answer::new("id", document, 0))
}

/// What is recorded of an effect.
pub(super) fn lookup(world: &World, args: &LookupArgs) -> Result<Answer, Failed> {
    let ledger = world.ledger()?;
    let effect_id = id_or_identity(args.id.as_deref(), &args.identity, &world.scope)?;
    let found = ledger.lookup(&effect_id)?;
    let mut document = found.to_json();
    if let Some(members) = document.as_object_mut() {
        members.insert("effectId".to_owned(), effect_id.into());
        members.insert("completed".to_owned(), found.is_completed().into());
    }
    Ok(Answer::new("lookup", document, found.exit_code()))
}

/// What the target says, and nothing else.
pub(super) fn probe(world: &World, args: &ProbeArgs) -> Result<Answer, Failed> {
    // A configured root that is missing stops every sub-command.
    let ledger = world.ledger()?;
    let named = args.identity.named(&world.scope)?;
    let effect_id = named.identity(&world.scope)?.effect_id;
    let recorded_at = recorded_at(&ledger, &effect_id)?;
    let verified = ask(world, &named, &effect_id, None, recorded_at.as_deref(), &args.expect)?;
    let document = json!({
        "effectId": effect_id,
        "verification": verified.to_json(),
        "evidence": verified.decision.evidence,
    });
    Ok(Answer::new("probe", document, verified.decision.result.exit_code()))
}

/// When the intent of an effect was recorded, if it was.
fn recorded_at(ledger: &Ledger, effect_id: &str) -> Result<Option<String>, Failed> {
    let found = ledger.lookup(effect_id)?;
    let intent = found.first("intent").map(assize_effects::Line::record);
    Ok(intent.and_then(|record| record.get("recordedAt")).and_then(Value::as_str).map(str::to_owned))
}

/// Asks the verifier of an effect.
pub(super) fn ask(
    world: &World,
    named: &Named,
    effect_id: &str,
    payload_digest: Option<&str>,
    recorded_at: Option<&str>,
    expect: &ExpectArgs,
) -> Result<Verified, Failed> {
    let recorded_at = recorded_at
        .filter(|time| read_instant(time).is_some())
        .and_then(|time| DateTime::parse_from_rfc3339(time).ok())
        .map(|time| time.to_utc());
    let request = VerifierRequest {
        effect_id: effect_id.to_owned(),
        scope: world.scope.clone(),
        kind: named.kind.clone(),
        target: named.target.clone(),
        context: named.context.clone(),
        payload_digest: payload_digest.map(str::to_owned),
        intent_recorded_at: recorded_at,
        expected: expected(expect),
    };
    let registry = world.registry()?;
    let limit = Duration::from_millis(expect.timeout_ms);
    wait(run_verifier(&registry, &request, expect.verifier_version.as_deref(), limit))
}

/// What the caller expects of the target.
pub(super) fn expected(args: &ExpectArgs) -> Expected {
    Expected { digest: args.expect_digest.clone(), object: args.expect_object.clone(), signed: args.signed }
}

/// Whether the ledger holds.
pub(super) fn verify(world: &World, args: &EffectVerifyArgs) -> Result<Answer, Failed> {
    let ledger = world.ledger()?;
    let sink = world.sink()?;
    let options = VerifyOptions {
        check_index: !args.no_index,
        trusted_genesis: args.trusted_keyid.clone(),
        sink: Ledger::sink_state(sink.as_ref().map(|sink| sink as &dyn CheckpointSink)),
    };
    let report = ledger.verify(&options)?;
    Ok(Answer::new("verify", report.to_json(), report.exit_code()))
}

/// The kinds of effects and who verifies them.
pub(super) fn kinds(world: &World) -> Result<Answer, Failed> {
    world.ledger()?;
    let registry = world.registry()?;
    let kinds: Vec<Value> = KINDS
        .iter()
        .map(|kind| {
            let verifier = registry.get(kind).map(|verifier| verifier.reference());
            json!({
                "kind": kind,
                "verifier": verifier.map(|verifier| json!({"version": verifier.version(), "canReportAbsent": verifier.can_report_absent()})),
            })
        })
        .collect();
    Ok(Answer::new("kinds", json!({"kinds": kinds, "extensions": "x.<vendor>.<name>"}), 0))
}

/// The keys of the ledger.
pub(super) fn key_list(world: &World) -> Result<Answer, Failed> {
    let keyring = world.ledger()?.keyring_json().map_err(|error: LedgerError| Failed::from(error))?;
    let member = |name: &str| keyring.as_ref().and_then(|keyring| keyring.get(name)).cloned().unwrap_or(json!([]));
    let document = json!({"scope": world.scope.to_json(), "keys": member("keys"), "rotations": member("rotations")});
    Ok(Answer::new("keys", document, 0))
}
