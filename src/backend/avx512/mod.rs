//! Eight lanes of AVX-512 IFMA.
#![expect(unsafe_code, reason = "intrinsics")]
#![allow(clippy::wildcard_imports, reason = "intrinsics, whose names say where they are from")]

use core::arch::x86_64::*;

use super::fe52::Fe;
use super::lanes::{Kernel, Lanes, Lanes52, Vector, lanewise};

/// Evidence that this CPU has `avx512f` and `avx512ifma`, and that the operating system keeps their registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Avx512Ifma(());

cpufeatures::new!(cpu, "avx512f", "avx512ifma");

impl Avx512Ifma {
    /// The evidence, if the CPU gives it.
    pub(crate) fn detect() -> Option<Self> {
        cpu::get().then_some(Self(()))
    }
}

impl Vector for Avx512Ifma {
    type Fe = Fe<U64x8>;

    #[inline]
    fn run<K: Kernel<Self::Fe>>(self, kernel: K) {
        #[target_feature(enable = "avx512f,avx512ifma")]
        fn entry<K: Kernel<Fe<U64x8>>>(proof: Avx512Ifma, kernel: K) {
            kernel.run(proof);
            // SAFETY: overwrites the registers named, which this CPU has.
            unsafe {
                core::arch::asm!(
                    "vzeroall",
                    "kxorw k1, k1, k1",
                    "kxorw k2, k2, k2",
                    "kxorw k3, k3, k3",
                    "kxorw k4, k4, k4",
                    "kxorw k5, k5, k5",
                    "kxorw k6, k6, k6",
                    "kxorw k7, k7, k7",
                    "vpxord zmm16, zmm16, zmm16", "vpxord zmm17, zmm17, zmm17",
                    "vpxord zmm18, zmm18, zmm18", "vpxord zmm19, zmm19, zmm19",
                    "vpxord zmm20, zmm20, zmm20", "vpxord zmm21, zmm21, zmm21",
                    "vpxord zmm22, zmm22, zmm22", "vpxord zmm23, zmm23, zmm23",
                    "vpxord zmm24, zmm24, zmm24", "vpxord zmm25, zmm25, zmm25",
                    "vpxord zmm26, zmm26, zmm26", "vpxord zmm27, zmm27, zmm27",
                    "vpxord zmm28, zmm28, zmm28", "vpxord zmm29, zmm29, zmm29",
                    "vpxord zmm30, zmm30, zmm30", "vpxord zmm31, zmm31, zmm31",
                    out("zmm0") _, out("zmm1") _, out("zmm2") _, out("zmm3") _, out("zmm4") _,
                    out("zmm5") _, out("zmm6") _, out("zmm7") _, out("zmm8") _, out("zmm9") _,
                    out("zmm10") _, out("zmm11") _, out("zmm12") _, out("zmm13") _,
                    out("zmm14") _, out("zmm15") _, out("zmm16") _, out("zmm17") _,
                    out("zmm18") _, out("zmm19") _, out("zmm20") _, out("zmm21") _,
                    out("zmm22") _, out("zmm23") _, out("zmm24") _, out("zmm25") _,
                    out("zmm26") _, out("zmm27") _, out("zmm28") _, out("zmm29") _,
                    out("zmm30") _, out("zmm31") _, out("k1") _, out("k2") _, out("k3") _, out("k4") _, out("k5") _, out("k6") _, out("k7") _,
                    options(nomem, nostack, preserves_flags),
                );
            }
        }
        // SAFETY: `self` is the evidence.
        unsafe { entry(self, kernel) }
    }
}

/// Eight lanes. Made only from an [`Avx512Ifma`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U64x8(__m512i);

/// An index, and where it is 16 or more.
#[derive(Clone, Copy)]
pub(crate) struct Index(__m512i, __mmask8);

impl Lanes for U64x8 {
    type Proof = Avx512Ifma;
    type Mask = __mmask8;
    type Index = Index;

    const LANES: usize = 8;

