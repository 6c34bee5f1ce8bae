//! Lanes in plain Rust: the kernels' arithmetic without the CPU's features, and a record of the operations they make.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::lanes::{HIGH_DOUBLE, Kernel, LOW_DOUBLE, Lanes, Lanes52, LanesFma, Wide};

/// Eight lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Software([u64; 8]);

/// A hash of all operations in their order, and how often each occurred.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Trace {
    pub(crate) order: u64,
    pub(crate) counts: BTreeMap<&'static str, usize>,
}

std::thread_local! {
    static TRACE: RefCell<Trace> = RefCell::default();
}

/// Runs `kernel`, and says which operations it made.
pub(crate) fn trace<F: Wide<Proof = ()>>(kernel: impl Kernel<F>) -> Trace {
    TRACE.take();
    kernel.run(());
    TRACE.take()
}

fn record(name: &'static str) {
    TRACE.with_borrow_mut(|t| {
        for b in name.bytes() {
            t.order = (t.order ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        *t.counts.entry(name).or_default() += 1;
    });
}

impl Software {
    fn map(self, name: &'static str, f: impl Fn(u64) -> u64) -> Self {
        record(name);
        Self(self.0.map(f))
    }

    fn zip(self, name: &'static str, o: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        record(name);
        let mut r = self.0;
        for (r, o) in r.iter_mut().zip(o.0) {
            *r = f(*r, o);
        }
        Self(r)
    }

    fn madd(self, name: &'static str, x: Self, y: Self, shift: u32) -> Self {
        let cut = |x| u128::from(x & ((1 << 52) - 1));
        let part = |p: u128| u64::try_from(p >> shift & ((1 << 52) - 1)).expect("52 bits");
        let product = x.zip("multiply", y, |x, y| part(cut(x) * cut(y)));
        self.zip(name, product, u64::wrapping_add)
    }
}

impl Lanes for Software {
    type Proof = ();
    type Mask = u8;
    type Index = Self;

    const LANES: usize = 8;

    fn splat((): (), x: u64) -> Self {
        Self([x; 8])
    }
    fn from_slice((): (), x: &[u64]) -> Self {
        Self(x.try_into().expect("eight lanes"))
    }
    fn to_slice(self, x: &mut [u64]) {
        x.copy_from_slice(&self.0);
    }
    fn proof(self) {}
    fn add(self, o: Self) -> Self {
        self.zip("add", o, u64::wrapping_add)
    }
    fn sub(self, o: Self) -> Self {
        self.zip("sub", o, u64::wrapping_sub)
    }
    fn and(self, o: Self) -> Self {
        self.zip("and", o, |a, b| a & b)
    }
    fn or(self, o: Self) -> Self {
        self.zip("or", o, |a, b| a | b)
    }
    fn xor(self, o: Self) -> Self {
        self.zip("xor", o, |a, b| a ^ b)
    }
    fn shl<const K: u32>(self) -> Self {
        self.map("shl", |x| x << K)
    }
    fn shr<const K: u32>(self) -> Self {
        self.map("shr", |x| x >> K)
    }
    fn shl_opaque<const K: u32>(self) -> Self {
        self.map("shl", |x| x << K)
    }
    fn shr_by(self, n: u64) -> Self {
        self.map("shr_by", |x| x.unbounded_shr(u32::try_from(n).expect("a shift")))
    }
    fn shl_by(self, n: u64) -> Self {
        self.map("shl_by", |x| x.unbounded_shl(u32::try_from(n).expect("a shift")))
    }
    fn select(self, o: Self, mask: u8) -> Self {
        record("select");
        let mut r = self.0;
        for (n, (r, o)) in r.iter_mut().zip(o.0).enumerate() {
            if mask >> n & 1 == 1 {
                *r = o;
            }
        }
        Self(r)
    }
    fn test(self, bits: Self) -> u8 {
        record("test");
        (0..8).fold(0, |m, n| m | u8::from(self.0[n] & bits.0[n] != 0) << n)
    }
    fn turn<const K: i32>(self) -> Self {
        record("turn");
        let mut r = self.0;
        r.rotate_left(usize::try_from(K).expect("a turn"));
        Self(r)
    }
    fn index(self) -> Self {
        self
    }
    fn look_up(table: &[u64; 32], index: Self) -> Self {
        index.map("look_up", |i| table[usize::try_from(i & 31).expect("an index")])
    }
}

impl Lanes52 for Software {
    fn madd_low(self, x: Self, y: Self) -> Self {
        self.madd("madd_low", x, y, 0)
    }
    fn madd_high(self, x: Self, y: Self) -> Self {
        self.madd("madd_high", x, y, 52)
    }
}

impl LanesFma for Software {
    type Double = [f64; 8];

    fn double_proof(_: [f64; 8]) {}

    fn times(x: [f64; 8], y: [f64; 8]) -> (Self, Self) {
        record("times");
        let (mut high, mut low) = ([0; 8], [0; 8]);
        for n in 0..8 {
            let h = x[n].mul_add(y[n], HIGH_DOUBLE);
            high[n] = h.to_bits();
            low[n] = x[n].mul_add(y[n], HIGH_DOUBLE + LOW_DOUBLE - h).to_bits();
        }
        (Self(high), Self(low))
    }
    fn to_double(self) -> [f64; 8] {
        record("to_double");
        self.0.map(|x| f64::from_bits(x) - LOW_DOUBLE)
    }
    fn from_double(v: [f64; 8]) -> Self {
        record("from_double");
        Self(v.map(|x| (x + LOW_DOUBLE).to_bits()))
    }
    fn twice(v: [f64; 8]) -> [f64; 8] {
        record("twice");
        v.map(|x| x + x)
    }
    fn select_double(v: [f64; 8], o: [f64; 8], mask: u8) -> [f64; 8] {
        let select = Self(v.map(f64::to_bits)).select(Self(o.map(f64::to_bits)), mask);
        select.0.map(f64::from_bits)
    }
    fn negate_double_if(v: [f64; 8], mask: u8) -> [f64; 8] {
        Self::select_double(v, v.map(|x| -x), mask)
    }
    fn small_times_19(self) -> Self {
        self.map("small_times_19", |x| 19 * (x & 0xffff_ffff))
    }
}
