//! What steps see of each other, and what results are made of.

use assize_engine::{Branch, Expression, GraphBuilder, Step, StepError};
use serde_json::{Value, json};

use crate::kinds::{Kind, nap, registry, told, value};

async fn run(steps: Vec<Step>, result: Value) -> String {
    let mut registry = registry();
    let seen = Kind::new("sees", async |context, config| {
        let names = config.as_array().into_iter().flatten().filter_map(Value::as_str);
        Ok(names.map(|name| context.output(name).cloned().unwrap_or(json!("-"))).collect())
    });
    let resolve = Kind::new("resolve", async |context, config| {
        let expression = Expression::parse(&config).map_err(|error| StepError::failed(error.to_string()))?;
        context.resolve(&expression)
    });
    registry.register(seen).and_then(|registry| registry.register(resolve)).expect("names differ");
    let builder = steps.into_iter().fold(GraphBuilder::new("g"), GraphBuilder::step).result(result);
    let run = builder.build().expect("valid").prepare(&registry).expect("ready");
    told(&run.input(json!({"who": "me"})).execute().await)
}

#[tokio::test(start_paused = true)]
async fn a_step_sees_those_before_it_and_no_sibling() {
    let sees = |id: &str| Step::transform(id.to_owned(), "sees", json!(["first", "x1", "y1", "p", "side", "nobody"]));
    let branches = vec![
        Branch::new("x", vec![value("x1", json!(1)), nap("wait", 50), sees("x2")]),
        Branch::new("y", vec![value("y1", json!(2)), sees("y2")]),
    ];
    let steps = vec![
        value("first", json!(0)),
        Step::parallel("p", branches).after(["first"]),
        value("side", json!(9)).after(["first"]),
        sees("last").after(["p"]),
    ];
    let result = json!({"x2": "$steps.x2", "y2": "$steps.y2", "last": "$steps.last"});
    assert_eq!(
        run(steps, result).await,
        r#"ok {"x2":[0,1,"-","-","-","-"],"y2":[0,"-",2,"-","-","-"],"last":[0,1,2,{"x":[0,1,"-","-","-","-"],"y":[0,"-",2,"-","-","-"]},"-","-"]}"#
    );
}

#[tokio::test]
async fn results_are_values_with_references_inside() {
    let steps = || vec![value("a.b", json!({"k": [10, 20]})), value("a", json!({"b": "other"}))];
    assert_eq!(
        run(steps(), json!({"n": "$steps.a.b.k.1", "in": "$input.who", "$": "$$x"})).await,
        r#"ok {"n":20,"in":"me","$":"$x"}"#
    );
    assert_eq!(run(steps(), json!([1, null, "plain"])).await, r#"ok [1,null,"plain"]"#);
    assert_eq!(run(steps(), json!("$input")).await, r#"ok {"who":"me"}"#);
}

#[tokio::test]
async fn a_missing_field_is_a_failure_that_names_step_and_field() {
    let steps = || vec![value("a", json!({"k": 1}))];
    assert_eq!(
        run(steps(), json!("$steps.a.k.deep")).await,
        "failed a: `$steps.a.k.deep`: the output of step `a` has no field `k.deep`"
    );
    assert_eq!(run(steps(), json!("$input.x")).await, "failed the run: `$input.x`: the run's input has no field `x`");
    let asks = |config: Value| vec![value("a", json!({"k": 1})), Step::transform("r", "resolve", config)];
    assert_eq!(run(asks(json!(["$steps.a.k"])), json!("$steps.r")).await, "ok [1]");
    assert_eq!(
        run(asks(json!("$steps.a.no")), json!("$steps.r")).await,
        "failed r: `$steps.a.no`: the output of step `a` has no field `no`"
    );
    assert_eq!(
        run(asks(json!("$steps.r")), json!("$steps.r")).await,
        "failed r: `$steps.r`: the output of step `r` is not certainly there when this step starts"
    );
}
