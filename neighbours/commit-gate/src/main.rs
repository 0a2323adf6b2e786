//! `git-agent-verdict`, the commit gate: a helper of commit-msg hooks that wants a review's verdict on the record of
//! every commit, as trailers `Reviewed-<gate>:` of its message.
//!
//! It runs no reviewer and trusts nothing but the staged index and the message. A process answers one [`Request`]:
//! the gate itself, the preflight over all rubrics, or the block of text that a reviewer is handed. Git is called in
//! the environment that git's own hooks are given, since that is what names the index of the commit being made.
//!
//! The gate and the preflight write to standard error only, everything else to standard output only. Exit status 0:
//! pass, skip, exempt, information; 1: the gate failed; 2: a usage error, or git could not answer.

mod answer;
mod arguments;
mod documents;
mod exemption;
mod gate;
mod git;
mod guard;
mod message;
mod output;
mod prompt;
mod report;
mod run;
mod scope;
mod shown;
mod trailer;
mod trouble;
mod usage;
mod verdict;

use std::process::ExitCode;

use crate::arguments::Request;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    match Request::parse(&arguments) {
        Ok(request) => run::run(&request),
        Err(error) => output::refuse(&error),
    }
}
