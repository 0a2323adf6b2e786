//! The name of a compiled binding.

use crate::{BindingName, ReviewId};

/// The most characters a workflow id has (AIP-62, "Compilation to a workflow").
const MAX_CHARS: usize = 64;

/// The id of the graph that a binding compiles to: `review-<review>-<binding>`, cut to 64 characters, without
/// trailing dashes.
#[must_use]
pub fn workflow_id(review: &ReviewId, binding: &BindingName) -> String {
    let mut id = format!("review-{review}-{binding}");
    // Ids are ASCII, so every offset is a character boundary.
    id.truncate(MAX_CHARS);
    id.truncate(id.trim_end_matches('-').len());
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(review: &str, binding: &str, expect: &str) {
        assert_eq!(workflow_id(&ReviewId::parse(review).unwrap(), &BindingName::parse(binding).unwrap()), expect);
    }

    #[test]
    fn table() {
        check("my-repo", "default", "review-my-repo-default");
        check("a-", "b--", "review-a--b");
        check(&"a".repeat(64), "local", &format!("review-{}", "a".repeat(57)));
        check(&"a".repeat(56), "local", &format!("review-{}", "a".repeat(56)));
        check(&"a".repeat(55), "-x".trim_start_matches('-'), &format!("review-{}-x", "a".repeat(55)));
        check(&format!("a{}", "-".repeat(60)), "x", "review-a");
    }
}
