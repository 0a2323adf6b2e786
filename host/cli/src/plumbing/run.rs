//! The loop over the lines.

use std::io::{self, BufRead, Write};

use assize_schemas::shape::{UnknownMembers, shape_problems};
use assize_schemas::{JsonErrorKind, read_json};
use serde::de::IgnoredAny;

use super::answer::{Answer, Failure, printed};
use super::line::{Line, next_line};
use super::operation::{OPERATIONS, Operation};

/// Every line was answered.
const ANSWERED: u8 = 0;
/// A line was not JSON, or the input could not be read.
const NOT_JSON: u8 = 3;
/// There is no such operation.
const UNKNOWN_OPERATION: u8 = 64;

/// Answers each line of `input` with the operation `op`, and gives the exit status: 0 when every line was answered
/// (refusals are answers), 64 for an operation that does not exist, 3 when a line was not JSON or the input could
/// not be read.
pub(crate) fn run(op: &str, mut input: impl BufRead, mut output: impl Write) -> u8 {
    let Some(operation) = OPERATIONS.iter().find(|operation| operation.name == op) else {
        return UNKNOWN_OPERATION;
    };
    match answer_lines(operation, &mut input, &mut output) {
        Ok(all_json) if all_json => ANSWERED,
        // Whoever asked has stopped listening: there is nobody left to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ANSWERED,
        Ok(_) | Err(_) => NOT_JSON,
    }
}

/// Answers every line; gives whether all of them were JSON.
fn answer_lines(operation: &Operation, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<bool> {
    let mut all_json = true;
    let mut buffer = Vec::new();
    while let Some(line) = next_line(input, &mut buffer)? {
        let answer = match line {
            Line::Whole => answer_line(operation, &buffer),
            Line::TooLong => Err(not_json("the line is longer than is read".to_owned())),
        };
        let is_json = !matches!(&answer, Err(failure) if failure.is_not_json());
        all_json &= is_json;
        let mut line = printed(answer);
        line.push('\n');
        output.write_all(line.as_bytes())?;
        output.flush()?;
    }
    Ok(all_json)
}

fn answer_line(operation: &Operation, line: &[u8]) -> Answer {
    let text = std::str::from_utf8(line).map_err(|_| not_json("the line is not UTF-8".to_owned()))?;
    let question = read_json(text).map_err(|error| {
        // The strict reader also refuses documents that are JSON: they have an answer, and it is no.
        let is_json =
            !matches!(error.kind, JsonErrorKind::Syntax(_)) && serde_json::from_str::<IgnoredAny>(text).is_ok();
        if is_json { Failure::json(&error) } else { not_json(format!("the line is not JSON: {error}")) }
    })?;
    let problems = shape_problems(&question, operation.input, UnknownMembers::Refuse);
    if problems.is_empty() { (operation.answer)(&question) } else { Err(Failure::shape(&problems)) }
}

fn not_json(message: String) -> Failure {
    Failure::new(Failure::NOT_JSON, message)
}
