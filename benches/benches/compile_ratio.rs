//! What compiling costs beside an untyped parse of the same text: samples interleaved in one process, medians, a
//! table of ratios.
//!
//! `cargo bench -p assize-benches --bench compile_ratio`
#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

mod compile_work;

use std::{hint::black_box, time::Instant};

use compile_work::{Style, compiled, source, untyped};

const SIZES: [usize; 4] = [10, 100, 1_000, 10_000];
const SAMPLES: usize = 21;

fn main() {
    println!("medians of {SAMPLES} interleaved samples, microseconds; `a check` is the compile's share of one check");
    println!("{:<6} {:>7} {:>10} {:>10} {:>8} | {:>6}", "style", "checks", "compile", "untyped", "a check", "ratio");
    for style in Style::ALL {
        for checks in SIZES {
            let source = source(style, checks);
            assert!(compiled(&source).is_some() && untyped(&source).is_some(), "the manifest is right");
            // Small manifests are read several times a sample, so that the clock's grain does not show.
            let rounds = (1_000 / checks).max(1);
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            for sample in 0..SAMPLES + 2 {
                let measured = [measure(rounds, || compiled(&source)), measure(rounds, || untyped(&source))];
                // The first two warm up.
                if sample >= 2 {
                    ours.push(measured[0]);
                    theirs.push(measured[1]);
                }
            }
            let (ours, theirs) = (median(ours), median(theirs));
            println!(
                "{:<6} {checks:>7} {ours:>10.0} {theirs:>10.0} {:>8.2} | {:>6.2}",
                style.name(),
                ours / checks as f64,
                ours / theirs
            );
        }
    }
}

/// Microseconds a round.
fn measure<T>(rounds: usize, work: impl Fn() -> T) -> f64 {
    let begin = Instant::now();
    for _ in 0..rounds {
        black_box(work());
    }
    begin.elapsed().as_secs_f64() * 1e6 / rounds as f64
}

fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).copied().unwrap_or(f64::NAN)
}
