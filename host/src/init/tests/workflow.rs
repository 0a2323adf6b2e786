//! The workflow, run with a stand-in for `assize`.

use std::fs;

use super::support::try_init;
use crate::init::{CiSystem, InitRequest};
use crate::packs::testing::Repo;

/// Runs the script of the workflow's last step with an `assize` that ends as told.
fn workflow_ends(repo: &Repo, run: u8, verify: u8) -> (i32, String) {
    let text = repo.read(".github/workflows/review.yml");
    let (_, script) = text.rsplit_once("run: |\n").unwrap();
    let bin = repo.outside().join("ci-bin");
    let log = repo.outside().join("ci-log");
    drop(fs::remove_file(&log));
    repo.write_program(
        bin.join("assize"),
        &format!(
            "#!/bin/sh\necho \"$*\" >>'{}'\ncase $1 in run) exit {run};; *) exit {verify};; esac\n",
            log.display()
        ),
    );
    let output = std::process::Command::new("bash")
        .args(["-e", "-c", script])
        .env_clear()
        .env("PATH", format!("{}:{}", bin.display(), std::env::var("PATH").unwrap()))
        .envs([("BASE", "refs/remotes/origin/main"), ("PR_URL", "https://github.com/o/r/pull/1")])
        .output()
        .unwrap();
    (output.status.code().unwrap(), fs::read_to_string(log).unwrap())
}

#[tokio::test]
async fn the_workflow_lets_only_a_verified_export_stand_in() {
    let repo = Repo::new();
    repo.write("package.json", "{}");
    repo.write("pnpm-lock.yaml", "");
    repo.write("go.mod", "");
    repo.write("pytest.ini", "");
    try_init(&repo, InitRequest::new(repo.root()).with_ci(CiSystem::Github)).await.unwrap();
    for (run, verify, expect) in [
        (0, 0, 0),
        (0, 4, 0),
        (0, 5, 0),
        (0, 1, 1),
        (0, 6, 6),
        (2, 0, 0),
        (2, 4, 2),
        (2, 5, 2),
        (2, 6, 6),
        (2, 1, 1),
        (2, 3, 3),
        (1, 0, 1),
        (3, 0, 3),
        (64, 0, 64),
        (130, 0, 130),
    ] {
        assert_eq!(workflow_ends(&repo, run, verify).0, expect, "run {run}, verify {verify}");
    }
    let (_, calls) = workflow_ends(&repo, 2, 0);
    assert_eq!(
        calls,
        "run --binding ci --headless --base refs/remotes/origin/main --pr https://github.com/o/r/pull/1 --annotate \
         github\nverify --binding ci --base refs/remotes/origin/main --if-exported --require-signed --annotate github\n"
    );
    let text = repo.read(".github/workflows/review.yml");
    // Nothing from the pull request is put into a script, and the token can only read.
    for line in text.lines().filter(|line| line.contains("${{")) {
        assert!(line.trim_start().split_once(": ").is_some_and(|(key, _)| !key.contains(' ')), "{line}");
    }
    assert!(text.contains("contents: read") && !text.contains("pull_request_target"));
    for step in ["corepack enable", "pnpm install --frozen-lockfile", "go-version-file: go.mod", "pip install pytest"] {
        assert!(text.contains(step), "{step}");
    }
}
