//! `file.digest`.

use std::fs;
use std::os::unix::fs::symlink;

use assize_effects::{Expected, digest};

use crate::support::{ask, registry, request};

#[test]
fn every_row_of_the_table() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("project");
    fs::create_dir_all(root.join("folder")).unwrap();
    fs::write(root.join("file"), "content").unwrap();
    fs::write(place.path().join("outside"), "content").unwrap();
    symlink(place.path().join("outside"), root.join("escape")).unwrap();
    symlink(place.path(), root.join("up")).unwrap();
    symlink(root.join("file"), root.join("link")).unwrap();
    symlink(root.join("nothing"), root.join("dangling")).unwrap();
    let (right, wrong) = (digest(b"content"), digest(b"other"));
    let registry = registry(&root, Vec::new());
    let check = |path: &str, wanted: &str, expect: &str| {
        let target = format!("file:{path}@{wanted}");
        assert_eq!(ask(&registry, &request("file.digest", &target)), expect, "{target}");
    };
    check("file", &right, "present digest-match");
    check("./file", &right, "present digest-match");
    check("link", &right, "present digest-match");
    check("file", &wrong, "absent complete-query-no-match");
    check("missing", &right, "absent complete-query-no-match");
    check("missing/deep/er", &right, "absent complete-query-no-match");
    check("folder/missing", &right, "absent complete-query-no-match");
    check("folder", &right, "unknown evidence-conflict");
    check("escape", &right, "unknown container-unreadable");
    check("up/outside", &right, "unknown container-unreadable");
    check("up/missing", &right, "unknown container-unreadable");
    check("dangling", &right, "unknown container-unreadable");
    check("../outside", &right, "unknown container-unreadable");
    check("folder/../file", &right, "unknown container-unreadable");
    check(&place.path().join("outside").display().to_string(), &right, "unknown container-unreadable");
    for target in ["file:file", "file:file@sha256:00", "file:@sha256:00", "git:file"] {
        assert_eq!(ask(&registry, &request("file.digest", target)), "unknown malformed-response", "{target}");
    }
    let mut pinned = request("file.digest", &format!("file:file@{right}"));
    pinned.expected = Expected { digest: Some(wrong), ..Expected::default() };
    assert_eq!(ask(&registry, &pinned), "unknown evidence-conflict");
    pinned.expected.digest = Some(right.clone());
    assert_eq!(ask(&registry, &pinned), "present digest-match");
    fs::remove_dir_all(&root).unwrap();
    check("file", &right, "unknown container-unreadable");
}
