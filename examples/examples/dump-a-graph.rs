//! A graph built from code and written in one of the four ways the engine knows; nothing is run.
//!
//! ```sh
//! cargo run -p assize-examples --example dump-a-graph           # a tree
//! cargo run -p assize-examples --example dump-a-graph -- dot | dot -Tsvg > graph.svg
//! cargo run -p assize-examples --example dump-a-graph -- mermaid
//! cargo run -p assize-examples --example dump-a-graph -- json
//! ```
#![expect(clippy::print_stdout, reason = "it is there to be looked at")]

use std::{env, time::Duration};

use anyhow::bail;
use assize_engine::{Branch, GraphBuilder, Step, StepGraph};
use serde_json::json;

fn main() -> anyhow::Result<()> {
    let graph = release()?;
    let format = env::args().nth(1).unwrap_or_else(|| "text".to_owned());
    let dump = match format.as_str() {
        "text" => graph.to_text(),
        "json" => format!("{:#}\n", graph.to_json()),
        "dot" => graph.to_dot(),
        "mermaid" => graph.to_mermaid(),
        other => bail!("`{other}` is not one of text, json, dot, mermaid"),
    };
    print!("{dump}");
    Ok(())
}

/// A release: build, test on three systems, publish to two places, tell people.
fn release() -> anyhow::Result<StepGraph> {
    let test = |system: &str| {
        let unpack = Step::transform(format!("unpack-{system}"), "demo.unpack", json!({}));
        let test = Step::gate(format!("test-{system}"), "demo.test", json!({ "system": system }));
        Branch::new(system, vec![unpack, test.timeout(Duration::from_secs(900))])
    };
    let graph = GraphBuilder::new("release")
        .name("Release of a small tool")
        .timeout(Duration::from_secs(3_600))
        .step(Step::gate("build", "demo.build", json!({ "profile": "release" })))
        .step(Step::transform("notes", "demo.notes", json!({ "since": "last tag" })).after_nothing())
        .step(Step::parallel("tests", ["linux", "macos", "windows"].map(test).into()).after(["build"]))
        .step(
            Step::transform("publish", "demo.publish", json!({ "to": ["registry", "mirror"] }))
                .after(["tests", "notes"]),
        )
        .step(Step::transform("tell", "demo.mail", json!({ "subject": "$steps.notes.title" })))
        .result(json!("$steps.publish"))
        .build()?;
    Ok(graph)
}
