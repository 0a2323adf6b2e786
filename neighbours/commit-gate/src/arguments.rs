//! What the command line asks for.
//!
//! A value is the next token, whatever it looks like, and nothing else is special but a dash in front. An argument
//! parser would know more (`--flag=value`, `--`, abbreviations), and each of those could turn a rubric or a pathspec
//! into something else.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::usage::UsageError;

/// One question to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Request {
    /// Which version this is.
    Version,
    /// How it is called.
    Help,
    /// Does the message carry the gate's verdicts?
    Gate(GateRequest),
    /// Is one of these rubrics staged? As they were typed.
    Preflight(Vec<OsString>),
    /// What does a reviewer of this gate have to know? The rubrics as they were typed.
    Prompt(String, Vec<OsString>),
}

/// A gate to pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GateRequest {
    /// The file with the commit's message, as it was typed.
    pub(crate) message: PathBuf,
    /// The gate's name, free text.
    pub(crate) gate: String,
    /// Whether every staged file needs a verdict of its own.
    pub(crate) per_file: bool,
    /// The rubrics as they were typed, at least one.
    pub(crate) docs: Vec<OsString>,
    /// Git's pathspecs of what the gate is about, at least one.
    pub(crate) paths: Vec<OsString>,
}

/// What was read so far.
#[derive(Default)]
struct Words {
    per_file: bool,
    rubric_guard: bool,
    prompt: Option<OsString>,
    docs: Vec<OsString>,
    paths: Vec<OsString>,
    positionals: Vec<OsString>,
}

impl Request {
    /// Reads the command line, without the program's name.
    ///
    /// # Errors
    ///
    /// The first [`UsageError`], in the order the page on the gate promises.
    pub(crate) fn parse(arguments: &[OsString]) -> Result<Self, UsageError> {
        let has = |names: [&str; 2]| arguments.iter().any(|word| names.iter().any(|name| word == name));
        if has(["--version", "-V"]) {
            return Ok(Self::Version);
        }
        if has(["--help", "-h"]) {
            return Ok(Self::Help);
        }
        Words::read(arguments)?.judge()
    }
}

impl Words {
    fn read(arguments: &[OsString]) -> Result<Self, UsageError> {
        let mut words = Self::default();
        let mut rest = arguments.iter();
        while let Some(word) = rest.next() {
            let mut value = |missing: UsageError| rest.next().cloned().ok_or(missing);
            match word.to_str() {
                Some("--per-file") => words.per_file = true,
                Some("--rubric-guard") => words.rubric_guard = true,
                Some("--doc") => words.docs.push(value(UsageError::DocWithoutPath)?),
                Some("--path") => words.paths.push(value(UsageError::PathWithoutPathspec)?),
                Some("--reviewer-prompt") => words.prompt = Some(value(UsageError::PromptWithoutGate)?),
                _ if word.as_encoded_bytes().first() == Some(&b'-') => {
                    return Err(UsageError::UnknownFlag(word.clone()));
                }
                _ => words.positionals.push(word.clone()),
            }
        }
        Ok(words)
    }

    fn judge(self) -> Result<Request, UsageError> {
        if self.docs.is_empty() {
            return Err(UsageError::NoDoc);
        }
        let of_a_gate = self.per_file || !self.paths.is_empty() || !self.positionals.is_empty();
        if let Some(gate) = self.prompt {
            return if of_a_gate || self.rubric_guard {
                Err(UsageError::MoreThanPrompt)
            } else {
                Ok(Request::Prompt(gate_name(&gate)?, self.docs))
            };
        }
        if self.rubric_guard {
            return if of_a_gate { Err(UsageError::MoreThanGuard) } else { Ok(Request::Preflight(self.docs)) };
        }
        let [message, gate] = self.positionals.as_slice() else {
            return Err(UsageError::Positionals(self.positionals.len()));
        };
        if self.paths.is_empty() {
            return Err(UsageError::NoPath);
        }
        Ok(Request::Gate(GateRequest {
            message: PathBuf::from(message),
            gate: gate_name(gate)?,
            per_file: self.per_file,
            docs: self.docs,
            paths: self.paths,
        }))
    }
}

/// A name that messages could carry: they are UTF-8.
fn gate_name(word: &OsStr) -> Result<String, UsageError> {
    word.to_str().map(str::to_owned).ok_or_else(|| UsageError::GateNotText(word.to_owned()))
}
