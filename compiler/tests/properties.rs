//! What holds for every text.
#![expect(clippy::unwrap_used, reason = "tests say what went wrong by failing")]

use assize_compiler::{Vars, compile, parse_manifest, parse_pack};
use proptest::prelude::*;

const MANIFEST: &str = "---
kind: review
id: r
name: \"n\\u00e9\"
target: {kind: git-range, base: main}
checks: &all
  - &first {id: a, kind: command, run: 'x {base}', effects: true}
  - {id: b, kind: command, run: \"y\", timeoutMs: 1e3, blocking: true, cwd: ./p}
  - id: c
    kind: agent
    preset: !!str 5
    rubric: r.md # comment
    fallbackPresets: [q]
bindings:
  on: {on: on, prepare: [a], checks: [b, p/x], quorum: all-blocking-pass}
uses: [{pack: ./p, as: p, overrides: {x: {blockOn: low}}}]
verdict: {exportDir: .reviews}
---
body
";

/// Whatever happens, it is an answer, and its report can be made.
fn survives(source: &[u8]) {
    if let Err(problems) = parse_manifest(source) {
        assert!(problems.count() > 0);
        let mut last = 0;
        for problem in &problems {
            let place = problem.place.as_ref().unwrap();
            assert!(place.span.start >= last && place.line > 0 && place.column > 0);
            last = place.span.start;
        }
        let _ = problems.render("REVIEW.md", source, true);
    }
    let _ = parse_pack(source);
}

#[test]
fn the_text_that_is_changed_is_right() {
    parse_manifest(MANIFEST.as_bytes()).unwrap();
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        survives(&bytes);
        let mut fenced = b"---\n".to_vec();
        fenced.extend_from_slice(&bytes);
        fenced.extend_from_slice(b"\n---\n");
        survives(&fenced);
    }

    #[test]
    fn texts_of_yaml_signs_are_survived(text in "[-\\[\\]{}:,#&*!|>'\"%@`?~ \n\t\rabé0-9.<\u{85}\u{2028}]{0,80}") {
        survives(format!("---\n{text}\n---\n").as_bytes());
    }

    #[test]
    fn changed_manifests_are_survived(
        at in 0..MANIFEST.len(),
        removed in 0_usize..12,
        put in "[-\\[\\]{}:,#&*!|>'\" \na0é~]{0,4}",
    ) {
        let mut bytes = MANIFEST.as_bytes().to_vec();
        let end = (at + removed).min(bytes.len());
        bytes.splice(at..end, put.bytes());
        survives(&bytes);
    }

    #[test]
    fn what_is_normalised_reads_as_the_same(
        id in "[a-z][a-z0-9-]{0,20}",
        run in "[ -~é\n]{1,40}",
        name in proptest::option::of("[ -~é]{1,20}"),
        timeout in 1_u64..=9_007_199_254_740_991,
        blocking in any::<bool>(),
        body in "[ -~\n]{0,20}",
    ) {
        let json = |text: &str| serde_json::Value::from(text).to_string();
        let name = name.map(|name| format!("name: {}\n", json(&name))).unwrap_or_default();
        let source = format!(
            "---\nkind: review\nid: {}\n{name}target: git-range\nchecks:\n- {{id: a, kind: command, run: {}, timeoutMs: {timeout}, blocking: {blocking}}}\n- {{id: b, kind: agent, preset: p, rubric: r}}\n---\n{body}",
            json(&id),
            json(&run),
        );
        let first = parse_manifest(source.as_bytes()).unwrap();
        prop_assert_eq!(&first.manifest().body, &body);
        let again = frontmatter_of(&serde_json::to_value(first.manifest()).unwrap(), &body);
        let second = parse_manifest(again.as_bytes()).unwrap();
        prop_assert_eq!(first.manifest(), second.manifest());
        // A run that is bound compiles, and the command is in the graph as it was written.
        let binding = &first.manifest().bindings["default"];
        if let Ok(graph) = compile(first.manifest(), binding, &Vars::new()) {
            let document = graph.to_json();
            prop_assert_eq!(&document["steps"][1]["branches"][0]["steps"][0]["config"]["check"]["run"], &run);
        }
    }
}

/// A manifest written from its normalised form, as JSON, which is YAML too.
fn frontmatter_of(manifest: &serde_json::Value, body: &str) -> String {
    let mut members = manifest.as_object().unwrap().clone();
    members.shift_remove("body");
    for (_, binding) in members["bindings"].as_object_mut().unwrap() {
        binding.as_object_mut().unwrap().shift_remove("name");
    }
    format!("---\n{}\n---\n{body}", serde_json::Value::from(members))
}
