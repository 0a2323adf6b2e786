//! What the ledger says of one effect (effect ledger, section 2.9).

use std::io;

use serde_json::{Map, Value, json};

use crate::files::{LedgerFiles, segment_path, writers};
use crate::identity::{IdentityError, Scope, read_effect_id};
use crate::line::{Line, Position};
use crate::time::Instant;
use crate::verify::{Failure, read_line};

/// Why the ledger could not be asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LookupError {
    /// The id is none.
    #[error(transparent)]
    EffectId(#[from] IdentityError),
    /// What would be the answer does not hold.
    #[error("{}: {}", .0.code, .0.message)]
    Integrity(Failure),
    /// A file cannot be read.
    #[error("cannot read the ledger: {0}")]
    Io(#[from] io::Error),
}

/// One record of an effect, verified.
#[derive(Debug, Clone)]
pub struct Found {
    /// The line that holds it.
    pub line: Line,
    at: Instant,
}

impl Found {
    pub(crate) fn new(line: Line) -> Self {
        let at = line.recorded_at().unwrap_or_default();
        Self { line, at }
    }

    fn keyid(&self) -> &str {
        self.line.envelope.signatures.first().map_or("", |signature| &signature.keyid)
    }
}

/// What the ledger says of an effect.
#[derive(Debug, Clone)]
pub struct Lookup {
    /// Its records, oldest first.
    pub records: Vec<Found>,
    /// Whether the index has a claim for its intent although there is no record.
    pub is_claimed: bool,
}

/// What the ledger says of an effect: every record of it in every segment, verified, in the order of time, writer and
/// position.
///
/// # Errors
///
/// [`LookupError`]; [`LookupError::Integrity`] when a record of it, or a line that could be one, does not hold.
pub fn lookup(files: &dyn LedgerFiles, scope: &Scope, effect_id: &str) -> Result<Lookup, LookupError> {
    read_effect_id(effect_id)?;
    let names = writers(files)?;
    let Some(keyring) = files.read("keyring.json")? else {
        for writer in &names {
            if let Some(mut reader) = files.open(&segment_path(writer))?
                && !reader.fill_buf()?.is_empty()
            {
                let failure = Failure::new("keyring-missing", "there are records and no keyring").at("keyring.json");
                return Err(LookupError::Integrity(failure));
            }
        }
        return Ok(Lookup::of(Vec::new()));
    };
    let keys = crate::verify::read_keyring(&keyring, scope).map_err(LookupError::Integrity)?;
    let mut records = Vec::new();
    for writer in &names {
        let Some(mut reader) = files.open(&segment_path(writer))? else { continue };
        let mut buffer = Vec::new();
        let mut prev: Option<String> = None;
        let mut seq = 0;
        // What has no end yet is still being written, or torn: nobody was ever told of it.
        while let Some(true) = read_line(&mut *reader, &mut buffer)? {
            let line = Line::read(&buffer).map_err(|fault| {
                LookupError::Integrity(Failure::new(fault.code, fault.message).in_line(writer, seq))
            })?;
            let hash = line.record_hash.clone();
            if line.effect_id() == effect_id {
                let position = Position { writer, seq, prev: prev.as_deref() };
                if let Some(code) = line.faults(position, scope, &keys).first() {
                    let failure = Failure::new(*code, crate::verify::explain(code)).in_line(writer, seq);
                    return Err(LookupError::Integrity(failure));
                }
                records.push(Found::new(line));
            }
            prev = Some(hash);
            seq += 1;
        }
    }
    Ok(Lookup::of(records))
}

impl Lookup {
    /// The answer that these records make.
    pub(crate) fn of(mut records: Vec<Found>) -> Self {
        records.sort_by(|a, b| (a.at, &a.line.writer, a.line.seq).cmp(&(b.at, &b.line.writer, b.line.seq)));
        Self { records, is_claimed: false }
    }

    /// Whether there is any record.
    #[must_use]
    pub fn is_found(&self) -> bool {
        !self.records.is_empty()
    }

    /// Whether every record was purged.
    #[must_use]
    pub fn is_tombstoned(&self) -> bool {
        self.is_found() && self.records.iter().all(|found| found.line.phase() == "tombstone")
    }

    /// The latest record that says how it went.
    #[must_use]
    pub fn outcome(&self) -> Option<&Line> {
        let says = |line: &&Line| matches!(line.phase(), "completed" | "failed" | "reconciled");
        self.records.iter().rev().map(|found| &found.line).find(says)
    }

    /// The first record of a phase.
    #[must_use]
    pub fn first(&self, phase: &str) -> Option<&Line> {
        self.records.iter().map(|found| &found.line).find(|line| line.phase() == phase)
    }

    /// Whether a record of a phase is among them, purged or not.
    #[must_use]
    pub fn has(&self, phase: &str) -> bool {
        self.records.iter().any(|found| found.line.original_phase() == phase)
    }

    /// Whether a completed record is among them, purged or not.
    #[must_use]
    pub fn is_completed(&self) -> bool {
        self.has("completed")
    }

    /// What became of the effect, in one word.
    #[must_use]
    pub fn status(&self) -> &str {
        match self.outcome() {
            Some(line) => line.phase(),
            None if self.is_tombstoned() => "tombstone",
            None if self.is_found() => "intent",
            None if self.is_claimed => "claimed",
            None => "none",
        }
    }

    /// What the latest verification found.
    #[must_use]
    pub fn result(&self) -> Option<&str> {
        self.outcome()?.in_member("verification", "result")
    }

    /// The exit status: 0 it happened, 3 it did not, 4 nobody knows.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self.outcome() {
            Some(line) if line.phase() == "completed" => 0,
            Some(line) if line.phase() == "failed" => 3,
            Some(_) => match self.result() {
                Some("present") => 0,
                Some("absent") => 3,
                _ => 4,
            },
            None if !self.is_found() => {
                if self.is_claimed {
                    4
                } else {
                    3
                }
            }
            None if self.is_tombstoned() && self.has("completed") => 0,
            None if self.is_tombstoned() && self.has("failed") => 3,
            None => 4,
        }
    }

    /// The answer as it is printed, without the exit status.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut members = Map::new();
        members.insert("found".to_owned(), self.is_found().into());
        members.insert("status".to_owned(), self.status().into());
        if let Some(result) = self.result() {
            members.insert("result".to_owned(), result.into());
        }
        members.insert("tombstoned".to_owned(), self.is_tombstoned().into());
        let records: Vec<Value> =
            self.records.iter().map(|found| json!({"phase": found.line.phase(), "keyid": found.keyid()})).collect();
        members.insert("records".to_owned(), records.into());
        let target = self.records.iter().find_map(|found| found.line.record().get("target"));
        if let Some(target) = target {
            members.insert("target".to_owned(), target.clone());
        }
        Value::Object(members)
    }
}
