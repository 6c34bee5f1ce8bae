//! Four limbs of radix 2^64: any 256-bit number stands for its value modulo 2^255 - 19.
//!
//! A product of 512 bits is folded twice: the upper half by 38 = 2^256, then everything from bit 255 on by
//! 19 = 2^255. Bounds: [docs/bounds.md].

#[cfg(test)]
mod tests;

use crate::arith::single_field;
use crate::ct::Mask;
use crate::words::Words;

/// All bits of the top word but the last.
const TOP: u64 = u64::MAX >> 1;

/// A reduced element, which may enter a sum: < 2^255 + 2^23.
#[derive(Clone, Copy)]
pub(crate) struct Tight(Words);

/// An element or a sum of two, which may enter a multiplication: < 2^256.
#[derive(Clone, Copy)]
pub(crate) struct Fe(Words);

/// Low and high word.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "words of the sum")]
fn split(x: u128) -> (u64, u64) {
    (x as u64, (x >> 64) as u64)
}

/// `acc + a b + carry`, low word and high word. It cannot wrap: (2^64 - 1)^2 + 2 (2^64 - 1) < 2^128.
#[inline(always)]
fn mac(acc: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    split(u128::from(a) * u128::from(b) + u128::from(acc) + u128::from(carry))
}

/// `a + b + carry`, word and carry.
#[inline(always)]
fn adc(a: u64, b: u64, carry: u64) -> (u64, u64) {
    split(u128::from(a) + u128::from(b) + u128::from(carry))
}

/// `a - b - borrow`, word and borrow.
#[inline(always)]
fn sbb(a: u64, b: u64, borrow: u64) -> (u64, u64) {
    let (x, p) = a.overflowing_sub(b);
    let (x, q) = x.overflowing_sub(borrow);
    (x, u64::from(p | q))
}

/// Folds eight words by 38, then by 19.
#[inline(always)]
fn reduce(r: [u64; 8]) -> Tight {
    let [r0, r1, r2, r3, r4, r5, r6, r7] = r;
    let (r0, c) = mac(r0, r4, 38, 0);
    let (r1, c) = mac(r1, r5, 38, c);
    let (r2, c) = mac(r2, r6, 38, c);
    let (r3, c) = mac(r3, r7, 38, c);
    fold([r0, r1, r2, r3, c])
}

/// Folds everything from bit 255 on by 19. In: the top word < 2^17. Out: < 2^255 + 2^23.
#[inline(always)]
fn fold(r: [u64; 5]) -> Tight {
    let [r0, r1, r2, r3, r4] = r;
    debug_assert!(r4 < 1 << 17, "the top word is below 2^17");
    let (r0, c) = adc(r0, 19 * (r4 << 1 | r3 >> 63), 0);
    let (r1, c) = adc(r1, 0, c);
    let (r2, c) = adc(r2, 0, c);
    Tight::new([r0, r1, r2, (r3 & TOP) + c])
}

impl Tight {
    const ZERO: Self = Self([0; 4]);
    const ONE: Self = Self([1, 0, 0, 0]);

    #[inline(always)]
    fn new(w: Words) -> Self {
        debug_assert!(
            w[3] <= TOP || w[3] == 1 << 63 && w[2] == 0 && w[1] == 0 && w[0] < 1 << 23,
            "an element is below 2^255 + 2^23"
        );
        Self(w)
    }

    /// The value of the low 255 bits.
    #[inline(always)]
    fn from_words(w: &Words) -> Self {
        let [w0, w1, w2, w3] = *w;
        Self::new([w0, w1, w2, w3 & TOP])
    }

    /// The value in `[0, p)`.
    #[inline(always)]
    fn to_words(self) -> Words {
        let [r0, r1, r2, r3] = self.0;
        // Below 2 p. From p on, 19 more reach bit 255; then those 19 stay and bit 255 goes.
        let (_, c) = adc(r0, 19, 0);
        let (_, c) = adc(r1, 0, c);
        let (_, c) = adc(r2, 0, c);
        let q = (r3 + c) >> 63;
        let (r0, c) = adc(r0, 19 * q, 0);
        let (r1, c) = adc(r1, 0, c);
        let (r2, c) = adc(r2, 0, c);
        [r0, r1, r2, (r3 + c) & TOP]
    }

    #[inline(always)]
    fn fe(&self) -> Fe {
        Fe(self.0)
    }

    /// `self + o`. Where the sum reaches 2^256, what is left is below 2^24: 38 more do not carry out of the lowest word.
    #[inline(always)]
    fn add(&self, o: &Self) -> Fe {
        let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (self.0, o.0);
        let (r0, c) = adc(a0, b0, 0);
        let (r1, c) = adc(a1, b1, c);
        let (r2, c) = adc(a2, b2, c);
        let (r3, c) = adc(a3, b3, c);
        Fe([r0 + 38 * c, r1, r2, r3])
    }

    /// `self - o`, less 38 where the difference borrows 2^256. It cannot borrow twice, since 2^256 - o > 38.
    #[inline(always)]
    fn sub(&self, o: &Self) -> Fe {
        let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (self.0, o.0);
        let (r0, c) = sbb(a0, b0, 0);
        let (r1, c) = sbb(a1, b1, c);
        let (r2, c) = sbb(a2, b2, c);
        let (r3, c) = sbb(a3, b3, c);
        let (r0, c) = sbb(r0, 38 * c, 0);
        let (r1, c) = sbb(r1, 0, c);
        let (r2, c) = sbb(r2, 0, c);
        Fe([r0, r1, r2, r3 - c])
    }

