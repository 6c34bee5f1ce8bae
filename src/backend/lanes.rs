//! What kernels need from a vector.

use crate::arith::{Field, Invert};
use crate::ct::Xor;
use crate::scalar::Clamped;

/// Lanes of 64 bits.
///
/// A value of an implementing type is proof that the CPU has its features, since every constructor takes a
/// [`Proof`](Self::Proof) and only detection makes one. That is what makes the methods safe.
///
/// Methods and kernels are `#[inline(always)]`: they must end up inside the backend's `#[target_feature]` entry function, or
/// each intrinsic becomes a call.
pub(crate) trait Lanes: Copy {
    /// Evidence of the CPU features that this type needs.
    type Proof: Copy;
    /// Says where to select.
    type Mask: Xor;
    /// Which of 32 entries, lane by lane.
    type Index: Copy;

    const LANES: usize;

    /// `x` in every lane.
    fn splat(proof: Self::Proof, x: u64) -> Self;
    /// The lanes of `x`, which has as many.
    fn from_slice(proof: Self::Proof, x: &[u64]) -> Self;
    /// The lanes, into `x`, which has as many.
    fn to_slice(self, x: &mut [u64]);
    /// The evidence.
    fn proof(self) -> Self::Proof;

    fn add(self, o: Self) -> Self;
    fn sub(self, o: Self) -> Self;
    fn and(self, o: Self) -> Self;
    fn or(self, o: Self) -> Self;
    fn xor(self, o: Self) -> Self;
    fn shl<const K: u32>(self) -> Self;
    fn shr<const K: u32>(self) -> Self;
    /// `self << K`, of which the optimiser knows nothing: it would regroup shifts and sums into slow multiplications.
    fn shl_opaque<const K: u32>(self) -> Self;
    /// `self >> n`, and 0 for `n` above 63. `n` is public.
    fn shr_by(self, n: u64) -> Self;
    /// `self << n`, and 0 for `n` above 63. `n` is public.
    fn shl_by(self, n: u64) -> Self;

    /// `o` where the mask is set, else `self`.
    fn select(self, o: Self, mask: Self::Mask) -> Self;
    /// Lanes that share a bit with `bits`.
    fn test(self, bits: Self) -> Self::Mask;
    /// Lanes turned round by `K`.
    fn turn<const K: i32>(self) -> Self;
    /// The low five bits as an index.
    fn index(self) -> Self::Index;
    /// The indexed entry, lane by lane, by permutations alone.
    fn look_up(table: &[u64; 32], index: Self::Index) -> Self;

    #[inline(always)]
    fn double(self) -> Self {
        self.add(self)
    }
}

/// Lanes with a 52-bit multiply-accumulate. A difference never wraps in the kernels.
pub(crate) trait Lanes52: Lanes {
    /// `self + (x y mod 2^52)`; reads 52 bits of `x` and `y`.
    fn madd_low(self, x: Self, y: Self) -> Self;
    /// `self + floor(x y / 2^52)`; reads 52 bits of `x` and `y`.
    fn madd_high(self, x: Self, y: Self) -> Self;

    /// A contract: `low <= self <= high`. The interval lanes check it, and forget everything else they know.
    #[inline(always)]
    fn bound(self, _low: u64, _high: u64) -> Self {
        self
    }
}

/// Lanes with a fused multiply-add of doubles.
///
/// A double with the sum of an integer and a large power of two shows the integer in its low bits. That gives both halves of
/// a product of two integers with four instructions: `h = round(x y / 2^51)` stands in the bits of `x y + 3 2^102`, and then
/// the rest, which a second multiply-add finds exactly, in the bits of `x y - 2^51 h + 3 2^51`. Whatever the rounding mode,
/// `|x y - 2^51 h| <= 2^51`.
pub(crate) trait LanesFma: Lanes {
    /// Integers below 2^53 in size, as doubles.
    type Double: Copy;

