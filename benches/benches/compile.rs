//! Criterion's view of compiling: parse, check and lower, beside an untyped parse of the same text.
//!
//! `cargo bench -p assize-benches --bench compile`

mod compile_work;

use std::{hint::black_box, time::Duration};

use compile_work::{Style, compiled, source, untyped};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn compile(criterion: &mut Criterion) {
    for style in Style::ALL {
        let mut group = criterion.benchmark_group(format!("compile/{}", style.name()));
        group.sample_size(15).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(2));
        for checks in [10, 1_000, 10_000] {
            let source = source(style, checks);
            group.throughput(Throughput::Elements(checks as u64));
            group.bench_function(BenchmarkId::new("compile", checks), |bencher| {
                bencher.iter(|| black_box(compiled(&source)));
            });
            group.bench_function(BenchmarkId::new("untyped parse", checks), |bencher| {
                bencher.iter(|| black_box(untyped(&source)));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, compile);
criterion_main!(benches);
