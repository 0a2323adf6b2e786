//! Looking at a manifest without running it.

use std::path::{Path, PathBuf};

use assize_compiler::{CheckedManifest, DocumentKind, Problems, Resolved, parse_manifest, parse_pack};
use assize_engine::StepGraph;
use assize_git::{Git, GitProgram};
use assize_schemas::{PackManifest, Sha256Hex};

use crate::pipeline::{ReadManifest, host_variables, read_source};
use crate::repository::{Place, resolve_range};
use crate::{GraphRequest, Host, HostError, PackPlaces};

/// The name of manifests and packs.
const REVIEW_FILE: &str = "REVIEW.md";

/// A text that was judged.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CheckedSource {
    /// The file, absolute.
    pub path: PathBuf,
    /// Its bytes.
    pub source: Vec<u8>,
    /// What it says, or what is wrong with it.
    pub document: Result<CheckedDocument, Problems>,
}

/// What a text turned out to be.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum CheckedDocument {
    /// A manifest (`kind: review`).
    Review(Box<CheckedManifest>),
    /// A pack (`kind: review-pack`).
    Pack(Box<PackManifest>),
}

/// Compiles a binding.
pub(crate) async fn graph(host: &Host, request: &GraphRequest) -> Result<StepGraph, HostError> {
    let cwd = absolute(&request.cwd)?;
    let named = request.manifest.as_ref().map(|named| cwd.join(named));
    let place = find_place(host, &cwd).await;
    let path = match (named, &place) {
        (Some(named), _) => named,
        (None, Ok(place)) => place.manifest_path(&cwd, None),
        // A repository without a commit has a root all the same.
        (None, Err(_)) => match root_of(host, &cwd).await {
            Some(root) => root.join(REVIEW_FILE),
            None => return Err(place.err().unwrap_or(HostError::NoManifest { path: cwd.join(REVIEW_FILE) })),
        },
    };
    let mut manifest = ReadManifest::read(path)?;
    if !manifest.manifest.uses.is_empty() {
        let resolved = manifest.resolve(&pack_places(host, &manifest).await?).await?;
        manifest.merge(resolved.map(|(resolved, _)| resolved));
    }
    let binding = manifest.binding(request.binding.as_deref())?;
    if let Some(base) = &request.base {
        manifest.manifest.target.base.clone_from(base);
    }
    let base = &manifest.manifest.target.base;
    // Prepare checks alone show the base in a graph.
    let resolved = match &place {
        Ok(place) if !binding.prepare.is_empty() => resolve_range(place, base).await.ok(),
        _ => None,
    };
    let vars = host_variables(resolved.as_ref().map_or(base, |range| range.base.as_str()));
    manifest.compile(&binding, &vars)
}

/// Merges the packs of a manifest into it, and compiles its bindings.
pub(crate) async fn resolve(host: &Host, source: &CheckedSource) -> Result<Option<Resolved>, HostError> {
    let Ok(CheckedDocument::Review(checked)) = &source.document else { return Ok(None) };
    let sha = Sha256Hex::of(&source.source);
    let mut manifest = ReadManifest::of(source.path.clone(), sha, checked.as_ref().clone());
    let resolved = if manifest.manifest.uses.is_empty() {
        Resolved { manifest: manifest.manifest.clone(), packs: Vec::new() }
    } else {
        let resolved = manifest.resolve(&pack_places(host, &manifest).await?).await?.map(|(resolved, _)| resolved);
        manifest.merge(resolved.clone());
        resolved.ok_or_else(|| HostError::Internal("packs were not resolved".to_owned()))?
    };
    let vars = host_variables(&resolved.manifest.target.base);
    for binding in resolved.manifest.bindings.values() {
        manifest.compile(binding, &vars)?;
    }
    Ok(Some(resolved))
}

/// Where the packs of a manifest come from. Outside a repository nothing is tracked, so that no pack is trusted.
async fn pack_places(host: &Host, manifest: &ReadManifest) -> Result<PackPlaces, HostError> {
    let program = GitProgram::find(&host.settings().environment)?;
    let folder = manifest.directory();
    let repository = Git::new(program.clone(), folder).root().await.unwrap_or_else(|_| folder.to_owned());
    Ok(PackPlaces::new(program, host.state().clone(), repository, folder))
}

/// Judges a text.
pub(crate) async fn check(host: &Host, cwd: &Path, path: Option<&Path>) -> Result<CheckedSource, HostError> {
    let cwd = absolute(cwd)?;
    let path = match path {
        Some(path) => cwd.join(path),
        None => root_of(host, &cwd).await.unwrap_or(cwd),
    };
    let path = if path.is_dir() { path.join(REVIEW_FILE) } else { path };
    let source = read_source(&path)?;
    let document = judge(&source);
    Ok(CheckedSource { path, source, document })
}

/// Reads a text as what it says it is. What does not say that it is a pack is told what a manifest needs.
fn judge(source: &[u8]) -> Result<CheckedDocument, Problems> {
    match parse_manifest(source) {
        Ok(manifest) => Ok(CheckedDocument::Review(Box::new(manifest))),
        Err(problems) if problems.kind() == Some(DocumentKind::ReviewPack) => {
            parse_pack(source).map(|pack| CheckedDocument::Pack(Box::new(pack)))
        }
        Err(problems) => Err(problems),
    }
}

async fn find_place(host: &Host, cwd: &Path) -> Result<Place, HostError> {
    let program = GitProgram::find(&host.settings().environment)?;
    Place::find(program, cwd, None).await
}

/// The root of the work tree around a directory, if there is one. A repository without a commit has one too.
async fn root_of(host: &Host, cwd: &Path) -> Option<PathBuf> {
    let program = GitProgram::find(&host.settings().environment).ok()?;
    Git::new(program, cwd).root().await.ok()
}

fn absolute(path: &Path) -> Result<PathBuf, HostError> {
    std::path::absolute(path).map_err(|error| HostError::Internal(format!("{}: {error}", path.display())))
}
