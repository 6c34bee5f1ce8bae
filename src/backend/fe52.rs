//! Field elements in lanes with a 52-bit multiplier: five limbs of radix 2^51, one element a lane.
//!
//! | type | each limb | may |
//! |---|---|---|
//! | [`Fe`] | 0 ..= 2^51 + 2^15 | enter a multiplication, which reads 52 bits |
//! | [`Loose`] | 0 ..= 2^59 | be added, be subtracted, be carried |
//! | [`Biased`] | 2^59 ..= 2^60 + 2^57 | be added, be subtracted from, be carried |
//!
//! A product stays uncarried until it has met the one it is added to: one carry then does for both. `Biased` is a product
//! plus 304 p, whose limbs are at least those of any `Loose`, so that a difference cannot wrap. `Lanes52::bound` states
//! these bounds, and the interval lanes prove them for every operation.

#[cfg(test)]
mod tests;

use super::lanes::{Lanes52, Wide, part};
use super::packing::{Limbs, Scalars};
use crate::arith::{Element, Field, Invert, Minuend, Product};

const MASK51: u64 = (1 << 51) - 1;
const TIGHT: u64 = (1 << 51) + (1 << 15);
const LOOSE: u64 = 1 << 59;
const BIASED: u64 = (1 << 60) + (1 << 57);

/// 4 p in limbs. Under the high halves of columns 5 to 9, which are doubled twice and folded by 19, it comes out as
/// 4 * 19 * 4 p = 304 p: the bias costs no instruction.
const SEED: [u64; 2] = [4 * (MASK51 - 18), 4 * MASK51];

/// Elements that may enter a multiplication.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Fe<L>([L; 5]);

/// An uncarried product.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Loose<L>([L; 5]);

/// An uncarried product plus 304 p.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Biased<L>([L; 5]);

/// `x 2^(51 i)` for i = 0 to 4: a product with its limbs needs almost no reduction.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Constant<L>([Fe<L>; 5]);

part! {
/// One parallel carry. In: limbs < 2^63, the top one < 2^61 + 2^60. Out: limbs <= 2^51 + 2^15.
fn carry<L: Lanes52>([a0, a1, a2, a3, a4]: [L; 5]) -> Fe<L> {
    let (r19, mask) = (L::splat(a0.proof(), 19), L::splat(a0.proof(), MASK51));
    let r0 = a0.and(mask).madd_low(a4.shr::<51>(), r19);
    let r1 = a1.and(mask).add(a0.shr::<51>());
    let r2 = a2.and(mask).add(a1.shr::<51>());
    let r3 = a3.and(mask).add(a2.shr::<51>());
    let r4 = a4.and(mask).add(a3.shr::<51>());
    Fe([r0, r1, r2, r3, r4].map(|r| r.bound(0, TIGHT)))
}
}

/// `9 t`. Doubled with another `t` added it is `19 t`, and what was added to it before is doubled too.
#[inline(always)]
fn nine<L: Lanes52>(t: L) -> L {
    t.shl_opaque::<3>().add(t)
}

part! {
/// `a b`, with `s` under the high halves of the columns from 5 on (`s0` under that of column 5).
fn mul<L: Lanes52>(a: &[L; 5], b: &[L; 5], [s0, s]: [L; 2]) -> [L; 5] {
    let [a0, a1, a2, a3, a4] = *a;
    let [b0, b1, b2, b3, b4] = *b;

    // High halves have weight 2^(51 k + 1): each column's are doubled, then the low halves come on top.
    let h9 = s.madd_high(a4, b4);
    let h8 = s.madd_high(a3, b4).madd_high(a4, b3);
    let h7 = s.madd_high(a2, b4).madd_high(a3, b3).madd_high(a4, b2);
    let h6 = s.madd_high(a1, b4).madd_high(a2, b3).madd_high(a3, b2).madd_high(a4, b1);
    let h5 = s0.madd_high(a0, b4).madd_high(a1, b3).madd_high(a2, b2).madd_high(a3, b1);
    let h5 = h5.madd_high(a4, b0);
    let t9 = h9.double();
    let t8 = h8.double().madd_low(a4, b4);
    let t7 = h7.double().madd_low(a3, b4).madd_low(a4, b3);
    let t6 = h6.double().madd_low(a2, b4).madd_low(a3, b3).madd_low(a4, b2);
    let t5 = h5.double().madd_low(a1, b4).madd_low(a2, b3).madd_low(a3, b2).madd_low(a4, b1);

    // Columns from 5 on come back with weight 19.
    let r4 = nine(t9).madd_high(a0, b3).madd_high(a1, b2).madd_high(a2, b1).madd_high(a3, b0);
    let r3 = nine(t8).madd_high(a0, b2).madd_high(a1, b1).madd_high(a2, b0);
    let r2 = nine(t7).madd_high(a0, b1).madd_high(a1, b0);
    let r1 = nine(t6).madd_high(a0, b0);
    let r4 = r4.double().add(t9);
    let r3 = r3.double().add(t8);
    let r2 = r2.double().add(t7);
    let r1 = r1.double().add(t6);
    let r0 = nine(t5).double().add(t5);
    let r4 = r4.madd_low(a0, b4).madd_low(a1, b3).madd_low(a2, b2).madd_low(a3, b1);
    let r4 = r4.madd_low(a4, b0);
    let r3 = r3.madd_low(a0, b3).madd_low(a1, b2).madd_low(a2, b1).madd_low(a3, b0);
    let r2 = r2.madd_low(a0, b2).madd_low(a1, b1).madd_low(a2, b0);
    let r1 = r1.madd_low(a0, b1).madd_low(a1, b0);
    [r0.madd_low(a0, b0), r1, r2, r3, r4]
}
}

