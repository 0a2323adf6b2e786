//! `effects.toml`: what a host says about its ledgers.

use std::path::{Path, PathBuf};
use std::time::Duration;

use assize_store::read_bounded;
use toml::{Table, Value};

use crate::document::is_writer;
use crate::identity::is_identifier;
use crate::ledger::{ArtifactRoot, KeySource};
use crate::verifier::{Provider, TrackerSettings};

/// The most that is read of the file, in bytes.
const LIMIT: u64 = 1024 * 1024;

/// The name of the file in the state folder.
pub const EFFECTS_FILE: &str = "effects.toml";

/// Why the settings cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", path.display())]
pub struct ConfigError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong and what would be right.
    pub message: String,
}

/// What a host says about its ledgers; all of it may be left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectsConfig {
    /// Who owns the ledgers.
    pub tenant: String,
    /// The project, in place of the name of its folder.
    pub project: Option<String>,
    /// The writer, in place of the host's name.
    pub writer: Option<String>,
    /// Where artifacts are kept, in place of `.aiwg` in the project.
    pub artifact_root: Option<PathBuf>,
    /// How long to wait for a lock.
    pub lock_timeout: Duration,
    /// Where the key is kept.
    pub key: KeySource,
    /// The trackers that may be asked.
    pub trackers: Vec<TrackerSettings>,
}

impl Default for EffectsConfig {
    fn default() -> Self {
        Self {
            tenant: "local".to_owned(),
            project: None,
            writer: None,
            artifact_root: None,
            lock_timeout: Duration::from_secs(30),
            key: KeySource::None,
            trackers: Vec::new(),
        }
    }
}

impl EffectsConfig {
    /// Reads the settings in a state folder; there need not be any. Relative paths begin in that folder. The second
    /// value tells whether a ledger is configured there at all.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] naming the first setting that is not known or not valid.
    pub fn read(state: &Path) -> Result<(Self, bool), ConfigError> {
        let path = state.join(EFFECTS_FILE);
        let wrong = |message: String| ConfigError { path: path.clone(), message };
        let text = read_bounded(&path, LIMIT).map_err(|error| wrong(error.to_string()))?;
        let Some(text) = text else { return Ok((Self::default(), false)) };
        let text = String::from_utf8(text).map_err(|_| wrong("it is not UTF-8".to_owned()))?;
        let table: Table = text.parse().map_err(|error: toml::de::Error| wrong(error.message().to_owned()))?;
        Self::from_table(&table, state).map(|config| (config, true)).map_err(wrong)
    }

    fn from_table(table: &Table, state: &Path) -> Result<Self, String> {
        known(table, &["effects"], "")?;
        let mut config = Self::default();
        let Some(effects) = table.get("effects") else { return Ok(config) };
        let effects = effects.as_table().ok_or("[effects] must be a table")?;
        known(
            effects,
            &["tenant", "project", "writer", "artifact_root", "lock_timeout_ms", "key_file", "key_command", "trackers"],
            "effects.",
        )?;
        if let Some(tenant) = text(effects, "tenant")? {
            config.tenant = identifier("tenant", tenant)?;
        }
        config.project = text(effects, "project")?.map(|project| identifier("project", project)).transpose()?;
        config.writer = text(effects, "writer")?.map(str::to_owned);
        if let Some(writer) = config.writer.as_deref().filter(|writer| !is_writer(writer)) {
            return Err(format!(
                "effects.writer {writer:?} must be a lowercase letter or digit, then up to 63 of those or '-'"
            ));
        }
        config.artifact_root = text(effects, "artifact_root")?.map(|root| state.join(root));
        if let Some(limit) = effects.get("lock_timeout_ms") {
            let limit = limit.as_integer().and_then(|limit| u64::try_from(limit).ok());
            config.lock_timeout =
                Duration::from_millis(limit.ok_or("effects.lock_timeout_ms must be a whole number of milliseconds")?);
        }
        config.key = match (text(effects, "key_file")?, effects.get("key_command")) {
            (Some(_), Some(_)) => return Err("effects.key_file and effects.key_command exclude each other".to_owned()),
            (Some(path), None) => KeySource::File(key_file(state, path)?),
            (None, Some(command)) => KeySource::Command(words("effects.key_command", command)?),
            (None, None) => KeySource::None,
        };
        if let Some(trackers) = effects.get("trackers") {
            let trackers = trackers.as_array().ok_or("effects.trackers must be a list of tables")?;
            config.trackers = trackers.iter().map(|tracker| read_tracker(tracker, state)).collect::<Result<_, _>>()?;
        }
        Ok(config)
    }

