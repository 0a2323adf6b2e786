//! Packs that come with the question.

use std::collections::BTreeMap;
use std::path::PathBuf;

use assize_compiler::{
    CheckedManifest, LoadedPack, PackLoadError, PackLoader, ResolveError, Resolved, resolve_packs as resolve,
};
use assize_schemas::shape::{NOT_EMPTY, Shape, optional, required};
use serde_json::{Map, Value, json};

use super::answer::{Answer, Failure};
use super::input::optional_text;
use super::manifest::{checked, printed};

const REVIEW_MD: &str = "REVIEW.md";

static PACK: Shape = Shape::Object(&[
    optional("reviewMd", &Shape::Text, "The pack's REVIEW.md."),
    optional("files", &Shape::Map(&NOT_EMPTY, &Shape::Text), "The pack's other files, by their path in it."),
    optional("trusted", &Shape::Boolean, "The loader's word on whether its commands may run; false by default."),
]);

/// Packs by `uses[].pack` as it is written.
pub(super) static PACKS: Shape = Shape::Map(&NOT_EMPTY, &PACK);

pub(super) static RESOLVE: Shape = Shape::Object(&[
    required("source", &Shape::Text, "The text of a REVIEW.md."),
    required("packs", &PACKS, "The packs of `uses`."),
]);

/// `resolve-packs`: the manifest that is run, and what an attestation records of its packs.
pub(super) fn resolve_packs(question: &Value) -> Answer {
    let resolved = resolved(&checked(question)?, question)?;
    let digests: Vec<_> = resolved.digests().collect();
    let by_namespace: Map<String, Value> =
        resolved.packs.iter().map(|pack| (pack.namespace.to_string(), json!(pack.digest))).collect();
    Ok(json!({"manifest": resolved.manifest, "digests": digests, "byNamespace": by_namespace}))
}

/// The manifest with the question's packs merged in.
pub(super) fn resolved(manifest: &CheckedManifest, question: &Value) -> Result<Resolved, Failure> {
    resolve(manifest, &GivenPacks::read(question)?).map_err(|error: ResolveError| {
        let code = error.problems.iter().next().map_or("pack-not-loaded", |problem| problem.code.as_str());
        Failure::with(code, error.to_string(), error.problems.iter().map(printed).collect())
    })
}

/// The packs of a question. What is not among them is not there: nothing else is looked at.
struct GivenPacks<'q>(BTreeMap<&'q str, GivenPack<'q>>);

struct GivenPack<'q> {
    review_md: &'q str,
    /// By the path in the pack, without `.` and `..`.
    files: BTreeMap<String, &'q str>,
    trusted: bool,
}

impl<'q> GivenPacks<'q> {
    fn read(question: &'q Value) -> Result<Self, Failure> {
        let mut packs = BTreeMap::new();
        for (reference, pack) in question.get("packs").and_then(Value::as_object).into_iter().flatten() {
            let Some(review_md) = optional_text(pack, "reviewMd") else { continue };
            let mut files = BTreeMap::new();
            for (path, text) in pack.get("files").and_then(Value::as_object).into_iter().flatten() {
                // A file out of the pack is none of the pack's, so that no rubric can lead to it.
                let (Ok(place), Some(text)) = (place_in_pack(path, |_| true), text.as_str()) else { continue };
                if files.insert(place, text).is_some_and(|earlier| earlier != text) {
                    let message = format!("the pack {reference:?} has two files at {path:?}");
                    return Err(Failure::at("bad-member", "packs", message));
                }
            }
            files.entry(REVIEW_MD.to_owned()).or_insert(review_md);
            let trusted = pack.get("trusted").and_then(Value::as_bool).unwrap_or(false);
            packs.insert(reference.as_str(), GivenPack { review_md, files, trusted });
        }
        Ok(Self(packs))
    }
}

impl PackLoader for GivenPacks<'_> {
    fn load(&self, reference: &str) -> Result<LoadedPack, PackLoadError> {
        let pack = self.0.get(reference).ok_or_else(|| PackLoadError::not_here("it is not given"))?;
        Ok(LoadedPack {
            review_md: pack.review_md.as_bytes().to_vec(),
            trusted: pack.trusted,
            root: PathBuf::from(reference),
        })
    }

    fn read_rubric(&self, pack: &LoadedPack, path: &str) -> Result<Vec<u8>, PackLoadError> {
        let pack = pack.root.to_str().and_then(|reference| self.0.get(reference));
        let pack = pack.ok_or_else(|| PackLoadError::failed("its pack is not given"))?;
        let place = place_in_pack(path, |folder| pack.has_folder(folder))?;
        let text = pack.files.get(&place).ok_or_else(|| PackLoadError::failed("it is not given"))?;
        Ok(text.as_bytes().to_vec())
    }
}

impl GivenPack<'_> {
    /// Whether some file lies below `folder`.
    fn has_folder(&self, folder: &str) -> bool {
        let inside = format!("{folder}/");
        self.files.range(inside.clone()..).next().is_some_and(|(path, _)| path.starts_with(&inside))
    }
}

/// The path in a pack that `path` leads to, as a file system without links would follow it.
fn place_in_pack(path: &str, is_folder: impl Fn(&str) -> bool) -> Result<String, PackLoadError> {
    if path.starts_with('/') {
        return Err(PackLoadError::failed("an absolute path leaves the pack"));
    }
    let mut place = String::new();
    let mut rest = Some(path);
    while let Some(ahead) = rest {
        let (part, after) = ahead.split_once('/').map_or((ahead, None), |(part, after)| (part, Some(after)));
        rest = after;
        match part {
            "" | "." => {}
            ".." if place.is_empty() => return Err(PackLoadError::failed("it leaves the pack")),
            ".." => place.truncate(place.rfind('/').unwrap_or(0)),
            name => {
                if !place.is_empty() {
                    place.push('/');
                }
                place.push_str(name);
                if rest.is_some() && !is_folder(&place) {
                    return Err(PackLoadError::failed("it is not given"));
                }
            }
        }
    }
    if place.is_empty() { Err(PackLoadError::failed("it names no file")) } else { Ok(place) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expect: Option<&str>) {
        let is_folder = |folder: &str| matches!(folder, "a" | "a/b");
        assert_eq!(place_in_pack(path, is_folder).ok().as_deref(), expect, "{path:?}");
    }

    #[test]
    fn places() {
        check("r.md", Some("r.md"));
        check("./r.md", Some("r.md"));
        check(".//a/./b/r.md", Some("a/b/r.md"));
        check("a/../r.md", Some("r.md"));
        check("a/b/../r.md", Some("a/r.md"));
        check("a/b/../../r.md", Some("r.md"));
        check("..r.md", Some("..r.md"));
        check("", None);
        check(".", None);
        check("a/..", None);
        check("/r.md", None);
        check("../r.md", None);
        check("a/../../r.md", None);
        check("../a/r.md", None);
        check("nowhere/../r.md", None);
        check("r.md/", None);
        check("r.md/.", None);
        check("r.md/../r.md", None);
    }
}
