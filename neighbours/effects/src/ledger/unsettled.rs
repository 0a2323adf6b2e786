//! Intents that nothing is known of.

use std::collections::BTreeSet;

use super::error::LedgerError;
use super::open::Ledger;
use crate::files::{LedgerFiles as _, segment_path, writers};
use crate::line::Line;
use crate::verify::{Failure, read_line};

/// An intent without an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsettled {
    /// The id of the effect.
    pub effect_id: String,
    /// When the intent was recorded.
    pub recorded_at: String,
}

impl Ledger {
    /// The intents of a kind on a target that neither an outcome nor a reconciliation followed, whatever their context,
    /// in the order of their ids. Reads the whole ledger; what is answered was verified.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Io`] when a file cannot be read, and [`LedgerError::Integrity`] when a line holds no record, or a
    /// record of such an effect does not hold.
    pub fn unsettled(&self, kind: &str, target: &str) -> Result<Vec<Unsettled>, LedgerError> {
        let mut unsettled = Vec::new();
        for effect_id in self.intended_for(kind, target)? {
            let found = self.lookup(&effect_id)?;
            if let (None, Some(intent)) = (found.outcome(), found.first("intent")) {
                unsettled.push(Unsettled { recorded_at: intent.text("recordedAt").to_owned(), effect_id });
            }
        }
        Ok(unsettled)
    }

    /// The ids of all effects of a kind on a target, not verified yet. Which of them are settled only verified lines can
    /// tell: one that somebody slipped in must not hide an effect.
    fn intended_for(&self, kind: &str, target: &str) -> Result<BTreeSet<String>, LedgerError> {
        let failed = |error| LedgerError::io("read", self.folder.path(), error);
        let files = self.files();
        let mut intended = BTreeSet::new();
        for writer in writers(&files).map_err(failed)? {
            let Some(mut reader) = files.open(&segment_path(&writer)).map_err(failed)? else { continue };
            let (mut buffer, mut seq) = (Vec::new(), 0);
            // What has no end yet is still being written, or torn: nobody was ever told of it.
            while let Some(true) = read_line(&mut *reader, &mut buffer).map_err(failed)? {
                let line = Line::read(&buffer)
                    .map_err(|fault| Failure::new(fault.code, fault.message).in_line(&writer, seq))?;
                seq += 1;
                if line.phase() == "intent" && line.text("kind") == kind && line.text("target") == target {
                    intended.insert(line.effect_id().to_owned());
                }
            }
        }
        Ok(intended)
    }
}
