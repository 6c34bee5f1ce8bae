//! The kernels on lanes of plain Rust, against the portable code.

use std::vec::Vec;

use super::*;
use crate::Backend;
use crate::arith::tests::{P, Random};
use crate::backend::software::{Trace, trace};
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

#[test]
fn shared_secrets_agree_with_the_portable_code() {
    let mut random = Random(20);
    // Around the eight lanes and the sixteen blocks.
    for n in [1, 2, 7, 8, 9, 16, 17, 127, 128, 129] {
        let (k, u) = (inputs(&mut random, n), inputs(&mut random, n));
        let (mut want, mut got) = (std::vec![[0; 32]; n], std::vec![[0; 32]; n]);
        Backend::Portable64.x25519_batch(&k, &u, &mut want).expect("equal lengths");
        trace(SharedSecrets { scalars: Scalars::Each(&k), points: &u, out: &mut got });
        assert_eq!(got, want);
        Backend::Portable64.x25519_one_scalar_batch(&k[0], &u, &mut want).expect("equal lengths");
        trace(SharedSecrets { scalars: Scalars::One(&k[0]), points: &u, out: &mut got });
        assert_eq!(got, want);
    }
}

#[test]
fn public_keys_agree_with_the_portable_code() {
    let mut random = Random(21);
    for n in [1, 7, 8, 9, 128, 137] {
        let k = inputs(&mut random, n);
        let (mut want, mut got) = (std::vec![[0; 32]; n], std::vec![[0; 32]; n]);
        Backend::Portable64.x25519_base_batch(&k, &mut want).expect("equal lengths");
        trace(PublicKeys { scalars: &k, out: &mut got });
        assert_eq!(got, want);
    }
}

/// The same operations in the same order, whatever the secrets and the points are.
#[test]
fn operations_do_not_depend_on_the_data() {
    let mut random = Random(22);
    for n in [1, 8, 9] {
        let mut seen: Vec<(Trace, Trace)> = Vec::new();
        for _ in 0..6 {
            let (k, u) = (inputs(&mut random, n), inputs(&mut random, n));
            let mut out = std::vec![[0; 32]; n];
            let shared =
                trace(SharedSecrets { scalars: Scalars::Each(&k), points: &u, out: &mut out });
            seen.push((shared, trace(PublicKeys { scalars: &k, out: &mut out })));
        }
        assert!(seen.iter().all(|t| *t == seen[0]));
    }
}

/// What the record would show: a different length is a different trace.
#[test]
fn the_record_tells_traces_apart() {
    let mut out = [[0; 32]; 9];
    let one = trace(PublicKeys { scalars: &[[1; 32]; 8], out: &mut out[..8] });
    let two = trace(PublicKeys { scalars: &[[1; 32]; 9], out: &mut out });
    assert_ne!(one, two);
}
