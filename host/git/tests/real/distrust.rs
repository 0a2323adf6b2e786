//! What a repository's own files and settings cannot bring about.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use assize_git::{Git, GitError, GitProgram, Ref};

use crate::support::Repo;

fn name(text: &str) -> Ref {
    Ref::parse(text).unwrap()
}

/// A program that leaves a trace beside itself.
fn trap(folder: &Path) -> (PathBuf, PathBuf) {
    let (trap, sprung) = (folder.join("trap"), folder.join("sprung"));
    fs::write(&trap, format!("#!/bin/sh\ntouch '{}'\nexit 1\n", sprung.display())).unwrap();
    fs::set_permissions(&trap, fs::Permissions::from_mode(0o755)).unwrap();
    (trap, sprung)
}

#[tokio::test]
async fn a_graft_does_not_move_the_merge_base() {
    let repo = Repo::new();
    let first = repo.head();
    repo.commit("two", "x");
    let fork = repo.head();
    repo.run(&["switch", "--quiet", "-c", "side"]);
    let side = repo.commit("side", "x");
    repo.run(&["switch", "--quiet", "main"]);
    repo.commit("three", "x");
    fs::create_dir_all(repo.root().join(".git/info")).unwrap();
    fs::write(repo.root().join(".git/info/grafts"), format!("{side} {first}\n")).unwrap();
    assert_eq!(repo.run(&["merge-base", "main", "side"]), first.as_str(), "plain git is misled");
    let git = repo.git();
    assert_eq!(git.merge_base(&name("main"), &name("side")).await.unwrap(), fork);
    assert!(git.is_ancestor(&Ref::from(&fork), &name("side")).await.unwrap());
}

#[tokio::test]
async fn a_name_with_two_meanings_is_refused_with_both() {
    let repo = Repo::new();
    let first = repo.head();
    let second = repo.commit("two", "x");
    repo.run(&["branch", "twice", first.as_str()]);
    repo.run(&["tag", "twice", second.as_str()]);
    let git = repo.git();
    // By rev-parse, merge-base and what looks for one commit, at either end and below an operator.
    let errors = [
        git.open(Some(&name("twice"))).await.unwrap_err(),
        git.open(Some(&name("twice~0"))).await.unwrap_err(),
        git.commit(&name("twice")).await.unwrap_err(),
        git.merge_base(&name("twice"), &name("HEAD")).await.unwrap_err(),
        git.merge_base(&name("HEAD"), &name("twice^{}")).await.unwrap_err(),
        git.is_ancestor(&name("twice"), &name("HEAD")).await.unwrap_err(),
    ];
    for error in errors {
        let GitError::Ambiguous { name, meanings } = &error else { panic!("{error}") };
        assert_eq!(name, "twice");
        assert_eq!(meanings, &["refs/heads/twice", "refs/tags/twice"]);
        assert_eq!(error.fix().unwrap(), "refs/heads/twice, or refs/tags/twice");
    }
    assert_eq!(git.merge_base(&name("refs/heads/twice"), &name("HEAD")).await.unwrap(), first);
    // The repository cannot have git keep quiet about it.
    repo.run(&["config", "core.warnAmbiguousRefs", "false"]);
    assert!(git.merge_base(&name("twice"), &name("HEAD")).await.is_err());
    // What is checked out and a full object name are beyond doubt.
    repo.run(&["update-ref", "refs/tags/HEAD", first.as_str()]);
    repo.run(&["update-ref", &format!("refs/heads/{first}"), second.as_str()]);
    assert_eq!(git.open(Some(&name("HEAD"))).await.unwrap().wanted.unwrap(), second);
    assert_eq!(git.commit(&Ref::from(&first)).await.unwrap(), first);
}

