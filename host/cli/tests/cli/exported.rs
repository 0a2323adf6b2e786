//! A repository whose review was run and exported.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

use assize_schemas::{Sha256Hex, attestation_digests, range_sha};
use serde_json::{Value, json};
use snapbox::cmd::OutputAssert;

use crate::sandbox::Sandbox;

/// A repository with an attestation in `.reviews`.
pub(crate) struct Exported {
    pub(crate) sandbox: Sandbox,
    path: PathBuf,
}

impl Exported {
    /// A review that ran, passed and was exported, on a host that did not sign.
    pub(crate) fn new() -> Self {
        let sandbox =
            Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}\nverdict: {exportDir: .reviews}");
        sandbox.assize(&["run"]).assert().code(0);
        let path = sandbox.json(&["export", "--json"])["path"].as_str().unwrap().into();
        let exported = Self { sandbox, path };
        exported.edit(|attestation| drop(attestation["attestor"].as_object_mut().unwrap().remove("signature")));
        exported
    }

    /// An attestation as another host could have made it, for a manifest with `more` in it.
    pub(crate) fn with(more: &str, prepare: impl FnOnce(&Sandbox)) -> Self {
        let sandbox = Sandbox::new();
        let manifest = format!(
            "---\nkind: review\nid: sample\ntarget: git-range\nchecks:\n  - {{id: a, kind: command, run: 'true'}}\n\
             verdict: {{exportDir: .reviews}}\n{more}---\n"
        );
        sandbox.write("REVIEW.md", &manifest);
        prepare(&sandbox);
        sandbox.commit_all("change");
        sandbox.git(&["remote", "add", "origin", "https://github.com/example/demo.git"]);
        let (base, head) = (sandbox.sha("origin/main"), sandbox.sha("HEAD"));
        let attestation = json!({
            "schema": "agentproto.review.attestation/v1",
            "runId": "review-0d9c7a5e-0000-4000-8000-000000000001",
            "reviewId": "sample",
            "manifestSha": Sha256Hex::of(manifest.as_bytes()),
            "binding": "default",
            "target": {"repoRemote": "github.com/example/demo", "baseSha": base, "headSha": head},
            "rangeSha": range_sha(&base, &head),
            "lanes": [{"id": "a", "kind": "command", "status": "pass", "blocking": true, "findings": [],
                "durationMs": 12, "exitCode": 0}],
            "verdict": "pass",
            "attestor": {"daemon": "assize@box", "presets": []},
            "rubrics": [],
            "createdAt": "2026-01-02T03:04:05.678Z"
        });
        sandbox.write(".reviews/a.json", attestation.to_string());
        let path = sandbox.root().join(".reviews/a.json");
        Self { sandbox, path }
    }

    /// Runs `assize verify` with these arguments.
    pub(crate) fn verify(&self, args: &[&str]) -> OutputAssert {
        let args: Vec<&str> = ["verify"].iter().chain(args).copied().collect();
        self.sandbox.assize(&args).assert()
    }

    /// The same, giving the document of `--json`.
    pub(crate) fn json(&self, args: &[&str]) -> Value {
        let args: Vec<&str> = ["verify", "--json"].iter().chain(args).copied().collect();
        self.sandbox.json(&args)
    }

    fn read(&self) -> Value {
        serde_json::from_slice(&std::fs::read(&self.path).unwrap()).unwrap()
    }

    /// Changes the attestation.
    pub(crate) fn edit(&self, change: impl FnOnce(&mut Value)) {
        let mut attestation = self.read();
        change(&mut attestation);
        std::fs::write(&self.path, attestation.to_string()).unwrap();
    }

    /// Signs the attestation with the host's key, by `ssh-keygen` itself, and gives the line to trust it with.
    pub(crate) fn sign(&self, principal: &str) -> String {
        let key = self.sandbox.json(&["key", "generate", "--principal", principal, "--json"]);
        let text = |name: &str| key[name].as_str().unwrap().to_owned();
        let signed = attestation_digests(&self.read()).signed_bytes;
        let mut child = self
            .sandbox
            .command("ssh-keygen")
            .args(["-q", "-Y", "sign", "-n", "agentproto-review", "-f", text("publicKeyPath").trim_end_matches(".pub")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(signed.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        self.edit(|attestation| {
            attestation["attestor"]["signature"] = json!({
                "alg": "ssh-ed25519",
                "keyFingerprint": text("fingerprint"),
                "principal": principal,
                "signedAt": "2026-01-02T03:04:05.678Z",
                "sig": String::from_utf8(output.stdout).unwrap(),
            });
        });
        text("allowedSignersLine")
    }
}