    /// The evidence.
    fn double_proof(v: Self::Double) -> Self::Proof;
    /// `HIGH + h` and `LOW + x y - 2^51 h`. In: `|x y| < 2^102`.
    fn times(x: Self::Double, y: Self::Double) -> (Self, Self);
    /// `v` of `LOW + v`. In: `|v| < 2^51`.
    fn to_double(self) -> Self::Double;
    /// `LOW + v` of `v`. In: `|v| < 2^51`.
    fn from_double(v: Self::Double) -> Self;
    /// `2 v`.
    fn twice(v: Self::Double) -> Self::Double;
    /// `o` where the mask is set, else `v`.
    fn select_double(v: Self::Double, o: Self::Double, mask: Self::Mask) -> Self::Double;
    /// `-v` where the mask is set, else `v`.
    fn negate_double_if(v: Self::Double, mask: Self::Mask) -> Self::Double;
    /// `19 self`. In: below 2^32.
    fn small_times_19(self) -> Self;

    /// A contract: `-most <= self - offset <= most`. The interval lanes check it, and forget everything else they know.
    #[inline(always)]
    fn around(self, _offset: u64, _most: u64) -> Self {
        self
    }
    /// A contract: `|v| <= most`.
    #[inline(always)]
    fn double_bound(v: Self::Double, _most: u64) -> Self::Double {
        v
    }
}

/// 2^51.
const TWO_51: f64 = 2_251_799_813_685_248.0;
/// 3 2^102, in whose unit of 2^51 the upper halves are rounded.
pub(crate) const HIGH_DOUBLE: f64 = 3.0 * TWO_51 * TWO_51;
/// 3 2^51, whose unit is one.
pub(crate) const LOW_DOUBLE: f64 = 3.0 * TWO_51;
/// The bits of [`HIGH_DOUBLE`].
pub(crate) const HIGH: u64 = HIGH_DOUBLE.to_bits();
/// The bits of [`LOW_DOUBLE`].
pub(crate) const LOW: u64 = LOW_DOUBLE.to_bits();

/// A field of several elements side by side, with all that a batch needs.
pub(crate) trait Wide: Field<Mask: Xor> + Invert {
    /// How many.
    const LANES: usize;
    /// A clamped scalar a lane.
    type Scalars: Clamped<Mask = Self::Mask>;
    /// Which table entry, lane by lane.
    type Index: Copy;

    /// Elements of 32 bytes, as RFC 7748 reads them. In: 1 to `LANES`; the last one fills the lanes that are left.
    fn load(proof: Self::Proof, bytes: &[[u8; 32]]) -> Self;
    /// Canonical bytes of the first lanes. In: at most `LANES`.
    fn store(&self, bytes: &mut [[u8; 32]]);
    /// Scalars, clamped. In: 1 to `LANES`; the last one fills the lanes that are left.
    fn scalars(proof: Self::Proof, bytes: &[[u8; 32]]) -> Self::Scalars;
    /// Digit `i` of the scalars, of six bits from bit 3 up: an index of the odd multiple, and where it is negative.
    fn digit(k: &Self::Scalars, i: usize) -> (Self::Index, Self::Mask);
    /// The entry of each lane's index, five limbs of radix 2^51.
    fn look_up(limbs: &[[u64; 32]; 5], index: Self::Index) -> Self;
}

/// Something to be run with a backend's features on.
pub(crate) trait Kernel<F: Wide> {
    /// Runs it. `#[inline(always)]`, as all that it calls.
    fn run(self, proof: F::Proof);
}

/// Evidence of a CPU's features, which can run kernels with them on.
pub(crate) trait Vector: Copy {
    /// The field in its lanes.
    type Fe: Wide<Proof = Self>;
    /// Runs `kernel` with the features on.
    fn run<K: Kernel<Self::Fe>>(self, kernel: K);
}

/// A function that is part of a kernel where the compiler optimises, and stands by itself where it does not: a kernel of one
/// piece would then have a frame of megabytes.
macro_rules! part {
    ($(#[$meta:meta])* fn $name:ident<$l:ident: $lanes:ident>($($arg:tt)*) -> $out:ty $body:block) => {
        $(#[$meta])*
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $name<$l: $lanes>($($arg)*) -> $out $body
    };
}
pub(crate) use part;

/// A table of lanewise methods, each one an intrinsic.
macro_rules! lanewise {
    ($($method:ident($($arg:ident),*) = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $method(self $(, $arg: Self)*) -> Self {
            // SAFETY: `self` exists, so the CPU has the features of its type.
            Self(unsafe { $intrinsic(self.0 $(, $arg.0)*) })
        }
    )*};
}
pub(crate) use lanewise;