#[tokio::test]
async fn what_a_partial_clone_lacks_is_not_fetched() {
    let source = Repo::new();
    source.run(&["config", "uploadpack.allowFilter", "true"]);
    source.commit("deep/file", "x\n");
    source.commit("file", "two\n");
    let clone = source.clone_to("partial", &["--no-checkout", "--filter=tree:0"]);
    let place = tempfile::tempdir().unwrap();
    let (trap, sprung) = trap(place.path());
    source.run_in(&clone, &["config", "remote.origin.url", "ssh://nowhere.invalid/x"]);
    source.run_in(&clone, &["config", "core.sshCommand", trap.to_str().unwrap()]);
    let mut surroundings = source.environment();
    for silent in [false, true] {
        if silent {
            // With this git would call it missing.
            surroundings.push(("GIT_NO_LAZY_FETCH".into(), "1".into()));
        }
        let git = Git::new(GitProgram::find(&surroundings).unwrap(), &clone);
        let checkout = git.open(None).await.unwrap();
        git.merge_base(&name("HEAD"), &name("HEAD~1")).await.unwrap();
        let errors = [
            git.status().await.unwrap_err(),
            git.files(&[(&checkout.head, "file")], 1024).await.unwrap_err(),
            git.changed_paths(&checkout.head).await.unwrap_err(),
            git.open(Some(&name("0123456789012345678901234567890123456789"))).await.unwrap_err(),
        ];
        for error in errors {
            assert!(matches!(error, GitError::NotFetched { .. }), "{error}");
            assert!(error.fix().unwrap().contains("git fetch"), "{error}");
        }
        assert!(!sprung.exists());
    }
    // Whoever asks for a work tree gets one: that does go where the person's settings say.
    let git = source.git_at(&clone);
    let tree = place.path().join("tree");
    git.add_worktree(&tree, &git.open(None).await.unwrap().head).await.unwrap();
    assert!(!sprung.exists());
    git.at(&tree).fill_worktree().await.unwrap_err();
    assert!(sprung.exists());
}

#[tokio::test]
async fn a_file_that_is_not_in_a_commit_is_none_in_a_partial_clone_either() {
    let source = Repo::new();
    source.run(&["config", "uploadpack.allowFilter", "true"]);
    let head = source.commit("deep/file", "x\n");
    let clone = source.clone_to("partial", &["--no-checkout", "--filter=blob:none"]);
    let git = source.git_at(&clone);
    assert_eq!(git.files(&[(&head, "none"), (&head, "deep/none")], 1024).await.unwrap(), [None, None]);
    assert!(git.files(&[(&head, "none"), (&head, "file")], 1024).await.is_err());
}

#[tokio::test]
async fn a_commit_that_is_missing_is_not_a_branch_without_one() {
    let repo = Repo::new();
    let missing = "1234567890123456789012345678901234567890";
    fs::write(repo.root().join(".git/refs/heads/main"), format!("{missing}\n")).unwrap();
    let error = repo.git().open(None).await.unwrap_err();
    assert!(matches!(&error, GitError::NoHeadCommit { sha, .. } if sha.as_str() == missing), "{error}");
    assert!(error.fix().unwrap().contains("git fetch"));
}

#[tokio::test]
async fn what_git_is_told_not_to_look_at_is_looked_at() {
    for (version, format) in [("2", "sha1"), ("3", "sha256"), ("4", "sha1"), ("4", "sha256")] {
        let repo = Repo::unborn("repo", format);
        repo.run(&["config", "index.version", version]);
        for file in ["a/one", "a/two", "b", "größe\nx"] {
            repo.commit(file, "before\n");
        }
        let git = repo.git();
        let hidden = async || git.status().await.unwrap().hidden;
        for mark in ["assume-unchanged", "skip-worktree"] {
            repo.run(&["update-index", &format!("--{mark}"), "a/two", "größe\nx"]);
            assert!(!git.status().await.unwrap().is_dirty(), "{version} {format} {mark}: a mark alone is no change");
            repo.write("a/two", "after\n");
            assert_eq!(repo.run(&["status", "--porcelain", "-uno"]), "", "plain git is misled");
            assert!(git.status().await.unwrap().is_dirty(), "{version} {format} {mark}");
            assert_eq!(hidden().await, [Path::new("a/two")], "{version} {format} {mark}");
            fs::remove_file(repo.root().join("größe\nx")).unwrap();
            assert_eq!(hidden().await, [Path::new("a/two"), Path::new("größe\nx")]);
            repo.write("b", "seen\n");
            assert_eq!(git.status().await.unwrap().changes.len(), 3);
            assert_eq!(hidden().await.len(), 2);
            for (file, content) in [("a/two", "before\n"), ("größe\nx", "before\n"), ("b", "before\n")] {
                repo.write(file, content);
            }
            // The marks are the person's and stay.
            assert_eq!(repo.run(&["ls-files", "-v"]).lines().filter(|line| !line.starts_with('H')).count(), 2);
            repo.run(&["update-index", &format!("--no-{mark}"), "a/two", "größe\nx"]);
        }
        assert!(
            fs::read_dir(repo.root().join(".git"))
                .unwrap()
                .all(|entry| { !entry.unwrap().file_name().to_string_lossy().starts_with("assize") })
        );
    }
}

