//! The graph document.

use serde_json::{Map, Value, json};

use crate::{Step, StepGraph};

/// The name and version of the graph document.
const SCHEMA: &str = "assize.graph/v1";

/// The graph document: plain data in document order, with every `after` spelled out.
pub(crate) fn json(graph: &StepGraph) -> Value {
    let result = match graph.result_step() {
        Some(step) => Value::from(step),
        None => json!({ "expression": graph.result() }),
    };
    json!({
        "schema": SCHEMA,
        "manifest": false,
        "id": graph.id(),
        "name": graph.name(),
        "result": result,
        "steps": steps(graph.steps()),
    })
}

/// Graphs are only built with a bounded nesting of branches, so that recursion is no danger.
fn steps(list: &[Step]) -> Vec<Value> {
    let mut previous: Option<&Step> = None;
    list.iter()
        .map(|step| {
            let document = document(step, previous);
            previous = Some(step);
            document
        })
        .collect()
}

fn document(step: &Step, previous: Option<&Step>) -> Value {
    let mut members = Map::new();
    members.insert("id".to_owned(), step.id().into());
    members.insert("kind".to_owned(), step.kind().as_str().into());
    if let Some(node) = step.node() {
        members.insert("node".to_owned(), node.into());
    }
    members.insert("config".to_owned(), step.config().clone());
    members.insert("after".to_owned(), after(step, previous).into());
    if let Some(timeout) = step.declared_timeout() {
        members.insert("timeoutMs".to_owned(), u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX).into());
    }
    if step.node().is_none() {
        let branches = step.branches().iter();
        let branches = branches.map(|branch| json!({ "id": branch.id(), "steps": steps(branch.steps()) }));
        members.insert("branches".to_owned(), branches.collect());
    }
    Value::Object(members)
}

/// What a step starts after, said or implied.
pub(super) fn after<'s>(step: &'s Step, previous: Option<&'s Step>) -> Vec<&'s str> {
    match step.declared_after() {
        Some(after) => after.collect(),
        None => previous.map(Step::id).into_iter().collect(),
    }
}
