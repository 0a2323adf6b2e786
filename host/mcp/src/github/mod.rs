//! What GitHub says of pull requests, asked through its own command line, `gh`, with the person's own login.

mod error;
mod gh;
mod pull;
mod remote;

pub(crate) use error::{GitHubError, GitHubTrouble};
pub(crate) use gh::Gh;
pub(crate) use remote::repository_of;
