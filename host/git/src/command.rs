//! One call of git.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use assize_schemas::Sha;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::Command;

use crate::{GitError, GitProgram};

/// The most that is read of git's standard error, in bytes.
const STDERR_LIMIT: u64 = 16 * 1024;
/// How many lines of git's standard error an error message repeats.
const STDERR_LINES: usize = 4;
/// The most that is read of answers that are short by nature, in bytes.
pub(crate) const SHORT: usize = 256 * 1024;
/// The most that is read of lists of paths, refs or commits, in bytes.
pub(crate) const LONG: usize = 256 * 1024 * 1024;

/// Settings that hold for every call, whatever the repository sets: paths are never quoted; neither a file system
/// monitor nor a hook is started; a file is the same only when every stamp of it is, so that one that was changed and
/// given its old time and size is read again; and a name with two meanings is told.
const SETTINGS: &[&str] = &[
    "-c",
    "core.quotePath=false",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.trustctime=true",
    "-c",
    "core.checkStat=default",
    "-c",
    "core.ignoreStat=false",
    "-c",
    "core.warnAmbiguousRefs=true",
    "-c",
    "advice.graftFileDeprecated=false",
];

/// Keeps a call from reaching for what the clone lacks: in a partial clone git would fetch it, and run whatever the
/// repository names as the way there. Where only `GIT_NO_LAZY_FETCH` is set git calls an object that was never fetched
/// missing; here it says that it may not fetch it, which is another thing.
const NO_TRANSPORT: (&str, &str) = ("GIT_ALLOW_PROTOCOL", "none");
/// The person's own switch for the same, which would make git silent about it.
const NO_LAZY_FETCH: &str = "GIT_NO_LAZY_FETCH";
/// Which index a call works on.
const INDEX_FILE: &str = "GIT_INDEX_FILE";

/// Git, bound to a directory.
#[derive(Debug, Clone)]
pub struct Git {
    program: GitProgram,
    directory: PathBuf,
}

/// What a call printed, and how it ended.
#[derive(Debug)]
pub(crate) struct Answer {
    command: Vec<String>,
    pub(crate) status: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    stderr: Vec<u8>,
}

/// One call, and what is particular to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call<'a> {
    command: &'a [&'a OsStr],
    input: Option<&'a [u8]>,
    limit: usize,
    index: Option<&'a Path>,
    may_fetch: bool,
    environment: &'a [(&'static str, OsString)],
}

impl<'a> Call<'a> {
    /// A call that reads at most `limit` bytes, and works with what is here.
    pub(crate) fn new(command: &'a [&'a OsStr], limit: usize) -> Self {
        Self { command, input: None, limit, index: None, may_fetch: false, environment: &[] }
    }

    /// With something on standard input.
    pub(crate) fn input(self, input: &'a [u8]) -> Self {
        Self { input: Some(input), ..self }
    }

    /// On another index than the work tree's.
    pub(crate) fn index(self, index: &'a Path) -> Self {
        Self { index: Some(index), ..self }
    }

    /// With further variables, in place of those of the same name.
    pub(crate) fn environment(self, environment: &'a [(&'static str, OsString)]) -> Self {
        Self { environment, ..self }
    }

    /// May fetch what a partial clone lacks, by the person's own settings.
    pub(crate) fn may_fetch(self) -> Self {
        Self { may_fetch: true, ..self }
    }
}

impl Git {
    /// Git in `directory`.
    pub fn new(program: GitProgram, directory: impl Into<PathBuf>) -> Self {
        Self { program, directory: directory.into() }
    }

    /// The directory that calls are made in.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The same program in another directory.
    #[must_use]
    pub fn at(&self, directory: impl Into<PathBuf>) -> Self {
        Self { program: self.program.clone(), directory: directory.into() }
    }

