//! Merging packs.
#![expect(clippy::unwrap_used, reason = "tests say what went wrong by failing")]

use std::path::PathBuf;

use assize_compiler::{LoadedPack, PackLoadError, PackLoader, ResolveError, Resolved, parse_manifest, resolve_packs};

/// A pack as a text.
struct Pack {
    reference: &'static str,
    review_md: String,
    trusted: bool,
}

struct Texts(Vec<Pack>);

impl PackLoader for Texts {
    fn load(&self, reference: &str) -> Result<LoadedPack, PackLoadError> {
        if reference == "absent" {
            return Err(PackLoadError::not_here("it is not installed"));
        }
        let pack = self.0.iter().find(|pack| pack.reference == reference);
        let pack = pack.ok_or_else(|| PackLoadError::failed("there is no such directory"))?;
        Ok(LoadedPack {
            review_md: pack.review_md.clone().into_bytes(),
            trusted: pack.trusted,
            root: PathBuf::from(reference),
        })
    }

    fn read_rubric(&self, _: &LoadedPack, path: &str) -> Result<Vec<u8>, PackLoadError> {
        if path.contains("..") {
            Err(PackLoadError::failed("it leads out of the pack"))
        } else {
            Ok(b"rubric\n".to_vec())
        }
    }
}

const PACK: &str = "---
kind: review-pack
id: house-rules
version: 1.2.0
checks:
  - {id: lint, kind: command, run: 'lint {base}', cwd: src, timeoutMs: 1000}
  - {id: correct, kind: agent, rubric: ./rubrics/correct.md, preset: own}
  - {id: secure, kind: agent, rubric: ./rubrics/secure.md, blockOn: medium, blocking: false}
---
";

fn loader(trusted: bool) -> Texts {
    Texts(vec![
        Pack { reference: "./p", review_md: PACK.to_owned(), trusted },
        Pack { reference: "./broken", review_md: PACK.replace("1.2.0", "1.2"), trusted },
        Pack { reference: "./escaping", review_md: PACK.replace("./rubrics/secure.md", "../secret"), trusted },
    ])
}

fn resolved(uses: &str, bindings: &str, trusted: bool) -> Result<Resolved, ResolveError> {
    let source = format!(
        "---\nkind: review\nid: r\ntarget: git-range\nchecks: [{{id: own, kind: command, run: x, blocking: false}}]\nuses:\n{uses}\nbindings: {bindings}\n---\n"
    );
    resolve_packs(&parse_manifest(source.as_bytes()).unwrap(), &loader(trusted))
}

#[track_caller]
fn refused(uses: &str, bindings: &str, expect: &[&str]) {
    let error = resolved(uses, bindings, false).unwrap_err();
    let found: Vec<String> = error
        .problems
        .iter()
        .map(|one| format!("{}@{}:{} {}", one.code, one.line().unwrap(), one.column().unwrap(), one.path))
        .collect();
    assert_eq!(found, expect, "{error}");
}

#[test]
fn a_merged_manifest() {
    let done = resolved(
        "- {pack: ./p, as: org, preset: kimi, fallbackPresets: [glm], overrides: {lint: {timeoutMs: 7, blocking: false}, secure: {preset: o3, blockOn: low, blocking: true}}}\n- {pack: ./p, as: two, checks: [correct]}",
        "{l: {checks: [own, org/secure, two/correct]}}",
        true,
    )
    .unwrap();
    insta::assert_json_snapshot!("merged", done.manifest);
    let digests: Vec<_> = done.digests().collect();
    insta::assert_json_snapshot!("digests", digests);
    let rubrics: Vec<&str> = done.packs[0].rubrics.iter().map(|rubric| rubric.check.as_str()).collect();
    assert_eq!(rubrics, ["org/correct", "org/secure"]);
    assert_eq!(done.by_namespace("two").unwrap().root, PathBuf::from("./p"));
    assert_eq!(done.by_namespace("three"), None);
}

#[test]
fn nothing_is_loaded_without_uses() {
    let source =
        b"---\nkind: review\nid: r\ntarget: git-range\nchecks: [{id: own, kind: command, run: x}]\nuses: []\n---\n";
    let checked = parse_manifest(source).unwrap();
    let done = resolve_packs(&checked, &Texts(Vec::new())).unwrap();
    assert_eq!((&done.manifest, done.packs.len()), (checked.manifest(), 0));
}

