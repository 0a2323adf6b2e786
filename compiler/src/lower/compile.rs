//! The lowering itself.

use std::collections::HashMap;
use std::time::Duration;

use assize_engine::{Branch, GraphBuilder, Step, StepGraph};
use assize_schemas::{
    AGENT_LANE_NODE, Binding, COMMAND_LANE_NODE, Check, CheckRef, CommandCheck, FREEZE_NODE, FREEZE_STEP, GATE_NODE,
    LANES_STEP, Manifest, VERDICT_NODE, VERDICT_STEP, Vars, substitute, workflow_id,
};
use serde_json::{Map, Value, json};

use super::CompileError;
use super::placeholders::{PlaceholderCheck, Stage};
use crate::problem::Problems;

/// Lowers `binding` of `manifest` to a graph: `prepare-<id>` gates in order, `freeze`, the `lanes` side by side,
/// `verdict`.
///
/// `vars` are the host's variables. A gate's command has its placeholders replaced by them; a lane's keeps them, since
/// `base` and `head` are only bound when it runs, but that they will all be bound is judged here. The manifest must be
/// one whose packs are resolved, if it has any.
///
/// The graph has no limits of its own on steps or time: each lane has its own time limit, so every run ends (rulings
/// 17).
///
/// # Errors
///
/// [`CompileError`]; all placeholder problems of the selected checks at once.
pub fn compile(manifest: &Manifest, binding: &Binding, vars: &Vars) -> Result<StepGraph, CompileError> {
    let by_ref: HashMap<&str, (usize, &Check)> =
        manifest.checks.iter().enumerate().rev().map(|(at, check)| (check.id().as_str(), (at, check))).collect();
    let find = |reference: &CheckRef| {
        by_ref
            .get(reference.as_str())
            .copied()
            .ok_or_else(|| CompileError::UnknownCheck { binding: binding.name.clone(), reference: reference.clone() })
    };

    let mut placeholders = PlaceholderCheck::new(vars);
    let mut prepare = Vec::with_capacity(binding.prepare.len());
    for reference in &binding.prepare {
        let (at, Check::Command(check)) = find(reference)? else {
            return Err(CompileError::NotACommand { binding: binding.name.clone(), reference: reference.clone() });
        };
        placeholders.judge(Stage::Prepare, at, check.id.as_str(), &check.run);
        prepare.push(check);
    }
    let mut lanes = Vec::with_capacity(binding.checks.len());
    for reference in &binding.checks {
        let (at, check) = find(reference)?;
        if let Check::Command(check) = check {
            placeholders.judge(Stage::Lane, at, check.id.as_str(), &check.run);
        }
        lanes.push(check);
    }
    if !placeholders.problems.is_empty() {
        let mut problems = placeholders.problems;
        problems.sort_by_key(|(at, _)| *at);
        let problems = Problems::new(problems.into_iter().map(|(_, problem)| problem).collect());
        return Err(CompileError::Placeholders { binding: binding.name.clone(), problems });
    }

    let mut graph = GraphBuilder::new(workflow_id(&manifest.id, &binding.name)).name(graph_name(manifest, binding));
    for check in prepare {
        graph.push(gate(check, vars));
    }
    graph.push(Step::transform(FREEZE_STEP, FREEZE_NODE, json!({ "base": manifest.target.base })));
    graph.push(Step::parallel(LANES_STEP, lanes.into_iter().map(lane).collect()));
    let refs: Vec<Value> = binding.checks.iter().map(|reference| Value::from(reference.as_str())).collect();
    let verdict = json!({ "quorum": binding.quorum, "lanes": refs });
    graph.push(Step::transform(VERDICT_STEP, VERDICT_NODE, verdict));
    Ok(graph.result(Value::from(format!("$steps.{VERDICT_STEP}"))).build()?)
}

fn graph_name(manifest: &Manifest, binding: &Binding) -> String {
    let review = manifest.name.as_deref().unwrap_or(manifest.id.as_str());
    format!("{review} / {}", binding.name)
}

fn gate(check: &CommandCheck, vars: &Vars) -> Step {
    // All placeholders are bound: that was judged before.
    let run = substitute(&check.run, vars).map_or_else(|_| check.run.clone(), |done| done.text);
    let mut config = Map::new();
    config.insert("argv".to_owned(), json!(["sh", "-c", run]));
    if let Some(cwd) = &check.cwd {
        config.insert("cwd".to_owned(), Value::from(cwd.as_str()));
    }
    Step::gate(format!("prepare-{}", check.id), GATE_NODE, Value::Object(config))
        .timeout(Duration::from_millis(check.timeout_ms))
}

fn lane(check: &Check) -> Branch {
    let node = match check {
        Check::Command(_) => COMMAND_LANE_NODE,
        Check::Agent(_) => AGENT_LANE_NODE,
    };
    let mut config = Map::new();
    config.insert("check".to_owned(), check_value(check));
    let step = Step::transform(format!("lane-{}", check.id()), node, Value::Object(config));
    Branch::new(check.id().as_str(), vec![step])
}

/// The check as its wire form says; a text of JSON types has no way to fail.
fn check_value(check: &Check) -> Value {
    serde_json::to_value(check).unwrap_or(Value::Null)
}
