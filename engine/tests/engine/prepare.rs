//! What is wrong between a graph and a registry, before any step starts.

use assize_engine::{Branch, Registry, Step};
use serde_json::{Value, json};

use crate::kinds::{Kind, graph, registry, step, value};

fn check(steps: Vec<Step>, expect: &[&str]) {
    let told: Vec<String> = match graph(steps).prepare(&registry()) {
        Ok(_) => Vec::new(),
        Err(error) => error.problems.iter().map(|p| format!("{} {}: {}", p.code, p.path, p.message)).collect(),
    };
    assert_eq!(told, expect);
}

fn reader(id: &str, references: &[&str]) -> Step {
    value(id, json!({ "refs": references }))
}

#[test]
fn names_unknown_nodes_and_bad_configurations_together() {
    let inside = vec![Branch::new("x", vec![value("bad", json!({"reject": "no such colour"}))])];
    check(
        vec![step("a", "valeu"), Step::parallel("p", inside), value("boom", json!({"panic": true}))],
        &[
            "unknown-node steps[0].node: step `a` names the unknown node kind `valeu`; registered are fail, panic, polite, sleep, stubborn, value",
            "bad-config steps[1].branches[0].steps[0].config.reject: configuration of step `bad`: no such colour",
            "panicked steps[2].config: node kind `value` panicked over the configuration of step `boom`: while instantiating",
        ],
    );
    let nothing = graph(vec![step("a", "x")]).prepare(&Registry::new()).map_err(|error| error.to_string());
    assert!(nothing.is_err_and(|text| text.contains("no node kind is registered")));
}

#[test]
fn a_name_is_registered_once() {
    let mut registry = registry();
    let again = registry.register(Kind::new("value", async |_, _| Ok(Value::Null)));
    assert_eq!(again.map(|_| ()).map_err(|error| error.name), Err("value".to_owned()));
}

#[test]
fn references_reach_what_is_certainly_done_before() {
    let lanes = vec![
        Branch::new("x", vec![reader("x1", &["first", "$steps.first.k", "$input.k"]), reader("x2", &["x1"])]),
        Branch::new("y", vec![reader("y1", &["first"])]),
    ];
    check(
        vec![value("first", Value::Null), Step::parallel("p", lanes), reader("last", &["p", "x1", "y1", "first"])],
        &[],
    );
    check(vec![value("a", Value::Null).after_nothing(), reader("b", &["a"]).after(["a"])], &[]);
}

#[test]
fn references_do_not_reach_siblings_later_steps_or_nothing() {
    let lanes = vec![
        Branch::new("x", vec![reader("x1", &["y1", "p", "after"])]),
        Branch::new("y", vec![reader("y1", &["$steps.nobody"])]),
    ];
    check(
        vec![
            reader("self", &["self", "nobody", "$HOME"]),
            Step::parallel("p", lanes),
            reader("after", &["side"]).after(["p"]),
            value("side", Value::Null).after(["self"]),
        ],
        &[
            "unknown-reference steps[0].config: step `self`: \"nobody\" names no step of this graph",
            "malformed-reference steps[0].config: step `self`: \"$HOME\" is not a reference: write `$input…` or `$steps.<id>…`, or `$$` for a literal `$`",
            "later-reference steps[0].config: step `self` refers to `self`, which is the step itself",
            "sibling-reference steps[1].branches[0].steps[0].config: step `x1` refers to `y1`, but `y1` is in another branch of the same parallel step",
            "later-reference steps[1].branches[0].steps[0].config: step `x1` refers to `p`, but `p` is not certainly done before `x1` starts",
            "later-reference steps[1].branches[0].steps[0].config: step `x1` refers to `after`, but `after` is not certainly done before `x1` starts",
            "unknown-reference steps[1].branches[1].steps[0].config: step `y1`: \"$steps.nobody\" names no step of this graph",
            "later-reference steps[2].config: step `after` refers to `side`, but `side` is not certainly done before `after` starts",
        ],
    );
}

#[test]
fn many_references_are_judged_in_bounded_time() {
    let count = 10_000;
    let mut steps: Vec<Step> = (0..count).map(|n| value(&format!("s{n}"), Value::Null).after_nothing()).collect();
    let all: Vec<String> = (0..count).map(|n| format!("s{n}")).collect();
    steps.push(value("join", json!({ "refs": all })).after(all.clone()));
    steps.extend((0..count).map(|n| value(&format!("t{n}"), json!({"refs": [format!("s{n}")]}))));
    check(steps, &[]);
}
