//! The index against the records.

use std::collections::{BTreeMap, HashSet};
use std::io;

use assize_schemas::read_json;
use serde_json::Value;

use super::report::{Failure, LedgerReport};
use super::segments::{Seen, Segment};
use crate::document::index_problems;
use crate::files::LedgerFiles;
use crate::identity::Scope;
use crate::index::{IndexKey, IndexRole, entry_text};

/// Holds every entry against the records, and every record that needs one against the entries.
pub(super) fn check_index(
    files: &dyn LedgerFiles,
    scope: &Scope,
    segments: &BTreeMap<String, Segment>,
    report: &mut LedgerReport,
) -> io::Result<()> {
    let names: Vec<String> = files.list("index")?.into_iter().filter(|name| name.ends_with(".json")).collect();
    let key = match files.read("index.key")? {
        None if names.is_empty() && segments.values().all(|segment| segment.count == 0) => return Ok(()),
        None => {
            report.failures.push(Failure::new("index-key-missing", "there is no index key").at("index.key"));
            return Ok(());
        }
        Some(text) => std::str::from_utf8(&text).ok().and_then(IndexKey::from_file),
    };
    let Some(key) = key else {
        let message = "the index key must be 64 lowercase hex digits and a newline";
        report.failures.push(Failure::new("index-key-malformed", message).at("index.key"));
        return Ok(());
    };
    let mut claimed = HashSet::new();
    for name in names {
        let path = format!("index/{name}");
        let text = files.read(&path)?.unwrap_or_default();
        let Some(entry) = well_formed(&text) else {
            report.failures.push(Failure::new("index-entry-malformed", "the entry is not one").at(path));
            continue;
        };
        let member = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or_default();
        let (writer, seq) = (member("writer"), entry.get("seq").and_then(Value::as_u64).unwrap_or_default());
        let role = IndexRole::read(member("role"));
        let expect = role.map(|role| key.file_name(role, scope, member("effectId")));
        if expect.as_deref() != Some(&name) {
            report
                .failures
                .push(Failure::new("index-name-mismatch", "the entry stands under another name than its own").at(path));
            continue;
        }
        let line = segments
            .get(writer)
            .filter(|segment| seq < segment.count)
            .map(|segment| usize::try_from(seq).ok().and_then(|at| segment.lines.get(at)).and_then(Option::as_ref));
        match line {
            None if is_pending(files, writer, &name, &entry)? => {
                report.warnings.push(format!("pending-append:{writer}:{seq}"));
            }
            None => report.failures.push(Failure {
                path: Some(path),
                seq: Some(seq),
                writer: Some(writer.to_owned()),
                ..Failure::new("index-dangling", "the entry names a record that is not there")
            }),
            Some(line) => {
                if line.is_some_and(|line| fits(line, &entry)) {
                    claimed.insert((role, writer.to_owned(), seq));
                } else {
                    let failure = Failure::new("index-segment-mismatch", "the entry and the record differ");
                    report.failures.push(Failure {
                        path: Some(path),
                        seq: Some(seq),
                        writer: Some(writer.to_owned()),
                        ..failure
                    });
                }
            }
        }
    }
    for (writer, segment) in segments {
        for (seq, line) in (0_u64..).zip(&segment.lines) {
            let role = line.as_ref().and_then(|line| IndexRole::of_phase(&line.phase));
            if role.is_some() && !claimed.contains(&(role, writer.clone(), seq)) {
                report.failures.push(
                    Failure::new("index-missing", "no entry of the index claims the record").in_line(writer, seq),
                );
            }
        }
    }
    Ok(())
}

/// The entry that a file holds: of the right shape, canonical, with a newline.
pub(crate) fn well_formed(text: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(text).ok()?;
    let entry = read_json(text).ok()?;
    (index_problems(&entry).is_empty() && entry_text(&entry) == text).then_some(entry)
}

fn fits(line: &Seen, entry: &Value) -> bool {
    let member = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or_default();
    line.effect_id == member("effectId")
        && line.payload_digest == member("payloadDigest")
        && line.original_phase == member("phase")
        && line.record_hash == member("recordHash")
}

/// Whether the writer still holds back the line that the entry was claimed for.
fn is_pending(files: &dyn LedgerFiles, writer: &str, name: &str, entry: &Value) -> io::Result<bool> {
    let Some(text) = files.read(&format!("segments/{writer}.pending"))? else { return Ok(false) };
    let Some(pending) = std::str::from_utf8(&text).ok().and_then(|text| read_json(text).ok()) else {
        return Ok(false);
    };
    let line = match pending.get("line") {
        Some(Value::String(line)) => read_json(line).unwrap_or_default(),
        Some(line) => line.clone(),
        None => Value::Null,
    };
    let index_name = pending.get("indexName").and_then(Value::as_str).unwrap_or_default();
    let is_named = index_name == name || Some(index_name) == name.strip_suffix(".json");
    let same = |member: &str| line.get(member).is_some() && line.get(member) == entry.get(member);
    Ok(is_named && same("recordHash") && same("writer") && same("seq"))
}
