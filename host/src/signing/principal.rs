//! The name that a host vouches for.

/// The most characters of a name.
const MAX_CHARS: usize = 256;

/// The identity a host vouches for; a claim, until a verifier finds that the key may speak for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal {
    name: String,
    source: PrincipalSource,
}

/// Where a name comes from, in the order in which they are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PrincipalSource {
    /// The caller or the settings file named it.
    Configured,
    /// `git config user.email` of the repository.
    Git,
    /// The machine's name.
    Hostname,
}

/// Why a configured name cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name:?} cannot be the principal of a signature: {reason}")]
pub struct PrincipalError {
    /// The name.
    pub name: String,
    /// Why not.
    pub reason: &'static str,
}

impl Principal {
    /// Reads a configured name.
    ///
    /// # Errors
    ///
    /// [`PrincipalError`] when the name would mean something else in an `allowed_signers` file: a list, a pattern, an
    /// option, a comment, or two words.
    pub fn parse(name: &str) -> Result<Self, PrincipalError> {
        Self::read(name, PrincipalSource::Configured)
    }

    fn read(name: &str, source: PrincipalSource) -> Result<Self, PrincipalError> {
        let name = name.trim();
        let reason = if name.is_empty() {
            "it is empty"
        } else if name.chars().count() > MAX_CHARS {
            "it is too long"
        } else if name.chars().any(|c| c.is_whitespace() || c.is_control()) {
            "it has blanks or control characters in it"
        } else if name.contains(['*', '?', ',', '"', '!', '\\']) || name.starts_with('#') {
            "allowed_signers files give one of * ? , \" ! \\ # a meaning of its own"
        } else {
            return Ok(Self { name: name.to_owned(), source });
        };
        Err(PrincipalError { name: name.chars().take(MAX_CHARS).collect(), reason })
    }

    /// The name of this host for a repository: the configured one, else the e-mail address that git would commit
    /// with, else the machine's name (AIP-62, "Signing").
    ///
    /// # Errors
    ///
    /// [`PrincipalError`] for a configured name that cannot be used. An address of git's that cannot be used is passed
    /// over.
    pub(crate) fn resolve(
        configured: Option<&str>,
        email: Option<&str>,
        hostname: &str,
    ) -> Result<Self, PrincipalError> {
        if let Some(name) = configured {
            return Self::parse(name);
        }
        match email.map(|email| Self::read(email, PrincipalSource::Git)) {
            Some(Ok(principal)) => Ok(principal),
            _ => Ok(Self { name: host_name(hostname), source: PrincipalSource::Hostname }),
        }
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.name
    }

    /// Where the name comes from.
    #[must_use]
    pub fn source(&self) -> PrincipalSource {
        self.source
    }
}

/// How a key or a host without a better name is called.
pub(crate) fn host_name(hostname: &str) -> String {
    let usable: String =
        hostname.trim().chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' }).collect();
    format!("agentproto-review@{}", if usable.is_empty() { "localhost" } else { &usable })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, good: bool) {
        assert_eq!(Principal::parse(name).is_ok(), good, "{name:?}");
    }

    #[test]
    fn names_mean_themselves() {
        for name in ["me@example.com", "agentproto-review@host", "größe@example.com", " me@example.com\n", "a#b", "-x"]
        {
            check(name, true);
        }
        for name in ["", " ", "a b", "a,b", "*@example.com", "a?", "!a", "#a", "a\"b", "a\nb", "a\0b", "a\\b"] {
            check(name, false);
        }
        check(&"x".repeat(MAX_CHARS + 1), false);
    }

    #[test]
    fn host_names() {
        assert_eq!(host_name("box"), "agentproto-review@box");
        assert_eq!(host_name("my box,*\n"), "agentproto-review@my-box--");
        assert_eq!(host_name(""), "agentproto-review@localhost");
    }
}
