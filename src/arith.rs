//! What the curve needs of a field.

#[cfg(test)]
pub(crate) mod tests;

use crate::ct::Mask;
use crate::divsteps;
use crate::words::{self, Words};

/// Elements of the field of 2^255 - 19, in a form that a sum may be made of.
///
/// Bounds are in the types: a sum or difference is a [`Loose`] and may enter a multiplication, but no further sum.
pub(crate) trait Field: Copy {
    /// A sum or difference of two elements.
    type Loose: Loose<Tight = Self>;

    const ZERO: Self;
    const ONE: Self;

    /// The value of the low 255 bits, canonical or not; bit 255 is ignored.
    fn from_words(w: &Words) -> Self;
    /// The value in `[0, p)`.
    fn to_words(&self) -> Words;

    /// The same value, ready for a multiplication by a sum.
    fn loose(&self) -> Self::Loose;
    /// `self + o`.
    fn add(&self, o: &Self) -> Self::Loose;
    /// `self - o`.
    fn sub(&self, o: &Self) -> Self::Loose;
    /// `self + k o`, for `k < 2^17`.
    fn add_small(&self, k: u32, o: &Self::Loose) -> Self;
    /// `o` if `mask` is set, else `self`.
    fn select(&self, o: &Self, mask: Mask) -> Self;

    /// `-self`.
    #[inline(always)]
    fn neg(&self) -> Self::Loose {
        Self::ZERO.sub(self)
    }

    /// `self * o`.
    #[inline(always)]
    fn mul(&self, o: &Self) -> Self {
        self.loose().mul(&o.loose())
    }

    /// `self^2`.
    #[inline(always)]
    fn square(&self) -> Self {
        self.loose().square()
    }

    /// `self^(2^n)`.
    #[inline(always)]
    fn square_n(&self, n: u32) -> Self {
        let mut r = *self;
        for _ in 0..n {
            r = r.square();
        }
        r
    }

    /// `1 / self`, and 0 for 0. Constant time.
    #[inline(always)]
    fn invert(&self) -> Self {
        Self::from_words(&divsteps::invert(&self.to_words()))
    }

    /// Set if `self` is 0 modulo p.
    #[inline(always)]
    fn is_zero(&self) -> Mask {
        Mask::all_zero(&self.to_words())
    }

    /// As RFC 7748, section 5: bit 255 is ignored, and a value of p or more is accepted.
    #[inline(always)]
    fn from_bytes(b: &[u8; 32]) -> Self {
        Self::from_words(&words::from_bytes(b))
    }

    /// 32 bytes, little-endian, canonical.
    #[inline(always)]
    fn to_bytes(&self) -> [u8; 32] {
        words::to_bytes(&self.to_words())
    }
}

/// A sum or difference, or an element that meets one in a multiplication.
pub(crate) trait Loose: Copy {
    /// The field.
    type Tight: Field<Loose = Self>;

    /// `self * o`.
    fn mul(&self, o: &Self) -> Self::Tight;
    /// `self^2`.
    fn square(&self) -> Self::Tight;
    /// The same value.
    fn carry(&self) -> Self::Tight;
    /// `o` if `mask` is set, else `self`.
    fn select(&self, o: &Self, mask: Mask) -> Self;
}
