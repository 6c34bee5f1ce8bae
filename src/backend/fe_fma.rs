//! Field elements in lanes with a fused multiply-add of doubles: five limbs of radix 2^51, one element a lane.
//!
//! | type | each limb | may |
//! |---|---|---|
//! | [`Fe`] | a double, at most 2^50 + 2^13 in size; of a table entry below 2^51 | enter a multiplication |
//! | [`Product`] | an integer, at most 2^58 from `PRODUCT` | be added, be subtracted, be carried |
//! | [`Minuend`] | an integer, at most 2^58 from `MINUEND` | be added, be subtracted from, be carried |
//!
//! Each of the 25 limb products falls apart into a half for its own column and one for the next (see [`LanesFma`]). They are
//! added as integers, modulo 2^64, with the bits of their doubles' exponents; one constant a column takes those away again
//! and leaves the column's offset. So offsets cost nothing, columns are positive, and a logical shift carries them. The limbs
//! that a carry leaves lie around zero.

#[cfg(test)]
mod tests;

use super::lanes::{HIGH, LOW, LanesFma, Wide, part};
use super::packing::{Limbs, Scalars};
use crate::arith::{self, Element, Field, Invert};

const MASK51: u64 = (1 << 51) - 1;
/// Half of a limb's range: a carry rounds to the nearest.
const HALF: u64 = 1 << 50;
/// Most of a limb's size.
const LIMB: u64 = HALF + (1 << 13);
/// Most of a column's distance from its offset.
const COLUMN: u64 = 1 << 58;
/// Offset of a product's columns.
const PRODUCT: u64 = 1 << 60;
/// Offset of a minuend's columns. `HALF` is what the carry of a sum or a difference wants.
const MINUEND: u64 = (1 << 61) + HALF;

/// Elements that may enter a multiplication.
#[derive(Clone, Copy)]
pub(crate) struct Fe<L: LanesFma>([L::Double; 5]);

/// An uncarried product.
#[derive(Clone, Copy)]
pub(crate) struct Product<L>([L; 5]);

/// An uncarried product, offset so far that another may be taken from it.
#[derive(Clone, Copy)]
pub(crate) struct Minuend<L>([L; 5]);

/// `x 2^(51 i)` for i = 0 to 4.
#[derive(Clone, Copy)]
pub(crate) struct Constant<L: LanesFma>([Fe<L>; 5]);

part! {
/// One parallel carry. In: limbs of `offset + c`, `|c| <= 3 * 2^58`, where `offset - HALF` is a multiple of 2^51. Out: the
/// limbs of all `c`.
fn carry<L: LanesFma>([a0, a1, a2, a3, a4]: [L; 5], offset: u64) -> Fe<L> {
    let proof = a0.proof();
    let mask = L::splat(proof, MASK51);
    // What the offset carries, and what it leaves, go away in the constant that makes a double's bits.
    let carried = (offset - HALF) >> 51;
    let bits = L::splat(proof, LOW - HALF - carried);
    let bits0 = L::splat(proof, LOW - HALF - 19 * carried);
    Fe([
        limb(a0.and(mask), a4.shr::<51>().small_times_19(), bits0),
        limb(a1.and(mask), a0.shr::<51>(), bits),
        limb(a2.and(mask), a1.shr::<51>(), bits),
        limb(a3.and(mask), a2.shr::<51>(), bits),
        limb(a4.and(mask), a3.shr::<51>(), bits),
    ])
}
}

/// The double whose bits these are together.
#[inline(always)]
fn limb<L: LanesFma>(low: L, carried: L, bits: L) -> L::Double {
    L::double_bound(low.add(carried).add(bits).to_double(), LIMB)
}

/// `x` more in each limb.
#[inline(always)]
fn add_each<L: LanesFma>([a0, a1, a2, a3, a4]: [L; 5], x: L) -> [L; 5] {
    [a0.add(x), a1.add(x), a2.add(x), a3.add(x), a4.add(x)]
}

/// `LOW` and each limb.
#[inline(always)]
fn integers<L: LanesFma>([a0, a1, a2, a3, a4]: [L::Double; 5]) -> [L; 5] {
    [
        L::from_double(a0),
        L::from_double(a1),
        L::from_double(a2),
        L::from_double(a3),
        L::from_double(a4),
    ]
}

