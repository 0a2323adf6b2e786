//! A host of one's own: loads a REVIEW.md, lists its bindings, compiles one, registers the review nodes with its own
//! repository and its own reviewer, and follows the run's events. No git is asked and no ledger is written.
//!
//! ```console
//! cargo run --example embed-a-review
//! cargo run --example embed-a-review -- commands
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

mod fixed_range;
mod scripted_reviewer;

use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow};
use assize_compiler::{compile, parse_manifest, resolve_binding};
use assize_engine::{Event, EventKind, Registry};
use assize_nodes::{ReviewNodes, RunSetting};
use assize_schemas::{ReviewResult, Vars};

use fixed_range::FixedRange;
use scripted_reviewer::ScriptedReviewer;

const SOURCE: &str = include_str!("../../manifests/embedded/REVIEW.md");

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    // Text to checked manifest. What is wrong with it comes as one report.
    let checked = parse_manifest(SOURCE.as_bytes())
        .map_err(|problems| anyhow!(problems.render("REVIEW.md", SOURCE.as_bytes(), false)))?;
    let manifest = checked.manifest();
    println!("bindings of {}:", manifest.id);
    for binding in manifest.bindings.values() {
        println!("  {:<11} {} lanes", binding.name, binding.checks.len());
    }

    // Binding to graph. The graph is data: it can be shown, compared or sent elsewhere before anything runs.
    let wanted = std::env::args().nth(1).unwrap_or_else(|| "everything".to_owned());
    let binding = resolve_binding(manifest, Some(&wanted))?;
    let graph = compile(manifest, binding, &Vars::new())?;
    println!("\n{}", graph.to_text());

    // Nodes to registry, with what this host brings.
    let root = tempfile::tempdir().context("a temporary folder is needed")?;
    let mut setting = RunSetting::new("review-example", manifest.id.clone());
    setting.environment = std::env::vars_os().collect();
    let nodes = ReviewNodes::new(Arc::new(FixedRange::new(root.path())?), Arc::new(ScriptedReviewer), setting);
    let mut registry = Registry::new();
    nodes.register(&mut registry)?;

    // Graph to run. Events arrive in order while it works.
    let report = graph
        .prepare(&registry)?
        .events(|event: Event| match (&event.step, &event.kind) {
            (_, EventKind::StepProgress(_)) => {}
            (Some(step), _) => println!("{:>3} {} {step}", event.seq, event.name()),
            (None, _) => println!("{:>3} {}", event.seq, event.name()),
        })
        .execute()
        .await;

    let result: ReviewResult = serde_json::from_value(report.outcome?)?;
    for lane in &result.lanes {
        println!("{} is {}", lane.id, lane.status);
        for finding in &lane.findings {
            println!("  {:?}: {}", finding.severity, finding.title);
        }
    }
    println!("verdict: {}", result.verdict);
    Ok(())
}
