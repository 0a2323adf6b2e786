//! Stand-ins for reviewers that are not available.

use serde_json::{Value, json};

use crate::bench::Bench;

/// The lane of a check with the presets `first`, `second` and `third`, whose scripts these are.
fn lane(scripts: [&str; 3], timeout_ms: u64) -> Value {
    let mut bench = Bench::empty();
    for (name, script) in ["first", "second", "third"].into_iter().zip(scripts) {
        bench.preset(name, script, "model = \"m-of-NAME\"".replace("NAME", name).as_str());
    }
    bench.lane("judge", "first", &format!(", fallbackPresets: [second, third], timeoutMs: {timeout_ms}"));
    bench.only_lane()
}

#[test]
fn a_stand_in_is_asked_for_who_is_not_available() {
    let lane = lane(["echo no quota; exit 1", "cat > /dev/null", "fine"], 60_000);
    assert_eq!((lane["status"].as_str(), lane["preset"].as_str()), (Some("pass"), Some("third")), "{lane}");
    assert_eq!(lane["model"], "m-of-third");
    let tried = json!([
        {"preset": "first", "error": "the reviewer ended with exit status 1: no quota"},
        {"preset": "second", "error": "the reviewer's turn was empty: it printed nothing and wrote no verdict"},
    ]);
    assert_eq!(lane["fallbacks"], tried);
}

#[test]
fn nobody_else_is_asked_after_a_turn_a_timeout_or_a_name_that_is_not_known() {
    for (first, timeout_ms, status) in [
        ("fine", 60_000, "pass"),
        ("echo '{\"findings\": [{\"severity\": \"high\", \"title\": \"t\"}]}' > \"$V\"", 60_000, "fail"),
        ("echo nonsense > \"$V\"", 60_000, "skipped"),
        ("echo I forgot", 60_000, "skipped"),
        ("sleep 600", 700, "timeout"),
    ] {
        let lane = lane([first, "fine", "fine"], timeout_ms);
        assert_eq!((lane["status"].as_str(), lane["preset"].as_str()), (Some(status), Some("first")), "{lane}");
        assert_eq!(lane["fallbacks"], Value::Null, "{lane}");
    }
    let mut bench = Bench::empty();
    bench.preset("second", "fine", "");
    bench.lane("judge", "nobody", ", fallbackPresets: [second]");
    let lane = bench.only_lane();
    assert_eq!((lane["status"].as_str(), lane["preset"].as_str()), (Some("skipped"), Some("nobody")), "{lane}");
}

#[test]
fn all_share_one_deadline() {
    let lane = lane(["sleep 0.3; exit 1", "sleep 600", "fine"], 1500);
    assert_eq!((lane["status"].as_str(), lane["preset"].as_str()), (Some("timeout"), Some("second")), "{lane}");
    assert_eq!(lane["error"], "reviewer exceeded 1500ms and was killed");
    assert_eq!(lane["fallbacks"][0]["preset"], "first");
}

#[test]
fn when_nobody_is_available_the_last_says_why() {
    let lane = lane(["exit 1", "exit 2", "echo out of order; exit 3"], 60_000);
    assert_eq!((lane["status"].as_str(), lane["preset"].as_str()), (Some("skipped"), Some("third")), "{lane}");
    assert_eq!(lane["error"], "the reviewer ended with exit status 3\nout of order\n");
    assert_eq!(lane["fallbacks"].as_array().map(Vec::len), Some(2));
}

/// What an earlier try left running writes a verdict: it is not the later one's.
#[test]
fn a_verdict_counts_for_the_try_that_wrote_it() {
    let late = "(trap '' TERM; setsid sh -c 'sleep 1; echo \"{\\\"findings\\\": []}\" > \"$REVIEW_VERDICT_FILE\"' > /dev/null 2>&1 &)\nfine; exit 1";
    let lane = lane([late, "sleep 2; echo I wrote nothing", "fine"], 60_000);
    if !crate::bench::kernel_refuses() {
        return;
    }
    assert_eq!((lane["status"].as_str(), lane["preset"].as_str()), (Some("skipped"), Some("second")), "{lane}");
}
