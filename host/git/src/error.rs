//! Why git could not answer.

use std::io;
use std::path::PathBuf;

use assize_schemas::Sha;

/// Why git could not answer. Where a command would mend it, [`GitError::fix`] tells it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GitError {
    /// There is no git on the `PATH` of the environment that was given.
    #[error("there is no git on the PATH")]
    NoGit,
    /// Git could not be started.
    #[error("cannot start {}: {source}", program.display())]
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
    /// Talking to git failed.
    #[error("cannot talk to git: {0}")]
    Io(#[source] io::Error),
}

impl GitError {
    /// A command, or two, that would mend what is wrong.
    #[must_use]
    pub fn fix(&self) -> Option<String> {
        match self {
            Self::NoGit | Self::Start { .. } => Some("install git, or put it on the PATH".to_owned()),
            Self::NotARepository { .. } => Some("git init, or --cwd with a directory inside a repository".to_owned()),
            Self::NoWorkTree { .. } => Some("git worktree add ../review HEAD, and run there".to_owned()),
            Self::DubiousOwnership { directory } => {
                Some(format!("git config --global --add safe.directory {}", shell_word(&directory.to_string_lossy())))
            }
            Self::Unborn { .. } => Some("git commit --allow-empty -m 'Begin'".to_owned()),
            Self::Shallow { .. } => {
                Some("git fetch --unshallow, or git fetch --deepen 100 until it is enough".to_owned())
            }
            _ => None,
        }
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
