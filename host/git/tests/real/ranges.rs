//! What lies between two commits.

use assize_git::{GitError, Ref};

use crate::support::Repo;

fn name(text: &str) -> Ref {
    Ref::parse(text).unwrap()
}

#[tokio::test]
async fn the_merge_base_is_where_two_branches_parted() {
    let repo = Repo::new();
    let fork = repo.head();
    repo.run(&["switch", "--quiet", "-c", "side"]);
    repo.commit("side", "x");
    repo.run(&["switch", "--quiet", "main"]);
    repo.commit("main", "x");
    repo.run(&["tag", "-a", "-m", "t", "v1", "side"]);
    let git = repo.git();
    for (base, head) in [("main", "side"), ("side", "HEAD"), ("v1", "main"), ("HEAD", "v1")] {
        assert_eq!(git.merge_base(&name(base), &name(head)).await.unwrap(), fork, "{base} {head}");
    }
    assert!(git.is_ancestor(&Ref::from(&fork), &name("side")).await.unwrap());
    assert!(!git.is_ancestor(&name("main"), &name("side")).await.unwrap());
}

#[tokio::test]
async fn what_is_unknown_or_unrelated_is_named() {
    let repo = Repo::new();
    repo.run(&["switch", "--quiet", "--orphan", "alone"]);
    repo.commit("other", "x");
    let git = repo.git();
    let unrelated = git.merge_base(&name("main"), &name("alone")).await.unwrap_err();
    assert!(matches!(unrelated, GitError::NoMergeBase { .. }), "{unrelated}");
    for (base, head, unknown) in [("origin/main", "HEAD", "origin/main"), ("main", "gone", "gone")] {
        let error = git.merge_base(&name(base), &name(head)).await.unwrap_err();
        assert!(matches!(&error, GitError::UnknownRef { name } if name == unknown), "{error}");
    }
    let error = git.commit(&name("gone")).await.unwrap_err();
    assert!(matches!(error, GitError::UnknownRef { .. }), "{error}");
    assert_eq!(git.commit(&name("HEAD")).await.unwrap(), repo.head());
}

/// main: 1 - 2 - 3 - 4, where side leaves main at 3 and merges it back in at the end.
fn braided() -> Repo {
    let repo = Repo::new();
    repo.run(&["switch", "--quiet", "-c", "side"]);
    repo.commit("side-1", "x");
    repo.run(&["switch", "--quiet", "main"]);
    repo.commit("two", "x");
    repo.commit("three", "x");
    repo.run(&["switch", "--quiet", "side"]);
    repo.run(&["merge", "--quiet", "-m", "merge", "main"]);
    repo.commit("side-2", "x");
    repo.run(&["switch", "--quiet", "main"]);
    repo.commit("four", "x");
    repo
}

#[tokio::test]
async fn a_shallow_clone_is_asked_to_be_deepened_when_it_may_hide_the_base() {
    let repo = braided();
    for depth in 1..=2 {
        let clone = repo.clone_to(&format!("depth-{depth}"), &["--depth", &depth.to_string(), "--no-single-branch"]);
        let git = repo.git_at(&clone);
        let checkout = git.open(None).await.unwrap();
        assert!(checkout.shallow);
        let (base, head) = (name("origin/side"), name("HEAD"));
        let error = git.certain_merge_base(&checkout, &base, &head).await.unwrap_err();
        assert!(matches!(error, GitError::Shallow { .. }), "{depth}: {error}");
        assert!(error.fix().unwrap().contains("--unshallow"));
        repo.run_in(&clone, &["fetch", "--quiet", "--unshallow"]);
        let checkout = git.open(None).await.unwrap();
        let found = git.certain_merge_base(&checkout, &base, &head).await.unwrap();
        assert_eq!(found.as_str(), repo.run(&["merge-base", "main", "side"]));
    }
}

#[tokio::test]
async fn a_base_that_is_too_old_is_not_taken() {
    let repo = braided();
    let clone = repo.clone_to("deep", &["--no-single-branch"]);
    let git = repo.git_at(&clone);
    let side_merge = repo.run(&["rev-parse", "side~1^2"]);
    // Pretend that the commit on main that side merged has no parents here.
    std::fs::write(clone.join(".git/shallow"), format!("{side_merge}\n")).unwrap();
    let checkout = git.open(None).await.unwrap();
    assert!(checkout.shallow);
    // Both sides reach the cut commit: nothing behind it can be a better base.
    let found = git.certain_merge_base(&checkout, &name("origin/main"), &name("origin/side")).await.unwrap();
    assert_eq!(found.as_str(), side_merge);
    // One side alone reaches a cut commit: the base that git sees may be too old.
    let old = repo.run(&["rev-parse", "main~3"]);
    assert_eq!(repo.run_in(&clone, &["merge-base", &old, "origin/side"]), old);
    let error = git.certain_merge_base(&checkout, &name(&old), &name("origin/side")).await.unwrap_err();
    assert!(matches!(error, GitError::Shallow { boundary: Some(_), .. }), "{error}");
}

#[tokio::test]
async fn a_shallow_clone_with_enough_history_serves() {
    let repo = Repo::new();
    let base = repo.commit("two", "x");
    repo.run(&["switch", "--quiet", "-c", "work"]);
    repo.commit("three", "x");
    let clone = repo.clone_to("shallow", &["--depth", "2", "--no-single-branch"]);
    let git = repo.git_at(&clone);
    let checkout = git.open(None).await.unwrap();
    assert!(checkout.shallow);
    assert_eq!(git.certain_merge_base(&checkout, &name("origin/main"), &name("HEAD")).await.unwrap(), base);
}

#[tokio::test]
async fn origin_is_read_as_git_would_use_it() {
    let repo = Repo::new();
    let git = repo.git();
    let checkout = git.open(None).await.unwrap();
    let origin = async || git.origin_url(&git.surroundings().await.unwrap(), &checkout).await.unwrap();
    assert_eq!(origin().await, None);
    repo.write(".git/remotes/origin", "URL: gh:old/place\n");
    assert_eq!(origin().await.as_deref(), Some("gh:old/place"));
    repo.run(&["remote", "add", "upstream", "gh:other/it"]);
    repo.run(&["config", "remote.origin.url", "gh:me/it"]);
    assert_eq!(origin().await.as_deref(), Some("gh:me/it"));
    repo.run(&["config", "url.https://example.com/.insteadOf", "gh:"]);
    assert_eq!(origin().await.as_deref(), Some("https://example.com/me/it"));
    repo.run(&["config", "--add", "remote.origin.url", "gh:second/one"]);
    assert_eq!(origin().await.as_deref(), Some("https://example.com/me/it"));
}

#[tokio::test]
async fn the_author_comes_from_the_commit() {
    let repo = Repo::new();
    let author = repo.git().author(&repo.head()).await.unwrap().unwrap();
    assert_eq!((author.name.as_str(), author.email.as_str()), ("Ann Thor", "ann@example.com"));
    let named = repo.git().commit_and_author(&name("main")).await.unwrap();
    assert_eq!(named, (repo.head(), Some(author)));
    for gone in ["gone", "HEAD:file", "HEAD~9"] {
        let error = repo.git().commit_and_author(&name(gone)).await.unwrap_err();
        assert!(matches!(error, GitError::UnknownRef { .. }), "{error}");
    }
}
