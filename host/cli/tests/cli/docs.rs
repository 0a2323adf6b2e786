//! What the documentation shows, held against the binary.

use std::path::Path;

use crate::sandbox::Sandbox;

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

/// The fenced blocks of a page that hold a REVIEW.md.
fn manifests(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut block: Option<(usize, String)> = None;
    for line in page.lines() {
        let ticks = line.bytes().take_while(|byte| *byte == b'`').count();
        match &mut block {
            None if ticks >= 3 => block = Some((ticks, String::new())),
            Some((open, text)) if ticks == *open && line.len() == ticks => {
                if text.starts_with("---\nkind: review") {
                    found.push(std::mem::take(text));
                }
                block = None;
            }
            Some((_, text)) => {
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    found
}

#[test]
fn the_reference_shows_a_review_and_its_pack_as_they_are() {
    let [review, pack] = manifests(&read("docs/review-md.md")).try_into().unwrap();
    let sandbox = Sandbox::new();
    sandbox.write("REVIEW.md", &review);
    sandbox.write("rubrics/correctness.md", "Look.\n");
    sandbox.write("web/package.json", "{}");
    sandbox.write("packs/security/REVIEW.md", &pack);
    sandbox.write("packs/security/injection.md", "Look.\n");
    sandbox.commit_all("reviews");
    sandbox.assize(&["check", "packs/security"]).assert().code(0).stderr_eq("");
    sandbox
        .assize(&["check", "--resolve"])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq("REVIEW.md: valid: review shop, 5 checks, 2 bindings (local, ci), 1 pack with 2 checks\n");
    let document = sandbox.json(&["check", "--resolve", "--json"]);
    let lane =
        document["manifest"]["checks"].as_array().unwrap().iter().find(|check| check["id"] == "security/injection");
    assert_eq!((&lane.unwrap()["blockOn"], &lane.unwrap()["preset"]), (&"medium".into(), &"careful".into()));
    for binding in ["local", "ci"] {
        sandbox.assize(&["graph", "--binding", binding]).assert().code(0);
    }
}

#[test]
fn the_readme_shows_a_review_that_is_one() {
    let [review] = manifests(&read("README.md")).try_into().unwrap();
    let sandbox = Sandbox::new();
    sandbox.write("REVIEW.md", &review);
    sandbox.assize(&["check"]).assert().code(0).stderr_eq("");
}

/// Everything that `--help` of a command says.
fn help(sandbox: &Sandbox, command: &[&str]) -> String {
    let args: Vec<&str> = command.iter().copied().chain(["--help"]).collect();
    String::from_utf8(sandbox.assize(&args).output().unwrap().stdout).unwrap()
}

#[test]
fn the_readme_names_every_command_and_every_option_of_its_own() {
    let sandbox = Sandbox::new();
    let readme = read("README.md");
    let table: Vec<&str> = readme.lines().filter(|line| line.starts_with("| `assize ")).collect();
    let commands = [
        &["check"][..],
        &["graph"],
        &["run"],
        &["verify"],
        &["export"],
        &["key", "show"],
        &["key", "generate"],
        &["ledger", "list"],
        &["ledger", "show"],
        &["ledger", "annotate"],
        &["ledger", "check"],
        &["init"],
        &["hook", "pre-push"],
        &["presets", "list"],
        &["presets", "show"],
        &["presets", "test"],
        &["mcp"],
        &["trailer"],
        &["validate", "keygen"],
        &["validate", "run"],
        &["validate", "submit"],
        &["validate", "list"],
        &["policy", "set"],
        &["policy", "show"],
        &["preview"],
        &["integrate"],
        &["trace"],
        &["plumbing"],
        &["completions"],
        &["man"],
    ];
    for command in commands {
        let name = format!("`assize {}", command.join(" "));
        let row = table.iter().find(|row| row.contains(&name));
        let row = row.unwrap_or_else(|| panic!("{name} is in no row"));
        let help = help(&sandbox, command);
        let own = help.split("Global options:").next().unwrap();
        let options = own.split_whitespace().filter(|word| word.starts_with("--") && word.len() > 2);
        for option in options.map(|word| word.trim_end_matches(|end: char| !end.is_ascii_alphanumeric())) {
            if own.contains(&format!("      {option}")) || own.contains(&format!(", {option}")) {
                let common = ["--help", "--version"].contains(&option);
                assert!(common || row.contains(option), "{name}: {option} is missing in {row}");
            }
        }
        for option in
            row.split(|end: char| !(end.is_ascii_alphanumeric() || end == '-')).filter(|word| word.starts_with("--"))
        {
            let of_row = commands.iter().filter(|command| row.contains(&format!("`assize {}", command.join(" "))));
            let known = of_row.clone().any(|command| self::help(&sandbox, command).contains(option));
            assert!(known, "{option} is no option: {row}");
        }
    }
}
