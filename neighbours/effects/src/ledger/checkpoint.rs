//! Making checkpoints (effect ledger, section 2.7).

use assize_schemas::{canonical_json, compare_utf16, read_json};
use serde_json::{Value, json};

use super::error::LedgerError;
use super::keys::KeySource;
use super::lock::DirectoryLock;
use super::open::Ledger;
use super::publish::publish;
use super::sink::CheckpointSink;
use crate::checkpoint::CHECKPOINT_PAYLOAD_TYPE;
use crate::document::CHECKPOINT_SCHEMA;
use crate::files::segment_path;
use crate::hash::digest;
use crate::index::entry_text;
use crate::verify::{AnchorSource, LedgerReport, Sink, VerifyOptions};

/// The lock of checkpoints; no writer can have that name.
const LOCK: &str = "_checkpoint";

/// A checkpoint that was published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpointed {
    /// Which checkpoint it is.
    pub sequence: u64,
    /// Its digest.
    pub digest: String,
    /// How many records it covers.
    pub records: u64,
}

impl Ledger {
    /// What a sink holds, as a verification takes it.
    #[must_use]
    pub fn sink_state(sink: Option<&dyn CheckpointSink>) -> Sink {
        match sink.map(CheckpointSink::read) {
            None => Sink::None,
            Some(Ok(None)) => Sink::Empty,
            Some(Ok(Some(text))) => Sink::Holds(text),
            Some(Err(error)) => Sink::Unreadable(error.0),
        }
    }

    /// Signs how long each segment is, and publishes that: to the sink first, then in the ledger's folder.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Integrity`] when the ledger does not hold, [`LedgerError::Usage`] `nothing-to-checkpoint` when
    /// nothing is recorded, [`LedgerError::Sink`], and the errors of keys and files.
    pub fn checkpoint(
        &self,
        source: &KeySource,
        sink: Option<&dyn CheckpointSink>,
    ) -> Result<Checkpointed, LedgerError> {
        let nothing = || LedgerError::usage("nothing-to-checkpoint", "nothing is recorded yet");
        if !self.is_begun() {
            return Err(nothing());
        }
        let writing = self.begin(source, &self.settings.writer)?;
        let _alone = DirectoryLock::acquire(&self.folder.join("locks"), LOCK, self.settings.lock_timeout)?;
        let state = Self::sink_state(sink);
        if let Sink::Unreadable(why) = &state {
            return Err(LedgerError::Sink(why.clone()));
        }
        let report = self.verify(&VerifyOptions { sink: state.clone(), ..VerifyOptions::default() })?;
        if let Some(failure) = report.failures.first() {
            return Err(failure.clone().into());
        }
        if report.heads.is_empty() {
            return Err(nothing());
        }
        if let Sink::Holds(text) = &state {
            self.catch_up(text, &report)?;
        }
        let document = self.document(&writing.key, writing.keys.digest(), &report);
        let text = entry_text(&document);
        if let Some(sink) = sink {
            let before = match &state {
                Sink::Holds(text) => Some(text.as_str()),
                _ => None,
            };
            self.step("sink");
            sink.replace(before, &text).map_err(|error| LedgerError::Sink(error.0))?;
        }
        let sequence = document.get("sequence").and_then(Value::as_u64).unwrap_or_default();
        self.step("checkpoint");
        publish(&self.folder.join(&format!("checkpoints/{sequence}.json")), text.as_bytes())?;
        Ok(Checkpointed {
            sequence,
            digest: digest(canonical_json(&document).as_bytes()),
            records: report.heads.iter().map(|(_, count, _)| count).sum(),
        })
    }

    /// Writes the checkpoint that only the sink has, as a process that died in between would have.
    fn catch_up(&self, text: &str, report: &LedgerReport) -> Result<(), LedgerError> {
        if !report.warnings.iter().any(|warning| warning == "local-checkpoint-behind") {
            return Ok(());
        }
        let Some(anchor) = report.checkpoint.as_ref().filter(|anchor| anchor.source == AnchorSource::Sink) else {
            return Ok(());
        };
        let document = read_json(text)
            .map_err(|error| LedgerError::integrity("sink-checkpoint-schema-invalid", error.to_string()))?;
        let before = anchor.sequence.checked_sub(1);
        let follows = before.is_none_or(|before| self.folder.join(&format!("checkpoints/{before}.json")).exists());
        if !follows {
            let message = "the sink is more than one checkpoint ahead: local ones were lost";
            return Err(LedgerError::integrity("checkpoint-sequence-gap", message));
        }
        self.step("catch-up");
        let path = self.folder.join(&format!("checkpoints/{}.json", anchor.sequence));
        publish(&path, entry_text(&document).as_bytes()).map(drop)
    }

    fn document(&self, key: &crate::key::LedgerKey, keyring_digest: &str, report: &LedgerReport) -> Value {
        let mut heads = report.heads.clone();
        heads.sort_by(|(a, ..), (b, ..)| compare_utf16(a, b));
        let writers: Value = heads
            .iter()
            .map(|(writer, count, hash)| {
                json!({"writer": writer, "segment": segment_path(writer), "count": count, "headHash": hash})
            })
            .collect();
        let mut document = json!({
            "schemaVersion": CHECKPOINT_SCHEMA,
            "scope": self.scope().to_json(),
            "sequence": report.checkpoint.as_ref().map_or(0, |anchor| anchor.sequence + 1),
            "createdAt": self.now(),
            "writers": writers,
            "root": digest(canonical_json(&writers).as_bytes()),
            "keyringDigest": keyring_digest,
            "previousCheckpoint": report.checkpoint.as_ref().map(|anchor| anchor.digest.clone()),
        });
        let signature = key.sign(CHECKPOINT_PAYLOAD_TYPE, canonical_json(&document).as_bytes());
        if let Some(members) = document.as_object_mut() {
            members.insert("signatures".to_owned(), json!([signature.to_json()]));
        }
        document
    }
}
