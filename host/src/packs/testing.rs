//! Repositories with packs for tests.

use std::ops::{Deref, DerefMut};

use assize_git::GitProgram;
use assize_scratch::Scratch;
use assize_store::StateFolder;

/// A repository to load packs in.
pub(crate) struct Repo(Scratch);

impl Repo {
    /// A repository without a commit.
    pub(crate) fn unborn() -> Self {
        Self(Scratch::unborn("repo"))
    }

    /// A repository with one commit.
    pub(crate) fn new() -> Self {
        let repo = Self::unborn();
        repo.commit("README", "hello\n");
        repo
    }

    pub(crate) fn state(&self) -> StateFolder {
        StateFolder::new(self.beside("state"))
    }

    pub(crate) fn program(&self) -> GitProgram {
        GitProgram::find(&self.environment()).unwrap()
    }
}

impl Deref for Repo {
    type Target = Scratch;

    fn deref(&self) -> &Scratch {
        &self.0
    }
}

impl DerefMut for Repo {
    fn deref_mut(&mut self) -> &mut Scratch {
        &mut self.0
    }
}

/// The text of a pack with one agent check for each rubric and one command check.
pub(crate) fn pack_text(rubrics: &[&str]) -> String {
    let mut text =
        "---\nkind: review-pack\nid: a-pack\nversion: 1.0.0\nchecks:\n  - {id: run, kind: command, run: 'true'}\n"
            .to_owned();
    for (at, rubric) in rubrics.iter().enumerate() {
        text.push_str(&format!("  - {{id: a{at}, kind: agent, preset: p, rubric: '{rubric}'}}\n"));
    }
    text.push_str("---\n");
    text
}
