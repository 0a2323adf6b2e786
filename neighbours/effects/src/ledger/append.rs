//! Writing: one record after the other, each whole or not at all (effect ledger, section 2.6).

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::time::{Duration, Instant};

use assize_schemas::{DsseEnvelope, IN_TOTO_PAYLOAD_TYPE, Sha256Hex, canonical_json, dsse_pae, read_json, statement};
use assize_store::FileLock;
use serde_json::{Map, Value, json};

use super::error::LedgerError;
use super::keys::KeySource;
use super::lock::DirectoryLock;
use super::open::Ledger;
use super::pending::{forget, keep, left_over, pending_path};
use super::publish::{publish, sync_folder};
use super::receipt::Receipt;
use super::tail::{Tail, read_tail};
use crate::document::{EFFECT_PREDICATE_TYPE, KEYRING_SCHEMA, LINE_SCHEMA, RECORD_SCHEMA, statement_problems};
use crate::files::segment_path;
use crate::hash::digest;
use crate::index::{IndexKey, IndexRole, entry, entry_text};
use crate::key::LedgerKey;
use crate::keyring::TrustedKeys;
use crate::restricted::refuse_restricted;
use crate::time::{read_instant, write_instant};
use crate::verify::{read_keyring, well_formed};

/// The kernel's lock that writers share and a rotation has alone. It ends with its holder.
const KEYRING_LOCK: &str = "locks/.keyring";
const POLL: Duration = Duration::from_millis(5);

/// A writer that may append: it holds the lock of its segment.
pub(crate) struct Writing<'l> {
    pub(crate) ledger: &'l Ledger,
    pub(crate) writer: String,
    pub(crate) key: LedgerKey,
    pub(crate) keys: TrustedKeys,
    tail: Tail,
    // Given back in this order.
    _own: DirectoryLock,
    _shared: FileLock,
}

/// A record that is signed and not yet written.
pub(crate) struct Signed {
    pub(crate) record: Value,
    pub(crate) hash: String,
    pub(crate) line: String,
}

/// What came of writing a record that claims a place in the index.
pub(crate) enum Claimed {
    /// It was the first.
    Won(Receipt),
    /// Another was: its entry.
    Lost(Value),
}