/// The limbs of `LOW` and each.
#[inline(always)]
fn doubles<L: LanesFma>([a0, a1, a2, a3, a4]: [L; 5]) -> Fe<L> {
    Fe([a0.to_double(), a1.to_double(), a2.to_double(), a3.to_double(), a4.to_double()])
}

/// `19 t`, modulo 2^64.
#[inline(always)]
fn times_19<L: LanesFma>(t: L) -> L {
    t.shl_opaque::<4>().add(t.double().add(t))
}

/// What a column of `lows` lower and `highs` upper halves, with 19 times one of `lows5` and `highs5`, must start from so as
/// to come out at `offset`.
const fn start(offset: u64, [lows, highs, lows5, highs5]: [u64; 4]) -> u64 {
    offset
        .wrapping_sub(LOW.wrapping_mul(lows + 19 * lows5))
        .wrapping_sub(HIGH.wrapping_mul(highs + 19 * highs5))
}

/// How many lower and upper halves each column of a product has, and the column that is folded onto it.
const MUL: [[u64; 4]; 5] = [[1, 0, 4, 5], [2, 1, 3, 4], [3, 2, 2, 3], [4, 3, 1, 2], [5, 4, 0, 1]];
/// The same of a square, where a crossed product counts once.
const SQUARE: [[u64; 4]; 5] =
    [[1, 0, 2, 3], [1, 1, 2, 2], [2, 1, 1, 2], [2, 2, 1, 1], [3, 2, 0, 1]];

/// The constants that five columns start from.
#[inline(always)]
fn starts<L: LanesFma>(proof: L::Proof, offset: u64, halves: &[[u64; 4]; 5]) -> [L; 5] {
    let [h0, h1, h2, h3, h4] = *halves;
    [
        L::splat(proof, start(offset, h0)),
        L::splat(proof, start(offset, h1)),
        L::splat(proof, start(offset, h2)),
        L::splat(proof, start(offset, h3)),
        L::splat(proof, start(offset, h4)),
    ]
}

part! {
/// `a b`. `s`: the columns' starts.
fn mul<L: LanesFma>(a: &[L::Double; 5], b: &[L::Double; 5], s: [L; 5]) -> [L; 5] {
    let [a0, a1, a2, a3, a4] = *a;
    let [b0, b1, b2, b3, b4] = *b;
    let [s0, s1, s2, s3, s4] = s;

    // Row by row: a row touches six columns, and the lowest of them is then complete.
    let (h, l) = L::times(a0, b0);
    let (c0, c1) = (s0.add(l), s1.add(h));
    let (h, l) = L::times(a0, b1);
    let (c1, c2) = (c1.add(l), s2.add(h));
    let (h, l) = L::times(a0, b2);
    let (c2, c3) = (c2.add(l), s3.add(h));
    let (h, l) = L::times(a0, b3);
    let (c3, c4) = (c3.add(l), s4.add(h));
    let (t5, l) = L::times(a0, b4);
    let c4 = c4.add(l);

    let (h, l) = L::times(a1, b0);
    let (c1, c2) = (c1.add(l), c2.add(h));
    let (h, l) = L::times(a1, b1);
    let (c2, c3) = (c2.add(l), c3.add(h));
    let (h, l) = L::times(a1, b2);
    let (c3, c4) = (c3.add(l), c4.add(h));
    let (h, l) = L::times(a1, b3);
    let (c4, t5) = (c4.add(l), t5.add(h));
    let (t6, l) = L::times(a1, b4);
    let t5 = t5.add(l);

    let (h, l) = L::times(a2, b0);
    let (c2, c3) = (c2.add(l), c3.add(h));
    let (h, l) = L::times(a2, b1);
    let (c3, c4) = (c3.add(l), c4.add(h));
    let (h, l) = L::times(a2, b2);
    let (c4, t5) = (c4.add(l), t5.add(h));
    let (h, l) = L::times(a2, b3);
    let (t5, t6) = (t5.add(l), t6.add(h));
    let (t7, l) = L::times(a2, b4);
    let t6 = t6.add(l);

    let (h, l) = L::times(a3, b0);
    let (c3, c4) = (c3.add(l), c4.add(h));
    let (h, l) = L::times(a3, b1);
    let (c4, t5) = (c4.add(l), t5.add(h));
    let (h, l) = L::times(a3, b2);
    let (t5, t6) = (t5.add(l), t6.add(h));
    let (h, l) = L::times(a3, b3);
    let (t6, t7) = (t6.add(l), t7.add(h));
    let (t8, l) = L::times(a3, b4);
    let t7 = t7.add(l);

    let (h, l) = L::times(a4, b0);
    let (c4, t5) = (c4.add(l), t5.add(h));
    let (h, l) = L::times(a4, b1);
    let (t5, t6) = (t5.add(l), t6.add(h));
    let (h, l) = L::times(a4, b2);
    let (t6, t7) = (t6.add(l), t7.add(h));
    let (h, l) = L::times(a4, b3);
    let (t7, t8) = (t7.add(l), t8.add(h));
    let (t9, l) = L::times(a4, b4);
    let t8 = t8.add(l);

    fold([c0, c1, c2, c3, c4], [t5, t6, t7, t8, t9])
}
}

