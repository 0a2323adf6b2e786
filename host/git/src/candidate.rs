//! What merging would make, without touching a work tree or a ref.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use assize_schemas::Sha;

use crate::command::{Call, LONG, SHORT, argv};
use crate::{Git, GitError};

/// Exit status of `git merge-tree` for a conflict.
const CONFLICT: i32 = 1;

/// What merging two commits comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Merged {
    /// A tree.
    Tree(Sha),
    /// No tree: these paths are in conflict.
    Conflict(Vec<PathBuf>),
}

/// A git folder without any settings, on the objects of a real one. The same question has the same answer there on
/// every machine: no setting of the person, the system or the repository is read, no attribute file of theirs, and so no
/// merge driver is known that could run.
#[derive(Debug, Clone)]
pub struct PlainGitDir {
    folder: PathBuf,
    objects: PathBuf,
    shallow: PathBuf,
}

impl PlainGitDir {
    /// Makes the folder at `folder`, which must not exist, on the objects of the repository whose shared git folder is
    /// `common_dir`. `object_format` is `sha1` or `sha256`. Blocks the thread.
    ///
    /// # Errors
    ///
    /// [`GitError::Io`] when the system refuses.
    pub fn make(folder: &Path, common_dir: &Path, object_format: &str) -> Result<Self, GitError> {
        let config = if object_format == "sha256" {
            "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectFormat = sha256\n"
        } else {
            "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
        };
        let write = || {
            std::fs::create_dir_all(folder.join("objects"))?;
            std::fs::create_dir(folder.join("refs"))?;
            std::fs::write(folder.join("HEAD"), "ref: refs/heads/none\n")?;
            std::fs::write(folder.join("config"), config)
        };
        write().map_err(GitError::Io)?;
        Ok(Self { folder: folder.to_owned(), objects: common_dir.join("objects"), shallow: common_dir.join("shallow") })
    }

    /// What a call needs in its environment to work here. `attributes` is the commit whose attribute files count.
    fn environment(&self, attributes: &Sha) -> Vec<(&'static str, OsString)> {
        let nothing = || OsString::from("/dev/null");
        let mut variables = vec![
            ("GIT_DIR", self.folder.clone().into_os_string()),
            ("GIT_OBJECT_DIRECTORY", self.objects.clone().into_os_string()),
            ("GIT_CONFIG_GLOBAL", nothing()),
            ("GIT_CONFIG_SYSTEM", nothing()),
            ("GIT_CONFIG_NOSYSTEM", "1".into()),
            ("GIT_ATTR_NOSYSTEM", "1".into()),
            ("GIT_ATTR_SOURCE", attributes.as_str().into()),
        ];
        if self.shallow.exists() {
            variables.push(("GIT_SHALLOW_FILE", self.shallow.clone().into_os_string()));
        }
        variables
    }
}

impl Git {
    /// What merging `theirs` into `ours` makes, by git's `ort` strategy with renames followed. The tree is written to
    /// the repository's objects; nothing refers to it. What the attribute files of `ours` say counts, as it does in a
    /// merge into its work tree, but for merge drivers, none of which is known.
    ///
    /// # Errors
    ///
    /// [`GitError`] for everything that is neither a tree nor a conflict, commits without a common ancestor among it.
    pub async fn merged(&self, plain: &PlainGitDir, ours: &Sha, theirs: &Sha) -> Result<Merged, GitError> {
        let environment = plain.environment(ours);
        let command = argv![
            "-c",
            "core.attributesFile=/dev/null",
            "merge-tree",
            "--write-tree",
            "--name-only",
            "--no-messages",
            "-z",
            ours.as_str(),
            theirs.as_str(),
        ];
        let answer = self.run(Call::new(&command, LONG).environment(&environment)).await?;
        let mut parts = answer.stdout.split(|byte| *byte == 0);
        let tree = parts.next().and_then(|tree| std::str::from_utf8(tree).ok()).and_then(|tree| Sha::parse(tree).ok());
        match (answer.status, tree) {
            (Some(0), Some(tree)) => Ok(Merged::Tree(tree)),
            (Some(CONFLICT), Some(_)) => {
                let path = |path: &[u8]| PathBuf::from(OsStr::from_bytes(path));
                Ok(Merged::Conflict(parts.take_while(|path| !path.is_empty()).map(path).collect()))
            }
            (Some(0), None) => Err(answer.unexpected()),
            _ => Err(answer.failure(self.directory())),
        }
    }

    /// The tree of a commit.
    ///
    /// # Errors
    ///
    /// [`GitError`] when there is no such commit or git cannot answer.
    pub async fn tree_of(&self, commit: &Sha) -> Result<Sha, GitError> {
        self.object(&format!("{commit}^{{tree}}"))
            .await?
            .ok_or_else(|| GitError::UnknownRef { name: commit.to_string() })
    }

    /// The object that a revision names; `None` when there is none.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot answer.
    pub async fn object(&self, revision: &str) -> Result<Option<Sha>, GitError> {
        let answer = self.call(&argv!["rev-parse", "--verify", "--quiet", "--end-of-options", revision], SHORT).await?;
        self.unambiguous(&answer).await?;
        match answer.status {
            Some(0) => Ok(Some(Sha::parse(answer.text()?).map_err(|_| answer.unexpected())?)),
            _ => match answer.failure(self.directory()) {
                GitError::Failed { .. } => Ok(None),
                error => Err(error),
            },
        }
    }
}
