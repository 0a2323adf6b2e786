//! What merging makes, and trees written into folders.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use assize_git::{GitError, Merged, PlainGitDir, TreeError};
use assize_schemas::Sha;

use crate::support::Repo;

/// A repository with a commit of `file` on `main`, and on `topic` another change of it or of another file.
fn forked(ours: (&str, &str), theirs: (&str, &str)) -> (Repo, Sha, Sha) {
    let repo = Repo::new();
    repo.run(&["checkout", "--quiet", "-b", "topic"]);
    let topic = repo.commit(theirs.0, theirs.1);
    repo.run(&["checkout", "--quiet", "main"]);
    let main = repo.commit(ours.0, ours.1);
    (repo, main, topic)
}

async fn merged(repo: &Repo, ours: &Sha, theirs: &Sha) -> Result<Merged, GitError> {
    let place = tempfile::tempdir().unwrap();
    let shared = repo.git().shared_folder().await.unwrap();
    let plain = PlainGitDir::make(&place.path().join("git"), &shared.path, &shared.object_format).unwrap();
    repo.git().merged(&plain, ours, theirs).await
}

#[tokio::test]
async fn merges_are_trees_or_conflicts() {
    let (repo, main, topic) = forked(("a", "a\n"), ("b", "b\n"));
    let tree = repo.run(&["merge-tree", "--write-tree", "main", "topic"]);
    assert_eq!(merged(&repo, &main, &topic).await.unwrap(), Merged::Tree(Sha::parse(tree).unwrap()));
    let (repo, main, topic) = forked(("file", "ours\n"), ("file", "theirs\n"));
    assert_eq!(merged(&repo, &main, &topic).await.unwrap(), Merged::Conflict(vec![PathBuf::from("file")]));
    // Nothing in common is neither.
    repo.run(&["checkout", "--quiet", "--orphan", "other"]);
    let other = repo.commit("x", "x\n");
    assert!(matches!(merged(&repo, &main, &other).await, Err(GitError::Failed { .. })));
    let nothing = Sha::parse("1".repeat(40)).unwrap();
    assert!(merged(&repo, &main, &nothing).await.is_err());
}

#[tokio::test]
async fn sha256_repositories_merge_as_well() {
    let repo = Repo::unborn("repo", "sha256");
    let base = repo.commit("file", "one\n");
    let main = repo.commit("a", "a\n");
    repo.run(&["checkout", "--quiet", "-b", "topic", base.as_str()]);
    let topic = repo.commit("b", "b\n");
    assert!(matches!(merged(&repo, &main, &topic).await.unwrap(), Merged::Tree(tree) if tree.as_str().len() == 64));
}

/// Whatever the settings and attribute files of a machine say, the same commits make the same tree, and no driver runs.
#[tokio::test]
async fn settings_change_no_merge_and_no_driver_runs() {
    let (repo, main, topic) = forked(("file", "ours\n"), ("file", "theirs\n"));
    let ran = repo.root().join("ran");
    let driver = format!("touch {}; cp %B %A", ran.display());
    repo.run(&["config", "merge.evil.driver", &driver]);
    repo.run(&["config", "merge.default", "evil"]);
    repo.run(&["config", "merge.renames", "false"]);
    fs::create_dir_all(repo.root().join(".git/info")).unwrap();
    fs::write(repo.root().join(".git/info/attributes"), "* merge=evil\n").unwrap();
    repo.write(".gitattributes", "* merge=union\n");
    assert!(matches!(merged(&repo, &main, &topic).await.unwrap(), Merged::Conflict(_)));
    assert!(!ran.exists());
    // What is committed on our side counts, as far as it asks for no driver of somebody's own.
    for (attributes, conflicts) in [("file merge=evil\n", true), ("file merge=union\n", false), ("file -merge\n", true)]
    {
        repo.run(&["checkout", "--quiet", "--force", "--detach", main.as_str()]);
        let ours = repo.commit(".gitattributes", attributes);
        let found = merged(&repo, &ours, &topic).await.unwrap();
        assert_eq!(matches!(found, Merged::Conflict(_)), conflicts, "{attributes}");
        assert!(!ran.exists(), "{attributes}");
    }
}

