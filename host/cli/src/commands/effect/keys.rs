//! `assize effect keys`.

use assize_effects::RotationReason;
use serde_json::json;

use super::answer::Answer;
use super::failed::Failed;
use super::world::World;
use crate::args::{KeysRotateArgs, ReasonName};

/// Makes the key unless there is one.
pub(super) fn init(world: &World) -> Result<Answer, Failed> {
    world.ledger()?;
    let key = world.config.key.provision()?;
    let document = json!({"provisioned": key.provisioned, "keyid": key.keyid, "publicKey": key.public_key});
    Ok(Answer::new("keys", document, 0))
}

/// Replaces the key by a new one.
pub(super) fn rotate(world: &World, args: &KeysRotateArgs) -> Result<Answer, Failed> {
    let reason = match args.reason {
        ReasonName::Scheduled => RotationReason::Scheduled,
        ReasonName::CustodyChange => RotationReason::CustodyChange,
        ReasonName::Compromise => RotationReason::Compromise,
    };
    let rotated = world.ledger()?.rotate(&world.config.key, reason)?;
    let document = json!({
        "from": rotated.from, "to": rotated.to, "sequence": rotated.sequence, "recovered": rotated.recovered,
    });
    Ok(Answer::new("keys", document, 0))
}
