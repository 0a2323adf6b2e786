//! The published JSON Schemas, judged by a validator that is not ours.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};

use assize_compiler::{parse_manifest, parse_pack};
use assize_schemas::shape::{Shape, UnknownMembers, shape_problems};
use assize_schemas::{
    ATTESTATION, GRAPH_DOCUMENT, PACK_FRONTMATTER, REVIEW_FRONTMATTER, VERDICT_FILE, read_verdict_file,
    schema_documents,
};
use assize_tests::Sandbox;
use jsonschema::Validator;
use serde_json::{Value, json};

fn schema(file: &str) -> Validator {
    let (_, schema) = schema_documents().into_iter().find(|(name, _)| *name == file).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    jsonschema::options().with_draft(jsonschema::Draft::Draft202012).build(&schema).unwrap()
}

/// A document, changed at one JSON pointer: another value, or none at all.
fn edited(document: &Value, pointer: &str, value: Option<Value>) -> Value {
    let mut document = document.clone();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let parent = document.pointer_mut(parent).unwrap();
    match value {
        Some(value) if parent.is_array() => parent[name.parse::<usize>().unwrap()] = value,
        Some(value) => parent[name] = value,
        None => {
            parent.as_object_mut().unwrap().shift_remove(name);
        }
    }
    document
}

/// Every place of a document with what may be put there instead.
fn edits(document: &Value, pointer: &str, found: &mut Vec<(String, Option<Value>)>) {
    let odd = [
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(1),
        json!(1.5),
        json!(2.0),
        json!(-1),
        json!(""),
        json!("x"),
        json!("A b"),
        json!([]),
        json!({}),
        json!([1]),
        json!({"later": 1}),
    ];
    match document {
        Value::Object(members) => {
            found.push((format!("{pointer}/later"), Some(json!(1))));
            for (name, member) in members {
                let pointer = format!("{pointer}/{name}");
                found.push((pointer.clone(), None));
                found.extend(odd.iter().map(|value| (pointer.clone(), Some(value.clone()))));
                edits(member, &pointer, found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let pointer = format!("{pointer}/{index}");
                found.extend(odd.iter().map(|value| (pointer.clone(), Some(value.clone()))));
                edits(item, &pointer, found);
            }
        }
        _ => {}
    }
}

/// Holds `reader` and the validator against each other over every edit of `document`, which itself is good.
fn agree(file: &str, document: &Value, reader: impl Fn(&Value) -> bool) {
    let schema = schema(file);
    assert!(schema.is_valid(document) && reader(document), "{file}: {document}");
    let mut found = Vec::new();
    edits(document, "", &mut found);
    assert!(found.len() > 50);
    for (pointer, value) in found {
        let edited = edited(document, &pointer, value);
        assert_eq!(schema.is_valid(&edited), reader(&edited), "{file}: {pointer} in {edited}");
    }
}

fn by_table(shape: &'static Shape, unknown: UnknownMembers) -> impl Fn(&Value) -> bool {
    move |document| shape_problems(document, shape, unknown).is_empty()
}

/// A REVIEW.md with the document as its frontmatter: JSON is YAML.
fn source(frontmatter: &Value) -> String {
    format!("---\n{frontmatter}\n---\n")
}

fn review() -> Value {
    json!({
        "kind": "review", "id": "demo", "name": "Demo", "description": "", "target": {"kind": "git-range", "base": "main"},
        "checks": [
            {"id": "unit", "kind": "command", "run": "true", "cwd": "sub", "blocking": true, "timeoutMs": 1000, "effects": false, "description": "d"},
            {"id": "fmt", "kind": "command", "run": "fmt", "effects": true},
            {"id": "correct", "kind": "agent", "preset": "kimi", "fallbackPresets": ["glm"], "rubric": "r.md", "blockOn": "low", "blocking": true, "timeoutMs": 1, "effects": false},
        ],
        "bindings": {"local": {"on": "push", "prepare": ["fmt"], "checks": ["unit", "org/x"], "quorum": "all-blocking-pass"}},
        "uses": [{"pack": "./p", "as": "org", "checks": ["x"], "preset": "kimi", "fallbackPresets": [], "overrides": {"x": {"blockOn": "high", "blocking": false, "timeoutMs": 5, "preset": "glm"}}, "allowCommands": true}],
        "verdict": {"exportDir": ".reviews"},
    })
}

fn pack() -> Value {
    json!({
        "kind": "review-pack", "id": "org", "version": "1.2.3-rc.1+b", "description": "d",
        "checks": [
            {"id": "x", "kind": "agent", "preset": "kimi", "rubric": "r.md", "blockOn": "high", "effects": false},
            {"id": "y", "kind": "command", "run": "true", "effects": false},
        ],
    })
}

fn attestation() -> Value {
    let digest = "a".repeat(64);
    json!({
        "schema": "agentproto.review.attestation/v1", "runId": "review-1", "reviewId": "demo", "manifestSha": digest, "binding": "local",
        "target": {"repoRemote": "host/r", "baseSha": "1".repeat(40), "headSha": "2".repeat(40)}, "rangeSha": digest,
        "lanes": [
            {"id": "unit", "kind": "command", "status": "fail", "blocking": true, "durationMs": 1, "exitCode": 1,
                "findings": [{"severity": "high", "title": "t", "detail": "", "file": "f", "line": 3}]},
            {"id": "org/x", "kind": "agent", "status": "pass", "blocking": true, "findings": [], "durationMs": 2, "error": "e", "sessionId": "s",
                "preset": "p", "summary": "s", "model": "m", "composedFrom": {"rangeSha": digest, "headSha": "h", "attestationSha256": digest},
                "fallbacks": [{"preset": "p", "error": "e"}]},
        ],
        "verdict": "block",
        "attestor": {"daemon": "d", "presets": ["p"], "signature": {"alg": "ssh-ed25519", "keyFingerprint": "SHA256:x", "principal": "p", "signedAt": "2026-01-02T03:04:05Z", "sig": "s"}},
        "rubrics": [{"check": "org/x", "path": "r.md", "sha256": digest}],
        "packs": [{"ref": "./p", "id": "org", "version": "1.0.0", "alg": "agentproto-pack-digest/v1", "sha256": digest}],
        "dirty": true, "requester": {"sessionId": "s", "gitAuthor": {"name": "n", "email": "e"}},
        "pr": {"provider": "github", "repo": "o/n", "number": 1, "url": "u"}, "createdAt": "2026-01-02T03:04:05.678Z",
    })
}

#[test]
fn tables_and_schemas_agree() {
    let graph = graph(&source(&json!({
        "kind": "review", "id": "demo", "target": "git-range",
        "checks": [{"id": "fmt", "kind": "command", "run": "fmt", "effects": true}, {"id": "unit", "kind": "command", "run": "true"}],
        "bindings": {"default": {"prepare": ["fmt"], "checks": ["unit"]}},
    })));
    let verdict = json!({"decision": "approve", "summary": "s", "findings": [{"severity": "low", "title": "t", "detail": "d", "file": "f", "line": 1}]});
    agree("REVIEW.schema.json", &review(), by_table(&REVIEW_FRONTMATTER, UnknownMembers::Refuse));
    agree("REVIEW-PACK.schema.json", &pack(), by_table(&PACK_FRONTMATTER, UnknownMembers::Refuse));
    agree("ATTESTATION.schema.json", &attestation(), by_table(&ATTESTATION, UnknownMembers::Allow));
    agree("VERDICT-FILE.schema.json", &verdict, by_table(&VERDICT_FILE, UnknownMembers::Allow));
    agree("VERDICT-FILE.schema.json", &verdict, |document| read_verdict_file(&document.to_string()).is_ok());
    agree("GRAPH.schema.json", &graph, by_table(&GRAPH_DOCUMENT, UnknownMembers::Refuse));
}

#[test]
fn the_compiler_takes_no_frontmatter_that_the_schema_refuses() {
    let of_review = |document: &Value| parse_manifest(source(document).as_bytes()).map(drop);
    let of_pack = |document: &Value| parse_pack(source(document).as_bytes()).map(drop);
    for (file, document, read) in [
        ("REVIEW.schema.json", review(), &of_review as &dyn Fn(&Value) -> Result<(), assize_compiler::Problems>),
        ("REVIEW-PACK.schema.json", pack(), &of_pack),
    ] {
        let schema = schema(file);
        assert!(schema.is_valid(&document), "{document}");
        read(&document).unwrap();
        let mut found = Vec::new();
        edits(&document, "", &mut found);
        for (pointer, value) in found {
            let edited = edited(&document, &pointer, value);
            let taken = read(&edited).is_ok();
            assert!(schema.is_valid(&edited) || !taken, "{file}: {pointer} in {edited}");
        }
    }
}

fn graph(source: &str) -> Value {
    let checked = parse_manifest(source.as_bytes()).unwrap();
    let binding = assize_compiler::resolve_binding(checked.manifest(), None).unwrap();
    let vars = ["base", "changed"].map(|name| (name, "x")).into_iter().collect();
    assize_compiler::compile(checked.manifest(), binding, &vars).unwrap().to_json()
}

/// Every REVIEW.md below a folder.
fn manifests(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            manifests(&path, found);
        } else if path.file_name().is_some_and(|name| name == "REVIEW.md") {
            found.push(path);
        }
    }
}

