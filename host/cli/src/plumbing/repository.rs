//! Names of repositories.

use assize_schemas::shape::{Shape, required};
use assize_schemas::{normalize_remote, parse_git_pack_ref, repo_slug};
use serde_json::{Value, json};

use super::answer::{Answer, Failure};
use super::input::text;

pub(super) static URL: Shape = Shape::Object(&[required("url", &Shape::Text, "A remote's url.")]);

pub(super) static REMOTE: Shape = Shape::Object(&[required("repoRemote", &Shape::Text, "A normalised remote.")]);

pub(super) static REFERENCE: Shape = Shape::Object(&[required("ref", &Shape::Text, "A reference to a git pack.")]);

/// `repo-remote`: the normalised form of a remote's url.
pub(super) fn remote(question: &Value) -> Answer {
    Ok(json!(normalize_remote(text(question, "url"))))
}

/// `repo-slug`: the folder name of a normalised remote.
pub(super) fn slug(question: &Value) -> Answer {
    Ok(json!(repo_slug(text(question, "repoRemote"))))
}

/// `git-pack-ref`: the url and the commit of a reference to a git pack.
pub(super) fn git_pack_ref(question: &Value) -> Answer {
    let found = parse_git_pack_ref(text(question, "ref"));
    let found = found.map_err(|error| Failure::at(error.code(), "ref", error.to_string()))?;
    Ok(json!({"url": found.url, "sha": found.sha}))
}