part! {
/// `a^2`, with `q` under the crossed high halves of the columns from 5 on (`q0` under those of column 5).
///
/// A column is `4 c + 2 d + e`: c are crossed high halves, d are crossed low halves and high halves of squares, e are low
/// halves of squares. 19 t = 4 (4 t) + 2 t + t goes in at each level.
fn square<L: Lanes52>(a: &[L; 5], [q0, q]: [L; 2]) -> [L; 5] {
    let [a0, a1, a2, a3, a4] = *a;
    let t9 = q.double().madd_high(a4, a4).double();
    let t8 = q.madd_high(a3, a4).shl_opaque::<2>().madd_low(a4, a4);
    let t7 = q.madd_high(a2, a4).double().madd_high(a3, a3).madd_low(a3, a4).double();
    let t6 = q.madd_high(a1, a4).madd_high(a2, a3).double().madd_low(a2, a4);
    let t6 = t6.double().madd_low(a3, a3);
    let t5 = q0.madd_high(a0, a4).madd_high(a1, a3).double().madd_high(a2, a2);
    let t5 = t5.madd_low(a1, a4).madd_low(a2, a3).double();

    let r4 = t9.shl_opaque::<2>().madd_high(a0, a3).madd_high(a1, a2).double().add(t9);
    let r4 = r4.madd_low(a0, a4).madd_low(a1, a3).double().add(t9).madd_low(a2, a2);
    let r3 = t8.shl_opaque::<2>().madd_high(a0, a2).double().add(t8).madd_high(a1, a1);
    let r3 = r3.madd_low(a0, a3).madd_low(a1, a2).double().add(t8);
    let r2 = t7.shl_opaque::<2>().madd_high(a0, a1).double().add(t7);
    let r2 = r2.madd_low(a0, a2).double().add(t7).madd_low(a1, a1);
    let r1 = nine(t6).madd_high(a0, a0).madd_low(a0, a1).double().add(t6);
    let r0 = nine(t5).double().add(t5).madd_low(a0, a0);
    [r0, r1, r2, r3, r4]
}
}

impl<L: Lanes52> Fe<L> {
    /// `k SEED`.
    #[inline(always)]
    fn seed(&self, k: u64) -> [L; 2] {
        let p = self.0[0].proof();
        [L::splat(p, k * SEED[0]), L::splat(p, k * SEED[1])]
    }

    #[inline(always)]
    fn zeros(&self) -> [L; 2] {
        [L::splat(self.0[0].proof(), 0); 2]
    }

    /// The limbs of the value in `[0, p)`.
    #[inline(always)]
    fn freeze(&self) -> Limbs<L> {
        // Below 2^255 + 2^220.
        Limbs(self.0).freeze()
    }

    /// `self` times itself with the lanes turned round, and the turned one.
    #[inline(always)]
    fn fold_lanes<const K: i32>(&self) -> (Self, Self) {
        let [a0, a1, a2, a3, a4] = self.0;
        let turned =
            Self([a0.turn::<K>(), a1.turn::<K>(), a2.turn::<K>(), a3.turn::<K>(), a4.turn::<K>()]);
        (Field::mul(self, &turned).fe(), turned)
    }
}

