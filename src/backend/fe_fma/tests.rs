//! Interval lanes run the shipped code: the bounds hold for all inputs and all rounding modes, and each proof has a twin that
//! must fail.

use super::*;
use crate::arith::{Minuend as _, Product as _};
use crate::backend::interval_fma::{Double, Whole};

fn fe(more: u64) -> Fe<Whole> {
    Fe([Double::within(LIMB + more); 5])
}

fn product(more: u64) -> Product<Whole> {
    Product([Whole::near(PRODUCT, COLUMN + more); 5])
}

fn minuend(more: u64) -> Minuend<Whole> {
    Minuend([Whole::near(MINUEND, COLUMN + more); 5])
}

#[test]
fn products_keep_their_bounds() {
    let _ = (Field::mul(&fe(0), &fe(0)), fe(0).mul_minuend(&fe(0)));
    let _ = (Field::square(&fe(0)), fe(0).square_minuend());
    let _ = fe(0).mul_constant(&fe(0).constant());
    // A table entry as it is looked up: limbs below 2^51.
    let entry = Fe([Double::within((1 << 51) - 1); 5]);
    let _ = (Field::mul(&fe(0), &entry), fe(0).mul_minuend(&entry.negate_if(())));
    let _ = (entry.product(), entry.minuend());
}

#[test]
#[should_panic(expected = "2^102 or more")]
fn a_square_of_wider_limbs_is_refused() {
    let _ = Field::square(&fe(HALF));
}

#[test]
#[should_panic(expected = "2^102 or more")]
fn a_product_of_wider_limbs_is_refused() {
    let wide = Fe::<Whole>([Double::within(1 << 52); 5]);
    let _ = Field::mul(&wide, &fe(0));
}

#[test]
#[should_panic(expected = "of the offset")]
fn a_product_of_two_sums_is_out_of_bounds() {
    let sum = Fe::<Whole>([Double::within((1 << 51) - 1); 5]);
    let five = [sum.0[0]; 5];
    let columns = mul::<Whole>(&five, &five, starts((), PRODUCT, &MUL));
    let _ = columns.map(|c| c.around(PRODUCT, COLUMN / 2));
}

#[test]
fn sums_keep_their_bounds() {
    let (a, b) = (minuend(0), product(0));
    let _ = (a.add(&b), a.sub(&b), a.twice_add(&b), a.twice_sub(&b), a.fe(), b.fe());
    let _ = b.add_small((1 << 17) - 1, &fe(0));
    let _ = (fe(0).product(), fe(0).minuend());
}

/// 2^60 - 2^58 more in a column leave the difference without room.
#[test]
#[should_panic(expected = "one window")]
fn a_larger_subtrahend_wraps() {
    let _ = minuend(0).sub(&product((1 << 60) - COLUMN));
}

#[test]
#[should_panic(expected = "is larger than")]
fn a_carry_of_larger_columns_is_too_wide() {
    let _ = carry([Whole::near(1 << 62, (1 << 62) - 1); 5], (1 << 62) + HALF);
}

#[test]
fn bytes_and_inverses_keep_their_bounds() {
    let frozen = fe(0).freeze();
    let _ = (Fe::from_limbs(frozen), frozen.are_zero(), fe(0).is_zero());
    let (four, turned) = fe(0).fold_lanes::<2>();
    let _ = Field::mul(&four, &turned);
}

#[test]
#[should_panic(expected = "one window")]
fn freezing_wider_limbs_goes_below_zero() {
    let _ = Fe::<Whole>([Double::within((1 << 51) - 1); 5]).freeze();
    let _ = carry([Whole::near(0, 1); 5], HALF);
}
