//! The Montgomery ladder of RFC 7748, section 5, on u-coordinates alone.

use crate::arith::{Field, Loose};
use crate::ct::Mask;
use crate::scalar::{self, Clamped};
use crate::words::Words;

/// `(A - 2) / 4` is 121665 for `A = 486662`; the doubling here takes `(A + 2) / 4`.
const A24: u32 = (486_662 + 2) / 4;

/// A point's u-coordinate as the fraction `x / z`. Infinity, and what comes of a point of small order, has `z = 0`.
#[derive(Clone, Copy)]
pub(crate) struct Fraction<F> {
    pub(crate) x: F,
    pub(crate) z: F,
}

/// Two neighbouring multiples of the point, `m P` and `(m + 1) P`: the one that the last step doubled to, and the sum.
#[derive(Clone, Copy)]
struct Rung<F> {
    double: Fraction<F>,
    sum: Fraction<F>,
}

impl<F: Field> Fraction<F> {
    const INFINITY: Self = Self { x: F::ONE, z: F::ZERO };

    #[inline(always)]
    pub(crate) fn affine(u: &F) -> Self {
        Self { x: *u, z: F::ONE }
    }

    #[inline(always)]
    fn select(&self, o: &Self, mask: Mask) -> Self {
        Self { x: self.x.select(&o.x, mask), z: self.z.select(&o.z, mask) }
    }

    /// Twice the point.
    #[inline(always)]
    pub(crate) fn double(&self) -> Self {
        double(&self.x.add(&self.z).square(), &self.x.sub(&self.z).square())
    }

    /// `x / z`, and 0 for infinity.
    #[inline(always)]
    pub(crate) fn to_affine(self) -> F {
        self.x.mul(&self.z.invert())
    }
}

/// Twice the point, from `(x + z)^2` and `(x - z)^2`.
#[inline(always)]
fn double<F: Field>(aa: &F, bb: &F) -> Fraction<F> {
    let e = aa.sub(bb);
    Fraction { x: aa.mul(bb), z: bb.add_small(A24, &e).loose().mul(&e) }
}

impl<F: Field> Rung<F> {
    /// Twice `double` (or twice `sum`, if `other` is set), and the sum of the two. In: `u` is their difference.
    ///
    /// Selecting what is doubled takes the place of RFC 7748's swaps of all four elements. The order of the lines lets
    /// independent products stand next to each other, since a CPU's window holds about three.
    #[inline(always)]
    fn step(&self, u: &F, other: Mask) -> Self {
        let a = self.double.x.add(&self.double.z);
        let b = self.double.x.sub(&self.double.z);
        let c = self.sum.x.add(&self.sum.z);
        let d = self.sum.x.sub(&self.sum.z);
        let da = d.mul(&a);
        let cb = c.mul(&b);
        let aa = a.select(&c, other).square();
        let s = da.sub(&cb).square();
        let bb = b.select(&d, other).square();
        let x = da.add(&cb).square();
        let e = aa.sub(&bb);
        let z = s.mul(u);
        let f = bb.add_small(A24, &e);
        Self { double: Fraction { x: aa.mul(&bb), z: f.loose().mul(&e) }, sum: Fraction { x, z } }
    }
}

/// The multiple `m P` after the bits of `k` from `bits.end - 1` down to `bits.start`. `last` is the bit before them.
///
/// A bit of 0 doubles `m P`, a bit of 1 doubles `(m + 1) P`; so `double` is `m P` after a 0 and `(m + 1) P` after a 1, and
/// a step takes the other one where its bit differs from the last.
#[inline(always)]
fn climb<F: Field>(
    k: &Words,
    bits: core::ops::Range<usize>,
    u: &F,
    mut rung: Rung<F>,
    mut last: u64,
) -> Fraction<F> {
    for i in bits.rev() {
        let bit = scalar::bit(k, i);
        rung = rung.step(u, Mask::from_bit(bit ^ last));
        last = bit;
    }
    rung.double.select(&rung.sum, Mask::from_bit(last))
}

/// `k` times the point with coordinate `u`. Constant time.
#[inline(always)]
pub(crate) fn clamped<F: Field>(k: &Clamped, u: &F) -> Fraction<F> {
    // Bit 254 is set: the ladder starts with 2 P and P. Bits 2 to 0 are clear: three doublings.
    let one = Fraction::affine(u);
    let start = Rung { double: one.double(), sum: one };
    (0..3).fold(climb(k.words(), 3..254, u, start, 1), |p, _| p.double())
}

/// `k` times the point with coordinate `u`, for any 256-bit `k`. Constant time.
#[inline(always)]
pub(crate) fn unclamped<F: Field>(k: &Words, u: &F) -> Fraction<F> {
    let start = Rung { double: Fraction::INFINITY, sum: Fraction::affine(u) };
    climb(k, 0..256, u, start, 0)
}
