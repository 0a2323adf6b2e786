//! Calls of `ssh-keygen`.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, Command};

use crate::signing::SshKeygenError;

/// How long one call may take; it does a few milliseconds' work.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// The most that is read of what it prints, in bytes.
const OUTPUT_LIMIT: usize = 256 * 1024;
/// The variables it gets. Neither an agent nor a prompt may have a part in a signature.
const VARIABLES: &[&str] = &["PATH", "HOME"];

/// `ssh-keygen` with the environment its calls get. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct SshKeygen(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    environment: Vec<(OsString, OsString)>,
    limit: Duration,
}

/// What a call printed, and whether it went well.
#[derive(Debug)]
pub(crate) struct KeygenAnswer {
    pub(crate) success: bool,
    pub(crate) stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl SshKeygen {
    /// Finds it on the `PATH` of `environment`. Only absolute entries count: with a relative one the reviewed tree
    /// could bring its own.
    pub(crate) fn find(environment: &[(OsString, OsString)]) -> Result<Self, SshKeygenError> {
        let last = |wanted: &str| environment.iter().rev().find(|(name, _)| name == wanted).map(|(_, value)| value);
        let path = last("PATH")
            .and_then(|value| {
                std::env::split_paths(value).map(|folder| folder.join("ssh-keygen")).find(|file| may_run(file))
            })
            .ok_or(SshKeygenError::Missing)?;
        let mut kept: Vec<(OsString, OsString)> =
            VARIABLES.iter().filter_map(|name| Some((name.into(), last(name)?.clone()))).collect();
        kept.push(("LC_ALL".into(), "C".into()));
        kept.push(("SSH_ASKPASS_REQUIRE".into(), "never".into()));
        Ok(Self(Arc::new(Inner { path, environment: kept, limit: TIME_LIMIT })))
    }

    /// Runs a call to its end. `input` is its standard input.
    pub(crate) async fn call(&self, arguments: &[&OsStr], input: &[u8]) -> Result<KeygenAnswer, SshKeygenError> {
        self.start(arguments)?.finish(input).await
    }

    /// Starts a call that waits for what it is to work on, so that its start costs nobody any time later.
    ///
    /// # Errors
    ///
    /// [`SshKeygenError::Start`].
    pub(crate) fn start(&self, arguments: &[&OsStr]) -> Result<KeygenCall, SshKeygenError> {
        let child = Command::new(&self.0.path)
            .args(arguments)
            .env_clear()
            .envs(self.0.environment.iter().map(|(name, value)| (name, value)))
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|source| SshKeygenError::Start { program: self.0.path.clone(), source })?;
        Ok(KeygenCall { child, limit: self.0.limit })
    }
}

/// A call that was started and waits for its input; dropping it ends it.
#[derive(Debug)]
pub(crate) struct KeygenCall {
    child: Child,
    limit: Duration,
}

impl KeygenCall {
    /// Hands `input` over and waits for the answer, within the time limit.
    ///
    /// # Errors
    ///
    /// [`SshKeygenError`] when the call takes too long, says too much or cannot be talked to.
    pub(crate) async fn finish(self, input: &[u8]) -> Result<KeygenAnswer, SshKeygenError> {
        let limit = self.limit;
        // The child is killed when its future is dropped.
        tokio::time::timeout(limit, exchange(self.child, input))
            .await
            .unwrap_or(Err(SshKeygenError::TimedOut { limit }))
    }
}

async fn exchange(mut child: Child, input: &[u8]) -> Result<KeygenAnswer, SshKeygenError> {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let feed = async {
        if let Some(mut stdin) = stdin {
            // One that ends early closes its end; its exit status says why.
            drop(stdin.write_all(input).await);
        }
        Ok(())
    };
    let (stdout, stderr, ()) = tokio::try_join!(read(stdout), read(stderr), feed)?;
    let status = child.wait().await.map_err(SshKeygenError::Io)?;
    Ok(KeygenAnswer { success: status.success(), stdout, stderr })
}

impl KeygenAnswer {
    /// What it said on standard error, as one line without control characters.
    pub(crate) fn message(&self) -> String {
        let text = String::from_utf8_lossy(&self.stderr);
        let lines: Vec<String> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_control()).collect::<String>().trim().to_owned())
            .filter(|line| !line.is_empty() && line != "Signing data on standard input")
            .take(4)
            .collect();
        if lines.is_empty() { "it did not say why".to_owned() } else { lines.join("; ") }
    }

    /// The output of a call that went well.
    pub(crate) fn output(self, action: &'static str) -> Result<Vec<u8>, SshKeygenError> {
        if self.success { Ok(self.stdout) } else { Err(SshKeygenError::Failed { action, message: self.message() }) }
    }
}

async fn read(pipe: Option<impl AsyncRead + Unpin>) -> Result<Vec<u8>, SshKeygenError> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        let room = u64::try_from(OUTPUT_LIMIT).unwrap_or(u64::MAX).saturating_add(1);
        pipe.take(room).read_to_end(&mut bytes).await.map_err(SshKeygenError::Io)?;
    }
    if bytes.len() > OUTPUT_LIMIT { Err(SshKeygenError::TooMuchOutput { limit: OUTPUT_LIMIT }) } else { Ok(bytes) }
}

fn may_run(file: &Path) -> bool {
    file.is_absolute()
        && fs::metadata(file).is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

/// Arguments of mixed kinds as one list.
macro_rules! words {
    ($($word:expr),* $(,)?) => { [$(std::ffi::OsStr::new($word)),*] };
}
pub(crate) use words;
