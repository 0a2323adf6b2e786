//! A repository's name as one path component.

/// The ledger's folder name for a normalised remote (AIP-62, "The ledger"): runs of characters that are no plain
/// file name characters become `_`, none at either end. Names that would leave the folder become `repo`
/// (rulings 16). Two remotes may share a slug.
#[must_use]
pub fn repo_slug(remote: &str) -> String {
    let mut slug = String::with_capacity(remote.len());
    for character in remote.chars() {
        if character.is_ascii_alphanumeric() || matches!(character, '.' | '-' | '_') {
            slug.push(character);
        } else if !slug.ends_with(REPLACED) {
            slug.push(REPLACED);
        }
    }
    // Only now do replaced characters become underscores: a run of them must not swallow an underscore beside it.
    let slug = slug.replace(REPLACED, "_");
    match slug.trim_matches('_') {
        "" | "." | ".." => "repo".to_owned(),
        slug => slug.to_owned(),
    }
}

/// Stands for a run of replaced characters; it is one of them itself, so it cannot come from the remote.
const REPLACED: char = '/';

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(remote: &str, expect: &str) {
        assert_eq!(repo_slug(remote), expect, "{remote:?}");
    }

    #[test]
    fn table() {
        check("github.com/owner/repo", "github.com_owner_repo");
        check("github.com:22/o/r", "github.com_22_o_r");
        check("local:/home/me/My Repo", "local_home_me_My_Repo");
        check("a_b/c", "a_b_c");
        check("a/b_c", "a_b_c");
        check("a_/b", "a__b");
        check("/srv/x/", "srv_x");
        check("__x__", "x");
        check("é", "repo");
        check("aéb", "a_b");
        check("", "repo");
        check(".", "repo");
        check("..", "repo");
        check("/../", "repo");
        check("...", "...");
        check("a-b.c", "a-b.c");
    }

    proptest! {
        #[test]
        fn is_one_safe_component(remote in any::<String>()) {
            let slug = repo_slug(&remote);
            prop_assert!(!slug.is_empty() && slug != "." && slug != "..");
            prop_assert!(slug.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)));
        }
    }
}
