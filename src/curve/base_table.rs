//! Multiples of the base point, computed by the compiler.
//!
//! Position i holds the odd multiples 1, 3, .., 15 of 256^i H, where H = ((l + 1) / 2) B is half the base point B: the
//! digits of [`crate::scalar::digit`] are those of 2 k - (2^256 - 1). Every second digit has a position; four doublings
//! serve the others. The point operations are those of [`super::edwards`], written for `const` over `field51`; a test
//! compares all entries with that module's.
#![expect(clippy::large_stack_arrays, reason = "at compile time")]

use super::edwards::D2;
use crate::field51::Tight;
use crate::words::Words;

/// Odd multiples a position.
pub(crate) const ENTRIES: usize = 8;
/// Digits of radix 256 in 256 bits.
pub(crate) const POSITIONS: usize = 32;

/// y + x, y - x and 2 d x y, canonical.
pub(crate) type Entry = [Words; 3];

/// All positions.
#[repr(align(64))]
pub(crate) struct Table(pub(crate) [[Entry; ENTRIES]; POSITIONS]);

/// 24 KiB.
pub(crate) static TABLE: Table = Table(build());

/// B, from RFC 8032, section 5.1: y = 4/5 and x even.
pub(crate) const BASE: [Words; 2] = [
    [0xc956_2d60_8f25_d51a, 0x692c_c760_9525_a7b2, 0xc0a4_e231_fdd6_dc5c, 0x2169_36d3_cd6e_53fe],
    [0x6666_6666_6666_6658, 0x6666_6666_6666_6666, 0x6666_6666_6666_6666, 0x6666_6666_6666_6666],
];
/// H: the point of order l with 2 H = B.
pub(crate) const HALF: [Words; 2] = [
    [0xbed0_9b3f_47a6_3c0d, 0x69e8_1cfd_40f3_4d96, 0x372c_20db_c756_942d, 0x4f95_2aa8_a51e_17bf],
    [0xc6b2_2103_0799_19ac, 0x8b9a_a81a_e3c8_9c30, 0x47bf_fef8_b575_aa3b, 0x70bc_44e7_a355_5585],
];
/// The point of order l whose 16th multiple is (2^256 - 1) H.
pub(crate) const START: [Words; 2] = [
    [0x30cf_47d5_1a9f_d5eb, 0x6c1b_0492_2887_f28c, 0x0d44_125b_7651_17ca, 0x4239_0585_afb6_8d77],
    [0xac5f_0c30_d458_df0e, 0xe58d_d170_e6fe_ba83, 0xd74a_2f24_671a_a67f, 0x0865_c1c8_9d46_7a1b],
];

/// Extended coordinates, as in [`super::edwards`].
#[derive(Clone, Copy)]
pub(super) struct Point {
    x: Tight,
    y: Tight,
    z: Tight,
    t: Tight,
}

impl Point {
    pub(super) const fn affine(p: &[Words; 2]) -> Self {
        let (x, y) = (Tight::from_words(&p[0]), Tight::from_words(&p[1]));
        Self { x, y, z: Tight::ONE, t: x.mul(&y) }
    }

    #[cfg(test)]
    pub(super) const fn neg(&self) -> Self {
        Self { x: Tight::ZERO.sub(&self.x).carry(), t: Tight::ZERO.sub(&self.t).carry(), ..*self }
    }
}

/// `p + q`.
pub(super) const fn add(p: &Point, q: &Point) -> Point {
    let a = p.y.sub(&p.x).mul(&q.y.sub(&q.x));
    let b = p.y.add(&p.x).mul(&q.y.add(&q.x));
    let c = p.t.mul(&q.t).mul(&Tight::from_words(&D2));
    let d = p.z.mul(&q.z);
    let d = d.add(&d).carry();
    let (e, f, g, h) = (b.sub(&a), d.sub(&c), d.add(&c), b.add(&a));
    Point { x: e.mul(&f), y: g.mul(&h), z: f.mul(&g), t: e.mul(&h) }
}

const fn build() -> [[Entry; ENTRIES]; POSITIONS] {
    normalise(&multiples())
}

/// The entries of all points, with one inversion.
pub(super) const fn normalise<const P: usize, const N: usize>(
    points: &[[Point; N]; P],
) -> [[Entry; N]; P] {
    // products[i] is z_0 z_1 .. z_(i - 1).
    let mut products = [[Tight::ONE; N]; P];
    let mut all = Tight::ONE;
    let mut i = 0;
    while i < P * N {
        products[i / N][i % N] = all;
        all = all.mul(&points[i / N][i % N].z);
        i += 1;
    }
    let mut inverse = invert(&all);
    let mut table = [[[[0; 4]; 3]; N]; P];
    while i > 0 {
        i -= 1;
        let point = &points[i / N][i % N];
        let z = inverse.mul(&products[i / N][i % N]);
        inverse = inverse.mul(&point.z);
        let (x, y) = (point.x.mul(&z), point.y.mul(&z));
        let t2d = x.mul(&y).mul(&Tight::from_words(&D2));
        table[i / N][i % N] =
            [y.add(&x).carry().to_words(), y.sub(&x).carry().to_words(), t2d.to_words()];
    }
    table
}

const fn multiples() -> [[Point; ENTRIES]; POSITIONS] {
    let mut first = Point::affine(&HALF);
    let mut points = [[first; ENTRIES]; POSITIONS];
    let mut p = 0;
    while p < POSITIONS {
        let two = add(&first, &first);
        let mut odd = first;
        let mut j = 0;
        while j < ENTRIES {
            points[p][j] = odd;
            odd = add(&odd, &two);
            j += 1;
        }
        let mut doubling = 0;
        while doubling < 8 {
            first = add(&first, &first);
            doubling += 1;
        }
        p += 1;
    }
    points
}

/// `x^(p - 2)`, from the top bit down: p - 2 = 2^255 - 21 has all bits set but 2 and 4.
const fn invert(x: &Tight) -> Tight {
    let mut r = Tight::ONE;
    let mut i = 255;
    while i > 0 {
        i -= 1;
        r = r.square();
        if i != 2 && i != 4 {
            r = r.mul(x);
        }
    }
    r
}
