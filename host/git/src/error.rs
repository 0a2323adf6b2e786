//! Why git could not answer.

use std::io;
use std::path::{Path, PathBuf};

use assize_schemas::Sha;

/// Why git could not answer. Where a command would mend it, [`GitError::fix`] tells it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GitError {
    /// There is no git on the `PATH` of the environment that was given.
    #[error("there is no git on the PATH")]
    NoGit,
    /// Git could not be started.
    #[error("cannot start {}: {}", program.display(), why_not_started(program, source))]
    Start {
        /// The binary.
        program: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The directory is in no repository.
    #[error("{} is not inside a git repository", directory.display())]
    NotARepository {
        /// The directory.
        directory: PathBuf,
    },
    /// The directory belongs to a repository without a work tree, or lies inside `.git`.
    #[error("{} has no work tree: a review needs one", directory.display())]
    NoWorkTree {
        /// The directory.
        directory: PathBuf,
    },
    /// The repository belongs to somebody else, and git does not trust it.
    #[error("git does not trust {}: it belongs to another user", directory.display())]
    DubiousOwnership {
        /// The repository as git names it.
        directory: PathBuf,
    },
    /// `HEAD` names a branch without a commit.
    #[error("{} has no commit yet", directory.display())]
    Unborn {
        /// The work tree.
        directory: PathBuf,
    },
    /// The text cannot name a commit.
    #[error("{text:?} does not name a commit: {reason}")]
    BadRef {
        /// The text.
        text: String,
        /// Why not.
        reason: &'static str,
    },
    /// Nothing has that name.
    #[error("{name:?} is not a commit of this repository")]
    UnknownRef {
        /// The name.
        name: String,
    },
    /// The two have no ancestor in common.
    #[error("{base} and {head} have no commit in common")]
    NoMergeBase {
        /// One name.
        base: String,
        /// The other.
        head: String,
    },
    /// The clone is shallow, and what it lacks could hold a better merge base.
    #[error("this clone is shallow: {}", match boundary {
        Some(commit) => format!("its history ends at {}, which is not old enough to be sure where {head} left {base}", commit.short(12)),
        None => format!("its history ends before {head} and {base} meet"),
    })]
    Shallow {
        /// One name.
        base: String,
        /// The other.
        head: String,
        /// A commit between them whose parents are missing.
        boundary: Option<Sha>,
    },
    /// Git ended with an error that is none of the above.
    #[error("git {} failed{}: {message}", command.join(" "), match status { Some(status) => format!(" with exit status {status}"), None => String::new() })]
    Failed {
        /// The arguments.
        command: Vec<String>,
        /// Its exit status, unless a signal ended it.
        status: Option<i32>,
        /// The first lines that it printed on standard error.
        message: String,
    },
    /// Git printed more than can be meant.
    #[error("git {} printed more than {limit} bytes", command.join(" "))]
    TooMuchOutput {
        /// The arguments.
        command: Vec<String>,
        /// The bound in bytes.
        limit: usize,
    },
    /// Git printed something that this program does not understand.
    #[error("git {} answered in a way that is not understood: {answer:?}", command.join(" "))]
    Unexpected {
        /// The arguments.
        command: Vec<String>,
        /// The beginning of the answer.
        answer: String,
    },
    /// A name stands for more than one commit, so that it is not settled what is asked about.
    #[error("{name:?} is ambiguous: it can be {}", meant(meanings))]
    Ambiguous {
        /// The name.
        name: String,
        /// The full names of the refs it can mean. Fewer than two when it can also be the beginning of an object's name.
        meanings: Vec<String>,
    },
    /// A partial clone has not fetched something. It is not fetched while a review looks at the repository, since
    /// the way there is for the repository's settings to say.
    #[error("this clone is partial: {what} something that was not fetched")]
    NotFetched {
        /// What needs it.
        what: String,
    },
    /// `HEAD` names a commit that the repository does not have.
    #[error("HEAD is {sha}, and {} does not have that commit", directory.display())]
    NoHeadCommit {
        /// The work tree.
        directory: PathBuf,
        /// What `HEAD` names.
        sha: Sha,
    },
    /// Git ran to its end, and how it ended is not known.
    #[error(
        "how git ended is not known: whatever started this process has it ignore the end of its children (SIGCHLD)"
    )]
    StatusLost(#[source] io::Error),
    /// Talking to git failed.
    #[error("cannot talk to git: {0}")]
    Io(#[source] io::Error),
}

impl GitError {
    /// A command, or two, that would mend what is wrong.
    #[must_use]
    pub fn fix(&self) -> Option<String> {
        match self {
            Self::NoGit => Some(INSTALL.to_owned()),
            Self::Start { source, .. } => match source.raw_os_error() {
                Some(TOO_MANY_HERE | TOO_MANY_EVERYWHERE) => Some("ulimit -n with a higher number".to_owned()),
                Some(NO_MORE_PROCESSES) => Some("ulimit -u with a higher number, or fewer programs at once".to_owned()),
                Some(NO_MEMORY) => None,
                _ => Some(INSTALL.to_owned()),
            },
            Self::NotARepository { .. } => Some("git init, or --cwd with a directory inside a repository".to_owned()),
            Self::NoWorkTree { .. } => Some("git worktree add ../review HEAD, and run there".to_owned()),
            Self::DubiousOwnership { directory } => {
                Some(format!("git config --global --add safe.directory {}", shell_word(&directory.to_string_lossy())))
            }
            Self::Unborn { .. } => Some("git commit --allow-empty -m 'Begin'".to_owned()),
            Self::Shallow { .. } => {
                Some("git fetch --unshallow, or git fetch --deepen 100 until it is enough".to_owned())
            }
            Self::Ambiguous { meanings, .. } if !meanings.is_empty() => Some(meanings.join(", or ")),
            Self::Ambiguous { .. } => Some("the full name of a ref or a commit".to_owned()),
            Self::NotFetched { .. } => {
                Some("git fetch --refetch --no-filter, or git fetch where only new commits are missing".to_owned())
            }
            Self::NoHeadCommit { .. } => Some("git fetch, or git fsck to see what else is missing".to_owned()),
            Self::StatusLost(_) => Some("env --default-signal=CHLD assize ...".to_owned()),
            _ => None,
        }
    }

    /// The error of a wait for the end of a git that was started.
    #[must_use]
    pub fn from_wait(source: io::Error) -> Self {
        if source.raw_os_error() == Some(NO_CHILD) { Self::StatusLost(source) } else { Self::Io(source) }
    }
}

/// What helps where there is no git.
const INSTALL: &str = "install git, or put it on the PATH";

// Numbers that are the same on every Unix this runs on.
/// `ECHILD`
const NO_CHILD: i32 = 10;
/// `ENOMEM`
const NO_MEMORY: i32 = 12;
/// `ENFILE`
const TOO_MANY_EVERYWHERE: i32 = 23;
/// `EMFILE`
const TOO_MANY_HERE: i32 = 24;
/// `EAGAIN`
const NO_MORE_PROCESSES: i32 = if cfg!(target_os = "linux") { 11 } else { 35 };

/// What the system says when a program cannot be started, as people can use it.
fn why_not_started(program: &Path, source: &io::Error) -> String {
    match source.raw_os_error() {
        Some(TOO_MANY_HERE) => "this process has too many files open already".to_owned(),
        Some(TOO_MANY_EVERYWHERE) => "the system has too many files open already".to_owned(),
        Some(NO_MORE_PROCESSES) => "the system has no process left for it".to_owned(),
        _ if source.kind() == io::ErrorKind::NotFound && program.exists() => {
            "it is there, and the program that it is run by (its loader or interpreter) is not".to_owned()
        }
        _ if source.kind() == io::ErrorKind::NotFound => "it is not there any more".to_owned(),
        _ => source.to_string(),
    }
}

fn meant(meanings: &[String]) -> String {
    match meanings {
        [] => "more than one thing".to_owned(),
        [one] => format!("{one} or the beginning of an object's name"),
        several => several.join(" or "),
    }
}

/// A text as a person can paste it into a shell.
pub(crate) fn shell_word(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+:@%=,".contains(&byte);
    if !text.is_empty() && text.bytes().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}
