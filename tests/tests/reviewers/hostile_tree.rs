//! What is reviewed tries to settle what its reviewer is and may do.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::bench::{Bench, FINE, kernel_refuses};
use crate::refused::reporting;

/// What `title` the only finding of the only lane has, in a run of this command.
fn title(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let view: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    let title = view["attestation"]["lanes"][0]["findings"][0]["title"].as_str();
    title.unwrap_or_else(|| panic!("{view}")).to_owned()
}

fn diary(bench: &Bench) -> PathBuf {
    let home = bench.sandbox.outside().join("home");
    std::fs::create_dir_all(&home).unwrap();
    let diary = home.join("diary");
    std::fs::write(&diary, "private\n").unwrap();
    diary
}

fn make_executable(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_link_in_it_leads_nowhere_even_when_the_state_folder_is_in_it() {
    if !kernel_refuses() {
        return;
    }
    let mut bench = Bench::empty();
    let diary = diary(&bench);
    let root = bench.sandbox.root().to_owned();
    let (state, more) = (root.join("deep/state"), root.join("deep/more"));
    for folder in [&state, &more] {
        std::fs::create_dir_all(folder).unwrap();
    }
    symlink(diary.parent().unwrap(), root.join("evil")).unwrap();
    symlink(diary.parent().unwrap(), root.join("deep/evil")).unwrap();
    symlink(state.join("keys"), root.join("evil-keys")).unwrap();
    std::fs::write(more.join("source"), "public\n").unwrap();
    let commands = [
        "cat evil/diary".to_owned(),
        "cat deep/evil/diary".to_owned(),
        format!("cat {}", diary.display()),
        "cat deep/state/keys/review_ed25519".to_owned(),
        "cat evil-keys/review_ed25519".to_owned(),
        "cat deep/more/source README".to_owned(),
    ];
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    bench.preset("scripted", &reporting(&commands), "");
    let presets = bench.sandbox.state().join("presets.toml").display().to_string();
    std::fs::write(bench.sandbox.outside().join("ignored"), "state\n").unwrap();
    bench.sandbox.write(".gitignore", "deep/state\n");
    bench.lane("judge", "scripted", "");
    let assize = |args: &[&str]| {
        let mut command = bench.command(args);
        command.env("AGENTPROTO_HOME", &state);
        command
    };
    assert!(assize(&["key", "show"]).output().unwrap().status.success());
    assert!(state.join("keys/review_ed25519").is_file());
    assert_eq!(title(&mut assize(&["run", "--json", "--no-cache", "--presets", &presets])), "did: 5");
}

#[test]
fn keys_that_lie_elsewhere_are_hidden_there() {
    if !kernel_refuses() {
        return;
    }
    let mut bench = Bench::empty();
    bench.sandbox.assize(&["key", "show"]);
    let (keys, moved) = (bench.sandbox.state().join("keys"), bench.sandbox.root().join("private/keys"));
    std::fs::create_dir_all(moved.parent().unwrap()).unwrap();
    std::fs::rename(&keys, &moved).unwrap();
    symlink(&moved, &keys).unwrap();
    bench.sandbox.write(".gitignore", "private\n");
    let commands = ["cat private/keys/review_ed25519", "ls private/keys", "cat README"];
    bench.preset("scripted", &reporting(&commands), &format!("readable = [{moved:?}]"));
    bench.lane("judge", "scripted", "");
    assert_eq!(title(&mut bench.command(&["run", "--json", "--no-cache"])), "did: 2");
}

#[test]
fn it_brings_no_program() {
    let mut bench = Bench::empty();
    let head = "#!/bin/sh\necho \"{\\\"findings\\\": [{\\\"severity\\\": \\\"high\\\", \\\"title\\\": \\\"theirs\\\"}]}\" > \"$REVIEW_VERDICT_FILE\"\n";
    make_executable(&bench.sandbox.outside().join("bin/agent-of-mine"), head);
    let brought = format!("#!/bin/sh\necho '{FINE}' > \"$REVIEW_VERDICT_FILE\"\n");
    for place in ["agent-of-mine", "bin/agent-of-mine"] {
        make_executable(&bench.sandbox.root().join(place), &brought);
    }
    bench.preset("unused", "fine", "");
    let presets = bench.sandbox.outside().join("presets.toml").display().to_string();
    bench.lane("judge", "mine", "");
    let usual = std::env::var("PATH").unwrap();
    let (root, mine) = (bench.sandbox.root().display(), bench.sandbox.outside().join("bin"));
    for command in [r#"["agent-of-mine"]"#, r#"["env", "A=B", "agent-of-mine"]"#] {
        std::fs::write(&presets, format!("[presets.mine]\ncommand = {command}\n")).unwrap();
        for first in [".", "", "bin", &format!("{root}/bin"), &format!("{root}/../{}/bin", name(&bench))] {
            let path = format!("{first}:{}:{usual}", mine.display());
            let mut run = bench.command(&["run", "--json", "--no-cache", "--presets", &presets]);
            assert_eq!(title(run.env("PATH", path)), "theirs", "{command} with {first:?} first");
        }
    }
}

fn name(bench: &Bench) -> String {
    bench.sandbox.root().file_name().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn what_its_files_name_is_not_given() {
    if !kernel_refuses() {
        return;
    }
    let mut bench = Bench::empty();
    let diary = diary(&bench);
    let tool = bench.sandbox.outside().join("home/deep/other/bin/tool");
    make_executable(&tool, "#!/bin/sh\n");
    std::fs::write(bench.sandbox.outside().join("home/deep/other/source"), "private\n").unwrap();
    let outside = bench.sandbox.outside().display().to_string();
    let commands = [
        format!("cat {}", diary.display()),
        format!("cat {outside}/home/deep/other/source"),
        "cat tool".to_owned(),
        "cat review.sh".to_owned(),
    ];
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    let report = format!("V=$REVIEW_VERDICT_FILE\n{}\n", reporting(&commands));
    bench.preset("unused", "fine", "");
    let presets = bench.sandbox.outside().join("presets.toml").display().to_string();
    let table = "[presets.mine]\ncommand = [\"sh\", \"{repo}/review.sh\", \"{repo}/tool\", \"{repo}/folder\"]\n";
    std::fs::write(&presets, table).unwrap();
    symlink(&tool, bench.sandbox.root().join("tool")).unwrap();
    for first in [format!("#!{}", diary.display()), format!("#!/usr/bin/env {}", diary.display())] {
        bench.sandbox.write("review.sh", format!("{first}\n{report}"));
        bench.lane(if first.contains("env") { "again" } else { "judge" }, "mine", "");
        let did = title(&mut bench.command(&["run", "--json", "--no-cache", "--presets", &presets]));
        assert_eq!(did, "did: 3", "{first}");
    }
}

#[test]
fn only_an_object_store_counts_as_one() {
    if !kernel_refuses() {
        return;
    }
    let mut bench = Bench::empty();
    let diary = diary(&bench);
    let pool = bench.sandbox.outside().join("pool");
    bench.sandbox.git(&["init", "--quiet", "--bare", pool.to_str().unwrap()]);
    let commands = [format!("cat {}", diary.display()), format!("ls {}/objects/pack", pool.display())];
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    bench.preset("scripted", &reporting(&commands), "");
    bench.lane("judge", "scripted", "");
    let alternates = format!("{}\n{}/objects\n", diary.parent().unwrap().display(), pool.display());
    std::fs::write(bench.sandbox.root().join(".git/objects/info/alternates"), alternates).unwrap();
    assert_eq!(title(&mut bench.command(&["run", "--json", "--no-cache"])), "did: 1");
}

#[test]
fn no_device_can_be_made() {
    if !kernel_refuses() {
        return;
    }
    // Only the superuser may make one anywhere, and could then read whole disks.
    let commands = ["mknod \"$TMPDIR/c\" c 1 3", "mknod \"$HOME/b\" b 7 0", "mkfifo \"$TMPDIR/p\""];
    let bench = Bench::of_script(&reporting(&commands), "read-only", 60_000);
    assert_eq!(bench.only_lane()["findings"][0]["title"], "did: 2");
}
