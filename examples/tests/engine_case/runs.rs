//! Limits, failures, cancellation: how runs end, and what is left.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cases::{
    ask, check, constant, fail, graph_with, held, mark, parallel, refused, send, sleep, step_with, steps, with,
};

#[test]
fn the_first_failure_stops_the_others_and_is_the_answer() {
    let block = |id: &str| json!([held(id)]);
    let case = steps(&json!([
        parallel("p", &[block("h1"), json!([mark("m", 0), fail("f", 20), mark("never", 0)]), block("h2")]),
        mark("after", 0)
    ]));
    check(
        &with(case, "settle_ms", json!(50)),
        &json!({"outcome": "failed", "class": "failed", "step": "f", "log": ["m", "dropped:h1", "dropped:h2"],
            "ran": ["p", "h1", "m", "h2", "f"], "completed": ["m"], "output": null,
            "events": ["run.started", "step.started", "step.started", "step.started", "step.completed", "step.started", "step.started",
                "step.failed", "step.failed", "step.failed", "step.failed", "run.failed"]}),
    );
    // A sibling that would have written later does not.
    let late = steps(&json!([parallel("p", &[json!([mark("late", 120)]), json!([fail("f", 10)])])]));
    check(&with(late, "settle_ms", json!(250)), &json!({"step": "f", "log": []}));
    // The earlier of two failures counts, whatever the document's order.
    let race = steps(&json!([parallel("p", &[json!([fail("second", 400)]), json!([fail("first", 10)])])]));
    check(&race, &json!({"class": "failed", "step": "first"}));
    // Also from the inside of another parallel step; steps are stopped in the order in which they began.
    let nested =
        steps(&json!([parallel("p", &[json!([parallel("q", &[json!([fail("f", 10)]), block("h1")])]), block("h2")])]));
    check(&nested, &json!({"step": "f", "log": ["dropped:h2", "dropped:h1"], "completed": []}));
    let message = ask(&steps(&json!([fail("f", 0)])))["error"]["message"].clone();
    assert_eq!(message, "no");
    let panics = ask(&steps(&json!([{"id": "f", "kind": "transform", "fn": "panic", "message": "ouch {}"}])));
    assert!(panics["error"]["message"].as_str().is_some_and(|text| text.contains("ouch {}")), "{panics}");
}

#[test]
fn limits_bite_exactly_where_they_are() {
    let list = || steps(&json!([mark("a", 0), mark("b", 0), mark("c", 0)]));
    check(&graph_with(list(), "max_steps", json!(3)), &json!({"outcome": "ok", "log": ["a", "b", "c"]}));
    check(
        &graph_with(list(), "max_steps", json!(2)),
        &json!({"outcome": "failed", "class": "limit", "step": null, "ran": [], "log": [], "events": ["run.started", "run.failed"]}),
    );
    let inside = || steps(&json!([parallel("p", &[json!([mark("a", 0)]), json!([mark("b", 0)])])]));
    check(&graph_with(inside(), "max_steps", json!(3)), &json!({"outcome": "ok"}));
    check(&graph_with(inside(), "max_steps", json!(2)), &json!({"class": "limit"}));
    for (member, value) in [
        ("max_steps", json!(0)),
        ("max_steps", json!(-1)),
        ("timeout_ms", json!(0)),
        ("timeout_ms", json!(1.5)),
        ("timeout_ms", json!("1")),
    ] {
        refused(&graph_with(list(), member, value), Value::Null);
    }
    refused(&with(list(), "max_concurrency", json!(0)), Value::Null);
    let never = u64::MAX;
    check(&graph_with(list(), "timeout_ms", json!(never)), &json!({"outcome": "ok"}));
    check(&with(list(), "cancel_at_ms", json!(never)), &json!({"outcome": "ok"}));
    check(&with(list(), "drop_at_ms", json!(never)), &json!({"outcome": "ok"}));
    check(&steps(&json!([step_with(mark("a", 1), "timeout_ms", json!(never))])), &json!({"outcome": "ok"}));
}

#[test]
fn time_limits_name_what_took_too_long() {
    let slow = || parallel("p", &[json!([held("h1")]), json!([sleep("s", 5), held("h2")])]);
    check(
        &steps(&json!([step_with(slow(), "timeout_ms", json!(60)), mark("after", 0)])),
        &json!({"outcome": "failed", "class": "timeout", "step": "p", "log": ["dropped:h1", "dropped:h2"], "completed": ["s"]}),
    );
    check(
        &graph_with(steps(&json!([slow()])), "timeout_ms", json!(60)),
        &json!({"class": "timeout", "step": null, "log": ["dropped:h1", "dropped:h2"]}),
    );
    // The tighter of two limits is the one that is told.
    let inner = parallel("p", &[json!([step_with(held("h"), "timeout_ms", json!(40))])]);
    let case = graph_with(steps(&json!([step_with(inner, "timeout_ms", json!(20_000))])), "timeout_ms", json!(30_000));
    check(&case, &json!({"class": "timeout", "step": "h", "log": ["dropped:h"]}));
    // A limit that is not reached changes nothing, and does not run on after its step.
    let in_time = json!([
        step_with(parallel("p", &[json!([sleep("s", 1)])]), "timeout_ms", json!(5_000)),
        step_with(sleep("t", 1), "timeout_ms", json!(5_000)),
        sleep("u", 30)
    ]);
    check(&steps(&in_time), &json!({"outcome": "ok", "output": "u"}));
}

