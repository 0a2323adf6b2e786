use snapbox::str;

use crate::sandbox::Sandbox;

const ONE_CHECK: &str = "checks:\n  - {id: a, kind: command, run: 'true'}";

#[test]
fn a_right_manifest() {
    let sandbox = Sandbox::with_checks(ONE_CHECK);
    sandbox.assize(&["check"]).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
REVIEW.md: valid: review sample, 1 check, 1 binding (default)

"#]]);
    let document = sandbox.json(&["check", "--json"]);
    assert_eq!(document["ok"], true);
    assert_eq!(document["kind"], "review");
    assert_eq!(document["manifest"]["checks"][0]["timeoutMs"], 600_000);
    assert_eq!(document["problems"], serde_json::json!([]));
    assert!(document.get("pack").is_none());
}

#[test]
fn all_problems_with_their_places() {
    let sandbox = Sandbox::with_checks(
        "checks:\n  - {id: a, kind: command, run: 'true', blockng: false}\n  - {id: a, kind: robot}",
    );
    let output = sandbox.assize(&["check"]).assert().code(3).stdout_eq("").get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("REVIEW.md:6:") && said.contains("did you mean `blocking`?"), "{said}");
    assert!(said.contains("REVIEW.md:7:") && said.contains("robot"), "{said}");

    let document = sandbox.json(&["check", "--json"]);
    assert_eq!(document["ok"], false);
    assert!(document["problems"].as_array().unwrap().len() >= 2, "{document}");
    assert_eq!(document["problems"][0]["line"], 6);
    assert!(document.get("manifest").is_none());
}

#[test]
fn what_a_run_would_refuse_is_said() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'echo {bsae}'}");
    for args in [&["check"][..], &["run"], &["graph"]] {
        let output = sandbox.assize(args).assert().code(3).stdout_eq("").get_output().clone();
        assert!(String::from_utf8(output.stderr).unwrap().contains("bsae"), "{args:?}");
    }
    assert_eq!(sandbox.json(&["check", "--json"])["problems"][0]["code"], "unbound-placeholder");
}

