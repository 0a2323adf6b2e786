//! What becomes of work trees that have the stream checked out.

use std::fs;

use serde_json::json;

use crate::world::World;

#[test]
fn clean_ones_are_brought_along_and_others_hold_the_landing_up() {
    let world = World::without_policy();
    world.propose("one", "main");
    let before = world.sha("main");
    // Staged, changed, removed.
    for change in ["echo x >> README", "echo x >> README && git add README", "rm README", "git rm -q README"] {
        assert!(world.command("sh").args(["-c", change]).status().unwrap().success());
        let refused = world.integrate("one");
        assert_eq!(refused.code, 1, "{change}: {refused:?}");
        assert!(refused.stderr.contains("not committed"), "{refused:?}");
        assert_eq!(world.sha("main"), before);
        world.git(&["reset", "--quiet", "--hard"]);
    }
    // What is not tracked and in nobody's way stays.
    world.write("notes", "mine\n");
    // In the way.
    world.write("one", "mine\n");
    let refused = world.integrate("one");
    assert_eq!(refused.code, 1, "{refused:?}");
    assert_eq!((world.read("one"), world.sha("main")), ("mine\n".to_owned(), before));
    fs::remove_file(world.root().join("one")).unwrap();
    assert_eq!(world.integrate("one").code, 0);
    assert_eq!((world.read("one"), world.read("notes")), ("proposed\n".to_owned(), "mine\n".to_owned()));
    assert_eq!(world.git(&["status", "--porcelain"]), "?? notes");
    assert!(
        !world
            .audit()
            .iter()
            .any(|event| event["event"] == "integrate.landed" && event["commit"] != json!(world.sha("main")))
    );
}

#[test]
fn the_stream_may_be_checked_out_elsewhere_or_nowhere() {
    let world = World::without_policy();
    world.propose("one", "main");
    world.propose("two", "main");
    world.git(&["checkout", "--quiet", "-b", "mine"]);
    let elsewhere = world.beside("elsewhere");
    world.git(&["worktree", "add", "--quiet", elsewhere.to_str().unwrap(), "main"]);
    assert_eq!(world.integrate("one").code, 0);
    assert!(elsewhere.join("one").is_file() && !world.root().join("one").exists());
    fs::write(elsewhere.join("README"), "changed\n").unwrap();
    let refused = world.integrate("two");
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.stderr.contains("elsewhere"), "{refused:?}");
    // From there, with another stream than the one that is checked out.
    world.git(&["branch", "release", "main~1"]);
    let mut there = world.command(assize_tests::binary("assize"));
    let landed = there.current_dir(&elsewhere).args(["integrate", "two", "--stream", "release"]).output().unwrap();
    assert!(landed.status.success(), "{landed:?}");
    assert_eq!(world.sha("release"), world.sha("two"));
    // A work tree that was removed by hand holds nothing up.
    fs::remove_dir_all(&elsewhere).unwrap();
    assert_eq!(world.integrate("two").code, 0);
    assert_eq!(world.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_bare_repository_has_streams_as_well() {
    let world = World::without_policy();
    world.propose("one", "main");
    let bare = world.clone_to("bare.git", &["--bare"]);
    let assize = |args: &[&str]| {
        let output = world.command(assize_tests::binary("assize")).current_dir(&bare).args(args).output().unwrap();
        assert!(output.status.success(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let tree = assize(&["preview", "one"]);
    fs::write(
        world.beside("policy.json"),
        json!({"trusted_issuers": [world.ci], "required_validations": [{"check": "tests"}]}).to_string(),
    )
    .unwrap();
    assize(&["policy", "set", "../policy.json"]);
    assize(&["validate", "run", "one", "--check", "tests", "--key", "ci", "--", "test", "-f", "one"]);
    assize(&["integrate", "one"]);
    assert_eq!(world.git_in(&bare, &["rev-parse", "main^{tree}"]), tree.trim());
}

#[test]
fn without_an_identity_nothing_is_merged() {
    let world = World::without_policy();
    world.propose("one", "main");
    world.commit("more", "x\n");
    let before = world.sha("main");
    let binary = assize_tests::binary("assize");
    let names = ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "EMAIL"];
    let mut command = world.command(&binary);
    for name in names {
        command.env_remove(name);
    }
    world.git(&["config", "user.useConfigOnly", "true"]);
    let refused = command.args(["integrate", "one"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert_eq!(world.sha("main"), before);
    let none = fs::read_to_string(world.ag().join("audit.jsonl")).unwrap_or_default();
    assert!(!none.contains("integrate.landed"));
}