impl<L: Lanes52> Field for Fe<L> {
    type Product = Loose<L>;
    type Minuend = Biased<L>;
    type Constant = Constant<L>;
    type Mask = L::Mask;
    type Proof = L::Proof;

    #[inline(always)]
    fn small(proof: L::Proof, x: u32) -> Self {
        let zero = L::splat(proof, 0);
        Self([L::splat(proof, u64::from(x)), zero, zero, zero, zero])
    }

    #[inline(always)]
    fn proof(&self) -> L::Proof {
        self.0[0].proof()
    }

    #[inline(always)]
    fn mul(&self, o: &Self) -> Loose<L> {
        Loose(mul(&self.0, &o.0, self.zeros()).map(|r| r.bound(0, LOOSE)))
    }

    #[inline(always)]
    fn mul_minuend(&self, o: &Self) -> Biased<L> {
        Biased(mul(&self.0, &o.0, self.seed(2)).map(|r| r.bound(LOOSE, BIASED)))
    }

    #[inline(always)]
    fn square(&self) -> Loose<L> {
        Loose(square(&self.0, self.zeros()).map(|r| r.bound(0, LOOSE)))
    }

    #[inline(always)]
    fn square_minuend(&self) -> Biased<L> {
        Biased(square(&self.0, self.seed(1)).map(|r| r.bound(LOOSE, BIASED)))
    }

    #[inline(always)]
    fn constant(&self) -> Constant<L> {
        let x1 = times_2_51(self);
        let x2 = times_2_51(&x1);
        let x3 = times_2_51(&x2);
        Constant([*self, x1, x2, x3, times_2_51(&x3)])
    }

    #[inline(always)]
    fn mul_constant(&self, Constant([x0, x1, x2, x3, x4]): &Constant<L>) -> Loose<L> {
        let zero = self.zeros()[0];
        let rows = [x0.0, x1.0, x2.0, x3.0, x4.0];
        let h0 = high(zero, &self.0, &rows, 0).double();
        let h1 = high(zero, &self.0, &rows, 1).double();
        let h2 = high(zero, &self.0, &rows, 2).double();
        let h3 = high(zero, &self.0, &rows, 3).double();
        let h4 = high(zero, &self.0, &rows, 4).double();
        let r0 = low(nine(h4).double().add(h4), &self.0, &rows, 0);
        let r1 = low(h0, &self.0, &rows, 1);
        let r2 = low(h1, &self.0, &rows, 2);
        let r3 = low(h2, &self.0, &rows, 3);
        let r4 = low(h3, &self.0, &rows, 4);
        Loose([r0, r1, r2, r3, r4].map(|r| r.bound(0, LOOSE)))
    }

    #[inline(always)]
    fn product(&self) -> Loose<L> {
        Loose(self.0.map(|r| r.bound(0, LOOSE)))
    }

    /// `self + 304 p`.
    #[inline(always)]
    fn minuend(&self) -> Biased<L> {
        let ([a0, a1, a2, a3, a4], [b0, b]) = (self.0, self.seed(76));
        let r = [a0.add(b0), a1.add(b), a2.add(b), a3.add(b), a4.add(b)];
        Biased(r.map(|r| r.bound(LOOSE, BIASED)))
    }

    #[inline(always)]
    fn select(&self, o: &Self, mask: L::Mask) -> Self {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, o.0);
        Self([
            a0.select(b0, mask),
            a1.select(b1, mask),
            a2.select(b2, mask),
            a3.select(b3, mask),
            a4.select(b4, mask),
        ])
    }

    /// In: limbs not above those of p.
    #[inline(always)]
    fn negate_if(&self, mask: L::Mask) -> Self {
        let proof = self.proof();
        let (p0, p) = (L::splat(proof, MASK51 - 18), L::splat(proof, MASK51));
        let [a0, a1, a2, a3, a4] = self.0;
        self.select(&Self([p0.sub(a0), p.sub(a1), p.sub(a2), p.sub(a3), p.sub(a4)]), mask)
    }
}

/// `2^51 x`.
#[inline(always)]
fn times_2_51<L: Lanes52>(x: &Fe<L>) -> Fe<L> {
    let [a0, a1, a2, a3, a4] = x.0;
    carry([nine(a4).double().add(a4), a0, a1, a2, a3])
}

/// `c` and the high halves of `a` times column `k` of the rows.
#[inline(always)]
fn high<L: Lanes52>(c: L, a: &[L; 5], [x0, x1, x2, x3, x4]: &[[L; 5]; 5], k: usize) -> L {
    let [a0, a1, a2, a3, a4] = *a;
    let c = c.madd_high(a0, x0[k]).madd_high(a1, x1[k]).madd_high(a2, x2[k]);
    c.madd_high(a3, x3[k]).madd_high(a4, x4[k])
}

