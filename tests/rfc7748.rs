//! The test vectors of RFC 7748, sections 5.2 and 6.1, on every backend.

use crate::common::{Bytes, backends, hex};
use lanes25519::{Backend, PublicKey, StaticSecret, X25519_BASEPOINT_BYTES};

/// Section 5.2: scalar, u-coordinate, and the result.
const SINGLE: [[&str; 3]; 2] = [
    [
        "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
        "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
        "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
    ],
    [
        "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
        "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
        "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
    ],
];

/// Section 5.2: k after 1, 1 000 and 1 000 000 iterations.
const ITERATED: [&str; 3] = [
    "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079",
    "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51",
    "7c3911e0ab2586fd864497297e575e6f3bc601c0883c30df5f4dd2d24f665424",
];

/// Section 6.1.
const ALICE: [&str; 2] = [
    "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
    "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
];
const BOB: [&str; 2] = [
    "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
    "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
];
const SHARED: &str = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742";

/// One operation of a backend: alone, or in the last place of a batch that fills all lanes and one more.
type X25519 = fn(Backend, Bytes, Bytes) -> Bytes;

const WAYS: [(&str, X25519); 2] = [("alone", Backend::x25519), ("in a batch", in_a_batch)];

fn in_a_batch(backend: Backend, k: Bytes, u: Bytes) -> Bytes {
    let n = backend.lanes() + 1;
    let mut out = vec![[0; 32]; n];
    backend.x25519_batch(&vec![k; n], &vec![u; n], &mut out).expect("equal lengths");
    assert!(out.iter().all(|o| *o == out[0]), "{backend}: entries of one batch differ");
    out[n - 1]
}

/// Section 5.2: k and u start as 9; each step's result is the next k, and its k the next u.
fn iterate(x25519: X25519, backend: Backend, n: u32) -> Bytes {
    let (mut k, mut u) = (X25519_BASEPOINT_BYTES, X25519_BASEPOINT_BYTES);
    for _ in 0..n {
        (k, u) = (x25519(backend, k, u), k);
    }
    k
}

#[test]
fn section_5_2_single() {
    for backend in backends() {
        for (way, x25519) in WAYS {
            for [k, u, want] in SINGLE {
                assert_eq!(x25519(backend, hex(k), hex(u)), hex(want), "{backend}, {way}");
            }
        }
    }
    for [k, u, want] in SINGLE {
        assert_eq!(lanes25519::x25519(hex(k), hex(u)), hex(want));
    }
}

#[test]
fn section_5_2_iterated() {
    for backend in backends() {
        for (way, x25519) in WAYS {
            for (n, want) in [(1, ITERATED[0]), (1_000, ITERATED[1])] {
                assert_eq!(iterate(x25519, backend, n), hex(want), "{backend}, {way}, {n} times");
            }
        }
    }
}

#[test]
#[ignore = "minutes: CI runs it in release"]
fn section_5_2_iterated_a_million_times() {
    for backend in backends() {
        let start = std::time::Instant::now();
        assert_eq!(iterate(Backend::x25519, backend, 1_000_000), hex(ITERATED[2]), "{backend}");
        println!("{backend}: {:.1} s", start.elapsed().as_secs_f64());
    }
}

#[test]
fn section_6_1() {
    let ([a, a_public], [b, b_public], shared) = (ALICE.map(hex), BOB.map(hex), hex(SHARED));
    for backend in backends() {
        for (secret, public) in [(a, a_public), (b, b_public)] {
            assert_eq!(backend.x25519_base(secret), public, "{backend}");
            let mut out = [[0; 32]; 3];
            backend.x25519_base_batch(&[secret; 3], &mut out).expect("equal lengths");
            assert_eq!(out, [public; 3], "{backend}");
        }
        for (way, x25519) in WAYS {
            assert_eq!(x25519(backend, a, b_public), shared, "{backend}, {way}");
            assert_eq!(x25519(backend, b, a_public), shared, "{backend}, {way}");
        }
    }
    let (alice, bob) = (StaticSecret::from(a), StaticSecret::from(b));
    assert_eq!(PublicKey::from(&alice).to_bytes(), a_public);
    assert_eq!(PublicKey::from(&bob).to_bytes(), b_public);
    for (secret, public) in [(alice, b_public), (bob, a_public)] {
        let found =
            secret.diffie_hellman(&PublicKey::from(public)).expect("a point of large order");
        assert_eq!(found.to_bytes(), shared);
    }
}
