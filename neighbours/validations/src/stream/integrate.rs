//! Landing a proposal.

use std::path::PathBuf;

use assize_schemas::Sha;
use serde_json::json;

use super::{Candidate, Landing, Stream, StreamError};
use crate::repository::{AuditEvent, PendingLanding, Writing, decision_details};
use crate::{Decision, decide};

/// How often a stream may move while a proposal is looked at.
const TRIES: usize = 1000;

/// What asking for a landing came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Integration {
    /// What would land, as of the last look.
    pub candidate: Candidate,
    /// What became of it.
    pub outcome: Integrated,
    /// The version of the policy that decided; `None` when none was ever set.
    pub policy_version: Option<u64>,
    /// Work trees that have the stream checked out and could not be brought along after all, each with the reason.
    pub behind: Vec<(PathBuf, String)>,
}

/// What became of a proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Integrated {
    /// It is in the stream now, which is at this commit.
    Landed(Sha),
    /// It was in the stream before.
    Nothing,
    /// It may not land, yet or ever. Never [`Decision::Land`].
    Refused(Decision),
    /// It cannot be merged.
    Conflict(Vec<PathBuf>),
}

/// What one try came to.
enum Try {
    Done(Integrated, Vec<(PathBuf, String)>),
    /// The stream moved, or what is recorded did.
    Again,
}

impl Stream {
    /// Lands `proposal` if everything that the current policy requires has passed on the very tree that this makes: by
    /// moving the stream on to it, or by a merge commit. When the stream moves meanwhile, the tree is computed and decided
    /// about anew. `by` is who asks, for the audit log.
    ///
    /// # Errors
    ///
    /// [`StreamError`]; the stream is then where it was.
    pub async fn integrate(&self, proposal: &str, by: &str) -> Result<Integration, StreamError> {
        let commit = self.proposed(proposal).await?;
        for _ in 0..TRIES {
            let head = self.head().await?;
            let candidate = self.candidate_of(head, commit.clone()).await?;
            let tree = match (&candidate.landing, candidate.tree()) {
                (Landing::Nothing(_), _) => return Ok(ended(candidate, Integrated::Nothing, None)),
                (Landing::Conflict(paths), _) => {
                    let outcome = Integrated::Conflict(paths.clone());
                    return Ok(ended(candidate, outcome, None));
                }
                (_, Some(tree)) => tree.clone(),
                (_, None) => return Err(StreamError::Internal("a candidate without a tree".to_owned())),
            };
            let (decision, version) = self.decided(&tree)?;
            let writing = self.writing().await?;
            if self.git.branch(&self.name).await?.as_ref() != Some(&candidate.head) {
                continue;
            }
            if decision != Decision::Land {
                let word = if decision.failed().is_empty() { "integrate.blocked" } else { "integrate.denied" };
                let details = decision_details(&self.name, proposal, decision.missing(), decision.failed());
                self.repository.append(&writing, &AuditEvent::new(word, by, Some(tree.as_str()), details)?)?;
                return Ok(ended(candidate, Integrated::Refused(decision), version));
            }
            match self.land(&writing, &candidate, &tree, proposal, by).await? {
                Try::Done(outcome, behind) => {
                    return Ok(Integration { candidate, outcome, policy_version: version, behind });
                }
                Try::Again => {}
            }
        }
        Err(StreamError::NeverStill { name: self.name.clone(), tries: TRIES })
    }

    /// What the current policy says about `tree`, given what is recorded now.
    fn decided(&self, tree: &Sha) -> Result<(Decision, Option<u64>), StreamError> {
        let current = self.repository.current_policy()?;
        let recorded = self.repository.attestations(tree.as_str())?;
        let (policy, version) = match &current {
            Some(current) => (Some(&current.policy), current.version),
            None => (None, 0),
        };
        let decision = decide(policy, version, tree.as_str(), &recorded.attestations);
        let requires = policy.is_some_and(|policy| !policy.required().is_empty());
        match recorded.damaged.into_iter().next() {
            Some(path) if decision == Decision::Land && requires => Err(StreamError::DamagedAttestation { path }),
            _ => Ok((decision, current.map(|current| current.version))),
        }
    }

    /// Moves the stream. Nobody else of this program writes meanwhile; git itself may.
    async fn land(
        &self,
        writing: &Writing,
        candidate: &Candidate,
        tree: &Sha,
        proposal: &str,
        by: &str,
    ) -> Result<Try, StreamError> {
        // What was recorded since then counts as well.
        if self.decided(tree)?.0 != Decision::Land {
            return Ok(Try::Again);
        }
        let from = &candidate.head;
        let why = format!("Integrate {proposal} into {}", self.name);
        let commit = match candidate.landing {
            Landing::FastForward(_) => candidate.proposal.clone(),
            _ => self.git.commit_tree(tree, &[from, &candidate.proposal], &format!("{why}\n")).await?,
        };
        let paths = self.work_trees(from, &commit).await?;
        let policy = self.repository.current_policy()?.map(|current| current.version);
        let details = json!({
            "stream": self.name,
            "proposal": proposal,
            "from": from,
            "commit": commit,
            "policyVersion": policy,
        });
        let landing = PendingLanding {
            event: AuditEvent::new("integrate.landed", by, Some(tree.as_str()), details)?,
            stream: self.name.clone(),
            from: from.to_string(),
            commit: commit.to_string(),
        };
        self.repository.begin_landing(writing, &landing)?;
        match self.git.move_branch(&self.name, from, &commit, &why).await {
            Ok(true) => {
                let behind = self.bring_along(&paths, from, &commit).await;
                self.repository.end_landing(writing, &landing, true)?;
                Ok(Try::Done(Integrated::Landed(commit), behind))
            }
            Ok(false) => {
                self.repository.end_landing(writing, &landing, false)?;
                Ok(Try::Again)
            }
            // Whether it moved is not certain. The next command looks, and puts the log right.
            Err(error) => Err(error.into()),
        }
    }

    /// Waits for the right to write without holding up the runtime.
    pub(super) async fn writing(&self) -> Result<Writing, StreamError> {
        let repository = self.repository.clone();
        let waited = tokio::task::spawn_blocking(move || repository.writing()).await;
        Ok(waited.map_err(|error| StreamError::Internal(error.to_string()))??)
    }
}

fn ended(candidate: Candidate, outcome: Integrated, policy_version: Option<u64>) -> Integration {
    Integration { candidate, outcome, policy_version, behind: Vec::new() }
}
