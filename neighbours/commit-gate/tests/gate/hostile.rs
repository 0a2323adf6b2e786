//! Surroundings that nobody meant.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;

use crate::world::{CLEAN, GATE, RUBRIC, World, attested, with_trailer};

#[test]
fn a_message_that_is_no_file_is_refused_at_once() {
    let world = World::staged();
    let fifo = world.outside().join("fifo");
    assert!(world.command("mkfifo", world.root()).arg(&fifo).status().unwrap().success());
    let socket = world.outside().join("socket");
    let _listener = UnixListener::bind(&socket).unwrap();
    for path in [&fifo, &socket] {
        let path = path.to_str().unwrap();
        let said = world.gate([path, "standards", "--doc", RUBRIC, "--path", "."]);
        let expect = format!("git-agent-verdict: standards: cannot read {path}: it is not a regular file\n");
        assert_eq!((said.code, said.stderr), (2, expect));
    }
    let said = world.gate(["/dev/null", "standards", "--doc", RUBRIC, "--path", "."]);
    assert!(said.code == 1 && said.stderr.contains("MISSING — "), "{said:?}");
}

#[test]
fn a_message_behind_a_link_is_edited_where_it_is() {
    let world = World::staged();
    let credit = "Co-authored-by: a <a@anthropic.com>\n";
    let message = world.message(format!("{}{credit}", with_trailer("x", CLEAN)));
    std::fs::set_permissions(&message, std::fs::Permissions::from_mode(0o640)).unwrap();
    let link = world.outside().join("link");
    symlink(&message, &link).unwrap();
    let said = world.gate([link.to_str().unwrap(), "standards", "--doc", RUBRIC, "--path", "."]);
    assert_eq!((said.code, said.stderr), (0, attested(1, 1)));
    assert!(std::fs::symlink_metadata(link).unwrap().is_symlink());
    assert_eq!(world.message_now(), with_trailer("x", CLEAN));
    assert_eq!(std::fs::metadata(message).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn without_git_there_is_no_answer() {
    let world = World::staged();
    let message = world.message(with_trailer("x", CLEAN));
    for path in ["", "/nonexistent"] {
        let mut command = world.command(GATE, world.root());
        command.args([&message, "standards", "--doc", RUBRIC, "--path", "."]).env("PATH", path);
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        let expect =
            "git-agent-verdict: standards: git rev-parse --show-toplevel: No such file or directory (os error 2)\n";
        assert_eq!(said, expect);
    }
}

#[test]
fn a_git_that_dies_or_lies_silent_is_no_answer() {
    let world = World::staged();
    let message = world.message("x\n");
    let bin = world.outside().join("bin");
    std::fs::create_dir(&bin).unwrap();
    for (body, reason) in [("kill -9 $$", "it ended with signal: 9"), ("exit 3", "it ended with exit status: 3")] {
        let git = bin.join("git");
        std::fs::write(&git, format!("#!/bin/sh\n{body}\n")).unwrap();
        std::fs::set_permissions(&git, std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = world.command(GATE, world.root());
        command.args([&message, "standards", "--doc", RUBRIC, "--path", "."]).env("PATH", &bin);
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains(reason), "{said}");
    }
}

#[test]
fn many_arguments_are_taken() {
    let world = World::staged();
    let message = world.message(with_trailer("x", CLEAN));
    let mut words = vec![message.as_str(), "standards"];
    for _ in 0..5000 {
        words.extend(["--doc", RUBRIC, "--path", "a.txt"]);
    }
    let said = world.gate(words);
    assert_eq!((said.code, said.stderr), (0, attested(1, 1)));
}

#[test]
fn the_environment_says_which_index() {
    let world = World::new();
    world.write("b.txt", "x");
    let index = world.outside().join("index");
    std::fs::copy(world.root().join(".git/index"), &index).unwrap();
    let mut add = world.command("git", world.root());
    assert!(add.args(["add", "b.txt"]).env("GIT_INDEX_FILE", &index).status().unwrap().success());
    let run = |index: Option<&std::path::Path>| {
        let mut command = world.command(GATE, world.root());
        command.args(["/no/message", "g", "--doc", RUBRIC, "--path", "b.txt"]);
        command.envs(index.map(|index| ("GIT_INDEX_FILE", index)));
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    assert!(run(None).contains("names nothing git tracks: b.txt"));
    assert!(run(Some(&index)).contains("cannot read /no/message"));
}

#[test]
fn the_environment_says_how_pathspecs_are_read() {
    let world = World::new();
    world.stage("star/x.rs", "x");
    let run = |variable: Option<&str>| {
        let mut command = world.command(GATE, world.root());
        command.args(["/no/message", "g", "--doc", RUBRIC, "--path", "*.rs"]);
        command.envs(variable.map(|name| (name, "1")));
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    assert!(run(None).contains("cannot read"));
    assert!(run(Some("GIT_LITERAL_PATHSPECS")).contains("skipped"));
    assert!(run(Some("GIT_GLOB_PATHSPECS")).contains("skipped"));
}

#[test]
fn sha256_repositories() {
    let world = World::of_format("sha256");
    world.write(RUBRIC, "Look.\n");
    world.git(["add", "-A"]);
    world.git(["commit", "-q", "-m", "base"]);
    world.stage("a.txt", "x");
    let said = world.judge(with_trailer("x", CLEAN));
    assert_eq!((said.code, said.stderr), (0, attested(1, 1)));
}
