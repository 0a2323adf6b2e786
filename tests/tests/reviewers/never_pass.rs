//! What is never a pass, and says why.

use crate::bench::{Bench, kernel_refuses};

/// One lane whose reviewer does this does not pass, and its error holds `why`.
fn check(name: &str, access: &str, timeout_ms: u64, script: &str, status: &str, why: &str) {
    let bench = Bench::of_script(script, access, timeout_ms);
    let view = bench.run();
    let lane = &view["attestation"]["lanes"][0];
    assert_eq!(lane["status"], status, "{name}: {view}");
    let error = lane["error"].as_str().unwrap_or_default();
    assert!(error.contains(why), "{name}: {error:?} lacks {why:?}");
    assert_eq!((view["verdict"].as_str(), view["exitCode"].as_i64()), (Some("incomplete"), Some(2)), "{name}: {view}");
    assert!(view["transcripts"]["judge"].as_str().is_some_and(|path| std::path::Path::new(path).is_file()), "{view}");
    assert_eq!(bench.left_in_temporary(), Vec::<std::path::PathBuf>::new(), "{name}");
}

#[test]
fn what_is_no_verdict() {
    for (name, script, why) in [
        ("no file", "echo done", "ended its turn without writing"),
        ("nothing at all", "cat > /dev/null", "the reviewer's turn was empty"),
        ("an empty file", ": > \"$V\"", "not JSON"),
        ("prose around it", "echo 'Here it is: {\"findings\": []}' > \"$V\"", "not JSON"),
        ("two documents", "fine; cat \"$V\" >> \"$V.x\"; cat \"$V.x\" \"$V.x\" > \"$V\"", "not JSON"),
        ("no findings", "echo '{\"decision\": \"approve\"}' > \"$V\"", "wrong shape"),
        ("wrong types", "echo '{\"findings\": [{\"severity\": 3, \"title\": \"t\"}]}' > \"$V\"", "wrong shape"),
        (
            "an unknown severity",
            "echo '{\"findings\": [{\"severity\": \"none\", \"title\": \"t\"}]}' > \"$V\"",
            "wrong shape",
        ),
        ("no text", "printf '\\377\\376' > \"$V\"", "not UTF-8"),
        ("too large", "fine; head -c 1100000 /dev/zero | tr '\\0' ' ' >> \"$V\"", "larger than 1048576 bytes"),
        ("a link", "fine; mv \"$V\" \"$TMPDIR/v\"; ln -s \"$TMPDIR/v\" \"$V\"", "a symbolic link"),
        ("a pipe", "mkfifo \"$V\"", "not a regular file"),
        ("a folder", "mkdir \"$V\"", "not a regular file"),
        ("a bad exit", "fine; echo oops; exit 3", "ended with exit status 3\noops"),
        ("an end by a signal", "fine; kill -9 $$", "or by a signal"),
    ] {
        check(name, "read-only", 60_000, script, "skipped", why);
    }
}

#[test]
fn what_takes_too_long() {
    for (name, script) in [
        ("it hangs", "fine; sleep 600"),
        ("it ignores SIGTERM", "trap '' TERM; fine; while :; do sleep 0.1; done"),
        ("its child ignores SIGTERM", "(trap '' TERM; sleep 600) & fine; wait"),
    ] {
        check(name, "read-only", 700, script, "timeout", "reviewer exceeded 700ms and was killed");
    }
}

/// Without a sandbox, ruling 12 alone is there.
#[test]
fn what_changes_the_tree() {
    for (name, script, why) in [
        ("it edits a tracked file", "echo more >> README", "README"),
        ("it commits", "git commit -q --allow-empty -m x", "HEAD"),
        ("it moves HEAD", "git checkout -q --detach", "HEAD"),
        ("it moves a branch", "git update-ref refs/heads/other HEAD", "refs/heads/other"),
        ("it makes a tag", "git tag v1", "refs/tags/v1"),
        ("it touches the index", "git rm -q --cached README", "index"),
        (
            "it hides an edit behind a filter",
            "git config filter.x.clean 'git show HEAD:README'; mkdir -p .git/info; echo 'README filter=x' > .git/info/attributes; \
             touch -r README \"$TMPDIR/time\"; echo more >> README",
            "how git reads files",
        ),
        ("it hides a mode", "git config core.fileMode false; chmod +x README", "how git reads files"),
        ("it deletes a tracked file", "rm README", "README"),
    ] {
        let identity = "export GIT_AUTHOR_NAME=R GIT_AUTHOR_EMAIL=r@r GIT_COMMITTER_NAME=R GIT_COMMITTER_EMAIL=r@r";
        let script = format!("{identity}\n{script} || exit 9\nfine");
        check(name, "none", 60_000, &script, "skipped", "the tree changed while this lane ran");
        let bench = Bench::of_script(&script, "none", 60_000);
        let error = bench.only_lane()["error"].as_str().unwrap_or_default().to_owned();
        assert!(error.contains(why), "{name}: {error}");
    }
}

#[test]
fn the_verdict_of_another_lane_is_not_ones_own_to_write() {
    if !kernel_refuses() {
        return;
    }
    let mut bench = Bench::empty();
    let write = "other=$(dirname \"$(dirname \"$V\")\")/mute/mute.verdict.json\n\
                 for try in 1 2 3 4 5 6 7 8 9 10; do echo '{\"findings\": []}' > \"$other\" && exit 7; sleep 0.1; done\nfine";
    bench.preset("writer", write, "");
    bench.preset("mute", "sleep 2; echo said nothing", "");
    bench.lane("writes", "writer", "");
    bench.lane("mute", "mute", "");
    let lanes = bench.lanes();
    assert_eq!(lanes[0]["status"], "pass", "it could not, and did its own work: {lanes:?}");
    assert_eq!(lanes[1]["status"], "skipped", "{lanes:?}");
    assert!(lanes[1]["error"].as_str().is_some_and(|error| error.contains("without writing")), "{lanes:?}");
}
