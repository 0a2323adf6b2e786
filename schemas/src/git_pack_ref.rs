//! Git packs as `uses[].pack` names them (AIP-62, "uses[]").

use crate::Sha;

/// What a reference to a git pack says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitPackRef {
    /// Where the repository is: an `https://` url.
    pub url: String,
    /// The one commit that is meant.
    pub sha: Sha,
}

/// Why a reference names no git pack; the reference itself is not repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GitPackRefError {
    /// It does not begin with `git+`: it may be a path or a package name.
    #[error("a reference to a git pack begins with `git+https://`")]
    NotGit,
    /// It names a transport that packs may not be fetched with.
    #[error("a git pack is fetched over https only, as in `git+https://host/repo.git#<40 hex digits>`")]
    Transport,
    /// Its url is empty or holds blanks.
    #[error("the url between `git+` and the first `#` must not be empty or hold blanks")]
    Url,
    /// What follows the first `#` is not one full commit id.
    #[error(
        "a git pack is pinned: after the first `#` there must be the full commit id, 40 lowercase hex digits, and nothing \
         else"
    )]
    Pin,
}

impl GitPackRefError {
    /// The fault as a stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::NotGit => "not-git",
            Self::Transport => "git-transport",
            Self::Url => "git-url",
            Self::Pin => "git-pin",
        }
    }
}

/// Reads `git+https://<url>#<commit>`. The pin begins at the first `#`, so a second one is never part of a url.
///
/// # Errors
///
/// [`GitPackRefError`] when the transport is another, the url holds blanks or the pin is not a full commit id.
pub fn parse_git_pack_ref(reference: &str) -> Result<GitPackRef, GitPackRefError> {
    let url = reference.strip_prefix("git+").ok_or(GitPackRefError::NotGit)?;
    let location = url.strip_prefix("https://").ok_or(GitPackRefError::Transport)?;
    let (location, pin) = location.split_once('#').ok_or(GitPackRefError::Pin)?;
    if location.is_empty() || location.contains(|character: char| character.is_whitespace() || character == '\u{feff}')
    {
        return Err(GitPackRefError::Url);
    }
    let sha = Sha::parse(pin).ok().filter(|sha| sha.as_str().len() == 40);
    let sha = sha.ok_or(GitPackRefError::Pin)?;
    Ok(GitPackRef { url: format!("https://{location}"), sha })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good(reference: &str, url: &str) {
        let sha = Sha::parse("0123456789abcdef0123456789abcdef01234567").unwrap();
        assert_eq!(parse_git_pack_ref(reference), Ok(GitPackRef { url: url.to_owned(), sha }));
    }

    fn bad(reference: &str, code: &str) {
        assert_eq!(parse_git_pack_ref(reference).map_err(GitPackRefError::code), Err(code), "{reference:?}");
    }

    #[test]
    fn references() {
        const PIN: &str = "0123456789abcdef0123456789abcdef01234567";
        good(&format!("git+https://host/pack.git#{PIN}"), "https://host/pack.git");
        good(&format!("git+https://u:p@host:8443/a?b=c#{PIN}"), "https://u:p@host:8443/a?b=c");
        bad(&format!("git+https://host/a#b/pack.git#{PIN}"), "git-pin");
        bad(&format!("git+https://host/pack.git#{}", PIN.to_uppercase()), "git-pin");
        bad(&format!("git+https://host/pack.git#{PIN}0"), "git-pin");
        bad(&format!("git+https://host/pack.git#{}", "a".repeat(64)), "git-pin");
        bad(&format!("git+https://host/pack.git#{PIN}\n"), "git-pin");
        bad("git+https://host/pack.git#main", "git-pin");
        bad("git+https://host/pack.git#", "git-pin");
        bad("git+https://host/pack.git", "git-pin");
        bad(&format!("git+https://#{PIN}"), "git-url");
        bad(&format!("git+https://ho st/x#{PIN}"), "git-url");
        bad(&format!("git+https://host/\u{a0}#{PIN}"), "git-url");
        bad(&format!("git+ssh://git@host/x#{PIN}"), "git-transport");
        bad(&format!("git+http://host/x#{PIN}"), "git-transport");
        bad(&format!("git+file:///x#{PIN}"), "git-transport");
        bad(&format!("git+HTTPS://host/x#{PIN}"), "git-transport");
        bad(&format!("https://host/x#{PIN}"), "not-git");
        bad("ext::sh -c id", "not-git");
        bad("GIT+https://host/x", "not-git");
        bad("@org/pack", "not-git");
        bad("", "not-git");
    }
}
