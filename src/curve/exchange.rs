//! X25519 over any field, bytes in and bytes out.

use super::ladder::{self, Fraction};
use super::{comb, invert};
use crate::arith::{Element, Field};
use crate::scalar::{ClampedScalar, Scalar};

/// How many results of a batch share an inversion: 16 leave 0.1 µs of its 1.6 µs to each, and take 2 KiB of stack.
const BLOCK: usize = 16;

/// RFC 7748, section 5.
#[inline(always)]
pub(crate) fn x25519<E: Element>(k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    affine::<E>(&variable_base::<E>(k, u))
}

/// RFC 7748, section 5, without clamping: `k` is a 256-bit number.
#[inline(always)]
pub(crate) fn x25519_unclamped<E: Element>(k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    affine::<E>(&ladder::unclamped(&Scalar::new(k), &E::from_bytes(u).fe()))
}

/// RFC 7748, section 6.1: the public key of `k`.
#[inline(always)]
pub(crate) fn x25519_base<E: Element>(k: &[u8; 32]) -> [u8; 32] {
    affine::<E>(&fixed_base::<E>(k))
}

/// [`x25519`] of each pair. In: three slices of one length.
#[inline(always)]
pub(crate) fn x25519_batch<E: Element>(k: &[[u8; 32]], u: &[[u8; 32]], out: &mut [[u8; 32]]) {
    batch::<E>(out, |i| variable_base::<E>(&k[i], &u[i]));
}

/// [`x25519`] of one scalar and each point. In: two slices of one length.
#[inline(always)]
pub(crate) fn x25519_one_scalar_batch<E: Element>(
    k: &[u8; 32],
    u: &[[u8; 32]],
    out: &mut [[u8; 32]],
) {
    let k = ClampedScalar::new(k);
    batch::<E>(out, |i| ladder::clamped(&k, &E::from_bytes(&u[i]).fe()));
}

/// [`x25519_base`] of each scalar. In: two slices of one length.
#[inline(always)]
pub(crate) fn x25519_base_batch<E: Element>(k: &[[u8; 32]], out: &mut [[u8; 32]]) {
    batch::<E>(out, |i| fixed_base::<E>(&k[i]));
}

#[inline(always)]
fn variable_base<E: Element>(k: &[u8; 32], u: &[u8; 32]) -> Fraction<E::Fe> {
    ladder::clamped(&ClampedScalar::new(k), &E::from_bytes(u).fe())
}

#[inline(always)]
fn fixed_base<E: Element>(k: &[u8; 32]) -> Fraction<E::Fe> {
    comb::mul_base::<E>(ClampedScalar::new(k).scalar()).to_montgomery()
}

/// `x / z` in bytes, and 0 for infinity.
#[inline(always)]
fn affine<E: Element>(f: &Fraction<E::Fe>) -> [u8; 32] {
    f.x.mul(&f.z.invert()).to_bytes()
}

/// Fills `out` with the affine coordinates of `fraction(0)`, `fraction(1)`, ..
#[inline(always)]
fn batch<E: Element>(out: &mut [[u8; 32]], fraction: impl Fn(usize) -> Fraction<E::Fe>) {
    for (b, block) in out.chunks_mut(BLOCK).enumerate() {
        let mut x = [E::ZERO; BLOCK];
        let mut z = [E::ZERO.fe(); BLOCK];
        for i in 0..block.len() {
            let f = fraction(BLOCK * b + i);
            (x[i], z[i]) = (f.x, f.z.fe());
        }
        invert::simultaneous::<E::Fe, BLOCK>((), &mut z[..block.len()]);
        for (out, (x, z)) in block.iter_mut().zip(x.iter().zip(&z)) {
            *out = x.fe().mul(z).to_bytes();
        }
    }
}
