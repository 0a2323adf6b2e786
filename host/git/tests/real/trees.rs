//! What is checked out and what changed.

use std::fs;

use assize_git::{Git, TreeSnapshot};

use crate::support::Repo;

#[tokio::test]
async fn tracked_changes_make_a_tree_dirty_and_nothing_else_does() {
    let repo = Repo::new();
    let git = repo.git();
    let dirty = async || git.status().await.unwrap().is_dirty();
    assert!(!dirty().await);
    repo.write("untracked", "x");
    assert!(!dirty().await, "untracked");
    repo.write("file", "two\n");
    assert!(dirty().await, "changed");
    repo.run(&["add", "file"]);
    assert!(dirty().await, "staged");
    repo.run(&["commit", "--quiet", "-m", "two"]);
    assert!(!dirty().await);
    fs::remove_file(repo.root().join("file")).unwrap();
    assert!(dirty().await, "removed");
    let status = git.status().await.unwrap();
    assert_eq!((status.head, status.branch.as_str()), (Some(repo.head()), "main"));
}

#[tokio::test]
async fn an_unborn_branch_has_no_head() {
    let repo = Repo::unborn("repo", "sha1");
    assert_eq!(repo.git().status().await.unwrap().head, None);
}

#[tokio::test]
async fn a_committed_gitmodules_cannot_hide_a_changed_submodule() {
    let library = Repo::new();
    let repo = Repo::new();
    let address = library.root().to_str().unwrap();
    repo.run(&["submodule", "--quiet", "add", address, "lib"]);
    repo.run(&["config", "-f", ".gitmodules", "submodule.lib.ignore", "all"]);
    repo.run(&["add", "-A"]);
    repo.run(&["commit", "--quiet", "-m", "lib"]);
    let git = repo.git();
    assert!(!git.status().await.unwrap().is_dirty());
    fs::write(repo.root().join("lib/new"), "x").unwrap();
    assert!(!git.status().await.unwrap().is_dirty(), "untracked in the submodule");
    fs::write(repo.root().join("lib/file"), "changed").unwrap();
    assert!(git.status().await.unwrap().is_dirty(), "changed in the submodule");
    repo.run_in(&repo.root().join("lib"), &["commit", "--quiet", "-a", "-m", "x"]);
    assert!(git.status().await.unwrap().is_dirty(), "another commit in the submodule");
}

#[tokio::test]
async fn looking_takes_no_lock() {
    let repo = Repo::new();
    fs::write(repo.root().join(".git/index.lock"), "").unwrap();
    assert!(!repo.git().status().await.unwrap().is_dirty());
}

/// Takes a snapshot, lets `change` happen, and says which parts differ.
async fn changed(repo: &Repo, change: impl FnOnce(&Repo)) -> Vec<String> {
    let git = repo.git();
    let before = git.snapshot().await.unwrap();
    change(repo);
    let after = git.snapshot().await.unwrap();
    let only_in = |one: &TreeSnapshot, other: &TreeSnapshot| -> Vec<String> {
        one.parts.iter().filter(|part| !other.parts.contains(part)).map(|(name, _)| name.clone()).collect()
    };
    let mut names = only_in(&before, &after);
    names.extend(only_in(&after, &before));
    names.sort();
    names.dedup();
    names
}

#[tokio::test]
async fn a_snapshot_tells_what_changed() {
    let repo = Repo::new();
    repo.commit("other", "x");
    assert_eq!(changed(&repo, |_| ()).await, Vec::<String>::new());
    assert_eq!(changed(&repo, |repo| repo.write("untracked", "x")).await, Vec::<String>::new());
    assert_eq!(changed(&repo, |repo| repo.write("file", "two")).await, ["file"]);
    // Still the same record in git's eyes, but other content.
    assert_eq!(changed(&repo, |repo| repo.write("file", "six")).await, ["file"]);
    assert_eq!(changed(&repo, |repo| drop(repo.run(&["add", "file"]))).await, ["file", "the index"]);
    assert_eq!(changed(&repo, |repo| drop(repo.run(&["tag", "v1"]))).await, ["refs/tags/v1"]);
    assert_eq!(changed(&repo, |repo| drop(repo.run(&["branch", "b"]))).await, ["refs/heads/b"]);
    assert_eq!(changed(&repo, |repo| drop(repo.run(&["symbolic-ref", "HEAD", "refs/heads/b"]))).await, ["HEAD"]);
    let fetched = changed(&repo, |repo| drop(repo.run(&["update-ref", "refs/remotes/origin/main", "HEAD"]))).await;
    assert_eq!(fetched, Vec::<String>::new());
    let committed = changed(&repo, |repo| drop(repo.run(&["commit", "--quiet", "-m", "x"]))).await;
    assert_eq!(committed, ["HEAD", "file", "refs/heads/b"]);
}

#[tokio::test]
async fn a_file_that_is_told_to_look_unchanged_is_noticed() {
    let repo = Repo::new();
    let hide = |repo: &Repo| drop(repo.run(&["update-index", "--assume-unchanged", "file"]));
    assert_eq!(changed(&repo, hide).await, ["the index"]);
}

#[tokio::test]
async fn a_work_tree_of_its_own_holds_the_commit_and_goes_away() {
    let repo = Repo::new();
    let head = repo.head();
    repo.commit("file", "two\n");
    repo.write("untracked", "x");
    let git = repo.git();
    let tree = repo.root().parent().unwrap().join("a tree");
    git.add_worktree(&tree, &head).await.unwrap();
    let inside: Git = repo.git_at(&tree);
    inside.fill_worktree().await.unwrap();
    assert_eq!(fs::read_to_string(tree.join("file")).unwrap(), "one\n");
    assert!(!tree.join("untracked").exists());
    let status = inside.status().await.unwrap();
    assert_eq!((status.head.as_ref(), status.branch.as_str()), (Some(&head), "(detached)"));
    assert!(!status.is_dirty());
    // However it was left.
    fs::write(tree.join("file"), "changed").unwrap();
    fs::write(tree.join("new"), "x").unwrap();
    git.remove_worktree(&tree).await.unwrap();
    assert!(!tree.exists());
    assert_eq!(repo.run(&["worktree", "list"]).lines().count(), 1);
    // A folder that is gone already is taken off the list all the same.
    git.add_worktree(&tree, &head).await.unwrap();
    fs::remove_dir_all(&tree).unwrap();
    assert!(git.remove_worktree_blocking(&tree));
    assert_eq!(repo.run(&["worktree", "list"]).lines().count(), 1);
}
