//! What a reviewer is given.

use serde_json::Value;

use crate::bench::Bench;

/// What the script prints, of a lane that does not pass because of it.
fn printed(bench: &Bench) -> String {
    let view = bench.run();
    let path = view["transcripts"]["judge"].as_str().unwrap_or_else(|| panic!("{view}"));
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn its_environment_is_cleared() {
    let mut bench = Bench::empty();
    std::fs::create_dir_all(bench.sandbox.outside().join("home/.agent")).unwrap();
    std::fs::write(bench.sandbox.outside().join("home/.agent/auth"), "token\n").unwrap();
    let script = "env | sort; pwd; ls -la \"$HOME/.agent/auth\"; cat \"$HOME/.agent/auth\"; exit 1";
    bench.preset("scripted", script, "env = [\"WANTED\", \"NOT_SET\"]\nhome_files = [\".agent/auth\"]\nmodel = \"m\"");
    bench.lane("judge", "scripted", "");
    let output = bench.command(&["run", "--json"]).env("WANTED", "this").output().unwrap();
    let view: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = std::fs::read_to_string(view["transcripts"]["judge"].as_str().unwrap()).unwrap();
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once('=').map(|(name, _)| name))
        .filter(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
        .collect();
    let allowed =
        ["PATH", "HOME", "TMPDIR", "USER", "LANG", "TZ", "TERM", "WANTED", "PWD", "OLDPWD", "SHLVL", "_", "V"];
    for name in &names {
        assert!(allowed.contains(name) || name.starts_with("LC_") || name.starts_with("REVIEW_"), "{name} in {text}");
    }
    for line in [
        "WANTED=this",
        "REVIEW_LABEL=review:demo:judge",
        &format!("REVIEW_RUN_ID={}", view["runId"].as_str().unwrap()),
        "token",
        &bench.sandbox.root().canonicalize().unwrap().display().to_string(),
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in {text}");
    }
    assert!(text.contains("/runs/") && text.contains("/judge/judge.verdict.json"), "{text}");
    assert!(text.contains("-rw------- "), "{text}");
    assert!(!text.contains("SECRET_OF_THE_HOST"), "{text}");
    assert_eq!(view["attestation"]["lanes"][0]["model"], "m");
}

#[test]
fn the_prompt_comes_on_standard_input_or_in_a_file() {
    let bench = Bench::of_script("cat; exit 1", "read-only", 900_000);
    let text = printed(&bench);
    let (base, head) = (bench.sandbox.git(&["rev-parse", "origin/main"]), bench.sandbox.git(&["rev-parse", "HEAD"]));
    assert!(text.contains(&format!("{}..{}", base.trim(), head.trim())), "{text}");
    assert!(text.contains("`./rubrics/correct.md`") && text.contains("You have 12 minutes."), "{text}");
    assert!(text.contains("judge.verdict.json"), "{text}");

    let mut bench = Bench::empty();
    let script =
        "[ -z \"$(cat)\" ] && grep -c read-only \"$1\"; echo \"$2 $3 $4\"; cat \"$REVIEW_RUBRIC_FILE\"; exit 1";
    bench.preset("scripted", script, "model = \"m\"");
    let path = bench.sandbox.state().join("presets.toml");
    let presets = std::fs::read_to_string(&path).unwrap();
    let presets =
        presets.replace(".sh\"]", ".sh\", \"{prompt_file}\", \"{model}\", \"{repo}\", \"--to={verdict_file}\"]");
    std::fs::write(path, presets).unwrap();
    bench.lane("judge", "scripted", "");
    let text = printed(&bench);
    assert!(text.contains("\n1\nm /"), "{text}");
    assert!(text.contains(" --to=/") && text.contains("Look for what is wrong."), "{text}");
}

#[test]
fn only_what_came_since_is_reviewed_again() {
    let script = "grep -q 'has passed this very check before' \"$REVIEW_PROMPT_FILE\" && said=delta || said=whole\n\
                  echo \"{\\\"findings\\\": [{\\\"severity\\\": \\\"low\\\", \\\"title\\\": \\\"$said $REVIEW_BASE\\\"}]}\" > \"$V\"";
    let bench = Bench::of_script(script, "read-only", 60_000);
    let title = |args: &[&str]| {
        let view = bench.assize(args).json();
        let lane = view["attestation"]["lanes"][0].clone();
        (
            lane["findings"][0]["title"].as_str().unwrap_or_else(|| panic!("{view}")).to_owned(),
            lane["composedFrom"].clone(),
        )
    };
    let base = bench.sandbox.git(&["rev-parse", "origin/main"]);
    assert_eq!(title(&["run", "--json"]), (format!("whole {}", base.trim()), Value::Null));
    let passed = bench.sandbox.git(&["rev-parse", "HEAD"]);
    bench.sandbox.write("more", "x\n");
    bench.sandbox.commit_all("more");
    let (said, composed) = title(&["run", "--json"]);
    assert_eq!(said, format!("delta {}", passed.trim()));
    assert_eq!(composed["headSha"], passed.trim());
    let (said, _) = title(&["run", "--json", "--no-cache"]);
    assert!(said.starts_with("whole"), "{said}");
}

#[test]
fn the_rubric_is_the_one_whose_digest_is_recorded() {
    let pack = "kind: review-pack\nid: pack\nversion: 1.0.0\nchecks:\n  - {id: own, kind: agent, preset: scripted, rubric: r.md}";
    let mut bench = Bench::empty();
    bench.preset("scripted", "cat \"$REVIEW_RUBRIC_FILE\"; exit 1", "");
    bench.sandbox.write("packs/one/REVIEW.md", format!("---\n{pack}\n---\n"));
    bench.sandbox.write("packs/one/r.md", "the pack's own words\n");
    let manifest = "kind: review\nid: demo\ntarget: git-range\nchecks:\n  - {id: no, kind: agent, preset: scripted, rubric: ./none.md}\n\
                    \x20 - {id: made, kind: command, run: 'echo other > rubrics/correct.md', effects: true}\n\
                    \x20 - {id: own, kind: agent, preset: scripted, rubric: rubrics/correct.md}\n\
                    uses: [{pack: ./packs/one, as: p}]\n\
                    bindings: {default: {prepare: [made], checks: [p/own, no, own]}}";
    bench.sandbox.manifest(manifest);
    bench.sandbox.commit_all("change");
    let view = bench.run();
    let lanes = &view["attestation"]["lanes"];
    let text =
        std::fs::read_to_string(view["transcripts"]["p/own"].as_str().unwrap_or_else(|| panic!("{view}"))).unwrap();
    assert!(text.contains("the pack's own words"), "{text}");
    let error = |lane: usize| lanes[lane]["error"].as_str().unwrap_or_default().to_owned();
    assert!(error(1).starts_with("rubric not found: /") && error(1).ends_with("/none.md"), "{lanes}");
    assert!(!error(1).contains("/./"), "{lanes}");
    assert!(error(2).contains("is not what it was when this review began"), "{lanes}");
}
