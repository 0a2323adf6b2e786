//! Calling `gh`.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use assize_git::without_hook_variables;
use assize_schemas::plain_text;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::Command;

use super::error::GitHubError;

/// How long one question may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// The most that is read of an answer, in bytes.
const ANSWER: u64 = 8 * 1024 * 1024;
/// The most that is read of an error, in bytes.
const ERROR: u64 = 16 * 1024;
/// The form of GitHub's answers.
const ACCEPT: &str = "Accept: application/vnd.github.v3+json";

/// The `gh` command.
#[derive(Debug)]
pub(crate) struct Gh {
    path: PathBuf,
    environment: Vec<(OsString, OsString)>,
}

impl Gh {
    /// Finds it on the `PATH` of an environment.
    pub(crate) fn find(environment: &[(OsString, OsString)]) -> Result<Self, GitHubError> {
        let paths = environment.iter().rev().find(|(name, _)| name == "PATH").map(|(_, value)| value);
        let path = paths
            .and_then(|paths| std::env::split_paths(paths).map(|folder| folder.join("gh")).find(|file| may_run(file)))
            .ok_or(GitHubError::Unavailable)?;
        Ok(Self { path, environment: without_hook_variables(environment) })
    }

    /// Asks GitHub's interface for a path.
    pub(super) async fn ask(&self, path: &str) -> Result<Value, GitHubError> {
        let failed = |message: String| GitHubError::Failed { path: path.to_owned(), message };
        let mut child = Command::new(&self.path)
            .args(["api", "--hostname", "github.com", "-H", ACCEPT, path])
            // Whatever repository this process was started in is none of its business.
            .current_dir("/")
            .env_clear()
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .env("GH_PROMPT_DISABLED", "1")
            .env("GH_NO_UPDATE_NOTIFIER", "1")
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let talk = async {
            let (answer, said) = tokio::join!(read(stdout, ANSWER), read(stderr, ERROR));
            (child.wait().await, answer, said)
        };
        let Ok((status, answer, said)) = tokio::time::timeout(PATIENCE, talk).await else {
            return Err(failed(format!("no answer in {} s", PATIENCE.as_secs())));
        };
        let status = status.map_err(|error| failed(error.to_string()))?;
        if !status.success() {
            let said = plain_text(&String::from_utf8_lossy(&said));
            let line = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing");
            return Err(failed(format!("{status}: {line}")));
        }
        serde_json::from_slice(&answer).map_err(|error| failed(format!("the answer is no JSON: {error}")))
    }
}

/// Only absolute candidates count: a relative entry of the `PATH` would let a repository bring its own.
fn may_run(file: &Path) -> bool {
    file.is_absolute()
        && fs::metadata(file).is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

/// Reads what comes, up to a limit; the rest is read and thrown away, so that nobody waits to be read.
async fn read(pipe: Option<impl AsyncRead + Unpin>, limit: u64) -> Vec<u8> {
    let mut kept = Vec::new();
    let Some(mut pipe) = pipe else { return kept };
    // An answer that was cut short is no JSON.
    let _ = (&mut pipe).take(limit).read_to_end(&mut kept).await;
    let _ = tokio::io::copy(&mut pipe, &mut tokio::io::sink()).await;
    kept
}
