//! `assize graph`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Show the graph a binding compiles to, without running anything
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize graph                                the binding `assize run` would run, as text
  assize graph --binding ci --format svg -o ci.svg
  assize graph --format dot | dot -Tpng > graph.png
  assize graph --validate topic --check tests    what `assize validate run` would do

Exit status: 0 shown, 3 the manifest is not valid or has no such binding.")]
pub(crate) struct GraphArgs {
    /// The binding [default: the one `assize run` would run]
    #[arg(long, value_name = "NAME")]
    pub(crate) binding: Option<String>,

    /// The graph of a validation of this proposal instead
    #[arg(long, value_name = "PROPOSAL", requires = "check", conflicts_with = "binding")]
    pub(crate) validate: Option<String>,

    /// The check to be validated
    #[arg(long, value_name = "NAME", requires = "validate")]
    pub(crate) check: Option<String>,

    /// The branch that the proposal would land on
    #[arg(long, value_name = "BRANCH", default_value = "main")]
    pub(crate) stream: String,

    /// How to write it
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = GraphFormat::Text)]
    pub(crate) format: GraphFormat,

    /// Write to this file, whole or not at all; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The ways to write a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// A tree for terminals
    Text,
    /// The graph document, assize.graph/v1
    Json,
    /// Graphviz
    Dot,
    /// Mermaid, for Markdown pages
    Mermaid,
    /// A picture that needs no other program
    Svg,
}
