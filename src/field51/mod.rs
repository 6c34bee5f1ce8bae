//! Five limbs of radix 2^51, products in `u128`.
//!
//! The value of limbs `l` is `l0 + l1 2^51 + l2 2^102 + l3 2^153 + l4 2^204`. A product column of weight `2^255` comes
//! back with weight 19. All operations are `const`, so that tables are computed by the same code at compile time.
//! Bounds: [docs/bounds.md].

#[cfg(test)]
mod tests;

use crate::arith::single_field;
use crate::ct::Mask;
use crate::words::Words;

const MASK51: u64 = (1 << 51) - 1;
/// `4 p`, limb by limb: what a difference starts from.
const P4: [u64; 5] = [4 * (MASK51 - 18), 4 * MASK51, 4 * MASK51, 4 * MASK51, 4 * MASK51];
/// Exclusive bound of an [`Tight`]'s limbs.
const TIGHT: u64 = (1 << 51) + (1 << 13);
/// Exclusive bound of a [`Fe`]'s limbs.
const LOOSE: u64 = 1 << 54;
/// Exclusive bounds of the columns that [`reduce`] takes.
const COLUMN: u128 = (1 << 115) - (1 << 64);
const LAST_COLUMN: u128 = 3 << 109;

/// A reduced element, which may enter a sum. Limbs < 2^51 + 2^13.
#[derive(Clone, Copy)]
pub(crate) struct Tight([u64; 5]);

/// An element or a sum of two, which may enter a multiplication. Limbs < 2^54.
#[derive(Clone, Copy)]
pub(crate) struct Fe([u64; 5]);

#[inline(always)]
const fn m(x: u64, y: u64) -> u128 {
    x as u128 * y as u128
}

/// `c / 2^51`. In: `c < 2^115`.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "words of the sum")]
const fn up(c: u128) -> u64 {
    ((c >> 64) as u64) << 13 | (c as u64) >> 51
}

/// The low limb of a column.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the low limb")]
const fn low(c: u128) -> u64 {
    c as u64 & MASK51
}

/// Carries five columns into limbs. In: columns < 2^115 - 2^64, the last < 3 * 2^109. Out: limbs < 2^51 + 2^13.
#[inline(always)]
const fn reduce(c: [u128; 5]) -> Tight {
    let [c0, c1, c2, c3, c4] = c;
    debug_assert!(c0 < COLUMN && c1 < COLUMN && c2 < COLUMN && c3 < COLUMN, "columns of reduce");
    debug_assert!(c4 < LAST_COLUMN, "the last column of reduce");
    let c1 = c1 + up(c0) as u128;
    let c2 = c2 + up(c1) as u128;
    let c3 = c3 + up(c2) as u128;
    let c4 = c4 + up(c3) as u128;
    // 19 * 3 * 2^58 + 2^52 < 2^64; what it carries into limb 1 is below 2^13.
    let r0 = low(c0) + 19 * up(c4);
    Tight::new([r0 & MASK51, low(c1) + (r0 >> 51), low(c2), low(c3), low(c4)])
}

const fn all_below(l: &[u64; 5], end: u64) -> bool {
    l[0] < end && l[1] < end && l[2] < end && l[3] < end && l[4] < end
}

impl Tight {
    pub(crate) const ZERO: Self = Self([0; 5]);
    pub(crate) const ONE: Self = Self([1, 0, 0, 0, 0]);

    #[inline(always)]
    const fn new(l: [u64; 5]) -> Self {
        debug_assert!(all_below(&l, TIGHT), "limbs of an element are below 2^51 + 2^13");
        Self(l)
    }

    /// From limbs < 2^51 + 2^13.
    #[inline(always)]
    pub(crate) const fn from_limbs(l: [u64; 5]) -> Self {
        Self::new(l)
    }

    /// Limbs < 2^51 + 2^13.
    #[inline(always)]
    pub(crate) const fn limbs(&self) -> [u64; 5] {
        self.0
    }

