//! Reviews as tools for agents: a server of the [Model Context Protocol](https://modelcontextprotocol.io) with the tools
//! that AIP-62 names under "Host surface".
//!
//! [`serve`] speaks newline-delimited JSON-RPC over any two streams until the client closes its end or the caller
//! cancels, and then ends every review that the client started. It takes everything that the surroundings decide as a
//! [`ServerSettings`], so that the tools run reviews with the very [`Host`](assize_host::Host) of the command line.
//!
//! * `wire` is the transport: bounded lines in, whole lines out, an error for what is no message.
//! * `runs` are the reviews that this server runs and has run, and what they tell their callers.
//! * `tools` are the six tools: inputs, checks, answers and the schemas of both.
//! * `github` asks the `gh` command about pull requests, for `review_pr` alone.

mod github;
mod runs;
mod serve;
mod server;
mod settings;
mod tools;
mod wire;

pub use serve::{ServeError, serve};
pub use settings::ServerSettings;
