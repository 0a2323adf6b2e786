//! The environment variables that Assize knows, and the one place that reads them.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use assize_host::REVIEW_BASE_VARIABLE;

/// The state folder itself. Empty counts as unset (rulings 35).
const STATE: &str = "AGENTPROTO_HOME";
/// The person's home folder: the state folder is `.agentproto` in it by default.
const HOME: &str = "HOME";
/// Where temporary folders are made; `/tmp` by default.
const TEMPORARY: &str = "TMPDIR";
/// Where programs are looked for.
const SEARCH_PATH: &str = "PATH";
/// The session that asks for a run; it is recorded as the requester.
const SESSION: &str = "AGENTPROTO_SESSION_ID";
/// What pushed branches are reviewed against, in place of the remote's default branch (rulings 32).
const REVIEW_BASE: &str = REVIEW_BASE_VARIABLE;
/// Set and not empty: no colours (<https://no-color.org>).
const NO_COLOR: &str = "NO_COLOR";
/// The kind of terminal; `dumb` ones get neither colours nor live rows.
const TERM: &str = "TERM";
/// Set by GitHub's runners, which take commands from output.
const GITHUB_ACTIONS: &str = "GITHUB_ACTIONS";
/// Milliseconds between SIGTERM and SIGKILL for lanes that are ended; for tests.
const GRACE: &str = "ASSIZE_GRACE_MS";

/// The name of the state folder in the home folder.
const STATE_IN_HOME: &str = ".agentproto";

/// The environment as it was when the process began.
#[derive(Debug, Clone)]
pub(crate) struct Environment {
    variables: Vec<(OsString, OsString)>,
}

/// Nothing says where the state folder is.
#[derive(Debug, thiserror::Error)]
#[error("cannot tell where the state folder is: neither {STATE} nor {HOME} is set")]
pub(crate) struct NoStateFolder;

impl Environment {
    /// Reads the process's environment.
    pub(crate) fn read() -> Self {
        Self { variables: std::env::vars_os().collect() }
    }

    /// All of it, as git and the lanes get it.
    pub(crate) fn variables(&self) -> Vec<(OsString, OsString)> {
        self.variables.clone()
    }

    /// The state folder, made absolute from `cwd`.
    pub(crate) fn state_folder(&self, cwd: &Path) -> Result<PathBuf, NoStateFolder> {
        let named = self.get(STATE).map(PathBuf::from);
        let folder = named.or_else(|| Some(Path::new(self.get(HOME)?).join(STATE_IN_HOME))).ok_or(NoStateFolder)?;
        Ok(cwd.join(folder))
    }

    /// Where temporary folders are made, made absolute from `cwd`.
    pub(crate) fn temporary_folder(&self, cwd: &Path) -> PathBuf {
        cwd.join(self.get(TEMPORARY).map_or_else(|| PathBuf::from("/tmp"), PathBuf::from))
    }

    /// Where programs are looked for.
    pub(crate) fn search_path(&self) -> Option<OsString> {
        self.get(SEARCH_PATH).map(OsStr::to_owned)
    }

    /// The session that asks.
    pub(crate) fn session_id(&self) -> Option<String> {
        self.get(SESSION)?.to_str().map(str::to_owned)
    }

    /// What pushed branches are reviewed against. A value that is no text stays one that names no commit.
    pub(crate) fn review_base(&self) -> Option<String> {
        Some(self.get(REVIEW_BASE)?.to_string_lossy().into_owned())
    }

    /// Whether colours are unwanted on every stream.
    pub(crate) fn is_plain(&self) -> bool {
        self.get(NO_COLOR).is_some() || self.has_dumb_terminal()
    }

    /// Whether the terminal cannot move its cursor.
    pub(crate) fn has_dumb_terminal(&self) -> bool {
        self.get(TERM).is_some_and(|term| term == "dumb")
    }

    /// Whether a CI system reads commands from what is printed (rulings 36).
    pub(crate) fn output_gives_commands(&self) -> bool {
        self.get(GITHUB_ACTIONS).is_some_and(|value| value != "false")
    }

    /// Whether a program of that name, or at that path, is here.
    pub(crate) fn has_program(&self, name: &str) -> bool {
        let is_file = |path: &Path| path.metadata().is_ok_and(|found| found.is_file());
        if name.contains('/') {
            return is_file(Path::new(name));
        }
        self.get("PATH").is_some_and(|path| std::env::split_paths(path).any(|folder| is_file(&folder.join(name))))
    }

    /// Another grace than the usual one.
    pub(crate) fn grace(&self) -> Option<Duration> {
        self.get(GRACE)?.to_str()?.parse().ok().map(Duration::from_millis)
    }

    /// A variable that is set and not empty.
    fn get(&self, name: &str) -> Option<&OsStr> {
        let (_, value) = self.variables.iter().find(|(known, _)| known == name)?;
        (!value.is_empty()).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(variables: &[(&str, &str)]) -> Environment {
        let variables = variables.iter().map(|(name, value)| (OsString::from(name), OsString::from(value))).collect();
        Environment { variables }
    }

    #[test]
    fn where_the_state_folder_is() {
        let check = |variables: &[(&str, &str)], expect: Option<&str>| {
            let folder = environment(variables).state_folder(Path::new("/here")).ok();
            assert_eq!(folder.as_deref(), expect.map(Path::new), "{variables:?}");
        };
        check(&[("HOME", "/home/ada")], Some("/home/ada/.agentproto"));
        check(&[("HOME", "/home/ada"), ("AGENTPROTO_HOME", "")], Some("/home/ada/.agentproto"));
        check(&[("HOME", "/home/ada"), ("AGENTPROTO_HOME", "/srv/state")], Some("/srv/state"));
        check(&[("AGENTPROTO_HOME", "state")], Some("/here/state"));
        check(&[("HOME", "")], None);
        check(&[], None);
    }

    #[test]
    fn switches() {
        assert!(!environment(&[("NO_COLOR", "")]).is_plain());
        assert!(environment(&[("NO_COLOR", "1")]).is_plain());
        assert!(environment(&[("TERM", "dumb")]).is_plain());
        assert!(environment(&[("GITHUB_ACTIONS", "true")]).output_gives_commands());
        assert!(!environment(&[]).output_gives_commands());
        assert_eq!(environment(&[("ASSIZE_GRACE_MS", "250")]).grace(), Some(Duration::from_millis(250)));
        assert_eq!(environment(&[("AGENTPROTO_SESSION_ID", "")]).session_id(), None);
    }
}