impl Ledger {
    /// Begins to write as `writer`: makes what is missing, takes the locks, and appends what a writer of that name that
    /// died had claimed.
    pub(crate) fn begin(&self, source: &KeySource, writer: &str) -> Result<Writing<'_>, LedgerError> {
        self.step("folders");
        self.folder.make()?;
        let shared = self.share_keyring()?;
        // Read under the lock: a rotation changes keyring and key together.
        let key = source.load()?;
        let keys = self.keyring(&key)?;
        self.step("lock");
        let own = DirectoryLock::acquire(&self.folder.join("locks"), writer, self.settings.lock_timeout)?;
        let path = self.folder.join(&segment_path(writer));
        let mut tail = read_tail(&path, writer)?;
        if pending_path(&self.folder, writer).exists() {
            if let Some(line) = left_over(&self.folder, writer, &tail)? {
                self.step("append-left-over");
                self.append_line(writer, &line)?;
                tail = read_tail(&path, writer)?;
            }
            self.step("forget-left-over");
            forget(&self.folder, writer)?;
        }
        Ok(Writing { ledger: self, writer: writer.to_owned(), key, keys, tail, _own: own, _shared: shared })
    }

    fn share_keyring(&self) -> Result<FileLock, LedgerError> {
        let path = self.folder.join(KEYRING_LOCK);
        self.poll("keyring", || FileLock::try_share(&path))
    }

    /// Takes the keyring for this process alone.
    pub(crate) fn own_keyring(&self) -> Result<FileLock, LedgerError> {
        let path = self.folder.join(KEYRING_LOCK);
        self.poll("keyring", || FileLock::try_acquire(&path))
    }

    fn poll(
        &self,
        name: &str,
        mut take: impl FnMut() -> Result<Option<FileLock>, assize_store::StoreError>,
    ) -> Result<FileLock, LedgerError> {
        let begun = Instant::now();
        loop {
            let taken = take().map_err(|error| {
                let path = error.path().to_owned();
                LedgerError::Io { action: "lock", path, source: io::Error::other(error) }
            })?;
            if let Some(lock) = taken {
                return Ok(lock);
            }
            if begun.elapsed() >= self.settings.lock_timeout {
                return Err(LedgerError::LockTimeout { name: name.to_owned(), owner: "another process".to_owned() });
            }
            std::thread::sleep(POLL);
        }
    }

    /// The time as it is written, and what it is.
    pub(crate) fn now(&self) -> String {
        write_instant((self.settings.clock)())
    }

    /// The keys of the ledger, whose last one must be `key`. The first write makes the index key and the keyring.
    fn keyring(&self, key: &LedgerKey) -> Result<TrustedKeys, LedgerError> {
        let path = self.folder.join("keyring.json");
        if !path.exists() {
            let mut bytes = [0_u8; 32];
            let index_path = self.folder.join("index.key");
            getrandom::fill(&mut bytes)
                .map_err(|error| LedgerError::io("make", &index_path, io::Error::other(error)))?;
            self.step("index-key");
            publish(&index_path, IndexKey::new(bytes).to_file().as_bytes())?;
            let keyring = json!({
                "schemaVersion": KEYRING_SCHEMA,
                "scope": self.scope().to_json(),
                "keys": [{
                    "keyid": key.keyid(), "algorithm": "ed25519", "publicKey": key.public_key(),
                    "validFrom": self.now(), "status": "active",
                }],
                "rotations": [],
            });
            self.step("keyring");
            publish(&path, entry_text(&keyring).as_bytes())?;
        }
        let text = fs::read(&path).map_err(|error| LedgerError::io("read", &path, error))?;
        let keys = read_keyring(&text, self.scope())?;
        let keyid = key.keyid();
        if !keys.has(&keyid) {
            return Err(LedgerError::Key {
                reason: "key-unavailable",
                message: format!("the configured key {keyid} is not of this ledger, whose last key is {}", keys.last()),
            });
        }
        let now = read_instant(&self.now()).unwrap_or_default();
        if keys.last() != keyid || !keys.last_is_active(now) {
            return Err(LedgerError::Key {
                reason: "key-not-active",
                message: format!(
                    "the configured key {keyid} may sign no more: the ledger's last key is {}",
                    keys.last()
                ),
            });
        }
        Ok(keys)
    }

    /// The key that names index files.
    pub(crate) fn index_key(&self) -> Result<IndexKey, LedgerError> {
        let path = self.folder.join("index.key");
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(LedgerError::integrity("index-key-missing", format!("{} is not there", path.display())));
            }
            Err(error) => return Err(LedgerError::io("read", &path, error)),
        };
        IndexKey::from_file(&text)
            .ok_or_else(|| LedgerError::integrity("index-key-malformed", format!("{} is no index key", path.display())))
    }

    /// The entry of the index for an effect, if there is one.
    pub(crate) fn entry(&self, role: IndexRole, effect_id: &str) -> Result<Option<Value>, LedgerError> {
        if !self.folder.join("index.key").exists() {
            return Ok(None);
        }
        let name = self.index_key()?.file_name(role, self.scope(), effect_id);
        let path = self.folder.join(&format!("index/{name}"));
        match fs::read(&path) {
            Ok(text) => well_formed(&text).map(Some).ok_or_else(|| {
                LedgerError::integrity("index-entry-malformed", format!("{} is no entry", path.display()))
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(LedgerError::io("read", &path, error)),
        }
    }

    fn append_line(&self, writer: &str, line: &str) -> Result<(), LedgerError> {
        let path = self.folder.join(&segment_path(writer));
        let is_new = !path.exists();
        let failed = |error| LedgerError::io("append to", &path, error);
        let mut file = OpenOptions::new().append(true).create(true).mode(0o600).open(&path).map_err(failed)?;
        // One write: a process that is killed has written the whole line or nothing of it.
        file.write_all(format!("{line}\n").as_bytes()).map_err(failed)?;
        file.sync_data().map_err(failed)?;
        if is_new {
            sync_folder(&self.folder.join("segments"))?;
        }
        Ok(())
    }
}

impl Writing<'_> {
    /// Signs a record of a phase with these members besides those that every record has.
    pub(crate) fn sign(&self, effect: &Map<String, Value>, phase: &str, more: Value) -> Result<Signed, LedgerError> {
        let mut record = json!({
            "schemaVersion": RECORD_SCHEMA,
            "scope": self.ledger.scope().to_json(),
            "phase": phase,
            "writer": self.writer,
            "seq": self.tail.seq,
            "prev": self.tail.prev,
            "recordedAt": self.ledger.now(),
        });
        if let (Some(members), Value::Object(more)) = (record.as_object_mut(), more) {
            members.extend(effect.clone());
            members.extend(more);
        }
        let target = record.get("target").and_then(Value::as_str).unwrap_or_default().to_owned();
        let statement = statement(&target, &Sha256Hex::of(&target), EFFECT_PREDICATE_TYPE, record.clone());
        refuse_restricted(&statement)?;
        if let Some(problem) = statement_problems(&statement).into_iter().next() {
            return Err(LedgerError::usage("invalid-record", problem.message));
        }
        let (hash, line) = seal(&self.key, &self.writer, self.tail.seq, &statement, None);
        Ok(Signed { record, hash, line })
    }

    /// Appends a record that claims nothing.
    pub(crate) fn append(&mut self, signed: &Signed) -> Result<Receipt, LedgerError> {
        self.ledger.step("append");
        self.ledger.append_line(&self.writer, &signed.line)?;
        self.tail = Tail { seq: self.tail.seq + 1, prev: Some(signed.hash.clone()) };
        Ok(Receipt::of_record(&signed.record, &signed.hash))
    }

    /// Claims the place of a record in the index and appends it, unless another was first.
    pub(crate) fn claim(&mut self, role: IndexRole, signed: &Signed) -> Result<Claimed, LedgerError> {
        let ledger = self.ledger;
        let effect_id = signed.record.get("effectId").and_then(Value::as_str).unwrap_or_default();
        let name = ledger.index_key()?.file_name(role, ledger.scope(), effect_id);
        ledger.step("pending");
        keep(&ledger.folder, &self.writer, &name, &signed.line)?;
        ledger.step("claim");
        let text = entry_text(&entry(role, &signed.record, &signed.hash));
        let is_first = publish(&ledger.folder.join(&format!("index/{name}")), text.as_bytes())?;
        if !is_first {
            ledger.step("forget-lost");
            forget(&ledger.folder, &self.writer)?;
            let winner = ledger.entry(role, effect_id)?;
            let gone = || LedgerError::integrity("index-entry-malformed", "an entry of the index vanished");
            return winner.map(Claimed::Lost).ok_or_else(gone);
        }
        let receipt = self.append(signed)?;
        ledger.step("forget");
        forget(&ledger.folder, &self.writer)?;
        Ok(Claimed::Won(receipt))
    }
}

/// Signs a statement; gives its hash and its line. A tombstone keeps the hash of the record it stands for.
pub(crate) fn seal(
    key: &LedgerKey,
    writer: &str,
    seq: u64,
    statement: &Value,
    original_hash: Option<&str>,
) -> (String, String) {
    let payload = canonical_json(statement).into_bytes();
    let pae = dsse_pae(IN_TOTO_PAYLOAD_TYPE, &payload);
    let hash = original_hash.map_or_else(|| digest(&pae), str::to_owned);
    let envelope =
        DsseEnvelope { payload_type: IN_TOTO_PAYLOAD_TYPE.to_owned(), payload, signatures: vec![key.sign_pae(&pae)] };
    let line = json!({
        "schemaVersion": LINE_SCHEMA, "writer": writer, "seq": seq, "recordHash": hash, "envelope": envelope.to_json(),
    });
    (hash, canonical_json(&line))
}

/// The keyring's document.
pub(crate) fn keyring_document(ledger: &Ledger) -> Result<Option<Value>, LedgerError> {
    let path = ledger.folder.join("keyring.json");
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(LedgerError::io("read", &path, error)),
    };
    read_json(&text).map(Some).map_err(|error| LedgerError::integrity("keyring-schema-invalid", error.to_string()))
}
