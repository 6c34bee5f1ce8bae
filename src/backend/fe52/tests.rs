//! Interval lanes run the shipped code: the bounds hold for all inputs, and each proof has a twin that must fail.

use super::*;
use crate::backend::interval::Interval;

/// Any limbs that a type allows, widened by `more`.
fn fe(more: u64) -> Fe<Interval> {
    Fe([Interval::new(0, TIGHT + more); 5])
}

fn loose(more: u64) -> Loose<Interval> {
    Loose([Interval::new(0, LOOSE + more); 5])
}

fn biased(less: u64, more: u64) -> Biased<Interval> {
    Biased([Interval::new(LOOSE - less, BIASED + more); 5])
}

/// 2^52 - 1 is the most that a multiplier reads.
const CUT: u64 = (1 << 52) - TIGHT;

#[test]
fn products_keep_their_bounds() {
    let _ = fe(0).mul(&fe(0));
    let _ = fe(0).mul_minuend(&fe(0));
    let _ = Field::square(&fe(0));
    let _ = fe(0).square_minuend();
    let _ = fe(0).mul_constant(&fe(0).constant());
}

#[test]
#[should_panic(expected = "over 52 bits")]
fn a_wider_factor_is_cut() {
    let _ = fe(CUT).mul(&fe(0));
}

#[test]
#[should_panic(expected = "over 52 bits")]
fn a_wider_square_is_cut() {
    let _ = Field::square(&fe(CUT));
}

#[test]
#[should_panic(expected = "over 52 bits")]
fn a_wider_constant_is_cut() {
    let _ = fe(0).mul_constant(&fe(CUT).constant());
}

#[test]
fn sums_keep_their_bounds() {
    let (a, b) = (biased(0, 0), loose(0));
    let _ = (a.add(&b), a.sub(&b), a.twice_add(&b), a.twice_sub(&b), a.fe(), b.fe());
    let _ = b.add_small((1 << 17) - 1, &fe(0));
    let _ = (fe(0).product(), fe(0).minuend());
}

#[test]
#[should_panic(expected = "sub wraps")]
fn a_smaller_minuend_wraps() {
    let _ = biased(1, 0).sub(&loose(0));
}

#[test]
#[should_panic(expected = "sub wraps")]
fn a_larger_subtrahend_wraps() {
    let _ = biased(0, 0).sub(&loose(1));
}

/// Of a carry: 2^51 + 2^15 does not hold for any 64 bits.
#[test]
#[should_panic(expected = "is outside")]
fn a_carry_of_anything_is_too_wide() {
    let _ = carry([Interval::new(0, u64::MAX); 5]);
}

#[test]
fn negatives_and_inverses_keep_their_bounds() {
    let canonical =
        Fe([0, 1, 2, 3, 4].map(|i| Interval::new(0, if i == 0 { MASK51 - 18 } else { MASK51 })));
    let n = canonical.negate_if(());
    let _ = n.mul(&fe(0));
    let _ = fe(0).freeze();
    fe(0).is_zero();
    let (four, turned) = fe(0).fold_lanes::<4>();
    let _ = (four.mul(&turned), fe(0).select(&n, ()));
}

#[test]
#[should_panic(expected = "sub wraps")]
fn a_negative_of_any_element_wraps() {
    let _ = fe(0).negate_if(());
}
