//! Kinds of effects.

/// A commit is in a repository.
pub const GIT_COMMIT: &str = "git.commit";
/// A tag is in a repository.
pub const GIT_TAG: &str = "git.tag";
/// A file has a content.
pub const FILE_DIGEST: &str = "file.digest";
/// A decision left a receipt.
pub const DECISION_RECEIPT: &str = "decision.receipt";
/// An approved review continuation ran.
pub const DECISION_REVIEW_CONTINUATION: &str = "decision.review.continuation";
/// A comment stands in a tracker.
pub const TRACKER_COMMENT: &str = "tracker.comment";
/// An issue is closed.
pub const TRACKER_ISSUE_CLOSED: &str = "tracker.issue.closed";
/// A pull request is merged.
pub const TRACKER_PR_MERGED: &str = "tracker.pr.merged";

/// The registered kinds.
pub const KINDS: &[&str] = &[
    GIT_COMMIT,
    GIT_TAG,
    FILE_DIGEST,
    DECISION_RECEIPT,
    DECISION_REVIEW_CONTINUATION,
    TRACKER_COMMENT,
    TRACKER_ISSUE_CLOSED,
    TRACKER_PR_MERGED,
];

const MAX_EXTENSION_CHARS: usize = 128;

/// Whether the text is a registered kind or one of an extension, `x.<vendor>.<name>`.
#[must_use]
pub fn is_kind(text: &str) -> bool {
    KINDS.contains(&text) || is_extension(text)
}

fn is_extension(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("x.") else { return false };
    text.len() <= MAX_EXTENSION_CHARS && rest.contains('.') && rest.split('.').all(is_label)
}

fn is_label(label: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    label.bytes().next().is_some_and(plain) && label.bytes().all(|byte| plain(byte) || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table() {
        for good in ["git.commit", "tracker.pr.merged", "x.a.b", "x.assize.prepare", "x.0-.1", "x.a.b.c-d"] {
            assert!(is_kind(good), "{good}");
        }
        let long = format!("x.a.{}", "b".repeat(124));
        assert!(is_kind(&long));
        let longer = format!("{long}b");
        for bad in [
            "",
            "git",
            "Git.commit",
            "git.commit ",
            "x",
            "x.",
            "x.a",
            "x.a.",
            "x..a",
            "x.-a.b",
            "x.A.b",
            "x.a_b.c",
            "y.a.b",
            "git.push",
            &longer,
            "x.a.b\n",
        ] {
            assert!(!is_kind(bad), "{bad}");
        }
    }
}
