//! A ledger in a folder of its own.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use assize_effects::{
    ArtifactRoot, CheckpointSink, Derivation, Intent, KeySource, Ledger, LedgerReport, LedgerSettings, Scope, Settled,
    SinkError, VerifyOptions, digest,
};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

pub(crate) struct World {
    folder: TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        let world = Self { folder: tempfile::tempdir().unwrap() };
        world.key().provision().unwrap();
        world
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn key(&self) -> KeySource {
        key(self.path())
    }

    pub(crate) fn ledger(&self, writer: &str) -> Ledger {
        Ledger::open(settings(self.path(), writer)).unwrap()
    }

    pub(crate) fn file(&self, relative: &str) -> PathBuf {
        file(self.path(), relative)
    }

    pub(crate) fn verify(&self) -> LedgerReport {
        self.ledger("x").verify(&VerifyOptions::default()).unwrap()
    }

    pub(crate) fn sound(&self) -> LedgerReport {
        let report = self.verify();
        assert!(report.is_ok(), "{:#?}", report.failures);
        report
    }
}

/// Where a file of the ledger lies below a world's folder.
fn file(folder: &Path, relative: &str) -> PathBuf {
    folder.join("root/effects/delivery").join(relative)
}

/// Has a lock held by whoever `owner` says.
pub(crate) fn hold(folder: &Path, name: &str, owner: &str) {
    let lock = file(folder, &format!("locks/{name}.lock"));
    fs::create_dir(&lock).unwrap();
    fs::write(lock.join("owner"), owner).unwrap();
}

/// What a process writes into a lock that it holds.
pub(crate) fn owner(pid: u32) -> String {
    format!("{pid}:6a7a2c1e-0000-4000-8000-000000000000")
}

/// The id of a process that has ended.
pub(crate) fn dead() -> u32 {
    let mut child = Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    child.id()
}

pub(crate) fn key(folder: &Path) -> KeySource {
    KeySource::File(folder.join("key"))
}

pub(crate) fn settings(folder: &Path, writer: &str) -> LedgerSettings {
    let scope = Scope::new("local", "example/repo", "delivery").unwrap();
    let mut settings = LedgerSettings::new(ArtifactRoot::InProject(folder.join("root")), scope, writer);
    settings.lock_timeout = Duration::from_secs(60);
    settings
}

pub(crate) fn tag(name: &str) -> Intent {
    Intent {
        kind: "git.tag".to_owned(),
        target: format!("git-tag:{name}"),
        context: json!({}),
        derivation: Derivation::Effect,
        payload_digest: digest(name.as_bytes()),
        links: Map::new(),
    }
}

pub(crate) fn verification(result: &str, reason: &str) -> Value {
    json!({
        "verifier": {"kind": "git.tag", "version": "1.0.0", "canReportAbsent": true},
        "result": result, "reason": reason, "complete": result != "unknown", "checkedAt": "2026-01-01T00:00:00Z",
    })
}

pub(crate) fn present() -> Settled {
    Settled::Completed(verification("present", "state-match"))
}

pub(crate) fn failed() -> Settled {
    Settled::Failed(json!({"reason": "target-rejected"}))
}

/// A sink in memory.
#[derive(Default)]
pub(crate) struct Memory(pub(crate) RefCell<Option<String>>);

impl CheckpointSink for Memory {
    fn read(&self) -> Result<Option<String>, SinkError> {
        Ok(self.0.borrow().clone())
    }

    fn replace(&self, before: Option<&str>, text: &str) -> Result<(), SinkError> {
        if self.0.borrow().as_deref() != before {
            return Err(SinkError("it was replaced in between".to_owned()));
        }
        *self.0.borrow_mut() = Some(text.to_owned());
        Ok(())
    }
}
