//! Square roots of fractions.

use crate::arith::{Element, Field};
use crate::ct::Mask;
use crate::words::Words;

/// 2^((p - 1) / 4), the square root of -1 that is even.
pub(crate) const SQRT_MINUS_ONE: Words =
    [0xc4ee_1b27_4a0e_a0b0, 0x2f43_1806_ad2f_e478, 0x2b4d_0099_3dfb_d7a7, 0x2b83_2480_4fc1_df0b];

/// The even square root of `u / v` and a set mask; of `i u / v` and a clear one where `u / v` is not a square.
///
/// As RFC 9496, section 4.2: `u = 0` gives 0 and set, else `v = 0` gives 0 and clear. Constant time.
#[inline(always)]
pub(crate) fn sqrt_ratio<E: Element>(u: &E, v: &E) -> (Mask, E) {
    let i = E::from_words(&SQRT_MINUS_ONE);
    let v3 = v.square().mul(v);
    let v7 = v3.square().mul(v);
    // (u v^7)^((p - 5) / 8) u v^3, whose square is u / v times a fourth root of one.
    let r = pow_p58(&u.mul(&v7)).mul(u).mul(&v3);
    let check = v.mul(&r.square());
    let correct = check.equal(u);
    let flipped = check.equal(&u.neg().product());
    let flipped_i = check.equal(&u.mul(&i).neg().product());
    let turned = r.mul(&i);
    let r = r.select(&turned, flipped).select(&turned, flipped_i);
    let odd = Mask::from_bit(r.to_words()[0] & 1);
    // u = 0 is both correct and flipped; nothing but 0 comes of it.
    let square = Mask::from_bit(correct.keep(1) | flipped.keep(1));
    (square, r.select(&r.neg().product(), odd))
}

/// `x^((p - 5) / 8)`, where (p - 5) / 8 = 2^252 - 3.
#[inline(always)]
fn pow_p58<E: Element>(x: &E) -> E {
    let x2 = x.square(); //                                 2
    let x9 = x2.square_n(2).mul(x); //                      9
    let x11 = x9.mul(&x2); //                               11
    let x5_0 = x11.square().mul(&x9); //                    2^5 - 1
    let x10_0 = x5_0.square_n(5).mul(&x5_0); //             2^10 - 1
    let x20_0 = x10_0.square_n(10).mul(&x10_0); //          2^20 - 1
    let x40_0 = x20_0.square_n(20).mul(&x20_0); //          2^40 - 1
    let x50_0 = x40_0.square_n(10).mul(&x10_0); //          2^50 - 1
    let x100_0 = x50_0.square_n(50).mul(&x50_0); //         2^100 - 1
    let x200_0 = x100_0.square_n(100).mul(&x100_0); //      2^200 - 1
    let x250_0 = x200_0.square_n(50).mul(&x50_0); //        2^250 - 1
    x250_0.square_n(2).mul(x) //                            2^252 - 3
}
