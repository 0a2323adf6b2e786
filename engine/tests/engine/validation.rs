//! What is wrong with a graph, all at once and in document order.

use std::time::Duration;

use assize_engine::{Branch, GraphBuilder, Step};
use serde_json::{Value, json};

use crate::kinds::{nap, value};

fn check(builder: GraphBuilder, expect: &[&str]) {
    let told: Vec<String> = match builder.build() {
        Ok(_) => Vec::new(),
        Err(error) => error.problems.iter().map(|p| format!("{} {}: {}", p.code, p.path, p.message)).collect(),
    };
    assert_eq!(told, expect);
}

fn with(steps: Vec<Step>) -> GraphBuilder {
    steps.into_iter().fold(GraphBuilder::new("g"), GraphBuilder::step)
}

fn plain(id: &str) -> Step {
    value(id, Value::Null)
}

#[test]
fn sound_graphs_build() {
    check(with(vec![plain("a")]), &[]);
    check(with(vec![plain("a").after(["b"]), plain("b").after_nothing()]), &[]);
    check(with(vec![plain("x/y.z"), Step::parallel("p", vec![Branch::new("x", vec![plain("q")])])]), &[]);
    // A branch may be called like a step: they share no names.
    check(with(vec![plain("a"), Step::parallel("p", vec![Branch::new("a", vec![plain("b")])])]), &[]);
    check(with(vec![plain("a"), plain("b").after(["a", "a"])]), &[]);
}

#[test]
fn ids_are_well_formed_and_unique_over_the_whole_graph() {
    let inside = vec![Branch::new("one", vec![plain("a")]), Branch::new("one", vec![plain("")])];
    check(
        with(vec![plain("a"), plain("-x"), Step::parallel("p", inside), plain("a")]),
        &[
            "malformed-id steps[1].id: \"-x\" is not an id: 1 to 256 of `A-Z a-z 0-9 . _ / -`, beginning with a letter or digit",
            "duplicate-branch steps[2].branches[1].id: another branch of `p` is called `one`",
            "duplicate-step steps[2].branches[0].steps[0].id: another step is called `a`",
            "malformed-id steps[2].branches[1].steps[0].id: \"\" is not an id: 1 to 256 of `A-Z a-z 0-9 . _ / -`, beginning with a letter or digit",
            "duplicate-step steps[3].id: another step is called `a`",
        ],
    );
    check(
        GraphBuilder::new("no id"),
        &[
            "malformed-id id: \"no id\" is not an id: 1 to 256 of `A-Z a-z 0-9 . _ / -`, beginning with a letter or digit",
            "empty-graph steps: a graph needs at least one step",
        ],
    );
}

#[test]
fn dependencies_name_other_steps_of_the_same_list() {
    let branch = vec![plain("in"), plain("in2").after(["out", "other"]), plain("in3").after(["in"])];
    let inside = vec![Branch::new("x", branch), Branch::new("y", vec![plain("other")])];
    check(
        with(vec![
            plain("out").after(["nobody"]),
            Step::parallel("p", inside),
            plain("me").after(["me"]),
            plain("late").after(["in", "p"]),
        ]),
        &[
            "unknown-dependency steps[0].after[0]: step `out` is to start after `nobody`, but no step is called that",
            "foreign-dependency steps[1].branches[0].steps[1].after[0]: step `in2` is to start after `out`, which stands in another list; only steps of the same branch may be named",
            "foreign-dependency steps[1].branches[0].steps[1].after[1]: step `in2` is to start after `other`, which stands in another list; only steps of the same branch may be named",
            "self-dependency steps[2].after[0]: step `me` is to start after itself: me -> me",
            "foreign-dependency steps[3].after[0]: step `late` is to start after `in`, which stands in another list; only steps of the same top level may be named",
        ],
    );
}

#[test]
fn cycles_are_spelled_out() {
    check(
        with(vec![plain("a").after(["c"]), plain("b").after(["a"]), plain("c").after(["b"]), plain("d")]),
        &["cycle steps[0].after: these steps wait for each other: a -> c -> b -> a"],
    );
    // An implied dependency counts, and so does one through a whole parallel step.
    let inside = vec![Branch::new("x", vec![plain("i").after(["j"]), plain("j").after(["i"])])];
    check(
        with(vec![plain("a").after(["p"]), plain("b"), Step::parallel("p", inside)]),
        &[
            "cycle steps[0].after: these steps wait for each other: a -> p -> b -> a",
            "cycle steps[2].branches[0].steps[0].after: these steps wait for each other: i -> j -> i",
        ],
    );
}

#[test]
fn limits_and_branches_must_leave_something_to_do() {
    check(
        with(vec![
            nap("a", 1).timeout(Duration::ZERO),
            Step::parallel("none", vec![]),
            Step::parallel("hollow", vec![Branch::new("b", vec![])]),
        ])
        .timeout(Duration::ZERO)
        .max_steps(0),
        &[
            "zero-timeout timeoutMs: a run with a timeout of zero could do nothing",
            "zero-max-steps maxSteps: a run that may have no steps could do nothing",
            "zero-timeout steps[0].timeoutMs: step `a` has a timeout of zero",
            "no-branches steps[1].branches: parallel step `none` has no branches",
            "empty-branch steps[2].branches[0].steps: branch `b` of `hollow` has no steps",
        ],
    );
}

#[test]
fn the_result_refers_to_steps_that_are_there() {
    check(
        with(vec![plain("a")]).result(json!({"a": "$steps.a.x", "b": ["$steps.c", "$$ok"], "d": "$steps.d.a"})),
        &[
            "unknown-reference result: \"$steps.c\" names no step of this graph",
            "unknown-reference result: \"$steps.d.a\" names no step of this graph",
        ],
    );
    check(
        with(vec![plain("a")]).result(json!("$HOME")),
        &[
            "malformed-reference result: \"$HOME\" is not a reference: write `$input…` or `$steps.<id>…`, or `$$` for a literal `$`",
        ],
    );
    check(
        with(vec![plain("a")]).result(json!("$steps.a..b")),
        &[
            "malformed-reference result: \"$steps.a..b\" is not a reference: write `$input…` or `$steps.<id>…`, or `$$` for a literal `$`",
        ],
    );
}

#[test]
fn nesting_is_bounded() {
    let nested = |depth: usize| {
        (0..depth)
            .fold(plain("leaf"), |step, level| Step::parallel(format!("p{level}"), vec![Branch::new("b", vec![step])]))
    };
    assert!(with(vec![nested(32)]).build().is_ok());
    let told = with(vec![nested(100_000)]).build().map_err(|error| error.problems);
    assert!(told.is_err_and(|problems| problems.len() == 1 && problems[0].code == "too-deep"));
}

#[test]
fn large_graphs_are_checked_in_linear_time() {
    // Everyone waits for everyone a little later: many cycles, many edges. A quadratic check would take minutes.
    let count = 100_000;
    let steps = (0..count)
        .map(|n| plain(&format!("s{n}")).after([format!("s{}", (n + 1) % count), format!("s{}", (n + 7) % count)]));
    assert!(with(steps.collect()).build().is_err());
    let branches = (0..count).map(|n| Branch::new(format!("b{n}"), vec![plain(&format!("s{n}"))]));
    assert!(with(vec![Step::parallel("p", branches.collect())]).build().is_ok());
}