    /// Where a project's ledgers are kept.
    #[must_use]
    pub fn root(&self, project: &Path) -> ArtifactRoot {
        match &self.artifact_root {
            Some(root) => ArtifactRoot::External(root.clone()),
            None => ArtifactRoot::InProject(project.join(".aiwg")),
        }
    }

    /// The name of a project in scopes: as configured, or that of its folder with everything else made `-`.
    #[must_use]
    pub fn project_name(&self, project: &Path) -> String {
        if let Some(name) = &self.project {
            return name.clone();
        }
        let name = project.file_name().unwrap_or_default().to_string_lossy();
        let plain = |c: char| if c.is_ascii_alphanumeric() || "._:/@-".contains(c) { c } else { '-' };
        let name: String = name.chars().map(plain).skip_while(|c| !c.is_ascii_alphanumeric()).take(256).collect();
        if name.is_empty() { "project".to_owned() } else { name }
    }

    /// The name of this host's segment: as configured, or the host's name with everything else made `-`.
    #[must_use]
    pub fn writer_name(&self, hostname: &str) -> String {
        if let Some(writer) = &self.writer {
            return writer.clone();
        }
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let name: String = hostname.chars().map(plain).skip_while(|c| *c == '-').take(64).collect();
        if name.is_empty() { "host".to_owned() } else { name }
    }
}

/// The file of the key. The key that signs reviews is never the ledger's.
fn key_file(state: &Path, path: &str) -> Result<PathBuf, String> {
    let path = state.join(path);
    let review = state.join("keys").join("review_ed25519");
    let is_review = path == review
        || path.canonicalize().is_ok_and(|path| review.canonicalize().is_ok_and(|review| path == review));
    if is_review {
        Err("effects.key_file is the key that signs reviews: a ledger has one of its own".to_owned())
    } else {
        Ok(path)
    }
}

fn read_tracker(tracker: &Value, state: &Path) -> Result<TrackerSettings, String> {
    let tracker = tracker.as_table().ok_or("effects.trackers must be a list of tables")?;
    known(tracker, &["provider", "url", "repositories", "actor", "token_file", "timeout_ms"], "effects.trackers.")?;
    let provider = match text(tracker, "provider")? {
        Some("gitea") => Provider::Gitea,
        Some("github") => Provider::GitHub,
        _ => return Err("effects.trackers.provider must be \"gitea\" or \"github\"".to_owned()),
    };
    let url = match (text(tracker, "url")?, provider) {
        (Some(url), _) => url,
        (None, Provider::GitHub) => "https://api.github.com",
        (None, Provider::Gitea) => return Err("effects.trackers.url is missing".to_owned()),
    };
    let repositories = words(
        "effects.trackers.repositories",
        tracker.get("repositories").ok_or("effects.trackers.repositories is missing")?,
    )?;
    let actor = text(tracker, "actor")?.ok_or("effects.trackers.actor is missing")?;
    let token = match text(tracker, "token_file")? {
        None => None,
        Some(path) => Some(read_token(&state.join(path))?),
    };
    let mut settings =
        TrackerSettings::new(provider, url, repositories, actor, token).map_err(|error| error.to_string())?;
    if let Some(limit) = tracker.get("timeout_ms") {
        let limit = limit.as_integer().and_then(|limit| u64::try_from(limit).ok()).filter(|limit| *limit > 0);
        settings = settings.with_timeout(Duration::from_millis(
            limit.ok_or("effects.trackers.timeout_ms must be a whole number of milliseconds")?,
        ));
    }
    Ok(settings)
}