    /// `2 self + o`.
    #[inline(always)]
    fn twice_add(&self, o: &Self) -> Fe {
        self.add(self).carry().add(o)
    }

    /// `2 self - o`.
    #[inline(always)]
    fn twice_sub(&self, o: &Self) -> Fe {
        self.add(self).carry().sub(o)
    }

    /// `self + k o`. In: `k < 2^17`.
    #[inline(always)]
    fn add_small(&self, k: u32, o: &Fe) -> Fe {
        debug_assert!(k < 1 << 17, "the factor is below 2^17");
        let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (self.0, o.0);
        let k = u64::from(k);
        let (r0, c) = mac(a0, b0, k, 0);
        let (r1, c) = mac(a1, b1, k, c);
        let (r2, c) = mac(a2, b2, k, c);
        let (r3, c) = mac(a3, b3, k, c);
        fold([r0, r1, r2, r3, c]).fe()
    }

    /// `o` if `mask` is set, else `self`.
    #[inline(always)]
    fn select(&self, o: &Self, mask: Mask) -> Self {
        Self(select(&self.0, &o.0, mask))
    }
}

impl Fe {
    /// `self * o`: four rows, each one word of `o` times `self`.
    #[inline(always)]
    fn mul(&self, o: &Self) -> Tight {
        let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (self.0, o.0);
        let (r0, c) = mac(0, a0, b0, 0);
        let (r1, c) = mac(0, a1, b0, c);
        let (r2, c) = mac(0, a2, b0, c);
        let (r3, r4) = mac(0, a3, b0, c);

        let (r1, c) = mac(r1, a0, b1, 0);
        let (r2, c) = mac(r2, a1, b1, c);
        let (r3, c) = mac(r3, a2, b1, c);
        let (r4, r5) = mac(r4, a3, b1, c);

        let (r2, c) = mac(r2, a0, b2, 0);
        let (r3, c) = mac(r3, a1, b2, c);
        let (r4, c) = mac(r4, a2, b2, c);
        let (r5, r6) = mac(r5, a3, b2, c);

        let (r3, c) = mac(r3, a0, b3, 0);
        let (r4, c) = mac(r4, a1, b3, c);
        let (r5, c) = mac(r5, a2, b3, c);
        let (r6, r7) = mac(r6, a3, b3, c);
        reduce([r0, r1, r2, r3, r4, r5, r6, r7])
    }

    /// `self^2`: the six mixed products, doubled, and the four squares.
    #[inline(always)]
    fn square(&self) -> Tight {
        let [a0, a1, a2, a3] = self.0;
        let (r1, c) = mac(0, a0, a1, 0);
        let (r2, c) = mac(0, a0, a2, c);
        let (r3, r4) = mac(0, a0, a3, c);
        let (r3, c) = mac(r3, a1, a2, 0);
        let (r4, r5) = mac(r4, a1, a3, c);
        let (r5, r6) = mac(r5, a2, a3, 0);

        let r7 = r6 >> 63;
        let r6 = r6 << 1 | r5 >> 63;
        let r5 = r5 << 1 | r4 >> 63;
        let r4 = r4 << 1 | r3 >> 63;
        let r3 = r3 << 1 | r2 >> 63;
        let r2 = r2 << 1 | r1 >> 63;
        let r1 = r1 << 1;

        let (r0, h) = mac(0, a0, a0, 0);
        let (r1, c) = adc(r1, h, 0);
        let (l, h) = mac(0, a1, a1, 0);
        let (r2, c) = adc(r2, l, c);
        let (r3, c) = adc(r3, h, c);
        let (l, h) = mac(0, a2, a2, 0);
        let (r4, c) = adc(r4, l, c);
        let (r5, c) = adc(r5, h, c);
        let (l, h) = mac(0, a3, a3, 0);
        let (r6, c) = adc(r6, l, c);
        let (r7, _) = adc(r7, h, c);
        reduce([r0, r1, r2, r3, r4, r5, r6, r7])
    }

    /// `x`.
    #[inline(always)]
    fn small((): (), x: u32) -> Self {
        Self([u64::from(x), 0, 0, 0])
    }

    /// `-self` if `mask` is set, else `self`. In: < p.
    #[inline(always)]
    fn negate_if(&self, mask: Mask) -> Self {
        let negative = Tight::ZERO.sub(&Tight::new(self.0));
        self.select(&negative, mask)
    }

    /// The same value.
    #[inline(always)]
    fn carry(&self) -> Tight {
        let [r0, r1, r2, r3] = self.0;
        fold([r0, r1, r2, r3, 0])
    }

    /// `o` if `mask` is set, else `self`.
    #[inline(always)]
    fn select(&self, o: &Self, mask: Mask) -> Self {
        Self(select(&self.0, &o.0, mask))
    }
}

#[inline(always)]
fn select(a: &Words, b: &Words, mask: Mask) -> Words {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (*a, *b);
    [mask.select(a0, b0), mask.select(a1, b1), mask.select(a2, b2), mask.select(a3, b3)]
}

single_field! { Fe, Tight }
