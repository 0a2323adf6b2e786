//! What a graph may be and refer to, and what comes out.

use serde_json::{Value, json};

use crate::cases::{answers, ask, check, constant, get, graph_with, parallel, refused, sleep, step_with, steps, with};

#[test]
fn a_branch_sees_what_is_before_it_and_never_its_siblings() {
    let two = |one: Value, other: Value| steps(&json!([constant("a", &json!(1)), parallel("p", &[one, other])]));
    refused(&two(json!([constant("x", &json!(1))]), json!([get("y", "$steps.x")])), "y");
    refused(&two(json!([get("x", "$steps.y")]), json!([constant("y", &json!(1))])), "x");
    refused(&two(json!([get("x", "$steps.p")]), json!([constant("y", &json!(1))])), "x");
    refused(&two(json!([get("x", "$steps.p.b1")]), json!([constant("y", &json!(1))])), "x");
    // Not even through a branch further inside.
    let nested = json!([parallel("q", &[json!([get("z", "$steps.x")])])]);
    refused(&two(json!([constant("x", &json!(1))]), nested), "z");
    // A sibling that waits for nothing of it would be as racy in one branch.
    let racy = json!([constant("x", &json!(1)), step_with(get("y", "$steps.x"), "after", json!([]))]);
    refused(&steps(&json!([parallel("p", &[racy])])), "y");
    answers(
        &two(json!([get("x", "$steps.a"), get("x2", "$steps.x")]), json!([constant("y", &json!(2))])),
        json!({"b0": 1, "b1": 2}),
    );
    // After the join everything inside may be named.
    let after = json!([
        parallel("p", &[json!([constant("x", &json!({"n": 5}))])]),
        get("in", "$steps.x.n"),
        get("out", "$steps.p.b0.n")
    ]);
    let case = graph_with(steps(&after), "result", json!(["$steps.in", "$steps.out", "$steps.x"]));
    answers(&case, json!([5, 5, {"n": 5}]));
}

#[test]
fn references_point_backwards_and_to_something() {
    let a = || constant("a", &json!({"list": [10, {"k": "v"}], "": 1, "0": "zero"}));
    let got = |reference: &str| steps(&json!([a(), get("g", reference)]));
    answers(&got("$steps.a.list.0"), json!(10));
    answers(&got("$steps.a.list.1.k"), json!("v"));
    answers(&got("$steps.a.0"), json!("zero"));
    answers(&got("$$steps.a"), json!("$steps.a"));
    answers(&got("$$"), json!("$"));
    answers(&got("$$$input"), json!("$$input"));
    for missing in [
        "$steps.a.missing",
        "$steps.a.missing.field",
        "$steps.a.list.2",
        "$steps.a.list.-1",
        "$steps.a.list.01",
        "$steps.a.list.k",
        "$steps.a.0.deeper",
        "$input.x",
    ] {
        check(
            &got(missing),
            &json!({"outcome": "failed", "class": "failed", "step": "g", "ran": ["a", "g"], "completed": ["a"],
                "events": ["run.started", "step.started", "step.completed", "step.started", "step.failed", "run.failed"]}),
        );
    }
    for malformed in [
        "$",
        "$step.a",
        "$steps",
        "$steps.",
        "$steps.a.",
        "$steps.a..list",
        "$steps[a]",
        "$inputs",
        "$input.",
        "$HOME",
        "${a}",
        "$item",
        "$steps.nobody",
        "$steps.A",
        "$steps.g",
        "$steps.g.x",
    ] {
        refused(&got(malformed), "g");
    }
    refused(&steps(&json!([get("g", "$steps.later"), constant("later", &json!(1))])), "g");
    // Document order is not enough: the step has to wait for what it names.
    let beside = json!([a(), constant("b", &json!(1)), step_with(get("g", "$steps.b"), "after", json!(["a"]))]);
    refused(&steps(&beside), "g");
    let through = json!([
        a(),
        constant("b", &json!(1)),
        constant("c", &json!(1)),
        step_with(get("g", "$steps.a.list"), "after", json!(["c"]))
    ]);
    answers(&steps(&through), json!([10, {"k": "v"}]));
    let sum = json!([constant("a", &json!(1)), {"id": "s", "kind": "transform", "fn": "sum", "refs": ["$steps.a", "$input.0", "$steps.s"]}]);
    refused(&with(steps(&sum), "input", json!([1])), "s");
}

