//! The document of `--json`.

use assize_compiler::Problem;
use assize_host::{CheckedDocument, HostError};
use assize_schemas::{Manifest, PackDigest, PackManifest};
use assize_store::StoreError;
use serde::Serialize;

use super::absent::Warning;

/// The document of `--json`. A manifest whose packs were resolved holds their checks too.
#[derive(Serialize)]
pub(super) struct Document<'d> {
    pub(super) ok: bool,
    pub(super) kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) manifest: Option<&'d Manifest>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pack: Option<&'d PackManifest>,
    /// What would be recorded of the packs; absent when they were not resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) packs: Option<Vec<&'d PackDigest>>,
    pub(super) problems: Vec<Told<'d>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) warnings: &'d [Warning],
}

/// A problem of the text, or why there is nothing to judge.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Told<'d> {
    /// A problem of the text.
    Problem(&'d Problem),
    /// What could not be done.
    Trouble {
        code: &'static str,
        /// The document itself.
        path: &'static str,
        message: String,
    },
}

impl<'d> Document<'d> {
    /// The document of a text that is right, with nothing but what it says.
    pub(super) fn right(kind: &'static str, document: Option<&'d CheckedDocument>) -> Self {
        let (manifest, pack) = match document {
            Some(CheckedDocument::Review(manifest)) => (Some(manifest.manifest()), None),
            Some(CheckedDocument::Pack(pack)) => (None, Some(&**pack)),
            _ => (None, None),
        };
        Self { ok: true, kind, manifest, pack, packs: None, problems: Vec::new(), warnings: &[] }
    }

    /// The document of a text that is not right, or could not be judged.
    pub(super) fn wrong(kind: &'static str, problems: Vec<Told<'d>>) -> Self {
        Self { ok: false, problems, ..Self::right(kind, None) }
    }
}

impl Told<'_> {
    /// Why a text could not be judged.
    pub(super) fn trouble(error: &HostError) -> Self {
        let code = match error {
            HostError::NoManifest { .. } => "no-manifest",
            HostError::ManifestUnreadable(StoreError::TooLarge { .. }) => "too-large",
            HostError::ManifestUnreadable(_) => "unreadable",
            _ => "could-not-check",
        };
        Self::Trouble { code, path: "", message: error.report() }
    }
}
