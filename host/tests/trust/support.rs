//! Repositories, keys and attestations.

use std::fs;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::process::{Command, Stdio};

use assize_git::{Git, GitProgram};
use assize_host::{Host, HostSettings, Signer, SignerPlace, VerifyRequest, VerifyView};
use assize_schemas::{Sha256Hex, range_sha};
use assize_scratch::Scratch;
use assize_store::StateFolder;
use serde_json::{Value, json};

pub(crate) const PRINCIPAL: &str = "ci@example.com";
pub(crate) const REMOTE: &str = "github.com/example/demo";
pub(crate) const MANIFEST: &str = "---
kind: review
id: demo
target: git-range
checks:
  - {id: tests, kind: command, run: 'true'}
  - {id: eyes, kind: agent, preset: kimi, rubric: ./rubric.md}
verdict: {exportDir: .reviews}
---
";

/// A repository with a state folder beside it.
pub(crate) struct Scene(Scratch);

impl Deref for Scene {
    type Target = Scratch;

    fn deref(&self) -> &Scratch {
        &self.0
    }
}

impl DerefMut for Scene {
    fn deref_mut(&mut self) -> &mut Scratch {
        &mut self.0
    }
}

impl Scene {
    /// A repository whose `origin/main` holds the manifest and these other files, and one commit more.
    pub(crate) fn with(manifest: &str, files: &[(&str, &str)]) -> Self {
        let scene = Self(Scratch::unborn("repo"));
        scene.git(&["remote", "add", "origin", "https://github.com/example/demo.git"]);
        scene.write("REVIEW.md", manifest);
        for (path, text) in files {
            scene.write(path, text);
        }
        scene.commit_all("base");
        scene.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
        scene.write("change", "1\n");
        scene.commit_all("change");
        scene
    }

    pub(crate) fn new() -> Self {
        Self::with(MANIFEST, &[])
    }

    pub(crate) fn state(&self) -> StateFolder {
        StateFolder::new(self.beside("state"))
    }

    pub(crate) fn host(&self) -> Host {
        Host::new(HostSettings::new(self.beside("state"), self.environment(), "box"))
    }

    pub(crate) fn repository(&self) -> Git {
        Git::new(GitProgram::find(&self.environment()).unwrap(), self.root())
    }

    pub(crate) async fn signer(&self) -> Signer {
        let state = self.state();
        let place = SignerPlace {
            state: &state,
            environment: &self.environment(),
            hostname: "box",
            email: None,
            principal: Some(PRINCIPAL),
        };
        Signer::open(&place).await.unwrap()
    }

    /// An attestation of `base..head` that passes.
    pub(crate) fn attestation(&self, base: &str, head: &str) -> Value {
        let (base, head) = (self.sha(base), self.sha(head));
        let manifest = fs::read(self.root().join("REVIEW.md")).unwrap();
        json!({
            "schema": "agentproto.review.attestation/v1",
            "runId": "review-0d9c7a5e-0000-4000-8000-000000000001",
            "reviewId": "demo",
            "manifestSha": Sha256Hex::of(manifest),
            "binding": "default",
            "target": {"repoRemote": REMOTE, "baseSha": base, "headSha": head},
            "rangeSha": range_sha(&base, &head),
            "lanes": [
                {"id": "tests", "kind": "command", "status": "pass", "blocking": true, "findings": [], "durationMs": 12, "exitCode": 0},
                {"id": "eyes", "kind": "agent", "status": "pass", "blocking": true, "findings": [], "durationMs": 900, "preset": "kimi"}
            ],
            "verdict": "pass",
            "attestor": {"daemon": "assize@box", "presets": ["kimi"]},
            "rubrics": [{"check": "eyes", "path": "./rubric.md", "sha256": "1".repeat(64)}],
            "createdAt": "2026-01-02T03:04:05.678Z"
        })
    }

    /// The attestation of what is under review, signed.
    pub(crate) async fn signed(&self) -> Value {
        let mut attestation = self.attestation("origin/main", "HEAD");
        self.signer().await.sign_attestation(&mut attestation).await.unwrap();
        attestation
    }

    /// Writes an attestation to `.reviews`.
    pub(crate) fn export(&self, name: &str, attestation: &Value) {
        self.write(format!(".reviews/{name}"), &(serde_json::to_string_pretty(attestation).unwrap() + "\n"));
    }

    pub(crate) fn request(&self) -> VerifyRequest {
        VerifyRequest::new(self.root())
    }

    pub(crate) async fn verify(&self, request: &VerifyRequest) -> VerifyView {
        let view = self.host().verify(request).await;
        let left = fs::read_dir(self.beside("tmp")).unwrap().count();
        assert_eq!(left, 0, "a verification leaves nothing behind");
        view
    }

    /// Verifies, and tells the exit status with the codes of all problems.
    pub(crate) async fn outcome(&self, request: &VerifyRequest) -> (u8, Vec<String>) {
        let view = self.verify(request).await;
        assert_eq!(view.ok, view.exit_code == 0, "{view:?}");
        (view.exit_code, view.problems.iter().map(|problem| problem.code.to_string()).collect())
    }
}

/// Runs `ssh-keygen` and tells whether it accepted, and what it printed.
pub(crate) fn ssh_keygen(arguments: &[&str], input: &Path) -> (bool, String) {
    let output =
        Command::new("ssh-keygen").args(arguments).stdin(Stdio::from(fs::File::open(input).unwrap())).output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The codes of a view's notes.
pub(crate) fn notes(view: &VerifyView) -> Vec<&str> {
    view.notes.iter().map(|note| &*note.code).collect()
}
