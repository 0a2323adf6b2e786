//! From a binding to a graph.
#![expect(clippy::unwrap_used, reason = "tests say what went wrong by failing")]

use assize_compiler::{BindingError, CheckedManifest, CompileError, Vars, compile, parse_manifest, resolve_binding};

fn parsed(yaml: &str) -> CheckedManifest {
    parse_manifest(format!("---\n{yaml}\n---\n").as_bytes()).unwrap()
}

const MANIFEST: &str = "\
kind: review
id: my-repo
name: My repository
target: {kind: git-range, base: main}
checks:
  - {id: changesets, kind: command, run: 'pnpm changeset --since {base}', effects: true, cwd: tools}
  - {id: format, kind: command, run: 'echo ${HOME} {{base}}', effects: true, timeoutMs: 5000}
  - {id: types, kind: command, run: 'turbo check --filter={changed} {head}', cwd: packages/a, description: types}
  - {id: style, kind: command, run: 'true', blocking: false, timeoutMs: 1000}
  - {id: correctness, kind: agent, preset: kimi, fallbackPresets: [glm], rubric: ./r.md, blockOn: medium}
bindings:
  local: {on: pre-push, prepare: [format, changesets], checks: [correctness, types, style]}
  ci: {checks: [types]}
";

fn host() -> Vars {
    Vars::new().with("base", "b45e").with("changed", "'[b45e]'")
}

fn graph_of(yaml: &str, binding: Option<&str>, vars: &Vars) -> Result<assize_engine::StepGraph, CompileError> {
    let checked = parsed(yaml);
    let binding = resolve_binding(checked.manifest(), binding).unwrap();
    checked.compile(binding, vars)
}

#[test]
fn the_graph_of_a_full_binding() {
    let graph = graph_of(MANIFEST, Some("local"), &host()).unwrap();
    insta::assert_json_snapshot!("full", graph.to_json());
    insta::assert_snapshot!("full-text", graph.to_text());
}

#[test]
fn the_graph_of_one_lane() {
    let graph = graph_of(MANIFEST, Some("ci"), &host()).unwrap();
    insta::assert_json_snapshot!("one-lane", graph.to_json());
}

#[test]
fn the_implied_binding_has_every_check_without_effects() {
    let (implied, _) = MANIFEST.split_once("bindings:").unwrap();
    let graph = graph_of(implied, None, &host()).unwrap();
    assert_eq!(graph.id(), "review-my-repo-default");
    assert_eq!(graph.name(), "My repository / default");
    let ids: Vec<&str> = graph.steps().iter().map(assize_engine::Step::id).collect();
    assert_eq!(ids, ["freeze", "lanes", "verdict"]);
    let branches: Vec<&str> = graph.steps()[1].branches().iter().map(assize_engine::Branch::id).collect();
    assert_eq!(branches, ["types", "style", "correctness"]);
    assert_eq!((graph.timeout(), graph.max_steps()), (None, None));
}

#[test]
fn ids_are_cut() {
    let id = |review: &str, binding: &str| {
        let yaml = format!(
            "kind: review\nid: {review}\ntarget: git-range\nchecks: [{{id: a, kind: command, run: x}}]\nbindings: {{{binding}: {{checks: [a]}}}}"
        );
        graph_of(&yaml, None, &Vars::new()).unwrap().id().to_owned()
    };
    assert_eq!(id("a", "b"), "review-a-b");
    assert_eq!(id("a-", "b-"), "review-a--b");
    assert_eq!(id(&"a".repeat(64), "b"), format!("review-{}", "a".repeat(57)));
    assert_eq!(id(&"a".repeat(55), &"b".repeat(9)), format!("review-{}-b", "a".repeat(55)));
    assert_eq!(id(&"a".repeat(56), "b"), format!("review-{}", "a".repeat(56)));
    assert_eq!(id(&format!("{}---", "a".repeat(54)), "b"), format!("review-{}", "a".repeat(54)));
}

/// The problems of a manifest of one prepare check and one lane.
#[track_caller]
fn unbound(prepare: &str, lane: &str, vars: &Vars, expect: &[&str]) {
    let yaml = format!(
        "kind: review\nid: r\ntarget: git-range\nchecks:\n- {{id: p, kind: command, effects: true, run: \"{prepare}\"}}\n- {{id: l, kind: command, run: \"{lane}\"}}\n- {{id: other, kind: command, run: '{{nowhere}}'}}\nbindings: {{b: {{prepare: [p], checks: [l]}}}}"
    );
    let found: Vec<String> = match graph_of(&yaml, None, vars) {
        Ok(_) => Vec::new(),
        Err(error) => error.problems().unwrap().iter().map(|one| format!("{one} [{}]", one.code)).collect(),
    };
    assert_eq!(found, expect);
}

