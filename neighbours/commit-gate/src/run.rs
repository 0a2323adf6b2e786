//! From a request to what the process says and ends with.

use std::process::ExitCode;

use crate::answer::Answer;
use crate::arguments::Request;
use crate::documents::{Document, resolve};
use crate::gate::{guard, judge};
use crate::output::{print, refuse, say};
use crate::prompt::prompt;
use crate::report::{Asked, report};
use crate::shown::plain;
use crate::trouble::Trouble;
use crate::usage::{USAGE, UsageError};

/// What messages of the preflight are headed with, in the place of a gate's name.
const PREFLIGHT: &str = "rubric-guard";

/// Answers a request.
pub(crate) fn run(request: &Request) -> ExitCode {
    try_run(request).unwrap_or_else(|error| refuse(&error))
}

fn try_run(request: &Request) -> Result<ExitCode, UsageError> {
    Ok(match request {
        Request::Version => print(&format!("git-agent-verdict {}\n", env!("CARGO_PKG_VERSION"))),
        Request::Help => print(USAGE),
        Request::Prompt(gate, docs) => print(&prompt(&plain(gate), &resolve(docs)?)),
        Request::Preflight(docs) => {
            let documents = resolve(docs)?;
            let answer = guard(&documents).map(|refused| refused.unwrap_or(Answer::Clear));
            tell(&Asked { gate: None, per_file: false, documents: &documents }, answer)
        }
        Request::Gate(request) => {
            let documents: Vec<Document> = resolve(&request.docs)?;
            let answer = judge(request, &documents);
            let gate = plain(&request.gate);
            tell(&Asked { gate: Some(&gate), per_file: request.per_file, documents: &documents }, answer)
        }
    })
}

fn tell(asked: &Asked<'_>, answer: Result<Answer, Trouble>) -> ExitCode {
    match answer {
        Ok(answer) => {
            say(&report(asked, &answer));
            if answer.passes() { ExitCode::SUCCESS } else { ExitCode::from(1) }
        }
        Err(trouble) => {
            say(&format!("git-agent-verdict: {}: {trouble}\n", asked.gate.unwrap_or(PREFLIGHT)));
            ExitCode::from(2)
        }
    }
}
