//! Four lanes of AVX2 and FMA.
#![expect(unsafe_code, reason = "intrinsics")]
#![allow(clippy::wildcard_imports, reason = "intrinsics, whose names say where they are from")]

use core::arch::x86_64::*;

use super::fe_fma::Fe;
use super::lanes::{HIGH_DOUBLE, Kernel, LOW_DOUBLE, Lanes, LanesFma, Vector, lanewise};
use crate::ct::Xor;

/// Evidence that this CPU has `avx2` and `fma`, and that the operating system keeps their registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Avx2(());

cpufeatures::new!(cpu, "avx2", "fma");

impl Avx2 {
    /// The evidence, if the CPU gives it.
    pub(crate) fn detect() -> Option<Self> {
        cpu::get().then_some(Self(()))
    }
}

impl Vector for Avx2 {
    type Fe = Fe<U64x4>;

    #[inline]
    fn run<K: Kernel<Self::Fe>>(self, kernel: K) {
        #[target_feature(enable = "avx2,fma")]
        fn entry<K: Kernel<Fe<U64x4>>>(proof: Avx2, kernel: K) {
            kernel.run(proof);
            // SAFETY: overwrites the registers named.
            unsafe {
                core::arch::asm!(
                    "vzeroall",
                    out("ymm0") _, out("ymm1") _, out("ymm2") _, out("ymm3") _, out("ymm4") _,
                    out("ymm5") _, out("ymm6") _, out("ymm7") _, out("ymm8") _, out("ymm9") _,
                    out("ymm10") _, out("ymm11") _, out("ymm12") _, out("ymm13") _,
                    out("ymm14") _, out("ymm15") _,
                    options(nomem, nostack, preserves_flags),
                );
            }
        }
        // SAFETY: `self` is the evidence.
        unsafe { entry(self, kernel) }
    }
}

/// Four lanes. Made only from an [`Avx2`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U64x4(__m256i);

/// Four doubles. Made only from an [`Avx2`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct F64x4(__m256d);

/// All bits of a lane, or none. Made only from an [`Avx2`].
#[derive(Clone, Copy)]
pub(crate) struct Mask(__m256i);

/// The halves of entry `i` modulo 4, and `i` with bit 2, 3 and 4 at the top. Made only from an [`Avx2`].
#[derive(Clone, Copy)]
pub(crate) struct Index {
    halves: __m256i,
    bits: [__m256i; 3],
}

impl Xor for Mask {
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { _mm256_xor_si256(self.0, o.0) })
    }
}

impl Lanes for U64x4 {
    type Proof = Avx2;
    type Mask = Mask;
    type Index = Index;

    const LANES: usize = 4;

    #[inline(always)]
    fn splat(_: Avx2, x: u64) -> Self {
        // SAFETY: the proof argument.
        Self(unsafe { _mm256_set1_epi64x(x.cast_signed()) })
    }

    #[inline(always)]
    fn from_slice(_: Avx2, x: &[u64]) -> Self {
        assert!(x.len() == 4, "four lanes");
        // SAFETY: the proof argument; the slice has 32 bytes.
        Self(unsafe { _mm256_loadu_si256(x.as_ptr().cast()) })
    }

    #[inline(always)]
    fn to_slice(self, x: &mut [u64]) {
        assert!(x.len() == 4, "four lanes");
        // SAFETY: `self` exists, so the CPU has the features; the slice has 32 bytes.
        unsafe { _mm256_storeu_si256(x.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn proof(self) -> Avx2 {
        Avx2(())
    }

    lanewise! {
        add(o) = _mm256_add_epi64;
        sub(o) = _mm256_sub_epi64;
        and(o) = _mm256_and_si256;
        or(o) = _mm256_or_si256;
        xor(o) = _mm256_xor_si256;
    }

    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { _mm256_sll_epi64(self.0, _mm_cvtsi32_si128(K.cast_signed())) })
    }

    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { _mm256_srl_epi64(self.0, _mm_cvtsi32_si128(K.cast_signed())) })
    }

    #[inline(always)]
    fn shl_opaque<const K: u32>(self) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { opaque(self.shl::<K>().0) })
    }

    #[inline(always)]
    fn shr_by(self, n: u64) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { _mm256_srlv_epi64(self.0, _mm256_set1_epi64x(n.cast_signed())) })
    }

    #[inline(always)]
    fn shl_by(self, n: u64) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { _mm256_sllv_epi64(self.0, _mm256_set1_epi64x(n.cast_signed())) })
    }

    #[inline(always)]
    fn select(self, o: Self, mask: Mask) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { _mm256_blendv_epi8(self.0, o.0, mask.0) })
    }

    #[inline(always)]
    fn test(self, bits: Self) -> Mask {
        // SAFETY: `self` exists, so the CPU has the features.
        Mask(unsafe {
            let none = _mm256_cmpeq_epi64(_mm256_and_si256(self.0, bits.0), _mm256_setzero_si256());
            _mm256_xor_si256(none, _mm256_set1_epi64x(-1))
        })
    }

    #[inline(always)]
    fn turn<const K: i32>(self) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe {
            match K {
                1 => _mm256_permute4x64_epi64::<0b00_11_10_01>(self.0),
                2 => _mm256_permute4x64_epi64::<0b01_00_11_10>(self.0),
                _ => self.0,
            }
        })
    }

    #[inline(always)]
    fn index(self) -> Index {
        // Doubled, the low two bits choose a half; the other half is one further.
        let low = self.shl::<1>().and(Self::splat(self.proof(), 6));
        let halves = low.or(low.shl::<32>()).add(Self::splat(self.proof(), 1 << 32));
        let bits = [self.shl::<61>().0, self.shl::<60>().0, self.shl::<59>().0];
        Index { halves: halves.0, bits }
    }

    /// A permutation of halves covers 4 entries; bits 2, 3 and 4 choose among eight of them.
    #[inline(always)]
    fn look_up(table: &[u64; 32], Index { halves, bits: [bit2, bit3, bit4] }: Index) -> Self {
        let t = table.as_ptr();
        // SAFETY: an index exists, so the CPU has the features; the loads are the table's eight parts.
        Self(unsafe {
            let t0 = choose(four(t, halves), four(t.add(4), halves), bit2);
            let t1 = choose(four(t.add(8), halves), four(t.add(12), halves), bit2);
            let t2 = choose(four(t.add(16), halves), four(t.add(20), halves), bit2);
            let t3 = choose(four(t.add(24), halves), four(t.add(28), halves), bit2);
            choose(choose(t0, t1, bit3), choose(t2, t3, bit3), bit4)
        })
    }
}

