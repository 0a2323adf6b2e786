//! What an attestation has to be about.

use std::path::{Path, PathBuf};

use assize_compiler::CheckedManifest;
use assize_git::{GitProgram, Ref};
use assize_schemas::{Expectation, Manifest, Sha256Hex};

use crate::pipeline::{ReadManifest, read_manifest_of};
use crate::repository::{Place, ReviewRange, resolve_range};
use crate::verify::{VerifyNote, VerifyRequest};
use crate::{HostError, HostSettings};

/// The manifest at hand, the repository and the range: what an attestation has to be about.
#[derive(Debug)]
pub(crate) struct Subject {
    pub(crate) cwd: PathBuf,
    pub(crate) place: Place,
    pub(crate) manifest_path: PathBuf,
    pub(crate) manifest_sha: Sha256Hex,
    pub(crate) checked: CheckedManifest,
    /// What people should know about it.
    pub(crate) notes: Vec<VerifyNote>,
    /// The ref that the range is reviewed against.
    pub(crate) base: String,
    pub(crate) range: ReviewRange,
    /// Whether the head is the parent of what is checked out.
    pub(crate) parent: bool,
}

impl Subject {
    /// Reads the manifest and resolves the range. Packs are not looked at.
    pub(crate) async fn establish(settings: &HostSettings, request: &VerifyRequest) -> Result<Self, HostError> {
        let cwd = std::path::absolute(&request.cwd)
            .map_err(|error| HostError::Internal(format!("{}: {error}", request.cwd.display())))?;
        let program = GitProgram::find(&settings.environment)?;
        let place = Place::find(program, &cwd, request.head.as_deref()).await?;
        // Who names a head means that commit, and so its own rules: a run of it reads no others.
        let (manifest, notice) = match &place.checkout.wanted {
            Some(head) => read_manifest_of(&place, head, &cwd, request.manifest.as_deref()).await?,
            None => (ReadManifest::read(place.manifest_path(&cwd, request.manifest.as_deref()))?, None),
        };
        let notes = notice.into_iter().map(|notice| VerifyNote::new("foreign-manifest", notice.message)).collect();
        let ReadManifest { path: manifest_path, sha: manifest_sha, checked, .. } = manifest;
        let base = request.base.clone().unwrap_or_else(|| checked.manifest().target.base.clone());
        let range = resolve_range(&place, &base).await?;
        Ok(Self { cwd, place, manifest_path, manifest_sha, checked, notes, base, range, parent: false })
    }

    /// What the manifest says.
    pub(crate) fn manifest(&self) -> &Manifest {
        self.checked.manifest()
    }

    /// The same about the parent of the head, whose range is resolved anew.
    pub(crate) async fn of_parent(&self) -> Result<ReviewRange, HostError> {
        let parent = self.place.git.commit(&Ref::parse(format!("{}^", self.range.head))?).await?;
        let mut place = self.place.clone();
        place.checkout.wanted = Some(parent);
        resolve_range(&place, &self.base).await
    }

    /// What an attestation is held against.
    pub(crate) fn expectation(&self, request: &VerifyRequest) -> Expectation {
        Expectation {
            manifest_sha: self.manifest_sha.clone(),
            base_sha: self.range.base.to_string(),
            head_sha: self.range.head.to_string(),
            repo_remote: self.place.remote.clone(),
            binding: request.binding.clone(),
            verdict: request.verdict.as_word().map(str::to_owned),
        }
    }

    /// A path as people know it: from the root of the work tree when it is inside.
    pub(crate) fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.place.checkout.root).unwrap_or(path).display().to_string()
    }

    /// The range as people know it.
    pub(crate) fn shown_range(&self) -> String {
        format!("{}..{}", self.range.base.short(12), self.range.head.short(12))
    }
}
