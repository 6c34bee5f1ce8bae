//! The Montgomery ladder of RFC 7748, section 5, on u-coordinates alone.

use crate::arith::{Field, Minuend, Product};
use crate::ct::Xor;
use crate::scalar::{Bits, Clamped};

/// `(A - 2) / 4` is 121665 for `A = 486662`; the doubling here takes `(A + 2) / 4`.
const A24: u32 = (486_662 + 2) / 4;

/// A point's u-coordinate as the fraction `x / z`. Infinity, and what comes of a point of small order, has `z = 0`.
#[derive(Clone, Copy)]
pub(crate) struct Fraction<F: Field> {
    pub(crate) x: F::Minuend,
    pub(crate) z: F::Product,
}

/// Two neighbouring multiples of the point, `m P` and `(m + 1) P`: the double that the last step came to, and the sum.
#[derive(Clone, Copy)]
struct Rung<F: Field> {
    double: Fraction<F>,
    sum: Ends<F>,
}

/// `x + z` and `x - z` of a fraction, as a doubling takes them.
#[derive(Clone, Copy)]
struct Ends<F> {
    plus: F,
    minus: F,
}

impl<F: Field> Fraction<F> {
    #[inline(always)]
    pub(crate) fn affine(u: &F) -> Self {
        Self { x: u.minuend(), z: F::small(u.proof(), 1).product() }
    }

    #[inline(always)]
    fn ends(&self) -> Ends<F> {
        Ends { plus: self.x.add(&self.z), minus: self.x.sub(&self.z) }
    }

    /// Twice the point.
    #[inline(always)]
    pub(crate) fn double(&self) -> Self {
        self.ends().double()
    }
}

impl<F: Field> Ends<F> {
    #[inline(always)]
    fn select(&self, o: &Self, mask: F::Mask) -> Self {
        Self { plus: self.plus.select(&o.plus, mask), minus: self.minus.select(&o.minus, mask) }
    }

    /// Twice the point.
    #[inline(always)]
    fn double(&self) -> Fraction<F> {
        let aa = self.plus.square_minuend();
        let bb = self.minus.square();
        let e = aa.sub(&bb);
        let f = bb.add_small(A24, &e);
        Fraction { x: aa.fe().mul_minuend(&bb.fe()), z: f.mul(&e) }
    }
}

impl<F: Field> Rung<F> {
    /// Twice `double` (or twice `sum`, if `other` is set), and the sum of the two. In: `u` is their difference.
    ///
    /// Selecting what is doubled takes the place of RFC 7748's swaps of all four elements. The order of the lines lets
    /// independent products stand next to each other, since a CPU's window holds about three.
    #[inline(always)]
    fn step(&self, u: &F::Constant, other: F::Mask) -> Self {
        let ab = self.double.ends();
        let cd = &self.sum;
        let da = cd.minus.mul_minuend(&ab.plus);
        let cb = cd.plus.mul(&ab.minus);
        let doubled = ab.select(cd, other);
        let aa = doubled.plus.square_minuend();
        let s = da.sub(&cb).square();
        let bb = doubled.minus.square();
        let x = da.add(&cb).square_minuend();
        let e = aa.sub(&bb);
        let z = s.fe().mul_constant(u);
        let f = bb.add_small(A24, &e);
        Self {
            double: Fraction { x: aa.fe().mul_minuend(&bb.fe()), z: f.mul(&e) },
            sum: Fraction { x, z }.ends(),
        }
    }
}

/// The multiple `m P` after the bits of `k` from `bits.end - 1` down to `bits.start`. `last` is the bit before them.
///
/// A bit of 0 doubles `m P`, a bit of 1 doubles `(m + 1) P`; so `double` is `m P` after a 0 and `(m + 1) P` after a 1, and
/// a step takes the other one where its bit differs from the last.
#[inline(always)]
fn climb<F: Field<Mask: Xor>>(
    k: &impl Bits<Mask = F::Mask>,
    bits: core::ops::Range<usize>,
    u: &F,
    mut rung: Rung<F>,
    mut last: F::Mask,
) -> Ends<F> {
    let u = u.constant();
    for i in bits.rev() {
        let bit = k.bit(i);
        rung = rung.step(&u, bit.xor(last));
        last = bit;
    }
    rung.double.ends().select(&rung.sum, last)
}

/// `k` times the point with coordinate `u`, for a clamped `k`. Constant time.
#[inline(always)]
pub(crate) fn clamped<F: Field<Mask: Xor>>(k: &impl Clamped<Mask = F::Mask>, u: &F) -> Fraction<F> {
    // Bit 254 is set: the ladder starts with 2 P and P. Bits 2 to 0 are clear: three doublings.
    let one = Fraction::affine(u).ends();
    let start = Rung { double: one.double(), sum: one };
    climb(k, 3..254, u, start, k.bit(254)).double().double().double()
}

/// `k` times the point with coordinate `u`, for any 256-bit `k`. Constant time.
#[inline(always)]
pub(crate) fn unclamped<F: Field<Mask: Xor>>(k: &impl Bits<Mask = F::Mask>, u: &F) -> Fraction<F> {
    let infinity =
        Fraction { x: F::small(u.proof(), 1).minuend(), z: F::small(u.proof(), 0).product() };
    let start = Rung { double: infinity, sum: Fraction::affine(u).ends() };
    // Above bit 255 all bits are clear, as is the difference of a bit from itself.
    let clear = k.bit(255).xor(k.bit(255));
    let end = climb(k, 0..256, u, start, clear);
    // 2 x and 2 z
    let (plus, minus) = (end.plus.minuend(), end.minus.product());
    Fraction { x: plus.add(&minus).minuend(), z: plus.sub(&minus).product() }
}
