//! Which tracker may be asked, and as whom.

use std::fmt;
use std::time::Duration;

/// Whose interface a tracker has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// Gitea and Forgejo: `<url>/api/v1`.
    Gitea,
    /// GitHub: `https://api.github.com`, or what an enterprise server has instead.
    GitHub,
}

impl Provider {
    /// The scheme of its targets.
    #[must_use]
    pub fn scheme(self) -> &'static str {
        match self {
            Self::Gitea => "gitea",
            Self::GitHub => "github",
        }
    }
}

/// Why a tracker cannot be asked as it is configured.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TrackerSettingsError(pub String);

/// Which tracker may be asked, and as whom.
#[derive(Clone, PartialEq, Eq)]
pub struct TrackerSettings {
    pub(super) provider: Provider,
    pub(super) base: String,
    pub(super) repositories: Vec<String>,
    pub(super) actor: String,
    pub(super) token: Option<String>,
    pub(super) timeout: Duration,
}

impl TrackerSettings {
    /// A tracker at `base` whose `repositories` (`owner/name`) may be asked about, and whose comments by `actor` count.
    ///
    /// # Errors
    ///
    /// [`TrackerSettingsError`] when the address is not https (plain http only on this machine), a repository is no
    /// `owner/name`, or there is no actor.
    pub fn new(
        provider: Provider,
        base: &str,
        repositories: Vec<String>,
        actor: &str,
        token: Option<String>,
    ) -> Result<Self, TrackerSettingsError> {
        let wrong = |message: String| Err(TrackerSettingsError(message));
        let base = base.trim_end_matches('/');
        let is_local = |rest: &str| {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
            matches!(host, "127.0.0.1" | "localhost" | "[::1]")
        };
        let is_safe = base.strip_prefix("https://").is_some_and(|rest| !rest.is_empty())
            || base.strip_prefix("http://").is_some_and(is_local);
        if !is_safe || base.contains('@') {
            return wrong(format!(
                "the tracker's url {base:?} must be https:// without a user, or http:// on this machine"
            ));
        }
        if let Some(bad) = repositories.iter().find(|name| !is_repository(name)) {
            return wrong(format!("{bad:?} must be <owner>/<name>"));
        }
        if actor.is_empty() {
            return wrong("the actor whose comments count must be named".to_owned());
        }
        if token.as_ref().is_some_and(|token| token.is_empty() || token.chars().any(|c| c.is_control() || c == ' ')) {
            return wrong("the tracker's token must be one word".to_owned());
        }
        let (base, actor) = (base.to_owned(), actor.to_owned());
        Ok(Self { provider, base, repositories, actor, token, timeout: Duration::from_secs(20) })
    }

    /// With another limit for one request than 20 s.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Where the interface begins.
    pub(super) fn api(&self) -> String {
        match self.provider {
            Provider::Gitea => format!("{}/api/v1", self.base),
            Provider::GitHub => self.base.clone(),
        }
    }
}

impl fmt::Debug for TrackerSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TrackerSettings")
            .field("provider", &self.provider)
            .field("base", &self.base)
            .field("repositories", &self.repositories)
            .field("actor", &self.actor)
            .field("token", &self.token.as_ref().map(|_| "set"))
            .finish_non_exhaustive()
    }
}

fn is_repository(name: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty()
            && part != "."
            && part != ".."
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    name.split_once('/').is_some_and(|(owner, name)| plain(owner) && plain(name))
}

/// A numbered thing in a repository of a tracker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) repository: String,
    pub(super) number: u64,
}

impl Item {
    /// Reads `owner/repo#N`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (repository, number) = text.rsplit_once('#')?;
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
        let number = number.parse().ok().filter(|_| is_number)?;
        is_repository(repository).then(|| Self { repository: repository.to_owned(), number })
    }
}
