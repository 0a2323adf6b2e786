//! The host's key.

use std::fs::{File, Permissions};
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use assize_store::{StateFolder, StoreError, read_bounded, write_atomically};
use rustix::fs::{Mode, OFlags};

use crate::signing::create::create;

use crate::signing::{PublicKey, SigningError, SshKeygen, words};

/// The folder of keys inside the state folder.
pub(crate) const KEYS: &str = "keys";
/// The private key's name in it; the public key's has `.pub` behind it.
pub(crate) const KEY: &str = "review_ed25519";
/// Permission bits of the folder.
const FOLDER_MODE: u32 = 0o700;
/// Permission bits of the private key. OpenSSH refuses one that others may read.
const KEY_MODE: u32 = 0o600;
/// Permission bits of the public key.
const PUBLIC_MODE: u32 = 0o644;
/// The most that is read of a public key, in bytes.
const PUBLIC_LIMIT: u64 = 16 * 1024;

/// The key this host signs with, `keys/review_ed25519` in its state folder.
#[derive(Debug, Clone)]
pub struct SigningKey {
    path: PathBuf,
    public: PublicKey,
    created: bool,
}

/// What was found of a key.
enum Found {
    Whole(PublicKey),
    /// The private key alone.
    Private,
    Nothing,
}

impl SigningKey {
    /// Whether the key has been made.
    pub(crate) fn is_there(state: &StateFolder) -> bool {
        state.root().join(KEYS).join(KEY).exists()
    }

    /// Opens the key, makes it when there is none, and sets the permission bits of folder and key right.
    ///
    /// Any number of processes may do so at once: they all end up with the same key. A public key that is missing is
    /// derived again.
    pub(crate) async fn open(program: &SshKeygen, state: &StateFolder, hostname: &str) -> Result<Self, SigningError> {
        let path = state.path(Path::new(KEYS).join(KEY))?;
        let mut created = false;
        let mut found = look(&path).await?;
        if matches!(found, Found::Nothing) {
            created = create(program, state, hostname).await?;
            found = look(&path).await?;
        }
        let public = match found {
            Found::Whole(public) => public,
            _ => derive(program, &path).await?,
        };
        Ok(Self { path, public, created })
    }

    /// The private key's file, absolute.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The public key's file, absolute.
    #[must_use]
    pub fn public_path(&self) -> PathBuf {
        public_path(&self.path)
    }

    /// The public key.
    #[must_use]
    pub fn public(&self) -> &PublicKey {
        &self.public
    }

    /// Whether the key was made just now.
    #[must_use]
    pub fn created(&self) -> bool {
        self.created
    }
}

fn public_path(key: &Path) -> PathBuf {
    key.with_extension("pub")
}

async fn look(path: &Path) -> Result<Found, SigningError> {
    let path = path.to_owned();
    tokio::task::spawn_blocking(move || look_blocking(&path))
        .await
        .unwrap_or_else(|error| Err(SigningError::SshKeygen(crate::signing::SshKeygenError::Io(error.into()))))
}

fn look_blocking(path: &Path) -> Result<Found, SigningError> {
    if let Some(folder) = path.parent()
        && !restrict(folder, OFlags::DIRECTORY, FOLDER_MODE)?
    {
        return Ok(Found::Nothing);
    }
    if !restrict(path, OFlags::empty(), KEY_MODE)? {
        return Ok(Found::Nothing);
    }
    let public = public_path(path);
    let Some(bytes) = read_bounded(&public, PUBLIC_LIMIT)? else { return Ok(Found::Private) };
    let text = String::from_utf8_lossy(&bytes);
    match PublicKey::parse(&text) {
        Ok(key) => Ok(Found::Whole(key)),
        Err(source) => Err(SigningError::PublicKey { path: public, source }),
    }
}

/// Takes away what others may do with a file or folder; false when there is none.
fn restrict(path: &Path, flags: OFlags, mode: u32) -> Result<bool, SigningError> {
    let trouble = |source| SigningError::KeyFile { action: "make private", path: path.to_owned(), source };
    let flags = flags | OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = match rustix::fs::open(path, flags, Mode::empty()) {
        Ok(descriptor) => File::from(descriptor),
        Err(rustix::io::Errno::NOENT) => return Ok(false),
        Err(error) => return Err(trouble(error.into())),
    };
    let metadata = file.metadata().map_err(trouble)?;
    if !metadata.is_dir() && !metadata.is_file() {
        return Err(StoreError::NotAFile { path: path.to_owned() }.into());
    }
    if metadata.permissions().mode() & 0o7777 != mode {
        file.set_permissions(Permissions::from_mode(mode)).map_err(trouble)?;
    }
    Ok(true)
}

/// Makes the public key of a private one again.
async fn derive(program: &SshKeygen, path: &Path) -> Result<PublicKey, SigningError> {
    // An empty passphrase is given so that a key with another one is refused and not asked about.
    let answer = program.call(&words!["-y", "-P", "", "-f", path], b"").await?;
    let line = answer.output("read the private key")?;
    let public = public_path(path);
    let key = PublicKey::parse(&String::from_utf8_lossy(&line))
        .map_err(|source| SigningError::PublicKey { path: path.to_owned(), source })?;
    // Another process may be doing the same; both write the same bytes.
    write_atomically(&public, &line, PUBLIC_MODE)?;
    Ok(key)
}

/// Reads a whole file that was just made.
pub(crate) fn read_whole(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(PUBLIC_LIMIT).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes the public key of a key that was just made.
pub(crate) fn write_public(key: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    write_atomically(&public_path(key), bytes, PUBLIC_MODE)
}