#[tokio::test]
async fn renames_are_followed_whatever_is_set() {
    let repo = Repo::new();
    let lines: String = (0..50).map(|line| format!("line {line}\n")).collect();
    let base = repo.commit("long", &lines);
    repo.run(&["mv", "long", "moved"]);
    let main = repo.commit("other", "x\n");
    repo.run(&["checkout", "--quiet", "-b", "topic", base.as_str()]);
    let topic = repo.commit("long", &format!("{lines}more\n"));
    repo.run(&["config", "merge.renames", "false"]);
    repo.run(&["config", "diff.renames", "false"]);
    assert!(matches!(merged(&repo, &main, &topic).await.unwrap(), Merged::Tree(_)));
}

async fn written(repo: &Repo, tree: &str) -> Result<tempfile::TempDir, TreeError> {
    let place = tempfile::tempdir().unwrap();
    let tree = Sha::parse(tree).unwrap();
    repo.git().write_tree_to(&tree, place.path()).await.map(|()| place)
}

#[tokio::test]
async fn trees_are_written_byte_for_byte() {
    let repo = Repo::new();
    repo.run(&["config", "core.autocrlf", "true"]);
    repo.run(&["config", "filter.x.smudge", "tr a-z A-Z"]);
    repo.write(".gitattributes", "* text eol=crlf filter=x\nsecret export-ignore\nid ident\n");
    repo.write("secret", "kept\n");
    repo.write("id", "$Id$\n");
    repo.write("a b/\u{e9}/deep", "one\ntwo\n");
    repo.write("empty", "");
    repo.write("run.sh", "#!/bin/sh\n");
    fs::set_permissions(repo.root().join("run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    std::os::unix::fs::symlink("../outside", repo.root().join("link")).unwrap();
    let large: Vec<u8> = (0..700_000_u32).map(|at| u8::try_from(at % 251).unwrap()).collect();
    fs::write(repo.root().join("large"), &large).unwrap();
    repo.run(&["-c", "core.autocrlf=false", "-c", "filter.x.clean=cat", "add", "--all"]);
    let tree = repo.run(&["write-tree"]);
    let place = written(&repo, &tree).await.unwrap();
    let read = |path: &str| fs::read(place.path().join(path)).unwrap();
    assert_eq!(read("secret"), b"kept\n");
    assert_eq!(read("id"), b"$Id$\n");
    assert_eq!(read("a b/\u{e9}/deep"), b"one\ntwo\n");
    assert_eq!(read("empty"), b"");
    assert_eq!(read("large"), large);
    let mode = |path: &str| fs::symlink_metadata(place.path().join(path)).unwrap().mode() & 0o7777;
    assert_eq!((mode("secret"), mode("run.sh")), (0o644, 0o755));
    assert_eq!(fs::read_link(place.path().join("link")).unwrap(), Path::new("../outside"));
    assert!(!place.path().join(".git").exists());
    for line in repo.run(&["-c", "core.quotePath=false", "ls-tree", "-r", &tree]).lines() {
        let (facts, path) = line.split_once('\t').unwrap();
        let [mode, _, object] = facts.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        if mode != "120000" {
            let file = place.path().join(path);
            assert_eq!(repo.run(&["hash-object", "--no-filters", file.to_str().unwrap()]), object, "{path}");
        }
    }
}

#[tokio::test]
async fn submodules_and_empty_folders_are_folders() {
    let repo = Repo::new();
    let empty = repo.run(&["hash-object", "-t", "tree", "-w", "/dev/null"]);
    let commit = "1".repeat(40);
    let tree = make_tree(&repo, &[("160000", "commit", &commit, b"sub"), ("040000", "tree", &empty, b"void")]);
    let place = written(&repo, &tree).await.unwrap();
    for path in ["sub", "void"] {
        assert_eq!(fs::read_dir(place.path().join(path)).unwrap().count(), 0, "{path}");
    }
}

/// An entry of a tree: mode, kind, object and name.
type Entry<'a> = (&'a str, &'a str, &'a str, &'a [u8]);

/// Makes a tree object, whatever git thinks of it.
fn make_tree(repo: &Repo, entries: &[Entry<'_>]) -> String {
    let mut raw = Vec::new();
    for (mode, _, object, name) in entries {
        raw.extend(mode.trim_start_matches('0').as_bytes());
        raw.push(b' ');
        raw.extend(*name);
        raw.push(0);
        raw.extend((0..object.len()).step_by(2).map(|at| u8::from_str_radix(&object[at..at + 2], 16).unwrap()));
    }
    let file = repo.root().join("raw-tree");
    fs::write(&file, raw).unwrap();
    repo.run(&["hash-object", "-t", "tree", "-w", "--literally", "raw-tree"])
}

#[tokio::test]
async fn hostile_trees_are_refused_before_anything_is_written() {
    let repo = Repo::new();
    let blob = |text: &str| {
        repo.write("raw-blob", text);
        repo.run(&["hash-object", "-w", "--no-filters", "raw-blob"])
    };
    let (file, out) = (blob("owned\n"), blob("../out"));
    let inner = make_tree(&repo, &[("100644", "blob", &file, b"x")]);
    let hooks = make_tree(&repo, &[("100755", "blob", &file, b"pre-commit")]);
    let cases: &[(&str, &[Entry<'_>])] = &[
        ("dot dot", &[("040000", "tree", &inner, b"..")]),
        ("dot", &[("040000", "tree", &inner, b".")]),
        ("git folder", &[("040000", "tree", &hooks, b".git")]),
        ("git folder, other case", &[("040000", "tree", &hooks, b".GiT")]),
        ("git folder for a Mac", &[("040000", "tree", &hooks, ".g\u{200c}it".as_bytes())]),
        ("git folder for Windows", &[("040000", "tree", &hooks, b"git~1")]),
        ("git file", &[("100644", "blob", &file, b".git")]),
        ("a slash", &[("100644", "blob", &file, b"../x")]),
        ("absolute", &[("100644", "blob", &file, b"/tmp/x")]),
        ("two of one name", &[("120000", "blob", &out, b"a"), ("040000", "tree", &inner, b"a")]),
        ("folder through a link", &[("120000", "blob", &out, b"a"), ("100644", "blob", &file, b"a/x")]),
        ("case", &[("100644", "blob", &file, b"README"), ("100644", "blob", &file, b"readme")]),
        ("case of a link", &[("120000", "blob", &out, b"A"), ("040000", "tree", &inner, b"a")]),
        ("mode", &[("100600", "blob", &file, b"x")]),
    ];
    for (what, entries) in cases {
        let tree = make_tree(&repo, entries);
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("folder");
        fs::create_dir(&folder).unwrap();
        let written = repo.git().write_tree_to(&Sha::parse(tree).unwrap(), &folder).await;
        // A mode that only looks odd is read by git as the one it means.
        if written.is_ok() {
            assert_eq!(*what, "mode");
            continue;
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{what}");
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "{what}");
    }
}

#[tokio::test]
async fn links_that_lead_nowhere_and_missing_objects_are_errors() {
    let repo = Repo::new();
    repo.write("raw-blob", &"x".repeat(5000));
    let long = repo.run(&["hash-object", "-w", "raw-blob"]);
    repo.write("raw-blob", "");
    let empty = repo.run(&["hash-object", "-w", "raw-blob"]);
    let missing = "2".repeat(40);
    for (mode, object) in [("120000", &long), ("120000", &empty), ("100644", &missing)] {
        let tree = make_tree(&repo, &[(mode, "blob", object, b"x")]);
        assert!(written(&repo, &tree).await.is_err(), "{mode} {object}");
    }
}
