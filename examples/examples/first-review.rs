//! A first review that runs anywhere: a small repository is made in a temporary folder, one change is committed, and
//! the change is reviewed. Needs git and a shell; no network, no services.
//!
//! ```console
//! cargo run --example first-review
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use assize_host::{Host, HostSettings, RunEvent, RunObserver, RunRequest};
use tokio_util::sync::CancellationToken;

const MANIFEST: &str = include_str!("../manifests/first-review/REVIEW.md");

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let folder = tempfile::tempdir().context("a temporary folder is needed")?;
    let repository = folder.path().join("repository");
    make_repository(&repository)?;

    // The state folder holds the ledger. A real host uses one for all reviews; this one goes with the example.
    let settings = HostSettings::new(folder.path().join("state"), std::env::vars_os().collect(), "example");
    let observer: Arc<dyn RunObserver> = Arc::new(|event: RunEvent| {
        if let RunEvent::LaneSettled(lane) = event {
            println!("{:<12} {} after {} ms", lane.id, lane.status, lane.duration_ms);
        }
    });
    let view = Host::new(settings).run(RunRequest::new(&repository), observer, CancellationToken::new()).await;

    match (&view.verdict, &view.error) {
        (Some(verdict), _) => println!("verdict: {verdict}"),
        (None, Some(error)) => bail!("no verdict: {error}"),
        (None, None) => bail!("no verdict"),
    }
    if let Some(path) = &view.ledger_path {
        println!("recorded as {}", path.strip_prefix(folder.path()).unwrap_or(path).display());
    }
    Ok(())
}

/// Makes a repository with a commit that stands for the remote's main branch, and one commit to review.
fn make_repository(root: &Path) -> Result<()> {
    std::fs::create_dir(root)?;
    git(root, &["init", "-q", "-b", "main"])?;
    std::fs::write(root.join("greeting.txt"), "hello\n")?;
    std::fs::write(root.join("REVIEW.md"), MANIFEST)?;
    commit(root, "Greet")?;
    git(root, &["update-ref", "refs/remotes/origin/main", "HEAD"])?;
    std::fs::write(root.join("greeting.txt"), "hello, world\n")?;
    commit(root, "Greet the world")
}

fn commit(root: &Path, message: &str) -> Result<()> {
    git(root, &["add", "-A"])?;
    git(
        root,
        &["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "-q", "--no-gpg-sign", "-m", message],
    )
}

fn git(root: &Path, args: &[&str]) -> Result<()> {
    let status = Command::new("git").arg("-C").arg(root).args(args).status().context("git could not be started")?;
    if !status.success() {
        bail!("git {} ended with {status}", args.join(" "));
    }
    Ok(())
}