fn read_token(path: &Path) -> Result<String, String> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::metadata(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    if mode.permissions().mode() & 0o077 != 0 {
        return Err(format!("{} may be read by others: chmod 600 it", path.display()));
    }
    let text = read_bounded(path, LIMIT).map_err(|error| error.to_string())?.unwrap_or_default();
    let text = String::from_utf8(text).map_err(|_| format!("{} is not UTF-8", path.display()))?;
    Ok(text.trim_end_matches('\n').to_owned())
}

fn known(table: &Table, names: &[&str], prefix: &str) -> Result<(), String> {
    match table.keys().find(|name| !names.contains(&name.as_str())) {
        Some(name) => Err(format!("{prefix}{name} is not known; known are {}", names.join(", "))),
        None => Ok(()),
    }
}

fn text<'t>(table: &'t Table, name: &str) -> Result<Option<&'t str>, String> {
    match table.get(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("{name} must be a string")),
    }
}

fn identifier(name: &str, text: &str) -> Result<String, String> {
    if is_identifier(text) {
        return Ok(text.to_owned());
    }
    Err(format!("effects.{name} {text:?} must begin with a letter or digit and hold only those and ._:/@-"))
}

fn words(name: &str, value: &Value) -> Result<Vec<String>, String> {
    let words = value.as_array().and_then(|words| words.iter().map(|word| word.as_str().map(str::to_owned)).collect());
    words.filter(|words: &Vec<String>| !words.is_empty()).ok_or_else(|| format!("{name} must be a list of strings"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<EffectsConfig, String> {
        EffectsConfig::from_table(&text.parse().unwrap(), Path::new("/state"))
    }

    #[test]
    fn settings() {
        assert_eq!(read(""), Ok(EffectsConfig::default()));
        let full = read(
            "[effects]\ntenant = 't'\nproject = 'a/b'\nwriter = 'w'\nartifact_root = '/mnt/a'\nlock_timeout_ms = 5\nkey_file = 'keys/ledger'\n\
             [[effects.trackers]]\nprovider = 'gitea'\nurl = 'https://git.example'\nrepositories = ['o/r']\nactor = 'bot'\n",
        )
        .unwrap();
        assert_eq!(full.key, KeySource::File(PathBuf::from("/state/keys/ledger")));
        assert_eq!(full.root(Path::new("/p")), ArtifactRoot::External(PathBuf::from("/mnt/a")));
        assert_eq!(full.trackers.len(), 1);
        for bad in [
            "other = 1",
            "[effects]\nother = 1",
            "[effects]\ntenant = 1",
            "[effects]\ntenant = '-'",
            "[effects]\nwriter = 'A'",
            "[effects]\nlock_timeout_ms = -1",
            "[effects]\nkey_file = 'a'\nkey_command = ['b']",
            "[effects]\nkey_command = []",
            "[effects]\nkey_file = 'keys/review_ed25519'",
            "[[effects.trackers]]\nprovider = 'x'",
            "[[effects.trackers]]\nprovider = 'gitea'\nurl = 'http://git.example'\nrepositories = ['o/r']\nactor = 'bot'",
            "[[effects.trackers]]\nprovider = 'github'\nrepositories = ['o']\nactor = 'bot'",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn names_from_the_surroundings() {
        let config = EffectsConfig::default();
        assert_eq!(config.project_name(Path::new("/a/My Project!")), "My-Project-");
        assert_eq!(config.project_name(Path::new("/a/.hidden")), "hidden");
        assert_eq!(config.project_name(Path::new("/")), "project");
        assert_eq!(config.writer_name("Host.Example"), "host-example");
        assert_eq!(config.writer_name("---"), "host");
    }
}
