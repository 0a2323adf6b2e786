//! What makes two requests the same review.

use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use assize_schemas::Sha256Hex;

use crate::pipeline::Requested;
use crate::running::RUNNING;

/// The folder of a review, relative to the state folder: the same for requests that are the same review (rulings 19),
/// and one of its own for a request that nobody may join.
///
/// Besides what the ruling names, everything counts that one request sees and another does not: the texts of manifest,
/// rubrics and packs, and whether reviewers are asked and lanes have trees of their own.
pub(super) fn folder_of(requested: &Requested<'_>) -> PathBuf {
    let Requested { run_id, request, plan, .. } = requested;
    let mut identity = Identity::default();
    for path in [&plan.place.checkout.common_dir, &plan.place.checkout.root, &plan.manifest.path] {
        identity.part(path.as_os_str().as_bytes());
    }
    for text in
        [plan.manifest.sha.as_str(), plan.binding.name.as_str(), plan.range.base.as_str(), plan.range.head.as_str()]
    {
        identity.part(text.as_bytes());
    }
    for flag in [request.no_cache, request.no_compose, request.headless, plan.isolated] {
        identity.part(&[u8::from(flag)]);
    }
    for rubric in &plan.rubrics {
        identity.part(rubric.check.as_bytes());
        identity.part(rubric.sha256.as_bytes());
    }
    for pack in &plan.packs {
        identity.part(pack.namespace.as_str().as_bytes());
        identity.part(pack.digest.sha256.as_bytes());
    }
    if plan.dirty {
        identity.part(run_id.as_bytes());
    }
    Path::new(RUNNING).join(Sha256Hex::of(identity.0).as_str())
}

/// Parts one after the other, each with its length, so that no two lists of parts are the same bytes.
#[derive(Default)]
struct Identity(Vec<u8>);

impl Identity {
    fn part(&mut self, bytes: &[u8]) {
        self.0.extend(bytes.len().to_be_bytes());
        self.0.extend(bytes);
    }
}
