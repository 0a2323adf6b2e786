//! What is to be started, and how its program is found.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::StartError;
use crate::Sandbox;

/// The shell of every check. An absolute path, so that no search is needed and a process can be started without
/// copying this one.
const SHELL: &str = "/bin/sh";

/// A command to be carried out in a process group of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine {
    pub(super) argv: Vec<OsString>,
    pub(super) cwd: PathBuf,
    pub(super) label: String,
    /// In place of the run's environment.
    environment: Option<Vec<(OsString, OsString)>>,
    /// What is on standard input.
    pub(super) input: Option<PathBuf>,
    /// How many bytes of its output are kept.
    pub(super) kept: usize,
    pub(super) sandbox: Option<Sandbox>,
}

/// How much of a command's output is kept unless it asks for more (AIP-62, "Command lanes").
const KEPT: usize = 64 * 1024;

impl CommandLine {
    /// `sh -c <text>` in the directory `cwd`.
    #[must_use]
    pub fn shell(text: &str, cwd: impl Into<PathBuf>) -> Self {
        Self::new(["sh", "-c", text], cwd)
    }

    /// The program `argv[0]` with the other arguments, in the directory `cwd`.
    #[must_use]
    pub fn new(argv: impl IntoIterator<Item = impl Into<OsString>>, cwd: impl Into<PathBuf>) -> Self {
        Self {
            argv: argv.into_iter().map(Into::into).collect(),
            cwd: cwd.into(),
            label: String::new(),
            environment: None,
            input: None,
            kept: KEPT,
            sandbox: None,
        }
    }

    /// The same command with a name that shows in the environment of its processes, for people.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same command with exactly this environment, and the run's marker, in place of the run's own environment.
    #[must_use]
    pub fn with_environment(mut self, environment: Vec<(OsString, OsString)>) -> Self {
        self.environment = Some(environment);
        self
    }

    /// The same command with the file at `path` on its standard input, which is empty otherwise.
    #[must_use]
    pub fn reading_from(mut self, path: impl Into<PathBuf>) -> Self {
        self.input = Some(path.into());
        self
    }

    /// The same command with the last `bytes` of its output kept, in place of 64 KiB. They are kept in memory.
    #[must_use]
    pub fn keeping(mut self, bytes: usize) -> Self {
        self.kept = bytes;
        self
    }

    /// The same command in a sandbox, where this system has any ([`SandboxSupport`](crate::SandboxSupport)).
    #[must_use]
    pub fn confined_to(mut self, sandbox: Sandbox) -> Self {
        self.sandbox = Some(sandbox);
        self
    }

    /// What the command finds in its environment, in a run with this one.
    pub(super) fn environment<'e>(&'e self, of_run: &'e [(OsString, OsString)]) -> &'e [(OsString, OsString)] {
        self.environment.as_deref().unwrap_or(of_run)
    }

    /// Finds the program, with the search path of `environment`, and checks the directory.
    pub(super) fn locate(&self, environment: &[(OsString, OsString)]) -> Result<PathBuf, StartError> {
        if !self.cwd.is_dir() {
            return Err(StartError::NoDirectory { path: self.cwd.clone() });
        }
        let name = self.argv.first().ok_or(StartError::NoProgram)?;
        let path = environment.iter().rev().find(|(key, _)| key == "PATH").map(|(_, value)| value.as_os_str());
        find_program(name, &self.cwd, path).ok_or_else(|| StartError::NotFound { program: name.clone() })
    }
}

fn find_program(name: &OsStr, cwd: &Path, path: Option<&OsStr>) -> Option<PathBuf> {
    if name.as_encoded_bytes().contains(&b'/') {
        return Some(cwd.join(name));
    }
    if name == "sh" && Path::new(SHELL).exists() {
        return Some(SHELL.into());
    }
    // An empty entry stands for the working directory, as it does for a shell.
    std::env::split_paths(path?).map(|entry| cwd.join(entry).join(name)).find(|candidate| is_program(candidate))
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found() {
        let dir = tempfile::tempdir().unwrap();
        let tool = dir.path().join("tool");
        std::fs::write(&tool, "#!/bin/sh\n").unwrap();
        let check = |name: &str, path: Option<&str>, expect: Option<&Path>| {
            let found = find_program(name.as_ref(), dir.path(), path.map(OsStr::new));
            assert_eq!(found.as_deref(), expect, "{name} in {path:?}");
        };
        check("sh", None, Some(Path::new("/bin/sh")));
        check("./x", None, Some(&dir.path().join("./x")));
        check("/opt/x", None, Some(Path::new("/opt/x")));
        check("tool", None, None);
        check("tool", Some(""), None);
        std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).unwrap();
        check("tool", Some("/nowhere:"), Some(&tool));
        check("tool", Some("."), Some(&tool));
        check("tool", Some("/nowhere"), None);
    }

    #[test]
    fn what_cannot_be_started_says_why() {
        let dir = tempfile::tempdir().unwrap();
        let gone = CommandLine::shell("true", dir.path().join("gone"));
        assert!(gone.locate(&[]).unwrap_err().to_string().ends_with("gone is no directory"));
        let nothing = CommandLine::new(Vec::<OsString>::new(), dir.path());
        assert_eq!(nothing.locate(&[]).unwrap_err().to_string(), "the command is empty");
        let unknown = CommandLine::new(["no-such-tool"], dir.path());
        assert_eq!(unknown.locate(&[]).unwrap_err().to_string(), "no-such-tool is not on the search path");
    }
}
