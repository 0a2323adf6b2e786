//! Git packs from local repositories: the only difference to a real fetch is the protocol that is allowed.

use std::fs;
use std::path::{Path, PathBuf};

use assize_schemas::Sha;

use crate::packs::git::GitPackCache;
use crate::packs::testing::{Repo, pack_text};
use crate::packs::{FetchError, Pack, PackError};

const URL: &str = "https://packs.example/team/pack.git";

/// A repository that `URL` leads to, and the pinned commit of a pack in it.
fn served() -> (Repo, String) {
    let mut repo = Repo::new();
    repo.write("REVIEW.md", pack_text(&["rubrics/r.md"]));
    repo.write("rubrics/r.md", "from git\n");
    let pin = repo.commit_all("pack");
    let settings = repo.outside().join("gitconfig");
    let address = format!("file://{}", repo.root().display());
    repo.write(&settings, format!("[url \"{address}\"]\n\tinsteadOf = {URL}\n[uploadpack]\n\tallowFilter = true\n"));
    repo.set("GIT_CONFIG_GLOBAL", settings);
    (repo, pin)
}

fn cache(repo: &Repo) -> GitPackCache {
    GitPackCache::new(repo.program(), repo.state()).fetching_with("file")
}

async fn load(cache: &GitPackCache, pin: &str) -> Result<Pack, PackError> {
    cache.load(&format!("git+{URL}#{pin}"), URL, &Sha::parse(pin).unwrap()).await
}

fn repositories(repo: &Repo) -> Vec<PathBuf> {
    let listing = fs::read_dir(repo.state().root().join("review-packs")).unwrap();
    listing.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect()
}

#[tokio::test]
async fn a_pinned_commit_is_fetched_once_and_kept_bare() {
    let (repo, pin) = served();
    let pack = load(&cache(&repo), &pin).await.unwrap();
    assert!(!pack.trusted());
    assert_eq!(pack.root(), None);
    assert_eq!(pack.source(), pack_text(&["rubrics/r.md"]).as_bytes());
    let rubric = pack.rubric("rubrics/r.md").unwrap();
    assert_eq!((rubric.bytes(), rubric.path()), (&b"from git\n"[..], None));
    let [kept] = &repositories(&repo)[..] else { panic!("{:?}", repositories(&repo)) };
    assert!(kept.join("HEAD").is_file() && !kept.join(".git").exists() && !kept.join("REVIEW.md").exists());
    assert!(!kept.join("hooks").exists());
    // Offline from now on, and for later pins of the same repository a fetch is enough.
    let away = repo.outside().join("away");
    fs::rename(repo.root(), &away).unwrap();
    load(&cache(&repo), &pin).await.unwrap();
    fs::rename(&away, repo.root()).unwrap();
    repo.write("rubrics/r.md", "newer\n");
    let newer = repo.commit_all("newer");
    let pack = load(&cache(&repo), &newer).await.unwrap();
    assert_eq!(pack.rubric("rubrics/r.md").unwrap().bytes(), b"newer\n");
    assert_eq!(load(&cache(&repo), &pin).await.unwrap().rubric("rubrics/r.md").unwrap().bytes(), b"from git\n");
    assert_eq!(repositories(&repo).len(), 1);
}

#[tokio::test]
async fn a_commit_that_no_branch_has_is_asked_for_by_name() {
    let (repo, _) = served();
    repo.write("rubrics/r.md", "only tagged\n");
    let pin = repo.commit_all("tagged");
    repo.git(&["tag", "v1"]);
    repo.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
    let pack = load(&cache(&repo), &pin).await.unwrap();
    assert_eq!(pack.rubric("rubrics/r.md").unwrap().bytes(), b"only tagged\n");
}

#[tokio::test]
async fn only_https_is_fetched() {
    let (repo, pin) = served();
    // The user's own settings lead to a file, which is not allowed.
    let error = load(&GitPackCache::new(repo.program(), repo.state()), &pin).await.unwrap_err();
    assert!(error.is_not_here(), "{error:?}");
    let PackError::NotFetchable { source: FetchError::Git(source), .. } = error else { panic!("{error:?}") };
    assert!(source.to_string().contains("transport 'file' not allowed"), "{source}");
    assert!(repositories(&repo).is_empty());
    // Nor does the environment change that.
    let (mut repo, pin) = served();
    repo.set("GIT_ALLOW_PROTOCOL", "file:https");
    let error = load(&GitPackCache::new(repo.program(), repo.state()), &pin).await.unwrap_err();
    assert!(error.is_not_here(), "{error:?}");
}

#[tokio::test]
async fn what_is_no_commit_or_not_there() {
    let (repo, pin) = served();
    let cache = cache(&repo);
    let error = load(&cache, &"1".repeat(40)).await.unwrap_err();
    assert!(error.is_not_here(), "{error:?}");
    // The tree and a tag object of the commit, which are there, are not the commit.
    load(&cache, &pin).await.unwrap();
    let tree = repo.git(&["rev-parse", "HEAD^{tree}"]);
    let error = load(&cache, &tree).await.unwrap_err();
    assert!(matches!(&error, PackError::NotACommit { kind, .. } if kind == "tree"), "{error:?}");
    repo.git(&["tag", "-a", "-m", "t", "signed"]);
    let tag = repo.git(&["rev-parse", "signed"]);
    let error = load(&cache, &tag).await.unwrap_err();
    assert!(matches!(&error, PackError::NotACommit { kind, .. } if kind == "tag"), "{error:?}");
}

