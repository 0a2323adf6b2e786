//! `assize effect`: the effect ledger.

mod answer;
mod ask;
mod dispatch;
mod failed;
mod identity;
mod keys;
mod locks;
mod payload;
mod prepare;
mod run;
mod world;
mod write;

pub(crate) use answer::refused_arguments;
pub(crate) use dispatch::effect;
pub(crate) use prepare::PrepareLedger;