#[tokio::test]
async fn marks_are_seen_in_linked_trees_split_indexes_and_snapshots() {
    let repo = Repo::new();
    let linked = repo.root().parent().unwrap().join("linked");
    repo.run(&["worktree", "add", "--quiet", "-b", "side", linked.to_str().unwrap()]);
    for (split, mark) in [("false", "--assume-unchanged"), ("true", "--skip-worktree")] {
        repo.run(&["config", "core.splitIndex", split]);
        repo.run_in(&linked, &["update-index", mark, "file"]);
        let git = repo.git_at(&linked);
        let before = git.snapshot().await.unwrap();
        fs::write(linked.join("file"), format!("changed {split}")).unwrap();
        assert_eq!(git.status().await.unwrap().hidden, [Path::new("file")], "{split}");
        assert_ne!(git.snapshot().await.unwrap(), before);
    }
    assert!(!repo.git().status().await.unwrap().is_dirty());
}

#[tokio::test]
async fn a_sparse_checkout_is_clean_without_what_it_leaves_out() {
    let repo = Repo::new();
    repo.commit("in/file", "x\n");
    repo.commit("out/file", "x\n");
    for index in ["--no-sparse-index", "--sparse-index"] {
        repo.run(&["sparse-checkout", "set", "--cone", index, "in"]);
        assert!(!repo.root().join("out").exists());
        let git = repo.git();
        assert!(!git.status().await.unwrap().is_dirty(), "{index}");
        repo.write("out/file", "y\n");
        assert!(git.status().await.unwrap().is_dirty(), "{index}");
        fs::remove_dir_all(repo.root().join("out")).unwrap();
    }
}

#[tokio::test]
async fn a_change_that_keeps_size_and_time_is_seen() {
    let repo = Repo::new();
    let path = repo.root().join("file");
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(1000);
    let dated = |content: &str| {
        fs::write(&path, content).unwrap();
        fs::File::options().write(true).open(&path).unwrap().set_modified(old).unwrap();
    };
    dated("one\n");
    repo.run(&["update-index", "--refresh"]);
    // As if the file had been added a while ago: the first entry begins with the second that its data was last changed
    // in, and an index without a digest at its end is taken as it is.
    let index = repo.root().join(".git/index");
    let mut bytes = fs::read(&index).unwrap();
    bytes[12..16].copy_from_slice(&1_000_000_000_u32.to_be_bytes());
    let end = bytes.len() - 20;
    bytes[end..].fill(0);
    fs::write(&index, bytes).unwrap();
    for (setting, value) in [("core.trustctime", "false"), ("core.checkStat", "minimal")] {
        repo.run(&["config", setting, value]);
    }
    dated("two\n");
    assert_eq!(repo.run(&["status", "--porcelain", "-uno"]), "", "plain git is misled");
    assert!(repo.git().status().await.unwrap().is_dirty());
}

#[test]
fn a_git_that_does_not_start_says_what_is_in_its_way() {
    let check = |number: i32, message: &str, fix: &str| {
        let program = "/nonexistent/git".into();
        let error = GitError::Start { program, source: io::Error::from_raw_os_error(number) };
        assert!(error.to_string().contains(message), "{error}");
        assert!(error.fix().unwrap_or_default().contains(fix), "{error}");
    };
    check(2, "not there any more", "install git");
    check(13, "Permission denied", "install git");
    check(23, "the system has too many files", "ulimit -n");
    check(24, "this process has too many files", "ulimit -n");
    check(11, "no process left", "ulimit -u");
}

#[test]
fn a_lost_exit_status_is_told_apart() {
    let lost = GitError::from_wait(io::Error::from_raw_os_error(10));
    assert!(lost.to_string().contains("SIGCHLD") && lost.fix().unwrap().contains("--default-signal=CHLD"), "{lost}");
    assert!(matches!(GitError::from_wait(io::Error::from_raw_os_error(5)), GitError::Io(_)));
}

#[tokio::test]
async fn a_git_whose_interpreter_is_missing_is_there() {
    let place = tempfile::tempdir().unwrap();
    let script = place.path().join("git");
    fs::write(&script, "#!/nonexistent/interpreter\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let program = GitProgram::find(&[("PATH".into(), place.path().as_os_str().to_owned())]).unwrap();
    let error = Git::new(program, "/").open(None).await.unwrap_err();
    assert!(error.to_string().contains("interpreter"), "{error}");
}
