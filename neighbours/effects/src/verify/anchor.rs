//! What the sink says, and the newest good checkpoint against the segments.

use std::collections::BTreeMap;

use serde_json::Value;

use super::checkpoints::{Checkpoint, Local, judge, newest_local};
use super::options::Sink;
use super::report::{Anchor, AnchorSource, Failure, LedgerReport};
use super::segments::Segment;
use crate::identity::Scope;
use crate::keyring::TrustedKeys;

/// The newest good checkpoint and where it came from.
#[derive(Debug)]
pub(super) struct Newest {
    pub(super) checkpoint: Checkpoint,
    pub(super) source: AnchorSource,
}

impl Newest {
    /// The heads that it names: writer, count, hash.
    pub(super) fn heads(&self) -> impl Iterator<Item = (&str, u64, &str)> {
        self.checkpoint.document.get("writers").and_then(Value::as_array).into_iter().flatten().map(|head| {
            (
                head.get("writer").and_then(Value::as_str).unwrap_or_default(),
                head.get("count").and_then(Value::as_u64).unwrap_or_default(),
                head.get("headHash").and_then(Value::as_str).unwrap_or_default(),
            )
        })
    }

    /// What the report says of it.
    pub(super) fn anchor(&self) -> Anchor {
        Anchor { sequence: self.checkpoint.sequence, source: self.source, digest: self.checkpoint.digest.clone() }
    }
}

/// The warning that a sink is there and does not tell what it holds.
pub(super) const SINK_UNREADABLE: &str = "checkpoint-sink-unreadable";

/// What came of looking at the sink.
#[derive(Debug, Default)]
pub(super) struct SinkFindings {
    pub(super) newest: Option<Newest>,
    pub(super) failures: Vec<Failure>,
    pub(super) warnings: Vec<String>,
}

/// Holds the sink against the local checkpoints and finds the newest good one.
pub(super) fn judge_sink(sink: &Sink, local: &Local, scope: &Scope, keys: &TrustedKeys) -> SinkFindings {
    let mut found = SinkFindings::default();
    let here = newest_local(local);
    found.newest = here.map(|checkpoint| Newest { checkpoint: checkpoint.clone(), source: AnchorSource::Local });
    match sink {
        Sink::None => {}
        Sink::Unreadable(_) => found.warnings.push(SINK_UNREADABLE.to_owned()),
        Sink::Empty => {
            if local.has_any {
                let message = "the sink has no checkpoint, and there are local ones";
                found.failures.push(Failure::new("checkpoint-sink-missing", message));
            }
        }
        Sink::Holds(text) => match judge(text.as_bytes(), scope, keys) {
            Err((code, message)) => found.failures.push(Failure::new(format!("sink-{code}"), message)),
            Ok(there) => {
                compare(&there, local, here, &mut found);
                if here.is_none_or(|here| there.sequence >= here.sequence) {
                    found.newest = Some(Newest { checkpoint: there, source: AnchorSource::Sink });
                }
            }
        },
    }
    found
}

fn compare(there: &Checkpoint, local: &Local, here: Option<&Checkpoint>, found: &mut SinkFindings) {
    let newest = here.map(|here| here.sequence);
    let twin = local.good.iter().find(|checkpoint| checkpoint.sequence == there.sequence);
    let before = local.good.iter().find(|checkpoint| Some(checkpoint.sequence) == there.sequence.checked_sub(1));
    let diverges = twin.is_some_and(|twin| twin.digest != there.digest)
        || before.is_some_and(|before| there.previous.as_ref() != Some(&before.digest));
    let fail = |code: &str, message: &str| Failure { seq: Some(there.sequence), ..Failure::new(code, message) };
    if diverges {
        found.failures.push(fail("checkpoint-divergence", "the sink's checkpoint is another than the local one"));
    }
    match newest {
        Some(newest) if there.sequence < newest => {
            found.failures.push(fail("checkpoint-sink-behind", "the sink is older than the local checkpoints"));
        }
        Some(newest) if there.sequence == newest => {}
        _ => found.warnings.push("local-checkpoint-behind".to_owned()),
    }
}

/// Holds the segments against the newest good checkpoint.
pub(super) fn check_heads(newest: &Newest, segments: &BTreeMap<String, Segment>, report: &mut LedgerReport) {
    for (writer, count, head) in newest.heads() {
        let fail = |code: &str, message: String| Failure {
            writer: Some(writer.to_owned()),
            ..Failure::new(code, message).at(crate::files::segment_path(writer))
        };
        match segments.get(writer) {
            None => {
                report.failures.push(fail("segment-missing", "the checkpoint saw a segment that is gone".to_owned()));
            }
            Some(segment) if segment.count < count => {
                let message = format!("the checkpoint saw {count} records, and {} are there", segment.count);
                report.failures.push(fail("segment-truncated", message));
            }
            Some(segment) => {
                if segment.heads.get(&count.saturating_sub(1)).map(String::as_str) != Some(head) {
                    let message = format!("record {} is another than the checkpoint saw", count.saturating_sub(1));
                    report.failures.push(fail("checkpoint-head-mismatch", message));
                }
            }
        }
    }
}