#[test]
fn few_at_a_time_are_still_all() {
    let branches: Vec<Value> = (0..6).map(|n| json!([sleep(&format!("s{n}"), 2), mark(&format!("m{n}"), 0)])).collect();
    let case = |most: u64| with(steps(&json!([parallel("p", &branches)])), "max_concurrency", json!(most));
    let one = ask(&case(1));
    assert_eq!((&one["outcome"], &one["max_in_flight"]), (&json!("ok"), &json!(1)), "{one}");
    assert_eq!(one["completed"].as_array().map(Vec::len), Some(13));
    assert_eq!(ask(&case(3))["max_in_flight"], 3);
    assert_eq!(ask(&case(100))["max_in_flight"], 6);
    // Parallel steps take no place of their own, else these could not get inside.
    let nested = json!([parallel("p", &[json!([parallel("q", &[json!([parallel("r", &[json!([mark("m", 1)])])])])])])]);
    check(
        &with(steps(&nested), "max_concurrency", json!(1)),
        &json!({"outcome": "ok", "output": {"b0": {"b0": {"b0": "m"}}}, "max_in_flight": 1}),
    );
}

#[test]
fn cancelling_and_dropping_leave_nothing_under_way() {
    let case = || steps(&json!([mark("a", 0), parallel("p", &[json!([held("h")]), json!([mark("late", 150)])])]));
    check(
        &with(case(), "cancel_at_ms", json!(0)),
        &json!({"outcome": "cancelled", "class": "cancelled", "step": null, "ran": [], "completed": [], "log": [], "events": ["run.started", "run.cancelled"]}),
    );
    for how in ["cancel_at_ms", "drop_at_ms"] {
        check(
            &with(with(case(), how, json!(40)), "settle_ms", json!(250)),
            &json!({"outcome": "cancelled", "class": "cancelled", "step": null, "output": null, "log": ["a", "dropped:h"], "completed": ["a"],
                "events": ["run.started", "step.started", "step.completed", "step.started", "step.started", "step.started",
                    "step.failed", "step.failed", "step.failed", "run.cancelled"]}),
        );
        // Too late is too late.
        check(&with(steps(&json!([mark("a", 0)])), how, json!(10_000)), &json!({"outcome": "ok"}));
    }
    check(
        &with(steps(&json!([held("h")])), "drop_at_ms", json!(0)),
        &json!({"outcome": "cancelled", "log": ["dropped:h"], "completed": []}),
    );
    let answer = ask(&with(with(steps(&json!([held("h")])), "cancel_at_ms", json!(10)), "settle_ms", json!(300)));
    assert!(
        answer["elapsed_ms"].as_u64().is_some_and(|elapsed| elapsed < 290),
        "settling is not part of the run: {answer}"
    );
}

#[test]
fn a_long_chain_is_only_long() {
    let begin = Instant::now();
    let mut list = vec![constant("s0", &json!(1))];
    for n in 1..10_000 {
        list.push(json!({"id": format!("s{n}"), "kind": "transform", "fn": "sum", "refs": [format!("$steps.s{}", n - 1), "$steps.s0"]}));
    }
    let answer = ask(&steps(&Value::from(list)));
    assert_eq!(
        (&answer["outcome"], &answer["output"], &answer["max_in_flight"]),
        (&json!("ok"), &json!(10_000), &json!(1))
    );
    assert_eq!(answer["events"].as_array().map(Vec::len), Some(20_002));
    assert!(begin.elapsed() < Duration::from_secs(60));
}

#[test]
fn lines_do_not_touch_each_other() {
    let list = [
        steps(&json!([fail("f", 0)])),
        steps(&json!([{"id": "p", "kind": "transform", "fn": "panic", "message": "x"}])),
        with(steps(&json!([held("h")])), "drop_at_ms", json!(5)),
        steps(&json!([mark("m", 0)])),
    ];
    let input: String = list.iter().map(|case| format!("{case}\r\n")).collect();
    let logs: Vec<Value> = send(&input).iter().map(|answer| answer["log"].clone()).collect();
    assert_eq!(logs, [json!([]), json!([]), json!(["dropped:h"]), json!(["m"])]);
}
