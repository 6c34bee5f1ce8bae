//! A second, slow opinion, written from RFC 7748 alone: digits of radix 2^16, schoolbook products, long division.
//! Nothing here is constant time, and nothing is taken from `src`.
#![allow(dead_code, reason = "each test file uses a part")]

/// Digits of a number.
const N: usize = 16;

/// A number below 2^256, least significant digit of radix 2^16 first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Num([u32; N]);

/// p = 2^255 - 19 (RFC 7748, section 4.1).
pub(crate) const P: Num = {
    let mut digits = [0xffff; N];
    digits[0] = 0xffff - 18;
    digits[N - 1] = 0x7fff;
    Num(digits)
};

impl Num {
    pub(crate) const ZERO: Self = Self::small(0);
    pub(crate) const ONE: Self = Self::small(1);

    pub(crate) const fn small(n: u32) -> Self {
        let mut digits = [0; N];
        digits[0] = n % 0x1_0000;
        digits[1] = n / 0x1_0000;
        Self(digits)
    }

    /// All 256 bits.
    pub(crate) fn from_bytes(bytes: &[u8; 32]) -> Self {
        Self(core::array::from_fn(|i| u32::from(bytes[2 * i]) + 256 * u32::from(bytes[2 * i + 1])))
    }

    pub(crate) fn to_bytes(self) -> [u8; 32] {
        core::array::from_fn(|i| self.0[i / 2].to_le_bytes()[i % 2])
    }

    pub(crate) fn bit(&self, i: usize) -> bool {
        self.0[i / 16] >> (i % 16) & 1 == 1
    }

    /// The number modulo p.
    pub(crate) fn reduce(self) -> Self {
        let mut long = [0; 2 * N];
        long[..N].copy_from_slice(&self.0);
        remainder(long, &P)
    }

    pub(crate) fn add(&self, o: &Self) -> Self {
        let mut sum = [0; 2 * N];
        for i in 0..N {
            sum[i] += self.0[i] + o.0[i];
            sum[i + 1] = sum[i] / 0x1_0000;
            sum[i] %= 0x1_0000;
        }
        remainder(sum, &P)
    }

    pub(crate) fn neg(&self) -> Self {
        if *self == Self::ZERO { Self::ZERO } else { self.mul(&less(&P, 1)) }
    }

    pub(crate) fn sub(&self, o: &Self) -> Self {
        self.add(&o.neg())
    }

    pub(crate) fn mul(&self, o: &Self) -> Self {
        let mut product = [0; 2 * N];
        for i in 0..N {
            let mut carry = 0;
            for j in 0..N {
                let t = self.0[i] * o.0[j];
                let low = product[i + j] + t % 0x1_0000 + carry;
                product[i + j] = low % 0x1_0000;
                carry = t / 0x1_0000 + low / 0x1_0000;
            }
            product[i + N] = carry;
        }
        remainder(product, &P)
    }

    /// `self^e`, from the highest bit of `e` down.
    pub(crate) fn pow(&self, e: &Self) -> Self {
        (0..256).rev().fold(Self::ONE, |r, i| {
            let square = r.mul(&r);
            if e.bit(i) { square.mul(self) } else { square }
        })
    }

    /// `self^(p - 2)`: the inverse, and 0 for 0 (RFC 7748, section 5).
    pub(crate) fn invert(&self) -> Self {
        self.pow(&less(&P, 2))
    }

    /// By Euler's criterion, with 0 counted as a square.
    pub(crate) fn is_square(&self) -> bool {
        *self == Self::ZERO || self.pow(&half(&less(&P, 1))) == Self::ONE
    }
}

/// `n - small`. In: `small` is not above the lowest digit.
pub(crate) fn less(n: &Num, small: u32) -> Num {
    let mut digits = n.0;
    digits[0] -= small;
    Num(digits)
}

/// `n / 2`, rounded down.
pub(crate) fn half(n: &Num) -> Num {
    Num(core::array::from_fn(|i| {
        let above = n.0.get(i + 1).unwrap_or(&0);
        n.0[i] / 2 + above % 2 * 0x8000
    }))
}

/// `n` modulo `m`, by long division: from the top, take off multiples of `m`, too small rather than too large, until
/// less than `m` is left at each place. In: the highest digit of `m` is not 0.
fn remainder(mut n: [u32; 2 * N], m: &Num) -> Num {
    for place in (0..N).rev() {
        while !is_below(&n[place..], m) {
            // The digits of `n` from the place of m's highest digit up.
            let above = n.get(place + N).unwrap_or(&0);
            let head = u64::from(*above) * 0x1_0000 + u64::from(n[place + N - 1]);
            let quotient = i64::try_from(head / u64::from(m.0[N - 1] + 1)).unwrap().max(1);
            let mut borrow = 0;
            for i in 0..=N {
                let Some(digit) = n.get_mut(place + i) else { break };
                let t =
                    i64::from(*digit) - quotient * i64::from(*m.0.get(i).unwrap_or(&0)) + borrow;
                *digit = u32::try_from(t.rem_euclid(0x1_0000)).unwrap();
                borrow = t.div_euclid(0x1_0000);
            }
        }
    }
    Num(core::array::from_fn(|i| n[i]))
}

/// Whether the digits, of which those after the 17th are 0, make a number below `m`.
fn is_below(digits: &[u32], m: &Num) -> bool {
    digits.get(N).is_none_or(|d| *d == 0) && digits[..N].iter().rev().lt(m.0.iter().rev())
}

/// RFC 7748, section 5, `decodeScalar25519`.
pub(crate) fn decode_scalar(k: &[u8; 32]) -> [u8; 32] {
    let mut k = *k;
    k[0] &= 0xf8;
    k[31] &= 0x7f;
    k[31] |= 0x40;
    k
}

/// RFC 7748, section 5: `X25519(k, u)`.
pub(crate) fn x25519(k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    unclamped(&decode_scalar(k), u)
}

/// RFC 7748, section 5, the ladder as its pseudo-code has it, over all 256 bits of `k`.
pub(crate) fn unclamped(k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    let mut u = *u;
    u[31] &= 0x7f; // decodeUCoordinate
    let x_1 = Num::from_bytes(&u).reduce();
    let k = Num::from_bytes(k);
    let a24 = Num::small(121_665);
    let (mut x_2, mut z_2, mut x_3, mut z_3) = (Num::ONE, Num::ZERO, x_1, Num::ONE);
    let mut swap = false;
    for t in (0..256).rev() {
        swap ^= k.bit(t);
        if swap {
            (x_2, x_3, z_2, z_3) = (x_3, x_2, z_3, z_2);
        }
        swap = k.bit(t);
        let a = x_2.add(&z_2);
        let aa = a.mul(&a);
        let b = x_2.sub(&z_2);
        let bb = b.mul(&b);
        let e = aa.sub(&bb);
        let c = x_3.add(&z_3);
        let d = x_3.sub(&z_3);
        let da = d.mul(&a);
        let cb = c.mul(&b);
        x_3 = da.add(&cb).mul(&da.add(&cb));
        z_3 = x_1.mul(&da.sub(&cb).mul(&da.sub(&cb)));
        x_2 = aa.mul(&bb);
        z_2 = e.mul(&aa.add(&a24.mul(&e)));
    }
    if swap {
        (x_2, z_2) = (x_3, z_3);
    }
    x_2.mul(&z_2.invert()).to_bytes()
}
