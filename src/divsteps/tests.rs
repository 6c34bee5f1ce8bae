//! Fermat's inverse is the second opinion.

use std::vec::Vec;

use super::*;
use crate::arith::tests::{P as P_WORDS, Random, edge_words, model, model_mul};
use crate::field51::Tight;

/// `x^(p - 2)`: p - 2 = 2^255 - 21 has all bits set but 2 and 4.
fn fermat(x: &Words) -> Words {
    let x = Tight::from_words(x);
    let power = (0..255).rev().fold(Tight::ONE, |r, i| {
        let r = r.square();
        if i == 2 || i == 4 { r } else { r.mul(&x) }
    });
    power.to_words()
}

#[test]
fn agrees_with_fermat() {
    let mut inputs: Vec<Words> = edge_words().into_iter().map(|w| model(&w)).collect();
    for bit in 0..255 {
        let mut power: Words = [0; 4];
        power[bit / 64] = 1 << (bit % 64);
        inputs.push(power);
        inputs.push([power[0].wrapping_sub(1), power[1], power[2], power[3]]);
    }
    let mut random = Random(4);
    inputs.extend((0..4000).map(|_| model(&random.words())));
    for x in &inputs {
        assert_eq!(invert(x), fermat(x), "{x:x?}");
    }
    assert_eq!(invert(&[0; 4]), [0; 4]);
    assert_eq!(model_mul(&invert(&[2, 0, 0, 0]), &[2, 0, 0, 0]), [1, 0, 0, 0]);
}

#[test]
fn constants() {
    assert_eq!(P_INVERSE.wrapping_mul(19u64.wrapping_neg()) & MASK62, 1);
    // 2^62 - 19 in the lowest limb borrows one from limbs of all ones.
    let [l0, l1, l2, l3, l4] = to_signed(&P_WORDS);
    assert_eq!([l1, l2, l3], [MASK62.cast_signed(); 3]);
    assert_eq!(P, [l0 - (1 << 62), 0, 0, 0, l4 + 1]);
}

/// The conditional moves and the masks do the same, for any 20 low bits and any delta that 600 divsteps reach.
#[test]
fn steps_agree() {
    let mut random = Random(5);
    for _ in 0..20_000 {
        let low = |x: u64| (x & ((1 << ROUND) - 1)).cast_signed();
        let f = low(random.word() | 1) - (1 << 41);
        let g = low(random.word()) - (1 << 62);
        let zeta = (random.word() % 1202).cast_signed() - 601;
        assert_eq!(steps(f, g, zeta), steps_by_masks(f, g, zeta));
    }
}

/// A round's matrix, on full numbers: it does 20 divsteps of the definition.
#[test]
fn round_follows_the_definition() {
    let mut random = Random(6);
    for _ in 0..5_000 {
        let (f0, g0) = (random.word() >> 2 | 1, random.word() >> 2);
        let (mut f, mut g) = (i128::from(f0), i128::from(g0));
        let mut delta_times_2 = i64::try_from(random.word() % 41).expect("small") * 2 - 39;
        let mut zeta = -(delta_times_2 + 1) / 2;
        let matrix = round(&mut zeta, f0, g0);
        for _ in 0..20 {
            if delta_times_2 > 0 && g & 1 == 1 {
                (delta_times_2, f, g) = (2 - delta_times_2, g, (g - f) / 2);
            } else {
                (delta_times_2, g) = (delta_times_2 + 2, (g + (g & 1) * f) >> 1);
            }
        }
        assert_eq!(zeta, -(delta_times_2 + 1) / 2);
        let times =
            |[u, v]: [i64; 2]| i128::from(u) * i128::from(f0) + i128::from(v) * i128::from(g0);
        assert_eq!((times(matrix[0]), times(matrix[1])), (f << 20, g << 20));
    }
}
