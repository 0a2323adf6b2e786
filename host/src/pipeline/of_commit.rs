//! Reviewing a commit that is not what is checked out by the rules that are in it.
//!
//! Whoever names a head asks for a verdict about that commit. Where the checkout holds another, or holds more, its
//! REVIEW.md says nothing about the commit: the commit's own does.

use std::path::{Component, Path};

use assize_compiler::{MAX_SOURCE_BYTES, PackRef};
use assize_schemas::{RubricDigest, Sha, Sha256Hex};

use crate::packs::LoadedPacks;
use crate::pipeline::ReadManifest;
use crate::pipeline::rubrics::{RUBRIC_LIMIT, Rubric};
use crate::repository::Place;
use crate::{HostError, Notice, NoticeCode};

/// The most that is read of the files of packs, in bytes.
const PACKS_LIMIT: usize = 256 * 1024 * 1024;

/// Reads the manifest for a review of `head` alone: the commit's own one at the root, or the one that the caller
/// names. Says so where it is not the commit's.
pub(crate) async fn read_manifest(
    place: &Place,
    head: &Sha,
    cwd: &Path,
    named: Option<&Path>,
) -> Result<(ReadManifest, Option<Notice>), HostError> {
    let path = place.manifest_path(cwd, named);
    let inside = inside(&path, &place.checkout.root);
    // One byte more than a manifest may have: what is too large is then told as such.
    let limit = MAX_SOURCE_BYTES.saturating_add(1);
    let own = match &inside {
        Some(inside) => place.git.files(&[(head, inside)], limit).await?.into_iter().next().flatten(),
        None => None,
    };
    let label = inside.unwrap_or_else(|| path.display().to_string());
    let short = head.short(12);
    let foreign = |message| Some(Notice { code: NoticeCode::ForeignManifest, message });
    match (own, named) {
        (Some(source), None) => Ok((ReadManifest::of_source(path, source, Some(head.clone()))?, None)),
        (None, None) => {
            let message = format!("{short} has no {label} of its own: the one that is checked out counts");
            Ok((ReadManifest::read(path)?, foreign(message)))
        }
        (own, Some(_)) => {
            let manifest = ReadManifest::read(path)?;
            let same = own.is_some_and(|own| Sha256Hex::of(own) == manifest.sha);
            let message = format!("{label} as it is here counts for {short}, which is not what the commit has there");
            Ok((manifest, foreign(message).filter(|_| !same)))
        }
    }
}

/// Makes sure that packs in folders of the repository are what the commit has there: they are found in the work tree.
pub(super) async fn check_packs(place: &Place, head: &Sha, packs: &LoadedPacks) -> Result<(), HostError> {
    let of_tree = packs.all().filter(|pack| matches!(PackRef::parse(pack.reference()), Ok(PackRef::Path(_))));
    for pack in of_tree {
        let files = pack.files();
        let paths: Vec<_> = files.iter().map(|(path, _)| inside(path, &place.checkout.root)).collect();
        // What lies outside the repository is no part of the commit.
        let wanted: Vec<_> = paths.iter().flatten().map(|path| (head, path.as_str())).collect();
        let found = place.git.files(&wanted, PACKS_LIMIT).await?;
        let here = files.iter().zip(&paths).filter(|(_, path)| path.is_some()).map(|((_, bytes), _)| *bytes);
        if !here.eq(found.iter().map(|found| found.as_deref().unwrap_or_default())) || found.iter().any(Option::is_none)
        {
            return Err(HostError::PackOfAnother { pack: pack.reference().to_owned(), head: head.to_string() });
        }
    }
    Ok(())
}

/// Digests the rubrics of a manifest that `commit` has. One that the commit does not have is left out; its lane will be
/// skipped.
pub(super) async fn digest_rubrics(
    place: &Place,
    commit: &Sha,
    rubrics: Vec<Rubric>,
) -> Result<Vec<RubricDigest>, HostError> {
    let mut digests = Vec::new();
    for rubric in rubrics {
        match rubric {
            Rubric::Digested(digest) => digests.push(digest),
            Rubric::Unread(digest, file) => {
                let Some(path) = inside(&file, &place.checkout.root) else { continue };
                let limit = usize::try_from(RUBRIC_LIMIT).unwrap_or(usize::MAX);
                let found = place.git.files(&[(commit, &path)], limit).await?.into_iter().next().flatten();
                digests.extend(found.map(|bytes| RubricDigest { sha256: Sha256Hex::of(bytes).to_string(), ..digest }));
            }
        }
    }
    Ok(digests)
}

/// The path from the root of the work tree, as git names it; `None` for what is outside, or cannot be asked for. Links
/// are not followed here: what they lead to is the work tree's.
pub(super) fn inside(path: &Path, root: &Path) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.strip_prefix(root).ok()?.components() {
        match part {
            Component::Normal(part) => parts.push(part.to_str().filter(|part| !part.contains('\n'))?),
            Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()?),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expect: Option<&str>) {
        assert_eq!(inside(Path::new(path), Path::new("/repo")).as_deref(), expect, "{path}");
    }

    #[test]
    fn paths_inside() {
        check("/repo/REVIEW.md", Some("REVIEW.md"));
        check("/repo/./a/../b/c", Some("b/c"));
        check("/repo/../x", None);
        check("/repo", None);
        check("/elsewhere/x", None);
        check("/repo/a\nb", None);
    }
}