#[test]
fn a_pack() {
    let sandbox = Sandbox::new();
    let pack =
        "---\nkind: review-pack\nid: base\nversion: 1.2.3\nchecks:\n  - {id: a, kind: command, run: 'true'}\n---\n";
    sandbox.write("packs/base/REVIEW.md", pack);
    sandbox.assize(&["check", "packs/base"]).assert().code(0).stdout_eq(str![[r#"
packs/base/REVIEW.md: valid: pack base 1.2.3, 1 check

"#]]);
    let document = sandbox.json(&["check", "--json", "packs/base/REVIEW.md"]);
    assert_eq!(document["kind"], "review-pack");
    assert_eq!(document["pack"]["version"], "1.2.3");

    sandbox.write("packs/bad/REVIEW.md", pack.replace("1.2.3", "one"));
    let document = sandbox.json(&["check", "--json", "packs/bad"]);
    assert_eq!((document["ok"].as_bool(), document["kind"].as_str()), (Some(false), Some("review-pack")));

    // What a manifest says below its frontmatter, or in a member of another name, makes no pack of it.
    sandbox.write("wrong.md", "---\nid: r\nname: |\n  kind: review-pack\n---\nkind: review-pack\n");
    let document = sandbox.json(&["check", "--json", "wrong.md"]);
    assert_eq!((document["ok"].as_bool(), document["kind"].as_str()), (Some(false), Some("review")));
    let told = document["problems"].to_string();
    assert!(told.contains("a review needs `kind`") && !told.contains("pack"), "{told}");
}

#[test]
fn the_manifest_is_found_from_below_and_without_a_repository() {
    let sandbox = Sandbox::with_checks(ONE_CHECK);
    sandbox.write("deep/er/file", "");
    sandbox.assize(&["--cwd", "deep/er", "check"]).assert().code(0);
    sandbox.assize(&["--cwd", "deep/er", "--manifest", "../../REVIEW.md", "check"]).assert().code(0);
    for args in [&["check"][..], &["graph"], &["run"]] {
        let args: Vec<&str> = ["--cwd", "deep/er", "--manifest", "../.."].iter().chain(args).copied().collect();
        sandbox.assize(&args).assert().code(0);
    }
    sandbox.assize(&["check", "--cwd", "no/such/folder"]).assert().code(3).stdout_eq("");

    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::copy(sandbox.root().join("REVIEW.md"), elsewhere.path().join("REVIEW.md")).unwrap();
    sandbox.assize(&["--cwd", elsewhere.path().to_str().unwrap(), "check"]).assert().code(0);
}

#[test]
fn no_manifest() {
    let output = Sandbox::new().assize(&["check"]).assert().code(3).stdout_eq("").get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("error: ") && said.contains("REVIEW.md") && said.contains("  help: `assize init` writes one"),
        "{said}"
    );
}

#[test]
fn what_cannot_be_read_is_a_document_too() {
    let sandbox = Sandbox::new();
    let checked = |path: &str, code: &str| {
        let output = sandbox.assize(&["check", "--json", path]).assert().code(3).get_output().clone();
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            (document["ok"].as_bool(), &document["problems"][0]["code"]),
            (Some(false), &code.into()),
            "{document}"
        );
        assert!(document["problems"][0]["message"].as_str().unwrap().contains(path), "{document}");
        assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: "));
    };
    checked("none.md", "no-manifest");
    std::fs::File::create(sandbox.root().join("huge.md")).unwrap().set_len(8 << 20).unwrap();
    checked("huge.md", "too-large");
    std::os::unix::fs::symlink("loop.md", sandbox.root().join("loop.md")).unwrap();
    checked("loop.md", "unreadable");
}

#[test]
fn what_is_not_there_is_warned_of() {
    let sandbox = Sandbox::with_checks(
        "checks:\n  - {id: a, kind: command, run: 'true', cwd: web}\n  - {id: b, kind: agent, preset: p, rubric: ./r.md}",
    );
    sandbox.assize(&["check"]).assert().code(0).stderr_eq(str![[r#"
warning: REVIEW.md: checks[0].cwd: there is no folder "web" in the repository, and without it the check is skipped
warning: REVIEW.md: checks[1].rubric: there is no file "./r.md" beside REVIEW.md, and without it the check is skipped

"#]]);
    let document = sandbox.json(&["check", "--json"]);
    assert_eq!((document["ok"].as_bool(), &document["warnings"][1]["path"]), (Some(true), &"checks[1].rubric".into()));
    // Folders belong to the repository, rubrics to the file.
    sandbox.write("web/a", "");
    sandbox.write("r.md", "Look.\n");
    sandbox.assize(&["check"]).assert().code(0).stderr_eq("");
    sandbox.assize(&["check", "--cwd", "web", "../REVIEW.md"]).assert().code(0).stderr_eq("");
    assert!(sandbox.json(&["check", "--json"]).get("warnings").is_none());
}

#[test]
fn packs_are_judged_when_that_is_asked_for() {
    let sandbox = Sandbox::with_checks(
        "checks:\n  - {id: a, kind: command, run: 'true'}\nuses:\n  - {pack: ./packs/base, as: team}\n\
         bindings: {default: {checks: [a, team/b]}}",
    );
    let pack =
        "---\nkind: review-pack\nid: base\nversion: 1.2.3\nchecks:\n  - {id: b, kind: command, run: 'true'}\n---\n";
    sandbox.write("packs/base/REVIEW.md", pack);
    let checked = |args: &[&str], code: i32| {
        let args: Vec<&str> = ["check"].iter().chain(args).copied().collect();
        let output = sandbox.assize(&args).assert().code(code).get_output().clone();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (said, _) = checked(&[], 0);
    assert!(said.ends_with("1 binding (default); 1 pack not loaded, --resolve judges them too\n"), "{said}");

    // A pack that is not tracked is not trusted: what a run would say of it is said.
    let (said, told) = checked(&["--resolve"], 3);
    assert!(said.is_empty() && told.contains("allowCommands") && told.contains("REVIEW.md:"), "{told}");
    let document = sandbox.json(&["check", "--resolve", "--json"]);
    assert_eq!(
        (document["ok"].as_bool(), &document["problems"][0]["code"]),
        (Some(false), &"commands-not-allowed".into())
    );

    sandbox.commit_all("pack");
    let (said, told) = checked(&["--resolve"], 0);
    assert!(said.ends_with("1 binding (default), 1 pack with 1 check\n") && told.is_empty(), "{said}{told}");
    let document = sandbox.json(&["check", "--resolve", "--json"]);
    assert_eq!(
        (&document["manifest"]["checks"][1]["id"], &document["packs"][0]["version"]),
        (&"team/b".into(), &"1.2.3".into())
    );

    // A ref to a check that the pack does not have is only known with the pack.
    sandbox.write("packs/base/REVIEW.md", pack.replace("id: b", "id: c"));
    checked(&[], 0);
    let (_, told) = checked(&["--resolve"], 3);
    assert!(told.contains("team/b") && told.contains("did you mean `team/c`?"), "{told}");
    sandbox.write("packs/base/REVIEW.md", pack.replace("'true'", "'{nope}'"));
    let (_, told) = checked(&["--resolve"], 3);
    assert!(told.contains("{nope}"), "{told}");
}

#[test]
fn looking_writes_nowhere() {
    let sandbox = Sandbox::with_checks(
        "checks:\n  - {id: a, kind: command, run: 'true'}\nuses:\n  - {pack: 'git+https://localhost:1/x#\
         0123456789012345678901234567890123456789', as: team}\nbindings: {default: {checks: [a]}}",
    );
    sandbox.assize(&["check", "--resolve"]).env_remove("HOME").env_remove("AGENTPROTO_HOME").assert().code(3);
    assert!(!sandbox.root().join("review-packs").exists());
}