    /// The value of the low 255 bits. Out: limbs < 2^51.
    #[inline(always)]
    pub(crate) const fn from_words(w: &Words) -> Self {
        let [w0, w1, w2, w3] = *w;
        Self::new([
            w0 & MASK51,
            (w0 >> 51 | w1 << 13) & MASK51,
            (w1 >> 38 | w2 << 26) & MASK51,
            (w2 >> 25 | w3 << 39) & MASK51,
            (w3 >> 12) & MASK51,
        ])
    }

    /// The value in `[0, p)`.
    #[inline(always)]
    pub(crate) const fn to_words(self) -> Words {
        let [l0, l1, l2, l3, l4] = self.0;
        // The value is below 2 p, since limb 4 is below 2^51 + 2^13 and the rest weighs little. `q` is 1 from p on:
        // then adding 19 carries out of bit 255.
        let q = (l0 + 19) >> 51;
        let q = (l1 + q) >> 51;
        let q = (l2 + q) >> 51;
        let q = (l3 + q) >> 51;
        let q = (l4 + q) >> 51;
        let l0 = l0 + 19 * q;
        let l1 = l1 + (l0 >> 51);
        let l2 = l2 + (l1 >> 51);
        let l3 = l3 + (l2 >> 51);
        let l4 = l4 + (l3 >> 51);
        let (l0, l1, l2, l3, l4) =
            (l0 & MASK51, l1 & MASK51, l2 & MASK51, l3 & MASK51, l4 & MASK51);
        [l0 | l1 << 51, l1 >> 13 | l2 << 38, l2 >> 26 | l3 << 25, l3 >> 39 | l4 << 12]
    }

    #[inline(always)]
    pub(crate) const fn fe(&self) -> Fe {
        Fe(self.0)
    }

    /// `self + o`. Out: limbs < 2^52 + 2^14.
    #[inline(always)]
    pub(crate) const fn add(&self, o: &Self) -> Fe {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, o.0);
        Fe::new([a0 + b0, a1 + b1, a2 + b2, a3 + b3, a4 + b4])
    }

    /// `self - o + 4 p`. Out: limbs < 2^53 + 2^51 + 2^13.
    #[inline(always)]
    pub(crate) const fn sub(&self, o: &Self) -> Fe {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, o.0);
        let [p0, p1, p2, p3, p4] = P4;
        Fe::new([a0 + p0 - b0, a1 + p1 - b1, a2 + p2 - b2, a3 + p3 - b3, a4 + p4 - b4])
    }

    /// `2 self + o`. Out: limbs < 3 * 2^51 + 2^15.
    #[inline(always)]
    fn twice_add(&self, o: &Self) -> Fe {
        let (Fe([a0, a1, a2, a3, a4]), [b0, b1, b2, b3, b4]) = (self.add(self), o.0);
        Fe::new([a0 + b0, a1 + b1, a2 + b2, a3 + b3, a4 + b4])
    }

    /// `2 self - o + 4 p`. Out: limbs < 2^53 + 2^52 + 2^14.
    #[inline(always)]
    fn twice_sub(&self, o: &Self) -> Fe {
        let (Fe([a0, a1, a2, a3, a4]), [b0, b1, b2, b3, b4]) = (self.sub(o), self.0);
        Fe::new([a0 + b0, a1 + b1, a2 + b2, a3 + b3, a4 + b4])
    }

    /// `o` if `mask` is set, else `self`.
    #[inline(always)]
    fn select(&self, o: &Self, mask: Mask) -> Self {
        Self(select(&self.0, &o.0, mask))
    }

    /// `self + k o`. In: `k < 2^17`. Out: limbs < 2^51 + 2^13.
    #[inline(always)]
    fn add_small(&self, k: u32, o: &Fe) -> Fe {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, o.0);
        let k = u64::from(k);
        let sum = reduce([
            u128::from(a0) + m(k, b0),
            u128::from(a1) + m(k, b1),
            u128::from(a2) + m(k, b2),
            u128::from(a3) + m(k, b3),
            u128::from(a4) + m(k, b4),
        ]);
        sum.fe()
    }

    /// `self * o`.
    #[inline(always)]
    pub(crate) const fn mul(&self, o: &Self) -> Self {
        self.fe().mul(&o.fe())
    }

    /// `self^2`.
    #[inline(always)]
    pub(crate) const fn square(&self) -> Self {
        self.fe().square()
    }
}

