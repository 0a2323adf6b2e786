//! What a command may touch, as data.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Where the programs, libraries and settings of a Linux system are, with what they look up about the machine. Only
/// those that exist count.
const SYSTEM: &[&str] = &[
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/usr",
    "/opt",
    "/etc",
    "/nix/store",
    "/gnu/store",
    "/snap",
    "/proc",
    "/sys/devices/system/cpu",
    "/sys/fs/cgroup",
    // What /etc points to on systems that write it at boot, and certificates of distributions that keep them elsewhere.
    "/run/systemd/resolve",
    "/run/current-system",
    "/run/NetworkManager",
    "/var/lib/ca-certificates",
];
/// Devices that hold nothing of anybody. The terminal is not among them: what is drawn there would be taken for ours.
const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What a command and everything it starts may touch: nothing but the folders and files named here, what lies below
/// them included. Reading means listing and running too. Connections by the network are not bounded; processes outside
/// can be neither signalled nor traced.
///
/// A path that does not exist when the command starts grants nothing. Symbolic links are followed at that moment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sandbox {
    readable: Vec<PathBuf>,
    writable: Vec<PathBuf>,
}

impl Sandbox {
    /// A sandbox in which nothing may be touched; not even a program can be started.
    #[must_use]
    pub fn closed() -> Self {
        Self::default()
    }

    /// A sandbox with the system's programs, libraries and settings to read, and with the devices that every program
    /// expects.
    #[must_use]
    pub fn with_system() -> Self {
        Self::closed().reading_all(SYSTEM).writing_all(DEVICES)
    }

    /// The same with `path` to read.
    #[must_use]
    pub fn reading(self, path: impl Into<PathBuf>) -> Self {
        self.reading_all([path])
    }

    /// The same with all `paths` to read.
    #[must_use]
    pub fn reading_all(mut self, paths: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        self.readable.extend(paths.into_iter().map(Into::into));
        self
    }

    /// The same with `path` to read and to write.
    #[must_use]
    pub fn writing(self, path: impl Into<PathBuf>) -> Self {
        self.writing_all([path])
    }

    /// The same with all `paths` to read and to write.
    #[must_use]
    pub fn writing_all(mut self, paths: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        self.writable.extend(paths.into_iter().map(Into::into));
        self
    }

    /// What may be read.
    pub fn readable(&self) -> impl Iterator<Item = &Path> {
        self.readable.iter().map(PathBuf::as_path)
    }

    /// What may be read and written.
    pub fn writable(&self) -> impl Iterator<Item = &Path> {
        self.writable.iter().map(PathBuf::as_path)
    }
}
