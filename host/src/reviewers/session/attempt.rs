//! One turn of one reviewer.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assize_nodes::{CommandEnd, CommandLine, CommandRun, ReviewRequest, RunProcesses, SandboxSupport, StartError};
use assize_schemas::VerdictFile;
use assize_store::{StateFolder, read_bounded};
use tokio_util::sync::CancellationToken;

use super::super::{Access, Preset};
use super::arguments::Arguments;
use super::confined::Confinement;
use super::environment::{environment, variable};
use super::lane_place::LanePlace;
use super::private_folder::PrivateFolder;
use super::prompt::Prompt;

/// How much of what a reviewer prints is kept, in bytes.
const KEPT: usize = 512 * 1024;
/// The most that is copied of one file of the user's home, in bytes.
const HOME_FILE_LIMIT: u64 = 16 * 1024 * 1024;
/// What names a file that a harness writes the last message to.
const LAST_MESSAGE: &str = "--output-last-message";

/// What every attempt of a lane shares.
#[derive(Debug, Clone)]
pub(in super::super) struct Session {
    pub(in super::super) request: ReviewRequest,
    pub(in super::super) state: StateFolder,
    /// The environment of the host.
    pub(in super::super) environment: Vec<(OsString, OsString)>,
    /// Where temporary folders are made.
    pub(in super::super) temporary: PathBuf,
    /// What no reviewer may read: the state folder, and others where there are any.
    pub(in super::super) hidden: Vec<PathBuf>,
}

/// How an attempt ended.
#[derive(Debug)]
pub(in super::super) enum Ended {
    /// With a verdict.
    Reported(VerdictFile),
    /// Without the reviewer having done its turn: somebody else may be asked.
    Unavailable(String),
    /// With a turn that left no verdict that counts.
    NoVerdict(String),
    /// It was told to end.
    Stopped(String),
}

impl Ended {
    /// The ending in words.
    pub(in super::super) fn words(&self) -> &str {
        match self {
            Self::Reported(_) => "a verdict was written",
            Self::Unavailable(why) | Self::NoVerdict(why) | Self::Stopped(why) => why,
        }
    }
}

/// An attempt that is over.
#[derive(Debug)]
pub(in super::super) struct Attempt {
    pub(in super::super) ended: Ended,
    /// The end of what the reviewer printed.
    pub(in super::super) output: String,
}

impl Attempt {
    fn without_output(ended: Ended) -> Self {
        Self { ended, output: String::new() }
    }
}

/// Everything a turn is begun with.
struct Ready {
    place: LanePlace,
    private: PrivateFolder,
    command: CommandLine,
}

impl Session {
    /// Carries out one turn of `preset`, with `remaining` of the lane's time left. Until it is over it may be told to end
    /// by `cancel`.
    pub(in super::super) async fn attempt(
        &self,
        processes: &RunProcesses,
        preset: &Preset,
        remaining: Duration,
        cancel: &CancellationToken,
    ) -> Attempt {
        let (session, chosen) = (self.clone(), preset.clone());
        let ready = tokio::task::spawn_blocking(move || session.ready(&chosen, remaining)).await;
        let Ready { place, private, command } = match ready {
            Ok(Ok(ready)) => ready,
            Ok(Err(why)) => return Attempt::without_output(Ended::Unavailable(why)),
            Err(error) => return Attempt::without_output(Ended::NoVerdict(format!("internal error: {error}"))),
        };
        for folder in [private.root(), place.folder()] {
            if let Err(error) = processes.take_away_if_killed(folder) {
                tracing::debug!(%error, "the next session would take away what a killed host leaves");
            }
        }
        let run = processes.carry_out(&command, None, cancel, &self.request.progress).await;
        let judged = tokio::task::spawn_blocking(move || {
            let attempt = judge(run, &place);
            drop(private);
            attempt
        });
        let lost = |error| Attempt::without_output(Ended::NoVerdict(format!("internal error: {error}")));
        judged.await.unwrap_or_else(lost)
    }

