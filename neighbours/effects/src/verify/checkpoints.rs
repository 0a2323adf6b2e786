//! Checkpoints, one by one and one after the other.

use std::io;

use assize_schemas::{canonical_json, compare_utf16, dsse_pae, read_json};
use serde_json::Value;

use super::report::Failure;
use crate::checkpoint::CHECKPOINT_PAYLOAD_TYPE;
use crate::document::checkpoint_problems;
use crate::files::{LedgerFiles, segment_path};
use crate::hash::digest;
use crate::identity::Scope;
use crate::keyring::{TrustedKeys, unsigned};
use crate::time::read_instant;

/// A checkpoint that holds by itself.
#[derive(Debug, Clone)]
pub(crate) struct Checkpoint {
    pub(crate) sequence: u64,
    pub(crate) digest: String,
    pub(crate) previous: Option<String>,
    pub(crate) document: Value,
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Holds the text of a checkpoint against its own rules, in their order; the first that does not hold is the fault.
pub(super) fn judge(bytes: &[u8], scope: &Scope, keys: &TrustedKeys) -> Result<Checkpoint, (&'static str, String)> {
    let fault = |code, message: &str| Err((code, message.to_owned()));
    let document = std::str::from_utf8(bytes)
        .map_err(|error| error.to_string())
        .and_then(|text| read_json(text).map_err(|error| error.to_string()))
        .map_err(|message| ("checkpoint-schema-invalid", message))?;
    if let Some(problem) = checkpoint_problems(&document).into_iter().next() {
        return Err(("checkpoint-schema-invalid", problem.message));
    }
    if document.get("scope") != Some(&scope.to_json()) {
        return fault("checkpoint-scope-mismatch", "the checkpoint is of another scope");
    }
    let heads = document.get("writers").cloned().unwrap_or_default();
    let writers: Vec<&str> = heads.as_array().into_iter().flatten().map(|head| text(head, "writer")).collect();
    if !writers.windows(2).all(|pair| matches!(pair, [a, b] if compare_utf16(a, b).is_lt())) {
        return fault("checkpoint-writers-unsorted", "the writers are not in order, each once");
    }
    let in_place = |head: &Value| text(head, "segment") == segment_path(text(head, "writer"));
    if !heads.as_array().into_iter().flatten().all(in_place) {
        return fault("checkpoint-segment-path", "a segment is not the one of its writer");
    }
    if digest(canonical_json(&heads).as_bytes()) != text(&document, "root") {
        return fault("checkpoint-root-mismatch", "the root is not the digest of the heads");
    }
    if !keys.knows_digest(text(&document, "keyringDigest")) {
        return fault("checkpoint-keyring-mismatch", "the keyring never was the one that the checkpoint saw");
    }
    let pae = dsse_pae(CHECKPOINT_PAYLOAD_TYPE, unsigned(&document).as_bytes());
    let signatures = document.get("signatures").and_then(Value::as_array).into_iter().flatten();
    let signatures = signatures.map(|one| (text(one, "keyid"), text(one, "sig")));
    match keys.signature_fault(&pae, signatures, read_instant(text(&document, "createdAt"))) {
        None => {}
        Some("unknown-keyid") => return fault("checkpoint-unknown-keyid", "the keyring does not have its key"),
        Some("key-window") => return fault("checkpoint-key-window", "its key was out of time"),
        Some(_) => return fault("checkpoint-signature-invalid", "its signature does not hold"),
    }
    Ok(Checkpoint {
        sequence: document.get("sequence").and_then(Value::as_u64).unwrap_or_default(),
        digest: digest(canonical_json(&document).as_bytes()),
        previous: document.get("previousCheckpoint").and_then(Value::as_str).map(str::to_owned),
        document,
    })
}

/// The local checkpoints that hold by themselves, oldest first, and the failures of all. `has_any` tells whether
/// there is any file at all.
pub(crate) struct Local {
    pub(crate) good: Vec<Checkpoint>,
    pub(crate) failures: Vec<Failure>,
    pub(crate) has_any: bool,
}

/// The files of checkpoints by their numbers; `None` for one whose name is no number.
fn numbered(files: &dyn LedgerFiles) -> io::Result<Vec<(Option<u64>, String)>> {
    let number = |name: &str| {
        let number: u64 = name.strip_suffix(".json")?.parse().ok()?;
        (format!("{number}.json") == name).then_some(number)
    };
    let names = files.list("checkpoints")?.into_iter().filter(|name| name.ends_with(".json"));
    let mut found: Vec<_> = names.map(|name| (number(&name), format!("checkpoints/{name}"))).collect();
    found.sort_by_key(|(number, path)| (number.unwrap_or(u64::MAX), path.clone()));
    Ok(found)
}

/// Judges every local checkpoint.
pub(crate) fn local_checkpoints(files: &dyn LedgerFiles, scope: &Scope, keys: &TrustedKeys) -> io::Result<Local> {
    let mut local = Local { good: Vec::new(), failures: Vec::new(), has_any: false };
    let mut expect = 0;
    let mut before: Option<String> = None;
    for (number, path) in numbered(files)? {
        local.has_any = true;
        let bytes = files.read(&path)?.unwrap_or_default();
        let raw = std::str::from_utf8(&bytes).ok().and_then(|text| read_json(text).ok());
        let raw_digest = raw.map(|document| digest(canonical_json(&document).as_bytes()));
        match judge(&bytes, scope, keys) {
            Err((code, message)) => {
                local.failures.push(Failure { seq: number, ..Failure::new(code, message).at(path) });
                expect = number.unwrap_or(expect) + 1;
            }
            Ok(checkpoint) => {
                let fail = |code: &str, message: &str| Failure { seq: number, ..Failure::new(code, message).at(&path) };
                if checkpoint.sequence != expect || number != Some(expect) {
                    local.failures.push(fail("checkpoint-sequence-gap", "a checkpoint before it is missing"));
                }
                if checkpoint.previous != before {
                    local.failures.push(fail("checkpoint-chain-broken", "it does not follow the one before it"));
                }
                expect = checkpoint.sequence + 1;
                local.good.push(checkpoint);
            }
        }
        before = raw_digest;
    }
    Ok(local)
}

/// The newest of the local checkpoints, if there is any.
pub(crate) fn newest_local(local: &Local) -> Option<&Checkpoint> {
    local.good.iter().max_by_key(|checkpoint| checkpoint.sequence)
}
