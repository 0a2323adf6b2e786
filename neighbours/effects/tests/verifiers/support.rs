//! Asking one verifier.

use std::path::Path;
use std::time::Duration;

use assize_effects::{
    BuiltIn, Expected, Registry, Scope, TrackerSettings, Verified, VerifierRequest, built_in, run_verifier,
};
use assize_git::{Git, GitProgram};
use assize_scratch::Scratch;
use chrono::{TimeDelta, Utc};
use serde_json::json;

/// An id that is one.
pub(crate) const ID: &str = "eff1_ugitdykctocxth3ygipmnwlori4ns6b2t4k4phviz3wi7t77eila";

/// The verifiers of a project where git is not asked for anything.
pub(crate) fn registry(project: &Path, trackers: Vec<TrackerSettings>) -> Registry {
    built_in(BuiltIn { project: project.to_owned(), git: None, trackers }).unwrap()
}

/// The verifiers of a repository.
pub(crate) fn registry_of(scratch: &Scratch, project: &Path) -> Registry {
    let git = Git::new(GitProgram::find(&scratch.environment()).unwrap(), project);
    let trackers = Vec::new();
    built_in(BuiltIn { project: project.to_owned(), git: Some(git), trackers }).unwrap()
}

/// A request about an intent of an hour ago.
pub(crate) fn request(kind: &str, target: &str) -> VerifierRequest {
    VerifierRequest {
        effect_id: ID.to_owned(),
        scope: Scope::new("local", "p", "delivery").unwrap(),
        kind: kind.to_owned(),
        target: target.to_owned(),
        context: json!({}),
        payload_digest: None,
        intent_recorded_at: Some(Utc::now() - TimeDelta::hours(1)),
        expected: Expected::default(),
    }
}

pub(crate) fn ask_for(registry: &Registry, request: &VerifierRequest, limit: Duration) -> Verified {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let verified = runtime.block_on(run_verifier(registry, request, None, limit));
    runtime.shutdown_timeout(Duration::ZERO);
    verified
}

/// `result reason` of an answer.
pub(crate) fn told(verified: &Verified) -> String {
    format!("{} {}", verified.decision.result.name(), verified.decision.reason)
}

pub(crate) fn ask(registry: &Registry, request: &VerifierRequest) -> String {
    told(&ask_for(registry, request, Duration::from_secs(30)))
}
