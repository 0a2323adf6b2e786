//! A repository with an issuer and a policy.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Deref;
use std::path::PathBuf;

use assize_tests::{Outcome, Sandbox};
use serde_json::{Value, json};

/// A repository with a commit on `main`, an issuer `service:ci` and a policy that requires its `tests`.
pub(crate) struct World {
    sandbox: Sandbox,
    pub(crate) ci: Value,
}

impl Deref for World {
    type Target = Sandbox;

    fn deref(&self) -> &Sandbox {
        &self.sandbox
    }
}

impl World {
    pub(crate) fn new() -> Self {
        let world = Self::without_policy();
        world.set_policy(&json!({"trusted_issuers": [world.ci], "required_validations": [{"check": "tests"}]}));
        world
    }

    pub(crate) fn without_policy() -> Self {
        let sandbox = Sandbox::with_base();
        let made = sandbox.assize(&["validate", "keygen", "ci"]);
        assert_eq!(made.code, 0, "{made:?}");
        let ci = made.json();
        Self { sandbox, ci }
    }

    /// Sets a policy and gives its version.
    pub(crate) fn set_policy(&self, policy: &Value) -> u64 {
        fs::write(self.beside("policy.json"), policy.to_string()).unwrap();
        let set = self.assize(&["policy", "set", "../policy.json", "--json"]);
        assert_eq!(set.code, 0, "{set:?}");
        set.json()["version"].as_u64().unwrap()
    }

    /// A branch off `from` that adds a file of its own name; `main` stays checked out.
    pub(crate) fn propose(&self, name: &str, from: &str) {
        self.git(&["checkout", "--quiet", "-b", name, from]);
        self.commit(name, "proposed\n");
        self.git(&["checkout", "--quiet", "main"]);
    }

    /// Runs a command as the check `tests` on a proposal.
    pub(crate) fn validate(&self, proposal: &str, command: &[&str]) -> Outcome {
        let run = ["validate", "run", proposal, "--check", "tests", "--key", "ci", "--json", "--"];
        self.assize(&[&run[..], command].concat())
    }

    pub(crate) fn integrate(&self, proposal: &str) -> Outcome {
        self.assize(&["integrate", proposal, "--json"])
    }

    pub(crate) fn preview(&self, proposal: &str) -> String {
        let shown = self.assize(&["preview", proposal]);
        assert_eq!(shown.code, 0, "{shown:?}");
        shown.stdout.trim().to_owned()
    }

    /// The folder that everything is kept in.
    pub(crate) fn ag(&self) -> PathBuf {
        self.root().join(".git/ag")
    }

    /// The lines of the audit log.
    pub(crate) fn audit(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.ag().join("audit.jsonl")).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
    }

    /// The stored attestations of a tree, by file name.
    pub(crate) fn stored(&self, tree: &str) -> BTreeMap<String, Value> {
        let Ok(entries) = fs::read_dir(self.ag().join("attestations").join(tree)) else { return BTreeMap::new() };
        let read = |path: PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (
                name,
                serde_json::from_slice(&fs::read(&path).unwrap()).unwrap_or_else(|error| panic!("{path:?}: {error}")),
            )
        };
        entries.map(|entry| read(entry.unwrap().path())).collect()
    }

    /// What is in the folder for temporary folders.
    pub(crate) fn temporary(&self) -> Vec<PathBuf> {
        fs::read_dir(self.beside("tmp")).unwrap().map(|entry| entry.unwrap().path()).collect()
    }

    /// A document signed with the key of `seed`, 64 hex digits.
    pub(crate) fn sign(&self, seed: &str, body: &Value) -> Value {
        use std::io::Write as _;
        let mut command = self.command(assize_tests::binary("assize"));
        command.args(["plumbing", "agentgit-attestation-sign"]);
        command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        let question = json!({"seedHex": seed, "body": body}).to_string();
        child.stdin.take().unwrap().write_all(question.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        answer["ok"]["document"].clone()
    }

    /// Hands in a document.
    pub(crate) fn submit(&self, document: &Value) -> Outcome {
        fs::write(self.beside("attestation.json"), document.to_string()).unwrap();
        self.assize(&["validate", "submit", "../attestation.json", "--json"])
    }

    /// The statement of `tests` having passed on `tree`, by `service:ci` unless members say otherwise.
    pub(crate) fn body(&self, id: &str, tree: &str, other: &Value) -> Value {
        let mut body = json!({
            "id": id, "tree_id": tree, "check": "tests", "result": "pass", "policy_version": 1,
            "env_digest": "e".repeat(64), "issuer": "service:ci", "issued_at": 1_700_000_000_000_u64,
        });
        for (name, value) in other.as_object().unwrap() {
            body[name] = value.clone();
        }
        body
    }

    /// The seed of the issuer's key.
    pub(crate) fn seed(&self) -> String {
        fs::read_to_string(self.state().join("keys/issuers/ci")).unwrap().trim().to_owned()
    }
}
