//! Where the ledger's key is kept (effect ledger, section 2.5).

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::LedgerError;
use super::publish::sync_folder;
use crate::key::LedgerKey;

/// What a key file holds at most that is worth reading.
const LIMIT: u64 = 4096;

/// Where the ledger's key is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// Nowhere: nothing can be signed.
    None,
    /// In a private file: 64 hex digits and a newline.
    File(PathBuf),
    /// Behind a command that prints it.
    Command(Vec<String>),
}

/// What came of making a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provisioned {
    /// Whether it was made now.
    pub provisioned: bool,
    /// What names it.
    pub keyid: String,
    /// The public key.
    pub public_key: String,
}

fn unavailable(message: String) -> LedgerError {
    LedgerError::Key { reason: "key-unavailable", message }
}

impl KeySource {
    /// The key.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Key`] when there is none, when others could read it, or when it is none.
    pub fn load(&self) -> Result<LedgerKey, LedgerError> {
        match self {
            Self::None => Err(unavailable(
                "no ledger key is configured: set key_file or key_command in effects.toml, then `assize effect keys init`"
                    .to_owned(),
            )),
            Self::File(path) => read_key(path),
            Self::Command(argv) => ask(argv),
        }
    }

    /// Makes the key unless there is one.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Key`] when the key is not kept in a file, or when what is there is no key.
    pub fn provision(&self) -> Result<Provisioned, LedgerError> {
        let path = self.file("keys init")?;
        let provisioned = write_new_key(path)?;
        let key = read_key(path)?;
        Ok(Provisioned { provisioned, keyid: key.keyid(), public_key: key.public_key() })
    }

    /// The file of the key, for what needs one.
    pub(crate) fn file(&self, what: &str) -> Result<&Path, LedgerError> {
        match self {
            Self::File(path) => Ok(path),
            Self::Command(_) => {
                Err(unavailable(format!("{what} needs key_file: what a key_command prints is kept by whoever made it")))
            }
            Self::None => Err(unavailable(format!("{what} needs key_file in effects.toml"))),
        }
    }
}

/// Where the successor of a key waits.
pub(crate) fn staged_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".next");
    PathBuf::from(name)
}

/// Makes a new key in a file that is not there yet. Gives whether it did.
pub(crate) fn write_new_key(path: &Path) -> Result<bool, LedgerError> {
    if fs::symlink_metadata(path).is_ok() {
        return Ok(false);
    }
    let failed = |error| LedgerError::io("write the key", path, error);
    let mut seed = [0_u8; 32];
    getrandom::fill(&mut seed).map_err(|error| failed(io::Error::other(error)))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        use std::os::unix::fs::DirBuilderExt as _;
        fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
    }
    let beside = folder.join(format!(".{}.new", uuid::Uuid::new_v4()));
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&beside)
        .and_then(|mut file| {
            file.write_all(format!("{}\n", crate::hash::hex(&seed)).as_bytes())?;
            file.sync_all()
        })
        .and_then(|()| match fs::hard_link(&beside, path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        });
    drop(fs::remove_file(&beside));
    let is_new = written.map_err(failed)?;
    sync_folder(folder)?;
    Ok(is_new)
}

/// Reads a key from a private file.
pub(crate) fn read_key(path: &Path) -> Result<LedgerKey, LedgerError> {
    let metadata = fs::metadata(path)
        .map_err(|error| unavailable(format!("cannot read the ledger key {}: {error}", path.display())))?;
    if !metadata.is_file() {
        return Err(unavailable(format!("the ledger key {} is not a regular file", path.display())));
    }
    let mode = metadata.permissions().mode();
    if mode & 0o077 != 0 {
        return Err(unavailable(format!(
            "the ledger key {} may be read by others (mode {:o}): chmod 600 it, or rotate it if somebody may have",
            path.display(),
            mode & 0o777
        )));
    }
    let text = assize_store::read_bounded(path, LIMIT)
        .map_err(|error| unavailable(format!("cannot read the ledger key: {error}")))?
        .unwrap_or_default();
    parse(&text).ok_or_else(|| {
        unavailable(format!(
            "the ledger key {} must hold 64 hex digits and a newline; the review key is never one",
            path.display()
        ))
    })
}

fn ask(argv: &[String]) -> Result<LedgerKey, LedgerError> {
    let Some((program, arguments)) = argv.split_first() else {
        return Err(unavailable("key_command must name a program".to_owned()));
    };
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| unavailable(format!("cannot run the key command {program}: {error}")))?;
    if !output.status.success() {
        return Err(unavailable(format!("the key command {program} failed: {}", output.status)));
    }
    parse(&output.stdout)
        .ok_or_else(|| unavailable(format!("the key command {program} must print 64 hex digits and a newline")))
}

fn parse(text: &[u8]) -> Option<LedgerKey> {
    let text = std::str::from_utf8(text).ok()?;
    LedgerKey::from_hex(text.strip_suffix('\n').unwrap_or(text))
}
