//! Multiples of the base point: odd signed digits of radix 16 and a table of every second position.

use super::base_table::{ENTRIES, Entry, POSITIONS, START, TABLE};
use super::edwards::{Niels, Point};
use super::ladder::Fraction;
use crate::arith::{Field, Loose};
use crate::ct::Mask;
use crate::scalar::{self, Digit};
use crate::words::Words;

/// `k B`, for any 256-bit `k`. Constant time.
#[inline(always)]
pub(crate) fn mul_base<F: Field>(k: &Words) -> Point<F> {
    // k B = (S + 2^256 - 1) H with S = 16 * (the digits of odd index) + (those of even index).
    let mut p = Point::affine(&F::from_words(&START[0]), &F::from_words(&START[1]));
    for first in [1, 0] {
        for (i, entries) in TABLE.0.iter().enumerate() {
            p = p.add_niels(&look_up(entries, scalar::digit(k, 2 * i + first)));
        }
        for _ in 0..4 * first {
            p = p.double();
        }
    }
    p
}

/// The digit's multiple. Reads every entry.
#[inline(always)]
fn look_up<F: Field>(entries: &[Entry; ENTRIES], digit: Digit) -> Niels<F> {
    let mut words: Entry = [[0; 4]; 3];
    for (j, entry) in (0u64..).zip(entries) {
        let found = Mask::equal(digit.index, j);
        for (w, e) in words.as_flattened_mut().iter_mut().zip(entry.as_flattened()) {
            *w |= found.keep(*e);
        }
    }
    let [y_plus_x, y_minus_x, t2d] = words.map(|w| F::from_words(&w));
    Niels { y_plus_x, y_minus_x, t2d }.negate_if(digit.negative)
}

impl<F: Field> Point<F> {
    /// The Montgomery u = (1 + y) / (1 - y) of RFC 7748, section 4.1, as a fraction; z = 0 for the identity.
    #[inline(always)]
    pub(crate) fn to_montgomery(self) -> Fraction<F> {
        Fraction { x: self.z.add(&self.y).carry(), z: self.z.sub(&self.y).carry() }
    }
}