#[tokio::test]
async fn links_in_a_commit_stay_in_the_commit() {
    let (repo, _) = served();
    let table = [
        ("./rubrics/r.md", "ok"),
        ("rubrics/../rubrics/r.md", "ok"),
        ("link.md", "ok"),
        ("folder/r.md", "ok"),
        ("rubrics/up.md", "ok"),
        ("../r.md", "Escapes"),
        ("rubrics/../../r.md", "Escapes"),
        ("/etc/passwd", "Escapes"),
        ("absolute.md", "Escapes"),
        ("out.md", "Escapes"),
        ("loop.md", "Missing"),
        ("absent.md", "Missing"),
        ("rubrics/r.md/x", "Missing"),
        ("rubrics/r.md/", "Missing"),
        ("rubrics", "NotAFile"),
        (".", "NotAFile"),
        ("large.md", "TooLarge"),
        ("after-large.md", "ok"),
    ];
    let rubrics: Vec<_> = table.iter().map(|(rubric, _)| *rubric).collect();
    repo.write("REVIEW.md", pack_text(&rubrics));
    repo.link("rubrics/r.md", "link.md");
    repo.link("rubrics", "folder");
    repo.link("../link.md", "rubrics/up.md");
    repo.link("/etc/passwd", "absolute.md");
    repo.link("../../etc/passwd", "out.md");
    repo.link("loop.md", "loop.md");
    repo.write("large.md", "x".repeat(1024 * 1024 + 1));
    repo.write("after-large.md", "after\n");
    let pin = repo.commit_all("links");
    let pack = load(&cache(&repo), &pin).await.unwrap();
    for (rubric, expect) in table {
        let found = match pack.rubric(rubric) {
            Ok(_) => "ok".to_owned(),
            Err(error) => format!("{error:?}").split(' ').next().unwrap().to_owned(),
        };
        assert_eq!(found, expect, "{rubric}");
    }
}

#[tokio::test]
async fn content_that_was_put_under_another_name_is_found_out() {
    let (repo, pin) = served();
    load(&cache(&repo), &pin).await.unwrap();
    let [kept] = &repositories(&repo)[..] else { panic!("one repository") };
    // As loose objects, each can be replaced by another's file, and git does not notice.
    let evil = repo.git_in(kept, &["--git-dir=.", "rev-parse", "HEAD"]);
    assert_eq!(evil, pin);
    let packs = kept.join("objects/pack");
    for entry in fs::read_dir(&packs).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "pack") {
            let moved = repo.outside().join("moved.pack");
            fs::rename(&path, &moved).unwrap();
            fs::remove_file(path.with_extension("idx")).unwrap();
            let input = fs::File::open(&moved).unwrap();
            let done = std::process::Command::new("git")
                .args(["--git-dir=.", "unpack-objects", "-q"])
                .current_dir(kept)
                .env_clear()
                .envs(repo.environment())
                .stdin(input)
                .status()
                .unwrap();
            assert!(done.success());
        }
    }
    load(&cache(&repo), &pin).await.unwrap();
    let loose = |id: &str| kept.join("objects").join(&id[..2]).join(&id[2..]);
    let rubric = repo.git(&["rev-parse", "HEAD:rubrics/r.md"]);
    let other = repo.git(&["rev-parse", "HEAD:README"]);
    replace(&loose(&other), &loose(&rubric));
    let pack = load(&cache(&repo), &pin).await.unwrap();
    let error = pack.rubric("rubrics/r.md").unwrap_err();
    assert!(matches!(*error, PackError::DamagedCache { .. }), "{error:?}");
    assert!(!error.is_not_here());
}

fn replace(from: &Path, to: &Path) {
    fs::remove_file(to).unwrap();
    fs::copy(from, to).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_at_once_make_one_repository() {
    let (repo, pin) = served();
    // What a clone that was killed left behind goes away.
    load(&cache(&repo), &pin).await.unwrap();
    let [kept] = &repositories(&repo)[..] else { panic!("one repository") };
    let name = kept.file_stem().unwrap().to_str().unwrap().to_owned();
    fs::remove_dir_all(kept).unwrap();
    fs::create_dir(kept.with_file_name(format!(".clone-{name}-dead"))).unwrap();
    let loads = (0..12).map(|_| {
        let (cache, pin) = (cache(&repo), pin.clone());
        tokio::spawn(async move { load(&cache, &pin).await.unwrap().source().len() })
    });
    for done in futures::future::join_all(loads).await {
        assert_eq!(done.unwrap(), pack_text(&["rubrics/r.md"]).len());
    }
    assert_eq!(repositories(&repo).len(), 1, "{:?}", repositories(&repo));
}
