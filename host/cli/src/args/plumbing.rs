//! `assize plumbing`.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::plumbing::operations;

/// Ask one question of the format, for programs in any language
///
/// Reads one JSON document a line from standard input and answers each with one line, in order. Nothing else is
/// read: no file, no repository, no environment.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  echo '{\"lanes\": [{\"status\": \"pass\", \"blocking\": true}]}' | assize plumbing fold
  jq -c '{source: .}' -Rs REVIEW.md | assize plumbing manifest

Exit status: 0 every line was answered, 3 a line was not JSON, 64 unknown operation.")]
pub(crate) struct PlumbingArgs {
    /// The operation
    #[arg(value_name = "OP", value_parser = operation_names())]
    pub(crate) operation: String,
}

fn operation_names() -> PossibleValuesParser {
    PossibleValuesParser::new(operations().map(|(name, about)| PossibleValue::new(name).help(about)))
}
