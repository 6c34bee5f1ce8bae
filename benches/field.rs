//! Field and point operations of the public arithmetic. Each waits for the one before: latencies, not throughputs.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use lanes25519::curve::EdwardsPoint;
use lanes25519::field::FieldElement;

fn field(c: &mut Criterion) {
    let mut group = c.benchmark_group("field");
    let y = FieldElement::from_bytes(&[0x5a; 32]);
    let mut x = FieldElement::from_bytes(&[0x33; 32]);
    group.bench_function("mul", |b| b.iter(|| x *= black_box(y)));
    group.bench_function("square", |b| b.iter(|| x = x.square()));
    group.bench_function("add", |b| b.iter(|| x += black_box(y)));
    group.bench_function("invert", |b| b.iter(|| x = x.invert()));
    group.bench_function("sqrt_ratio", |b| b.iter(|| x = FieldElement::sqrt_ratio(&x, &y).1));
    group.finish();
}

fn curve(c: &mut Criterion) {
    let mut group = c.benchmark_group("curve");
    let mut p = EdwardsPoint::mul_base(&[0x33; 32]);
    group.bench_function("add", |b| b.iter(|| p += black_box(EdwardsPoint::BASEPOINT)));
    group.bench_function("double", |b| b.iter(|| p = p.double()));
    group.bench_function("mul_base", |b| b.iter(|| EdwardsPoint::mul_base(black_box(&[0x5a; 32]))));
    group.bench_function("compress", |b| b.iter(|| black_box(p).compress()));
    group.finish();
}

criterion_group!(benches, field, curve);
criterion_main!(benches);
