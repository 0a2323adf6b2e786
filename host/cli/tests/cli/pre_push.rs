use snapbox::str;

use crate::sandbox::Sandbox;

const NOTHING: &str = "0000000000000000000000000000000000000000";

/// A repository whose binding `local` passes unless there is a file called `bad`.
fn sandbox() -> Sandbox {
    Sandbox::with_checks(
        "checks:\n  - {id: good, kind: command, run: 'test ! -e bad'}\nbindings:\n  local: {checks: [good]}",
    )
}

fn said(output: std::process::Output) -> (Option<i32>, String, String) {
    (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn pre_push(sandbox: &Sandbox, options: &[&str], refs: &str) -> (Option<i32>, String, String) {
    let args: Vec<&str> = ["hook", "pre-push"].iter().chain(options).chain(&["origin", "/nowhere"]).copied().collect();
    said(sandbox.assize(&args).stdin(refs.to_owned()).output().unwrap())
}

#[test]
fn a_dry_run_prints_the_commands() {
    let sandbox = sandbox();
    let head = sandbox.sha("HEAD");
    let refs = format!(
        "refs/heads/main {head} refs/heads/main {NOTHING}\n\
         refs/tags/v1 {head} refs/tags/v1 {NOTHING}\n\
         (delete) {NOTHING} refs/heads/old {head}\n\
         refs/heads/b {head} refs/heads/b {NOTHING}\n"
    );
    let (code, stdout, stderr) = pre_push(&sandbox, &["--dry-run"], &refs);
    let command = format!("assize run --binding local --supersede --base refs/remotes/origin/main --head {head}\n");
    assert_eq!((code, stdout), (Some(0), command.repeat(2)));
    snapbox::assert_data_eq!(
        stderr,
        str![[r#"
note: refs/tags/v1 is not reviewed: it is a tag
note: refs/heads/old is not reviewed: it is deleted

"#]]
    );
    assert!(!sandbox.state().exists(), "a dry run records nothing");
}

#[test]
fn each_branch_is_reviewed_until_one_does_not_pass() {
    let sandbox = sandbox();
    let good = sandbox.sha("HEAD");
    sandbox.write("bad", "x");
    sandbox.commit_all("bad");
    let bad = sandbox.sha("HEAD");
    let line = |name: &str, sha: &str| format!("refs/heads/{name} {sha} refs/heads/{name} {NOTHING}\n");

    let (code, stdout, stderr) = pre_push(&sandbox, &[], &[line("one", &good), line("two", &bad)].concat());
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    assert_eq!((stdout.matches("→ pass").count(), stdout.matches("→ block").count()), (1, 1), "{stdout}");
    assert!(stderr.contains("one is reviewed up to") && stderr.contains("the review of two did not pass"), "{stderr}");

    let (code, stdout, _) = pre_push(&sandbox, &[], &[line("two", &bad), line("one", &good)].concat());
    assert_eq!((code, stdout.matches('→').count()), (Some(1), 1), "the first that does not pass ends it: {stdout}");
}

#[test]
fn what_is_not_committed_neither_helps_nor_harms_a_push() {
    let sandbox = sandbox();
    let good = sandbox.sha("HEAD");
    sandbox.write("bad", "x");
    sandbox.commit_all("bad");
    let bad = sandbox.sha("HEAD");
    let line = |sha: &str| format!("refs/heads/main {sha} refs/heads/main {NOTHING}\n");
    // The pushed commit is checked out, and what is wrong with it is mended in the checkout alone.
    std::fs::remove_file(sandbox.root().join("bad")).unwrap();
    let (code, stdout, stderr) = pre_push(&sandbox, &[], &line(&bad));
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    assert!(stderr.contains("uncommitted changes"), "{stderr}");
    // And the other way round; rules that are not committed do not count either.
    sandbox.git(&["checkout", "-q", "--detach", &good]);
    sandbox.write("bad", "x");
    sandbox.git(&["add", "bad"]);
    sandbox.write("REVIEW.md", "no manifest");
    let (code, stdout, stderr) = pre_push(&sandbox, &[], &line(&good));
    assert_eq!(code, Some(0), "{stdout}{stderr}");
}

#[test]
fn nothing_to_review_is_no_obstacle_and_a_list_that_is_not_understood_is() {
    let sandbox = sandbox();
    let (code, stdout, _) = pre_push(&sandbox, &[], "");
    assert_eq!((code, stdout.as_str()), (Some(0), ""));
    let (code, stdout, stderr) = pre_push(&sandbox, &[], "rubbish\n");
    assert_eq!((code, stdout.as_str()), (Some(3), ""));
    assert!(stderr.contains("rubbish"), "{stderr}");
}

#[test]
fn without_a_base_the_push_is_refused_with_both_ways_on() {
    let sandbox = sandbox();
    sandbox.git(&["update-ref", "-d", "refs/remotes/origin/main"]);
    let (base, head) = (sandbox.sha("HEAD~1"), sandbox.sha("HEAD"));
    let refs = format!("refs/heads/main {head} refs/heads/main {NOTHING}\n");
    let (code, _, stderr) = pre_push(&sandbox, &[], &refs);
    assert_eq!(code, Some(3));
    assert!(stderr.contains("AGENTPROTO_REVIEW_BASE=<commit>") && stderr.contains("git push --no-verify"), "{stderr}");

    let command = sandbox.assize(&["hook", "pre-push", "origin", "/nowhere"]).env("AGENTPROTO_REVIEW_BASE", &base);
    let (code, stdout, stderr) = said(command.stdin(refs.clone()).output().unwrap());
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    let command = sandbox.assize(&["hook", "pre-push", "origin", "/nowhere"]).env("AGENTPROTO_REVIEW_BASE", "nope");
    let (code, ..) = said(command.stdin(refs).output().unwrap());
    assert_eq!(code, Some(3));
}

#[test]
fn a_push_through_the_installed_hook() {
    let sandbox = sandbox();
    let remote = tempfile::tempdir().unwrap();
    let url = remote.path().to_str().unwrap();
    sandbox.git(&["init", "-q", "--bare", url]);
    sandbox.git(&["remote", "add", "origin", url]);
    sandbox.git(&["push", "-q", "origin", "refs/remotes/origin/main:refs/heads/main"]);
    sandbox.assize(&["init"]).assert().code(0);
    sandbox.commit_all("init");
    let push = || said(sandbox.with_assize_on_the_path("git", &["push", "-q", "origin", "main"]).output().unwrap());

    sandbox.write("bad", "x");
    sandbox.commit_all("bad");
    let (code, _, stderr) = push();
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("the push is refused"), "{stderr}");

    sandbox.git(&["rm", "-q", "bad"]);
    sandbox.commit_all("good");
    let (code, _, stderr) = push();
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains("main is reviewed up to"), "{stderr}");
}
