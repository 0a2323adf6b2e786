//! Landlock, as far as the running kernel has it.

use std::io;

use landlock::{
    ABI, Access as _, AccessFs, BitFlags, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetError, Scope, make_bitflags, path_beneath_rules,
};

use super::Sandbox;

/// The newest rights that are asked for. An older kernel leaves out those that it does not know; ruling 12 notices what
/// comes of that.
const NEWEST: ABI = ABI::V9;

/// What is given nowhere: through a device that the superuser makes, whole disks can be read.
const DEVICES: BitFlags<AccessFs> = make_bitflags!(AccessFs::{MakeChar | MakeBlock});

/// Whether the kernel has Landlock, switched on.
pub(super) fn is_there() -> bool {
    Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))
        .and_then(Ruleset::create)
        .is_ok()
}

/// Restricts the calling thread. Where the kernel knows no restriction at all this does nothing; one that could not be
/// taken on is an error.
pub(super) fn confine_thread(sandbox: &Sandbox) -> io::Result<()> {
    restrict(sandbox).map_err(|error| io::Error::other(format!("the sandbox could not be set up: {error}")))
}

fn restrict(sandbox: &Sandbox) -> Result<(), RulesetError> {
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(sandbox.readable(), AccessFs::from_read(NEWEST)))?
        .add_rules(path_beneath_rules(sandbox.writable(), AccessFs::from_all(NEWEST) & !DEVICES))?
        .restrict_self()?;
    tracing::debug!(?status, "a command is confined");
    Ok(())
}
