//! What commits hold, what they change, and what settings say.

use std::os::unix::fs::symlink;

use assize_git::{GitError, Ref};

use crate::support::Repo;

#[tokio::test]
async fn files_come_from_commits_not_from_the_tree() {
    let repo = Repo::new();
    let first = repo.commit("größe x/ein file", "one\n");
    let second = repo.commit("größe x/ein file", "");
    repo.write("größe x/ein file", "only in the tree");
    let wanted =
        [(&first, "größe x/ein file"), (&second, "größe x/ein file"), (&second, "größe x"), (&first, "no such")];
    let found = repo.git().files(&wanted, 100).await.unwrap();
    assert_eq!(found, [Some(b"one\n".to_vec()), Some(Vec::new()), None, None]);
    assert!(matches!(repo.git().files(&[(&first, "a\nb")], 100).await, Err(GitError::BadRef { .. })));
    let large = repo.commit("large", &"x".repeat(100_000));
    assert!(matches!(repo.git().files(&[(&large, "large")], 1000).await, Err(GitError::TooMuchOutput { .. })));
}

#[tokio::test]
async fn links_are_followed_within_a_commit() {
    let repo = Repo::new();
    repo.write("deep/file", "as committed");
    for (link, target) in [
        ("deep/near", "file"),
        ("far", "deep/near"),
        ("folder", "deep"),
        ("dangling", "no\nfile"),
        ("out", "/etc/hostname"),
        ("up", "../file"),
        ("loop", "loop"),
        ("through", "deep/file/more"),
    ] {
        symlink(target, repo.root().join(link)).unwrap();
    }
    repo.run(&["add", "--all"]);
    let head = repo.commit("one more", "x");
    repo.write("deep/file", "as changed");
    let check = async |path: &str, expect: Option<&str>| {
        let found = repo.git().files(&[(&head, path), (&head, "one more")], 100).await.unwrap();
        assert_eq!(found, [expect.map(|text| text.as_bytes().to_vec()), Some(b"x".to_vec())], "{path}");
    };
    for path in ["deep/near", "far", "folder/file"] {
        check(path, Some("as committed")).await;
    }
    for path in ["dangling", "out", "up", "loop", "through", "folder"] {
        check(path, None).await;
    }
}

#[tokio::test]
async fn changed_paths_are_raw_and_merges_have_none() {
    let repo = Repo::new();
    let root = repo.head();
    repo.write("ä \"b\"/c", "c");
    repo.run(&["mv", "file", "other"]);
    let change = repo.commit("ä \"b\"/c", "d");
    let paths = repo.git().changed_paths(&change).await.unwrap();
    let expect = ["file", "other", "ä \"b\"/c"].map(|path| path.as_bytes().to_vec());
    assert_eq!(paths, expect);
    assert!(repo.git().changed_paths(&root).await.unwrap().is_empty());
    repo.run(&["checkout", "--quiet", "-b", "side", root.as_str()]);
    repo.commit("side", "s");
    repo.run(&["merge", "--quiet", "--no-edit", "main"]);
    assert!(repo.git().changed_paths(&repo.head()).await.unwrap().is_empty());
}

#[tokio::test]
async fn full_names_tell_branches_from_what_follows_a_remote() {
    let repo = Repo::new();
    repo.run(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
    let name = async |name: &str| repo.git().full_name(&Ref::parse(name).unwrap()).await.unwrap();
    for (given, expect) in [
        ("origin/main", Some("refs/remotes/origin/main")),
        ("refs/remotes/origin/main", Some("refs/remotes/origin/main")),
        ("main", Some("refs/heads/main")),
        ("origin/main^0", None),
        ("nothing", None),
        (repo.head().as_str(), None),
    ] {
        assert_eq!(name(given).await.as_deref(), expect, "{given}");
    }
    // A local branch takes the name over.
    repo.run_in(repo.root(), &["update-ref", "refs/heads/origin/main", "HEAD"]);
    assert_ne!(name("origin/main").await.as_deref(), Some("refs/remotes/origin/main"));
}

#[tokio::test]
async fn settings() {
    let repo = Repo::new();
    assert_eq!(repo.git().setting("user.email").await.unwrap(), None);
    repo.run(&["config", "user.email", "zoë@example.com"]);
    assert_eq!(repo.git().setting("user.email").await.unwrap().as_deref(), Some("zoë@example.com"));
    repo.write(".git/config", "[broken");
    assert!(repo.git().setting("user.email").await.is_err());
}
