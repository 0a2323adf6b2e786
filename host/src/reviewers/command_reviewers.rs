//! Asking the reviewers of this machine.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use assize_nodes::{ReviewRequest, ReviewerHost, SandboxSupport};
use assize_schemas::{FallbackTry, LaneOutcome, Reported, Stopped};
use assize_store::StateFolder;
use async_trait::async_trait;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::session::{Attempt, Ended, Session, Transcript};
use super::{Access, Preset, Presets};
use crate::HostSettings;
use crate::repository::temporary_folder;

/// The most characters of a failed try's reason that are recorded.
const REASON_CHARS: usize = 300;

/// Reviewers that are commands of this machine, by the presets of the person who runs reviews.
#[derive(Debug, Clone)]
pub struct CommandReviewers {
    state: StateFolder,
    environment: Vec<(OsString, OsString)>,
    /// Those that were read before; without any, the state folder's are read whenever a reviewer is asked.
    presets: Option<Arc<Presets>>,
    /// What no reviewer may read besides the state folder.
    hidden: Vec<PathBuf>,
}

/// What became of all tries of a lane.
struct Tries {
    preset: String,
    model: Option<String>,
    fallbacks: Vec<FallbackTry>,
}

impl CommandReviewers {
    /// The reviewers of a host with these settings. Its presets are those in `presets.toml` of the state folder.
    #[must_use]
    pub fn new(settings: &HostSettings) -> Self {
        let state = StateFolder::new(&settings.state);
        Self { state, environment: settings.environment.clone(), presets: None, hidden: Vec::new() }
    }

    /// The same reviewers by other presets.
    #[must_use]
    pub fn with_presets(mut self, presets: Presets) -> Self {
        self.presets = Some(Arc::new(presets));
        self
    }

    /// The same reviewers, who may not read `folder` either. The state folder is always hidden from them.
    #[must_use]
    pub fn hiding(mut self, folder: impl Into<PathBuf>) -> Self {
        self.hidden.push(folder.into());
        self
    }

    /// The presets as they are now. Blocks the thread for the length of a read.
    async fn presets(&self) -> Result<Arc<Presets>, String> {
        if let Some(presets) = &self.presets {
            return Ok(Arc::clone(presets));
        }
        let state = self.state.clone();
        let read = tokio::task::spawn_blocking(move || Presets::of_state(&state)).await;
        match read {
            Ok(Ok(presets)) => Ok(Arc::new(presets)),
            Ok(Err(error)) => Err(error.to_string()),
            Err(error) => Err(format!("internal error: reading the presets: {error}")),
        }
    }

    /// The tries one after the other, within the lane's one deadline. A stand-in is asked only for a reviewer that was not
    /// available: not after a verdict, however it is, a timeout or a cancel.
    async fn tried(
        &self,
        session: &Session,
        cancel: &CancellationToken,
        transcript: &mut Transcript,
    ) -> (Tries, Attempt) {
        let request = &session.request;
        let begun = Instant::now();
        let first = request.check.preset.clone().unwrap_or_default();
        let mut tries = Tries { preset: first, model: None, fallbacks: Vec::new() };
        let nobody = |ended| Attempt { ended, output: String::new() };
        let Some(processes) = &request.processes else {
            let why = "internal error: this run has no processes for reviewers".to_owned();
            return (tries, nobody(Ended::NoVerdict(why)));
        };
        let presets = match self.presets().await {
            Ok(presets) => presets,
            Err(why) => return (tries, nobody(Ended::NoVerdict(why))),
        };
        let mut stand_ins = request.check.fallback_presets.iter().flatten();
        loop {
            let preset = match presets.find(&tries.preset) {
                Ok(preset) => preset,
                Err(unknown) => return (tries, nobody(Ended::NoVerdict(unknown.to_string()))),
            };
            tries.model.clone_from(&preset.model);
            let remaining = request.timeout.saturating_sub(begun.elapsed());
            let attempt = session.attempt(processes, preset, remaining, cancel).await;
            transcript.add(&heading(preset), attempt.ended.words(), &attempt.output);
            let Ended::Unavailable(why) = &attempt.ended else { return (tries, attempt) };
            let Some(next) = stand_ins.next().filter(|_| !cancel.is_cancelled() && remaining > Duration::ZERO) else {
                return (tries, attempt);
            };
            let error = reason(why, &attempt.output);
            request.progress.line(&format!("{} was not available: {error}; asking {next}", tries.preset));
            tries.fallbacks.push(FallbackTry { preset: std::mem::replace(&mut tries.preset, next.clone()), error });
        }
    }
}

/// A try in one line.
fn heading(preset: &Preset) -> String {
    let model = preset.model.as_ref().map(|model| format!(", model {model}")).unwrap_or_default();
    let confined = match (preset.access, SandboxSupport::of_this_system().is_enforced()) {
        (Access::ReadOnly, true) => "kept to reading by the kernel",
        (Access::ReadOnly, false) => "not confined: this system cannot",
        (Access::None, _) => "not confined: access = \"none\"",
    };
    format!("preset {}, harness {}{model}, {confined}: {}", preset.name, preset.harness, preset.command.join(" "))
}

/// Why a reviewer was not available, in few words: with the last line it printed.
fn reason(why: &str, output: &str) -> String {
    let plain = assize_schemas::plain_text(output);
    let last = plain.lines().rev().map(str::trim).find(|line| !line.is_empty());
    let text = last.map_or_else(|| why.to_owned(), |last| format!("{why}: {last}"));
    text.chars().take(REASON_CHARS).collect()
}

#[async_trait]
impl ReviewerHost for CommandReviewers {
    async fn review(&self, request: ReviewRequest, cancel: CancellationToken) -> LaneOutcome {
        let session = Session {
            request,
            state: self.state.clone(),
            temporary: temporary_folder(&self.environment),
            environment: self.environment.clone(),
            hidden: self.hidden.iter().cloned().chain([self.state.root().to_owned()]).collect(),
        };
        let mut transcript = Transcript::default();
        let (tries, attempt) = self.tried(&session, &cancel, &mut transcript).await;
        let state = self.state.clone();
        if transcript.is_empty() {
            return tries.outcome(attempt);
        }
        let kept = tokio::task::spawn_blocking(move || {
            let ReviewRequest { target, run_id, check, .. } = &session.request;
            transcript.keep(&state, &target.repo_remote, run_id, check.id.as_str())
        });
        if let Ok(Err(error)) = kept.await {
            tracing::debug!(%error, "the transcript could not be kept");
        }
        tries.outcome(attempt)
    }

    fn caveat(&self) -> Option<String> {
        let enforced = SandboxSupport::of_this_system().is_enforced();
        (!enforced).then(|| {
            "this system has no Landlock: what keeps reviewers from writing is their own settings, and that a tree which \
             changed meanwhile voids their lane"
                .to_owned()
        })
    }
}

impl Tries {
    fn outcome(self, Attempt { ended, output }: Attempt) -> LaneOutcome {
        let Self { preset, model, fallbacks } = self;
        let preset = (!preset.is_empty()).then_some(preset);
        let fallbacks = (!fallbacks.is_empty()).then_some(fallbacks);
        let error = match ended {
            Ended::Reported(report) => {
                let (session_id, composed_from) = (None, None);
                return LaneOutcome::Reported(Reported { report, session_id, preset, model, composed_from, fallbacks });
            }
            Ended::Unavailable(why) | Ended::NoVerdict(why) | Ended::Stopped(why) => why,
        };
        let output = (!output.is_empty()).then_some(output);
        LaneOutcome::Skipped(Stopped { error, output, session_id: None, preset, model, fallbacks })
    }
}
