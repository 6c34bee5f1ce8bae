//! Inversion modulo p = 2^255 - 19 by divsteps, in constant time.
//!
//! Bernstein and Yang, "Fast constant-time gcd computation and modular inversion" (2019), in the variant that starts
//! at delta = 1/2. For odd f and 0 <= g <= f < 2^256 that variant reaches g = 0 within 590 divsteps (Pieter Wuille's
//! convex-hull computation, <https://github.com/sipa/safegcd-bounds>, whose folder `coq` has a proof); for f = p 588
//! are enough, as `docs/divsteps_bound.py` computes. Here 600 are done: ten batches of 60, each three rounds of 20. A
//! round works on two words alone: one holds 20 low bits of f and both matrix entries of f's row, the other those of
//! g, so a divstep is a handful of word operations. Each batch then updates f, g and the Bezout coefficients d, e
//! once, in signed limbs of radix 2^62.

#[cfg(test)]
mod tests;

use crate::words::Words;

/// Divsteps in a round, and the distance in bits of a word's three parts, one more.
const ROUND: u32 = 20;
const MASK62: u64 = (1 << 62) - 1;
/// `p = -19 + 2^7 2^248` in signed limbs of radix 2^62.
const P: Signed = [-19, 0, 0, 0, 1 << 7];
/// `p^-1` modulo 2^62: each step of Newton's iteration doubles the right bits, beginning with one.
const P_INVERSE: u64 = {
    let p = 19u64.wrapping_neg();
    let mut x = 1u64;
    let mut i = 0;
    while i < 6 {
        x = x.wrapping_mul(2u64.wrapping_sub(x.wrapping_mul(p)));
        i += 1;
    }
    x & MASK62
};

/// `l0 + l1 2^62 + .. + l4 2^248`; limbs 0 to 3 are in `[0, 2^62)` between batches, limb 4 has the sign.
type Signed = [i64; 5];
/// The row that makes the new f, then the one that makes the new g.
type Matrix = [[i64; 2]; 2];

/// `1 / x` modulo p, canonical; 0 for 0. In: `x < p`.
pub(crate) fn invert(x: &Words) -> Words {
    let (mut f, mut g) = (P, to_signed(x));
    let (mut d, mut e): (Signed, Signed) = ([0; 5], [1, 0, 0, 0, 0]);
    let mut zeta = -1;
    // The update of d and e lags one batch behind: it is independent of the divsteps' one long chain, and fills its gaps.
    let mut last = [[1 << 62, 0], [0, 1 << 62]];
    for _ in 0..10 {
        let (f0, g0) = (f[0].cast_unsigned(), g[0].cast_unsigned());
        let a = round(&mut zeta, f0, g0);
        let (f1, g1) = apply(&a, f0, g0);
        let new_d = update_coefficient(&d, &e, &last[0]);
        let b = round(&mut zeta, f1, g1);
        let (f2, g2) = apply(&b, f1, g1);
        let ba = product(&b, &a);
        e = update_coefficient(&d, &e, &last[1]);
        d = new_d;
        let c = round(&mut zeta, f2, g2);
        // Entries are times 2^60; the updates divide by 2^62.
        last = product(&c, &ba).map(|row| row.map(|x| x << 2));
        (f, g) = update(&f, &g, &last);
    }
    d = update_coefficient(&d, &e, &last[0]);
    // f is 1 or -1, and f = d x modulo p. For x = 0 no divstep changes f = p and d = 0.
    finish(&d, f[4] >> 63)
}

fn to_signed(x: &Words) -> Signed {
    let [x0, x1, x2, x3] = *x;
    [x0, x0 >> 62 | x1 << 2, x1 >> 60 | x2 << 4, x2 >> 58 | x3 << 6, x3 >> 56]
        .map(|l| (l & MASK62).cast_signed())
}

/// `d`, or `-d` if `sign` is -1, in `[0, p)`. In: `-2p < d < p`, `sign` 0 or -1.
fn finish(d: &Signed, sign: i64) -> Words {
    let d = add_if_negative(d);
    let d = d.map(|l| (l ^ sign) - sign);
    let d = add_if_negative(&carry(&d));
    let [d0, d1, d2, d3, d4] = carry(&d).map(i64::cast_unsigned);
    [d0 | d1 << 62, d1 >> 2 | d2 << 60, d2 >> 4 | d3 << 58, d3 >> 6 | d4 << 56]
}

/// `d + p` if limb 4 is negative, else `d`.
fn add_if_negative(d: &Signed) -> Signed {
    let negative = d[4] >> 63;
    [d[0] + (P[0] & negative), d[1], d[2], d[3], d[4] + (P[4] & negative)]
}

/// Limbs 0 to 3 in `[0, 2^62)`.
fn carry(d: &Signed) -> Signed {
    let [d0, d1, d2, d3, d4] = *d;
    let d1 = d1 + (d0 >> 62);
    let d2 = d2 + (d1 >> 62);
    let d3 = d3 + (d2 >> 62);
    let d4 = d4 + (d3 >> 62);
    let low = |l: i64| (l.cast_unsigned() & MASK62).cast_signed();
    [low(d0), low(d1), low(d2), low(d3), d4]
}

/// 20 divsteps on the lowest 20 bits of f and g. Out: the matrix, times 2^20.
///
/// A word is `f + 2^21 u + 2^42 v`, where `(u, v)` is its row of the matrix. Sums of words are sums of the parts. An
/// entry is in `(-2^20, 2^20]`, and is kept negated, so that it fits in 21 signed bits.
#[inline(always)]
fn round(zeta: &mut i64, f: u64, g: u64) -> Matrix {
    let low = |x: u64| (x & ((1 << ROUND) - 1)).cast_signed();
    // The unit matrix, times 2^20 and negated: -2^20 2^21 and -2^20 2^42.
    let (f, g, z) = steps(low(f) - (1 << 41), low(g) - (1 << 62), *zeta);
    *zeta = z;
    [row(f), row(g)]
}

