//! The lines of the segments.

use std::collections::HashMap;
use std::io::{self, BufRead};

use super::report::{Failure, LedgerReport};
use crate::files::{LedgerFiles, segment_path};
use crate::identity::Scope;
use crate::keyring::TrustedKeys;
use crate::line::{Line, Position};

/// What the other checks need to know of a line.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) effect_id: String,
    pub(super) phase: String,
    pub(super) original_phase: String,
    pub(super) payload_digest: String,
    pub(super) record_hash: String,
}

/// What was seen of one segment.
#[derive(Debug, Default)]
pub(super) struct Segment {
    /// How many whole lines there are.
    pub(super) count: u64,
    /// The hash that the last line gives.
    pub(super) last: Option<String>,
    /// The hash that a line gives, for the lines that were asked for and could be read.
    pub(super) heads: HashMap<u64, String>,
    /// Every line, `None` where it could not be read; empty unless asked for.
    pub(super) lines: Vec<Option<Seen>>,
}

/// Reads one line without its end into `buffer`; `None` at the end of the file, otherwise whether it had an end.
pub(crate) fn read_line(reader: &mut dyn BufRead, buffer: &mut Vec<u8>) -> io::Result<Option<bool>> {
    buffer.clear();
    if reader.read_until(b'\n', buffer)? == 0 {
        return Ok(None);
    }
    let has_end = buffer.last() == Some(&b'\n');
    if has_end {
        buffer.pop();
    }
    Ok(Some(has_end))
}

/// What a walk over a segment is to look at.
pub(super) struct Walk<'w> {
    pub(super) files: &'w dyn LedgerFiles,
    pub(super) scope: &'w Scope,
    pub(super) keys: &'w TrustedKeys,
    /// Whether to remember every line.
    pub(super) remember: bool,
}

impl Walk<'_> {
    /// Judges every line of a writer's segment. `wanted` are the positions whose hashes are asked for.
    pub(super) fn segment(&self, writer: &str, wanted: &[u64], report: &mut LedgerReport) -> io::Result<Segment> {
        let mut segment = Segment::default();
        let path = segment_path(writer);
        let Some(mut reader) = self.files.open(&path)? else { return Ok(segment) };
        let mut buffer = Vec::new();
        let mut prev: Option<String> = None;
        while let Some(has_end) = read_line(&mut *reader, &mut buffer)? {
            let seq = segment.count;
            if !has_end {
                report.failures.push(
                    Failure::new("segment-torn", "the segment does not end with a whole line").in_line(writer, seq),
                );
                break;
            }
            let seen = match Line::read(&buffer) {
                Err(fault) => {
                    report.failures.push(Failure::new(fault.code, fault.message).in_line(writer, seq));
                    prev = None;
                    None
                }
                Ok(line) => {
                    report.records += 1;
                    let position = Position { writer, seq, prev: prev.as_deref() };
                    for code in line.faults(position, self.scope, self.keys) {
                        report.failures.push(Failure::new(code, explain(code)).in_line(writer, seq));
                    }
                    if wanted.contains(&seq) {
                        segment.heads.insert(seq, line.record_hash.clone());
                    }
                    let seen = self.remember.then(|| Seen {
                        effect_id: line.effect_id().to_owned(),
                        phase: line.phase().to_owned(),
                        original_phase: line.original_phase().to_owned(),
                        payload_digest: line.text("payloadDigest").to_owned(),
                        record_hash: line.record_hash.clone(),
                    });
                    prev = Some(line.record_hash);
                    seen
                }
            };
            if self.remember {
                segment.lines.push(seen);
            }
            segment.count += 1;
        }
        segment.last = prev;
        Ok(segment)
    }
}

/// What a code means, for people.
pub(crate) fn explain(code: &str) -> &'static str {
    match code {
        "writer-mismatch" => "the record is of another writer than the segment",
        "seq-mismatch" => "the record is of another position",
        "chain-broken" => "the record does not follow the one before it",
        "scope-mismatch" => "the record is of another scope",
        "subject-mismatch" => "the subject is not the target and its digest",
        "effect-id-mismatch" => "the effect id does not follow from scope, kind, target and context",
        "record-hash-mismatch" => "the record hash is not the digest of what is signed",
        "unknown-keyid" => "it is signed by a key that the keyring does not have",
        "signature-invalid" => "a signature does not hold",
        "key-window" => "it is signed by a key outside the key's time",
        _ => "it does not hold",
    }
}