part! {
/// `a^2`. `s`: the columns' starts.
fn square<L: LanesFma>(a: &[L::Double; 5], s: [L; 5]) -> [L; 5] {
    let [a0, a1, a2, a3, a4] = *a;
    let [s0, s1, s2, s3, s4] = s;
    let (e0, e1, e2, e3) = (L::twice(a0), L::twice(a1), L::twice(a2), L::twice(a3));

    let (h, l) = L::times(a0, a0);
    let (c0, c1) = (s0.add(l), s1.add(h));
    let (h, l) = L::times(e0, a1);
    let (c1, c2) = (c1.add(l), s2.add(h));
    let (h, l) = L::times(e0, a2);
    let (c2, c3) = (c2.add(l), s3.add(h));
    let (h, l) = L::times(e0, a3);
    let (c3, c4) = (c3.add(l), s4.add(h));
    let (t5, l) = L::times(e0, a4);
    let c4 = c4.add(l);

    let (h, l) = L::times(a1, a1);
    let (c2, c3) = (c2.add(l), c3.add(h));
    let (h, l) = L::times(e1, a2);
    let (c3, c4) = (c3.add(l), c4.add(h));
    let (h, l) = L::times(e1, a3);
    let (c4, t5) = (c4.add(l), t5.add(h));
    let (t6, l) = L::times(e1, a4);
    let t5 = t5.add(l);

    let (h, l) = L::times(a2, a2);
    let (c4, t5) = (c4.add(l), t5.add(h));
    let (h, l) = L::times(e2, a3);
    let (t5, t6) = (t5.add(l), t6.add(h));
    let (t7, l) = L::times(e2, a4);
    let t6 = t6.add(l);

    let (h, l) = L::times(a3, a3);
    let (t6, t7) = (t6.add(l), t7.add(h));
    let (t8, l) = L::times(e3, a4);
    let t7 = t7.add(l);
    let (t9, l) = L::times(a4, a4);
    let t8 = t8.add(l);

    fold([c0, c1, c2, c3, c4], [t5, t6, t7, t8, t9])
}
}

/// Columns 5 to 9 come back with weight 19.
#[inline(always)]
fn fold<L: LanesFma>([c0, c1, c2, c3, c4]: [L; 5], [t5, t6, t7, t8, t9]: [L; 5]) -> [L; 5] {
    [
        c0.add(times_19(t5)),
        c1.add(times_19(t6)),
        c2.add(times_19(t7)),
        c3.add(times_19(t8)),
        c4.add(times_19(t9)),
    ]
}

impl<L: LanesFma> Fe<L> {
    /// Integers below 2^51 as limbs.
    #[inline(always)]
    fn from_limbs(Limbs(l): Limbs<L>) -> Self {
        doubles(add_each(l, L::splat(l[0].proof(), LOW)))
    }

