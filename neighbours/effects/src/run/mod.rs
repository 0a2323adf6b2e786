//! An effect as a graph on the engine: intent, command, verification, outcome.
//!
//! The middle can be resumed: when the intent is there already, the command is not run again, and what the target says
//! settles how it went.

mod command;
mod graph;
mod nodes;
mod shared;

pub use command::EffectCommand;
pub use graph::{EffectRun, RunEffectError, run_effect};
