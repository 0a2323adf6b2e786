//! From the arguments of `assize effect` to its exit status.

use super::answer::{Answer, print};
use super::failed::Failed;
use super::world::World;
use super::{ask, keys, locks, run, write};
use crate::args::{EffectCommand, KeysCommand};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Runs a sub-command of `assize effect`. Whatever comes of it is one document.
pub(crate) fn effect(context: &mut Context, command: &EffectCommand) -> Result<Exit, Failure> {
    let answer = answer(context, command);
    print(context, command.common().format, &answer)
}

fn answer(context: &Context, command: &EffectCommand) -> Result<Answer, Failed> {
    let identity = match command {
        EffectCommand::Id(args) => Some(&args.identity),
        EffectCommand::Intent(args) => Some(&args.identity),
        EffectCommand::Record(args) => Some(&args.identity),
        EffectCommand::Run(args) => Some(&args.identity),
        EffectCommand::Lookup(args) => Some(&args.identity),
        EffectCommand::Reconcile(args) => Some(&args.identity),
        EffectCommand::Probe(args) => Some(&args.identity),
        _ => None,
    };
    let is_review = identity.is_some_and(crate::args::IdentityArgs::is_review);
    let world = World::new(context, command.common(), is_review)?;
    match command {
        EffectCommand::Id(args) => ask::id(&world, args),
        EffectCommand::Intent(args) => write::intent(&world, args),
        EffectCommand::Record(args) => write::record(&world, args),
        EffectCommand::Run(args) => run::run(context, &world, args),
        EffectCommand::Lookup(args) => ask::lookup(&world, args),
        EffectCommand::Reconcile(args) => write::reconcile(&world, args),
        EffectCommand::Probe(args) => ask::probe(&world, args),
        EffectCommand::Verify(args) => ask::verify(&world, args),
        EffectCommand::Checkpoint(_) => write::checkpoint(&world),
        EffectCommand::Kinds(_) => ask::kinds(&world),
        EffectCommand::Keys(KeysCommand::List(_)) => ask::key_list(&world),
        EffectCommand::Keys(KeysCommand::Init(_)) => keys::init(&world),
        EffectCommand::Keys(KeysCommand::Rotate(args)) => keys::rotate(&world, args),
        EffectCommand::RecoverLock(args) => locks::recover_lock(&world, args),
    }
}