    /// The limbs of the value in `[0, p)`.
    #[inline(always)]
    fn freeze(&self) -> Limbs<L> {
        // 2 p more, so that no limb is negative; then one carry.
        let proof = self.proof();
        let p0 = L::splat(proof, (2 * (MASK51 - 18)).wrapping_sub(LOW));
        let p = L::splat(proof, (2 * MASK51).wrapping_sub(LOW));
        let [a0, a1, a2, a3, a4] = integers::<L>(self.0);
        let (a0, a1, a2, a3, a4) = (a0.add(p0), a1.add(p), a2.add(p), a3.add(p), a4.add(p));
        let mask = L::splat(proof, MASK51);
        let r0 = a0.and(mask).add(a4.shr::<51>().small_times_19());
        let r1 = a1.and(mask).add(a0.shr::<51>());
        let r2 = a2.and(mask).add(a1.shr::<51>());
        let r3 = a3.and(mask).add(a2.shr::<51>());
        let r4 = a4.and(mask).add(a3.shr::<51>());
        Limbs([r0, r1, r2, r3, r4]).freeze()
    }

    /// `self` times itself with the lanes turned round, and the turned one.
    #[inline(always)]
    fn fold_lanes<const K: i32>(&self) -> (Self, Self) {
        let [a0, a1, a2, a3, a4] = integers::<L>(self.0);
        let turned =
            [a0.turn::<K>(), a1.turn::<K>(), a2.turn::<K>(), a3.turn::<K>(), a4.turn::<K>()];
        let turned = doubles(turned);
        (arith::Product::fe(&Field::mul(self, &turned)), turned)
    }
}

impl<L: LanesFma> Field for Fe<L> {
    type Product = Product<L>;
    type Minuend = Minuend<L>;
    type Constant = Constant<L>;
    type Mask = L::Mask;
    type Proof = L::Proof;

    #[inline(always)]
    fn small(proof: L::Proof, x: u32) -> Self {
        let zero = L::splat(proof, LOW).to_double();
        Self([L::splat(proof, LOW + u64::from(x)).to_double(), zero, zero, zero, zero])
    }

    #[inline(always)]
    fn proof(&self) -> L::Proof {
        L::double_proof(self.0[0])
    }

    #[inline(always)]
    fn mul(&self, o: &Self) -> Product<L> {
        let r = mul::<L>(&self.0, &o.0, starts(self.proof(), PRODUCT, &MUL));
        Product(r.map(|r| r.around(PRODUCT, COLUMN)))
    }

    #[inline(always)]
    fn mul_minuend(&self, o: &Self) -> Minuend<L> {
        let r = mul::<L>(&self.0, &o.0, starts(self.proof(), MINUEND, &MUL));
        Minuend(r.map(|r| r.around(MINUEND, COLUMN)))
    }

    #[inline(always)]
    fn square(&self) -> Product<L> {
        let r = square::<L>(&self.0, starts(self.proof(), PRODUCT, &SQUARE));
        Product(r.map(|r| r.around(PRODUCT, COLUMN)))
    }

    #[inline(always)]
    fn square_minuend(&self) -> Minuend<L> {
        let r = square::<L>(&self.0, starts(self.proof(), MINUEND, &SQUARE));
        Minuend(r.map(|r| r.around(MINUEND, COLUMN)))
    }

    #[inline(always)]
    fn constant(&self) -> Constant<L> {
        let x1 = times_2_51(self);
        let x2 = times_2_51(&x1);
        let x3 = times_2_51(&x2);
        Constant([*self, x1, x2, x3, times_2_51(&x3)])
    }

    #[inline(always)]
    fn mul_constant(&self, Constant([x0, x1, x2, x3, x4]): &Constant<L>) -> Product<L> {
        /// Each column has five of both, but the lowest has its upper halves from the top, 19 times.
        const HALVES: [[u64; 4]; 5] =
            [[5, 0, 0, 5], [5, 5, 0, 0], [5, 5, 0, 0], [5, 5, 0, 0], [5, 5, 0, 0]];
        let [a0, a1, a2, a3, a4] = self.0;
        let c = starts(self.proof(), PRODUCT, &HALVES);
        let (c, t) = first_row(c, a0, x0);
        let (c, t) = row(c, t, a1, x1);
        let (c, t) = row(c, t, a2, x2);
        let (c, t) = row(c, t, a3, x3);
        let ([c0, c1, c2, c3, c4], t) = row(c, t, a4, x4);
        let r = [c0.add(times_19(t)), c1, c2, c3, c4];
        Product(r.map(|r| r.around(PRODUCT, COLUMN)))
    }

