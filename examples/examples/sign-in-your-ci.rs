//! Another program's CI that states its own results: it runs its tests in whatever way it likes, signs what came out for
//! the exact tree that they ran on, and hands that in. The policy decides whether its word counts.
//!
//! ```console
//! cargo run --example sign-in-your-ci
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};
use assize_validations::{
    Attestation, CheckResult, Integrated, IssuerKey, Policy, Repository, Stream, attestation_id, env_digest_of_label,
};
use serde_json::json;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let folder = tempfile::tempdir().context("a temporary folder is needed")?;
    let repository = folder.path().join("repository");
    make_repository(&repository)?;

    // A CI keeps its key where no tested code can read it; this one goes with the example.
    let issuer_key = IssuerKey::generate()?;
    let issuer_identity = "service:our-ci".to_owned();
    let repo = Repository::in_git_folder(repository.join(".git"));
    let policy = Policy::from_value(json!({
        "trusted_issuers": [{"identity": issuer_identity, "public_key": issuer_key.public_key().as_str()}],
        "required_validations": [{"check": "tests"}],
    }))?;
    let policy_version = repo.set_policy(&policy, "the maintainer")?.version;

    // What would land? Not the proposal, but the tree that merging it now makes.
    let environment: Vec<_> = std::env::vars_os().collect();
    let stream = Stream::find(&environment, &repository, "main", folder.path()).await?;
    let candidate = stream.candidate("topic").await?;
    let tree_id = candidate.tree().context("the proposal conflicts")?.to_string();
    println!("the tests run on tree {tree_id}");

    // Here the CI runs its tests on that tree.
    let now = u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?;
    let id = attestation_id()?;
    let env_digest = env_digest_of_label("our ci, image 7").to_string();
    let att = Attestation::sign(
        &issuer_key,
        id,
        tree_id,
        "tests".into(),
        CheckResult::Pass,
        policy_version,
        env_digest,
        issuer_identity,
        now,
    )?;
    repo.submit_attestation(&att)?;
    println!("submitted {}", att.to_canonical());

    match stream.integrate("topic", "the maintainer").await?.outcome {
        Integrated::Landed(commit) => println!("landed: main is now {commit}"),
        other => bail!("not landed: {other:?}"),
    }
    Ok(())
}

/// A repository in which both `main` and `topic` went on from where they parted.
fn make_repository(root: &Path) -> Result<()> {
    std::fs::create_dir_all(root)?;
    let script = "git init -q -b main . && git config user.name Example && git config user.email example@example.com
        echo base > base && git add . && git commit -qm base
        git checkout -qb topic && echo topic > topic && git add . && git commit -qm topic
        git checkout -q main && echo more > more && git add . && git commit -qm more";
    let made = Command::new("sh").args(["-ec", script]).current_dir(root).status().context("a shell is needed")?;
    if made.success() { Ok(()) } else { bail!("the repository could not be made") }
}
