//! The reference host of AIP-62 as a library: it finds the repository and the range, runs a binding of a
//! REVIEW.md, binds the verdict to the content it is about, and keeps the ledger.
//!
//! A [`Host`] is made once from [`HostSettings`]: everything the surroundings decide (the state folder, the
//! environment, the host's name) comes in as data, so a host can be embedded, tested and run twice in one
//! process. [`Host::run`] answers a [`RunView`] whatever happens; while it works it tells a [`RunObserver`]
//! what happens in [`RunEvent`]s. [`Host::graph`] and [`Host::check`] run nothing, [`Host::ledger`] reads what
//! was recorded.
//!
//! Nothing here prints, reads environment variables or ends the process.

mod error;
mod event;
mod export;
mod hook;
mod host;
mod init;
mod inspect;
mod ledger;
mod packs;
mod pipeline;
mod prepare_record;
mod repository;
mod request;
mod reviewers;
mod run_id;
mod running;
mod settings;
mod signing;
mod trailer;
mod verify;
mod view;

pub use error::{HostError, HostErrorKind, ManifestProblems};
pub use event::{LaneHeading, NoObserver, Notice, NoticeCode, RunEvent, RunObserver, RunStarted};
pub use export::{ExportError, ExportRequest, ExportSelection, Exported, export_to_directory};
pub use hook::{
    BranchReview, PrePushError, PrePushRequest, PushPlan, REVIEW_BASE_VARIABLE, RefUpdate, Unreviewed,
    UnreviewedReason, plan_push, read_updates,
};
pub use host::Host;
pub use init::{ChangeAction, CiSystem, InitChange, InitError, InitRequest, InitView};
pub use inspect::{CheckedDocument, CheckedSource};
pub use ledger::{
    AnnotationError, DamagedEntry, Ledger, LedgerAnnotations, LedgerCheck, LedgerEntry, LedgerFilter, LedgerKey,
    LedgerListing, LedgerRow, LedgerRowLane, PullRequestCheck, PullRequestReview, PullRequestState, PullRequestStatus,
    RangeFilter,
};
pub use packs::{ConfinedRubric, FetchError, LoadedPacks, Pack, PackError, PackPlaces};
pub use prepare_record::{PrepareEffect, PrepareEnd, PrepareRecord};
pub use repository::RepositoryView;
pub use request::{GraphRequest, RunRequest};
pub use reviewers::{
    Access, CommandReviewers, Harness, Preset, PresetProblem, PresetTrial, Presets, PresetsError, UnknownPreset,
};
pub use run_id::RunId;
pub use running::RunningReview;
pub use settings::HostSettings;
pub use signing::{
    KeyView, NAMESPACE, Principal, PrincipalError, PrincipalSource, PublicKey, PublicKeyError, Signer, SignerPlace,
    SigningError, SigningKey, SigningSetting, SshKeygenError, allowed_signers_line,
};
pub use trailer::{TrailerError, TrailerRequest, TrailerView};
pub use verify::{
    Absence, ExpectedVerdict, PackQuestion, PackResolution, PackResolutionError, SignatureStatus, SignatureView,
    VerifyError, VerifyNote, VerifyProblem, VerifyRequest, VerifyStage, VerifyView,
};
pub use view::{AttestationDocument, RunStatus, RunView};
