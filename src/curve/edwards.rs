//! The twisted Edwards curve -x^2 + y^2 = 1 + d x^2 y^2 of RFC 7748, section 4.1, with d = -121665 / 121666.
//!
//! Formulas of Hisil, Wong, Carter and Dawson, "Twisted Edwards curves revisited" (2008), sections 3.1 and 3.3. -1 is a
//! square and d is not, so the addition is complete: it holds for all pairs of points.

use super::ladder::Fraction;
use crate::arith::{Element, Field, Minuend, Product};
use crate::ct::Mask;
use crate::words::Words;

/// 2 d, canonical words.
pub(crate) const D2: Words =
    [0xebd6_9b94_26b2_f159, 0x00e0_149a_8283_b156, 0x198e_80f2_eef3_d130, 0x2406_d9dc_56df_fce7];

/// Extended coordinates: x = X / Z, y = Y / Z, x y = T / Z.
#[derive(Clone, Copy)]
pub(crate) struct Point<F: Field> {
    pub(crate) x: F::Product,
    pub(crate) y: F::Minuend,
    pub(crate) z: F::Minuend,
    pub(crate) t: F::Product,
}

/// A point with Z = 1, as an addition wants it.
#[derive(Clone, Copy)]
pub(crate) struct Niels<F> {
    pub(crate) y_plus_x: F,
    pub(crate) y_minus_x: F,
    /// 2 d x y
    pub(crate) t2d: F,
}

/// Before the last four products: X = E F, Y = G H, Z = F G, T = E H.
struct Completed<F> {
    e: F,
    f: F,
    g: F,
    h: F,
}

impl<F: Field> Point<F> {
    /// `self + n`.
    #[inline(always)]
    pub(crate) fn add_niels(&self, n: &Niels<F>) -> Self {
        self.complete_niels(n).extended()
    }

    #[inline(always)]
    fn complete_niels(&self, n: &Niels<F>) -> Completed<F> {
        let a = self.y.sub(&self.x).mul(&n.y_minus_x);
        let b = self.y.add(&self.x).mul_minuend(&n.y_plus_x);
        let c = self.t.fe().mul(&n.t2d);
        complete(&a, &b, &c, &self.z)
    }

    /// The point `n`: the identity plus it, where E = y+ - y-, H = y+ + y- and F = G = 2.
    #[inline(always)]
    pub(crate) fn from_niels(n: &Niels<F>) -> Self {
        let (plus, minus) = (n.y_plus_x.minuend(), n.y_minus_x.product());
        let two = F::small(n.t2d.proof(), 2);
        Completed { e: plus.sub(&minus), f: two, g: two, h: plus.add(&minus) }.extended()
    }

    /// The Montgomery u of `self + n`: (Z + Y) / (Z - Y) = (F + H) / (F - H).
    #[inline(always)]
    pub(crate) fn add_niels_to_montgomery(&self, n: &Niels<F>) -> Fraction<F> {
        let Completed { f, h, .. } = self.complete_niels(n);
        let (f, h) = (f.minuend(), h.product());
        Fraction { x: f.add(&h).minuend(), z: f.sub(&h).product() }
    }

    /// `2 self`.
    #[inline(always)]
    pub(crate) fn double(&self) -> Self {
        let xx = self.x.fe().square();
        let yy = self.y.fe().square_minuend();
        let zz = self.z.fe().square_minuend();
        let s = self.y.add(&self.x).square_minuend();
        let h = yy.add(&xx);
        let g = yy.sub(&xx);
        // F and H have the other sign than in section 3.3, and so have all four coordinates: the point is the same.
        let (e, f) = (s.sub(&h.product()), zz.twice_sub(&g.product()));
        Completed { e, f, g, h }.extended()
    }
}

impl<F: Field> Niels<F> {
    /// `-self` if `mask` is set, else `self`. In: canonical.
    #[inline(always)]
    pub(crate) fn negate_if(&self, mask: F::Mask) -> Self {
        Self {
            y_plus_x: self.y_plus_x.select(&self.y_minus_x, mask),
            y_minus_x: self.y_minus_x.select(&self.y_plus_x, mask),
            t2d: self.t2d.negate_if(mask),
        }
    }
}

/// From A = (Y1 - X1) (Y2 - X2), B = (Y1 + X1) (Y2 + X2), C = 2 d T1 T2 and Z1 Z2.
#[inline(always)]
fn complete<F: Field>(
    a: &F::Product,
    b: &F::Minuend,
    c: &F::Product,
    zz: &F::Minuend,
) -> Completed<F> {
    Completed { e: b.sub(a), f: zz.twice_sub(c), g: zz.twice_add(c), h: b.add(a) }
}

impl<F: Field> Completed<F> {
    #[inline(always)]
    fn extended(&self) -> Point<F> {
        let Self { e, f, g, h } = self;
        Point { x: e.mul(f), y: g.mul_minuend(h), z: f.mul_minuend(g), t: e.mul(h) }
    }
}

/// Single points.
impl<F, E> Point<F>
where
    F: Field<Product = E, Minuend = E, Mask = Mask>,
    E: Element<Fe = F>,
{
    pub(crate) const IDENTITY: Self = Self { x: E::ZERO, y: E::ONE, z: E::ONE, t: E::ZERO };

    /// From affine coordinates.
    #[inline(always)]
    pub(crate) fn affine(x: &E, y: &E) -> Self {
        Self { x: *x, y: *y, z: E::ONE, t: Element::mul(x, y) }
    }

    /// `self + o`.
    #[inline(always)]
    pub(crate) fn add(&self, o: &Self) -> Self {
        let a = Element::sub(&self.y, &self.x).mul(&Element::sub(&o.y, &o.x));
        let b = Element::add(&self.y, &self.x).mul(&Element::add(&o.y, &o.x));
        let c = Element::mul(&Element::mul(&self.t, &o.t), &E::from_words(&D2));
        complete::<F>(&a, &b, &c, &Element::mul(&self.z, &o.z)).extended()
    }

    /// `-self`.
    #[inline(always)]
    pub(crate) fn neg(&self) -> Self {
        Self { x: self.x.neg().product(), y: self.y, z: self.z, t: self.t.neg().product() }
    }

    /// `o` if `mask` is set, else `self`.
    #[inline(always)]
    pub(crate) fn select(&self, o: &Self, mask: Mask) -> Self {
        Self {
            x: Element::select(&self.x, &o.x, mask),
            y: Element::select(&self.y, &o.y, mask),
            z: Element::select(&self.z, &o.z, mask),
            t: Element::select(&self.t, &o.t, mask),
        }
    }

    /// Set if both are the same point.
    #[inline(always)]
    pub(crate) fn equal(&self, o: &Self) -> Mask {
        let x = Element::mul(&self.x, &o.z).equal(&Element::mul(&o.x, &self.z));
        let y = Element::mul(&self.y, &o.z).equal(&Element::mul(&o.y, &self.z));
        x.and(y)
    }
}
