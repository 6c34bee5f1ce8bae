//! The stated bounds, at their very ends. Sums and products of limbs grow with the limbs, so the ends are the worst case.

use super::*;
use crate::arith::Element;
use crate::arith::tests::{Random, model_mul};

const TIGHT_MAX: Tight = Tight([TIGHT - 1; 5]);
const LOOSE_MAX: Fe = Fe([LOOSE - 1; 5]);

/// Any limbs modulo p, by way of Horner's rule.
fn value(l: &[u64; 5]) -> Words {
    let shift = Tight([0, 1, 0, 0, 0]);
    l.iter()
        .rev()
        .fold(Tight::ZERO, |r, &l| {
            r.mul(&shift).add(&Tight([l & MASK51, l >> 51, 0, 0, 0])).carry()
        })
        .to_words()
}

/// The columns of a product in exact arithmetic: `checked_add` and `checked_mul` stand for "does not overflow".
fn columns(a: &[u64; 5], b: &[u64; 5]) -> [u128; 5] {
    let mut c = [0u128; 5];
    for (i, &a) in a.iter().enumerate() {
        for (j, &b) in b.iter().enumerate() {
            let b = if i + j < 5 { b } else { b.checked_mul(19).expect("19 b fits in a word") };
            c[(i + j) % 5] = c[(i + j) % 5].checked_add(m(a, b)).expect("a column fits");
        }
    }
    c
}

#[test]
fn columns_keep_the_contract_of_reduce() {
    let c = columns(&LOOSE_MAX.0, &LOOSE_MAX.0);
    assert!(c.iter().all(|&c| c < COLUMN) && c[4] < LAST_COLUMN, "{c:x?}");
    // One more bit in the limbs is too much.
    let c = columns(&[2 * LOOSE; 5], &[2 * LOOSE; 5]);
    assert!(c[0] >= COLUMN && c[4] >= LAST_COLUMN);
}

#[test]
fn reduce_keeps_its_contract() {
    let most = [COLUMN - 1, COLUMN - 1, COLUMN - 1, COLUMN - 1, LAST_COLUMN - 1];
    // `reduce` in exact arithmetic.
    let mut c = most;
    for i in 0..4 {
        assert!(c[i] >> 51 <= u128::from(u64::MAX), "up() cuts nothing off");
        c[i + 1] += c[i] >> 51;
    }
    let top = c[4] >> 51;
    let r0 = u128::from(MASK51) + 19 * top;
    assert!(r0 <= u128::from(u64::MAX), "limb 0 fits: {r0:x}");
    assert!(u128::from(MASK51) + (r0 >> 51) < u128::from(TIGHT), "limb 1 is tight");
    // The shipped code at the same place.
    assert!(all_below(&reduce(most).0, TIGHT));
}

#[test]
fn sums_are_loose() {
    let most = |l: [u64; 5]| l.into_iter().max().expect("five limbs");
    assert!(most(TIGHT_MAX.add(&TIGHT_MAX).0) < (1 << 52) + (1 << 14));
    assert!(most(TIGHT_MAX.twice_add(&TIGHT_MAX).0) < 3 * (1 << 51) + (1 << 15));
    assert!(most(TIGHT_MAX.twice_sub(&Tight::ZERO).0) < (1 << 53) + (1 << 52) + (1 << 14));
    assert!(most(TIGHT_MAX.sub(&Tight::ZERO).0) < (1 << 53) + (1 << 51) + (1 << 13));
    // No limb of a difference goes below zero.
    assert!(P4.iter().all(|&p| p >= TIGHT));
    assert!(most(LOOSE_MAX.carry().0) < (1 << 51) + (1 << 8));
    assert!(most(TIGHT_MAX.add_small((1 << 17) - 1, &LOOSE_MAX).0) < TIGHT);
}

#[test]
fn p4_is_four_p() {
    assert_eq!(value(&P4), [0; 4]);
    assert_eq!(P4[1] >> 51, 3);
}

#[test]
fn edge_limbs() {
    let tight = [0, 1, 18, 19, MASK51 - 19, MASK51 - 18, MASK51, 1 << 51, TIGHT - 1];
    let loose = [0, 1, MASK51, 1 << 51, 1 << 53, (1 << 53) + MASK51, LOOSE - 1];
    let mut random = Random(2);
    for _ in 0..2000 {
        let mut pick = |from: &[u64]| {
            [0; 5].map(|_| {
                from[usize::try_from(random.word() % from.len() as u64).expect("an index")]
            })
        };
        let (a, b) = (Fe(pick(&loose)), Fe(pick(&loose)));
        assert_eq!(a.mul(&b).to_words(), model_mul(&value(&a.0), &value(&b.0)));
        assert_eq!(a.square().to_words(), model_mul(&value(&a.0), &value(&a.0)));
        assert_eq!(a.carry().to_words(), value(&a.0));
        let (a, b) = (Tight(pick(&tight)), Tight(pick(&tight)));
        assert_eq!(a.to_words(), value(&a.0));
        let difference = a.sub(&b);
        assert_eq!(difference.carry().add(&b).carry().to_words(), value(&a.0));
        assert_eq!(Element::is_zero(&a).keep(1), u64::from(value(&a.0) == [0; 4]));
    }
}
