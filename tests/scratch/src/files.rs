//! Files that tests put in place. Paths are relative to the repository's root, or absolute.
#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use crate::Scratch;

impl Scratch {
    /// The place of a file, with the folders that it needs.
    fn place(&self, path: &Path) -> PathBuf {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folders");
        path
    }

    /// Writes a file.
    pub fn write(&self, path: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        fs::write(self.place(path.as_ref()), text).expect("a file that can be written");
    }

    /// Writes a file that may be executed.
    pub fn write_program(&self, path: impl AsRef<Path>, text: &str) {
        let path = self.place(path.as_ref());
        fs::write(&path, text).expect("a file that can be written");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("permissions");
    }

    /// Makes a symbolic link at `path`.
    pub fn link(&self, target: impl AsRef<Path>, path: impl AsRef<Path>) {
        symlink(target, self.place(path.as_ref())).expect("a link");
    }

    /// Reads a file.
    pub fn read(&self, path: impl AsRef<Path>) -> String {
        let path = self.root().join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}
