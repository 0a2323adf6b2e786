//! What is read back.

use std::fs;

use assize_host::{HostError, LedgerFilter, RunRequest};
use serde_json::{Value, json};

use crate::support::Scene;

const ONE: &str = "  - {id: a, kind: command, run: 'true'}";

#[tokio::test]
async fn entries_are_listed_newest_first_and_filtered() {
    let scene = Scene::new(ONE);
    let first = scene.run_default().await;
    scene.commit("two", "x");
    let second = scene.run_default().await;
    let ledger = scene.host().ledger();
    let runs = |filter: LedgerFilter| -> Vec<String> {
        ledger.list(&filter).unwrap().rows.into_iter().map(|row| row.run_id).collect()
    };
    let both = vec![second.run_id.clone(), first.run_id.clone()];
    assert_eq!(runs(LedgerFilter::default()), both);
    assert_eq!(runs(LedgerFilter::default().limit(1)), both[..1]);
    assert_eq!(runs(LedgerFilter::default().binding("default")), both);
    assert!(runs(LedgerFilter::default().binding("other")).is_empty());
    assert_eq!(runs(LedgerFilter::default().repo(&format!("local:{}", scene.root().display()))), both);
    assert!(runs(LedgerFilter::default().repo("https://example.com/x")).is_empty());
    let target = first.attestation.as_ref().unwrap().typed();
    let range = format!("{}..{}", target.target.base_sha, target.target.head_sha);
    assert_eq!(runs(LedgerFilter::default().range(&range).unwrap()), both[1..]);
    let short = format!("{}..{}", &target.target.base_sha[..8], &target.target.head_sha[..8]);
    assert_eq!(runs(LedgerFilter::default().range(&short).unwrap()), both[1..]);
    assert_eq!(runs(LedgerFilter::default().range(&target.range_sha).unwrap()), both[1..]);
    for text in ["", "main..x", "abcd", "abcd...1234"] {
        assert!(LedgerFilter::default().range(text).is_err(), "{text}");
    }
}

#[tokio::test]
async fn an_entry_is_shown_as_it_stands() {
    let scene = Scene::new(ONE);
    let view = scene.run_default().await;
    let path = view.ledger_path.unwrap();
    let mut entry: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    // Another host may write members that this one does not know.
    entry["attestation"]["fromElsewhere"] = json!({"kept": [1, 2]});
    fs::write(&path, entry.to_string()).unwrap();
    let shown = scene.host().ledger().show(&view.run_id).unwrap().unwrap();
    assert_eq!(shown.path(), path);
    assert_eq!(shown.value(), &entry);
    assert_eq!(shown.attestation()["fromElsewhere"]["kept"], json!([1, 2]));
    assert!(scene.host().ledger().show("review-unknown").unwrap().is_none());
}

#[tokio::test]
async fn damage_is_reported_and_never_served() {
    let scene = Scene::new(ONE);
    let view = scene.run_default().await;
    let path = view.ledger_path.unwrap();
    let whole = fs::read_to_string(&path).unwrap();
    let ledger = scene.host().ledger();
    for (name, text) in [
        ("torn", whole[..whole.len() / 2].to_owned()),
        ("empty", String::new()),
        ("no attestation", "{}".to_owned()),
        ("another range", whole.replace("rangeSha\": \"", "rangeSha\": \"0")),
        ("another head", whole.replace(&scene.head(), &"0".repeat(40))),
        ("another repository", whole.replace("local:", "elsewhere:")),
        ("repeated member", whole.replacen("\"runId\"", "\"runId\": \"x\", \"runId\"", 1)),
        ("mistyped", whole.replace("\"blocking\": true", "\"blocking\": \"yes\"")),
    ] {
        fs::write(&path, text).unwrap();
        let listing = ledger.list(&LedgerFilter::default()).unwrap();
        assert!(listing.rows.is_empty(), "{name}");
        assert_eq!(listing.damaged.len(), 1, "{name}");
        assert_eq!(listing.damaged[0].path, path, "{name}");
        assert!(ledger.show(&view.run_id).unwrap().is_none(), "{name}");
        assert!(path.exists(), "{name}");
    }
    // The next run of the key mends it.
    scene.run_default().await;
    assert_eq!(scene.recorded(), 1);
}

#[tokio::test]
async fn an_entry_that_contradicts_itself_or_is_a_link_is_damage() {
    let scene = Scene::new(ONE);
    let view = scene.run_default().await;
    let path = view.ledger_path.unwrap();
    let whole: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let ledger = scene.host().ledger();
    for (member, value) in [("verdict", json!("block")), ("schema", json!("other/v1")), ("attestor", json!(1))] {
        let mut entry = whole.clone();
        entry["attestation"][member] = value;
        fs::write(&path, entry.to_string()).unwrap();
        let listing = ledger.list(&LedgerFilter::default()).unwrap();
        assert!(listing.rows.is_empty(), "{member}");
        assert_eq!(listing.damaged, ledger.check().unwrap().damaged, "{member}");
        assert_eq!(listing.damaged[0].path, path, "{member}");
        let error = ledger.show(&view.run_id).unwrap_err();
        assert!(matches!(&error, HostError::Damaged { path: named, .. } if *named == path), "{member}: {error}");
    }
    // A dirty tree is a fact, and no damage.
    let mut dirty = whole.clone();
    dirty["attestation"]["dirty"] = json!(true);
    fs::write(&path, dirty.to_string()).unwrap();
    assert_eq!(scene.recorded(), 1);
    assert!(ledger.show(&view.run_id).unwrap().is_some());

    let elsewhere = scene.beside("entry.json");
    fs::write(&elsewhere, whole.to_string()).unwrap();
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &path).unwrap();
    let listing = ledger.list(&LedgerFilter::default()).unwrap();
    assert!(listing.rows.is_empty());
    assert_eq!(listing.damaged[0].reason, "it is a symbolic link");
    assert_eq!(ledger.check().unwrap().damaged, listing.damaged);
    assert!(ledger.show(&view.run_id).unwrap().is_none());
}

#[tokio::test]
async fn what_is_no_entry_is_passed_over() {
    let scene = Scene::new(ONE);
    let path = scene.run_default().await.ledger_path.unwrap();
    let folder = path.parent().unwrap();
    let sidecar = path.with_extension("annotations.json");
    fs::write(sidecar, "{}").unwrap();
    fs::write(folder.join(".assize-tmp-123"), "half").unwrap();
    fs::write(folder.join(format!("{}.json.tmp.1.abc", "0".repeat(64))), "half").unwrap();
    let repository = folder.parent().unwrap().parent().unwrap();
    fs::create_dir_all(repository.join("runs/review-1")).unwrap();
    fs::write(repository.join("runs/review-1/a.verdict.json"), "{}").unwrap();
    assert_eq!(scene.recorded(), 1);
}

#[tokio::test]
async fn two_repositories_do_not_disturb_each_other() {
    let scene = Scene::new(ONE);
    scene.run_default().await;
    let clone = scene.beside("clone");
    scene.git(&["clone", "--quiet", ".", clone.to_str().unwrap()]);
    let mut request = RunRequest::new(&clone);
    request.base = Some("HEAD~1".to_owned());
    let (view, _) = scene.run(request).await;
    assert!(view.ledger_path.is_some(), "{view:?}");
    assert_eq!(scene.recorded(), 2);
}

#[test]
fn a_ledger_that_is_not_there_is_empty() {
    let scene = Scene::new(ONE);
    assert_eq!(scene.recorded(), 0);
}
