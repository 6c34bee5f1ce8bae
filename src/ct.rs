//! Masks: the one form in which a secret bit decides anything.
//!
//! A [`Mask`] is made from a bit behind a barrier that the optimiser cannot see through, so that it cannot learn that
//! only two values occur and turn a select into a branch or into a choice between two addresses.
#![expect(unsafe_code, reason = "the barrier is an empty `asm!` block")]

use subtle::Choice;

/// All ones (set) or all zeros (clear).
#[derive(Clone, Copy)]
pub(crate) struct Mask(u64);

impl Mask {
    /// Set if `bit` is 1. In: `bit` is 0 or 1.
    #[inline(always)]
    pub(crate) fn from_bit(bit: u64) -> Self {
        debug_assert!(bit < 2, "a bit is 0 or 1");
        Self(barrier(bit).wrapping_neg())
    }

    /// Set if every word is zero.
    #[inline(always)]
    pub(crate) fn all_zero(words: &[u64]) -> Self {
        let any = words.iter().fold(0, |any, w| any | w);
        Self::from_bit(((any | any.wrapping_neg()) >> 63) ^ 1)
    }

    /// Set if `a` and `b` are the same.
    #[inline(always)]
    pub(crate) fn equal(a: u64, b: u64) -> Self {
        Self::all_zero(&[a ^ b])
    }

    /// Set if both are.
    #[inline(always)]
    pub(crate) fn and(self, o: Self) -> Self {
        Self(self.0 & o.0)
    }

    /// `b` if set, else `a`.
    #[inline(always)]
    pub(crate) fn select(self, a: u64, b: u64) -> u64 {
        a ^ (self.0 & (a ^ b))
    }

    /// `x` if set, else zero.
    #[inline(always)]
    pub(crate) fn keep(self, x: u64) -> u64 {
        self.0 & x
    }
}

/// Masks of any kind of lane that can tell where two of them differ.
pub(crate) trait Xor: Copy {
    /// Set where exactly one of the two is.
    fn xor(self, o: Self) -> Self;
}

impl Xor for Mask {
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        Self(self.0 ^ o.0)
    }
}

/// A bit a lane.
impl Xor for u8 {
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        self ^ o
    }
}

#[cfg(test)]
impl Xor for () {
    fn xor(self, (): Self) {}
}

impl From<Choice> for Mask {
    #[inline(always)]
    fn from(c: Choice) -> Self {
        Self::from_bit(u64::from(c.unwrap_u8()))
    }
}

impl From<Mask> for Choice {
    #[inline(always)]
    fn from(m: Mask) -> Self {
        Choice::from((m.0 & 1) as u8)
    }
}

/// `x`, of which the optimiser knows nothing.
#[inline(always)]
fn barrier(mut x: u64) -> u64 {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"))]
    // SAFETY: no instruction.
    unsafe {
        core::arch::asm!("/* {0} */", inout(reg) x, options(pure, nomem, nostack, preserves_flags));
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")))]
    {
        x = core::hint::black_box(x);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_select() {
        for (bit, want) in [(0, 5), (1, 9)] {
            let m = Mask::from_bit(bit);
            assert_eq!(m.select(5, 9), want);
            assert_eq!(m.keep(7), 7 * bit);
            assert_eq!(u64::from(Choice::from(m).unwrap_u8()), bit);
        }
        assert_eq!(Mask::all_zero(&[0, 0]).keep(1), 1);
        for i in 0..64 {
            assert_eq!(Mask::all_zero(&[0, 1 << i]).keep(1), 0);
            assert_eq!(Mask::equal(5, 5 ^ (1 << i)).keep(1), 0);
        }
        assert_eq!(Mask::equal(u64::MAX, u64::MAX).keep(3), 3);
    }
}
