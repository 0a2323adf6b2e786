//! The range under review.

use assize_git::{GitError, Ref};
use assize_schemas::Sha;

use crate::HostError;
use crate::repository::Place;

/// The range as it stands before prepare checks run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReviewRange {
    /// The merge base.
    pub(crate) base: Sha,
    /// The head.
    pub(crate) head: Sha,
    /// Whether the head is another commit than the one that is checked out.
    pub(crate) elsewhere: bool,
}

impl ReviewRange {
    /// Whether nothing lies between base and head.
    pub(crate) fn is_empty(&self) -> bool {
        self.base == self.head
    }
}

/// Resolves the range: from the merge base of `base` and the head to the head (rulings 8 and 31).
pub(crate) async fn resolve_range(place: &Place, base: &str) -> Result<ReviewRange, HostError> {
    let head = place.checkout.wanted.as_ref().unwrap_or(&place.checkout.head);
    let found = merge_base(place, base, head).await?;
    Ok(ReviewRange { base: found, head: head.clone(), elsewhere: place.is_elsewhere() })
}

/// The merge base of the ref a range is reviewed against and its head, with what to do when there is none.
pub(crate) async fn merge_base(place: &Place, base: &str, head: &Sha) -> Result<Sha, HostError> {
    let reference = Ref::parse(base)?;
    match place.git.certain_merge_base(&place.checkout, &reference, &Ref::from(head)).await {
        Ok(sha) => Ok(sha),
        Err(GitError::UnknownRef { name }) if name == base => {
            Err(HostError::UnknownBase { base: name, fix: how_to_get(base, place.has_origin, place.checkout.shallow) })
        }
        Err(error) => Err(error.into()),
    }
}

/// What makes an unknown base known.
fn how_to_get(base: &str, has_origin: bool, shallow: bool) -> String {
    let fetch = match base.strip_prefix("origin/") {
        // The target is spelled out because a clone of one branch would fetch into FETCH_HEAD alone.
        Some(branch) if has_origin => format!("git fetch origin {branch}:refs/remotes/origin/{branch}, or "),
        Some(_) => "there is no remote named origin: ".to_owned(),
        None => String::new(),
    };
    let deepen = if shallow { "git fetch --unshallow (this clone is shallow), " } else { "" };
    format!("{deepen}{fetch}--base with a branch or commit that is here, or another target.base in REVIEW.md")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(base: &str, has_origin: bool, shallow: bool, begins: &str) {
        let fix = how_to_get(base, has_origin, shallow);
        assert!(fix.starts_with(begins), "{fix}");
        assert!(fix.contains("--base") && fix.contains("target.base"), "{fix}");
    }

    #[test]
    fn an_unknown_base_says_what_would_help() {
        check("origin/main", true, false, "git fetch origin main:refs/remotes/origin/main");
        check("origin/main", false, false, "there is no remote named origin");
        check("main", true, false, "--base");
        check("HEAD~9", true, true, "git fetch --unshallow (this clone is shallow), --base");
    }
}
