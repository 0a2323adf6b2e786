//! The dependency arrows of the house, held over what cargo itself says.
#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Every crate of ours and the crates of ours it may use: the picture in ARCHITECTURE.md.
const ARROWS: &[(&str, &[&str])] = &[
    ("assize-schemas", &[]),
    ("assize-engine", &[]),
    ("assize-compiler", &["assize-engine", "assize-schemas"]),
    ("assize-nodes", &["assize-engine", "assize-schemas"]),
    ("assize-git", &["assize-schemas"]),
    ("assize-store", &["assize-schemas"]),
    ("assize-report", &["assize-engine", "assize-git", "assize-schemas"]),
    (
        "assize-host",
        &["assize-compiler", "assize-engine", "assize-git", "assize-nodes", "assize-schemas", "assize-store"],
    ),
    ("git-agent-verdict", &[]),
    ("assize-mcp", &["assize-git", "assize-host", "assize-schemas"]),
    ("assize-effects", &["assize-engine", "assize-git", "assize-schemas", "assize-store"]),
    (
        "assize",
        &[
            "assize-compiler",
            "assize-effects",
            "assize-engine",
            "assize-git",
            "assize-host",
            "assize-mcp",
            "assize-nodes",
            "assize-report",
            "assize-schemas",
            "assize-store",
            "assize-validations",
        ],
    ),
    ("assize-validations", &["assize-engine", "assize-git", "assize-nodes", "assize-schemas", "assize-store"]),
];

/// Crates that nothing else may use, and that may use everything.
const LEAVES: &[&str] = &["assize-examples", "assize-tests", "assize-benches"];
/// What tests start from: it uses nothing of ours, and what is shipped does not use it.
const FOR_TESTS: &str = "assize-scratch";

/// What pure crates must not bring in: runtimes, processes, files beyond std, clocks, networks.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("assize-schemas", &["tokio", "rustix", "tempfile", "camino", "uuid"]),
    ("assize-compiler", &["tokio", "rustix", "tempfile", "camino", "uuid", "chrono"]),
    ("assize-engine", &["serde", "rustix", "tempfile", "chrono", "uuid"]),
    ("assize-nodes", &["indicatif", "clap", "tempfile"]),
];

#[test]
fn every_arrow_is_one_that_the_house_has() {
    let crates = normal_dependencies();
    let allowed: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    for (name, dependencies) in &crates {
        let ours: BTreeSet<&str> =
            dependencies.iter().map(String::as_str).filter(|other| crates.contains_key(*other)).collect();
        for leaf in LEAVES {
            assert!(!ours.contains(leaf), "{name} uses {leaf}, which nothing may use");
        }
        assert!(name != FOR_TESTS || ours.is_empty(), "{name} uses {ours:?}");
        if LEAVES.contains(&name.as_str()) || name == FOR_TESTS {
            continue;
        }
        let allowed = allowed.get(name.as_str()).unwrap_or_else(|| panic!("{name} has no place in the house"));
        for other in ours {
            assert!(allowed.contains(&other), "{name} -> {other} is no arrow of the house");
        }
    }
    for (name, _) in ARROWS {
        assert!(crates.contains_key(*name), "{name} is not in the workspace");
    }
}

#[test]
fn pure_crates_bring_in_nothing_that_acts() {
    let crates = normal_dependencies();
    for (name, forbidden) in FORBIDDEN {
        for other in *forbidden {
            assert!(!crates[*name].iter().any(|used| used == other), "{name} uses {other}");
        }
    }
}

#[test]
fn the_commit_gate_stands_on_the_standard_library_alone() {
    assert_eq!(normal_dependencies()["git-agent-verdict"], [""; 0]);
}

/// The direct dependencies of every crate of the workspace, those for tests and build scripts left out.
fn normal_dependencies() -> BTreeMap<String, Vec<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    metadata["packages"]
        .as_array()
        .expect("packages")
        .iter()
        .map(|package| {
            let dependencies = package["dependencies"]
                .as_array()
                .expect("dependencies")
                .iter()
                .filter(|dependency| dependency["kind"].is_null())
                .map(|dependency| dependency["name"].as_str().expect("a name").to_owned())
                .collect();
            (package["name"].as_str().expect("a name").to_owned(), dependencies)
        })
        .collect()
}
