//! What every command is given: the global options, the environment, and what follows from both.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assize_host::{CommandReviewers, Host, HostSettings, Presets};

use crate::args::GlobalArgs;
use crate::commands::PrepareLedger;
use crate::environment::Environment;
use crate::failure::{Failure, at_path};
use crate::output::{Output, to_stderr};
use crate::palette::{Palette, Tone};
use crate::text::Relay;

/// The name of manifests in their folders.
const REVIEW_FILE: &str = "REVIEW.md";

/// A state folder that can never be.
const NOWHERE: &str = "/dev/null/state";

/// What every command is given.
pub(crate) struct Context {
    pub(crate) global: GlobalArgs,
    pub(crate) environment: Environment,
    /// Standard output.
    pub(crate) output: Output,
    /// The colours of standard output.
    pub(crate) output_palette: Palette,
    /// The colours of standard error.
    pub(crate) error_palette: Palette,
    /// For text that is not ours.
    pub(crate) relay: Relay,
}

impl Context {
    /// The context of this process.
    pub(crate) fn new(global: GlobalArgs, environment: Environment) -> Self {
        let output_palette = Palette::of(&std::io::stdout(), global.color, &environment);
        let error_palette = Palette::of(&std::io::stderr(), global.color, &environment);
        let gives_commands = environment.output_gives_commands();
        let relay = Relay::new(gives_commands);
        Self { output: Output::lock(gives_commands), global, environment, output_palette, error_palette, relay }
    }

    /// The folder that relative paths and the search for a repository begin at, absolute.
    pub(crate) fn cwd(&self) -> Result<PathBuf, Failure> {
        let here = std::env::current_dir().map_err(|error| at_path("find", Path::new("."), &error))?;
        let Some(wanted) = &self.global.cwd else { return Ok(here) };
        let cwd = here.join(wanted);
        match std::fs::metadata(&cwd) {
            Ok(found) if found.is_dir() => Ok(cwd),
            Ok(_) => Err(at_path("work in", &cwd, &std::io::Error::from(std::io::ErrorKind::NotADirectory))),
            Err(error) => Err(at_path("work in", &cwd, &error)),
        }
    }

    /// The REVIEW.md that was named, from `cwd`. A folder means the one in it.
    pub(crate) fn manifest(&self, cwd: &Path) -> Option<PathBuf> {
        let named = self.global.manifest.as_ref()?;
        Some(if cwd.join(named).is_dir() { named.join(REVIEW_FILE) } else { named.clone() })
    }

    /// The host of this machine and person.
    pub(crate) fn host(&self, cwd: &Path) -> Result<Host, Failure> {
        let state = self.environment.state_folder(cwd)?;
        let record = PrepareLedger::new(self.environment.clone(), state.clone());
        Ok(self.host_with(state).with_prepare_record(Arc::new(record)))
    }

    /// The host with the reviewers of this machine: what reviews run with, whoever asks for them.
    pub(crate) fn reviewing_host(&self, cwd: &Path, presets: Option<&Path>) -> Result<Host, Failure> {
        let host = self.host(cwd)?;
        let reviewers = self.reviewers(&host, cwd, presets)?;
        Ok(host.with_reviewers(Arc::new(reviewers)))
    }

    /// The reviewers of this machine, by the presets in `named` or, without it, by those of the state folder, which are
    /// read when somebody is asked.
    pub(crate) fn reviewers(&self, host: &Host, cwd: &Path, named: Option<&Path>) -> Result<CommandReviewers, Failure> {
        let reviewers = CommandReviewers::new(host.settings());
        Ok(match named {
            Some(named) => reviewers.with_presets(Presets::of_file(&cwd.join(named))?),
            None => reviewers,
        })
    }

    /// The presets in `named` or, without it, those of the state folder.
    pub(crate) fn presets(&self, host: &Host, cwd: &Path, named: Option<&Path>) -> Result<Presets, Failure> {
        Ok(match named {
            Some(named) => Presets::of_file(&cwd.join(named))?,
            None => Presets::of_state(host.state())?,
        })
    }

    /// A host for commands that record nothing, and so need no state folder. Where there is none, nothing is written
    /// anywhere else: what has to be fetched is then not here.
    pub(crate) fn looking_host(&self, cwd: &Path) -> Host {
        self.host_with(self.environment.state_folder(cwd).unwrap_or_else(|_| PathBuf::from(NOWHERE)))
    }

    fn host_with(&self, state: PathBuf) -> Host {
        let hostname = rustix::system::uname().nodename().to_string_lossy().into_owned();
        let mut settings = HostSettings::new(state, self.environment.variables(), hostname);
        if let Some(grace) = self.environment.grace() {
            settings = settings.with_grace(grace);
        }
        Host::new(settings)
    }

    /// Whether standard error is a terminal whose cursor can be moved.
    pub(crate) fn has_live_terminal(&self) -> bool {
        std::io::stderr().is_terminal() && !self.environment.has_dumb_terminal()
    }

    /// Says on standard error that something is not as it should be.
    pub(crate) fn warn(&self, text: &str) {
        to_stderr(&format!("{} {}\n", self.error_palette.paint(Tone::Unsure, "warning:"), self.relay.line(text)));
    }

    /// Says something on standard error that is not part of a result.
    pub(crate) fn note(&self, text: &str) {
        to_stderr(&format!("{} {}\n", self.error_palette.paint(Tone::Strong, "note:"), self.relay.line(text)));
    }
}