    #[inline(always)]
    fn product(&self) -> Product<L> {
        let offset = L::splat(self.proof(), PRODUCT.wrapping_sub(LOW));
        Product(add_each(integers::<L>(self.0), offset).map(|r| r.around(PRODUCT, COLUMN)))
    }

    #[inline(always)]
    fn minuend(&self) -> Minuend<L> {
        let offset = L::splat(self.proof(), MINUEND.wrapping_sub(LOW));
        Minuend(add_each(integers::<L>(self.0), offset).map(|r| r.around(MINUEND, COLUMN)))
    }

    #[inline(always)]
    fn select(&self, o: &Self, mask: L::Mask) -> Self {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, o.0);
        Self([
            L::select_double(a0, b0, mask),
            L::select_double(a1, b1, mask),
            L::select_double(a2, b2, mask),
            L::select_double(a3, b3, mask),
            L::select_double(a4, b4, mask),
        ])
    }

    #[inline(always)]
    fn negate_if(&self, mask: L::Mask) -> Self {
        let [a0, a1, a2, a3, a4] = self.0;
        Self([
            L::negate_double_if(a0, mask),
            L::negate_double_if(a1, mask),
            L::negate_double_if(a2, mask),
            L::negate_double_if(a3, mask),
            L::negate_double_if(a4, mask),
        ])
    }
}

part! {
/// The columns and `a` times a row, of which the last upper half begins a column.
fn first_row<L: LanesFma>([c0, c1, c2, c3, c4]: [L; 5], a: L::Double, x: &Fe<L>) -> ([L; 5], L) {
    let [x0, x1, x2, x3, x4] = x.0;
    let (h0, l0) = L::times(a, x0);
    let (h1, l1) = L::times(a, x1);
    let (h2, l2) = L::times(a, x2);
    let (h3, l3) = L::times(a, x3);
    let (h4, l4) = L::times(a, x4);
    let c1 = c1.add(h0).add(l1);
    let c2 = c2.add(h1).add(l2);
    let c3 = c3.add(h2).add(l3);
    let c4 = c4.add(h3).add(l4);
    ([c0.add(l0), c1, c2, c3, c4], h4)
}
}

/// The columns and `a` times a row.
#[inline(always)]
fn row<L: LanesFma>(c: [L; 5], t: L, a: L::Double, x: &Fe<L>) -> ([L; 5], L) {
    let (c, h) = first_row(c, a, x);
    (c, t.add(h))
}

/// `2^51 x`.
#[inline(always)]
fn times_2_51<L: LanesFma>(x: &Fe<L>) -> Fe<L> {
    let proof = x.proof();
    let [a0, a1, a2, a3, a4] = integers::<L>(x.0);
    let offset = L::splat(proof, (PRODUCT + HALF).wrapping_sub(LOW));
    let offset0 = L::splat(proof, (PRODUCT + HALF).wrapping_sub(LOW.wrapping_mul(19)));
    let r0 = times_19(a4).add(offset0);
    carry([r0, a0.add(offset), a1.add(offset), a2.add(offset), a3.add(offset)], PRODUCT + HALF)
}

impl<L: LanesFma> arith::Product<Fe<L>> for Product<L> {
    #[inline(always)]
    fn fe(&self) -> Fe<L> {
        let half = L::splat(self.0[0].proof(), HALF);
        carry(add_each(self.0, half), PRODUCT + HALF)
    }

    #[inline(always)]
    fn add_small(&self, k: u32, e: &Fe<L>) -> Fe<L> {
        /// Each column has one of both; the lowest has its upper half from the top, 19 times.
        const HALVES: [[u64; 4]; 5] =
            [[1, 0, 0, 1], [1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0]];
        let k = L::splat(self.0[0].proof(), LOW + u64::from(k)).to_double();
        let ([a0, a1, a2, a3, a4], [e0, e1, e2, e3, e4]) = (self.0, e.0);
        let [s0, s1, s2, s3, s4] = starts::<L>(e.proof(), HALF, &HALVES);
        let (h0, l0) = L::times(e0, k);
        let (h1, l1) = L::times(e1, k);
        let (h2, l2) = L::times(e2, k);
        let (h3, l3) = L::times(e3, k);
        let (h4, l4) = L::times(e4, k);
        let r0 = a0.add(s0).add(l0).add(times_19(h4));
        let r1 = a1.add(s1).add(l1).add(h0);
        let r2 = a2.add(s2).add(l2).add(h1);
        let r3 = a3.add(s3).add(l3).add(h2);
        let r4 = a4.add(s4).add(l4).add(h3);
        carry([r0, r1, r2, r3, r4], PRODUCT + HALF)
    }
}

