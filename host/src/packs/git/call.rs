//! Calls of git that are not among those a review needs.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::Stdio;

use assize_git::{GitError, GitProgram};
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::Command;

/// The most that is read of git's standard error, in bytes.
const STDERR_LIMIT: u64 = 16 * 1024;
/// How many lines of git's standard error an error message repeats.
const STDERR_LINES: usize = 4;

/// Settings that hold for every call: neither a repository nor a fetched one can make git run a program.
const SETTINGS: &[&str] = &["-c", "core.quotePath=false", "-c", "core.fsmonitor=false"];

/// One call of git. A call whose future is dropped is killed.
#[derive(Debug)]
pub(crate) struct GitCall {
    program: GitProgram,
    arguments: Vec<OsString>,
    environment: Vec<(OsString, OsString)>,
    /// How many of the arguments stand before the command itself.
    prologue: usize,
}

/// What a call printed, and how it ended.
#[derive(Debug)]
pub(crate) struct GitAnswer {
    /// The exit status, unless a signal ended it.
    pub(crate) status: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    message: String,
    command: Vec<String>,
}

impl GitCall {
    /// A call made in a directory. Hooks are off.
    pub(crate) fn at(program: &GitProgram, directory: &Path) -> Self {
        Self::bare(program).setting("core.hooksPath=/dev/null").global([OsStr::new("-C"), directory.as_os_str()])
    }

    /// A call made in a directory with its hook folder as the repository sets it, to ask where that is.
    pub(crate) fn asking_hooks(program: &GitProgram, directory: &Path) -> Self {
        Self::bare(program).global([OsStr::new("-C"), directory.as_os_str()])
    }

    fn bare(program: &GitProgram) -> Self {
        let arguments: Vec<_> = SETTINGS.iter().map(OsString::from).collect();
        Self { program: program.clone(), prologue: arguments.len(), arguments, environment: Vec::new() }
    }

    /// With a setting of this call alone, as `name=value`.
    pub(crate) fn setting(self, setting: &str) -> Self {
        self.global([OsStr::new("-c"), OsStr::new(setting)])
    }

    /// With options of git itself.
    pub(crate) fn global<'a>(mut self, options: impl IntoIterator<Item = &'a OsStr>) -> Self {
        self.arguments.extend(options.into_iter().map(OsStr::to_owned));
        self.prologue = self.arguments.len();
        self
    }

    /// With a variable in the call's environment.
    pub(crate) fn variable(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// With the command and its arguments.
    pub(crate) fn command<'a>(mut self, words: impl IntoIterator<Item = &'a OsStr>) -> Self {
        self.arguments.extend(words.into_iter().map(OsStr::to_owned));
        self
    }

    /// With the command and its arguments, which are all text.
    pub(crate) fn words(self, words: &[&str]) -> Self {
        self.command(words.iter().map(OsStr::new))
    }

    /// The process, not started yet. Its standard error goes nowhere.
    pub(crate) fn process(&self) -> Command {
        let mut command = Command::new(self.program.path());
        command
            .args(&self.arguments)
            .env_clear()
            .envs(self.program.environment().iter().map(|(name, value)| (name, value)))
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        command
    }

    /// The error for a git that could not be started.
    pub(crate) fn not_started(&self, source: io::Error) -> GitError {
        GitError::Start { program: self.program.path().to_owned(), source }
    }

    /// Runs the call to its end, reading at most `limit` bytes of its output.
    pub(crate) async fn run(self, limit: usize) -> Result<GitAnswer, GitError> {
        let mut child = self.process().stderr(Stdio::piped()).spawn().map_err(|source| self.not_started(source))?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let (stdout, stderr) = tokio::try_join!(all_of(stdout, limit), beginning_of(stderr)).map_err(GitError::Io)?;
        let words = self.arguments.get(self.prologue..).unwrap_or_default();
        let command = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let Some(stdout) = stdout else { return Err(GitError::TooMuchOutput { command, limit }) };
        let status = child.wait().await.map_err(GitError::from_wait)?.code();
        Ok(GitAnswer { status, stdout, message: first_lines(&stderr), command })
    }

    /// As [`GitCall::run`], for calls that fail only when something is wrong.
    pub(crate) async fn ask(self, limit: usize) -> Result<Vec<u8>, GitError> {
        let answer = self.run(limit).await?;
        if answer.status == Some(0) { Ok(answer.stdout) } else { Err(answer.failure()) }
    }
}

impl GitAnswer {
    /// The error for a call that failed.
    pub(crate) fn failure(self) -> GitError {
        GitError::Failed { command: self.command, status: self.status, message: self.message }
    }
}

/// Reads a pipe to its end; `None` when it holds more than `limit` bytes. The pipe is then closed, which ends git.
async fn all_of(pipe: Option<impl AsyncRead + Unpin>, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let Some(pipe) = pipe else { return Ok(Some(Vec::new())) };
    let mut bytes = Vec::new();
    let room = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    pipe.take(room).read_to_end(&mut bytes).await?;
    Ok((bytes.len() <= limit).then_some(bytes))
}

/// Keeps the beginning of a pipe and reads the rest away, so that git does not wait for a reader.
async fn beginning_of(pipe: Option<impl AsyncRead + Unpin>) -> io::Result<Vec<u8>> {
    let Some(mut pipe) = pipe else { return Ok(Vec::new()) };
    let mut bytes = Vec::new();
    (&mut pipe).take(STDERR_LIMIT).read_to_end(&mut bytes).await?;
    tokio::io::copy(&mut pipe, &mut tokio::io::sink()).await?;
    Ok(bytes)
}

fn first_lines(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(STDERR_LINES).collect();
    if lines.is_empty() { "it said nothing".to_owned() } else { lines.join("; ") }
}

/// An answer of one line as text, without its line end.
pub(crate) fn text_of(answer: &[u8]) -> String {
    let text = String::from_utf8_lossy(answer);
    text.strip_suffix('\n').unwrap_or(&text).to_owned()
}
