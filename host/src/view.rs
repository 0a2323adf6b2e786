//! What a run came to: the document of `assize run --json`.

use std::path::PathBuf;

use assize_engine::StepGraph;
use assize_schemas::{Attestation, AttestationFault, Verdict, attestation_verify};
use indexmap::IndexMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::signing::KeygenCall;
use crate::{HostError, HostErrorKind, Signer, SigningError};

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum RunStatus {
    /// There is a verdict.
    Done,
    /// A prepare check failed, or the request could not be run. There is no attestation.
    Failed,
    /// The caller cancelled, or a newer head took the run's place. Nothing was recorded.
    Cancelled,
}

/// What a run came to. Serializes as the document that `assize run --json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RunView {
    /// `review-` and a UUID: of this request, or of the run whose verdict it [joined](RunView::joined).
    pub run_id: String,
    /// How the run ended.
    pub status: RunStatus,
    /// The manifest's id, once it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review_id: Option<String>,
    /// The binding, once it was resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub binding: Option<String>,
    /// The verdict of a run that is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Whether the verdict is one that was recorded before. The attestation then names another run.
    #[serde(skip_serializing_if = "is_false")]
    pub cached: bool,
    /// Whether the verdict is that of another request for the same review, which was running already.
    #[serde(skip_serializing_if = "is_false")]
    pub joined: bool,
    /// Why a run failed. The document holds its message.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "message")]
    pub error: Option<HostError>,
    /// The run of a newer head that this one was cancelled for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
    /// Why the attestation is not signed. That never fails a review.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signing_error: Option<String>,
    /// The attestation of a run that is done, recorded or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attestation: Option<AttestationDocument>,
    /// The ledger entry, an absolute path; absent when the run was not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ledger_path: Option<PathBuf>,
    /// What the reviewers of lanes that did not pass printed: by lane, the absolute path of a text file.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub transcripts: IndexMap<String, PathBuf>,
    /// The graph of the binding, once it was compiled. The document holds its `assize.graph/v1` form.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "document")]
    pub graph: Option<StepGraph>,
    /// The exit status that AIP-62 gives this outcome: 0 pass, 1 block, 2 incomplete or cancelled, 3 could not run,
    /// 64 usage error.
    pub exit_code: u8,
}

fn message<S: Serializer>(error: &Option<HostError>, serializer: S) -> Result<S::Ok, S::Error> {
    match error {
        Some(error) => serializer.collect_str(&error.report()),
        None => serializer.serialize_none(),
    }
}

fn document<S: Serializer>(graph: &Option<StepGraph>, serializer: S) -> Result<S::Ok, S::Error> {
    graph.as_ref().map(StepGraph::to_json).serialize(serializer)
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl RunView {
    fn ended(run_id: String, status: RunStatus, exit_code: u8) -> Self {
        Self {
            run_id,
            status,
            review_id: None,
            binding: None,
            verdict: None,
            cached: false,
            joined: false,
            error: None,
            superseded_by: None,
            signing_error: None,
            attestation: None,
            ledger_path: None,
            transcripts: IndexMap::new(),
            graph: None,
            exit_code,
        }
    }

    /// The view of a run about which nothing but its failure is known.
    pub(crate) fn failed(run_id: String, error: HostError) -> Self {
        let exit_code = match error.kind() {
            HostErrorKind::Usage => 64,
            HostErrorKind::CouldNotRun => 3,
        };
        Self { error: Some(error), ..Self::ended(run_id, RunStatus::Failed, exit_code) }
    }

    /// The view of a run that was cancelled.
    pub(crate) fn cancelled(run_id: String) -> Self {
        Self::ended(run_id, RunStatus::Cancelled, 2)
    }

    /// The view of a run that came to an attestation.
    pub(crate) fn done(attestation: AttestationDocument, ledger_path: Option<PathBuf>) -> Self {
        let typed = attestation.typed();
        let exit_code = match typed.verdict {
            Verdict::Pass => 0,
            Verdict::Block => 1,
            Verdict::Incomplete => 2,
        };
        let mut view = Self {
            review_id: Some(typed.review_id.clone()),
            binding: Some(typed.binding.clone()),
            verdict: Some(typed.verdict),
            ledger_path,
            ..Self::ended(typed.run_id.clone(), RunStatus::Done, exit_code)
        };
        view.attestation = Some(attestation);
        view
    }
}

/// An attestation as it stands in the ledger, with what this version knows of it in types. The value is what is
/// printed, exported and digested, so that members this version does not know are kept.
#[derive(Debug, Clone, PartialEq)]
pub struct AttestationDocument {
    value: Value,
    typed: Attestation,
}

impl AttestationDocument {
    /// The document of an attestation made here.
    pub(crate) fn of(typed: Attestation) -> Result<Self, serde_json::Error> {
        Ok(Self { value: serde_json::to_value(&typed)?, typed })
    }

    /// The document of an attestation that was made before, when nothing in it contradicts itself. That the tree was
    /// dirty is no contradiction.
    ///
    /// # Errors
    ///
    /// What is wrong with it, for people.
    pub(crate) fn read(value: Value) -> Result<Self, String> {
        let problems = attestation_verify(&value, None);
        let problems: Vec<_> =
            problems.into_iter().filter(|problem| problem.fault != AttestationFault::Dirty).collect();
        if !problems.is_empty() {
            return Err(problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>().join("; "));
        }
        let typed = serde_path_to_error::deserialize(&value).map_err(|error| error.to_string())?;
        Ok(Self { value, typed })
    }

    /// Puts the signature of `signer` into the document, by a call that was begun before.
    pub(crate) async fn sign(&mut self, signer: &Signer, call: KeygenCall) -> Result<(), SigningError> {
        self.typed.attestor.signature = Some(signer.sign_attestation_by(call, &mut self.value).await?);
        Ok(())
    }

    /// The whole document.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The members that this version knows.
    #[must_use]
    pub fn typed(&self) -> &Attestation {
        &self.typed
    }
}

impl Serialize for AttestationDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}