#[test]
fn placeholders() {
    unbound("{base}", "{base} {head} {changed}", &host(), &[]);
    unbound("x", "{base} {head} ${y} {{z}} { q } {1}", &Vars::new(), &[]);
    unbound(
        "x",
        "{base} {oops} {oops} {hed}",
        &host(),
        &[
            "7:31: checks[1].run: check `l` uses the placeholder `{oops}`, which is not bound; bound here: base, changed, head (for the literal text write `{{oops}}`) [unbound-placeholder]",
            "7:31: checks[1].run: check `l` uses the placeholder `{hed}`, which is not bound; bound here: base, changed, head (did you mean `{head}`?) [unbound-placeholder]",
        ],
    );
    unbound(
        "{head} {nope}",
        "{nope}",
        &Vars::new(),
        &[
            "6:46: checks[0].run: check `p` uses `{head}`, but it runs in `prepare`, before the head is known; `{head}` is bound in lanes only (for the literal text write `{{head}}`) [head-in-prepare]",
            "6:46: checks[0].run: check `p` uses the placeholder `{nope}`, which is not bound; bound here: nothing (for the literal text write `{{nope}}`) [unbound-placeholder]",
            "7:31: checks[1].run: check `l` uses the placeholder `{nope}`, which is not bound; bound here: base, head (for the literal text write `{{nope}}`) [unbound-placeholder]",
        ],
    );
    // A host that binds `head` itself may use it before the freeze.
    unbound("{head}", "x", &Vars::new().with("head", "h"), &[]);
}

#[test]
fn places_are_only_known_with_the_text() {
    let checked = parsed("kind: review\nid: r\ntarget: git-range\nchecks: [{id: a, kind: command, run: 'x {y}'}]");
    let binding = resolve_binding(checked.manifest(), None).unwrap();
    let error = compile(checked.manifest(), binding, &Vars::new()).unwrap_err();
    assert_eq!((error.code(), error.problems().unwrap().iter().next().unwrap().line()), ("unbound-placeholder", None));
    let error = checked.compile(binding, &Vars::new()).unwrap_err();
    assert_eq!(error.problems().unwrap().iter().next().unwrap().line(), Some(5));
}

#[test]
fn a_binding_of_another_manifest_is_refused() {
    let one = parsed(MANIFEST);
    let other = parsed("kind: review\nid: r\ntarget: git-range\nchecks: [{id: a, kind: command, run: x}]");
    let error = compile(other.manifest(), &one.manifest().bindings["ci"], &host()).unwrap_err();
    assert_eq!(error.code(), "unknown-check");
    assert_eq!(error.to_string(), "binding `ci` names the check `types`, which is not there; resolve the packs first");
}

#[test]
fn which_binding_runs() {
    let pick = |bindings: &str, name: Option<&str>| {
        let checked = parsed(&format!(
            "kind: review\nid: r\ntarget: git-range\nchecks: [{{id: a, kind: command, run: x}}]\nbindings: {bindings}"
        ));
        resolve_binding(checked.manifest(), name).map(|binding| binding.name.to_string())
    };
    assert_eq!(pick("{}", None).unwrap(), "default");
    assert_eq!(pick("{}", Some("default")).unwrap(), "default");
    assert_eq!(pick("{z: {checks: [a]}}", None).unwrap(), "z");
    assert_eq!(pick("{z: {checks: [a]}, b: {checks: [a]}}", Some("b")).unwrap(), "b");
    assert_eq!(pick("{z: {checks: [a]}, default: {checks: [a]}, b: {checks: [a]}}", None).unwrap(), "default");
    let error = pick("{z: {checks: [a]}, b: {checks: [a]}}", None).unwrap_err();
    assert_eq!(error, BindingError::Ambiguous { available: vec!["z".to_owned(), "b".to_owned()] });
    assert_eq!(error.to_string(), "name a binding: there are z, b, and none of them is called `default`");
    let error = pick("{zebra: {checks: [a]}, b: {checks: [a]}}", Some("zebar")).unwrap_err();
    assert_eq!(error.to_string(), "there is no binding `zebar`; the bindings are zebra, b (did you mean `zebra`?)");
    assert_eq!(error.code(), "unknown-binding");
}

#[test]
fn normalised() {
    insta::assert_json_snapshot!("normalised", parsed(MANIFEST).manifest());
}
