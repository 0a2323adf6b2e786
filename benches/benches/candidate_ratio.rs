//! A candidate tree computed and written out, beside `git merge-tree` followed by `git archive | tar x`, in turn.
//!
//! ```console
//! cargo bench -p assize-benches --bench candidate_ratio [-- FILES [ROUNDS]]
//! ```
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a program that measures and prints")]

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assize_validations::Stream;

const FILES: usize = 20_000;
const ROUNDS: usize = 7;
/// How many files a folder holds.
const IN_A_FOLDER: usize = 100;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let files = numbers.next().unwrap_or(FILES);
    let rounds = numbers.next().unwrap_or(ROUNDS);
    let place = tempfile::tempdir().unwrap();
    let repository = place.path().join("repository");
    make_repository(&repository, files);
    let environment: Vec<(OsString, OsString)> = std::env::vars_os().collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();

    let ours = |folder: &Path| {
        runtime.block_on(async {
            let stream = Stream::find(&environment, &repository, "main", place.path()).await.unwrap();
            let candidate = stream.candidate("topic").await.unwrap();
            let tree = candidate.tree().unwrap().clone();
            stream.git().write_tree_to(&tree, folder).await.unwrap();
            tree.to_string()
        })
    };
    let theirs = |folder: &Path| {
        let merged = git(&repository, &["merge-tree", "--write-tree", "main", "topic"]);
        archive(&repository, merged.trim(), folder);
        merged.trim().to_owned()
    };
    let ways: [&dyn Fn(&Path) -> String; 2] = [&ours, &theirs];
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..=rounds {
        let mut trees = Vec::new();
        // Neither is always the one that comes after the other.
        for way in [round % 2, 1 - round % 2] {
            let folder = place.path().join("folder");
            fs::create_dir(&folder).unwrap();
            // What was written and removed before is not this one's work.
            assert!(Command::new("sync").status().unwrap().success());
            let begun = Instant::now();
            trees.push(ways[way](&folder));
            let time = begun.elapsed();
            fs::remove_dir_all(&folder).unwrap();
            // The first round warms up.
            if round > 0 {
                times[way].push(time);
            }
        }
        assert_eq!(trees[0], trees[1]);
    }
    let [ours, theirs] = times;
    let (ours, theirs) = (median(ours), median(theirs));
    println!(
        "{files} files: ours {ours:.2?}, git and tar {theirs:.2?}, ratio {:.2}",
        ours.as_secs_f64() / theirs.as_secs_f64()
    );
}

/// A repository of many files, whose `main` and `topic` each changed one.
fn make_repository(root: &Path, files: usize) {
    fs::create_dir(root).unwrap();
    git(root, &["init", "-q", "-b", "main", "."]);
    git(root, &["config", "gc.auto", "0"]);
    for at in 0..files {
        let folder = root.join(format!("folder-{}/inner", at / IN_A_FOLDER));
        if at % IN_A_FOLDER == 0 {
            fs::create_dir_all(&folder).unwrap();
        }
        fs::write(folder.join(format!("file-{at}.txt")), format!("line {at}\n").repeat(at % 200)).unwrap();
    }
    let commit = |message: &str| {
        git(root, &["add", "--all"]);
        git(root, &["-c", "user.name=b", "-c", "user.email=b@example.com", "commit", "-q", "-m", message]);
    };
    commit("base");
    git(root, &["checkout", "-q", "-b", "topic"]);
    fs::write(root.join("topic"), "x\n").unwrap();
    commit("topic");
    git(root, &["checkout", "-q", "main"]);
    fs::write(root.join("main"), "x\n").unwrap();
    commit("main");
    git(root, &["gc", "-q"]);
}

fn git(root: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git").current_dir(root).args(arguments).output().unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn archive(root: &Path, tree: &str, folder: &Path) {
    let mut archive =
        Command::new("git").current_dir(root).args(["archive", tree]).stdout(Stdio::piped()).spawn().unwrap();
    let extracted =
        Command::new("tar").arg("x").current_dir(folder).stdin(archive.stdout.take().unwrap()).status().unwrap();
    assert!(archive.wait().unwrap().success() && extracted.success());
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