impl Fe {
    #[inline(always)]
    const fn new(l: [u64; 5]) -> Self {
        debug_assert!(all_below(&l, LOOSE), "limbs of a sum are below 2^54");
        Self(l)
    }

    /// `self * o`. In: limbs < 2^54. Out: limbs < 2^51 + 2^13.
    #[inline(always)]
    pub(crate) const fn mul(&self, o: &Self) -> Tight {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, o.0);
        let (d1, d2, d3, d4) = (19 * b1, 19 * b2, 19 * b3, 19 * b4);
        reduce([
            m(a0, b0) + m(a1, d4) + m(a2, d3) + m(a3, d2) + m(a4, d1), // 0
            m(a0, b1) + m(a1, b0) + m(a2, d4) + m(a3, d3) + m(a4, d2), // 51
            m(a0, b2) + m(a1, b1) + m(a2, b0) + m(a3, d4) + m(a4, d3), // 102
            m(a0, b3) + m(a1, b2) + m(a2, b1) + m(a3, b0) + m(a4, d4), // 153
            m(a0, b4) + m(a1, b3) + m(a2, b2) + m(a3, b1) + m(a4, b0), // 204
        ])
    }

    /// `self^2`. In: limbs < 2^54. Out: limbs < 2^51 + 2^13.
    #[inline(always)]
    pub(crate) const fn square(&self) -> Tight {
        let [a0, a1, a2, a3, a4] = self.0;
        let (e0, e1, e2, e3) = (2 * a0, 2 * a1, 2 * a2, 2 * a3);
        let (d3, d4) = (19 * a3, 19 * a4);
        reduce([
            m(a0, a0) + m(e1, d4) + m(e2, d3), // 0
            m(e0, a1) + m(e2, d4) + m(a3, d3), // 51
            m(e0, a2) + m(a1, a1) + m(e3, d4), // 102
            m(e0, a3) + m(e1, a2) + m(a4, d4), // 153
            m(e0, a4) + m(e1, a3) + m(a2, a2), // 204
        ])
    }

    /// `x`.
    #[inline(always)]
    fn small((): (), x: u32) -> Self {
        Self([u64::from(x), 0, 0, 0, 0])
    }

    /// `o` if `mask` is set, else `self`.
    #[inline(always)]
    fn select(&self, o: &Self, mask: Mask) -> Self {
        Self(select(&self.0, &o.0, mask))
    }

    /// `-self` if `mask` is set, else `self`. In: limbs < 2^51.
    #[inline(always)]
    fn negate_if(&self, mask: Mask) -> Self {
        let negative = Tight::ZERO.sub(&Tight::new(self.0));
        self.select(&negative, mask)
    }

    /// The same value. In: limbs < 2^54. Out: limbs < 2^51 + 2^8.
    #[inline(always)]
    pub(crate) const fn carry(&self) -> Tight {
        let [a0, a1, a2, a3, a4] = self.0;
        Tight::new([
            (a0 & MASK51) + 19 * (a4 >> 51),
            (a1 & MASK51) + (a0 >> 51),
            (a2 & MASK51) + (a1 >> 51),
            (a3 & MASK51) + (a2 >> 51),
            (a4 & MASK51) + (a3 >> 51),
        ])
    }
}

#[inline(always)]
fn select(a: &[u64; 5], b: &[u64; 5], mask: Mask) -> [u64; 5] {
    let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (*a, *b);
    [
        mask.select(a0, b0),
        mask.select(a1, b1),
        mask.select(a2, b2),
        mask.select(a3, b3),
        mask.select(a4, b4),
    ]
}

impl zeroize::Zeroize for Tight {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

single_field! { Fe, Tight }
