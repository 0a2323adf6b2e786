use snapbox::str;

use crate::sandbox::Sandbox;

#[test]
fn a_repository_is_set_up_and_then_left_alone() {
    let sandbox = Sandbox::new();
    sandbox.assize(&["init", "--ci", "github"]).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
created    REVIEW.md
created    rubrics/correctness.md
created    .git/hooks/pre-push
created    .github/workflows/review.yml
next: read REVIEW.md, commit what was written, and see `assize run` come to a verdict

"#]]);
    sandbox.assize(&["check"]).assert().code(0);
    sandbox.commit_all("reviews");
    assert_eq!(sandbox.json(&["run", "--binding", "local", "--json"])["verdict"], "pass");

    sandbox.assize(&["init", "--ci", "github"]).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
unchanged  REVIEW.md
unchanged  rubrics/correctness.md
unchanged  .git/hooks/pre-push
unchanged  .github/workflows/review.yml
next: everything was there; `assize run` reviews what is checked out

"#]]);
}

#[test]
fn the_commit_gate_is_set_up_on_demand() {
    let sandbox = Sandbox::new();
    sandbox.assize(&["init", "--commit-gate"]).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
created    REVIEW.md
created    rubrics/correctness.md
created    .git/hooks/pre-push
created    docs/repo-standards.md
created    docs/annotation-guide.md
created    docs/communication-style.md
created    .git/hooks/commit-msg
           commit the rubrics alone, past the gates: git commit --no-verify
next: read REVIEW.md, commit what was written, and see `assize run` come to a verdict

"#]]);
    let changes = sandbox.json(&["init", "--commit-gate", "--json"])["changes"].clone();
    assert!(changes.as_array().unwrap().iter().all(|change| change["action"] == "unchanged"), "{changes}");
}

#[test]
fn json_is_the_changes_and_nothing_else() {
    let sandbox = Sandbox::new();
    let view = sandbox.json(&["init", "--json"]);
    let changes = view["changes"].as_array().unwrap();
    assert_eq!(changes[0], serde_json::json!({"path": "REVIEW.md", "action": "created"}));
    assert_eq!(changes.len(), 3, "{view}");
}

#[test]
fn a_pack_is_imported_under_its_namespace() {
    let sandbox = Sandbox::new();
    let pack = "---\nkind: review-pack\nid: base\nversion: 1.0.0\nchecks:\n  \
                - {id: a, kind: agent, preset: p, rubric: ./r.md}\n---\n";
    sandbox.write("packs/base/REVIEW.md", pack);
    sandbox.write("packs/base/r.md", "Look.\n");
    sandbox.assize(&["init", "--pack", "./packs/base", "--as", "team"]).assert().code(0);
    let text = std::fs::read_to_string(sandbox.root().join("REVIEW.md")).unwrap();
    assert!(text.contains("./packs/base") && text.contains("team"), "{text}");
    let change = &sandbox.json(&["init", "--pack", "./packs/base", "--as", "team", "--json"])["changes"][0];
    assert_eq!(change["action"], "unchanged", "{change}");
}

#[test]
fn a_pack_that_is_not_there_is_refused_with_the_reason() {
    let sandbox = Sandbox::new();
    let output = sandbox.assize(&["init", "--pack", "./nope"]).assert().code(3).stdout_eq("").get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: the pack \"./nope\" cannot be loaded\n  because: "), "{said}");
    assert!(!sandbox.root().join("REVIEW.md").exists());
}

/// The commands in a text: each `assize` with the words behind it, up to what ends a command.
fn commands(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches('#'));
    let mentions = lines.flat_map(|line| line.split("assize ").skip(1));
    mentions
        .map(|mention| {
            let command = mention.split(['`', '|', ';', '"', '\'', '>', '<']).next().unwrap_or_default();
            command.split_whitespace().collect::<Vec<_>>()
        })
        .filter(|words: &Vec<&str>| {
            words.first().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()))
        })
        .collect()
}

#[test]
fn every_command_that_was_written_down_is_there() {
    let sandbox = Sandbox::new();
    sandbox.assize(&["init", "--ci", "github"]).assert().code(0);
    let mut seen = Vec::new();
    for file in ["REVIEW.md", "rubrics/correctness.md", ".git/hooks/pre-push", ".github/workflows/review.yml"] {
        let text = std::fs::read_to_string(sandbox.root().join(file)).unwrap();
        for words in commands(&text) {
            if ["is", "gets"].contains(&words[0]) {
                continue; // A sentence about the program.
            }
            let named: Vec<&str> = words.iter().copied().take_while(|word| !word.starts_with('-')).take(2).collect();
            let help = ["--help"];
            let (mut command, mut output) = (named.clone(), None);
            while output.is_none() && !command.is_empty() {
                let args: Vec<&str> = command.iter().chain(&help).copied().collect();
                let ran = sandbox.assize(&args).output().unwrap();
                output = ran.status.success().then_some(ran.stdout);
                command.pop();
            }
            let help = String::from_utf8(output.unwrap_or_else(|| panic!("{file} names `assize {words:?}`"))).unwrap();
            for option in words.iter().filter(|word| word.starts_with("--")) {
                assert!(help.contains(option), "{file}: `assize {words:?}` has no {option}");
            }
            seen.push(named.join(" "));
        }
    }
    for expect in ["run", "graph", "hook pre-push", "verify"] {
        assert!(seen.iter().any(|named| named == expect), "{expect} is not looked at: {seen:?}");
    }
}

#[test]
fn what_a_person_has_to_do_is_said() {
    let sandbox = Sandbox::new();
    sandbox.write(".git/hooks/pre-push", "#!/usr/bin/env python3\nprint('mine')\n");
    let output = sandbox.assize(&["init"]).assert().code(0).get_output().clone();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("skipped    .git/hooks/pre-push\n           "), "{told}");
    let hook = std::fs::read_to_string(sandbox.root().join(".git/hooks/pre-push")).unwrap();
    assert_eq!(hook, "#!/usr/bin/env python3\nprint('mine')\n");
}

#[test]
fn without_a_repository_nothing_is_written() {
    let sandbox = Sandbox::new();
    let bare = tempfile::tempdir().unwrap();
    let cwd = bare.path().to_str().unwrap();
    let output = sandbox.assize(&["init", "--cwd", cwd]).assert().code(3).stdout_eq("").get_output().clone();
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: "));
    assert_eq!(std::fs::read_dir(bare.path()).unwrap().count(), 0);
}
