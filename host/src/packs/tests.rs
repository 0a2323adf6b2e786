//! Packs in folders and packages: confinement, trust, and what is found where.

use std::fs;
use std::path::Path;

use assize_compiler::{parse_manifest, resolve_packs};
use assize_schemas::Check;
use rustix::fs::{CWD, FileType, Mode};

use crate::packs::testing::{Repo, pack_text};
use crate::packs::{Pack, PackError, PackPlaces, RUBRIC_LIMIT};

async fn load(repo: &Repo, reference: &str) -> Result<Pack, PackError> {
    PackPlaces::new(repo.program(), repo.state(), repo.root(), repo.root()).load(reference).await
}

/// A repository with a tracked pack of one rubric in `packs/x`.
fn with_pack() -> Repo {
    let repo = Repo::new();
    repo.write("packs/x/REVIEW.md", pack_text(&["./rubrics/r.md"]));
    repo.write("packs/x/rubrics/r.md", "be kind\n");
    repo.commit_all("pack");
    repo
}

/// The variant of an error, and the rest of it cut off.
fn kind(error: &PackError) -> String {
    format!("{error:?}").split([' ', '(']).next().unwrap().to_owned()
}

#[tokio::test]
async fn a_tracked_folder_is_a_trusted_pack() {
    let repo = with_pack();
    for reference in ["./packs/x", "./packs/../packs/x/", repo.root().join("packs/x").to_str().unwrap()] {
        let pack = load(&repo, reference).await.unwrap();
        assert!(pack.trusted(), "{reference}");
        assert_eq!(pack.reference(), reference);
        assert_eq!(pack.source(), pack_text(&["./rubrics/r.md"]).as_bytes());
        assert_eq!(pack.rubric("./rubrics/r.md").unwrap().bytes(), b"be kind\n");
        assert_eq!(&*pack.rubric("./rubrics/r.md").unwrap().read().unwrap(), b"be kind\n");
    }
    // Local edits do not matter, and staged is tracked.
    repo.write("packs/x/REVIEW.md", pack_text(&[]));
    assert!(load(&repo, "./packs/x").await.unwrap().trusted());
    repo.write("packs/y/REVIEW.md", pack_text(&[]));
    assert!(!load(&repo, "./packs/y").await.unwrap().trusted());
    repo.git(&["add", "packs/y"]);
    assert!(load(&repo, "./packs/y").await.unwrap().trusted());
}

#[tokio::test]
async fn names_that_are_pathspecs_are_names() {
    for name in ["packs/*", "packs/?", ":(top)x", ":(glob)**", ":!x", "packs/[x]", ":/packs/x"] {
        let repo = with_pack();
        repo.write("x/REVIEW.md", pack_text(&[]));
        repo.commit_all("x");
        repo.write(Path::new(name).join("REVIEW.md"), pack_text(&[]));
        let reference = format!("./{name}");
        let pack = load(&repo, &reference).await.unwrap();
        assert!(!pack.trusted(), "{name}");
        // The same folder is trusted once git really has it.
        repo.git(&["--literal-pathspecs", "add", "--", &format!("{name}/REVIEW.md")]);
        assert!(load(&repo, &reference).await.unwrap().trusted(), "{name}");
    }
}

#[tokio::test]
async fn nothing_from_outside_is_trusted() {
    let repo = with_pack();
    let outside = repo.outside().join("elsewhere");
    repo.write(outside.join("REVIEW.md"), pack_text(&[]));
    let check = async |reference: &str| assert!(!load(&repo, reference).await.unwrap().trusted(), "{reference}");
    check("../elsewhere").await;
    check(outside.to_str().unwrap()).await;
    // A link that git tracks, and what it leads to.
    repo.link(&outside, "packs/linked");
    repo.commit_all("link");
    check("./packs/linked").await;
    // A tracked name whose file is another, untracked one.
    repo.write("packs/z/real.md", pack_text(&[]));
    repo.link("real.md", "packs/z/REVIEW.md");
    repo.git(&["add", "packs/z/REVIEW.md"]);
    check("./packs/z").await;
    // A repository inside the repository.
    repo.write("inner/REVIEW.md", pack_text(&[]));
    repo.git_in(&repo.root().join("inner"), &["init", "-q"]);
    repo.git_in(&repo.root().join("inner"), &["add", "REVIEW.md"]);
    check("./inner").await;
}

