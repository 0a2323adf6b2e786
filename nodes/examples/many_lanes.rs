//! Runs a shell command as so many lanes at once and says how long that took and how much memory it needed:
//! `cargo run --release -p assize-nodes --example many_lanes -- 100 true`.
//!
//! There is no repository and no engine around it, so this is what the lane runner alone costs.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "an example talks to the person who runs it")]

use std::time::{Duration, Instant};

use assize_nodes::{CommandLine, LineSink, RunProcesses};
use tokio_util::sync::CancellationToken;

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().map_or(20, |text| text.parse().unwrap());
    let text = arguments.next().unwrap_or_else(|| "true".to_owned());
    let begin = Instant::now();
    let id = format!("many-lanes-{}", std::process::id());
    let processes = RunProcesses::new(&id, std::env::vars_os().collect(), Duration::from_secs(5));
    let cwd = std::env::current_dir().unwrap();
    let lanes: Vec<_> = (0..count)
        .map(|_| {
            let (processes, command) = (processes.clone(), CommandLine::shell(&text, &cwd));
            tokio::spawn(async move {
                let (cancel, silent) = (CancellationToken::new(), LineSink::silent());
                processes.carry_out(&command, Some(Duration::from_secs(600)), &cancel, &silent).await
            })
        })
        .collect();
    for lane in lanes {
        lane.await.unwrap();
    }
    let lanes_done = begin.elapsed();
    processes.finish().await;
    let peak = std::fs::read_to_string("/proc/self/status").ok();
    let peak = peak.as_deref().and_then(|text| text.lines().find(|line| line.starts_with("VmHWM"))).unwrap_or("");
    println!("{count} lanes in {lanes_done:?}, the whole in {:?} {peak}", begin.elapsed());
}