impl<L: LanesFma> arith::Minuend<Fe<L>> for Minuend<L> {
    #[inline(always)]
    fn fe(&self) -> Fe<L> {
        carry(self.0, MINUEND)
    }

    #[inline(always)]
    fn add(&self, o: &Product<L>) -> Fe<L> {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, o.0);
        carry([a0.add(b0), a1.add(b1), a2.add(b2), a3.add(b3), a4.add(b4)], MINUEND + PRODUCT)
    }

    #[inline(always)]
    fn sub(&self, o: &Product<L>) -> Fe<L> {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, o.0);
        carry([a0.sub(b0), a1.sub(b1), a2.sub(b2), a3.sub(b3), a4.sub(b4)], MINUEND - PRODUCT)
    }

    #[inline(always)]
    fn twice_add(&self, o: &Product<L>) -> Fe<L> {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.twice(), o.0);
        let sum = [a0.add(b0), a1.add(b1), a2.add(b2), a3.add(b3), a4.add(b4)];
        carry(sum, 2 * MINUEND + HALF + PRODUCT)
    }

    #[inline(always)]
    fn twice_sub(&self, o: &Product<L>) -> Fe<L> {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.twice(), o.0);
        let difference = [a0.sub(b0), a1.sub(b1), a2.sub(b2), a3.sub(b3), a4.sub(b4)];
        carry(difference, 2 * MINUEND + HALF - PRODUCT)
    }
}

impl<L: LanesFma> Minuend<L> {
    /// Twice the columns, and a `HALF` for their carry.
    #[inline(always)]
    fn twice(&self) -> [L; 5] {
        let half = L::splat(self.0[0].proof(), HALF);
        let [a0, a1, a2, a3, a4] = self.0;
        add_each([a0.double(), a1.double(), a2.double(), a3.double(), a4.double()], half)
    }
}

impl<L: LanesFma> Invert for Fe<L> {
    /// Products of lanes four, two and one apart; one inversion; and the way back.
    #[inline(always)]
    fn invert(&self) -> Self {
        use arith::Product as _;
        let (four, turned4) = if L::LANES == 8 { self.fold_lanes::<4>() } else { (*self, *self) };
        let (two, turned2) = four.fold_lanes::<2>();
        let (all, turned1) = two.fold_lanes::<1>();
        let inverse = all.freeze().first().invert();
        let inverse = Self::from_limbs(Limbs::splat(self.proof(), &inverse));
        let inverse = Field::mul(&inverse, &turned1).fe();
        let inverse = Field::mul(&inverse, &turned2).fe();
        if L::LANES == 8 { Field::mul(&inverse, &turned4).fe() } else { inverse }
    }

    #[inline(always)]
    fn is_zero(&self) -> L::Mask {
        self.freeze().are_zero()
    }
}

impl<L: LanesFma> Wide for Fe<L> {
    const LANES: usize = L::LANES;
    type Scalars = Scalars<L>;
    type Index = L::Index;

    #[inline(always)]
    fn load(proof: L::Proof, bytes: &[[u8; 32]]) -> Self {
        // Limbs below 2^51 would be too wide for a square.
        arith::Product::fe(&Self::from_limbs(Limbs::load(proof, bytes)).product())
    }

    #[inline(always)]
    fn store(&self, bytes: &mut [[u8; 32]]) {
        self.freeze().store(bytes);
    }

    #[inline(always)]
    fn scalars(proof: L::Proof, bytes: &[[u8; 32]]) -> Scalars<L> {
        Scalars::clamped(proof, bytes)
    }

    #[inline(always)]
    fn digit(k: &Scalars<L>, i: usize) -> (L::Index, L::Mask) {
        k.digit(i)
    }

    #[inline(always)]
    fn look_up(limbs: &[[u64; 32]; 5], index: L::Index) -> Self {
        Self::from_limbs(Limbs::look_up(limbs, index))
    }
}