impl LanesFma for U64x4 {
    type Double = F64x4;

    #[inline(always)]
    fn double_proof(_: F64x4) -> Avx2 {
        Avx2(())
    }

    #[inline(always)]
    fn times(F64x4(x): F64x4, F64x4(y): F64x4) -> (Self, Self) {
        // SAFETY: doubles exist, so the CPU has the features.
        unsafe {
            let high = _mm256_fmadd_pd(x, y, _mm256_set1_pd(HIGH_DOUBLE));
            let rest = _mm256_sub_pd(_mm256_set1_pd(HIGH_DOUBLE + LOW_DOUBLE), high);
            let low = _mm256_fmadd_pd(x, y, rest);
            (Self(_mm256_castpd_si256(high)), Self(_mm256_castpd_si256(low)))
        }
    }

    #[inline(always)]
    fn to_double(self) -> F64x4 {
        // SAFETY: `self` exists, so the CPU has the features.
        F64x4(unsafe { _mm256_sub_pd(_mm256_castsi256_pd(self.0), _mm256_set1_pd(LOW_DOUBLE)) })
    }

    #[inline(always)]
    fn from_double(F64x4(v): F64x4) -> Self {
        // SAFETY: a double exists, so the CPU has the features.
        Self(unsafe { _mm256_castpd_si256(_mm256_add_pd(v, _mm256_set1_pd(LOW_DOUBLE))) })
    }

    #[inline(always)]
    fn twice(F64x4(v): F64x4) -> F64x4 {
        // SAFETY: a double exists, so the CPU has the features.
        F64x4(unsafe { _mm256_add_pd(v, v) })
    }

    #[inline(always)]
    fn select_double(F64x4(v): F64x4, F64x4(o): F64x4, Mask(mask): Mask) -> F64x4 {
        // SAFETY: a double exists, so the CPU has the features.
        F64x4(unsafe { _mm256_blendv_pd(v, o, _mm256_castsi256_pd(mask)) })
    }

    #[inline(always)]
    fn negate_double_if(F64x4(v): F64x4, Mask(mask): Mask) -> F64x4 {
        // SAFETY: a double exists, so the CPU has the features.
        F64x4(unsafe {
            let sign = _mm256_and_pd(_mm256_castsi256_pd(mask), _mm256_set1_pd(-0.0));
            _mm256_xor_pd(v, sign)
        })
    }

    #[inline(always)]
    fn small_times_19(self) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { _mm256_mul_epu32(self.0, _mm256_set1_epi64x(19)) })
    }
}

/// `b` where the top bit of `bit` is set, else `a`.
#[inline]
#[target_feature(enable = "avx2")]
fn choose(a: __m256i, b: __m256i, bit: __m256i) -> __m256i {
    let (a, b) = (_mm256_castsi256_pd(a), _mm256_castsi256_pd(b));
    _mm256_castpd_si256(_mm256_blendv_pd(a, b, _mm256_castsi256_pd(bit)))
}

/// Four entries at `t`, permuted by halves.
///
/// # Safety
/// `t` points to four words.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn four(t: *const u64, halves: __m256i) -> __m256i {
    // SAFETY: the caller's promise.
    _mm256_permutevar8x32_epi32(unsafe { _mm256_loadu_si256(t.cast()) }, halves)
}

/// `y`, of which the optimiser knows nothing.
#[inline]
#[target_feature(enable = "avx2")]
fn opaque(mut y: __m256i) -> __m256i {
    // SAFETY: no instruction.
    unsafe {
        core::arch::asm!("/* {0} */", inout(ymm_reg) y, options(pure, nomem, nostack, preserves_flags));
    }
    y
}
