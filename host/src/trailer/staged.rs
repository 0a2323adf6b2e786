//! What the commit will hold.

use std::ffi::OsString;
use std::path::Path;

use assize_git::{GitError, GitProgram};

use crate::packs::GitCall;

/// The most that is read of the list of staged files, in bytes.
const LIMIT: usize = 256 * 1024 * 1024;
/// The variable by which git names the index of the commit that it is making.
const INDEX_FILE: &str = "GIT_INDEX_FILE";

/// The index that the next commit is made from. In a hook that is the one that git names there: without it, a commit of
/// some files only would be taken for one of everything that is staged.
#[derive(Debug)]
pub(super) struct Index<'a> {
    program: &'a GitProgram,
    root: &'a Path,
    file: Option<String>,
}

impl<'a> Index<'a> {
    /// The index of the work tree at `root`, as `environment` names it.
    pub(super) fn new(program: &'a GitProgram, root: &'a Path, environment: &[(OsString, OsString)]) -> Self {
        let named = environment.iter().rev().find(|(name, _)| name == INDEX_FILE);
        let file = named.and_then(|(_, value)| value.to_str()).filter(|value| !value.is_empty());
        Self { program, root, file: file.map(str::to_owned) }
    }

    /// The staged files by their names from the root, without those that are deleted; `None` when nothing is staged.
    pub(super) async fn files(&self) -> Result<Option<Vec<Vec<u8>>>, GitError> {
        let list = self.changes(&["--name-only", "-z", "--diff-filter=d"]).ask(LIMIT).await?;
        let files: Vec<Vec<u8>> =
            list.split(|byte| *byte == 0).filter(|name| !name.is_empty()).map(<[u8]>::to_vec).collect();
        if !files.is_empty() {
            return Ok(Some(files));
        }
        let deleted = self.changes(&["--name-only", "-z"]).ask(LIMIT).await?;
        Ok((!deleted.is_empty()).then_some(files))
    }

    /// Whether the index holds exactly the tree of a commit; `None` when git cannot tell.
    pub(super) async fn is_tree_of(&self, commit: &str) -> Result<Option<bool>, GitError> {
        let answer = self.changes(&["--quiet", commit]).run(LIMIT).await?;
        Ok(match answer.status {
            Some(0) => Some(true),
            Some(1) => Some(false),
            _ => None,
        })
    }

    fn changes(&self, words: &[&str]) -> GitCall {
        let call = GitCall::at(self.program, self.root)
            .words(&["diff", "--cached", "--no-ext-diff", "--no-renames", "--no-relative", "--ignore-submodules=none"])
            .words(words);
        match &self.file {
            Some(file) => call.variable(INDEX_FILE, file),
            None => call,
        }
    }
}
