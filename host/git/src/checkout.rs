//! Which repository a directory belongs to.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;

use assize_schemas::Sha;

use crate::command::{Answer, SHORT, argv};
use crate::{Git, GitError, Ref};

/// A work tree and the repository it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checkout {
    /// The root of the work tree, absolute, symbolic links resolved.
    pub root: PathBuf,
    /// The git folder of this work tree, absolute.
    pub git_dir: PathBuf,
    /// The git folder that all work trees of the repository share, absolute.
    pub common_dir: PathBuf,
    /// Whether history is cut off somewhere.
    pub shallow: bool,
    /// The hash that names objects: `sha1` or `sha256`.
    pub object_format: String,
    /// The commit that is checked out.
    pub head: Sha,
    /// The commit that was asked for besides, if one was.
    pub wanted: Option<Sha>,
}

/// How many lines the answer has before `HEAD`.
const FACTS: usize = 5;

impl Git {
    /// The root of the work tree around the directory; unlike [`Git::open`] also before the first commit.
    ///
    /// # Errors
    ///
    /// [`GitError::NotARepository`], [`GitError::NoWorkTree`] or [`GitError::DubiousOwnership`].
    pub async fn root(&self) -> Result<PathBuf, GitError> {
        let answer = self.ask(&argv!["rev-parse", "--path-format=absolute", "--show-toplevel"], SHORT).await?;
        Ok(PathBuf::from(OsString::from_vec(answer.stdout.strip_suffix(b"\n").unwrap_or(&answer.stdout).to_vec())))
    }

    /// Finds the repository around the directory, and the commits behind `HEAD` and `wanted`, in one call.
    ///
    /// # Errors
    ///
    /// [`GitError::NotARepository`], [`GitError::NoWorkTree`], [`GitError::DubiousOwnership`],
    /// [`GitError::Unborn`], [`GitError::NoHeadCommit`], or [`GitError::UnknownRef`], [`GitError::Ambiguous`] and
    /// [`GitError::NotFetched`] for `wanted`.
    pub async fn open(&self, wanted: Option<&Ref>) -> Result<Checkout, GitError> {
        let facts = argv![
            "rev-parse",
            "--path-format=absolute",
            "--show-toplevel",
            "--absolute-git-dir",
            "--git-common-dir",
            "--is-shallow-repository",
            "--show-object-format",
            "HEAD^{commit}",
        ];
        let wanted_commit = wanted.map(Ref::commit);
        let command: Vec<_> = facts.into_iter().chain(wanted_commit.as_deref().map(std::ffi::OsStr::new)).collect();
        let answer = self.call(&command, SHORT).await?;
        let mut lines = answer.stdout.strip_suffix(b"\n").unwrap_or(&answer.stdout).split(|byte| *byte == b'\n');
        let (facts, commits): (Vec<_>, Vec<_>) = (lines.by_ref().take(FACTS).collect(), lines.collect());
        let [root, git_dir, common_dir, shallow, object_format] = facts[..] else {
            return Err(if answer.status == Some(0) { answer.unexpected() } else { answer.failure(self.directory()) });
        };
        let path = |bytes: &[u8]| PathBuf::from(OsString::from_vec(bytes.to_vec()));
        let sha = |bytes: Option<&&[u8]>| {
            bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()).and_then(|text| Sha::parse(text).ok())
        };
        let root = path(root);
        let shallow = match shallow {
            b"true" => true,
            b"false" => false,
            // A path with a line break in it shifts the lines.
            _ => return Err(answer.unexpected()),
        };
        let Some(head) = sha(commits.first()) else {
            return Err(if answer.status == Some(0) { answer.unexpected() } else { self.no_head(root, &answer).await });
        };
        self.unambiguous(&answer).await?;
        let wanted = match wanted {
            None => None,
            Some(name) => match sha(commits.get(1)) {
                Some(sha) if answer.status == Some(0) && commits.len() == 2 => Some(sha),
                _ => {
                    return Err(match answer.failure(self.directory()) {
                        error @ GitError::NotFetched { .. } => error,
                        _ => GitError::UnknownRef { name: name.to_string() },
                    });
                }
            },
        };
        Ok(Checkout {
            root,
            git_dir: path(git_dir),
            common_dir: path(common_dir),
            shallow,
            object_format: String::from_utf8_lossy(object_format).into_owned(),
            head,
            wanted,
        })
    }

    /// Why there is no commit behind `HEAD`: a branch without one, or one that the repository lacks.
    async fn no_head(&self, root: PathBuf, answer: &Answer) -> GitError {
        match self.call(&argv!["rev-parse", "--verify", "--quiet", "HEAD"], SHORT).await {
            Ok(named) if named.status == Some(0) => match named.text().map(Sha::parse) {
                Ok(Ok(sha)) => GitError::NoHeadCommit { directory: root, sha },
                _ => answer.unexpected(),
            },
            Ok(_) => GitError::Unborn { directory: root },
            Err(error) => error,
        }
    }
}
