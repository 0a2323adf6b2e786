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

    sandbox.write("packs/bad/REVIEW.md", &pack.replace("1.2.3", "one"));
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
