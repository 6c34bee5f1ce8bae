//! One exchange and one public key, on every backend, beside x25519-dalek.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use lanes25519::Backend;

const K: [u8; 32] = [0x5a; 32];
const U: [u8; 32] = [0x33; 32];

fn shared_secret(c: &mut Criterion) {
    let mut group = c.benchmark_group("shared secret");
    group.bench_function("x25519-dalek", |b| {
        b.iter(|| x25519_dalek::x25519(black_box(K), black_box(U)));
    });
    for backend in Backend::available() {
        group.bench_function(backend.name(), |b| {
            b.iter(|| backend.x25519(black_box(K), black_box(U)));
        });
    }
    group.finish();
}

fn public_key(c: &mut Criterion) {
    let mut group = c.benchmark_group("public key");
    group.bench_function("x25519-dalek", |b| {
        b.iter(|| {
            let secret = x25519_dalek::StaticSecret::from(black_box(K));
            x25519_dalek::PublicKey::from(&secret)
        });
    });
    for backend in Backend::available() {
        group.bench_function(backend.name(), |b| b.iter(|| backend.x25519_base(black_box(K))));
    }
    group.finish();
}

criterion_group!(benches, shared_secret, public_key);
criterion_main!(benches);
