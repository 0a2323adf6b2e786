//! The repository that is set up.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

use assize_git::{GitError, GitProgram};

use crate::packs::{GitCall, text_of};

/// The most that is read of git's answers, in bytes.
const LIMIT: usize = 64 * 1024;
const ORIGIN: &str = "refs/remotes/origin/";
/// What default branches are called where nothing says which it is.
const USUAL: [&str; 2] = ["main", "master"];

/// The repository that is set up. It may be without a commit.
#[derive(Debug)]
pub(super) struct InitPlace {
    /// The root of the work tree, links resolved.
    pub(super) root: PathBuf,
    /// The git folder that all work trees share, links resolved.
    pub(super) common: PathBuf,
    /// The value of `core.hooksPath`, made absolute, when it is set and not where hooks are anyway.
    pub(super) hooks_path: Option<PathBuf>,
    /// What the manifest is reviewed against.
    pub(super) base: String,
}

impl InitPlace {
    pub(super) async fn find(program: &GitProgram, cwd: &Path) -> Result<Self, GitError> {
        let root = path_of(program, cwd, "--show-toplevel").await?;
        let common = path_of(program, cwd, "--git-common-dir").await?;
        let hooks_path = hooks_path(program, &root).await?.filter(|path| !same(path, &common.join("hooks")));
        let base = base(program, &root).await?;
        Ok(Self { root, common, hooks_path, base })
    }

    /// A path for people and documents: relative to the root where it lies inside.
    pub(super) fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).to_string_lossy().into_owned()
    }
}

fn same(one: &Path, other: &Path) -> bool {
    one == other || matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

async fn path_of(program: &GitProgram, cwd: &Path, which: &str) -> Result<PathBuf, GitError> {
    let call = GitCall::at(program, cwd).words(&["rev-parse", "--path-format=absolute", which]);
    let mut path = call.ask(LIMIT).await.map_err(|error| place_error(error, cwd))?;
    if path.last() == Some(&b'\n') {
        path.pop();
    }
    let path = PathBuf::from(OsString::from_vec(path));
    path.canonicalize().map_err(GitError::Io)
}

/// The error for a place that is none.
fn place_error(error: GitError, cwd: &Path) -> GitError {
    let GitError::Failed { message, .. } = &error else { return error };
    let directory = cwd.to_owned();
    if message.contains("not a git repository") {
        GitError::NotARepository { directory }
    } else if message.contains("must be run in a work tree") {
        GitError::NoWorkTree { directory }
    } else if message.contains("dubious ownership") {
        GitError::DubiousOwnership { directory }
    } else {
        error
    }
}

async fn hooks_path(program: &GitProgram, root: &Path) -> Result<Option<PathBuf>, GitError> {
    let words = ["config", "--null", "--type=path", "--get", "core.hooksPath"];
    let answer = GitCall::asking_hooks(program, root).words(&words).run(LIMIT).await?;
    match answer.status {
        Some(0) => {
            let value = answer.stdout.strip_suffix(b"\0").unwrap_or(&answer.stdout).to_vec();
            Ok(Some(root.join(PathBuf::from(OsString::from_vec(value)))))
        }
        Some(1) => Ok(None),
        _ => Err(answer.failure()),
    }
}

/// The default branch as far as it is known here: the remote's where there is one, or else the one that is worked on,
/// so that the first run has something to review against.
async fn base(program: &GitProgram, root: &Path) -> Result<String, GitError> {
    let noted = symbolic(program, root, "refs/remotes/origin/HEAD").await?;
    if let Some(branch) = noted.as_deref().and_then(|name| name.strip_prefix(ORIGIN)) {
        return Ok(format!("origin/{branch}"));
    }
    for branch in USUAL {
        if exists(program, root, &format!("{ORIGIN}{branch}")).await? {
            return Ok(format!("origin/{branch}"));
        }
    }
    let remote = GitCall::at(program, root).words(&["config", "--get", "remote.origin.url"]).run(LIMIT).await?;
    if remote.status == Some(0) {
        return Ok(format!("origin/{}", USUAL[0]));
    }
    for branch in USUAL {
        if exists(program, root, &format!("refs/heads/{branch}")).await? {
            return Ok(branch.to_owned());
        }
    }
    let current = symbolic(program, root, "HEAD").await?;
    let current = current.as_deref().and_then(|name| name.strip_prefix("refs/heads/"));
    Ok(current.map_or_else(|| format!("origin/{}", USUAL[0]), str::to_owned))
}

async fn symbolic(program: &GitProgram, root: &Path, name: &str) -> Result<Option<String>, GitError> {
    let answer = GitCall::at(program, root).words(&["symbolic-ref", "--quiet", name]).run(LIMIT).await?;
    Ok((answer.status == Some(0)).then(|| text_of(&answer.stdout)))
}

async fn exists(program: &GitProgram, root: &Path, name: &str) -> Result<bool, GitError> {
    let answer = GitCall::at(program, root).words(&["show-ref", "--verify", "--quiet", name]).run(LIMIT).await?;
    Ok(answer.status == Some(0))
}