    /// Makes the folders, writes what the reviewer is given, and puts its command together. Blocks the thread.
    fn ready(&self, preset: &Preset, remaining: Duration) -> Result<Ready, String> {
        let refused =
            |what: &str, error: &dyn std::fmt::Display| format!("the session could not be set up: {what}: {error}");
        let request = &self.request;
        let remote = &request.target.repo_remote;
        let place = LanePlace::renew(&self.state, remote, &request.run_id, request.check.id.as_str())
            .map_err(|error| refused("its folder", &report(&error)))?;
        let private = PrivateFolder::make(&self.temporary).map_err(|error| refused("its temporary folder", &error))?;
        let rubric = request.rubric.as_ref().ok_or("internal error: the reviewer was given no rubric")?;
        let name = Path::new(&rubric.declared).file_name().and_then(|name| name.to_str()).unwrap_or("rubric.md");
        let name = if name == PROMPT { "rubric.md" } else { name };
        let rubric_file = private.give(name, &rubric.bytes).map_err(|error| refused("the rubric", &error))?;
        let verdict = place.verdict_path();
        let prompt = Prompt {
            request,
            rubric: &rubric_file,
            declared: &rubric.declared,
            verdict: &verdict,
            remaining,
            last_message: preset.harness.profile().writes_last_message
                && preset.command.iter().any(|argument| argument == LAST_MESSAGE),
        };
        let prompt = private.give(PROMPT, prompt.text().as_bytes()).map_err(|error| refused("the prompt", &error))?;
        self.furnish(preset, &private)?;
        let arguments = Arguments {
            prompt_file: &prompt,
            verdict_file: &verdict,
            repo: &request.root,
            model: preset.model.as_deref(),
            confined: preset.access == Access::ReadOnly && SandboxSupport::of_this_system().is_enforced(),
        };
        let argv: Vec<OsString> = preset.command.iter().map(|argument| arguments.fill(argument).into()).collect();
        let label = format!("review:{}:{}", request.review_id, request.check.id);
        let own: [(&str, OsString); 7] = [
            ("REVIEW_LABEL", label.clone().into()),
            ("REVIEW_RUN_ID", request.run_id.clone().into()),
            ("REVIEW_VERDICT_FILE", verdict.clone().into()),
            ("REVIEW_PROMPT_FILE", prompt.clone().into()),
            ("REVIEW_RUBRIC_FILE", rubric_file.into()),
            ("REVIEW_BASE", request.reviewed_from().into()),
            ("REVIEW_HEAD", request.target.head_sha.as_str().into()),
        ];
        let environment =
            environment(&self.environment, preset, &private.home(), &private.temporary(), &request.root, &own);
        let path = variable(&environment, "PATH").unwrap_or_default().to_owned();
        let mut command = CommandLine::new(&argv, &request.root).labelled(label).keeping(KEPT);
        if !preset.takes_prompt_file() {
            command = command.reading_from(prompt);
        }
        if preset.access == Access::ReadOnly {
            let confinement = Confinement {
                request,
                place: &place,
                private: &private,
                argv: &argv,
                path: &path,
                readable: self.readable(preset),
                home: self.home(),
                hidden: &self.hidden,
            };
            command = command.confined_to(confinement.sandbox());
        }
        Ok(Ready { place, private, command: command.with_environment(environment) })
    }

    /// The user's home.
    fn home(&self) -> Option<PathBuf> {
        variable(&self.environment, "HOME").map(PathBuf::from)
    }

    /// Fills the private home.
    fn furnish(&self, preset: &Preset, private: &PrivateFolder) -> Result<(), String> {
        for (path, text) in preset.harness.profile().settings {
            let written = private.furnish(Path::new(path), text.as_bytes());
            written.map_err(|error| format!("the session could not be set up: {path}: {error}"))?;
        }
        for file in &preset.home_files {
            let Some(home) = self.home() else { continue };
            let path = home.join(file);
            let copied = match read_bounded(&path, HOME_FILE_LIMIT) {
                Ok(Some(bytes)) => private.furnish(Path::new(file), &bytes).map_err(|error| error.to_string()),
                Ok(None) if preset.home_files_required => Err("it is not there".to_owned()),
                Ok(None) => Ok(()),
                Err(error) => Err(report(&error)),
            };
            copied.map_err(|error| format!("home_files of the preset: {}: {error}", path.display()))?;
        }
        Ok(())
    }

    /// What the preset lets its reviewer read besides.
    fn readable(&self, preset: &Preset) -> Vec<PathBuf> {
        let home = self.home();
        let path = |text: &String| match (text.strip_prefix("~/"), &home) {
            (Some(rest), Some(home)) => Some(home.join(rest)),
            (Some(_), None) => None,
            (None, _) => Some(PathBuf::from(text)),
        };
        preset.readable.iter().filter_map(path).collect()
    }
}

/// The name of the prompt's file.
const PROMPT: &str = "prompt.md";

/// What a turn came to. A good exit proves nothing; a bad one voids whatever was written (rulings 37).
fn judge(run: CommandRun, place: &LanePlace) -> Attempt {
    let CommandRun { end, output } = run;
    let ended = match end {
        CommandEnd::Exited { code: 0 } => match place.read_verdict() {
            Ok(Some(verdict)) => Ended::Reported(verdict),
            Ok(None) if output.trim().is_empty() => {
                Ended::Unavailable("the reviewer's turn was empty: it printed nothing and wrote no verdict".to_owned())
            }
            Ok(None) => {
                let path = place.verdict_path();
                Ended::NoVerdict(format!("reviewer ended its turn without writing {}", path.display()))
            }
            Err(why) => Ended::NoVerdict(why),
        },
        CommandEnd::Exited { code: BY_SIGNAL } => {
            Ended::Unavailable(format!("the reviewer ended with exit status {BY_SIGNAL}, or by a signal"))
        }
        CommandEnd::Exited { code } => Ended::Unavailable(format!("the reviewer ended with exit status {code}")),
        CommandEnd::NotStarted(StartError::Cancelled) => Ended::Stopped("cancelled before it was started".to_owned()),
        CommandEnd::NotStarted(error) => Ended::Unavailable(format!("the reviewer could not be started: {error}")),
        CommandEnd::Unknown(error) => Ended::NoVerdict(format!("how the reviewer ended is not known: {error}")),
        // Its lane says why.
        _ => Ended::Stopped("the reviewer was told to end".to_owned()),
    };
    Attempt { ended, output }
}

/// What is recorded for an end by a signal.
const BY_SIGNAL: i32 = 128;

/// An error with what lies below it.
fn report(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut below = error.source();
    while let Some(error) = below {
        text.push_str(": ");
        text.push_str(&error.to_string());
        below = error.source();
    }
    text
}
