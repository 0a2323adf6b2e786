//! From a case's steps to the engine's.

use std::time::Duration;

use assize_engine::{Branch, GraphBuilder, Step, StepKind, StepKindError};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{answer::Refusal, case, data::DATA, gate::GATE, timed::TIMED};

pub(crate) fn graph(graph: case::Graph) -> Result<GraphBuilder, Refusal> {
    let mut builder = GraphBuilder::new(graph.id);
    if let Some(timeout) = graph.timeout_ms {
        builder = builder.timeout(Duration::from_millis(timeout));
    }
    if let Some(steps) = graph.max_steps {
        builder = builder.max_steps(steps);
    }
    if let Some(result) = graph.result {
        builder = builder.result(result);
    }
    for step in steps(graph.steps)? {
        builder.push(step);
    }
    Ok(builder)
}

/// JSON text is only read to a bounded depth, so that recursion is no danger.
fn steps(list: Vec<Map<String, Value>>) -> Result<Vec<Step>, Refusal> {
    list.into_iter().map(step).collect()
}

fn step(mut members: Map<String, Value>) -> Result<Step, Refusal> {
    let id: String = take(&mut members, "id").map_err(Refusal::invalid)?;
    let refuse = |message: String| Refusal::invalid(message).at(&id);
    let kind: String = take(&mut members, "kind").map_err(refuse)?;
    let kind = StepKind::parse(&kind).map_err(|error| match error {
        StepKindError::Unsupported { .. } => Refusal::unsupported(error.to_string()).at(&id),
        _ => refuse(error.to_string()),
    })?;
    let after: Option<Vec<String>> = take(&mut members, "after").map_err(refuse)?;
    let timeout: Option<u64> = take(&mut members, "timeout_ms").map_err(refuse)?;
    let mut step = match kind {
        StepKind::Gate => Step::gate(id, GATE, Value::Object(members)),
        StepKind::Transform => {
            let node = match members.get("fn").and_then(Value::as_str) {
                Some("const" | "input" | "get" | "sum") => DATA,
                _ => TIMED,
            };
            Step::transform(id, node, Value::Object(members))
        }
        StepKind::Parallel => {
            let branches: Vec<case::Branch> = take(&mut members, "branches").map_err(refuse)?;
            if let Some(unknown) = members.keys().next() {
                return Err(refuse(format!("unknown field `{unknown}`")));
            }
            let branches = branches.into_iter().map(|branch| Ok(Branch::new(branch.id, steps(branch.steps)?)));
            Step::parallel(id.clone(), branches.collect::<Result<_, Refusal>>()?)
        }
    };
    if let Some(after) = after {
        step = step.after(after);
    }
    if let Some(timeout) = timeout {
        step = step.timeout(Duration::from_millis(timeout));
    }
    Ok(step)
}

/// Takes a member out; one that is not there counts as `null`.
fn take<T: DeserializeOwned>(members: &mut Map<String, Value>, name: &str) -> Result<T, String> {
    let value = members.shift_remove(name).unwrap_or_default();
    serde_json::from_value(value).map_err(|error| format!("member `{name}`: {error}"))
}
