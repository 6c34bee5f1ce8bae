//! Batches of several lengths, on every backend; the time is that of the whole batch.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lanes25519::Backend;

const LENGTHS: [usize; 5] = [1, 4, 8, 16, 64];

fn keys(n: usize) -> Vec<[u8; 32]> {
    (0u8..=255).cycle().take(n).map(|i| [i.wrapping_mul(29) ^ 0x5a; 32]).collect()
}

fn shared_secrets(c: &mut Criterion) {
    let mut group = c.benchmark_group("batch of shared secrets");
    for n in LENGTHS {
        let (scalars, points, mut out) = (keys(n), keys(n), vec![[0; 32]; n]);
        group.throughput(Throughput::Elements(n as u64));
        for backend in Backend::available() {
            group.bench_function(BenchmarkId::new(backend.name(), n), |b| {
                b.iter(|| backend.x25519_batch(black_box(&scalars), &points, &mut out));
            });
        }
    }
    group.finish();
}

fn public_keys(c: &mut Criterion) {
    let mut group = c.benchmark_group("batch of public keys");
    for n in LENGTHS {
        let (scalars, mut out) = (keys(n), vec![[0; 32]; n]);
        group.throughput(Throughput::Elements(n as u64));
        for backend in Backend::available() {
            group.bench_function(BenchmarkId::new(backend.name(), n), |b| {
                b.iter(|| backend.x25519_base_batch(black_box(&scalars), &mut out));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, shared_secrets, public_keys);
criterion_main!(benches);
