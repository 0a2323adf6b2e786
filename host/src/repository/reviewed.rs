//! The repository as the nodes see it.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use assize_git::{Author, GitError, Ref, Status};
use assize_nodes::{HostError as NodeHostError, Repository, TreeState, Workspace};
use assize_schemas::{CheckRef, FrozenTarget, Sha};
use async_trait::async_trait;

use crate::pipeline::Plan;
use crate::repository::range::merge_base;
use crate::repository::{Place, ReviewRange, Worktrees};
use crate::running::OwnRun;
use crate::{HostError, Notice, NoticeCode, RunEvent, RunObserver};

/// The most hidden changes that are named.
const MOST_NAMED: usize = 5;

/// The repository of one run: the checkout that all lanes share, or, with [`Worktrees`], a clean tree a lane.
pub(crate) struct ReviewedRepository {
    place: Place,
    range: ReviewRange,
    /// The caller's name for the head, when it gave one.
    head_named: Option<Ref>,
    worktrees: Option<Worktrees>,
    observer: Arc<dyn RunObserver>,
    /// What others know of the run. It is over when its owner says so.
    own: Option<Weak<OwnRun>>,
    /// What the tree looked like when the plan was made, where nothing was to run between that and the freeze.
    looked: Option<Status>,
    /// The author of `HEAD`, which comes with the look at it after the lanes.
    author: Mutex<Option<(Sha, Option<Author>)>>,
}

impl ReviewedRepository {
    pub(crate) fn new(
        plan: &Plan,
        worktrees: Option<Worktrees>,
        observer: Arc<dyn RunObserver>,
        own: Option<&Arc<OwnRun>>,
    ) -> Self {
        Self {
            place: plan.place.clone(),
            range: plan.range.clone(),
            head_named: plan.head_named.clone(),
            worktrees,
            observer,
            own: own.map(Arc::downgrade),
            looked: plan.looked.clone(),
            author: Mutex::default(),
        }
    }

    /// Who wrote a commit, as far as that can be told.
    pub(crate) async fn author(&self, head: &Sha) -> Option<Author> {
        let known = self.author.lock().unwrap_or_else(PoisonError::into_inner).take();
        match known {
            Some((sha, author)) if sha == *head => author,
            _ => self.place.git.author(head).await.ok().flatten(),
        }
    }

    /// Takes back what was made for the lanes; answers what is left.
    pub(crate) async fn clean_up(&self) -> Vec<std::path::PathBuf> {
        match &self.worktrees {
            Some(worktrees) => worktrees.remove_all().await,
            None => Vec::new(),
        }
    }

    async fn frozen(&self, base: &str) -> Result<FrozenTarget, HostError> {
        let target = |base_sha, head_sha, dirty| FrozenTarget {
            repo_remote: self.place.remote.clone(),
            base_sha,
            head_sha,
            dirty,
        };
        if self.range.elsewhere {
            // What is checked out has no part in it.
            return Ok(target(self.range.base.clone(), self.range.head.clone(), false));
        }
        let status = match &self.looked {
            Some(status) => status.clone(),
            None => self.place.git.status().await?,
        };
        let unborn = || GitError::Unborn { directory: self.place.checkout.root.clone() };
        let head = status.head.clone().ok_or_else(unborn)?;
        let base_sha = if head == self.range.head { self.range.base.clone() } else { self.moved(base, &head).await? };
        // Dirty means that lanes see more than the range. In trees of their own they do not.
        let dirty = status.is_dirty() && self.worktrees.is_none();
        if let (true, Some(named)) = (dirty, &self.head_named) {
            return Err(HostError::DirtyHead { named: named.to_string(), head: head.to_string() });
        }
        if dirty {
            self.tell_hidden(&status);
        }
        Ok(target(base_sha, head, dirty))
    }

    /// Names the changed files that a plain `git status` would not.
    fn tell_hidden(&self, status: &Status) {
        let names: Vec<_> = status.hidden.iter().take(MOST_NAMED).map(|path| path.display().to_string()).collect();
        if names.is_empty() {
            return;
        }
        let more = if status.hidden.len() > names.len() { ", …" } else { "" };
        let message = format!(
            "changed and marked so that `git status` does not say it (assume-unchanged or skip-worktree): {}{more}",
            names.join(", ")
        );
        self.observer.observe(RunEvent::Notice(Notice { code: NoticeCode::HiddenChanges, message }));
    }

    /// The base of a range whose head a prepare check has moved.
    async fn moved(&self, base: &str, head: &Sha) -> Result<Sha, HostError> {
        if let Some(named) = &self.head_named
            && self.place.git.commit(named).await? != *head
        {
            return Err(HostError::HeadLeft { named: named.to_string(), head: head.to_string() });
        }
        merge_base(&self.place, base, head).await
    }
}

/// What the nodes are told, with the error itself below it.
fn refused(error: impl Into<HostError>) -> NodeHostError {
    let error = error.into();
    NodeHostError::new(error.report()).with_source(error)
}

#[async_trait]
impl Repository for ReviewedRepository {
    fn root(&self) -> &Path {
        &self.place.checkout.root
    }

    async fn freeze(&self, base: &str) -> Result<FrozenTarget, NodeHostError> {
        let target = self.frozen(base).await.map_err(refused)?;
        if let Some(own) = self.own.as_ref().and_then(Weak::upgrade) {
            own.frozen_at(&target.head_sha);
        }
        self.observer.observe(RunEvent::Frozen(target.clone()));
        Ok(target)
    }

    async fn workspace(&self, lane: &CheckRef, target: &FrozenTarget) -> Result<Workspace, NodeHostError> {
        let Some(worktrees) = &self.worktrees else { return Ok(Workspace::shared(self.root())) };
        let root = worktrees.add(lane, &target.head_sha).await;
        let root = root.map_err(|error| NodeHostError::new(format!("no worktree for this lane: {error}")))?;
        // The run takes all of them back at its end.
        Ok(Workspace::isolated(root, ()))
    }

    async fn moved_since(&self, target: &FrozenTarget) -> Result<Option<String>, NodeHostError> {
        if self.worktrees.is_some() {
            return Ok(None);
        }
        let head = Ref::parse("HEAD").map_err(refused)?;
        match self.place.git.commit_and_author(&head).await {
            Ok((now, author)) if now == target.head_sha => {
                *self.author.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, author));
                Ok(None)
            }
            Ok((now, _)) => Ok(Some(format!("HEAD moved from {} to {}", target.head_sha.short(12), now.short(12)))),
            Err(GitError::UnknownRef { .. }) => Ok(Some("HEAD names no commit any more".to_owned())),
            Err(error) => Err(refused(error)),
        }
    }

    async fn tree_state(&self, workspace: &Workspace) -> Result<TreeState, NodeHostError> {
        let snapshot = self.place.git.at(workspace.root()).snapshot().await.map_err(refused)?;
        Ok(snapshot.parts.into_iter().fold(TreeState::new(), |state, (part, value)| state.with(part, value)))
    }
}
