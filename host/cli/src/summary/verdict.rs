//! The outcome of a review in paragraphs.

use std::fmt::Write as _;
use std::path::PathBuf;

use assize_schemas::{Attestation, Verdict};
use indexmap::IndexMap;

use super::finding::Teller;
use super::{Commands, closing, lane};
use crate::palette::{Palette, Tone};
use crate::text::Relay;

/// Digits of object names for people.
const DIGITS: usize = 10;
/// What is said of an empty range behind its verdict.
const NOTHING_TO_REVIEW: &str = ", nothing to review: base and head are the same commit";

/// An attestation, about to be told. Each part is text that ends with a line end, or nothing.
#[derive(Clone, Copy)]
pub(crate) struct Summary<'a> {
    attestation: &'a Attestation,
    commands: Option<&'a Commands>,
    recorded: bool,
    transcripts: Option<&'a IndexMap<String, PathBuf>>,
    palette: Palette,
    relay: Relay,
}

impl<'a> Summary<'a> {
    /// A summary in the colours of the stream that it is for.
    pub(crate) fn new(attestation: &'a Attestation, palette: Palette, relay: Relay) -> Self {
        Self { attestation, commands: None, recorded: true, transcripts: None, palette, relay }
    }

    /// The same summary of a run whose commands are known, and which the ledger has or has not.
    pub(crate) fn of_run(self, commands: &'a Commands, recorded: bool) -> Self {
        Self { commands: Some(commands), recorded, ..self }
    }

    /// The same summary with where transcripts of reviewers are.
    pub(crate) fn with_transcripts(self, transcripts: &'a IndexMap<String, PathBuf>) -> Self {
        Self { transcripts: Some(transcripts), ..self }
    }

    /// The same summary for another stream.
    pub(crate) fn with_palette(self, palette: Palette) -> Self {
        Self { palette, ..self }
    }

    /// One line: what was reviewed, and the verdict.
    pub(crate) fn heading(&self) -> String {
        let Attestation { review_id, binding, target, verdict, dirty, .. } = self.attestation;
        let (base, head) = (short(&target.base_sha), short(&target.head_sha));
        let what = self.relay.line(&format!("{review_id}/{binding} {base}..{head}"));
        let verdict = self.palette.paint(tone(*verdict), verdict);
        let empty = if target.base_sha == target.head_sha { NOTHING_TO_REVIEW } else { "" };
        let dirty = if *dirty == Some(true) { ", with changes that are not committed" } else { "" };
        format!("{what} → {verdict}{empty}{dirty}\n")
    }

    /// Who, when and where from: what a person asks of a verdict that was not just made.
    pub(crate) fn facts(&self) -> String {
        let Attestation { run_id, created_at, target, attestor, requester, pr, .. } = self.attestation;
        let requester = requester.as_ref();
        let author = requester.and_then(|requester| requester.git_author.as_ref());
        let facts = [
            ("run", Some(run_id.clone())),
            ("recorded", Some(format!("{created_at} by {}", attestor.daemon))),
            ("repository", Some(target.repo_remote.clone())),
            ("range", Some(format!("{}..{}", target.base_sha, target.head_sha))),
            ("author", author.map(|author| format!("{} <{}>", author.name, author.email))),
            ("session", requester.and_then(|requester| requester.session_id.clone())),
            ("pull request", pr.as_ref().map(|pr| pr.url.clone())),
        ];
        let mut text = String::new();
        for (name, fact) in facts {
            if let Some(fact) = fact {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "  {name:<12}  {}", self.relay.line(&fact));
            }
        }
        text
    }

    /// A line a lane.
    pub(crate) fn lanes(&self) -> String {
        lane::lines(&self.attestation.lanes, self.palette, self.relay)
    }

    /// What the lanes found, with the lines that show it.
    pub(crate) fn findings(&self) -> String {
        let shown = format!("assize ledger show {} --json", self.relay.line(&self.attestation.run_id));
        let all_kept = if self.recorded { shown.as_str() } else { "assize run --json" };
        let Self { commands, transcripts, palette, relay, .. } = *self;
        Teller { commands, all_kept, transcripts, palette, relay }.paragraphs(&self.attestation.lanes)
    }

    /// Why the verdict is what it is.
    pub(crate) fn closing(&self) -> String {
        closing::sentences(self.attestation.verdict, &self.attestation.lanes, self.palette)
    }
}

fn short(sha: &str) -> &str {
    sha.get(..DIGITS).unwrap_or(sha)
}

/// The colour of a verdict.
fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Pass => Tone::Good,
        Verdict::Block => Tone::Bad,
        Verdict::Incomplete => Tone::Unsure,
    }
}
