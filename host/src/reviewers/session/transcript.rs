//! What a reviewer printed, for people who want to know why it came to nothing.

use std::fmt::Write as _;
use std::path::PathBuf;

use assize_schemas::plain_text;
use assize_store::{StateFolder, StoreError};

use super::lane_place::transcript_path;

/// What all attempts of one lane printed, each with a heading.
#[derive(Debug, Default)]
pub(in super::super) struct Transcript {
    text: String,
}

impl Transcript {
    /// Whether nobody was asked.
    pub(in super::super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Adds an attempt: what it was, how it ended, and the end of what it printed.
    pub(in super::super) fn add(&mut self, heading: &str, ending: &str, output: &str) {
        let output = plain_text(output);
        let end = if output.ends_with('\n') || output.is_empty() { "" } else { "\n" };
        // Writing to a String cannot fail.
        let _ = write!(self.text, "== {}\n{output}{end}== {}\n", plain_text(heading), plain_text(ending));
    }

    /// Writes the transcript of a lane beside its run. Blocks the thread.
    pub(in super::super) fn keep(
        &self,
        state: &StateFolder,
        repo_remote: &str,
        run_id: &str,
        lane: &str,
    ) -> Result<PathBuf, StoreError> {
        state.write_passing(transcript_path(repo_remote, run_id, lane), self.text.as_bytes())
    }
}