#[test]
fn results_are_values_with_references_in_them() {
    let list = json!([constant("a", &json!({"n": [1, 2]})), constant("last", &json!("end"))]);
    let result = |value: Value| with(graph_with(steps(&list), "result", value), "input", json!({"k": null}));
    answers(&with(steps(&list), "input", json!(1)), json!("end"));
    answers(&result(json!("$steps.a.n.1")), json!(2));
    answers(&result(json!("plain")), json!("plain"));
    answers(&result(json!("$$steps.a")), json!("$steps.a"));
    answers(&result(json!(false)), json!(false));
    answers(&result(json!({})), json!({}));
    answers(
        &result(json!({"$steps.a": ["$steps.a.n", {"k": "$input.k"}], "all": "$input"})),
        json!({"$steps.a": [[1, 2], {"k": null}], "all": {"k": null}}),
    );
    answers(&result(json!(["$steps.last", "$steps.last"])), json!(["end", "end"]));
    for unknown in [json!("$steps.nobody"), json!({"deep": [["$steps.nobody.x"]]}), json!("$HOME"), json!(["$"])] {
        refused(&result(unknown), Value::Null);
    }
    // All steps are done then, and the events say so; still there is no result.
    check(
        &result(json!("$steps.a.n.2")),
        &json!({"outcome": "failed", "class": "failed", "step": "a", "completed": ["a", "last"], "output": null,
            "events": ["run.started", "step.started", "step.completed", "step.started", "step.completed", "run.failed"]}),
    );
    check(&result(json!({"x": "$input.k.deeper"})), &json!({"outcome": "failed", "class": "failed", "step": null}));
}

#[test]
fn ids_are_unique_and_harmless() {
    let one = || constant("a", &json!(1));
    refused(&steps(&json!([parallel("p", &[json!([one()]), json!([one()])])])), "a");
    refused(&steps(&json!([one(), parallel("p", &[json!([one()])])])), "a");
    refused(&steps(&json!([parallel("a", &[json!([one()])])])), "a");
    let twins = json!({"id": "p", "kind": "parallel", "branches": [{"id": "x", "steps": [one()]}, {"id": "x", "steps": [constant("b", &json!(1))]}]});
    refused(&steps(&json!([twins])), "p");
    // Branches and steps do not share their names.
    let same = json!({"id": "p", "kind": "parallel", "branches": [{"id": "p", "steps": [one()]}, {"id": "a", "steps": [constant("b", &json!(2))]}]});
    answers(&steps(&json!([same])), json!({"p": 1, "a": 2}));
    let long = "a".repeat(257);
    for id in
        ["", " ", "a b", "-a", ".", "../x", "/etc", "é", "a\n", "\u{0}", "$steps.a", "a;b", "a\u{202e}b", long.as_str()]
    {
        refused(&steps(&json!([constant(id, &json!(1))])), id);
        let branch = json!({"id": "p", "kind": "parallel", "branches": [{"id": id, "steps": [one()]}]});
        refused(&steps(&json!([branch])), "p");
        refused(&json!({"graph": {"id": id, "steps": [one()]}}), Value::Null);
    }
    for id in ["a", "Z9", "lane-pack/check", "x.y", "a_b-", "a".repeat(256).as_str()] {
        let case = steps(&json!([constant(id, &json!({"v": 7})), get("got", &format!("$steps.{id}.v"))]));
        answers(&case, json!(7));
    }
    // An id with dots is not taken for a path into a shorter one.
    let dotted = json!([constant("a", &json!({"b": "path"})), constant("a.b", &json!("id")), get("g", "$steps.a.b")]);
    answers(&steps(&dotted), json!("id"));
}

