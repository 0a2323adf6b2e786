//! What every sub-command of `assize effect` has.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Subsystem;

/// What every sub-command of `assize effect` has.
#[derive(Debug, Args)]
pub(crate) struct EffectCommon {
    /// The part of the project's ledger [default: delivery; review for the continuation of a review]
    #[arg(long, value_name = "NAME", value_enum)]
    pub(crate) subsystem: Option<Subsystem>,

    /// The project's folder [default: the current one]
    #[arg(long, value_name = "DIR")]
    pub(crate) project_dir: Option<PathBuf>,

    /// How to print the answer
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = EffectFormat::Json)]
    pub(crate) format: EffectFormat,
}

/// How an answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EffectFormat {
    /// One canonical JSON document on one line
    Json,
    /// For people
    Text,
}
