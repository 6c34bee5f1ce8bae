//! Lanes in plain Rust: the kernels' arithmetic without the CPU's features, and a record of the operations they make.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::fe52::Fe;
use super::lanes::{Kernel, Lanes52};

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
pub(crate) fn trace<K: Kernel<Fe<Software>>>(kernel: K) -> Trace {
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

impl Lanes52 for Software {
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
    fn madd_low(self, x: Self, y: Self) -> Self {
        self.madd("madd_low", x, y, 0)
    }
    fn madd_high(self, x: Self, y: Self) -> Self {
        self.madd("madd_high", x, y, 52)
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
