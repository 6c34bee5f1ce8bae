//! Scalars: clamping at use, and the signed digits of the fixed-base multiplication.

#[cfg(test)]
mod tests;

use crate::ct::Mask;
use crate::words::{self, Words};

/// Scalars of 256 bits, one or one a lane.
pub(crate) trait Bits {
    /// Says where a bit is set.
    type Mask;
    /// Bit `i`. The index is public.
    fn bit(&self, i: usize) -> Self::Mask;
}

/// Scalars of RFC 7748, section 5: bit 254 set, bits 255 and 2 to 0 clear.
pub(crate) trait Clamped: Bits {}

/// A scalar of any 256 bits.
#[derive(Clone, Copy)]
pub(crate) struct Scalar(Words);

/// A clamped scalar.
#[derive(Clone, Copy)]
pub(crate) struct ClampedScalar(Scalar);

impl Scalar {
    #[inline(always)]
    pub(crate) fn new(k: &[u8; 32]) -> Self {
        Self(words::from_bytes(k))
    }

    /// Digit `i` of `S = sum d_i 16^i`, where `k = (S + 2^256 - 1) / 2` and all `d_i` are odd.
    ///
    /// With the bits of `k`, `S = sum (2 b_j - 1) 2^j`. Four bits with the value `w` make the digit `2 w - 15`: no digit is
    /// zero, and none borrows from the next. Any 256-bit `k` has such digits. The index `i` is public.
    #[inline(always)]
    pub(crate) fn digit(&self, i: usize) -> Digit {
        let w = self.0[i / 16] >> (4 * (i % 16)) & 15;
        let negative = Mask::from_bit(w >> 3 ^ 1);
        // 2 w - 15 = 2 (w - 8) + 1 from 8 on, and -(2 (7 - w) + 1) below; 7 - w is w with three bits flipped.
        Digit { index: (w ^ negative.keep(7)) & 7, negative }
    }
}

impl ClampedScalar {
    /// Clamps a copy: keys keep their bytes as they were given.
    #[inline(always)]
    pub(crate) fn new(k: &[u8; 32]) -> Self {
        let [k0, k1, k2, k3] = words::from_bytes(k);
        Self(Scalar([k0 & !7, k1, k2, k3 & (u64::MAX >> 1) | 1 << 62]))
    }

    #[inline(always)]
    pub(crate) fn scalar(&self) -> &Scalar {
        &self.0
    }
}

impl Bits for Scalar {
    type Mask = Mask;
    #[inline(always)]
    fn bit(&self, i: usize) -> Mask {
        Mask::from_bit(self.0[i / 64] >> (i % 64) & 1)
    }
}

impl Bits for ClampedScalar {
    type Mask = Mask;
    #[inline(always)]
    fn bit(&self, i: usize) -> Mask {
        self.0.bit(i)
    }
}

impl Clamped for ClampedScalar {}

/// An odd digit of radix 16.
#[derive(Clone, Copy)]
pub(crate) struct Digit {
    /// `(|d| - 1) / 2`, which is below 8.
    pub(crate) index: u64,
    /// Set if `d < 0`.
    pub(crate) negative: Mask,
}
