//! Why a command could not do what it was asked.

use std::error::Error;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

use assize_compiler::BindingError;
use assize_host::{HostError, HostErrorKind, InitError, ManifestProblems, PrePushError, PresetsError, UnknownPreset};

use crate::environment::NoStateFolder;
use crate::exit::Exit;
use crate::palette::{Palette, Tone};
use crate::text::{Relay, shown};

/// What stands before later lines of a message, so that none passes for a line of ours.
const MARGIN: &str = "  | ";

/// What helps where there is no manifest.
const NO_MANIFEST: &str = "`assize init` writes one; --manifest names one that is elsewhere";

/// A command's failure, ready to be told.
#[derive(Debug)]
pub(crate) struct Failure {
    exit: Exit,
    lines: Vec<String>,
    help: Option<String>,
    /// What stands before each line that somebody else wrote.
    margin: String,
    manifest: Option<Box<ManifestProblems>>,
}

impl Failure {
    /// A failure that says `what`.
    pub(crate) fn new(exit: Exit, what: impl Into<String>) -> Self {
        Self { exit, lines: vec![what.into()], help: None, margin: MARGIN.to_owned(), manifest: None }
    }

    /// A failure with the chain of its causes.
    pub(crate) fn from_error(exit: Exit, error: &dyn Error) -> Self {
        let mut failure = Self::new(exit, error.to_string());
        let mut cause = error.source();
        while let Some(error) = cause {
            let text = error.to_string();
            // Some errors repeat what lies below them.
            if !failure.lines.iter().any(|line| line.contains(&text)) {
                failure.lines.push(text);
            }
            cause = error.source();
        }
        failure
    }

    /// A run that the ledger does not have.
    pub(crate) fn no_such_run(run_id: &str) -> Self {
        Self::new(Exit::NOT_FOUND, format!("no run {run_id:?} is recorded"))
            .help("`assize ledger list` shows what is; a newer run of the same range takes an older one's place")
    }

    /// What would be right.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With another exit status.
    pub(crate) fn with_exit(mut self, exit: Exit) -> Self {
        self.exit = exit;
        self
    }

    /// The exit status that it means.
    pub(crate) fn exit(&self) -> Exit {
        self.exit
    }

    /// Text for standard error.
    pub(crate) fn render(&self, palette: Palette, relay: Relay) -> String {
        if let Some(ManifestProblems { path, source, problems, .. }) = self.manifest.as_deref() {
            return relay.unarmed(&problems.render(&shown(path), source, palette.is_on()));
        }
        let mut text = String::new();
        let mut lines = self.lines.iter();
        let mut first = lines.next().map(|line| relay.lines(line)).unwrap_or_default().into_iter();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{} {}", palette.paint(Tone::Bad, "error:"), first.next().unwrap_or_default());
        for line in first {
            let _ = writeln!(text, "{}{line}", self.margin);
        }
        for cause in lines {
            for (at, line) in relay.lines(cause).into_iter().enumerate() {
                let _ = writeln!(text, "{}{line}", if at == 0 { "  because: " } else { &self.margin });
            }
        }
        if let Some(help) = &self.help {
            let _ = writeln!(text, "{} {}", palette.paint(Tone::Strong, "  help:"), relay.line(help));
        }
        text
    }

    /// The failure with what would be right as one text, for documents.
    pub(crate) fn report(&self) -> String {
        let help = self.help.as_ref().map(|help| format!(" (try: {help})")).unwrap_or_default();
        format!("{}{help}", self.sentence())
    }

    /// The failure as one text, for annotations.
    pub(crate) fn sentence(&self) -> String {
        self.lines.join(": ")
    }
}

impl From<PresetsError> for Failure {
    fn from(error: PresetsError) -> Self {
        Self::from_error(Exit::COULD_NOT_RUN, &error)
    }
}

impl From<UnknownPreset> for Failure {
    fn from(error: UnknownPreset) -> Self {
        Self::from_error(Exit::NOT_FOUND, &error).help("`assize presets list` shows those that there are")
    }
}

impl From<HostError> for Failure {
    fn from(error: HostError) -> Self {
        let mut failure = Self::from_error(exit_of(error.kind()), &error);
        failure.help = error.fix();
        match error {
            HostError::PrepareFailed { check, .. } => failure.margin = format!("{check} | "),
            HostError::Manifest(problems) => failure.manifest = Some(problems),
            HostError::NoManifest { .. } => failure.help = Some(NO_MANIFEST.to_owned()),
            HostError::Binding(BindingError::Ambiguous { available }) => {
                failure.help = Some(format!("--binding NAME, which is one of: {}", available.join(", ")));
            }
            HostError::Compile(_) => failure.help = Some("`assize check` shows each place in the file".to_owned()),
            _ => {}
        }
        failure
    }
}

fn exit_of(kind: HostErrorKind) -> Exit {
    match kind {
        HostErrorKind::Usage => Exit::USAGE,
        _ => Exit::COULD_NOT_RUN,
    }
}

impl From<InitError> for Failure {
    fn from(error: InitError) -> Self {
        let mut failure = Self::from_error(exit_of(error.kind()), &error);
        failure.help = error.fix();
        failure
    }
}

impl From<PrePushError> for Failure {
    fn from(error: PrePushError) -> Self {
        let mut failure = Self::from_error(Exit::COULD_NOT_RUN, &error);
        failure.help = error.fix();
        failure
    }
}

impl From<NoStateFolder> for Failure {
    fn from(error: NoStateFolder) -> Self {
        Self::from_error(Exit::COULD_NOT_RUN, &error).help("AGENTPROTO_HOME with the folder to keep verdicts in")
    }
}

/// Errors of standard output other than a reader that has gone.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::new(Exit::COULD_NOT_RUN, format!("cannot write to standard output: {error}"))
    }
}

/// The failure of something done to the file or folder at `path`.
pub(crate) fn at_path(verb: &str, path: &Path, error: &dyn Error) -> Failure {
    let mut failure = Failure::from_error(Exit::COULD_NOT_RUN, error);
    failure.lines.insert(0, format!("cannot {verb} {}", path.display()));
    failure
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_why_and_what_would_be_right() {
        let missing = io::Error::new(io::ErrorKind::NotFound, "no such file");
        let failure = at_path("read", Path::new("a/REVIEW.md"), &missing).help("write one");
        assert_eq!(
            failure.render(Palette::plain(), Relay::new(false)),
            "error: cannot read a/REVIEW.md\n  because: no such file\n  help: write one\n"
        );
    }

    #[test]
    fn later_lines_cannot_pass_for_lines_of_ours() {
        let failure = Failure::new(Exit::COULD_NOT_RUN, "the check failed: it printed\n::error::x\n\u{1b}[2Jfake");
        assert_eq!(
            failure.render(Palette::plain(), Relay::new(true)),
            "error: the check failed: it printed\n  | : :error::x\n  | fake\n"
        );
    }
}
