//! The binary from outside: what it prints, on which stream, and what it exits with. One file a command.
#![expect(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod annotations;
mod check;
mod completions;
mod docs;
mod effect;
mod effect_prepare;
mod export;
mod exported;
mod graph;
mod help;
mod init;
mod key;
mod ledger;
mod ledger_annotate;
mod ledger_check;
mod man;
mod mcp;
mod plumbing;
mod pre_push;
mod reports;
mod run;
mod run_advice;
mod run_export;
mod run_meets;
mod sandbox;
mod signals;
mod streams;
mod terminal;
mod trailer;
mod verify;
mod verify_annotations;
