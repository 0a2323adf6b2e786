//! Criterion's view: the engine, a `JoinSet` and `FuturesUnordered` over graphs of 10 to 100,000 steps.
//!
//! `cargo bench -p assize-benches --bench engine`; words after `--` keep to the benches whose names hold them.

use std::{hint::black_box, time::Duration};

use assize_benches::{Shape, Sink, Work, engine, futures_unordered, join_set, registry, runtime};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn shapes(criterion: &mut Criterion) {
    let Ok(runtime) = runtime() else { return };
    let registry = registry();
    for shape in [Shape::FanOut, Shape::Chain, Shape::Random, Shape::Branches] {
        let mut group = criterion.benchmark_group(format!("engine/{}", shape.name()));
        group.sample_size(15).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(2));
        for steps in [10, 1_000, 100_000] {
            let work = Work::new(shape, steps);
            group.throughput(Throughput::Elements(steps as u64));
            group.bench_function(BenchmarkId::new("engine", steps), |bencher| {
                bencher.iter(|| black_box(runtime.block_on(engine(&work, &registry, Sink::Counter))));
            });
            group.bench_function(BenchmarkId::new("JoinSet", steps), |bencher| {
                bencher.iter(|| black_box(runtime.block_on(join_set(&work))));
            });
            group.bench_function(BenchmarkId::new("FuturesUnordered", steps), |bencher| {
                bencher.iter(|| black_box(runtime.block_on(futures_unordered(&work))));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, shapes);
criterion_main!(benches);
