//! Lanes for [`LanesFma`](super::lanes::LanesFma) kernels that hold bounds in place of values.
//!
//! Columns are sums modulo 2^64 with the bits of doubles in them. Here they are exact, of any size and sign; where an
//! instruction looks at their bits, all of the interval must lie in one window of 2^64.

use super::lanes::{HIGH, LOW, Lanes, LanesFma};

/// All integers in `low..=high`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole {
    low: i128,
    high: i128,
}

/// All doubles of integers in `low..=high`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Double {
    low: i128,
    high: i128,
}

impl Double {
    /// Up to `most` in size.
    pub(crate) fn within(most: u64) -> Self {
        Self { low: -i128::from(most), high: i128::from(most) }
    }
}

impl Whole {
    /// Up to `most` from `offset`.
    pub(crate) fn near(offset: u64, most: u64) -> Self {
        let (offset, most) = (i128::from(offset), i128::from(most));
        Self { low: offset - most, high: offset + most }
    }

    fn unary(self, f: impl Fn(i128) -> i128) -> Self {
        Self { low: f(self.low), high: f(self.high) }
    }

    /// The same modulo 2^64, as an instruction sees it.
    fn bits(self) -> Self {
        let window = self.low >> 64;
        assert!(self.high >> 64 == window, "{self:?} does not lie in one window of 2^64");
        self.unary(|x| x - (window << 64))
    }

    /// The same modulo 2^64, less `offset`, nearest to zero.
    fn less_offset(self, offset: u64) -> Self {
        let low = self.low - i128::from(offset);
        let window = (low + (1 << 63)) >> 64;
        self.unary(|x| x - i128::from(offset) - (window << 64))
    }
}

impl Lanes for Whole {
    type Proof = ();
    type Mask = ();
    type Index = ();

    const LANES: usize = 4;

    #[inline(never)]
    fn splat((): (), x: u64) -> Self {
        Self { low: x.into(), high: x.into() }
    }
    #[inline(never)]
    fn from_slice((): (), x: &[u64]) -> Self {
        let (low, high) = x.iter().fold((u64::MAX, 0), |(l, h), &x| (l.min(x), h.max(x)));
        Self { low: low.into(), high: high.into() }
    }
    #[inline(never)]
    fn to_slice(self, x: &mut [u64]) {
        x.fill(u64::try_from(self.bits().high).expect("bits"));
    }
    #[inline(never)]
    fn proof(self) {}
    #[inline(never)]
    fn add(self, o: Self) -> Self {
        Self { low: self.low + o.low, high: self.high + o.high }
    }
    #[inline(never)]
    fn sub(self, o: Self) -> Self {
        Self { low: self.low - o.high, high: self.high - o.low }
    }
    #[inline(never)]
    fn and(self, o: Self) -> Self {
        Self { low: 0, high: self.bits().high.min(o.bits().high) }
    }
    #[inline(never)]
    fn or(self, o: Self) -> Self {
        let high = self.bits().high.max(o.bits().high);
        Self { low: 0, high: (high + 1).cast_unsigned().next_power_of_two().cast_signed() - 1 }
    }
    #[inline(never)]
    fn xor(self, o: Self) -> Self {
        self.or(o)
    }
    #[inline(never)]
    fn shl<const K: u32>(self) -> Self {
        self.unary(|x| x << K)
    }
    #[inline(never)]
    fn shr<const K: u32>(self) -> Self {
        self.bits().unary(|x| x >> K)
    }
    #[inline(never)]
    fn shl_opaque<const K: u32>(self) -> Self {
        self.shl::<K>()
    }
    #[inline(never)]
    fn shr_by(self, n: u64) -> Self {
        self.bits().unary(|x| x >> n)
    }
    #[inline(never)]
    fn shl_by(self, n: u64) -> Self {
        self.unary(|x| x << n)
    }
    #[inline(never)]
    fn select(self, o: Self, (): ()) -> Self {
        Self { low: self.low.min(o.low), high: self.high.max(o.high) }
    }
    #[inline(never)]
    fn test(self, _: Self) {}
    #[inline(never)]
    fn turn<const K: i32>(self) -> Self {
        self
    }
    #[inline(never)]
    fn index(self) {}
    #[inline(never)]
    fn look_up(table: &[u64; 32], (): ()) -> Self {
        Self::from_slice((), table)
    }
}

impl LanesFma for Whole {
    type Double = Double;

    #[inline(never)]
    fn double_proof(_: Double) {}

    /// In any rounding mode: the upper half is at most one off, the rest at most 2^51 in size.
    #[inline(never)]
    fn times(x: Double, y: Double) -> (Self, Self) {
        let ends = [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high];
        let low = *ends.iter().min().expect("four");
        let high = *ends.iter().max().expect("four");
        assert!(low > -(1 << 102) && high < 1 << 102, "a product of 2^102 or more: {x:?} {y:?}");
        let upper = Self { low: (low >> 51) - 1, high: (high >> 51) + 1 };
        (upper.unary(|h| h + i128::from(HIGH)), Self::near(LOW, 1 << 51))
    }
    #[inline(never)]
    fn to_double(self) -> Double {
        let Self { low, high } = self.less_offset(LOW);
        assert!(low > -(1 << 51) && high < 1 << 51, "no double has these bits: {self:?}");
        Double { low, high }
    }
    #[inline(never)]
    fn from_double(v: Double) -> Self {
        assert!(v.low > -(1 << 51) && v.high < 1 << 51, "no bits for this double: {v:?}");
        Self { low: v.low, high: v.high }.unary(|x| x + i128::from(LOW))
    }
    #[inline(never)]
    fn twice(v: Double) -> Double {
        Double { low: 2 * v.low, high: 2 * v.high }
    }
    #[inline(never)]
    fn select_double(v: Double, o: Double, (): ()) -> Double {
        Double { low: v.low.min(o.low), high: v.high.max(o.high) }
    }
    #[inline(never)]
    fn negate_double_if(v: Double, (): ()) -> Double {
        Double { low: v.low.min(-v.high), high: v.high.max(-v.low) }
    }
    #[inline(never)]
    fn small_times_19(self) -> Self {
        let bits = self.bits();
        assert!(bits.high < 1 << 32, "over 32 bits: {self:?}");
        bits.unary(|x| 19 * x)
    }
    #[inline(never)]
    fn around(self, offset: u64, most: u64) -> Self {
        let Self { low, high } = self.less_offset(offset);
        let most = i128::from(most);
        assert!(-most <= low && high <= most, "{low}..={high} is not within {most} of the offset");
        Self { low: -most, high: most }.unary(|x| x + i128::from(offset))
    }
    #[inline(never)]
    fn double_bound(v: Double, most: u64) -> Double {
        let most = i128::from(most);
        assert!(-most <= v.low && v.high <= most, "{v:?} is larger than {most}");
        Double { low: -most, high: most }
    }
}
