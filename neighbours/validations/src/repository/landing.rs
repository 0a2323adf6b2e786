//! A landing that is under way: what is written before a branch moves, so that whoever comes after a crash knows.

use serde_json::{Value, json};

use super::folder::{Writing, remove_file};
use super::{AuditEvent, Repository, RepositoryError};

/// The file that says so.
const PENDING: &str = "landing.json";
/// The largest such file, in bytes.
const LARGEST: u64 = 1024 * 1024;

/// A landing that was begun.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PendingLanding {
    /// What the audit log says if it happened.
    pub(crate) event: AuditEvent,
    /// The branch.
    pub(crate) stream: String,
    /// Where it stood.
    pub(crate) from: String,
    /// Where it goes.
    pub(crate) commit: String,
}

impl Repository {
    /// The landing that was begun and not ended, if there is one.
    pub(crate) fn pending_landing(&self) -> Result<Option<PendingLanding>, RepositoryError> {
        let Some(bytes) = self.folder.read(PENDING, LARGEST)? else { return Ok(None) };
        let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        let read = || {
            let value: Value = serde_json::from_slice(&bytes).ok()?;
            Some(PendingLanding {
                event: AuditEvent::from_value(value.get("event")?.clone())?,
                stream: text(&value, "stream")?,
                from: text(&value, "from")?,
                commit: text(&value, "commit")?,
            })
        };
        match read() {
            Some(pending) => Ok(Some(pending)),
            None => Err(RepositoryError::Damaged {
                path: self.full(PENDING)?,
                what: "it does not say which landing was begun; look whether the branch moved, and remove it"
                    .to_owned(),
            }),
        }
    }

    /// Writes down that a landing begins: first what it is, then the event.
    pub(crate) fn begin_landing(&self, writing: &Writing, landing: &PendingLanding) -> Result<(), RepositoryError> {
        let document = json!({
            "event": landing.event.to_value(),
            "stream": landing.stream,
            "from": landing.from,
            "commit": landing.commit,
        });
        self.folder.write(PENDING, document.to_string().as_bytes())?;
        self.append(writing, &landing.event)
    }

    /// Writes down how a landing ended: the log says that it happened if it did, and only then.
    pub(crate) fn end_landing(
        &self,
        writing: &Writing,
        landing: &PendingLanding,
        happened: bool,
    ) -> Result<(), RepositoryError> {
        let id = landing.event.text("id");
        match (happened, self.has_event(id)?) {
            (true, false) => self.append(writing, &landing.event)?,
            (false, true) => self.withdraw(writing, id)?,
            _ => {}
        }
        remove_file(&self.full(PENDING)?)
    }
}
