//! `assize effect recover-lock`.

use assize_effects::LockState;
use serde_json::{Value, json};

use super::answer::Answer;
use super::failed::Failed;
use super::world::World;
use crate::args::RecoverLockArgs;

/// Lists the locks, or takes one away.
pub(super) fn recover_lock(world: &World, args: &RecoverLockArgs) -> Result<Answer, Failed> {
    let ledger = world.ledger()?;
    let Some(name) = &args.lock else {
        if args.authorize {
            return Err(Failed::usage(None, "--authorize needs --lock with the name of the lock"));
        }
        let locks: Vec<Value> = ledger
            .locks()?
            .into_iter()
            .map(|lock| json!({"name": lock.name, "state": lock.state.name(), "pid": lock.pid}))
            .collect();
        return Ok(Answer::new("locks", json!({ "locks": locks }), 0));
    };
    if !args.authorize {
        return Err(Failed::usage(None, "taking a lock away needs --authorize: be sure that its holder is gone"));
    }
    let (document, exit_code) = match ledger.recover_lock(&world.config.key, name)? {
        Ok(recovered) => {
            (json!({"lock": name, "recovered": true, "pid": recovered.pid, "record": recovered.receipt.to_json()}), 0)
        }
        Err(None) => (json!({"lock": name, "recovered": false, "state": "not-held"}), 3),
        Err(Some(LockState::Live)) => {
            return Err(Failed::conflict("lock-live", format!("the process that holds {name} lives")));
        }
        Err(Some(LockState::PidReused)) => {
            let message = format!("another process has the number of the one that took {name}: look before you act");
            return Err(Failed::conflict("lock-pid-reused", message));
        }
        Err(Some(state)) => (json!({"lock": name, "recovered": false, "state": state.name()}), 4),
    };
    Ok(Answer::new("lock-recovery", document, exit_code))
}
