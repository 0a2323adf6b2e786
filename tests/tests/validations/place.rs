//! Where a check runs.

use std::collections::BTreeMap;
use std::fs;

use crate::world::World;

#[test]
fn a_check_sees_its_tree_and_little_else() {
    let world = World::new();
    world.git(&["checkout", "--quiet", "-b", "one"]);
    world.write_program("run.sh", "#!/bin/sh\nexec env\n");
    std::os::unix::fs::symlink("README", world.root().join("link")).unwrap();
    world.write(".gitattributes", "* text eol=crlf\nREADME export-ignore\n");
    world.commit_all("one");
    world.git(&["checkout", "--quiet", "main"]);
    let tree = world.preview("one");
    let binary = assize_tests::binary("assize");
    let run = ["validate", "run", "one", "--check", "tests", "--key", "ci", "--json", "--", "./run.sh"];
    let secrets = [("SECRET", "x"), ("GIT_DIR", "/nowhere"), ("AGENTPROTO_SESSION_ID", "s")];
    let seen = world.run_with(&binary, &run, &secrets);
    assert_eq!(seen.code, 0, "{seen:?}");
    let output = seen.json()["output"].as_str().unwrap().to_owned();
    let seen: BTreeMap<_, _> = output.lines().filter_map(|line| line.split_once('=')).collect();
    // The shell adds some, and one marks the processes, so that none is left behind.
    let ours: Vec<_> = seen
        .keys()
        .filter(|name| !["PWD", "OLDPWD", "SHLVL", "_"].contains(name) && !name.starts_with("ASSIZE_LANE_"))
        .collect();
    assert_eq!(ours, [&"AG_PROPOSAL", &"AG_TREE_ID", &"HOME", &"PATH"]);
    assert_eq!((seen["AG_PROPOSAL"], seen["AG_TREE_ID"]), ("one", tree.as_str()));
    assert!(seen["HOME"].starts_with(world.beside("tmp").to_str().unwrap()), "{}", seen["HOME"]);

    let script = "test \"$PWD\" = \"$HOME\" && test ! -e .git && test -L link && test -x run.sh && test -f README \
         && ! git rev-parse 2>/dev/null && ! read line && printf 'base\\n' | cmp - README";
    let held = world.validate("one", &["sh", "-c", script]);
    assert_eq!(held.code, 0, "{held:?}");
}

#[test]
fn output_is_passed_on_and_cannot_command_anything() {
    let world = World::new();
    let binary = assize_tests::binary("assize");
    let script = "for n in 1 2 3; do echo line $n; done; echo '::error::owned'; printf '\\033[2Jx\\n'; printf end";
    let run = ["validate", "run", "main", "--check", "tests", "--key", "ci", "--", "sh", "-c", script];
    let shown = world.run_with(&binary, &run, &[("GITHUB_ACTIONS", "true")]);
    assert_eq!(shown.code, 0, "{shown:?}");
    for line in ["tests | line 1\n", "tests | line 2\n", "tests | line 3\n", "tests | end\n"] {
        assert!(shown.stderr.contains(line), "{line:?} in {shown:?}");
    }
    assert!(!shown.stderr.contains("\u{1b}[2J"), "{shown:?}");
    assert!(!shown.stderr.lines().any(|line| line.starts_with("::")), "{shown:?}");
    let quiet = world.run_with(&binary, &[&["-q"], &run[..]].concat(), &[]);
    assert!(!quiet.stderr.contains("line 1"), "{quiet:?}");
}

#[test]
fn hostile_trees_are_not_run() {
    let world = World::new();
    let blob = world.git(&["hash-object", "-w", "README"]);
    let tree = |name: &[u8], other: &[u8]| {
        let raw = |name: &[u8]| {
            let hash: Vec<u8> =
                (0..40).step_by(2).map(|at| u8::from_str_radix(&blob[at..at + 2], 16).unwrap()).collect();
            [b"100644 ", name, b"\0", &hash].concat()
        };
        fs::write(world.beside("raw"), [raw(name), raw(other)].concat()).unwrap();
        world.git(&["hash-object", "-t", "tree", "-w", "--literally", "../raw"])
    };
    for (name, other) in [(&b".git"[..], &b"x"[..]), (b"../../out", b"x"), (b"README", b"readme"), (b"a", b"a")] {
        let tree = tree(name, other);
        let commit = world.git(&["commit-tree", &tree, "-p", "main", "-m", "hostile"]);
        let ran = world.validate(&commit, &["touch", world.beside("ran").to_str().unwrap()]);
        assert_eq!(ran.code, 1, "{name:?}: {ran:?}");
        assert!(!world.beside("ran").exists());
        assert_eq!(world.stored(&tree).len(), 0);
    }
    assert_eq!(world.temporary(), Vec::<std::path::PathBuf>::new());
    // `assize run` can be the check itself; what it calls incomplete is no failure.
    let inconclusive = world.validate("main", &["sh", "-c", "exit 2"]);
    assert_eq!(inconclusive.code, 4);
}

#[test]
fn every_moment_of_an_interrupted_run_ends_without_a_result() {
    use rustix::process::{Pid, Signal, kill_process};
    let world = World::new();
    let started = world.beside("started");
    let mut command = world.command(assize_tests::binary("assize"));
    let script = format!("touch {}; sleep 60", started.display());
    command.args(["validate", "run", "main", "--check", "tests", "--key", "ci", "--json", "--", "sh", "-c", &script]);
    command.env("ASSIZE_GRACE_MS", "200").stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let child = command.spawn().unwrap();
    while !started.exists() {
        std::thread::yield_now();
    }
    kill_process(Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap(), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"reason\":\"cancelled\""), "{output:?}");
    assert_eq!(world.stored(&world.sha("main^{tree}")).len(), 0);
    assert_eq!(world.temporary(), Vec::<std::path::PathBuf>::new());
}

/// What a review calls incomplete is no result, and denies nothing.
#[test]
fn a_review_can_be_the_check() {
    let world = World::new();
    world.git(&["checkout", "--quiet", "-b", "one"]);
    world.manifest(
        "kind: review\nid: sample\ntarget: git-range\nchecks:\n  - {id: quick, kind: command, run: 'true'}\n  \
         - {id: opinion, kind: agent, preset: careful, rubric: ./rubric.md}\nbindings:\n  commands: {checks: [quick]}\n  \
         everything: {checks: [quick, opinion]}",
    );
    world.write("rubric.md", "Look.\n");
    world.commit_all("one");
    world.git(&["checkout", "--quiet", "main"]);
    let tree = world.preview("one");
    let state = format!("AGENTPROTO_HOME={}", world.state().display());
    let binary = assize_tests::binary("assize");
    let review = |binding: &str| {
        let validate =
            ["validate", "run", "one", "--check", "tests", "--key", "ci", "--json", "--inconclusive-exit", "2,3", "--"];
        let root = world.root().to_str().unwrap();
        let run = [
            "env",
            &state,
            binary.to_str().unwrap(),
            "--cwd",
            root,
            "run",
            "--headless",
            "--head",
            "one",
            "--binding",
            binding,
        ];
        world.assize(&[&validate[..], &run].concat())
    };
    let incomplete = review("everything");
    assert_eq!((incomplete.code, &incomplete.json()["commandExit"]), (1, &2.into()), "{incomplete:?}");
    assert_eq!(world.stored(&tree).len(), 0);
    assert_eq!(world.integrate("one").code, 3);
    let passed = review("commands");
    assert_eq!((passed.code, &passed.json()["result"]), (0, &"pass".into()), "{passed:?}");
    assert_eq!(world.integrate("one").code, 0);
}