#[test]
fn an_empty_selection_is_recorded() {
    let done = resolved(
        "- {pack: ./p, as: o, checks: []}\n- {pack: ./p, as: q, preset: x, checks: [secure, correct]}",
        "{l: {checks: [q/correct]}}",
        false,
    )
    .unwrap();
    assert_eq!(done.packs.len(), 2);
    assert_ne!(done.packs[0].digest.sha256, done.packs[1].digest.sha256);
    let ids: Vec<&str> = done.manifest.checks.iter().map(|check| check.id().as_str()).collect();
    assert_eq!(ids, ["own", "q/secure", "q/correct"]);
}

#[test]
fn what_is_refused() {
    let any = "{l: {checks: [o/correct]}}";
    refused("- {pack: ./nowhere, as: o}", any, &["pack-not-loaded@7:10 uses[0].pack"]);
    refused("- {pack: ./broken, as: o}", any, &["invalid-pack@7:10 uses[0].pack"]);
    refused("- {pack: ./p, as: o, preset: x}", any, &["commands-not-allowed@7:3 uses[0].allowCommands"]);
    refused("- {pack: ./p, as: o, checks: [secure]}", any, &["missing-preset@7:3 uses[0].preset"]);
    refused("- {pack: ./p, as: o, checks: [corect, correct]}", any, &["unknown-pack-check@7:31 uses[0].checks[0]"]);
    refused(
        "- {pack: ./p, as: o, checks: [correct], overrides: {correct: {fallbackPresets: [own]}}}",
        any,
        &["fallback-repeats@7:81 uses[0].overrides.correct.fallbackPresets[0]"],
    );
    refused(
        "- {pack: ./p, as: o, checks: [correct], fallbackPresets: [own]}",
        any,
        &["fallback-repeats@7:59 uses[0].fallbackPresets[0]"],
    );
    refused(
        "- {pack: ./p, as: o, allowCommands: true, preset: x, overrides: {lint: {blockOn: low, preset: y}, nope: {}}}",
        any,
        &[
            "override-not-applicable@7:82 uses[0].overrides.lint.blockOn",
            "override-not-applicable@7:95 uses[0].overrides.lint.preset",
            "unselected-override@7:105 uses[0].overrides.nope",
        ],
    );
    refused("- {pack: ./escaping, as: o, preset: x, checks: [secure]}", any, &["rubric-not-loaded@7:10 uses[0].pack"]);
    refused(
        "- {pack: ./p, as: o, checks: [correct]}",
        "{l: {checks: [o/corect]}}",
        &["unknown-check@8:25 bindings.l.checks[0]"],
    );
    refused(
        "- {pack: ./p, as: o, checks: [correct]}",
        "{l: {prepare: [o/correct], checks: [o/correct]}}",
        &["not-effects@8:26 bindings.l.prepare[0]"],
    );
    refused(
        "- {pack: ./p, as: o, checks: [correct], overrides: {correct: {blocking: false}}}",
        "{l: {checks: [own, o/correct]}}",
        &["no-blocking-check@8:24 bindings.l.checks"],
    );
    refused(
        "- {pack: ./nowhere, as: n}\n- {pack: ./p, as: o}",
        any,
        &[
            "pack-not-loaded@7:10 uses[0].pack",
            "commands-not-allowed@8:3 uses[1].allowCommands",
            "missing-preset@8:3 uses[1].preset",
        ],
    );
}

#[test]
fn a_pack_that_is_not_here_is_told_apart() {
    let any = "{l: {checks: [o/correct]}}";
    assert!(resolved("- {pack: absent, as: o}", any, false).unwrap_err().only_not_here);
    assert!(!resolved("- {pack: absent, as: o}\n- {pack: ./nowhere, as: n}", any, false).unwrap_err().only_not_here);
}

#[test]
fn commands_run_when_allowed_or_trusted() {
    let any = "{l: {checks: [o/lint]}}";
    assert!(resolved("- {pack: ./p, as: o, preset: x, allowCommands: true}", any, false).is_ok());
    assert!(resolved("- {pack: ./p, as: o, preset: x}", any, true).is_ok());
    assert!(resolved("- {pack: ./p, as: o, checks: [lint]}", any, false).is_err());
    assert!(resolved("- {pack: ./p, as: o, checks: [correct]}", "{l: {checks: [o/correct]}}", false).is_ok());
}
