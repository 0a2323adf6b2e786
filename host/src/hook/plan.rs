//! Which reviews a push needs.

use assize_schemas::Sha;

use crate::hook::{PrePushError, RefUpdate};

/// The binding that a push runs.
const BINDING: &str = "local";
/// Where branches are.
const BRANCHES: &str = "refs/heads/";
/// Where a Gerrit server takes commits that are meant for a branch.
const FOR_BRANCHES: &str = "refs/for/";
const TAGS: &str = "refs/tags/";

/// What is reviewed of a push, in the order of the push, and what is not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PushPlan {
    /// The reviews to run, one after the other.
    pub reviews: Vec<BranchReview>,
    /// The refs that are pushed without a review.
    pub unreviewed: Vec<Unreviewed>,
}

/// The review of one pushed branch.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BranchReview {
    /// The full name of the branch on the remote.
    pub remote_ref: String,
    /// The commit that is pushed.
    pub head: Sha,
    /// What the range begins at the merge base with.
    pub base: String,
}

/// A ref that is pushed without a review.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unreviewed {
    /// The full name of the ref on the remote.
    pub remote_ref: String,
    /// Why it is not reviewed.
    pub reason: UnreviewedReason,
}

/// Why a pushed ref is not reviewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnreviewedReason {
    /// The ref goes away.
    Deleted,
    /// The ref is a tag.
    Tag,
    /// The ref is neither a branch nor a tag, such as notes.
    NoBranch,
}

/// Decides what is reviewed of a push to `remote`. Branches are, each with its own pushed commit; deletions, tags and
/// other refs are not. `base` is what they are reviewed against, if anything is known.
///
/// # Errors
///
/// [`PrePushError::NoBase`] when a branch is pushed and there is no base.
pub fn plan_push(updates: &[RefUpdate], base: Option<&str>, remote: &str) -> Result<PushPlan, PrePushError> {
    let mut plan = PushPlan::default();
    let mut without_base = Vec::new();
    for update in updates {
        match (judged(update), base) {
            (Ok(head), Some(base)) => plan.reviews.push(BranchReview {
                remote_ref: update.remote_ref.clone(),
                head: head.clone(),
                base: base.to_owned(),
            }),
            (Ok(_), None) => without_base.push(short(&update.remote_ref).to_owned()),
            (Err(reason), _) => {
                plan.unreviewed.push(Unreviewed { remote_ref: update.remote_ref.clone(), reason });
            }
        }
    }
    if without_base.is_empty() {
        Ok(plan)
    } else {
        Err(PrePushError::NoBase { branches: without_base, remote: remote.to_owned(), again: None })
    }
}

/// The commit to review, or why there is none.
pub(super) fn judged(update: &RefUpdate) -> Result<&Sha, UnreviewedReason> {
    let name = update.remote_ref.as_str();
    match &update.local {
        None => Err(UnreviewedReason::Deleted),
        Some(head) if name.starts_with(BRANCHES) || name.starts_with(FOR_BRANCHES) => Ok(head),
        Some(_) if name.starts_with(TAGS) => Err(UnreviewedReason::Tag),
        Some(_) => Err(UnreviewedReason::NoBranch),
    }
}

/// The name of a branch for people.
pub(super) fn short(name: &str) -> &str {
    name.strip_prefix(BRANCHES).unwrap_or(name)
}

impl BranchReview {
    /// The arguments of `assize` that run the review.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        let words = ["run", "--binding", BINDING, "--supersede", "--base", &self.base, "--head", self.head.as_str()];
        words.map(str::to_owned).to_vec()
    }

    /// The binding that is run.
    #[must_use]
    pub fn binding(&self) -> &'static str {
        BINDING
    }

    /// The branch for people: without `refs/heads/`.
    #[must_use]
    pub fn branch(&self) -> &str {
        short(&self.remote_ref)
    }

    /// The command that runs the review, as a person can paste it into a shell.
    #[must_use]
    pub fn command(&self) -> String {
        let words = self.arguments();
        std::iter::once("assize".to_owned())
            .chain(words.iter().map(|word| shell_word(word)))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// A text as a person can paste it into a shell.
pub(super) fn shell_word(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+:@%=,".contains(&byte);
    if !text.is_empty() && text.bytes().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}
