//! One line of a segment.

use assize_schemas::{DsseEnvelope, canonical_json, read_json};
use serde_json::{Map, Value};

use crate::document::{line_problems, statement_problems};
use crate::hash::digest;
use crate::identity::{Derivation, Scope, effect_id_of};
use crate::keyring::TrustedKeys;
use crate::time::{Instant, read_instant};

/// Why a line holds no record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineFault {
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

/// A line that holds a record. Whether it is to be believed is another question.
#[derive(Debug, Clone)]
pub struct Line {
    pub(crate) writer: String,
    pub(crate) seq: u64,
    pub(crate) record_hash: String,
    pub(crate) envelope: DsseEnvelope,
    statement: Map<String, Value>,
}

/// Where a line stands in its segment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Position<'p> {
    pub(crate) writer: &'p str,
    pub(crate) seq: u64,
    /// The hash of the record before it; `None` at the beginning.
    pub(crate) prev: Option<&'p str>,
}

impl Line {
    /// Reads a line, its end left out.
    pub(crate) fn read(text: &[u8]) -> Result<Self, LineFault> {
        let fault = |code, message: String| LineFault { code, message };
        let text = std::str::from_utf8(text).map_err(|error| fault("segment-line-malformed", error.to_string()))?;
        let line = read_json(text).map_err(|error| fault("segment-line-malformed", error.to_string()))?;
        if !line.is_object() {
            return Err(fault("segment-line-malformed", "the line is no JSON object".to_owned()));
        }
        if let Some(problem) = line_problems(&line).into_iter().next() {
            return Err(fault("segment-line-schema-invalid", problem.message));
        }
        let member = |name: &str| line.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (writer, record_hash) = (member("writer"), member("recordHash"));
        let seq = line.get("seq").and_then(Value::as_u64).unwrap_or_default();
        let envelope = line
            .get("envelope")
            .and_then(DsseEnvelope::from_json)
            .ok_or_else(|| fault("segment-line-schema-invalid", "the envelope cannot be read".to_owned()))?;
        let payload =
            std::str::from_utf8(&envelope.payload).map_err(|error| fault("statement-malformed", error.to_string()))?;
        let statement = read_json(payload).map_err(|error| fault("statement-malformed", error.to_string()))?;
        if canonical_json(&statement) != payload {
            return Err(fault("statement-not-canonical", "the statement is not canonical JSON".to_owned()));
        }
        if let Some(problem) = statement_problems(&statement).into_iter().next() {
            return Err(fault("statement-schema-invalid", problem.message));
        }
        let Value::Object(statement) = statement else {
            return Err(fault("statement-malformed", "the statement is no object".to_owned()));
        };
        Ok(Self { writer, seq, record_hash, envelope, statement })
    }

    /// The record: the predicate of the statement.
    #[must_use]
    pub fn record(&self) -> &Value {
        self.statement.get("predicate").unwrap_or(&Value::Null)
    }

    /// The hash that the line gives for its record.
    #[must_use]
    pub fn record_hash(&self) -> &str {
        &self.record_hash
    }

    pub(crate) fn text(&self, name: &str) -> &str {
        self.record().get(name).and_then(Value::as_str).unwrap_or_default()
    }

    pub(crate) fn in_member(&self, member: &str, name: &str) -> Option<&str> {
        self.record().get(member)?.get(name)?.as_str()
    }

    pub(crate) fn effect_id(&self) -> &str {
        self.text("effectId")
    }

    pub(crate) fn phase(&self) -> &str {
        self.text("phase")
    }

    /// The phase, and of a tombstone the one that the purged record had.
    pub(crate) fn original_phase(&self) -> &str {
        self.in_member("tombstone", "originalPhase").unwrap_or_else(|| self.phase())
    }

    pub(crate) fn recorded_at(&self) -> Option<Instant> {
        read_instant(self.text("recordedAt"))
    }

    /// When the line was signed: a tombstone later than its record.
    fn signed_at(&self) -> Option<Instant> {
        match self.in_member("tombstone", "purgedAt") {
            Some(purged) => read_instant(purged),
            None => self.recorded_at(),
        }
    }

    /// Everything that does not hold between the line and what stands around it, in the order of the codes.
    pub(crate) fn faults(&self, position: Position<'_>, scope: &Scope, keys: &TrustedKeys) -> Vec<&'static str> {
        let record = self.record();
        let mut faults = Vec::new();
        let mut hold = |holds: bool, code| {
            if !holds {
                faults.push(code);
            }
        };
        hold(self.writer == position.writer && self.text("writer") == position.writer, "writer-mismatch");
        let seq = record.get("seq").and_then(Value::as_u64);
        hold(self.seq == position.seq && seq == Some(position.seq), "seq-mismatch");
        hold(record.get("prev").and_then(Value::as_str) == position.prev, "chain-broken");
        let of_scope = Scope::from_json(record.get("scope").unwrap_or(&Value::Null)).as_ref() == Ok(scope);
        hold(of_scope, "scope-mismatch");
        hold(self.subject_fits(), "subject-mismatch");
        hold(self.effect_id_fits(), "effect-id-mismatch");
        let pae = self.envelope.pae();
        let hash = match self.in_member("tombstone", "originalRecordHash") {
            Some(original) => original.to_owned(),
            None => digest(&pae),
        };
        hold(self.record_hash == hash, "record-hash-mismatch");
        let signatures = self.envelope.signatures.iter().map(|one| (one.keyid.as_str(), one.sig.as_str()));
        faults.extend(keys.signature_fault(&pae, signatures, self.signed_at()));
        faults
    }

    /// Whether the subject is the target and its digest. A tombstone's is the effect, with the digest that was there.
    fn subject_fits(&self) -> bool {
        let subject = self.statement.get("subject").and_then(|subjects| subjects.get(0));
        let name = subject.and_then(|subject| subject.get("name")).and_then(Value::as_str);
        if self.phase() == "tombstone" {
            return name.and_then(|name| name.strip_prefix("aiwg-effect:")) == Some(self.effect_id());
        }
        let target = self.text("target");
        let digest_of = |target: &str| digest(target.as_bytes()).trim_start_matches("sha256:").to_owned();
        let sha256 = subject.and_then(|subject| subject.get("digest")?.get("sha256")?.as_str());
        name == Some(target) && sha256 == Some(&digest_of(target))
    }

    /// Whether the id follows from the rest. A tombstone no longer has the rest.
    fn effect_id_fits(&self) -> bool {
        if self.phase() == "tombstone" {
            return true;
        }
        let record = self.record();
        let scope = Scope::from_json(record.get("scope").unwrap_or(&Value::Null));
        let (Ok(scope), Ok(derivation)) = (scope, Derivation::read(self.text("idDerivation"))) else { return false };
        let context = record.get("context").unwrap_or(&Value::Null);
        effect_id_of(&scope, self.text("kind"), self.text("target"), context, derivation)
            .is_ok_and(|identity| identity.effect_id == self.effect_id())
    }
}
