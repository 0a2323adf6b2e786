//! The ordinary course of things.

use serde_json::{Value, json};

use crate::world::World;

#[test]
fn a_whole_day() {
    let world = World::new();
    world.propose("one", "main");
    world.propose("two", "main");
    let tree = world.preview("one");
    assert_eq!(tree, world.sha("one^{tree}"));

    let blocked = world.integrate("one");
    assert_eq!(blocked.code, 3, "{blocked:?}");
    let expect = json!({
        "decision": "blocked", "stream": "main", "candidateTree": tree, "missing": ["tests"], "failed": [],
        "policyVersion": 1, "exitCode": 3,
    });
    assert_eq!(blocked.json(), expect);
    let told = world.assize(&["integrate", "one"]);
    assert!(told.stdout.contains(&tree) && told.stdout.contains("assize validate run one --check tests"), "{told:?}");

    let passed = world.validate("one", &["test", "-f", "one"]);
    assert_eq!((passed.code, &passed.json()["result"]), (0, &json!("pass")), "{passed:?}");
    let attestation = passed.json()["attestation"].clone();
    assert_eq!((&attestation["tree_id"], &attestation["policy_version"]), (&json!(tree), &json!(1)));
    assert_eq!(attestation["public_key"], world.ci["public_key"]);

    let landed = world.integrate("one");
    assert_eq!((landed.code, &landed.json()["decision"]), (0, &json!("landed")), "{landed:?}");
    assert_eq!(world.sha("main"), world.sha("one"), "a fast-forward");
    assert_eq!(world.integrate("one").json()["decision"], "nothing");

    // Main has moved: what was validated yesterday is not what would land today.
    let before = world.preview("two");
    assert_ne!(before, world.sha("two^{tree}"));
    assert_eq!(world.integrate("two").code, 3);
    assert_eq!(world.validate("two", &["true"]).code, 0);
    let landed = world.integrate("two").json();
    assert_eq!((&landed["decision"], &landed["candidateTree"]), (&json!("landed"), &json!(before)));
    assert_eq!(world.sha("main^{tree}"), before);
    assert_eq!((world.sha("main^1"), world.sha("main^2")), (world.sha("one"), world.sha("two")));
    assert_eq!(world.git(&["log", "-1", "--format=%s"]), "Integrate two into main");
    assert_eq!(world.git(&["log", "-1", "--format=%cn <%ce>"]), "Com Mitter <com@example.com>");
    assert_eq!(world.git(&["status", "--porcelain"]), "", "the work tree is in step");

    let events: Vec<_> = world.audit().iter().map(|event| event["event"].clone()).collect();
    let expect = [
        "policy.set",
        "integrate.blocked",
        "integrate.blocked",
        "attestation.submitted",
        "integrate.landed",
        "integrate.blocked",
        "attestation.submitted",
        "integrate.landed",
    ];
    assert_eq!(events, expect);
    let trace = world.assize(&["trace", &before, "--json"]).json();
    let names: Vec<_> = trace.as_array().unwrap().iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(names, ["integrate.blocked", "attestation.submitted", "integrate.landed"]);
    assert!(trace.as_array().unwrap().iter().all(|event| event["at"].is_string() && event["by"].is_string()));
    assert_eq!(world.temporary(), Vec::<std::path::PathBuf>::new());
}

#[test]
fn an_identical_tree_lands_at_once() {
    let world = World::new();
    world.propose("one", "main");
    assert_eq!(world.validate("one", &["true"]).code, 0);
    // The same change as another commit, on a base whose content is the same.
    world.git(&["commit", "--quiet", "--allow-empty", "--message", "nothing"]);
    assert_eq!(world.preview("one"), world.sha("one^{tree}"));
    let landed = world.integrate("one");
    assert_eq!((landed.code, &landed.json()["decision"]), (0, &json!("landed")), "{landed:?}");
}

#[test]
fn a_failure_denies_until_the_tree_or_the_policy_is_another() {
    let world = World::new();
    world.propose("one", "main");
    let failed = world.validate("one", &["false"]);
    assert_eq!((failed.code, &failed.json()["result"]), (4, &json!("fail")), "{failed:?}");
    assert_eq!(world.validate("one", &["true"]).code, 0, "a later pass is recorded");
    let denied = world.integrate("one");
    assert_eq!((denied.code, &denied.json()["failed"]), (4, &json!(["tests"])), "{denied:?}");
    let version = world.set_policy(&json!({
        "trusted_issuers": [world.ci], "required_validations": [{"check": "tests", "timeout_ms": 60_000}],
    }));
    assert_eq!(version, 2);
    assert_eq!(world.integrate("one").code, 3, "neither counts any more");
    assert_eq!(world.validate("one", &["true"]).code, 0);
    assert_eq!(world.integrate("one").code, 0);
}

#[test]
fn the_policy_says_what_runs_and_where_it_counts() {
    let world = World::without_policy();
    let none = world.validate("main", &["true"]);
    assert_eq!(none.code, 1, "no policy: {none:?}");
    world.set_policy(&json!({
        "trusted_issuers": [world.ci],
        "required_validations": [{"check": "tests", "command": ["test", "-f", "one"], "env_digest": "e".repeat(64)}],
    }));
    world.propose("one", "main");
    let run = ["validate", "run", "one", "--check", "tests", "--key", "ci"];
    let elsewhere = world.assize(&run);
    assert_eq!(elsewhere.code, 0, "{elsewhere:?}");
    assert!(elsewhere.stderr.contains("decides nothing"), "{elsewhere:?}");
    assert_eq!(world.integrate("one").code, 3, "another environment");
    let there = world.assize(&[&run[..], &["--env", &format!("sha256:{}", "e".repeat(64))]].concat());
    assert_eq!(there.code, 0, "{there:?}");
    assert_eq!(world.integrate("one").code, 0);
    let listed = world.assize(&["validate", "list", "one", "--json"]).json();
    assert_eq!(listed.as_array().unwrap().len(), 2);
    // No requirement lands whatever there is.
    world.set_policy(&json!({}));
    world.propose("two", "main");
    assert_eq!(world.integrate("two").code, 0);
}