#[test]
fn the_manifests_of_this_repository_and_their_graphs_fit_the_schemas() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = vec![root.join("REVIEW.md")];
    manifests(&root.join("examples"), &mut found);
    assert!(found.len() > 1);
    let (reviews, packs, graphs) =
        (schema("REVIEW.schema.json"), schema("REVIEW-PACK.schema.json"), schema("GRAPH.schema.json"));
    for path in found {
        let text = std::fs::read_to_string(&path).unwrap();
        let frontmatter = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).unwrap().0;
        let document: Value = serde_saphyr::from_str(frontmatter).unwrap();
        let is_pack = document["kind"] == "review-pack";
        let verdict = if is_pack { packs.validate(&document) } else { reviews.validate(&document) };
        assert!(verdict.is_ok(), "{}: {verdict:?}", path.display());
        if !is_pack && document.get("uses").is_none() {
            let checked = parse_manifest(text.as_bytes()).unwrap();
            for binding in checked.manifest().bindings.values() {
                let vars = ["base", "changed"].map(|name| (name, "x")).into_iter().collect();
                let graph = assize_compiler::compile(checked.manifest(), binding, &vars).unwrap().to_json();
                assert!(graphs.is_valid(&graph), "{}: {graph}", path.display());
            }
        }
    }
}

#[test]
fn a_recorded_attestation_fits_its_schema() {
    let sandbox = Sandbox::with_base();
    sandbox.manifest(
        "
kind: review
id: sample
target: git-range
checks:
  - {id: good, kind: command, run: 'true'}
  - {id: bad, kind: command, run: 'echo no >&2; exit 3', blocking: false}
  - {id: ask, kind: agent, preset: none, rubric: ./rubric.md}",
    );
    sandbox.write("rubric.md", "Be kind.\n");
    sandbox.commit_all("change");
    let view = sandbox.assize(&["run", "--headless", "--json"]).json();
    let verdict = schema("ATTESTATION.schema.json");
    let verdict = verdict.validate(&view["attestation"]);
    assert!(verdict.is_ok(), "{verdict:?} in {view}");
}
