//! Pushes of real repositories: what git says, and what is made of it.

use crate::hook::{BranchReview, PrePushError, PrePushRequest, UnreviewedReason};
use crate::packs::testing::Repo;
use crate::{Host, HostSettings};

const ZERO: &str = "0000000000000000000000000000000000000000";

fn host(repo: &Repo) -> Host {
    Host::new(HostSettings::new(repo.state().root(), repo.environment(), "here"))
}

/// A repository with an empty bare remote `origin` beside it, whose address is the second part.
fn with_remote() -> (Repo, String) {
    let repo = Repo::new();
    let url = repo.outside().join("remote.git");
    repo.git_in(repo.outside(), &["init", "-q", "--bare", "--initial-branch=main", "remote.git"]);
    let url = url.to_str().unwrap().to_owned();
    repo.git(&["remote", "add", "origin", &url]);
    (repo, url)
}

async fn bases(repo: &Repo, url: &str, refs: &str) -> Result<Vec<(String, String)>, PrePushError> {
    let plan = host(repo).pre_push(&PrePushRequest::new(repo.root(), "origin", url, refs)).await?;
    Ok(plan.reviews.into_iter().map(|review| (review.branch().to_owned(), review.base)).collect())
}

fn pushed(head: &str, branch: &str) -> String {
    format!("refs/heads/{branch} {head} refs/heads/{branch} {ZERO}\n")
}

#[tokio::test]
async fn a_first_push_to_an_empty_remote_is_refused() {
    let (repo, url) = with_remote();
    let head = repo.git(&["rev-parse", "HEAD"]);
    let error = bases(&repo, &url, &pushed(&head, "main")).await.unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, PrePushError::NoBase { .. }));
    assert!(text.contains("AGENTPROTO_REVIEW_BASE=<commit>") && text.contains("git push --no-verify"), "{text}");
    assert!(text.contains("main") && text.contains("origin"), "{text}");
    let first = repo.git(&["rev-list", "--max-parents=0", "HEAD"]);
    let fix = error.fix().unwrap();
    assert!(fix.starts_with(&format!("AGENTPROTO_REVIEW_BASE={first} git push origin main ")), "{fix}");
    assert!(fix.ends_with("git push --no-verify origin main"), "{fix}");
    // With a base it is reviewed; an empty variable is none.
    let request = PrePushRequest::new(repo.root(), "origin", &*url, pushed(&head, "main"));
    assert!(host(&repo).pre_push(&request.clone().with_base("")).await.is_err());
    let plan = host(&repo).pre_push(&request.clone().with_base("HEAD~1")).await.unwrap();
    assert_eq!(plan.reviews[0].base, "HEAD~1");
    for bad in ["--all", "a..b"] {
        let error = host(&repo).pre_push(&request.clone().with_base(bad)).await.unwrap_err();
        assert!(matches!(error, PrePushError::BadBase(_)), "{bad}");
    }
}

#[tokio::test]
async fn the_base_is_the_remotes_default_branch() {
    let (repo, url) = with_remote();
    repo.git(&["push", "-q", "origin", "main"]);
    repo.write("a", "a\n");
    let head = repo.commit_all("a");
    let expect = |base: &str| vec![("topic".to_owned(), base.to_owned())];
    let push = pushed(&head, "topic");
    // The remote says it, or was asked when it was cloned.
    assert_eq!(bases(&repo, &url, &push).await.unwrap(), expect("refs/remotes/origin/main"));
    repo.git(&["push", "-q", "origin", "main:trunk"]);
    repo.git(&["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk"]);
    assert_eq!(bases(&repo, &url, &push).await.unwrap(), expect("refs/remotes/origin/trunk"));
    // What was noted is gone: asked again. A remote that cannot be reached: the usual name.
    repo.git(&["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/gone"]);
    assert_eq!(bases(&repo, &url, &push).await.unwrap(), expect("refs/remotes/origin/main"));
    assert_eq!(bases(&repo, "/nowhere", &push).await.unwrap(), expect("refs/remotes/origin/main"));
    // A remote whose HEAD leads nowhere.
    repo.git_in(&repo.outside().join("remote.git"), &["symbolic-ref", "HEAD", "refs/heads/never"]);
    assert_eq!(bases(&repo, &url, &push).await.unwrap(), expect("refs/remotes/origin/main"));
    // An address without a name: the commit itself.
    repo.git_in(&repo.outside().join("remote.git"), &["symbolic-ref", "HEAD", "refs/heads/main"]);
    let request = PrePushRequest::new(repo.root(), &*url, &*url, push);
    let plan = host(&repo).pre_push(&request).await.unwrap();
    assert_eq!(plan.reviews[0].base, repo.git(&["rev-parse", "origin/main"]));
}

#[tokio::test]
async fn branches_are_reviewed_and_nothing_else() {
    let (repo, url) = with_remote();
    repo.git(&["push", "-q", "origin", "main"]);
    let head = repo.git(&["rev-parse", "HEAD"]);
    let refs = format!(
        "refs/heads/one {head} refs/heads/one {ZERO}\n(delete) {ZERO} refs/heads/old {head}\nrefs/tags/v1 {head} \
         refs/tags/v1 {ZERO}\nHEAD {head} refs/for/main {ZERO}\nrefs/notes/commits {head} refs/notes/commits {ZERO}\n\
         refs/heads/a$(b)'c {head} refs/heads/a$(b)'c {head}\n"
    );
    let plan = host(&repo).pre_push(&PrePushRequest::new(repo.root(), "origin", &*url, refs)).await.unwrap();
    let branches: Vec<_> = plan.reviews.iter().map(BranchReview::branch).collect();
    assert_eq!(branches, ["one", "refs/for/main", "a$(b)'c"]);
    let expect = format!("assize run --binding local --supersede --base refs/remotes/origin/main --head {head}");
    assert_eq!(plan.reviews[0].command(), expect);
    assert_eq!(plan.reviews[0].arguments().join(" "), expect["assize ".len()..]);
    let unreviewed: Vec<_> = plan.unreviewed.iter().map(|one| (one.remote_ref.as_str(), one.reason)).collect();
    assert_eq!(
        unreviewed,
        [
            ("refs/heads/old", UnreviewedReason::Deleted),
            ("refs/tags/v1", UnreviewedReason::Tag),
            ("refs/notes/commits", UnreviewedReason::NoBranch),
        ]
    );
}

#[tokio::test]
async fn a_push_that_needs_no_review_needs_no_base() {
    let (repo, url) = with_remote();
    let head = repo.git(&["rev-parse", "HEAD"]);
    for refs in [String::new(), format!("refs/tags/v1 {head} refs/tags/v1 {ZERO}\n")] {
        assert_eq!(bases(&repo, &url, &refs).await.unwrap(), []);
    }
    let error = bases(&repo, &url, "what is this\n").await.unwrap_err();
    assert!(matches!(error, PrePushError::NotUnderstood { .. }));
}

#[tokio::test]
async fn a_base_that_a_shell_would_act_on_is_quoted() {
    let (repo, url) = with_remote();
    let head = repo.git(&["rev-parse", "HEAD"]);
    let request = PrePushRequest::new(repo.root(), "origin", &*url, pushed(&head, "main")).with_base("a$(b)'c");
    let plan = host(&repo).pre_push(&request).await.unwrap();
    assert!(plan.reviews[0].command().contains(r"--base 'a$(b)'\''c' --head"), "{}", plan.reviews[0].command());
}
