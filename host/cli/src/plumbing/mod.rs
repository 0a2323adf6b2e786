//! `assize plumbing OP`: the format's pure functions as JSON lines.
//!
//! Each line of input is one JSON document and gets one line of answer, in order, flushed as it is ready:
//! `{"ok": …}` or `{"err": {code, message, problems}}`. Nothing is read but the input: no environment, no home, no
//! repository. The operations are in the table of `operation.rs`; one file holds one family of them.

mod answer;
mod attestation;
mod digest;
mod dsse;
mod effect;
mod effect_ledger;
mod identity;
mod input;
mod json;
mod lane;
mod line;
mod manifest;
mod names;
mod operation;
mod packs;
mod repository;
mod reuse;
mod run;
mod validation;

pub(crate) use names::operations;
pub(crate) use run::run;
