//! Multiples of the base point: odd signed digits of radix 16 and a table of every second position.

use super::base_table::{ENTRIES, Entry, START, TABLE};
use super::edwards::{Niels, Point};
use super::ladder::Fraction;
use crate::arith::{Element, Field, Minuend};
use crate::ct::Mask;
use crate::scalar::{Digit, Scalar};

/// `k B`, for any 256-bit `k`. Constant time.
#[inline(always)]
pub(crate) fn mul_base<E: Element>(k: &Scalar) -> Point<E::Fe> {
    // k B = (S + 2^256 - 1) H with S = 16 * (the digits of odd index) + (those of even index).
    let mut p = Point::affine(&E::from_words(&START[0]), &E::from_words(&START[1]));
    for first in [1, 0] {
        for (i, entries) in TABLE.0.iter().enumerate() {
            p = p.add_niels(&look_up::<E>(entries, k.digit(2 * i + first)));
        }
        for _ in 0..4 * first {
            p = p.double();
        }
    }
    p
}

/// The digit's multiple. Reads every entry.
#[inline(always)]
fn look_up<E: Element>(entries: &[Entry; ENTRIES], digit: Digit) -> Niels<E::Fe> {
    let mut words: Entry = [[0; 4]; 3];
    for (j, entry) in (0u64..).zip(entries) {
        let found = Mask::equal(digit.index, j);
        for (w, e) in words.as_flattened_mut().iter_mut().zip(entry.as_flattened()) {
            *w |= found.keep(*e);
        }
    }
    let [y_plus_x, y_minus_x, t2d] = words.map(|w| E::from_words(&w).fe());
    Niels { y_plus_x, y_minus_x, t2d }.negate_if(digit.negative)
}

impl<F: Field> Point<F> {
    /// The Montgomery u = (1 + y) / (1 - y) of RFC 7748, section 4.1, as a fraction; z = 0 for the identity.
    #[inline(always)]
    pub(crate) fn to_montgomery(self) -> Fraction<F> {
        let y = self.y.fe().product();
        Fraction { x: self.z.add(&y).minuend(), z: self.z.sub(&y).product() }
    }
}
