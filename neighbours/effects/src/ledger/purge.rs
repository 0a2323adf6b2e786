//! Purging: records give way to signed tombstones, and the chain still verifies (effect ledger, section 2.9).

use std::collections::BTreeSet;
use std::fs;

use assize_schemas::{Sha256Hex, statement};
use chrono::Duration;
use serde_json::{Map, Value, json};

use super::append::{Writing, seal};
use super::error::LedgerError;
use super::keys::KeySource;
use super::open::Ledger;
use super::publish::replace;
use crate::document::{EFFECT_PREDICATE_TYPE, statement_problems};
use crate::files::segment_path;
use crate::line::Line;
use crate::time::read_instant;

/// By which rule records may be purged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurgeRule {
    /// The name of the retention rule, lowercase letters and `-`; none when no rule covers the effect.
    pub retention: Option<String>,
    /// How long records are kept.
    pub keep: Duration,
    /// Whether somebody has ordered that they stay.
    pub legal_hold: bool,
}

/// What came of purging an effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purged {
    /// How many records gave way to tombstones now.
    pub purged: usize,
    /// How many already had.
    pub already: usize,
}

impl Ledger {
    /// Replaces every record of an effect by a tombstone that keeps its hash, its key and its phase. Index entries stay.
    ///
    /// # Errors
    ///
    /// [`LedgerError::PurgeRefused`] when the rule forbids it, [`LedgerError::Usage`] `intent-missing`, and the errors
    /// of writing.
    pub fn purge(&self, source: &KeySource, effect_id: &str, rule: &PurgeRule) -> Result<Purged, LedgerError> {
        let found = self.lookup(effect_id)?;
        if !found.is_found() {
            return Err(LedgerError::usage("intent-missing", format!("nothing is recorded of {effect_id}")));
        }
        let (tombstones, lines): (Vec<_>, Vec<_>) =
            found.records.iter().map(|found| &found.line).partition(|line| line.phase() == "tombstone");
        if lines.is_empty() {
            return Ok(Purged { purged: 0, already: tombstones.len() });
        }
        let refused = |reason, message: &str| Err(LedgerError::PurgeRefused { reason, message: message.to_owned() });
        if rule.legal_hold {
            return refused("legal-hold", "the records are under a legal hold");
        }
        let is_definitive = |line: &Line| match line.original_phase() {
            "completed" | "failed" => true,
            "reconciled" => line.in_member("verification", "result").is_some_and(|result| result != "unknown"),
            _ => false,
        };
        if !found.records.iter().any(|found| is_definitive(&found.line)) {
            return refused("unreconciled-intent", "how the effect went is not settled");
        }
        let now = (self.settings.clock)();
        let newest = lines.iter().filter_map(|line| line.recorded_at()).max().unwrap_or_default();
        let Some(policy) = &rule.retention else {
            return refused("retention-not-elapsed", "no rule says how long the records are kept");
        };
        let until = now - rule.keep;
        if newest >= (until.timestamp(), until.timestamp_subsec_nanos()) {
            return refused("retention-not-elapsed", "the newest record is younger than the rule allows");
        }
        let policy = format!("decision-lifecycle/v1#{policy}");
        let writers: BTreeSet<&str> = lines.iter().map(|line| line.writer.as_str()).collect();
        let mut purged = 0;
        for writer in writers {
            let writing = self.begin(source, writer)?;
            purged += rewrite(&writing, effect_id, &policy)?;
        }
        Ok(Purged { purged, already: tombstones.len() })
    }
}

/// Rewrites a writer's segment with tombstones in place of an effect's records.
fn rewrite(writing: &Writing<'_>, effect_id: &str, policy: &str) -> Result<usize, LedgerError> {
    let ledger = writing.ledger;
    let path = ledger.folder.join(&segment_path(&writing.writer));
    let bytes = fs::read(&path).map_err(|error| LedgerError::io("read", &path, error))?;
    let mut out = Vec::with_capacity(bytes.len());
    let mut purged = 0;
    for text in bytes.split_inclusive(|byte| *byte == b'\n') {
        let line = Line::read(text.strip_suffix(b"\n").unwrap_or(text))
            .map_err(|fault| LedgerError::integrity(fault.code, fault.message))?;
        if line.effect_id() != effect_id || line.phase() == "tombstone" {
            out.extend_from_slice(text);
            continue;
        }
        let statement = tombstone(&line, policy, &ledger.now());
        if let Some(problem) = statement_problems(&statement).into_iter().next() {
            return Err(LedgerError::usage("invalid-record", problem.message));
        }
        let (_, text) = seal(&writing.key, &writing.writer, line.seq, &statement, Some(&line.record_hash));
        out.extend_from_slice(text.as_bytes());
        out.push(b'\n');
        purged += 1;
    }
    ledger.step("purge");
    replace(&path, &out)?;
    ledger.forget_offsets();
    Ok(purged)
}

fn tombstone(line: &Line, policy: &str, now: &str) -> Value {
    const GONE: &[&str] = &["target", "context", "verification", "failure"];
    let kept = line.record().as_object().into_iter().flatten().filter(|(name, _)| !GONE.contains(&name.as_str()));
    let mut record: Map<String, Value> = kept.map(|(name, value)| (name.clone(), value.clone())).collect();
    record.insert("phase".to_owned(), "tombstone".into());
    // A record that was signed and a clock that went back since: the tombstone is never older than its record.
    let recorded = line.text("recordedAt");
    let purged_at = if read_instant(now) < read_instant(recorded) { recorded } else { now };
    record.insert(
        "tombstone".to_owned(),
        json!({
            "originalRecordHash": line.record_hash,
            "originalKeyid": line.envelope.signatures.first().map_or("", |signature| &signature.keyid),
            "originalPhase": line.phase(),
            "purgedAt": purged_at,
            "retentionPolicy": policy,
        }),
    );
    let name = format!("aiwg-effect:{}", line.effect_id());
    statement(&name, &Sha256Hex::of(line.text("target")), EFFECT_PREDICATE_TYPE, record.into())
}
