//! `assize mcp`.

use std::path::PathBuf;

use clap::Args;

/// Serve reviews to agents over the Model Context Protocol
///
/// Speaks newline-delimited JSON-RPC on standard input and output: an agent starts it, and calls review_run,
/// review_status, review_cancel, review_ledger, review_export and review_pr. Reviews run as `assize run` runs them. When
/// standard input ends, or on SIGTERM, the reviews that the agent started are cancelled, and the server ends.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  claude mcp add assize -- assize mcp
  codex mcp add assize -- assize mcp
  assize mcp -v                               with the calls of git on standard error

Exit status: 0 the agent has left, 3 it could not be served, 64 usage error.")]
pub(crate) struct McpArgs {
    /// The reviewers' presets [default: presets.toml in the state folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) presets: Option<PathBuf>,
}
