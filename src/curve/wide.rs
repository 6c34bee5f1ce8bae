//! X25519 in batches, a block of lanes at a time.

#[cfg(test)]
mod tests;

use super::edwards::{Niels, Point};
use super::invert;
use super::ladder::{self, Fraction};
use super::wide_table::{Coordinate, POSITIONS, TABLE};
use crate::arith::{Minuend, Product};
use crate::backend::lanes::{Kernel, Vector, Wide};

/// Blocks that share an inversion: docs/performance.md has the measurement.
const BLOCKS: usize = 16;

/// The scalars of a batch.
#[derive(Clone, Copy)]
pub(crate) enum Scalars<'a> {
    /// One for all points.
    One(&'a [u8; 32]),
    /// One for each point.
    Each(&'a [[u8; 32]]),
}

/// X25519 of scalars and points. In: slices of one length.
pub(crate) struct SharedSecrets<'a> {
    pub(crate) scalars: Scalars<'a>,
    pub(crate) points: &'a [[u8; 32]],
    pub(crate) out: &'a mut [[u8; 32]],
}

/// X25519 of scalars and the base point. In: slices of one length.
pub(crate) struct PublicKeys<'a> {
    pub(crate) scalars: &'a [[u8; 32]],
    pub(crate) out: &'a mut [[u8; 32]],
}

/// What runs batches in lanes.
pub(crate) trait Batches: Copy {
    /// How many lanes.
    const LANES: usize;
    fn shared_secrets(self, batch: SharedSecrets<'_>);
    fn public_keys(self, batch: PublicKeys<'_>);
}

impl<V: Vector> Batches for V {
    const LANES: usize = V::Fe::LANES;

    #[inline]
    fn shared_secrets(self, batch: SharedSecrets<'_>) {
        self.run(batch);
    }

    #[inline]
    fn public_keys(self, batch: PublicKeys<'_>) {
        self.run(batch);
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Batches for crate::backend::Avx2 {
    const LANES: usize = 1;

    fn shared_secrets(self, _: SharedSecrets<'_>) {
        match self {}
    }

    fn public_keys(self, _: PublicKeys<'_>) {
        match self {}
    }
}

impl<F: Wide> Kernel<F> for SharedSecrets<'_> {
    #[inline(always)]
    fn run(self, proof: F::Proof) {
        let Self { scalars, points, out } = self;
        let each = |i: usize, n: usize| match scalars {
            Scalars::One(k) => core::slice::from_ref(k),
            Scalars::Each(k) => &k[i..i + n],
        };
        let mut start = 0;
        for out in out.chunks_mut(F::LANES * BLOCKS) {
            let mut fractions = Fractions::<F>::new(proof);
            for block in 0..out.len().div_ceil(F::LANES) {
                let at = start + block * F::LANES;
                let n = F::LANES.min(points.len() - at);
                let k = F::scalars(proof, each(at, n));
                fractions.set(block, &ladder::clamped(&k, &F::load(proof, &points[at..at + n])));
            }
            fractions.divide(proof, out);
            start += out.len();
        }
    }
}

impl<F: Wide> Kernel<F> for PublicKeys<'_> {
    #[inline(always)]
    fn run(self, proof: F::Proof) {
        let Self { scalars, out } = self;
        let chunk = F::LANES * BLOCKS;
        for (scalars, out) in scalars.chunks(chunk).zip(out.chunks_mut(chunk)) {
            let mut fractions = Fractions::<F>::new(proof);
            for (block, k) in scalars.chunks(F::LANES).enumerate() {
                fractions.set(block, &mul_base::<F>(&F::scalars(proof, k)));
            }
            fractions.divide(proof, out);
        }
    }
}

/// The u-coordinates of a chunk, before their division.
struct Fractions<F> {
    x: [F; BLOCKS],
    z: [F; BLOCKS],
}

impl<F: Wide> Fractions<F> {
    #[inline(always)]
    fn new(proof: F::Proof) -> Self {
        let zero = F::small(proof, 0);
        Self { x: [zero; BLOCKS], z: [zero; BLOCKS] }
    }

    #[inline(always)]
    fn set(&mut self, block: usize, f: &Fraction<F>) {
        (self.x[block], self.z[block]) = (f.x.fe(), f.z.fe());
    }

    /// `x / z` of every block into `out`, and 0 for infinity.
    #[inline(always)]
    fn divide(&mut self, proof: F::Proof, out: &mut [[u8; 32]]) {
        invert::simultaneous::<F, BLOCKS>(proof, &mut self.z[..out.len().div_ceil(F::LANES)]);
        for (out, (x, z)) in out.chunks_mut(F::LANES).zip(self.x.iter().zip(&self.z)) {
            x.mul(z).fe().store(out);
        }
    }
}

/// `k B` on the Montgomery curve, for clamped `k`: see [`super::wide_table`].
#[inline(always)]
fn mul_base<F: Wide>(k: &F::Scalars) -> Fraction<F> {
    let last = POSITIONS - 1;
    // Bit 254 is set: the top digit is positive.
    let mut p = Point::from_niels(&look_up::<F>(&TABLE[last].0, F::digit(k, last).0));
    for i in (1..last).rev() {
        p = p.add_niels(&entry::<F>(k, i));
    }
    p.add_niels_to_montgomery(&entry::<F>(k, 0))
}

/// The multiple of digit `i`.
#[inline(always)]
fn entry<F: Wide>(k: &F::Scalars, i: usize) -> Niels<F> {
    let (index, negative) = F::digit(k, i);
    look_up::<F>(&TABLE[i].0, index).negate_if(negative)
}

#[inline(always)]
fn look_up<F: Wide>([yp, ym, t2d]: &[Coordinate; 3], index: F::Index) -> Niels<F> {
    Niels {
        y_plus_x: F::look_up(yp, index),
        y_minus_x: F::look_up(ym, index),
        t2d: F::look_up(t2d, index),
    }
}