#[test]
fn what_a_step_starts_after_is_in_its_own_list() {
    let one = |id: &str, after: Value| step_with(constant(id, &json!(id)), "after", after);
    let inside = |after: Value| {
        steps(&json!([
            constant("o", &json!(1)),
            parallel("p", &[json!([constant("x", &json!(1)), one("y", after)]), json!([constant("z", &json!(1))])])
        ]))
    };
    refused(&inside(json!(["o"])), "y");
    refused(&inside(json!(["p"])), "y");
    refused(&inside(json!(["z"])), "y");
    refused(&inside(json!(["x", "z"])), "y");
    refused(&inside(json!(["nobody"])), "y");
    refused(&steps(&json!([parallel("p", &[json!([constant("x", &json!(1))])]), one("y", json!(["x"]))])), "y");
    refused(&steps(&json!([one("a", json!(["a"]))])), "a");
    refused(&steps(&json!([one("a", json!(["c"])), one("b", json!(["a"])), one("c", json!(["b"]))])), "a");
    refused(&steps(&json!([one("a", json!("b")), constant("b", &json!(1))])), "a");
    check(&inside(json!(["x"])), &json!({"outcome": "ok", "ran": ["o", "p", "x", "z", "y"]}));
    check(&inside(json!(["x", "x"])), &json!({"outcome": "ok", "ran": ["o", "p", "x", "z", "y"]}));
    // A later step may be waited for, as long as nothing goes round; the output is that of the last step written.
    let backwards = steps(&json!([one("a", json!(["b"])), one("b", json!([])), one("c", json!(["a"]))]));
    check(&backwards, &json!({"outcome": "ok", "ran": ["b", "a", "c"], "output": "c"}));
    // A branch that does not end in one step is done when all of it is.
    let loose = json!([sleep("slow", 60), step_with(sleep("quick", 1), "after", json!([]))]);
    let case = steps(&json!([parallel("p", &[loose]), get("g", "$steps.slow")]));
    check(&case, &json!({"output": "slow", "completed": ["quick", "slow", "p", "g"]}));
}

#[test]
fn parallel_steps_of_every_size() {
    answers(&steps(&json!([parallel("p", &[json!([constant("a", &json!(null))])])])), json!({"b0": null}));
    refused(&steps(&json!([{"id": "p", "kind": "parallel"}])), "p");
    refused(&steps(&json!([{"id": "p", "kind": "parallel", "branches": {}}])), "p");
    refused(&steps(&json!([parallel("p", &[json!([])])])), "p");
    refused(&steps(&json!([parallel("p", &[json!([constant("a", &json!(1))]), json!([])])])), "p");
    refused(
        &steps(&json!([{"id": "p", "kind": "parallel", "branches": [{"steps": [constant("a", &json!(1))]}]}])),
        "p",
    );
    refused(
        &steps(
            &json!([{"id": "p", "kind": "parallel", "branches": [{"id": "b", "steps": [constant("a", &json!(1))], "next": "x"}]}]),
        ),
        "p",
    );
    // Outputs stand in the order of the branches, whoever was first.
    let branches: Vec<Value> = (0_u64..5).map(|n| json!([sleep(&format!("s{n}"), 50 - 10 * n)])).collect();
    let answer = ask(&steps(&json!([parallel("p", &branches)])));
    assert_eq!(answer["output"].to_string(), r#"{"b0":"s0","b1":"s1","b2":"s2","b3":"s3","b4":"s4"}"#);
    assert_eq!(answer["completed"], json!(["s4", "s3", "s2", "s1", "s0", "p"]));
    let many: Vec<Value> = (0..2_000).map(|n| json!([constant(&format!("c{n}"), &json!(n))])).collect();
    let answer = ask(&steps(&json!([parallel("p", &many), get("g", "$steps.p.b1999")])));
    assert_eq!((&answer["output"], answer["ran"].as_array().map(Vec::len)), (&json!(1999), Some(2_002)));
    let deep =
        (0..200).fold(json!([constant("a", &json!(1))]), |inner, n| json!([parallel(&format!("p{n}"), &[inner])]));
    assert_eq!(ask(&steps(&deep))["outcome"], "compile_error");
}

#[test]
fn sums_and_inputs_at_the_edge() {
    let sum = |input: Value, refs: Value| {
        with(steps(&json!([{"id": "s", "kind": "transform", "fn": "sum", "refs": refs}])), "input", input)
    };
    answers(&sum(Value::Null, json!([])), json!(0));
    answers(&sum(json!([1, 2, -4]), json!(["$input.0", "$input.1", "$input.2", "$input.0"])), json!(0));
    answers(&sum(json!(0.5), json!(["$input", "$input"])), json!(1.0));
    answers(&sum(json!(i64::MAX), json!(["$input", "$input"])), json!(2.0 * i64::MAX as f64));
    for wrong in [json!("1"), json!(null), json!(true), json!([1])] {
        check(&sum(wrong, json!(["$input"])), &json!({"outcome": "failed", "class": "failed", "step": "s"}));
    }
    answers(&steps(&json!([{"id": "i", "kind": "transform", "fn": "input"}])), Value::Null);
}