    #[inline(always)]
    fn splat(_: Avx512Ifma, x: u64) -> Self {
        // SAFETY: the proof argument.
        Self(unsafe { _mm512_set1_epi64(x.cast_signed()) })
    }

    #[inline(always)]
    fn from_slice(_: Avx512Ifma, x: &[u64]) -> Self {
        assert!(x.len() == 8, "eight lanes");
        // SAFETY: the proof argument; the slice has 64 bytes.
        Self(unsafe { _mm512_loadu_si512(x.as_ptr().cast()) })
    }

    #[inline(always)]
    fn to_slice(self, x: &mut [u64]) {
        assert!(x.len() == 8, "eight lanes");
        // SAFETY: `self` exists, so the CPU has the features; the slice has 64 bytes.
        unsafe { _mm512_storeu_si512(x.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn proof(self) -> Avx512Ifma {
        Avx512Ifma(())
    }

    lanewise! {
        add(o) = _mm512_add_epi64;
        sub(o) = _mm512_sub_epi64;
        and(o) = _mm512_and_si512;
        or(o) = _mm512_or_si512;
        xor(o) = _mm512_xor_si512;
    }

    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { _mm512_slli_epi64::<K>(self.0) })
    }

    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { _mm512_srli_epi64::<K>(self.0) })
    }

    #[inline(always)]
    fn shl_opaque<const K: u32>(self) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { opaque(_mm512_slli_epi64::<K>(self.0)) })
    }

    #[inline(always)]
    fn shr_by(self, n: u64) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { _mm512_srlv_epi64(self.0, _mm512_set1_epi64(n.cast_signed())) })
    }

    #[inline(always)]
    fn shl_by(self, n: u64) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { _mm512_sllv_epi64(self.0, _mm512_set1_epi64(n.cast_signed())) })
    }

    #[inline(always)]
    fn select(self, o: Self, mask: __mmask8) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { _mm512_mask_blend_epi64(mask, self.0, o.0) })
    }

    #[inline(always)]
    fn test(self, bits: Self) -> __mmask8 {
        // SAFETY: `self` exists, so the CPU has the features.
        unsafe { _mm512_test_epi64_mask(self.0, bits.0) }
    }

    #[inline(always)]
    fn turn<const K: i32>(self) -> Self {
        // SAFETY: `self` exists, so the CPU has the features.
        Self(unsafe { _mm512_alignr_epi64::<K>(self.0, self.0) })
    }

    #[inline(always)]
    fn index(self) -> Index {
        // SAFETY: `self` exists, so the CPU has the features.
        Index(self.0, unsafe { _mm512_test_epi64_mask(self.0, _mm512_set1_epi64(16)) })
    }

    /// A permutation reads the low bits of the index: two cover 16 entries each, and bit 4 chooses.
    #[inline(always)]
    fn look_up(table: &[u64; 32], Index(index, upper): Index) -> Self {
        // SAFETY: an index exists, so the CPU has the features; the loads are the table's four quarters.
        Self(unsafe {
            let t = table.as_ptr();
            let (t0, t1) = (_mm512_loadu_si512(t.cast()), _mm512_loadu_si512(t.add(8).cast()));
            let t2 = _mm512_loadu_si512(t.add(16).cast());
            let t3 = _mm512_loadu_si512(t.add(24).cast());
            let low = _mm512_permutex2var_epi64(t0, index, t1);
            _mm512_mask_blend_epi64(upper, low, _mm512_permutex2var_epi64(t2, index, t3))
        })
    }
}

impl Lanes52 for U64x8 {
    lanewise! {
        madd_low(x, y) = _mm512_madd52lo_epu64;
        madd_high(x, y) = _mm512_madd52hi_epu64;
    }
}

/// `y`, of which the optimiser knows nothing.
#[inline]
#[target_feature(enable = "avx512f")]
fn opaque(mut y: __m512i) -> __m512i {
    // SAFETY: no instruction.
    unsafe {
        core::arch::asm!("/* {0} */", inout(zmm_reg) y, options(pure, nomem, nostack, preserves_flags));
    }
    y
}
