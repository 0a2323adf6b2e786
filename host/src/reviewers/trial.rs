//! The repository that a preset is tried on.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::session::variable;
use crate::repository::temporary_folder;
use crate::{HostError, HostSettings};

/// What the reviewer is to go by.
const RUBRIC: &str = "# Greeting

Report as a finding what would keep `greet` from printing its greeting. Style and missing features are none of it.
If nothing would, the list of findings is empty.
";
const BEFORE: &str = "#!/bin/sh\n# greet: says hello.\necho \"Hello\"\n";
const AFTER: &str = "#!/bin/sh\n# greet: says hello to somebody, or to the world.\necho \"Hello, ${1:-world}\"\n";

/// A folder with a tiny repository and a state folder for trying a preset on, gone when this is dropped. There is nothing
/// wrong with the change in it.
#[derive(Debug)]
pub struct PresetTrial {
    place: TempDir,
}

impl PresetTrial {
    /// Makes one whose only check asks `preset`, for at most `timeout`. Blocks the thread.
    ///
    /// # Errors
    ///
    /// [`HostError::Trial`] with what the system or git said.
    pub fn make(settings: &HostSettings, preset: &str, timeout: Duration) -> Result<Self, HostError> {
        let failed = |message: String| HostError::Trial { message };
        let place = tempfile::Builder::new()
            .prefix("assize-trial-")
            .tempdir_in(temporary_folder(&settings.environment))
            .map_err(|error| failed(error.to_string()))?;
        let trial = Self { place };
        let root = trial.root();
        std::fs::create_dir(&root).map_err(|error| failed(error.to_string()))?;
        let write = |name: &str, text: &str| {
            std::fs::write(root.join(name), text).map_err(|error| failed(format!("{name}: {error}")))
        };
        let git = |arguments: &[&str]| git(settings, &root, arguments).map_err(failed);
        let preset = serde_json::to_string(preset).map_err(|error| failed(error.to_string()))?;
        let manifest = format!(
            "---\nkind: review\nid: preset-test\ntarget: {{kind: git-range, base: before}}\nchecks:\n  - id: greeting\n    \
             kind: agent\n    preset: {preset}\n    rubric: rubric.md\n    timeoutMs: {}\n---\n",
            timeout.as_millis().max(1)
        );
        git(&["init", "--quiet", "--initial-branch=main", "."])?;
        write("rubric.md", RUBRIC)?;
        write("REVIEW.md", &manifest)?;
        write("greet", BEFORE)?;
        git(&["add", "--all"])?;
        git(&["commit", "--quiet", "--no-verify", "--message=Say hello"])?;
        git(&["branch", "before"])?;
        write("greet", AFTER)?;
        git(&["commit", "--quiet", "--no-verify", "--all", "--message=Greet by name"])?;
        Ok(trial)
    }

    /// The repository.
    #[must_use]
    pub fn root(&self) -> PathBuf {
        self.place.path().join("repository")
    }

    /// `settings` with the trial's own state folder, so that nothing of it is recorded.
    #[must_use]
    pub fn settings(&self, settings: &HostSettings) -> HostSettings {
        HostSettings { state: self.place.path().join("state"), ..settings.clone() }
    }
}

/// Calls git with nobody's settings.
fn git(settings: &HostSettings, root: &Path, arguments: &[&str]) -> Result<(), String> {
    let path = variable(&settings.environment, "PATH").map(|path| ("PATH", path));
    let output = Command::new("git")
        .args(["-c", "user.name=Assize", "-c", "user.email=assize@localhost", "-c", "commit.gpgSign=false"])
        .args(arguments)
        .current_dir(root)
        .env_clear()
        .envs(path)
        .envs([("HOME", root), ("GIT_CONFIG_GLOBAL", Path::new("/dev/null")), ("GIT_CONFIG_NOSYSTEM", Path::new("1"))])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("git: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim()))
}
