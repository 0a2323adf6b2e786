//! The audit log: what was done, one JSON document a line.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use assize_schemas::whole_time;
use assize_store::StoreError;
use chrono::Utc;
use serde_json::{Map, Value, json};

use super::folder::Writing;
use super::{Repository, RepositoryError};
use crate::hex::hex;
use crate::random::random;

/// The log's file.
const LOG: &str = "audit.jsonl";
/// The longest line, in bytes.
const LONGEST_LINE: u64 = 1024 * 1024;

/// One thing that was done. Serializes as the line of the log: `{id, at, by, event, tree?, …}`.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditEvent(Map<String, Value>);

/// What the log says about a tree.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AuditTrail {
    /// The events, oldest first.
    pub events: Vec<AuditEvent>,
    /// How many lines of the log cannot be read.
    pub damaged: usize,
}

impl AuditEvent {
    /// An event of now.
    pub(crate) fn new(event: &str, by: &str, tree: Option<&str>, details: Value) -> Result<Self, RepositoryError> {
        let mut members = Map::new();
        members.insert("id".to_owned(), hex(&random::<8>()?).into());
        members.insert("at".to_owned(), whole_time(Utc::now()).into());
        members.insert("by".to_owned(), by.into());
        members.insert("event".to_owned(), event.into());
        members.extend(tree.map(|tree| ("tree".to_owned(), tree.into())));
        if let Value::Object(details) = details {
            for (name, value) in details {
                // What every event has is not for the details to say.
                members.entry(if name == "id" { "attestation".to_owned() } else { name }).or_insert(value);
            }
        }
        Ok(Self(members))
    }

    pub(crate) fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Object(members) => Some(Self(members)),
            _ => None,
        }
    }

    /// The event as a document.
    #[must_use]
    pub fn to_value(&self) -> Value {
        Value::Object(self.0.clone())
    }

    /// A member that is a text; empty when there is none.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// The other members, those that every event has left out.
    pub fn details(&self) -> impl Iterator<Item = (&str, &Value)> {
        let common = ["id", "at", "by", "event", "tree"];
        self.0.iter().map(|(name, value)| (name.as_str(), value)).filter(move |(name, _)| !common.contains(name))
    }
}

impl Repository {
    /// What the log says about `tree`.
    ///
    /// # Errors
    ///
    /// [`RepositoryError`] when the log cannot be read.
    pub fn trace(&self, tree: &str) -> Result<AuditTrail, RepositoryError> {
        let mut trail = AuditTrail::default();
        self.each_line(|line| {
            let event = serde_json::from_str(line).ok().and_then(AuditEvent::from_value);
            match event {
                Some(event) if event.text("tree") == tree => trail.events.push(event),
                Some(_) => {}
                None => trail.damaged += 1,
            }
        })?;
        Ok(trail)
    }

    /// Whether the log has the event `id`.
    pub(super) fn has_event(&self, id: &str) -> Result<bool, RepositoryError> {
        let mut found = false;
        self.each_line(|line| {
            // Looked for as text first: the log is long.
            found |= line.contains(id)
                && serde_json::from_str(line)
                    .ok()
                    .and_then(AuditEvent::from_value)
                    .is_some_and(|event| event.text("id") == id);
        })?;
        Ok(found)
    }

    /// The whole lines of the log. The last one may be on its way.
    fn each_line(&self, mut take: impl FnMut(&str)) -> Result<(), RepositoryError> {
        let path = self.full(LOG)?;
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(failed("read", &path, error)),
        };
        let mut reader = BufReader::new(file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut line);
            if read.map_err(|error| failed("read", &path, error))? == 0 || line.last() != Some(&b'\n') {
                return Ok(());
            }
            take(String::from_utf8_lossy(&line).trim_end());
        }
    }

    /// Adds an event, and forces it to disk. What a killed writer left of a line is cut off first.
    pub(crate) fn append(&self, _writing: &Writing, event: &AuditEvent) -> Result<(), RepositoryError> {
        let path = self.full(LOG)?;
        let mut line = event.to_value().to_string();
        line.push('\n');
        let write = || {
            let mut options = OpenOptions::new();
            let mut file = options.read(true).write(true).create(true).truncate(false).mode(0o600).open(&path)?;
            let end = whole_length(&mut file)?;
            file.set_len(end)?;
            file.seek(SeekFrom::Start(end))?;
            file.write_all(line.as_bytes())?;
            file.sync_data()
        };
        write().map_err(|error| failed("write", &path, error))
    }

    /// Takes back the event `id`, which says what did not happen.
    pub(super) fn withdraw(&self, _writing: &Writing, id: &str) -> Result<(), RepositoryError> {
        let mut kept = String::new();
        self.each_line(|line| {
            let event = serde_json::from_str(line).ok().and_then(AuditEvent::from_value);
            if event.is_none_or(|event| event.text("id") != id) {
                kept.push_str(line);
                kept.push('\n');
            }
        })?;
        self.folder.write(LOG, kept.as_bytes())?;
        Ok(())
    }
}

/// Where the last whole line ends.
fn whole_length(file: &mut File) -> io::Result<u64> {
    const STEP: u64 = 4096;
    let mut end = file.metadata()?.len();
    while end > 0 {
        let from = end.saturating_sub(STEP);
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(from))?;
        file.take(end - from).read_to_end(&mut bytes)?;
        if let Some(newline) = bytes.iter().rposition(|byte| *byte == b'\n') {
            return Ok(from + newline as u64 + 1);
        }
        end = from;
    }
    Ok(0)
}

fn failed(action: &'static str, path: &Path, source: io::Error) -> RepositoryError {
    StoreError::Io { action, path: path.to_owned(), source }.into()
}

/// The details of an event about a decision.
pub(crate) fn decision_details(stream: &str, proposal: &str, missing: &[String], failed: &[String]) -> Value {
    json!({"stream": stream, "proposal": proposal, "missing": missing, "failed": failed})
}
