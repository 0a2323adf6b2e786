//! Commits and tags of the project's repository.

use assize_git::{Git, GitError, Object, SignatureState};
use assize_schemas::Sha;
use async_trait::async_trait;
use serde_json::{Map, Value, json};

use super::answer::Raised;
use super::reference::{InvalidVerifier, VerifierRef};
use super::request::{Verifier, VerifierRequest, absent, has_trailer, present, unknown};
use crate::identity::{GIT_COMMIT, GIT_TAG};

/// Asks the repository for commits.
#[derive(Debug)]
pub(super) struct CommitVerifier {
    reference: VerifierRef,
    git: Git,
}

/// Asks the repository for tags.
#[derive(Debug)]
pub(super) struct TagVerifier {
    reference: VerifierRef,
    git: Git,
}

impl CommitVerifier {
    pub(super) fn new(git: Git) -> Result<Self, InvalidVerifier> {
        Ok(Self { reference: VerifierRef::new(GIT_COMMIT, "1.0.0", true)?, git })
    }
}

impl TagVerifier {
    pub(super) fn new(git: Git) -> Result<Self, InvalidVerifier> {
        Ok(Self { reference: VerifierRef::new(GIT_TAG, "1.0.0", true)?, git })
    }
}

/// The reason for not knowing that an error of git stands for.
fn raised(error: &GitError) -> Raised {
    let reason = match error {
        GitError::NotFetched { .. } | GitError::Shallow { .. } => "paging-incomplete",
        GitError::Ambiguous { .. } => "evidence-conflict",
        GitError::BadRef { .. } => "malformed-response",
        _ => "container-unreadable",
    };
    Raised(reason.to_owned())
}

fn evidence(object: &Object) -> Map<String, Value> {
    let mut evidence = Map::new();
    evidence.insert("object".to_owned(), json!(object.sha.as_str()));
    evidence.insert("type".to_owned(), json!(object.kind));
    evidence
}

/// Holds what is signed against what git says of the signature.
async fn demand_signature(git: &Git, object: &Object) -> Result<(), Raised> {
    match git.signature_state(object).await.map_err(|error| raised(&error))? {
        SignatureState::Good => Ok(()),
        SignatureState::Bad => unknown("evidence-conflict"),
        _ => unknown("container-unreadable"),
    }
}

/// What it means that something is not in the clone.
async fn not_here(git: &Git) -> Result<Value, Raised> {
    if git.is_incomplete().await.map_err(|error| raised(&error))? {
        return unknown("paging-incomplete");
    }
    absent(Map::new())
}

#[async_trait]
impl Verifier for CommitVerifier {
    fn reference(&self) -> &VerifierRef {
        &self.reference
    }

    async fn verify(&self, request: &VerifierRequest) -> Result<Value, Raised> {
        let sha = request.target.strip_prefix("git:").and_then(|sha| Sha::parse(sha).ok());
        let Some(sha) = sha else { return unknown("malformed-response") };
        let found = match self.git.read_object(sha.as_str()).await {
            Ok(found) => found,
            Err(error) => return Err(raised(&error)),
        };
        let Some(object) = found else { return not_here(&self.git).await };
        if object.kind != "commit" || object.sha != sha {
            return unknown("evidence-conflict");
        }
        if request.expected.object.as_ref().is_some_and(|pinned| pinned != sha.as_str()) {
            return unknown("evidence-conflict");
        }
        if request.expected.signed {
            demand_signature(&self.git, &object).await?;
        }
        let text = String::from_utf8_lossy(&object.bytes);
        let message = text.split_once("\n\n").map_or("", |(_, message)| message);
        let is_marked = has_trailer(message, &request.effect_id);
        present(if is_marked { "marker-match" } else { "state-match" }, evidence(&object))
    }
}

#[async_trait]
impl Verifier for TagVerifier {
    fn reference(&self) -> &VerifierRef {
        &self.reference
    }

    async fn verify(&self, request: &VerifierRequest) -> Result<Value, Raised> {
        let name = request.target.strip_prefix("git-tag:").filter(|name| is_tag_name(name));
        let Some(name) = name else { return unknown("malformed-response") };
        let full = format!("refs/tags/{name}");
        let found = self.git.read_object(&full).await.map_err(|error| raised(&error))?;
        let Some(object) = found else {
            // A ref whose object the clone lacks is no missing tag.
            if self.git.has_ref(&full).await.map_err(|error| raised(&error))? {
                return unknown("container-unreadable");
            }
            // Whether a repository is there at all was told by the first question.
            return absent(Map::new());
        };
        let mut seen = evidence(&object);
        if let Some(pinned) = &request.expected.object {
            let peeled = self.git.read_object(&format!("{full}^{{}}")).await.map_err(|error| raised(&error))?;
            let Some(peeled) = peeled else { return unknown("container-unreadable") };
            if peeled.sha.as_str() != pinned {
                return unknown("evidence-conflict");
            }
            seen.insert("peeled".to_owned(), json!(peeled.sha.as_str()));
        }
        if request.expected.signed {
            if object.kind != "tag" {
                return unknown("evidence-conflict");
            }
            demand_signature(&self.git, &object).await?;
        }
        present("state-match", seen)
    }
}

/// Whether the text can be the name of a tag.
fn is_tag_name(name: &str) -> bool {
    let is_bad = |c: char| c.is_control() || c.is_whitespace() || "~^:?*[\\".contains(c);
    !name.is_empty()
        && !name.starts_with(['-', '/'])
        && !name.ends_with(['/', '.'])
        && !name.contains("..")
        && !name.contains("//")
        && !name.contains("@{")
        && name != "@"
        && !name.split('/').any(|part| part.starts_with('.') || part.ends_with(".lock"))
        && !name.contains(is_bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tags() {
        for good in ["v1.0.0", "a/b", "release-1", "é", "v1.lockx"] {
            assert!(is_tag_name(good), "{good}");
        }
        for bad in [
            "", "-a", "a..b", "a//b", "a.lock", "a.lock/b", "a/", "a.", "/a", "a b", "a~1", "a^", "a:b", "@", "a@{1}",
            ".a", "a/.b", "a*",
        ] {
            assert!(!is_tag_name(bad), "{bad}");
        }
    }
}