#[tokio::test]
async fn trust_that_cannot_be_asked_for_is_no_trust() {
    let repo = with_pack();
    fs::remove_dir_all(repo.root().join(".git")).unwrap();
    assert!(!load(&repo, "./packs/x").await.unwrap().trusted());
}

#[tokio::test]
async fn a_review_md_that_leaves_the_pack_is_refused() {
    let repo = with_pack();
    let evil = repo.outside().join("evil.md");
    repo.write(&evil, pack_text(&[]));
    repo.link(&evil, "packs/e/REVIEW.md");
    repo.commit_all("evil");
    assert_eq!(kind(&load(&repo, "./packs/e").await.unwrap_err()), "Escapes");
}

#[tokio::test]
async fn rubrics_stay_inside() {
    let repo = Repo::new();
    let outside = repo.outside().join("secret");
    repo.write(&outside, "secret\n");
    let absolute_inside = repo.root().join("p/a.md").to_str().unwrap().to_owned();
    let table = [
        ("a.md", "ok"),
        ("./sub/../a.md", "ok"),
        ("good-link.md", "ok"),
        ("absolute-link.md", "ok"),
        (absolute_inside.as_str(), "ok"),
        ("../../secret", "Escapes"),
        ("../README", "Escapes"),
        (outside.to_str().unwrap(), "Escapes"),
        ("bad-link.md", "Escapes"),
        ("folder-link/secret", "Escapes"),
        ("/dev/zero", "Escapes"),
        ("zero.md", "Escapes"),
        ("fifo.md", "NotAFile"),
        ("sub", "NotAFile"),
        (".", "NotAFile"),
        ("missing.md", "Missing"),
        ("a.md/b.md", "Missing"),
        ("dangling.md", "Missing"),
        ("loop.md", "Io"),
        ("large.md", "TooLarge"),
    ];
    let rubrics: Vec<_> = table.iter().map(|(rubric, _)| *rubric).collect();
    repo.write("p/REVIEW.md", pack_text(&rubrics));
    repo.write("p/a.md", "a\n");
    repo.write("p/sub/b.md", "b\n");
    repo.link("a.md", "p/good-link.md");
    repo.link(&absolute_inside, "p/absolute-link.md");
    repo.link(&outside, "p/bad-link.md");
    repo.link(repo.outside(), "p/folder-link");
    repo.link("/dev/zero", "p/zero.md");
    repo.link("nowhere", "p/dangling.md");
    repo.link("loop.md", "p/loop.md");
    rustix::fs::mknodat(CWD, repo.root().join("p/fifo.md"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    fs::File::create(repo.root().join("p/large.md")).unwrap().set_len(RUBRIC_LIMIT + 1).unwrap();
    let pack = load(&repo, "./p").await.unwrap();
    for (rubric, expect) in table {
        let found = pack.rubric(rubric).map_or_else(|error| kind(&error), |_| "ok".to_owned());
        assert_eq!(found, expect, "{rubric}: {:?}", pack.rubric(rubric));
    }
}

#[tokio::test]
async fn what_is_put_in_a_rubrics_place_is_refused() {
    type Swap = fn(&Repo, &Path);
    let swaps: [(&str, Swap); 6] = [
        ("Escapes", |repo, file| {
            fs::remove_file(file).unwrap();
            repo.link("/etc/passwd", file);
        }),
        // A link to the same content elsewhere in the pack.
        ("Changed", |repo, file| {
            fs::rename(file, file.with_file_name("moved.md")).unwrap();
            repo.link("moved.md", file);
        }),
        ("Changed", |repo, file| repo.write(file, "be nice\n")),
        ("Missing", |_, file| fs::remove_file(file).unwrap()),
        ("NotAFile", |_, file| {
            fs::remove_file(file).unwrap();
            rustix::fs::mknodat(CWD, file, FileType::Fifo, Mode::RUSR, 0).unwrap();
        }),
        ("Escapes", |repo, file| {
            let folder = file.parent().unwrap();
            repo.write(repo.outside().join("copy/r.md"), "be kind\n");
            fs::remove_dir_all(folder).unwrap();
            repo.link(repo.outside().join("copy"), folder);
        }),
    ];
    for (expect, swap) in swaps {
        let repo = with_pack();
        let pack = load(&repo, "./packs/x").await.unwrap();
        let rubric = pack.rubric("./rubrics/r.md").unwrap();
        swap(&repo, &repo.root().join("packs/x/rubrics/r.md"));
        assert_eq!(kind(&rubric.read().unwrap_err()), expect);
        assert_eq!(rubric.bytes(), b"be kind\n");
    }
}

#[tokio::test]
async fn packs_that_are_no_packs() {
    let repo = with_pack();
    rustix::fs::mkdirat(CWD, repo.root().join("f"), Mode::RWXU).unwrap();
    rustix::fs::mknodat(CWD, repo.root().join("f/REVIEW.md"), FileType::Fifo, Mode::RUSR, 0).unwrap();
    repo.write("large/REVIEW.md", "x".repeat(assize_compiler::MAX_SOURCE_BYTES + 2));
    for (reference, expect) in [
        ("./missing", "Missing"),
        ("./packs", "Missing"),
        ("./README", "Missing"),
        ("./f", "NotAFile"),
        ("./large", "TooLarge"),
        (".", "PackageName"),
        ("..", "PackageName"),
        ("http://example.com/pack", "PackageName"),
        ("packs/x", "NotInstalled"),
        ("git+https://h/r.git", "Reference"),
        ("", "Reference"),
    ] {
        let error = load(&repo, reference).await.unwrap_err();
        assert_eq!(kind(&error), expect, "{reference}: {error}");
        assert_eq!(error.is_not_here(), expect == "NotInstalled", "{reference}");
    }
    // Not valid is found out by whoever merges it, not here.
    repo.write("odd/REVIEW.md", "rubbish");
    assert_eq!(load(&repo, "./odd").await.unwrap().source(), b"rubbish");
}

#[tokio::test]
async fn installed_packages() {
    let repo = Repo::new();
    let package = |folder: &str, json: &str| {
        repo.write(Path::new(folder).join("package.json"), json);
        repo.write(Path::new(folder).join("REVIEW.md"), pack_text(&[]));
    };
    package("node_modules/plain", "{}");
    package("node_modules/@org/scoped", r#"{"name": "@org/scoped"}"#);
    package("node_modules/plain/inner", "{}");
    package("node_modules/hidden", r#"{"exports": {".": "./index.js"}}"#);
    package("node_modules/shown", r#"{"exports": {"./package.json": "./package.json"}}"#);
    package("node_modules/broken", "{");
    package("../node_modules/above", "{}");
    package("../node_modules/plain", "{}");
    package(".pnpm/linked@1/node_modules/linked", "{}");
    package("workspace", "{}");
    repo.link("../.pnpm/linked@1/node_modules/linked", "node_modules/linked");
    repo.link("../workspace", "node_modules/workspace");
    repo.write("node_modules/empty/README", "");
    // Even a package that git tracks is not trusted.
    repo.commit_all("vendored");
    for (name, expect) in [
        ("plain", "node_modules/plain"),
        ("@org/scoped", "node_modules/@org/scoped"),
        ("plain/inner", "node_modules/plain/inner"),
        ("shown", "node_modules/shown"),
        ("above", "../node_modules/above"),
        ("linked", ".pnpm/linked@1/node_modules/linked"),
        ("workspace", "workspace"),
        ("hidden", "HiddenPackage"),
        ("broken", "PackageJson"),
        ("empty", "NotInstalled"),
        ("absent", "NotInstalled"),
        ("@org/absent", "NotInstalled"),
        ("plain/../plain", "PackageName"),
    ] {
        match load(&repo, name).await {
            Ok(pack) => {
                assert_eq!(pack.root().unwrap(), repo.root().join(expect).canonicalize().unwrap(), "{name}");
                assert!(!pack.trusted(), "{name}");
            }
            Err(error) => assert_eq!(kind(&error), expect, "{name}: {error}"),
        }
    }
}

#[tokio::test]
async fn each_reference_is_loaded_and_failures_are_told_apart() {
    let repo = with_pack();
    let manifest = "---\nkind: review\nid: r\ntarget: git-range\nchecks:\n  - {id: c, kind: command, run: 'true'}\n\
                    uses:\n  - {pack: ./packs/x, as: x}\n  - {pack: absent, as: y}\n  - {pack: ./nowhere, as: z}\n  \
                    - {pack: ./packs/x, as: x2}\nbindings:\n  b: {checks: [c]}\n---\n";
    let manifest = assize_compiler::parse_manifest(manifest.as_bytes()).unwrap().into_manifest();
    let places = PackPlaces::new(repo.program(), repo.state(), repo.root(), repo.root());
    let loaded = places.load_all(&manifest.uses).await;
    assert!(loaded.pack("./packs/x").unwrap().is_ok());
    assert!(loaded.pack("never-named").is_none());
    let failures: Vec<_> = loaded.failures().map(|(name, error)| (name, error.is_not_here())).collect();
    assert_eq!(failures, [("absent", true), ("./nowhere", false)]);
}

#[tokio::test]
async fn packs_are_merged_into_their_manifest() {
    let repo = with_pack();
    let manifest = |entries: &str, check: &str| {
        let text = format!(
            "---\nkind: review\nid: r\ntarget: git-range\nchecks:\n  - {{id: c, kind: command, run: 'true'}}\n\
             uses:\n{entries}bindings:\n  b: {{checks: [c, {check}]}}\n---\n"
        );
        parse_manifest(text.as_bytes()).unwrap()
    };
    let places = PackPlaces::new(repo.program(), repo.state(), repo.root(), repo.root());
    let checked = manifest("  - {pack: ./packs/x, as: x}\n", "x/a0");
    let (resolved, loaded) = places.resolve(&checked).await.unwrap();
    let check = |id: &str| resolved.manifest.checks.iter().find(|check| check.id().as_str() == id).unwrap();
    let Check::Agent(agent) = check("x/a0") else { panic!("{:?}", check("x/a0")) };
    assert_eq!(loaded.rubric(&resolved.manifest, agent).unwrap().unwrap().bytes(), b"be kind\n");
    assert_eq!(resolved.packs[0].root, repo.root().join("./packs/x"));
    // What cannot be had is told apart through the compiler as well.
    for (reference, only_not_here) in [("absent", true), ("./nowhere", false)] {
        let checked = manifest(&format!("  - {{pack: {reference}, as: x}}\n"), "x/a0");
        let loaded = places.load_all(&checked.manifest().uses).await;
        assert_eq!(resolve_packs(&checked, &loaded).unwrap_err().only_not_here, only_not_here, "{reference}");
    }
    // A rubric that leaves the pack: nothing of it is resolved.
    repo.write("packs/bad/REVIEW.md", pack_text(&["../../README"]));
    repo.commit_all("bad");
    let checked = manifest("  - {pack: ./packs/bad, as: bad}\n", "bad/a0");
    let loaded = places.load_all(&checked.manifest().uses).await;
    let error = resolve_packs(&checked, &loaded).unwrap_err();
    assert!(error.to_string().contains("leaves the pack") && !error.only_not_here, "{error}");
    // Its command alone needs no rubric.
    let checked = manifest("  - {pack: ./packs/bad, as: bad, checks: [run]}\n", "bad/run");
    resolve_packs(&checked, &places.load_all(&checked.manifest().uses).await).unwrap();
}
