//! Presets as the command line shows and tries them.

use crate::bench::Bench;

#[test]
fn a_preset_that_is_not_configured_says_what_to_add_where() {
    let mut bench = Bench::empty();
    // What is reviewed brings no reviewer.
    bench.sandbox.write("presets.toml", "[presets.kimi]\ncommand = [\"true\"]\n");
    bench.lane("judge", "kimi", "");
    let lane = bench.only_lane();
    let error = lane["error"].as_str().unwrap();
    let path = bench.sandbox.state().join("presets.toml").display().to_string();
    assert!(
        error.contains("no preset \"kimi\" is configured here: add [presets.kimi] to ") && error.ends_with(&path),
        "{error}"
    );
    assert_eq!((lane["status"].as_str(), lane["preset"].as_str()), (Some("skipped"), Some("kimi")));
    let outcome = bench.assize(&["run", "--no-cache"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stdout.contains("judge needs a reviewer that is not configured here"), "{}", outcome.stdout);
    assert!(!outcome.stderr.contains("what its reviewer printed"), "nobody was asked: {}", outcome.stderr);
    std::fs::write(path, "[presets.kimi]\nharnes = \"codex\"\n").unwrap();
    let error = bench.only_lane()["error"].as_str().unwrap().to_owned();
    assert!(error.contains("presets.toml:2:1: `presets.kimi.harnes` is not known; did you mean `harness`?"), "{error}");
}

#[test]
fn another_file_can_be_named() {
    let mut bench = Bench::empty();
    bench.preset("scripted", "fine", "");
    let (state, mine) = (bench.sandbox.state().join("presets.toml"), bench.sandbox.outside().join("mine.toml"));
    std::fs::rename(state, &mine).unwrap();
    bench.lane("judge", "scripted", "");
    let mine = mine.display().to_string();
    assert_eq!(bench.assize(&["run", "--no-cache"]).code, 2);
    assert_eq!(bench.assize(&["run", "--no-cache", "--presets", &mine]).code, 0);
    let missing = bench.assize(&["run", "--no-cache", "--presets", "/no/such/file", "--json"]);
    assert_eq!(missing.code, 3);
    assert!(missing.json()["error"].as_str().unwrap().contains("/no/such/file"), "{missing:?}");
    std::fs::write(&mine, "[presets.x]\nacess = \"none\"\n").unwrap();
    let wrong = bench.assize(&["presets", "list", "--presets", &mine]);
    assert_eq!(wrong.code, 3);
    assert!(wrong.stderr.contains("did you mean `access`?"), "{wrong:?}");
}

#[test]
fn presets_are_listed_and_shown() {
    let mut bench = Bench::empty();
    bench.preset("scripted", "fine", "model = \"m\"\ndescription = \"ours\"");
    let rows = bench.assize(&["presets", "list", "--json"]).json();
    let names: Vec<_> = rows.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["claude-code", "codex", "gemini", "opencode", "scripted"]);
    let row = bench.assize(&["presets", "show", "scripted", "--json"]).json();
    assert_eq!((row["model"].as_str(), row["access"].as_str()), (Some("m"), Some("read-only")), "{row}");
    assert_eq!((row["harness"].as_str(), row["installed"].as_bool()), (Some("command"), Some(true)), "{row}");
    let text = bench.assize(&["presets", "list"]);
    assert!(text.stdout.contains("scripted") && text.stdout.contains("ours"), "{text:?}");
    let unknown = bench.assize(&["presets", "show", "scriptet"]);
    assert_eq!(unknown.code, 4);
    assert!(unknown.stderr.contains("did you mean \"scripted\"?"), "{unknown:?}");
}

#[test]
fn a_preset_can_be_tried() {
    let mut bench = Bench::empty();
    let reads = "git diff $REVIEW_BASE..$REVIEW_HEAD | grep -q world && grep -q greet \"$REVIEW_RUBRIC_FILE\" && fine";
    bench.preset("good", reads, "");
    bench.preset("picky", "echo '{\"findings\": [{\"severity\": \"high\", \"title\": \"no\"}]}' > \"$V\"", "");
    bench.preset("fussy", "echo '{\"findings\": [{\"severity\": \"low\", \"title\": \"hm\"}]}' > \"$V\"", "");
    bench.preset("broken", "echo out of order; exit 1", "");
    for (name, code, said) in [
        ("good", 0, "preset good works: it wrote a verdict, and found nothing wrong"),
        ("fussy", 0, "preset fussy works: it wrote a verdict, but found something, which does not block"),
        ("picky", 1, "found something that blocks"),
        ("broken", 2, "came to no verdict"),
    ] {
        let outcome = bench.assize(&["presets", "test", name]);
        assert_eq!(outcome.code, code, "{outcome:?}");
        assert!(outcome.stdout.contains(said), "{outcome:?}");
    }
    assert!(bench.assize(&["presets", "test", "broken"]).stderr.contains("transcript | out of order"));
    assert_eq!(bench.assize(&["presets", "test", "nobody"]).code, 4);
    let view = bench.assize(&["presets", "test", "good", "--json"]).json();
    assert_eq!((view["verdict"].as_str(), view["exitCode"].as_i64()), (Some("pass"), Some(0)), "{view}");
    assert!(!bench.sandbox.state().join("reviews").exists(), "nothing is recorded");
    assert_eq!(bench.left_in_temporary(), Vec::<std::path::PathBuf>::new());
}
