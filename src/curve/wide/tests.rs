//! The kernels on lanes of plain Rust, against the portable code.

use std::vec::Vec;

use super::*;
use crate::Backend;
use crate::arith::tests::{P, Random};
use crate::backend::software::{Software, Trace, trace};
use crate::backend::{fe_fma, fe52};
use crate::words;

/// Random ones, with the odd ones in their midst: zero, small order, p and its neighbours, all ones.
fn inputs(random: &mut Random, n: usize) -> Vec<[u8; 32]> {
    let odd = [[0; 4], [1, 0, 0, 0], P, [P[0] - 1, P[1], P[2], P[3]], [P[0] + 1, P[1], P[2], P[3]]];
    (0..n)
        .map(|_| match random.word() % 9 {
            i @ 0..5 => words::to_bytes(&odd[usize::try_from(i).expect("small")]),
            5 => [0xff; 32],
            _ => words::to_bytes(&random.words()),
        })
        .collect()
}

fn shared_secrets<F: Wide<Proof = ()>>() {
    let mut random = Random(20);
    // Around the eight lanes.
    for n in [1, 2, 7, 8, 9, 16, 17] {
        let (k, u) = (inputs(&mut random, n), inputs(&mut random, n));
        let (mut want, mut got) = (std::vec![[0; 32]; n], std::vec![[0; 32]; n]);
        Backend::Portable64.x25519_batch(&k, &u, &mut want).expect("equal lengths");
        trace::<F>(SharedSecrets { scalars: Scalars::Each(&k), points: &u, out: &mut got });
        assert_eq!(got, want);
        Backend::Portable64.x25519_one_scalar_batch(&k[0], &u, &mut want).expect("equal lengths");
        trace::<F>(SharedSecrets { scalars: Scalars::One(&k[0]), points: &u, out: &mut got });
        assert_eq!(got, want);
    }
}

fn public_keys<F: Wide<Proof = ()>>() {
    let mut random = Random(21);
    // Around the eight lanes and the sixteen blocks.
    for n in [1, 7, 8, 9, 127, 128, 129] {
        let k = inputs(&mut random, n);
        let (mut want, mut got) = (std::vec![[0; 32]; n], std::vec![[0; 32]; n]);
        Backend::Portable64.x25519_base_batch(&k, &mut want).expect("equal lengths");
        trace::<F>(PublicKeys { scalars: &k, out: &mut got });
        assert_eq!(got, want);
    }
}

#[test]
fn shared_secrets_agree_with_the_portable_code() {
    shared_secrets::<fe52::Fe<Software>>();
    shared_secrets::<fe_fma::Fe<Software>>();
}

#[test]
fn public_keys_agree_with_the_portable_code() {
    public_keys::<fe52::Fe<Software>>();
    public_keys::<fe_fma::Fe<Software>>();
}

/// The operations of both kernels on `n` random inputs.
fn traces<F: Wide<Proof = ()>>(random: &mut Random, n: usize) -> (Trace, Trace) {
    let (k, u) = (inputs(random, n), inputs(random, n));
    let mut out = std::vec![[0; 32]; n];
    let shared = SharedSecrets { scalars: Scalars::Each(&k), points: &u, out: &mut out };
    let shared = trace::<F>(shared);
    (shared, trace::<F>(PublicKeys { scalars: &k, out: &mut out }))
}

/// The same operations in the same order, whatever the secrets and the points are.
#[test]
fn operations_do_not_depend_on_the_data() {
    let mut random = Random(22);
    for n in [1, 8, 9] {
        let first = traces::<fe52::Fe<Software>>(&mut random, n);
        let first_fma = traces::<fe_fma::Fe<Software>>(&mut random, n);
        for _ in 0..5 {
            assert_eq!(traces::<fe52::Fe<Software>>(&mut random, n), first);
            assert_eq!(traces::<fe_fma::Fe<Software>>(&mut random, n), first_fma);
        }
    }
}

/// What the record would show: a different length is a different trace.
#[test]
fn the_record_tells_traces_apart() {
    let mut random = Random(23);
    let eight = traces::<fe52::Fe<Software>>(&mut random, 8);
    assert_ne!(eight, traces::<fe52::Fe<Software>>(&mut random, 9));
}