/// The matrix entries in a word. The half of a part's range is added to round to the nearest: parts below are signed.
#[inline(always)]
fn row(x: i64) -> [i64; 2] {
    let u = (x + (1 << ROUND)) >> (ROUND + 1);
    let v = (u + (1 << ROUND)) >> (ROUND + 1);
    [-((u << 43) >> 43), -v]
}

/// 20 divsteps: new f, g and zeta = -(delta + 1/2).
///
/// If delta > 0 and g is odd: `(delta, f, g) = (1 - delta, g, (g - f) / 2)`; else `(1 + delta, f, (g + (g mod 2) f) / 2)`.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "conditional moves")]
#[inline(always)]
fn steps(mut f: i64, mut g: i64, mut z: i64) -> (i64, i64, i64) {
    // SAFETY: registers only, all named.
    unsafe {
        core::arch::asm!(
            ".rept 20",
            "mov {s}, {g}",
            "sub {s}, {f}",         // g - f
            "lea {t}, [{g} + {f}]", // g + f
            "mov {n}, {g}",
            "shl {n}, 63",          // sign: g odd
            "test {z}, {z}",
            "cmovs {t}, {s}",       // g - f if delta > 0
            "mov {s}, {z}",
            "not {s}",
            "and {n}, {z}",         // sign: g odd and delta > 0
            "cmovs {f}, {g}",
            "cmovs {z}, {s}",
            "dec {z}",
            "test {g:e}, 1",
            "cmovnz {g}, {t}",
            "sar {g}, 1",
            ".endr",
            f = inout(reg) f,
            g = inout(reg) g,
            z = inout(reg) z,
            s = out(reg) _,
            t = out(reg) _,
            n = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    (f, g, z)
}

#[cfg(not(target_arch = "x86_64"))]
use steps_by_masks as steps;

/// As [`steps`], for every machine.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline(always)]
fn steps_by_masks(mut f: i64, mut g: i64, mut z: i64) -> (i64, i64, i64) {
    for _ in 0..ROUND {
        let positive = z >> 63;
        let odd = -(g & 1);
        let swap = positive & odd;
        let t = ((f ^ positive) - positive) & odd;
        f += (g - f) & swap;
        g = (g + t) >> 1;
        z = (z ^ swap) - 1;
    }
    (f, g, z)
}

/// `a b`. In: rows with |u| + |v| <= 2^20 and 2^40, or less. Out: rows below the product of the bounds.
#[inline(always)]
fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let e = |i: usize, j: usize| a[i][0] * b[0][j] + a[i][1] * b[1][j];
    [[e(0, 0), e(0, 1)], [e(1, 0), e(1, 1)]]
}

/// `m (f, g) / 2^20`. Of the low bits 20 fewer are right after it.
#[inline(always)]
fn apply(m: &Matrix, f: u64, g: u64) -> (u64, u64) {
    let times = |r: &[i64; 2]| {
        let [u, v] = r.map(i64::cast_unsigned);
        u.wrapping_mul(f).wrapping_add(v.wrapping_mul(g)) >> ROUND
    };
    (times(&m[0]), times(&m[1]))
}

#[inline(always)]
fn wide(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// The lowest limb of `c`, and `c / 2^62`.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the lowest limb")]
fn limb(c: i128) -> (i64, i128) {
    ((c as u64 & MASK62).cast_signed(), c >> 62)
}

/// The last limb: what is left of `c`.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "|c| < 2^63: the value keeps its bounds")]
fn top(c: i128) -> i64 {
    c as i64
}

/// `m (f, g) / 2^62`, exact. In: |f|, |g| < 2^256, rows with |u| + |v| <= 2^62.
#[inline(always)]
fn update(f: &Signed, g: &Signed, m: &Matrix) -> (Signed, Signed) {
    let times = |[u, v]: [i64; 2]| {
        let (_, c) = limb(wide(u, f[0]) + wide(v, g[0]));
        let (r0, c) = limb(c + wide(u, f[1]) + wide(v, g[1]));
        let (r1, c) = limb(c + wide(u, f[2]) + wide(v, g[2]));
        let (r2, c) = limb(c + wide(u, f[3]) + wide(v, g[3]));
        let (r3, c) = limb(c + wide(u, f[4]) + wide(v, g[4]));
        [r0, r1, r2, r3, top(c)]
    };
    (times(m[0]), times(m[1]))
}

/// `(u d + v e) / 2^62` modulo p. In: -2p < d, e < p and |u| + |v| <= 2^62. Out: -2p < result < p.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the low bits")]
fn update_coefficient(d: &Signed, e: &Signed, &[u, v]: &[i64; 2]) -> Signed {
    // p times `k` is added: it brings negative d and e up, then clears the lowest 62 bits.
    let k = (u & (d[4] >> 63)) + (v & (e[4] >> 63));
    let c = wide(u, d[0]) + wide(v, e[0]);
    let clear = P_INVERSE.wrapping_mul(c as u64).wrapping_add(k.cast_unsigned()) & MASK62;
    let k = k - clear.cast_signed();
    let (_, c) = limb(c + wide(P[0], k));
    let (r0, c) = limb(c + wide(u, d[1]) + wide(v, e[1]));
    let (r1, c) = limb(c + wide(u, d[2]) + wide(v, e[2]));
    let (r2, c) = limb(c + wide(u, d[3]) + wide(v, e[3]));
    let (r3, c) = limb(c + wide(u, d[4]) + wide(v, e[4]) + wide(P[4], k));
    [r0, r1, r2, r3, top(c)]
}
