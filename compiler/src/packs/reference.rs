//! What `uses[].pack` may say (AIP-62, "uses[]").

use assize_schemas::{GitPackRef, GitPackRefError, Sha, parse_git_pack_ref};
use thiserror::Error;

use crate::problem::quote;

/// A reference to a pack, by where the pack comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PackRef {
    /// A directory: a path that begins with `./` or `../`, relative to the manifest's directory, or an absolute one.
    Path(String),
    /// An installed npm package.
    Npm(String),
    /// A commit of a git repository.
    Git {
        /// Where to fetch from, beginning with `https://`.
        url: String,
        /// The commit, 40 hex digits.
        sha: Sha,
    },
}

/// Why a text is no reference to a pack.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PackRefError {
    /// The text is empty or holds white space.
    #[error("{} is no reference to a pack: it must be one word without blanks", quote(.text))]
    Blank {
        /// The text as given.
        text: String,
    },
    /// A git reference that is not one.
    #[error("{} is no reference to a pack: {reason}", quote(.text))]
    Git {
        /// The text as given.
        text: String,
        /// What is wrong with it.
        reason: GitPackRefError,
    },
}

impl PackRef {
    /// Reads a reference. The pin of a git reference begins at the first `#`.
    ///
    /// # Errors
    ///
    /// [`PackRefError`] when the text has none of the forms.
    pub fn parse(text: &str) -> Result<Self, PackRefError> {
        let owned = || text.to_owned();
        match parse_git_pack_ref(text) {
            Ok(GitPackRef { url, sha }) => return Ok(Self::Git { url, sha }),
            Err(GitPackRefError::NotGit) => {}
            Err(reason) => return Err(PackRefError::Git { text: owned(), reason }),
        }
        if text.is_empty() || text.contains(|one: char| one.is_whitespace() || one == '\u{feff}') {
            return Err(PackRefError::Blank { text: owned() });
        }
        if text.starts_with("./") || text.starts_with("../") || text.starts_with('/') {
            return Ok(Self::Path(owned()));
        }
        Ok(Self::Npm(owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let found = match PackRef::parse(text) {
            Ok(PackRef::Path(path)) => format!("path {path}"),
            Ok(PackRef::Npm(name)) => format!("npm {name}"),
            Ok(PackRef::Git { url, sha }) => format!("git {url} {}", sha.short(4)),
            Err(PackRefError::Blank { .. }) => "blank".to_owned(),
            Err(PackRefError::Git { reason, .. }) => reason.code().to_owned(),
        };
        assert_eq!(found, expect, "{text:?}");
    }

    #[test]
    fn forms() {
        let sha = "0123456789abcdef0123456789abcdef01234567";
        check("./packs/x", "path ./packs/x");
        check("../x", "path ../x");
        check("/x", "path /x");
        check("@org/pack", "npm @org/pack");
        check("packs/x", "npm packs/x");
        check("..", "npm ..");
        check("http://x", "npm http://x");
        check("GIT+https://x", "npm GIT+https://x");
        check(&format!("git+https://h/r.git#{sha}"), "git https://h/r.git 0123");
        check(&format!("git+https://h/a#b/r.git#{sha}"), "git-pin");
        check(&format!("git+https://#{sha}"), "git-url");
        check(&format!("git+https://h r#{sha}"), "git-url");
        check(&format!("git+https://h/r#{sha}0"), "git-pin");
        check(&format!("git+https://h/r#{}", sha.to_uppercase()), "git-pin");
        check("git+https://h/r#main", "git-pin");
        check("git+https://h/r", "git-pin");
        check(&format!("git+ssh://h/r#{sha}"), "git-transport");
        check(&format!("git+http://h/r#{sha}"), "git-transport");
        check("git+", "git-transport");
        check("", "blank");
        check("a b", "blank");
        check("a\u{a0}b", "blank");
        check(&format!("git+https://h/r#{sha}\n"), "git-pin");
    }
}
