//! What the kernel refuses.

use crate::bench::{Bench, kernel_refuses};

/// A script that reports which of these commands could be carried out.
pub(crate) fn reporting(commands: &[&str]) -> String {
    let tries: Vec<String> = commands
        .iter()
        .enumerate()
        .map(|(at, command)| format!("if ({command}) > /dev/null 2>&1; then did=\"$did {at}\"; fi"))
        .collect();
    let report = r#"echo "{\"findings\": [{\"severity\": \"low\", \"title\": \"did:$did\"}]}" > "$V""#;
    let identity = "export GIT_AUTHOR_NAME=R GIT_AUTHOR_EMAIL=r@r GIT_COMMITTER_NAME=R GIT_COMMITTER_EMAIL=r@r";
    format!("{identity}\n{}\n{report}", tries.join("\n"))
}

fn check(bench: &Bench, did: &str) {
    let lane = bench.only_lane();
    assert_eq!(lane["status"], "pass", "{lane}");
    assert_eq!(lane["findings"][0]["title"], did, "{lane}");
}

#[test]
fn the_repository_cannot_be_written() {
    if !kernel_refuses() {
        return;
    }
    let commands = [
        "git commit --allow-empty -m x",
        "rm README",
        "echo x > new",
        "echo x >> README",
        "mv README other",
        "mkdir folder",
        "ln -s README link",
        "git tag t",
        "git branch b",
        "git checkout -b c",
        "git stash",
        "git config user.name x",
        "git update-index --assume-unchanged README",
        "echo x >> .git/index",
        "truncate -s 0 README",
    ];
    let bench = Bench::of_script(&reporting(&commands), "read-only", 60_000);
    let before = bench.sandbox.git(&["for-each-ref"]);
    check(&bench, "did:");
    assert_eq!(bench.sandbox.git(&["status", "--porcelain"]), "");
    assert_eq!(bench.sandbox.git(&["for-each-ref"]), before);
}

#[test]
fn nothing_but_what_it_was_given_can_be_read() {
    if !kernel_refuses() {
        return;
    }
    let mut bench = Bench::empty();
    let outside = bench.sandbox.outside().to_owned();
    bench.sandbox.assize(&["key", "show"]);
    let state = bench.sandbox.state();
    assert!(state.join("keys/review_ed25519").is_file());
    std::fs::create_dir_all(outside.join("other/.git")).unwrap();
    for file in ["home/diary", "other/source"] {
        std::fs::write(outside.join(file), "private\n").unwrap();
    }
    let (state, outside) = (state.display().to_string(), outside.display().to_string());
    let commands = [
        format!("cat {state}/keys/review_ed25519"),
        format!("ls {state}"),
        format!("cat {state}/presets.toml"),
        format!("cp {state}/keys/review_ed25519 \"$TMPDIR/\""),
        format!("ln {state}/keys/review_ed25519 \"$TMPDIR/key\""),
        format!("cat {outside}/home/diary"),
        format!("cat {outside}/other/source"),
        format!("ls {outside}/tmp"),
        format!("echo x > {state}/keys/new"),
        "kill -0 $PPID".to_owned(),
        // What it is given.
        "cat README REVIEW.md".to_owned(),
        "git log --stat && git diff HEAD~1 HEAD".to_owned(),
        "cat \"$REVIEW_RUBRIC_FILE\" \"$REVIEW_PROMPT_FILE\"".to_owned(),
        "echo x > \"$TMPDIR/x\" && echo x > \"$HOME/x\"".to_owned(),
    ];
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    bench.preset("scripted", &reporting(&commands), "");
    bench.lane("judge", "scripted", "");
    check(&bench, "did: 10 11 12 13");
}

#[test]
fn a_worktree_can_be_read_with_what_it_shares() {
    if !kernel_refuses() {
        return;
    }
    let commands = ["cat README", "git log --oneline", "git diff HEAD~1 HEAD", "git show HEAD:README", "echo x > new"];
    let bench = Bench::of_script(&reporting(&commands), "read-only", 60_000);
    let view = bench.assize(&["run", "--json", "--isolated"]).json();
    assert_eq!(view["attestation"]["lanes"][0]["findings"][0]["title"], "did: 0 1 2 3", "{view}");
}

#[test]
fn command_lanes_can_ask_for_the_same() {
    if !kernel_refuses() {
        return;
    }
    let bench = Bench::empty();
    bench.sandbox.assize(&["key", "show"]);
    let state = bench.sandbox.state().display().to_string();
    let outside = bench.sandbox.outside().display().to_string();
    std::fs::create_dir(bench.sandbox.outside().join("allowed")).unwrap();
    std::fs::write(bench.sandbox.outside().join("home/diary"), "private\n").unwrap();
    let settings = format!("[sandbox]\nwritable = [\"{outside}/allowed\"]\n");
    std::fs::write(bench.sandbox.state().join("config.toml"), settings).unwrap();
    let lane = |id: &str, run: &str| format!("  - {{id: {id}, kind: command, run: {run:?}}}\n");
    let checks = [
        lane("key", &format!("cat {state}/keys/review_ed25519")),
        lane("home", &format!("cat {outside}/home/diary")),
        lane("write", "mkdir build && echo x > build/x && git status && rm -r build"),
        lane("temporary", "echo x > \\\"$TMPDIR/x\\\" && mktemp"),
        lane("allowed", &format!("echo x > {outside}/allowed/x")),
    ];
    bench.sandbox.manifest(&format!(
        "kind: review\nid: demo\ntarget: git-range\nchecks:\n{}",
        checks.concat().replace("\\\\\\\"", "\\\"")
    ));
    bench.sandbox.commit_all("change");
    let statuses = |args: &[&str]| {
        let view = bench.assize(args).json();
        let lanes = view["attestation"]["lanes"].as_array().unwrap_or_else(|| panic!("{view}")).clone();
        lanes.iter().map(|lane| format!("{} {}", lane["id"], lane["status"]).replace('"', "")).collect::<Vec<_>>()
    };
    let expect = ["key fail", "home fail", "write pass", "temporary pass", "allowed pass"];
    assert_eq!(statuses(&["run", "--json", "--no-cache", "--sandbox"]), expect);
    let free = ["key pass", "home pass", "write pass", "temporary pass", "allowed pass"];
    assert_eq!(statuses(&["run", "--json", "--no-cache"]), free);
    assert_eq!(bench.left_in_temporary().len(), 2, "what was made there without the sandbox");
    std::fs::write(bench.sandbox.state().join("config.toml"), "[sandbox]\nreadabel = []\n").unwrap();
    let refused = bench.assize(&["run", "--no-cache", "--sandbox"]);
    assert_eq!(refused.code, 3);
    assert!(refused.stderr.contains("`sandbox.readabel` is not known"), "{refused:?}");
}
