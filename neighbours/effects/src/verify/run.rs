//! A verification from its beginning to its end.

use std::collections::BTreeMap;
use std::io;

use assize_schemas::read_json;
use serde_json::Value;

use super::anchor::{Newest, SINK_UNREADABLE, check_heads, judge_sink};
use super::checkpoints::local_checkpoints;
use super::index::check_index;
use super::options::{Sink, VerifyOptions};
use super::report::{Failure, LedgerReport};
use super::segments::Walk;
use crate::files::{LedgerFiles, writers};
use crate::identity::Scope;
use crate::keyring::{TrustedKeys, check_keyring};

/// Verifies a ledger: its keyring, every line, the index and the checkpoints.
///
/// # Errors
///
/// When a file cannot be read at all; what is in it is never an error, but a failure in the report.
pub fn verify_ledger(files: &dyn LedgerFiles, scope: &Scope, options: &VerifyOptions) -> io::Result<LedgerReport> {
    let mut report = LedgerReport::new(scope);
    let Some(keyring) = files.read("keyring.json")? else {
        if has_records(files)? || !matches!(options.sink, Sink::None | Sink::Empty | Sink::Unreadable(_)) {
            report
                .failures
                .push(Failure::new("keyring-missing", "there are records and no keyring").at("keyring.json"));
        } else {
            report.warnings.push("ledger-empty".to_owned());
            // Nothing here, and nobody knows whether the sink remembers more.
            if matches!(options.sink, Sink::Unreadable(_)) {
                report.warnings.push(SINK_UNREADABLE.to_owned());
            }
        }
        return Ok(report);
    };
    let keys = match read_keyring(&keyring, scope) {
        Ok(keys) => keys,
        Err(failure) => {
            report.failures.push(failure);
            return Ok(report);
        }
    };
    if !options.trusted_genesis.is_empty() && !options.trusted_genesis.iter().any(|keyid| keyid == keys.genesis()) {
        let message = format!("the first key is {}, which is not trusted", keys.genesis());
        report.failures.push(Failure::new("keyring-untrusted", message).at("keyring.json"));
        return Ok(report);
    }
    let local = local_checkpoints(files, scope, &keys)?;
    let sink = judge_sink(&options.sink, &local, scope, &keys);
    let walk = Walk { files, scope, keys: &keys, remember: options.check_index };
    let mut segments = BTreeMap::new();
    for writer in writers(files)? {
        let heads = sink.newest.iter().flat_map(Newest::heads);
        let wanted: Vec<u64> =
            heads.filter(|(name, ..)| *name == writer).filter_map(|(_, count, _)| count.checked_sub(1)).collect();
        let segment = walk.segment(&writer, &wanted, &mut report)?;
        report.writers.push(writer.clone());
        if let Some(last) = &segment.last {
            report.heads.push((writer.clone(), segment.count, last.clone()));
        }
        segments.insert(writer, segment);
    }
    if options.check_index {
        check_index(files, scope, &segments, &mut report)?;
    }
    report.failures.extend(local.failures);
    report.failures.extend(sink.failures);
    report.warnings.extend(sink.warnings);
    match &sink.newest {
        Some(newest) => {
            report.checkpoint = Some(newest.anchor());
            check_heads(newest, &segments, &mut report);
        }
        None => report.warnings.push("no-checkpoint".to_owned()),
    }
    Ok(report)
}

/// The keys of a keyring's text, or what the report says of it.
pub(crate) fn read_keyring(text: &[u8], scope: &Scope) -> Result<TrustedKeys, Failure> {
    let keyring: Value = std::str::from_utf8(text)
        .map_err(|error| error.to_string())
        .and_then(|text| read_json(text).map_err(|error| error.to_string()))
        .map_err(|message| Failure::new("keyring-schema-invalid", message).at("keyring.json"))?;
    check_keyring(&keyring, scope).map_err(|fault| Failure::new(fault.code, fault.message).at("keyring.json"))
}

/// Whether anything was ever recorded.
fn has_records(files: &dyn LedgerFiles) -> io::Result<bool> {
    for writer in writers(files)? {
        if let Some(mut reader) = files.open(&crate::files::segment_path(&writer))?
            && !reader.fill_buf()?.is_empty()
        {
            return Ok(true);
        }
    }
    Ok(!files.list("index")?.is_empty() || !files.list("checkpoints")?.is_empty())
}
