//! The promises of the store, on real files.

#![expect(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use assize_store::{FileLock, StateFolder, StoreError, read_bounded, write_atomically};

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn files_and_folders_are_private_whatever_the_umask() {
    let place = tempfile::tempdir().unwrap();
    let state = StateFolder::new(place.path().join("a/b"));
    let path = state.write("reviews/x/one.json", b"1").unwrap();
    assert_eq!(mode(&path), 0o600);
    for folder in ["a", "a/b", "a/b/reviews", "a/b/reviews/x"] {
        assert_eq!(mode(&place.path().join(folder)), 0o700, "{folder}");
    }
}

#[test]
fn paths_stay_inside() {
    let place = tempfile::tempdir().unwrap();
    let state = StateFolder::new(place.path());
    for (path, good) in [
        ("one", true),
        ("one/two", true),
        ("", false),
        ("..", false),
        ("../x", false),
        ("one/../two", false),
        ("/etc/passwd", false),
        ("./x", false),
    ] {
        assert_eq!(state.path(path).is_ok(), good, "{path:?}");
    }
}

#[test]
fn a_write_replaces_whole_and_leaves_nothing_else() {
    let place = tempfile::tempdir().unwrap();
    let state = StateFolder::new(place.path());
    state.write("one", b"first").unwrap();
    state.write("one", b"second").unwrap();
    assert_eq!(state.read("one", 100).unwrap().unwrap(), b"second");
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
}

#[test]
fn a_link_is_replaced_and_not_followed() {
    let place = tempfile::tempdir().unwrap();
    let target = place.path().join("target");
    fs::write(&target, "old").unwrap();
    symlink(&target, place.path().join("link")).unwrap();
    write_atomically(&place.path().join("link"), b"new", 0o644).unwrap();
    assert_eq!(fs::read_to_string(&target).unwrap(), "old");
    assert_eq!(fs::read_to_string(place.path().join("link")).unwrap(), "new");
    assert_eq!(mode(&place.path().join("link")), 0o644);
}

#[test]
fn reads_are_bounded_and_of_regular_files_alone() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("file");
    fs::write(&file, vec![b'x'; 100]).unwrap();
    assert_eq!(read_bounded(&file, 100).unwrap().unwrap().len(), 100);
    assert!(matches!(read_bounded(&file, 99), Err(StoreError::TooLarge { limit: 99, .. })));
    assert!(read_bounded(&place.path().join("none"), 1).unwrap().is_none());
    assert!(read_bounded(&file.join("below"), 1).unwrap().is_none());
    assert!(matches!(read_bounded(place.path(), 1), Err(StoreError::NotAFile { .. })));
}

#[test]
fn a_fifo_does_not_hold_the_reader() {
    let place = tempfile::tempdir().unwrap();
    let fifo = place.path().join("fifo");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &fifo,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        0,
    )
    .unwrap();
    assert!(matches!(read_bounded(&fifo, 10), Err(StoreError::NotAFile { .. })));
    assert!(FileLock::try_acquire(&fifo).is_err());
}

#[test]
fn a_lock_excludes_and_is_given_back() {
    let place = tempfile::tempdir().unwrap();
    let state = StateFolder::new(place.path());
    let held = state.lock("running/a.lock").unwrap();
    assert!(state.try_lock("running/a.lock").unwrap().is_none());
    assert!(state.try_lock("running/b.lock").unwrap().is_some());
    drop(held);
    assert!(state.try_lock("running/a.lock").unwrap().is_some());
}

#[test]
fn a_shared_lock_keeps_others_from_having_it_alone() {
    let place = tempfile::tempdir().unwrap();
    let state = StateFolder::new(place.path());
    let (one, other) = (state.try_share("lock").unwrap().unwrap(), state.try_share("lock").unwrap().unwrap());
    assert!(state.try_lock("lock").unwrap().is_none());
    assert!(one.try_alone().unwrap().is_none());
    let alone = other.try_alone().unwrap().unwrap();
    assert!(state.try_share("lock").unwrap().is_none());
    assert!(alone.is_named());
    fs::remove_file(alone.path()).unwrap();
    assert!(!alone.is_named());
    // Whoever comes now locks another file.
    let next = state.try_lock("lock").unwrap().unwrap();
    assert!(next.is_named() && !alone.is_named());
}

#[test]
fn what_is_passing_is_whole_for_other_processes() {
    let place = tempfile::tempdir().unwrap();
    let state = StateFolder::new(place.path());
    for text in ["one", "two"] {
        state.write_passing("a/b", text.as_bytes()).unwrap();
        assert_eq!(state.read("a/b", 10).unwrap().unwrap(), text.as_bytes());
    }
    assert_eq!(state.entries("a").unwrap().len(), 1);
    assert!(state.write_passing("../b", b"").is_err());
}

#[test]
fn a_listing_is_sorted_and_skips_what_is_being_written() {
    let place = tempfile::tempdir().unwrap();
    let state = StateFolder::new(place.path());
    for name in ["b", "a", ".assize-tmp-x"] {
        fs::write(place.path().join(name), "").unwrap();
    }
    let names: Vec<_> = state.entries("").unwrap().iter().map(fs::DirEntry::file_name).collect();
    assert_eq!(names, ["a", "b"]);
    assert!(state.entries("none").unwrap().is_empty());
}

#[test]
fn removing_a_folder_that_is_not_there_is_fine() {
    let place = tempfile::tempdir().unwrap();
    let state = StateFolder::new(place.path());
    state.write("runs/one/file", b"").unwrap();
    state.remove_folder("runs/one").unwrap();
    state.remove_folder("runs/one").unwrap();
    assert!(state.remove_folder("../x").is_err());
}

#[test]
fn what_is_in_the_way_is_named() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("file"), "").unwrap();
    let state = StateFolder::new(place.path().join("file/state"));
    let error = state.check_writable().unwrap_err();
    assert!(error.to_string().contains("file/state"), "{error}");
    assert!(StateFolder::new(place.path().join("new")).check_writable().is_ok());
}

/// What the writer below writes by turns.
fn content(turn: usize) -> Vec<u8> {
    vec![if turn.is_multiple_of(2) { b'a' } else { b'b' }; 300_000]
}

/// Not a test: what `a_writer_that_is_killed_leaves_a_whole_file` starts and kills.
#[test]
#[ignore = "runs until it is killed"]
fn writer() {
    let Some(folder) = std::env::var_os("STORE_TEST_FOLDER") else { return };
    let state = StateFolder::new(folder);
    for turn in 0.. {
        state.write("entry", &content(turn)).unwrap();
    }
}

#[test]
fn a_writer_that_is_killed_leaves_a_whole_file() {
    let place = tempfile::tempdir().unwrap();
    let state = StateFolder::new(place.path());
    for round in 0..12 {
        let mut writer = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "writer", "--ignored", "--nocapture"])
            .env("STORE_TEST_FOLDER", place.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // Wait for so many changes, so that it is killed at another point every round.
        let (mut seen, mut changes) = (None, 0);
        while changes < 1 + round {
            let now = state.read("entry", 1 << 20).unwrap();
            assert!(writer.try_wait().unwrap().is_none());
            if now != seen {
                (seen, changes) = (now, changes + 1);
            }
        }
        writer.kill().unwrap();
        writer.wait().unwrap();
        let found = state.read("entry", 1 << 20).unwrap().unwrap();
        assert!(found == content(0) || found == content(1), "torn: {} bytes", found.len());
        // What it was writing is no entry.
        assert_eq!(state.entries("").unwrap().len(), 1);
    }
}
