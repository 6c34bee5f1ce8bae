//! Masks, the one form in which a secret bit decides anything; and what is left behind, wiped.
//!
//! A [`Mask`] is made from a bit behind a barrier that the optimiser cannot see through, so that it cannot learn that
//! only two values occur and turn a select into a branch or into a choice between two addresses.
#![expect(unsafe_code, reason = "an empty `asm!` block as a barrier, and others that overwrite")]

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

/// How much of the stack an operation may use: more than it does, which `tests/wiping.rs` shows.
#[derive(Clone, Copy)]
pub(crate) enum Stack {
    /// 8 KiB.
    Portable,
    /// 32 KiB.
    Lanes,
}

/// Without optimisation the frames are many times as large.
const SCALE: usize = if cfg!(debug_assertions) { 24 } else { 1 };

/// Runs `f` in a frame of its own, then overwrites the stack from that frame on, and the vector registers that every CPU of
/// the architecture has. A backend's own registers are the backend's to wipe.
#[inline(always)]
pub(crate) fn wiped(stack: Stack, f: impl FnOnce()) {
    call(f);
    match stack {
        Stack::Portable => wipe_stack::<{ SCALE << 10 }>(),
        Stack::Lanes => wipe_stack::<{ SCALE << 12 }>(),
    }
    wipe_registers();
}

#[inline(never)]
fn call(f: impl FnOnce()) {
    f();
}

/// The frame stands where that of [`call`] stood.
#[inline(never)]
fn wipe_stack<const WORDS: usize>() {
    let mut words = core::mem::MaybeUninit::<[u64; WORDS]>::uninit();
    #[cfg(target_arch = "x86_64")]
    // SAFETY: writes `WORDS` words to `words`; the direction flag is clear in Rust code.
    unsafe {
        core::arch::asm!(
            "rep stosq",
            inout("rdi") words.as_mut_ptr() => _,
            inout("rcx") WORDS => _,
            in("rax") 0u64,
            options(nostack, preserves_flags),
        );
    }
    #[cfg(not(target_arch = "x86_64"))]
    zeroize::Zeroize::zeroize(words.write([0; WORDS]));
}

/// Zeros in the vector registers of the architecture's least CPU, on `x86_64` and `aarch64`, unless the target has none.
#[inline(always)]
fn wipe_registers() {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse"))]
    // SAFETY: overwrites the registers named.
    unsafe {
        core::arch::asm!(
            "xorps xmm0, xmm0", "xorps xmm1, xmm1", "xorps xmm2, xmm2", "xorps xmm3, xmm3",
            "xorps xmm4, xmm4", "xorps xmm5, xmm5", "xorps xmm6, xmm6", "xorps xmm7, xmm7",
            "xorps xmm8, xmm8", "xorps xmm9, xmm9", "xorps xmm10, xmm10", "xorps xmm11, xmm11",
            "xorps xmm12, xmm12", "xorps xmm13, xmm13", "xorps xmm14, xmm14", "xorps xmm15, xmm15",
            out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _, out("xmm4") _, out("xmm5") _,
            out("xmm6") _, out("xmm7") _, out("xmm8") _, out("xmm9") _, out("xmm10") _, out("xmm11") _,
            out("xmm12") _, out("xmm13") _, out("xmm14") _, out("xmm15") _,
            options(nomem, nostack, preserves_flags),
        );
    }
    // Of v8 to v15 the caller's halves would have to be kept.
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    // SAFETY: overwrites the registers named.
    unsafe {
        core::arch::asm!(
            "movi v0.2d, #0", "movi v1.2d, #0", "movi v2.2d, #0", "movi v3.2d, #0",
            "movi v4.2d, #0", "movi v5.2d, #0", "movi v6.2d, #0", "movi v7.2d, #0",
            "movi v16.2d, #0", "movi v17.2d, #0", "movi v18.2d, #0", "movi v19.2d, #0",
            "movi v20.2d, #0", "movi v21.2d, #0", "movi v22.2d, #0", "movi v23.2d, #0",
            "movi v24.2d, #0", "movi v25.2d, #0", "movi v26.2d, #0", "movi v27.2d, #0",
            "movi v28.2d, #0", "movi v29.2d, #0", "movi v30.2d, #0", "movi v31.2d, #0",
            out("v0") _, out("v1") _, out("v2") _, out("v3") _, out("v4") _, out("v5") _,
            out("v6") _, out("v7") _, out("v16") _, out("v17") _, out("v18") _, out("v19") _,
            out("v20") _, out("v21") _, out("v22") _, out("v23") _, out("v24") _, out("v25") _,
            out("v26") _, out("v27") _, out("v28") _, out("v29") _, out("v30") _, out("v31") _,
            options(nomem, nostack, preserves_flags),
        );
    }
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
