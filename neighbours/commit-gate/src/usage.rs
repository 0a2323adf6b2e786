//! How the program is called, and what is wrong with a call.

use std::ffi::OsString;
use std::fmt;
use std::io;

use crate::shown::shown;

/// The forms of a call.
pub(crate) const USAGE: &str = "\
usage: git-agent-verdict <msg-file> <gate> [--per-file] --doc <path>... --path <pathspec>...
       git-agent-verdict --rubric-guard --doc <path>...
       git-agent-verdict --reviewer-prompt <gate> --doc <path>...
";

/// What is wrong with a call. Scripts match the texts.
#[derive(Debug)]
pub(crate) enum UsageError {
    /// `--doc` is the last token.
    DocWithoutPath,
    /// `--path` is the last token.
    PathWithoutPathspec,
    /// `--reviewer-prompt` is the last token.
    PromptWithoutGate,
    /// A token that begins with a dash and means nothing here.
    UnknownFlag(OsString),
    /// There is no rubric to judge by, or to guard.
    NoDoc,
    /// The preflight was given something of a gate.
    MoreThanGuard,
    /// The prompt was given something of a gate or of the preflight.
    MoreThanPrompt,
    /// Not a message and a gate, but so many arguments.
    Positionals(usize),
    /// There is nothing the gate would be about.
    NoPath,
    /// A gate's name that no message can carry.
    GateNotText(OsString),
    /// A rubric that is not there.
    Doc(OsString, io::Error),
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DocWithoutPath => f.write_str("--doc needs a path"),
            Self::PathWithoutPathspec => f.write_str("--path needs a pathspec"),
            Self::PromptWithoutGate => f.write_str("--reviewer-prompt needs a gate name"),
            Self::UnknownFlag(word) => write!(f, "unknown flag '{}'", shown(word)),
            Self::NoDoc => f.write_str("at least one --doc is required"),
            Self::MoreThanGuard => {
                f.write_str("--rubric-guard reads the index alone: no <msg-file>, <gate>, --path or --per-file")
            }
            Self::MoreThanPrompt => f.write_str(
                "--reviewer-prompt takes a gate and --doc only: no <msg-file>, --path, --per-file or --rubric-guard",
            ),
            Self::Positionals(count) => write!(f, "expected <msg-file> and <gate>, got {count} argument(s)"),
            Self::NoPath => f.write_str("at least one --path is required"),
            Self::GateNotText(word) => {
                write!(f, "the gate name '{}' is not valid UTF-8, so that no message can carry it", shown(word))
            }
            Self::Doc(typed, error) => write!(f, "--doc {}: {error}", shown(typed)),
        }
    }
}
