//! A node kind of one's own, registered and run, with the run's events printed as they come.
//!
//! It counts down and says so on its way; one of the two countdowns is too slow for its timeout.
//!
//! ```sh
//! cargo run -p assize-examples --example custom-node-kind
//! ```
#![expect(clippy::print_stdout, reason = "it is there to be looked at")]

use std::time::Duration;

use assize_engine::{
    Branch, ConfigError, Event, EventKind, GraphBuilder, Node, NodeKind, Registry, RunReport, Step, StepContext,
    StepError, async_trait,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// The one type: what is configured is what runs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Countdown {
    from: u32,
    pause_ms: u64,
}

#[async_trait]
impl Node for Countdown {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        for left in (1..=self.from).rev() {
            context.progress(json!({ "left": left }));
            // The step may be stopped at every `await`; there is nothing to clean up here.
            tokio::time::sleep(Duration::from_millis(self.pause_ms)).await;
        }
        Ok(json!({ "counted": self.from }))
    }
}

struct CountdownKind;

impl NodeKind for CountdownKind {
    fn name(&self) -> &str {
        "demo.countdown"
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        let countdown = Countdown::deserialize(config)?;
        if countdown.from == 0 {
            return Err(ConfigError::new("there is nothing to count").at("from"));
        }
        Ok(Box::new(countdown))
    }
}

fn main() -> anyhow::Result<()> {
    let mut registry = Registry::new();
    registry.register(CountdownKind)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;

    println!("-- two countdowns side by side");
    println!("{}", told(&runtime.block_on(countdowns(&registry, 1)?)));
    println!("-- the same, one of them too slow");
    println!("{}", told(&runtime.block_on(countdowns(&registry, 3_600_000)?)));
    println!("-- a configuration that is refused before anything starts");
    let graph = GraphBuilder::new("bad").step(countdown("never", 0, 1)).build()?;
    if let Err(error) = graph.prepare(&registry) {
        println!("{error}");
    }
    Ok(())
}

fn countdown(id: &'static str, from: u32, pause_ms: u64) -> Step {
    Step::transform(id, "demo.countdown", json!({ "from": from, "pause_ms": pause_ms }))
}

fn countdowns(registry: &Registry, pause_ms: u64) -> anyhow::Result<impl Future<Output = RunReport>> {
    let graph = GraphBuilder::new("countdowns")
        .step(Step::parallel(
            "both",
            vec![
                Branch::new("short", vec![countdown("three", 3, 0)]),
                Branch::new("slow", vec![countdown("two", 2, pause_ms).timeout(Duration::from_secs(1))]),
            ],
        ))
        .result(json!({ "short": "$steps.three.counted", "slow": "$steps.two.counted" }))
        .build()?;
    Ok(graph.prepare(registry)?.events(print).execute())
}

fn print(event: Event) {
    let step = event.step.as_deref().unwrap_or("");
    match event.kind {
        EventKind::StepProgress(value) => println!("{:>3} step.progress {step} {value}", event.seq),
        kind => println!("{:>3} {} {step}", event.seq, kind.name()),
    }
}

fn told(report: &RunReport) -> String {
    match &report.outcome {
        Ok(output) => format!("=> {output}"),
        Err(error) => format!("=> {error}"),
    }
}
