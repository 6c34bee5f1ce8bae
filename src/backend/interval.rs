//! Lanes that hold bounds in place of values: running a kernel on them proves its contract for all inputs.

use super::lanes::{Lanes, Lanes52};

/// All values in `low..=high`. An operation that could wrap, or that would read a cut-off operand, panics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    pub(crate) low: u64,
    pub(crate) high: u64,
}

impl Interval {
    pub(crate) fn new(low: u64, high: u64) -> Self {
        assert!(low <= high, "an interval has its ends in order");
        Self { low, high }
    }

    /// Anything below the next power of two: what bitwise operations leave.
    fn bits(high: u64) -> Self {
        Self { low: 0, high: high.checked_add(1).map_or(high, |h| h.next_power_of_two() - 1) }
    }
}

fn product(x: Interval, y: Interval) -> (u128, u128) {
    assert!(x.high < 1 << 52 && y.high < 1 << 52, "multiplier operand over 52 bits: {x:?} {y:?}");
    (u128::from(x.low) * u128::from(y.low), u128::from(x.high) * u128::from(y.high))
}

impl Lanes for Interval {
    type Proof = ();
    type Mask = ();
    type Index = ();

    const LANES: usize = 8;

    #[inline(never)]
    fn splat((): (), x: u64) -> Self {
        Self { low: x, high: x }
    }
    #[inline(never)]
    fn from_slice((): (), x: &[u64]) -> Self {
        let (low, high) = x.iter().fold((u64::MAX, 0), |(l, h), &x| (l.min(x), h.max(x)));
        Self::new(low, high)
    }
    #[inline(never)]
    fn to_slice(self, x: &mut [u64]) {
        x.fill(self.high);
    }
    #[inline(never)]
    fn proof(self) {}
    #[inline(never)]
    fn add(self, o: Self) -> Self {
        Self { low: self.low + o.low, high: self.high.checked_add(o.high).expect("add wraps") }
    }
    #[inline(never)]
    fn sub(self, o: Self) -> Self {
        let low = self.low.checked_sub(o.high).expect("sub wraps");
        Self { low, high: self.high - o.low }
    }
    #[inline(never)]
    fn and(self, o: Self) -> Self {
        Self { low: 0, high: self.high.min(o.high) }
    }
    #[inline(never)]
    fn or(self, o: Self) -> Self {
        Self::bits(self.high.max(o.high))
    }
    #[inline(never)]
    fn xor(self, o: Self) -> Self {
        Self::bits(self.high.max(o.high))
    }
    #[inline(never)]
    fn shl<const K: u32>(self) -> Self {
        assert!(self.high.leading_zeros() >= K, "shl loses bits: {self:?}");
        Self { low: self.low << K, high: self.high << K }
    }
    #[inline(never)]
    fn shr<const K: u32>(self) -> Self {
        Self { low: self.low >> K, high: self.high >> K }
    }
    #[inline(never)]
    fn shl_opaque<const K: u32>(self) -> Self {
        self.shl::<K>()
    }
    #[inline(never)]
    fn shr_by(self, n: u64) -> Self {
        Self { low: self.low.unbounded_shr(u32::try_from(n).expect("a shift")), high: u64::MAX }
    }
    #[inline(never)]
    fn shl_by(self, _: u64) -> Self {
        Self { low: 0, high: u64::MAX }
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

impl Lanes52 for Interval {
    #[inline(never)]
    fn madd_low(self, x: Self, y: Self) -> Self {
        let low = u64::try_from(product(x, y).1.min((1 << 52) - 1)).expect("52 bits");
        Self { low: self.low, high: self.high.checked_add(low).expect("madd_low wraps") }
    }
    #[inline(never)]
    fn madd_high(self, x: Self, y: Self) -> Self {
        let (low, high) = product(x, y);
        let [low, high] = [low, high].map(|p| u64::try_from(p >> 52).expect("52 bits"));
        Self { low: self.low + low, high: self.high.checked_add(high).expect("madd_high wraps") }
    }
    #[inline(never)]
    fn bound(self, low: u64, high: u64) -> Self {
        assert!(low <= self.low && self.high <= high, "{self:?} is outside {low}..={high}");
        Self { low, high }
    }
}