#[test]
fn policies_have_versions() {
    let world = World::without_policy();
    let shown = world.assize(&["policy", "show", "--json"]).json();
    assert_eq!(shown, json!({"version": null, "sha256": null, "policy": null}));
    let policy = json!({"trusted_issuers": [world.ci]});
    assert_eq!(world.set_policy(&policy), 1);
    assert_eq!(world.set_policy(&policy), 1, "the same content");
    world.write("../spelled.json", format!(" {} \n", serde_json::to_string_pretty(&policy).unwrap()));
    let same = world.assize(&["policy", "set", "../spelled.json"]);
    assert!(same.stdout.starts_with("1 sha256:") && same.stdout.ends_with("(unchanged)\n"), "{same:?}");
    assert_eq!(world.set_policy(&json!({})), 2);
    assert_eq!(world.set_policy(&policy), 3, "an old one again is a new version");
    assert_eq!(world.assize(&["policy", "show", "--json"]).json()["policy"], policy);
    let sets = world.audit().iter().filter(|event| event["event"] == "policy.set").count();
    assert_eq!(sets, 3);
    for (text, reason) in [
        ("{", "malformed"),
        ("{\"x\": 1}", "unknown-member"),
        ("{\"trusted_issuers\": [], \"trusted_issuers\": []}", "duplicate"),
        ("{\"required_validations\": [{\"check\": \"t\"}]}", "unsatisfiable"),
    ] {
        world.write("../bad.json", text);
        let refused = world.assize(&["policy", "set", "../bad.json"]);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.stderr.contains(reason) && refused.stdout.is_empty(), "{refused:?}");
    }
    assert_eq!(world.assize(&["policy", "show", "--json"]).json()["version"], 3);
}

#[test]
fn conflicts_and_names_that_do_not_exist() {
    let world = World::new();
    world.git(&["checkout", "--quiet", "-b", "other"]);
    world.commit("README", "theirs\n");
    world.git(&["checkout", "--quiet", "main"]);
    world.commit("README", "ours\n");
    let conflict = world.assize(&["preview", "other", "--json"]);
    assert_eq!((conflict.code, conflict.json()), (5, json!({"conflicts": ["README"]})));
    assert_eq!(world.integrate("other").code, 5);
    assert_eq!(world.validate("other", &["true"]).code, 5);
    assert!(!world.audit().iter().any(|event| event["event"] == "attestation.submitted"));
    for args in [
        &["preview", "nowhere"][..],
        &["integrate", "nowhere"],
        &["integrate", "--upload-pack=x"],
        &["integrate", "main", "--stream", "nowhere"],
        &["preview", "a..b"],
        &["validate", "run", "nowhere", "--check", "t", "--key", "ci", "--", "true"],
        &["validate", "run", "main", "--check", "t", "--key", "ci"],
        &["validate", "run", "main", "--check", "t", "--key", "ci", "--timeout", "0", "--", "true"],
        &["validate", "run", "main", "--check", "t", "--key", "ci", "--inconclusive-exit", "0", "--", "true"],
        &["validate", "run", "main", "--check", "t", "--key", "ci", "--inconclusive-exit", "x", "--", "true"],
        &["validate", "run", "main"],
        &["validate", "list", "nowhere"],
        &["validate", "list", "-x"],
        &["validate"],
        &["validate", "keygen", "a/b"],
        &["trace"],
        &["trace", "nowhere"],
        &["policy", "set", "nowhere.json"],
        &["--color", "never", "policy"],
    ] {
        let refused = world.assize(args);
        assert_eq!(refused.code, 2, "{args:?}: {refused:?}");
    }
    let unknown = "9".repeat(40);
    assert_eq!(world.assize(&["validate", "list", &unknown, "--json"]).json(), Value::Array(Vec::new()));
    assert_eq!(world.assize(&["trace", &unknown, "--json"]).json(), json!([]));
}

#[test]
fn the_graph_can_be_looked_at() {
    let world = World::without_policy();
    assert_eq!(world.assize(&["graph", "--validate", "main", "--check", "tests"]).code, 3);
    world.set_policy(&json!({
        "trusted_issuers": [world.ci], "required_validations": [{"check": "tests", "command": ["make", "check"]}],
    }));
    let graph = world.assize(&["graph", "--validate", "main", "--check", "tests", "--format", "json"]);
    assert_eq!(graph.code, 0, "{graph:?}");
    let steps: Vec<_> = graph.json()["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| (step["id"].clone(), step["node"].clone()))
        .collect();
    let expect =
        ["preview", "checkout", "run", "sign", "record"].map(|id| (json!(id), json!(format!("validation.{id}"))));
    assert_eq!(steps, expect);
    assert!(!graph.stdout.contains(world.root().to_str().unwrap()));
    assert_eq!(world.assize(&["graph", "--validate", "main"]).code, 64);
}
