//! The default branch of a remote.

use std::path::{Path, PathBuf};

use assize_git::{Git, GitError, GitProgram, Ref};

use crate::hook::PrePushError;
use crate::packs::{GitCall, text_of};

/// The most that is read of what the remote says of its `HEAD`, in bytes.
const LIMIT: usize = 64 * 1024;
/// What default branches are called where nothing says which it is.
const USUAL: &[&str] = &["main", "master"];

/// A remote, as far as this clone knows it.
#[derive(Debug)]
pub(super) struct Remote<'a> {
    program: GitProgram,
    directory: PathBuf,
    name: &'a str,
    url: &'a str,
}

impl<'a> Remote<'a> {
    pub(super) fn new(program: GitProgram, directory: &Path, name: &'a str, url: &'a str) -> Self {
        Self { program, directory: directory.to_owned(), name, url }
    }

    /// A name, in this clone, of the commit that the default branch has; `None` when nothing here has it.
    ///
    /// First what this clone has noted, then what the remote says, and then the usual names: a clone that was not cloned
    /// has noted nothing, and a new remote may call another branch its default one than the one that was pushed.
    pub(super) async fn default_branch(&self) -> Result<Option<String>, PrePushError> {
        if let Some(noted) = self.noted().await? {
            return Ok(Some(noted));
        }
        if let Some(said) = self.said().await? {
            return Ok(Some(said));
        }
        for branch in USUAL {
            if let Some(name) = self.tracked(branch).await? {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    /// What `refs/remotes/<name>/HEAD` leads to.
    async fn noted(&self) -> Result<Option<String>, GitError> {
        let Ok(head) = Ref::parse(format!("refs/remotes/{}/HEAD", self.name)) else { return Ok(None) };
        let git = Git::new(self.program.clone(), &self.directory);
        match git.commit(&head).await {
            // By the branch's own name, which says more than that it is the default one.
            Ok(_) => Ok(Some(git.full_name(&head).await?.unwrap_or_else(|| head.to_string()))),
            Err(GitError::UnknownRef { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What the remote says its `HEAD` is, by the name this clone has for it, or as a commit.
    async fn said(&self) -> Result<Option<String>, GitError> {
        let call =
            GitCall::at(&self.program, &self.directory).words(&["ls-remote", "--symref", "--", self.url, "HEAD"]);
        let answer = call.run(LIMIT).await?;
        if answer.status != Some(0) {
            // Not reached: the push itself will say so, and the usual names may do.
            return Ok(None);
        }
        let text = text_of(&answer.stdout);
        let on_head = |line: &'_ str| line.strip_suffix("\tHEAD").map(str::to_owned);
        let mut lines = text.lines().filter_map(on_head);
        let branch = lines.clone().find_map(|line| Some(line.strip_prefix("ref: refs/heads/")?.to_owned()));
        if let Some(branch) = branch
            && let Some(name) = self.tracked(&branch).await?
        {
            return Ok(Some(name));
        }
        match lines.find(|line| !line.starts_with("ref: ")) {
            Some(commit) => self.here(commit).await,
            None => Ok(None),
        }
    }

    /// The remote-tracking branch, if this clone has it.
    async fn tracked(&self, branch: &str) -> Result<Option<String>, GitError> {
        self.here(format!("refs/remotes/{}/{branch}", self.name)).await
    }

    async fn here(&self, name: String) -> Result<Option<String>, GitError> {
        let Ok(name) = Ref::parse(name) else { return Ok(None) };
        match Git::new(self.program.clone(), &self.directory).commit(&name).await {
            Ok(_) => Ok(Some(name.to_string())),
            Err(GitError::UnknownRef { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