/// `c` and the low halves of `a` times column `k` of the rows.
#[inline(always)]
fn low<L: Lanes52>(c: L, a: &[L; 5], [x0, x1, x2, x3, x4]: &[[L; 5]; 5], k: usize) -> L {
    let [a0, a1, a2, a3, a4] = *a;
    let c = c.madd_low(a0, x0[k]).madd_low(a1, x1[k]).madd_low(a2, x2[k]);
    c.madd_low(a3, x3[k]).madd_low(a4, x4[k])
}

impl<L: Lanes52> Product<Fe<L>> for Loose<L> {
    #[inline(always)]
    fn fe(&self) -> Fe<L> {
        carry(self.0)
    }

    #[inline(always)]
    fn add_small(&self, k: u32, e: &Fe<L>) -> Fe<L> {
        let ([b0, b1, b2, b3, b4], [e0, e1, e2, e3, e4]) = (self.0, e.0);
        let [zero, _] = e.zeros();
        let (k, r38) = (L::splat(e.proof(), u64::from(k)), L::splat(e.proof(), 38));
        let r0 = b0.madd_low(e0, k).madd_low(zero.madd_high(e4, k), r38);
        let r1 = zero.madd_high(e0, k).double().add(b1).madd_low(e1, k);
        let r2 = zero.madd_high(e1, k).double().add(b2).madd_low(e2, k);
        let r3 = zero.madd_high(e2, k).double().add(b3).madd_low(e3, k);
        let r4 = zero.madd_high(e3, k).double().add(b4).madd_low(e4, k);
        carry([r0, r1, r2, r3, r4])
    }
}

impl<L: Lanes52> Minuend<Fe<L>> for Biased<L> {
    #[inline(always)]
    fn fe(&self) -> Fe<L> {
        carry(self.0)
    }

    #[inline(always)]
    fn add(&self, o: &Loose<L>) -> Fe<L> {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, o.0);
        carry([a0.add(b0), a1.add(b1), a2.add(b2), a3.add(b3), a4.add(b4)])
    }

    #[inline(always)]
    fn sub(&self, o: &Loose<L>) -> Fe<L> {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (self.0, o.0);
        carry([a0.sub(b0), a1.sub(b1), a2.sub(b2), a3.sub(b3), a4.sub(b4)])
    }

    #[inline(always)]
    fn twice_add(&self, o: &Loose<L>) -> Fe<L> {
        self.doubled().add(o)
    }

    #[inline(always)]
    fn twice_sub(&self, o: &Loose<L>) -> Fe<L> {
        self.doubled().sub(o)
    }
}

impl<L: Lanes52> Biased<L> {
    /// Beyond the bounds of its type: for the two operations above, whose carry has room.
    #[inline(always)]
    fn doubled(&self) -> Self {
        let [a0, a1, a2, a3, a4] = self.0;
        Self([a0.double(), a1.double(), a2.double(), a3.double(), a4.double()])
    }
}

impl<L: Lanes52> Invert for Fe<L> {
    /// Products of lanes four, two and one apart; one inversion; and the way back.
    #[inline(always)]
    fn invert(&self) -> Self {
        let (four, turned4) = if L::LANES == 8 { self.fold_lanes::<4>() } else { (*self, *self) };
        let (two, turned2) = four.fold_lanes::<2>();
        let (all, turned1) = two.fold_lanes::<1>();
        let inverse = all.freeze().first().invert();
        let inverse = Self(Limbs::splat(self.proof(), &inverse).0);
        let inverse = Field::mul(&inverse, &turned1).fe();
        let inverse = Field::mul(&inverse, &turned2).fe();
        if L::LANES == 8 { Field::mul(&inverse, &turned4).fe() } else { inverse }
    }

    #[inline(always)]
    fn is_zero(&self) -> L::Mask {
        self.freeze().are_zero()
    }
}

impl<L: Lanes52> Wide for Fe<L> {
    const LANES: usize = L::LANES;
    type Scalars = Scalars<L>;
    type Index = L::Index;

    #[inline(always)]
    fn load(proof: L::Proof, bytes: &[[u8; 32]]) -> Self {
        Self(Limbs::load(proof, bytes).0)
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
        Self(Limbs::look_up(limbs, index).0)
    }
}
