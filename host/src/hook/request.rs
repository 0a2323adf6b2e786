//! A push that asks for its reviews.

use std::path::PathBuf;

use assize_git::{GitProgram, Ref};

use crate::Host;
use crate::hook::again::again;
use crate::hook::base::Remote;
use crate::hook::plan::judged;
use crate::hook::{PrePushError, PushPlan, plan_push, read_updates};

/// A push, as git tells its `pre-push` hook.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PrePushRequest {
    /// A directory inside the repository.
    pub cwd: PathBuf,
    /// The hook's first argument: the remote's name, or its address when it has no name.
    pub remote: String,
    /// The hook's second argument: the remote's address.
    pub url: String,
    /// The hook's standard input.
    pub refs: Vec<u8>,
    /// The value of `AGENTPROTO_REVIEW_BASE`; one that is empty counts as unset.
    pub review_base: Option<String>,
}

impl PrePushRequest {
    /// A push of `refs` to a remote, with the base left to the remote's default branch.
    #[must_use]
    pub fn new(
        cwd: impl Into<PathBuf>,
        remote: impl Into<String>,
        url: impl Into<String>,
        refs: impl Into<Vec<u8>>,
    ) -> Self {
        Self { cwd: cwd.into(), remote: remote.into(), url: url.into(), refs: refs.into(), review_base: None }
    }

    /// With a base of the person's choice.
    #[must_use]
    pub fn with_base(mut self, base: impl Into<String>) -> Self {
        self.review_base = Some(base.into());
        self
    }
}

impl Host {
    /// Which reviews a push needs (rulings 32). The remote itself is only asked where this clone does not know its
    /// default branch.
    ///
    /// # Errors
    ///
    /// [`PrePushError`]; the push must then be refused.
    pub async fn pre_push(&self, request: &PrePushRequest) -> Result<PushPlan, PrePushError> {
        let updates = read_updates(&request.refs)?;
        let base = if updates.iter().all(|update| judged(update).is_err()) {
            None
        } else if let Some(base) = request.review_base.as_deref().filter(|base| !base.is_empty()) {
            Some(Ref::parse(base).map_err(PrePushError::BadBase)?.to_string())
        } else {
            let program = GitProgram::find(&self.settings().environment)?;
            Remote::new(program, &request.cwd, &request.remote, &request.url).default_branch().await?
        };
        match plan_push(&updates, base.as_deref(), &request.remote) {
            Err(PrePushError::NoBase { branches, remote, .. }) => {
                let program = GitProgram::find(&self.settings().environment)?;
                let again = again(&program, &request.cwd, &remote, &updates).await;
                Err(PrePushError::NoBase { branches, remote, again })
            }
            planned => planned,
        }
    }
}
