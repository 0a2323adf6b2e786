//! What the engine costs beside plain tokio tasks: samples interleaved in one process, medians, a table of ratios.
//!
//! `cargo bench -p assize-benches --bench engine_ratio`; arguments keep to one size and one shape (`-- 1000 branches`).
#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

use std::{future::Future, hint::black_box, time::Instant};

use assize_benches::{Shape, Sink, Work, engine, futures_unordered, handles, join_set, registry, runtime};
use tokio::runtime::Runtime;

const SIZES: [usize; 5] = [10, 100, 1_000, 10_000, 100_000];
const SAMPLES: usize = 21;

fn main() -> std::io::Result<()> {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let only: Option<usize> = named.iter().find_map(|argument| argument.parse().ok());
    let runtime = runtime()?;
    let registry = registry();
    println!("medians of {SAMPLES} interleaved samples, nanoseconds a step; ratios are to the JoinSet");
    println!(
        "{:<9} {:>7} {:>9} {:>9} {:>10} {:>9} {:>9} | {:>7} {:>8} {:>9}",
        "shape", "steps", "engine", "channel", "unordered", "JoinSet", "handles", "ratio", "channel", "(handles)"
    );
    let shapes = [Shape::FanOut, Shape::Chain, Shape::Random, Shape::Branches];
    let any = !shapes.iter().any(|shape| named.iter().any(|name| name == shape.name()));
    for shape in shapes.into_iter().filter(|shape| any || named.iter().any(|name| name == shape.name())) {
        for steps in SIZES.into_iter().filter(|steps| only.is_none_or(|only| only == *steps)) {
            let work = Work::new(shape, steps);
            // Small graphs are run several times a sample, so that the clock's grain does not show.
            let rounds = (2_000 / steps).max(1);
            let mut times: [Vec<f64>; 5] = Default::default();
            for sample in 0..SAMPLES + 2 {
                let measured = [
                    measure(&runtime, rounds, || engine(&work, &registry, Sink::Counter)),
                    measure(&runtime, rounds, || engine(&work, &registry, Sink::Channel)),
                    measure(&runtime, rounds, || futures_unordered(&work)),
                    measure(&runtime, rounds, || join_set(&work)),
                    measure(&runtime, rounds, || handles(&work)),
                ];
                // The first two warm up.
                if sample >= 2 {
                    for (times, nanos) in times.iter_mut().zip(measured) {
                        times.push(nanos / (rounds * steps) as f64);
                    }
                }
            }
            let [engine, channel, unordered, set, handles] = times.map(median);
            let chain = if shape == Shape::Chain { format!("{:.2}", engine / handles) } else { String::new() };
            println!(
                "{:<9} {steps:>7} {engine:>9.0} {channel:>9.0} {unordered:>10.0} {set:>9.0} {handles:>9.0} | {:>7.2} {:>8.2} {chain:>9}",
                shape.name(),
                engine / set,
                channel / set,
            );
        }
    }
    Ok(())
}

fn measure<F: Future>(runtime: &Runtime, rounds: usize, work: impl Fn() -> F) -> f64 {
    let begin = Instant::now();
    for _ in 0..rounds {
        black_box(runtime.block_on(work()));
    }
    begin.elapsed().as_nanos() as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}