    /// The argument list of a call, after the binary itself.
    fn arguments<'a>(&'a self, command: &'a [&'a OsStr]) -> impl Iterator<Item = &'a OsStr> {
        let here = [OsStr::new("-C"), self.directory.as_os_str()];
        SETTINGS.iter().map(OsStr::new).chain(here).chain(command.iter().copied())
    }

    /// Runs a call to its end, reading at most `limit` bytes of its output.
    pub(crate) async fn call(&self, command: &[&OsStr], limit: usize) -> Result<Answer, GitError> {
        self.run(Call::new(command, limit)).await
    }

    /// As [`Git::call`], with something on standard input.
    pub(crate) async fn call_with(&self, command: &[&OsStr], input: &[u8], limit: usize) -> Result<Answer, GitError> {
        self.run(Call::new(command, limit).input(input)).await
    }

    /// Runs a call with everything that is particular to it.
    pub(crate) async fn run(&self, call: Call<'_>) -> Result<Answer, GitError> {
        let Call { command, input, limit, index, may_fetch, environment } = call;
        let mut process = Command::new(self.program.path());
        process
            .args(self.arguments(command))
            .env_clear()
            .envs(self.program.environment().iter().map(|(name, value)| (name, value)))
            .stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        if !may_fetch {
            process.env(NO_TRANSPORT.0, NO_TRANSPORT.1).env_remove(NO_LAZY_FETCH);
        }
        if let Some(index) = index {
            process.env(INDEX_FILE, index);
        }
        process.envs(environment.iter().map(|(name, value)| (name, value)));
        let mut child = process.spawn().map_err(|source| self.not_started(source))?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let feed = async {
            if let (Some(mut stdin), Some(input)) = (stdin, input) {
                // A git that ends early closes its end; its exit status says why.
                drop(stdin.write_all(input).await);
            }
            Ok(())
        };
        let (stdout, stderr, ()) =
            tokio::try_join!(read_up_to(stdout, limit), read_and_drain(stderr), feed).map_err(GitError::Io)?;
        let words = || command.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>();
        let Some(stdout) = stdout else {
            return Err(GitError::TooMuchOutput { command: words(), limit });
        };
        let status = child.wait().await.map_err(GitError::from_wait)?;
        tracing::debug!(command = ?command, status = ?status.code(), "git");
        Ok(Answer { command: words(), status: status.code(), stdout, stderr })
    }

    fn not_started(&self, source: io::Error) -> GitError {
        GitError::Start { program: self.program.path().to_owned(), source }
    }

    /// As [`Git::call`], for calls that fail only when something is wrong.
    pub(crate) async fn ask(&self, command: &[&OsStr], limit: usize) -> Result<Answer, GitError> {
        self.demand(Call::new(command, limit)).await
    }

    /// As [`Git::run`], for calls that fail only when something is wrong.
    pub(crate) async fn demand(&self, call: Call<'_>) -> Result<Answer, GitError> {
        let answer = self.run(call).await?;
        if answer.status == Some(0) { Ok(answer) } else { Err(answer.failure(&self.directory)) }
    }

    /// A call made while the thread waits, for cleaning up where nothing can be awaited. Its output is not read.
    pub(crate) fn call_blocking(&self, command: &[&OsStr]) -> io::Result<bool> {
        self.prepared(command)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map(|status| status.success())
    }

    /// A call for threads that may wait, ready but for its streams.
    pub(crate) fn prepared(&self, command: &[&OsStr]) -> std::process::Command {
        let mut process = std::process::Command::new(self.program.path());
        process
            .args(self.arguments(command))
            .env_clear()
            .envs(self.program.environment().iter().map(|(name, value)| (name, value)))
            .env(NO_TRANSPORT.0, NO_TRANSPORT.1)
            .env_remove(NO_LAZY_FETCH);
        process
    }
}

/// Reads a pipe to its end; `None` when it holds more than `limit` bytes. The pipe is then closed, which ends git.
async fn read_up_to(pipe: Option<impl AsyncRead + Unpin>, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let Some(pipe) = pipe else { return Ok(Some(Vec::new())) };
    let mut bytes = Vec::new();
    let room = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    pipe.take(room).read_to_end(&mut bytes).await?;
    Ok((bytes.len() <= limit).then_some(bytes))
}

/// Keeps the beginning of a pipe and reads the rest away, so that git does not wait for a reader.
async fn read_and_drain(pipe: Option<impl AsyncRead + Unpin>) -> io::Result<Vec<u8>> {
    let Some(mut pipe) = pipe else { return Ok(Vec::new()) };
    let mut bytes = Vec::new();
    (&mut pipe).take(STDERR_LIMIT).read_to_end(&mut bytes).await?;
    tokio::io::copy(&mut pipe, &mut tokio::io::sink()).await?;
    Ok(bytes)
}

impl Answer {
    /// The output as text, without the line end that closes it.
    pub(crate) fn text(&self) -> Result<&str, GitError> {
        let text = std::str::from_utf8(&self.stdout).map_err(|_| self.unexpected())?;
        Ok(text.strip_suffix('\n').unwrap_or(text))
    }

    /// The first lines of standard error.
    pub(crate) fn message(&self) -> String {
        let text = String::from_utf8_lossy(&self.stderr);
        let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(STDERR_LINES).collect();
        if lines.is_empty() { "it said nothing".to_owned() } else { lines.join("; ") }
    }

    /// Everything that was kept of standard error.
    pub(crate) fn all_of_stderr(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }

    /// The name that git found to have more than one meaning, if it did. That `HEAD` is what is checked out is beyond
    /// doubt, whatever else has that name, and a full object name is always an object.
    pub(crate) fn ambiguous(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.stderr);
        let name =
            |line: &str| Some(line.strip_prefix("warning: refname '")?.strip_suffix("' is ambiguous.")?.to_owned());
        text.lines().filter_map(name).find(|name| name != "HEAD" && Sha::parse(name.as_str()).is_err())
    }

    /// The error for an answer that cannot be read.
    pub(crate) fn unexpected(&self) -> GitError {
        let answer = String::from_utf8_lossy(&self.stdout).chars().take(200).collect();
        GitError::Unexpected { command: self.command.clone(), answer }
    }

    /// The error for a call that failed in `directory`.
    pub(crate) fn failure(&self, directory: &Path) -> GitError {
        let text = String::from_utf8_lossy(&self.stderr);
        if let Some(rest) = text.split_once("detected dubious ownership in repository at '") {
            let named = rest.1.split_once("'\n").map_or(rest.1.trim_end_matches(['\n', '\'']), |(named, _)| named);
            return GitError::DubiousOwnership { directory: PathBuf::from(named) };
        }
        if text.contains("not a git repository") {
            return GitError::NotARepository { directory: directory.to_owned() };
        }
        // The one thing that reaches for a transport is an object that a partial clone has not fetched.
        if text.lines().any(|line| line.starts_with("fatal: transport '") && line.ends_with("' not allowed")) {
            return GitError::NotFetched { what: format!("git {} needs", self.command.join(" ")) };
        }
        if text.contains("must be run in a work tree") {
            return GitError::NoWorkTree { directory: directory.to_owned() };
        }
        GitError::Failed { command: self.command.clone(), status: self.status, message: self.message() }
    }
}

/// Arguments of mixed kinds as one list.
macro_rules! argv {
    ($($word:expr),* $(,)?) => { [$(std::ffi::OsStr::new($word)),*] };
}
pub(crate) use argv;
