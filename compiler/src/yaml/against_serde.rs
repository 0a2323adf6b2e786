//! The values of the tree beside those of the YAML crate's serde front under its strict options.

use proptest::prelude::*;
use serde_json::{Map, Number, Value};
use serde_saphyr::{DuplicateKeyPolicy, MergeKeyPolicy};

use super::{Node, Scalar, Shape, load};
use crate::problem::{Code, ProblemSink};
use crate::source::Frontmatter;

/// The document as this crate reads it, or the codes of what is wrong.
fn ours(block: &str) -> Result<Value, Vec<Code>> {
    let mut problems = ProblemSink::default();
    let tree = load(&Frontmatter { block, offset: 0, body: "" }, &mut problems);
    match (tree, problems.finish(block)) {
        (Some(tree), None) => Ok(tree.root().map_or(Value::Null, value)),
        (_, problems) => Err(problems.iter().flatten().map(|problem| problem.code).collect()),
    }
}

fn value(node: Node<'_, '_>) -> Value {
    match node.shape() {
        Shape::Scalar(Scalar::Null) => Value::Null,
        Shape::Scalar(Scalar::Bool(value)) => value.into(),
        Shape::Scalar(Scalar::Integer(value)) => value.into(),
        Shape::Scalar(Scalar::Float(value)) => Number::from_f64(value).map_or("not finite".into(), Value::Number),
        Shape::Scalar(Scalar::Text(text)) => text.into(),
        Shape::Sequence(items) => items.map(value).collect(),
        Shape::Mapping(entries) => {
            let member = |(key, member): (Node<'_, '_>, Node<'_, '_>)| (key.text().unwrap().to_owned(), value(member));
            Value::Object(entries.map(member).collect::<Map<_, _>>())
        }
    }
}

fn theirs(block: &str) -> Result<Value, String> {
    let options = serde_saphyr::options! {
        strict_booleans: true,
        duplicate_keys: DuplicateKeyPolicy::Error,
        merge_keys: MergeKeyPolicy::Error,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        reject_unsupported_tags: true,
        reject_tagged_field_names: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(block, options).map_err(|error| error.to_string())
}

/// Whether two values are the same, numbers by their value. Numbers that only the serde front takes for such
/// (`00.5`, `0b11`, `-0x1`) are texts here, and ones without end are an error there.
fn same(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::String(text), Value::Number(_)) => text.trim_start_matches(['-', '+']).starts_with('0'),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((k, a), (l, b))| k == l && same(a, b))
        }
        _ => ours == theirs,
    }
}

#[track_caller]
fn compare(block: &str) {
    match (ours(block), theirs(block)) {
        (Ok(ours), Ok(theirs)) => assert!(same(&ours, &theirs), "{block:?}: {ours} and {theirs}"),
        (Ok(ours), Err(error)) => {
            let known = ours.to_string().contains("not finite") || error.contains("alias") || error.contains("budget");
            assert!(known || ours.is_null(), "{block:?}: {ours} and {error}");
        }
        (Err(codes), Ok(theirs)) => {
            let stricter = [Code::NonStringKey, Code::UnknownTag, Code::ControlCharacter, Code::SecondDocument];
            assert!(codes.iter().any(|code| stricter.contains(code)), "{block:?}: {codes:?} and {theirs}");
        }
        (Err(_), Err(_)) => {}
    }
}

#[test]
fn chosen_texts() {
    for block in [
        "a: 1\nb: [x, 'y', \"z\\n\", ~, true, 1.5, 1e3, 014, 1_000, yes, on, 0x1f, 0o17, .inf]",
        "a: |\n  two\n  lines\nb: >-\n  folded\n  text\nc: |+\n  kept\n\n",
        "a: 'it''s'\nb: \"\\u00e9\\ud83d\\ude00 \\x41 \\\n  joined\"",
        "? a\n: 1\n? b",
        "- - a\n  - b\n-\n  c: d\n- {e: f, g: [h]}",
        "a: &x {b: 1}\nc: *x\nd: [*x, *x]",
        "a: !!str 5\nb: !!int 5\nc: ! 5\nd: !!float 5\ne: !!bool true\nf: !!str",
        "a: 2026-01-01\nb: 1:30\nc: 1.2.3\nd: -\ne: .\nf: +",
        "'a': 1\n\"b\": 2",
        "a: x\u{2028}y",
        "a: 'x\u{85}y'",
        "a: 1\r\nb: 2\r\n",
        "a: #c\n  b\n",
        "{}",
        "[]",
        "",
        "...",
        "a: 1\n...\n",
        "a: !foo 1",
        "a: 1\na: 2",
        "<<: {a: 1}",
        "a: 9007199254740993\nb: 18446744073709551616\nc: -9223372036854775808",
    ] {
        compare(block);
    }
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]{1,3}",
        "[-+]?[0-9]{1,3}(\\.[0-9]{0,2})?(e[-+]?[0-9])?",
        "[-+0-9_.eExXoOb]{1,5}",
        Just("~".to_owned()),
        Just("true".to_owned()),
        Just("No".to_owned()),
        Just("null".to_owned()),
        "'[a-c #:,\\[]{0,4}'",
        "\"[a-c #:,{]{0,4}\"",
        "[a-c][a-c:#,]{1,4}",
    ]
}

fn flow() -> impl Strategy<Value = String> {
    word().prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(", "))),
            proptest::collection::vec(("[a-d]{1,2}", inner), 0..4).prop_map(|members| {
                let members: Vec<String> = members.into_iter().map(|(key, value)| format!("{key}: {value}")).collect();
                format!("{{{}}}", members.join(", "))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn made_documents(members in proptest::collection::vec(("[a-e]{1,2}", flow()), 0..6)) {
        let block: String = members.into_iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
        compare(&block);
    }

    #[test]
    fn texts_of_yaml_signs(block in "[-\\[\\]{}:,#'\"a-c01 \n]{0,30}") {
        compare(&block);
    }
}
