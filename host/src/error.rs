//! Why a request could not be carried out.

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use assize_compiler::{BindingError, CompileError, Problems};
use assize_git::GitError;
use assize_store::StoreError;

/// What kind of trouble an error is; the command line makes an exit status of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HostErrorKind {
    /// The request itself cannot be right.
    Usage,
    /// The request is right, and could not be carried out.
    CouldNotRun,
}

/// Why a request could not be carried out. Nothing of it ever counts as a verdict.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// There is no manifest where one was looked for.
    #[error("there is no REVIEW.md at {}", path.display())]
    NoManifest {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The manifest cannot be read.
    #[error("cannot read the manifest")]
    ManifestUnreadable(#[source] StoreError),
    /// The manifest is not right, its packs and the placeholders of its checks included.
    #[error("{}", summary(.0))]
    Manifest(Box<ManifestProblems>),
    /// No binding of the manifest is the one that was asked for.
    #[error(transparent)]
    Binding(#[from] BindingError),
    /// The binding cannot be compiled.
    #[error("the binding cannot be compiled")]
    Compile(#[from] CompileError),
    /// What the settings say about sandboxes is not right, or a sandbox could not be made ready.
    #[error("cannot make the sandbox of command lanes ready: {message}")]
    Sandbox {
        /// What is wrong, and where.
        message: String,
    },
    /// The repository that a preset is tried on could not be made.
    #[error("cannot make a repository to try the preset on: {message}")]
    Trial {
        /// What the system or git said.
        message: String,
    },
    /// The repository could not be found or asked.
    #[error(transparent)]
    Git(#[from] GitError),
    /// The ref that the range is reviewed against does not exist here.
    #[error("the base {base:?} is not a commit of this repository")]
    UnknownBase {
        /// The ref.
        base: String,
        /// What would help, in the order to try.
        fix: String,
    },
    /// The head that was asked for does not exist here.
    #[error("the head {head:?} is not a commit of this repository")]
    UnknownHead {
        /// The ref.
        head: String,
    },
    /// The prepare checks left the commit that was to be reviewed.
    #[error("the prepare checks moved HEAD to {head}, and {named:?} is not that commit")]
    HeadLeft {
        /// The head as the caller named it.
        named: String,
        /// What is checked out now.
        head: String,
    },
    /// The binding prepares the checked out tree, and another head is to be reviewed.
    #[error(
        "the binding {binding:?} has prepare checks, which work on what is checked out, and the head {head} is not"
    )]
    PrepareNeedsCheckout {
        /// The binding.
        binding: String,
        /// The commit that was asked for.
        head: String,
    },
    /// The binding prepares the checked out tree, which holds more than the head that is to be reviewed.
    #[error(
        "the binding {binding:?} has prepare checks, which work on what is checked out, and that has uncommitted \
         changes besides the head {head}"
    )]
    PrepareNeedsClean {
        /// The binding.
        binding: String,
        /// The commit that was asked for.
        head: String,
    },
    /// The prepare checks changed tracked files of the head that was to be reviewed.
    #[error("the tree has changes that {head} does not have, and {named:?} is to be reviewed without any")]
    DirtyHead {
        /// The head as the caller named it.
        named: String,
        /// The commit.
        head: String,
    },
    /// A pack in a folder of the repository is not what the head has there, which is not checked out alone.
    #[error("the pack {pack:?} is not the one that {head} has: packs in folders are read from what is checked out")]
    PackOfAnother {
        /// The pack as the manifest names it.
        pack: String,
        /// The commit that was asked for.
        head: String,
    },
    /// A path has to be text to be recorded, and is not.
    #[error("{} is not valid UTF-8, and so cannot be recorded", path.display())]
    NotUtf8 {
        /// The path.
        path: PathBuf,
    },
    /// A range filter is neither `<base>..<head>` nor a digest.
    #[error("{text:?} is no range: it must be <base>..<head> in lowercase hex, or a range digest of 64 digits")]
    BadRange {
        /// The text.
        text: String,
    },
    /// A prepare check failed.
    #[error("the prepare check {check:?} failed: {message}")]
    PrepareFailed {
        /// The check.
        check: String,
        /// What came of it.
        message: String,
    },
    /// The same review ran already for another request, and failed.
    #[error("the same review failed in the run {run_id}, which this one joined: {error}")]
    Joined {
        /// The run.
        run_id: String,
        /// Why it failed.
        error: String,
    },
    /// The range could not be frozen after the prepare checks.
    #[error("the range could not be frozen: {message}")]
    Freeze {
        /// Why not.
        message: String,
    },
    /// The state folder cannot be written, and the run may not go on unrecorded.
    #[error("the state folder {} cannot be written", path.display())]
    StateNotWritable {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: StoreError,
    },
    /// The state folder could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A ledger entry is not what it should be. It is neither served nor removed.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Something this program relies on did not hold.
    #[error("internal error: {0}")]
    Internal(String),
}

impl HostError {
    /// What kind of trouble it is.
    #[must_use]
    pub fn kind(&self) -> HostErrorKind {
        match self {
            Self::BadRange { .. } => HostErrorKind::Usage,
            _ => HostErrorKind::CouldNotRun,
        }
    }

    /// What the person can do about it: a command, or several to choose from.
    #[must_use]
    pub fn fix(&self) -> Option<String> {
        match self {
            Self::NoManifest { .. } => Some("write one, or name it with --manifest".to_owned()),
            Self::Git(error) => error.fix(),
            Self::UnknownBase { fix, .. } => Some(fix.clone()),
            Self::UnknownHead { .. } => Some("git fetch, or --head with a commit that is here".to_owned()),
            Self::HeadLeft { .. } => Some("run without --head".to_owned()),
            Self::PrepareNeedsCheckout { head, .. } => Some(format!("git checkout {head}, and run without --head")),
            Self::Damaged { .. } => Some(
                "assize ledger check, which names all damage; the same review run again takes its place".to_owned(),
            ),
            Self::PrepareNeedsClean { .. } | Self::DirtyHead { .. } => {
                Some("git commit or git stash the changes, or run without --head".to_owned())
            }
            Self::PackOfAnother { head, .. } => Some(format!("git checkout {head}, without changes to the pack")),
            Self::StateNotWritable { .. } => {
                Some("AGENTPROTO_HOME with a folder that can be written, or --headless to go on unrecorded".to_owned())
            }
            _ => None,
        }
    }

    /// The message with its causes and what can be done, for documents that hold one text.
    #[must_use]
    pub fn report(&self) -> String {
        let mut text = self.to_string();
        let mut cause = self.source();
        while let Some(error) = cause {
            let message = error.to_string();
            if !text.contains(&message) {
                // Writing to a String cannot fail.
                let _ = write!(text, ": {message}");
            }
            cause = error.source();
        }
        if let Some(fix) = self.fix() {
            let _ = write!(text, " (try: {fix})");
        }
        text
    }
}

/// Everything that is wrong with a manifest, with the text it is wrong in.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ManifestProblems {
    /// The file.
    pub path: PathBuf,
    /// Its bytes.
    pub source: Vec<u8>,
    /// What is wrong, in the order of the text.
    pub problems: Problems,
}

/// The problems in one line each, for those who do not render them with their source.
fn summary(found: &ManifestProblems) -> String {
    let lines: Vec<_> = found.problems.iter().map(|problem| format!("{}:{problem}", found.path.display())).collect();
    lines.join("\n")
}
