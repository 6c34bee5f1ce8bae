//! Lanes in plain Rust: the kernels' arithmetic without the CPU's features, and a record of the operations they make.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::vec::Vec;

use super::lanes::{HIGH_DOUBLE, Kernel, LOW_DOUBLE, Lanes, Lanes52, LanesFma, Wide};

/// Eight lanes: where their values stand in the record. A small number is passed where eight would be, which keeps the
/// kernels' code within what a compiler takes in seconds.
#[derive(Clone, Copy)]
pub(crate) struct Software(u32);

/// Eight doubles, by their bits.
#[derive(Clone, Copy)]
pub(crate) struct Doubles(Software);

/// A hash of all operations in their order, and how often each occurred.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Trace {
    order: u64,
    counts: BTreeMap<&'static str, usize>,
}

#[derive(Default)]
struct Record {
    values: Vec<[u64; 8]>,
    trace: Trace,
}

std::thread_local! {
    static RECORD: RefCell<Record> = RefCell::default();
}

/// Runs `kernel`, and says which operations it made.
#[inline(never)]
pub(crate) fn trace<F: Wide<Proof = ()>>(kernel: impl Kernel<F>) -> Trace {
    RECORD.take();
    kernel.run(());
    RECORD.take().trace
}

fn record(name: &'static str) {
    RECORD.with_borrow_mut(|r| {
        for b in name.bytes() {
            r.trace.order = (r.trace.order ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        *r.trace.counts.entry(name).or_default() += 1;
    });
}

fn keep(value: [u64; 8]) -> Software {
    RECORD.with_borrow_mut(|r| {
        r.values.push(value);
        Software(u32::try_from(r.values.len() - 1).expect("a record of this run"))
    })
}

impl Software {
    fn value(self) -> [u64; 8] {
        RECORD.with_borrow(|r| r.values[self.0 as usize])
    }

    fn map(self, name: &'static str, f: impl Fn(u64) -> u64) -> Self {
        record(name);
        keep(self.value().map(f))
    }

    fn zip(self, name: &'static str, o: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        record(name);
        let mut r = self.value();
        for (r, o) in r.iter_mut().zip(o.value()) {
            *r = f(*r, o);
        }
        keep(r)
    }

    fn madd(self, name: &'static str, x: Self, y: Self, shift: u32) -> Self {
        let cut = |x| u128::from(x & ((1 << 52) - 1));
        let part = |p: u128| u64::try_from(p >> shift & ((1 << 52) - 1)).expect("52 bits");
        let product = x.zip("multiply", y, |x, y| part(cut(x) * cut(y)));
        self.zip(name, product, u64::wrapping_add)
    }
}

impl Doubles {
    fn map(self, name: &'static str, f: impl Fn(f64) -> f64) -> Self {
        Self(self.0.map(name, |x| f(f64::from_bits(x)).to_bits()))
    }
}

impl Lanes for Software {
    type Proof = ();
    type Mask = u8;
    type Index = Self;

    const LANES: usize = 8;

    #[inline(never)]
    fn splat((): (), x: u64) -> Self {
        keep([x; 8])
    }
    #[inline(never)]
    fn from_slice((): (), x: &[u64]) -> Self {
        keep(x.try_into().expect("eight lanes"))
    }
    #[inline(never)]
    fn to_slice(self, x: &mut [u64]) {
        x.copy_from_slice(&self.value());
    }
    #[inline(never)]
    fn proof(self) {}
    #[inline(never)]
    fn add(self, o: Self) -> Self {
        self.zip("add", o, u64::wrapping_add)
    }
    #[inline(never)]
    fn sub(self, o: Self) -> Self {
        self.zip("sub", o, u64::wrapping_sub)
    }
    #[inline(never)]
    fn and(self, o: Self) -> Self {
        self.zip("and", o, |a, b| a & b)
    }
    #[inline(never)]
    fn or(self, o: Self) -> Self {
        self.zip("or", o, |a, b| a | b)
    }
    #[inline(never)]
    fn xor(self, o: Self) -> Self {
        self.zip("xor", o, |a, b| a ^ b)
    }
    #[inline(never)]
    fn shl<const K: u32>(self) -> Self {
        self.map("shl", |x| x << K)
    }
    #[inline(never)]
    fn shr<const K: u32>(self) -> Self {
        self.map("shr", |x| x >> K)
    }
    #[inline(never)]
    fn shl_opaque<const K: u32>(self) -> Self {
        self.map("shl", |x| x << K)
    }
    #[inline(never)]
    fn shr_by(self, n: u64) -> Self {
        self.map("shr_by", |x| x.unbounded_shr(u32::try_from(n).expect("a shift")))
    }
    #[inline(never)]
    fn shl_by(self, n: u64) -> Self {
        self.map("shl_by", |x| x.unbounded_shl(u32::try_from(n).expect("a shift")))
    }
    #[inline(never)]
    fn select(self, o: Self, mask: u8) -> Self {
        record("select");
        let mut r = self.value();
        for (n, (r, o)) in r.iter_mut().zip(o.value()).enumerate() {
            if mask >> n & 1 == 1 {
                *r = o;
            }
        }
        keep(r)
    }
    #[inline(never)]
    fn test(self, bits: Self) -> u8 {
        record("test");
        let (x, bits) = (self.value(), bits.value());
        (0..8).fold(0, |m, n| m | u8::from(x[n] & bits[n] != 0) << n)
    }
    #[inline(never)]
    fn turn<const K: i32>(self) -> Self {
        record("turn");
        let mut r = self.value();
        r.rotate_left(usize::try_from(K).expect("a turn"));
        keep(r)
    }
    #[inline(never)]
    fn index(self) -> Self {
        self
    }
    #[inline(never)]
    fn look_up(table: &[u64; 32], index: Self) -> Self {
        index.map("look_up", |i| table[usize::try_from(i & 31).expect("an index")])
    }
}

impl Lanes52 for Software {
    #[inline(never)]
    fn madd_low(self, x: Self, y: Self) -> Self {
        self.madd("madd_low", x, y, 0)
    }
    #[inline(never)]
    fn madd_high(self, x: Self, y: Self) -> Self {
        self.madd("madd_high", x, y, 52)
    }
}

impl LanesFma for Software {
    type Double = Doubles;

    #[inline(never)]
    fn double_proof(_: Doubles) {}
    #[inline(never)]
    fn times(Doubles(x): Doubles, Doubles(y): Doubles) -> (Self, Self) {
        let high = |x, y| f64::from_bits(x).mul_add(f64::from_bits(y), HIGH_DOUBLE);
        let low = |x, y| {
            let rest = HIGH_DOUBLE + LOW_DOUBLE - high(x, y);
            f64::from_bits(x).mul_add(f64::from_bits(y), rest).to_bits()
        };
        (x.zip("times high", y, |x, y| high(x, y).to_bits()), x.zip("times low", y, low))
    }
    #[inline(never)]
    fn to_double(self) -> Doubles {
        Doubles(self).map("to_double", |x| x - LOW_DOUBLE)
    }
    #[inline(never)]
    fn from_double(v: Doubles) -> Self {
        v.map("from_double", |x| x + LOW_DOUBLE).0
    }
    #[inline(never)]
    fn twice(v: Doubles) -> Doubles {
        v.map("twice", |x| x + x)
    }
    #[inline(never)]
    fn select_double(v: Doubles, o: Doubles, mask: u8) -> Doubles {
        Doubles(v.0.select(o.0, mask))
    }
    #[inline(never)]
    fn negate_double_if(v: Doubles, mask: u8) -> Doubles {
        Self::select_double(v, v.map("negate", |x| -x), mask)
    }
    #[inline(never)]
    fn small_times_19(self) -> Self {
        self.map("small_times_19", |x| 19 * (x & 0xffff_ffff))
    }
}
