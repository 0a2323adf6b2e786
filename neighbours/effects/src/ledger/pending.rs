//! The line that a writer has claimed the index for and not appended yet.

use std::fs;
use std::io;
use std::path::PathBuf;

use assize_schemas::read_json;
use serde_json::{Value, json};

use super::LedgerError;
use super::folder::LedgerFolder;
use super::publish::{remove, replace};
use super::tail::Tail;
use crate::line::Line;
use crate::verify::well_formed;

/// Where a writer keeps its pending line.
pub(crate) fn pending_path(folder: &LedgerFolder, writer: &str) -> PathBuf {
    folder.join(&format!("segments/{writer}.pending"))
}

/// Keeps a line until it is appended.
pub(crate) fn keep(folder: &LedgerFolder, writer: &str, index_name: &str, line: &str) -> Result<(), LedgerError> {
    let text = assize_schemas::canonical_json(&json!({"indexName": index_name, "line": line}));
    replace(&pending_path(folder, writer), format!("{text}\n").as_bytes())
}

/// Forgets a writer's pending line.
pub(crate) fn forget(folder: &LedgerFolder, writer: &str) -> Result<(), LedgerError> {
    remove(&pending_path(folder, writer))
}

/// The line that a writer that died must still append: its index claim is its own, and it fits the end of the segment.
/// Anything else that is pending means nothing any more.
pub(crate) fn left_over(folder: &LedgerFolder, writer: &str, tail: &Tail) -> Result<Option<String>, LedgerError> {
    let path = pending_path(folder, writer);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidData) => return Ok(None),
        Err(error) => return Err(LedgerError::io("read", &path, error)),
    };
    let Ok(pending) = read_json(&text) else { return Ok(None) };
    let text = |name: &str| pending.get(name).and_then(Value::as_str).unwrap_or_default();
    let (name, line) = (text("indexName"), text("line"));
    if name.contains('/') || line.contains('\n') {
        return Ok(None);
    }
    let Ok(parsed) = Line::read(line.as_bytes()) else { return Ok(None) };
    let entry = folder.join(&format!("index/{name}"));
    let entry = match fs::read(&entry) {
        Ok(entry) => well_formed(&entry),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(LedgerError::io("read", &entry, error)),
    };
    let is_own = entry.is_some_and(|entry| {
        entry.get("recordHash").and_then(Value::as_str) == Some(&parsed.record_hash)
            && entry.get("writer").and_then(Value::as_str) == Some(writer)
            && entry.get("seq").and_then(Value::as_u64) == Some(parsed.seq)
    });
    let prev = parsed.record().get("prev").and_then(Value::as_str);
    let fits = parsed.writer == writer && parsed.seq == tail.seq && prev == tail.prev.as_deref();
    Ok((is_own && fits).then(|| line.to_owned()))
}
