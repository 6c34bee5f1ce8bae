//! The twisted Edwards curve -x^2 + y^2 = 1 + d x^2 y^2 of RFC 7748, section 4.1, with d = -121665 / 121666.
//!
//! Formulas of Hisil, Wong, Carter and Dawson, "Twisted Edwards curves revisited" (2008), sections 3.1 and 3.3. -1 is a
//! square and d is not, so the addition is complete: it holds for all pairs of points.

use crate::arith::{Field, Loose};
use crate::ct::Mask;
use crate::words::Words;

/// 2 d, canonical words.
pub(crate) const D2: Words =
    [0xebd6_9b94_26b2_f159, 0x00e0_149a_8283_b156, 0x198e_80f2_eef3_d130, 0x2406_d9dc_56df_fce7];

/// Extended coordinates: x = X / Z, y = Y / Z, x y = T / Z.
#[derive(Clone, Copy)]
pub(crate) struct Point<F> {
    pub(crate) x: F,
    pub(crate) y: F,
    pub(crate) z: F,
    pub(crate) t: F,
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
struct Completed<F: Field> {
    e: F::Loose,
    f: F::Loose,
    g: F::Loose,
    h: F::Loose,
}

impl<F: Field> Point<F> {
    pub(crate) const IDENTITY: Self = Self { x: F::ZERO, y: F::ONE, z: F::ONE, t: F::ZERO };

    /// From affine coordinates.
    #[inline(always)]
    pub(crate) fn affine(x: &F, y: &F) -> Self {
        Self { x: *x, y: *y, z: F::ONE, t: x.mul(y) }
    }

    /// `self + o`.
    #[inline(always)]
    pub(crate) fn add(&self, o: &Self) -> Self {
        let a = self.y.sub(&self.x).mul(&o.y.sub(&o.x));
        let b = self.y.add(&self.x).mul(&o.y.add(&o.x));
        let c = self.t.mul(&o.t).mul(&F::from_words(&D2));
        let d = self.z.mul(&o.z);
        complete(&a, &b, &c, &d.add(&d).carry()).extended()
    }

    /// `self + n`.
    #[inline(always)]
    pub(crate) fn add_niels(&self, n: &Niels<F>) -> Self {
        let a = self.y.sub(&self.x).mul(&n.y_minus_x.loose());
        let b = self.y.add(&self.x).mul(&n.y_plus_x.loose());
        let c = self.t.mul(&n.t2d);
        complete(&a, &b, &c, &self.z.add(&self.z).carry()).extended()
    }

    /// `2 self`.
    #[inline(always)]
    pub(crate) fn double(&self) -> Self {
        let xx = self.x.square();
        let yy = self.y.square();
        let zz = self.z.square();
        let s = self.x.add(&self.y).square();
        let h = xx.add(&yy).carry();
        let g = yy.sub(&xx).carry();
        let zz2 = zz.add(&zz).carry();
        // F and H have the other sign than in section 3.3, and so have all four coordinates: the point is the same.
        Completed { e: s.sub(&h), f: zz2.sub(&g), g: g.loose(), h: h.loose() }.extended()
    }

    /// `-self`.
    #[inline(always)]
    pub(crate) fn neg(&self) -> Self {
        Self { x: self.x.neg().carry(), y: self.y, z: self.z, t: self.t.neg().carry() }
    }

    /// `o` if `mask` is set, else `self`.
    #[inline(always)]
    pub(crate) fn select(&self, o: &Self, mask: Mask) -> Self {
        Self {
            x: self.x.select(&o.x, mask),
            y: self.y.select(&o.y, mask),
            z: self.z.select(&o.z, mask),
            t: self.t.select(&o.t, mask),
        }
    }

    /// Set if both are the same point.
    #[inline(always)]
    pub(crate) fn equal(&self, o: &Self) -> Mask {
        let x = self.x.mul(&o.z).sub(&o.x.mul(&self.z)).carry().to_words();
        let y = self.y.mul(&o.z).sub(&o.y.mul(&self.z)).carry().to_words();
        Mask::all_zero(&[x[0], x[1], x[2], x[3], y[0], y[1], y[2], y[3]])
    }
}

impl<F: Field> Niels<F> {
    /// `-self` if `mask` is set, else `self`.
    #[inline(always)]
    pub(crate) fn negate_if(&self, mask: Mask) -> Self {
        Self {
            y_plus_x: self.y_plus_x.select(&self.y_minus_x, mask),
            y_minus_x: self.y_minus_x.select(&self.y_plus_x, mask),
            t2d: self.t2d.select(&self.t2d.neg().carry(), mask),
        }
    }
}

/// From A = (Y1 - X1) (Y2 - X2), B = (Y1 + X1) (Y2 + X2), C = 2 d T1 T2 and D = 2 Z1 Z2.
#[inline(always)]
fn complete<F: Field>(a: &F, b: &F, c: &F, d: &F) -> Completed<F> {
    Completed { e: b.sub(a), f: d.sub(c), g: d.add(c), h: b.add(a) }
}

impl<F: Field> Completed<F> {
    #[inline(always)]
    fn extended(&self) -> Point<F> {
        let Self { e, f, g, h } = self;
        Point { x: e.mul(f), y: g.mul(h), z: f.mul(g), t: e.mul(h) }
    }
}
