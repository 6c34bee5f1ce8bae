//! Between bytes and lanes: what the fields of all multipliers have in common.

use super::lanes::Lanes;
use crate::field51::Tight;
use crate::scalar::{Bits, Clamped};
use crate::words::{self, Words};

const MASK51: u64 = (1 << 51) - 1;
/// Bits of a digit of the fixed-base multiplication.
const DIGIT: usize = 6;

/// Limbs of radix 2^51, an element a lane.
#[derive(Clone, Copy)]
pub(crate) struct Limbs<L>(pub(crate) [L; 5]);

/// A clamped scalar a lane: four words, and zero above them.
#[derive(Clone, Copy)]
pub(crate) struct Scalars<L>([L; 5]);

impl<L: Lanes> Limbs<L> {
    /// Elements of 32 bytes, bit 255 ignored. In: 1 to `LANES`; the last one fills the lanes that are left. Out: limbs < 2^51.
    #[inline(always)]
    pub(crate) fn load(proof: L::Proof, bytes: &[[u8; 32]]) -> Self {
        let [w0, w1, w2, w3] = transpose::<L>(proof, bytes);
        let mask = L::splat(proof, MASK51);
        Self([
            w0.and(mask),
            w0.shr::<51>().or(w1.shl::<13>()).and(mask),
            w1.shr::<38>().or(w2.shl::<26>()).and(mask),
            w2.shr::<25>().or(w3.shl::<39>()).and(mask),
            w3.shr::<12>().and(mask),
        ])
    }

    /// `x` in every lane.
    #[inline(always)]
    pub(crate) fn splat(proof: L::Proof, x: &Tight) -> Self {
        let [l0, l1, l2, l3, l4] = x.limbs();
        Self([
            L::splat(proof, l0),
            L::splat(proof, l1),
            L::splat(proof, l2),
            L::splat(proof, l3),
            L::splat(proof, l4),
        ])
    }

    /// The entry of each lane's index.
    #[inline(always)]
    pub(crate) fn look_up([c0, c1, c2, c3, c4]: &[[u64; 32]; 5], index: L::Index) -> Self {
        Self([
            L::look_up(c0, index),
            L::look_up(c1, index),
            L::look_up(c2, index),
            L::look_up(c3, index),
            L::look_up(c4, index),
        ])
    }

    /// The limbs of the value in `[0, p)`. In: limbs < 2^52, the value < 2^255 + 2^254.
    #[inline(always)]
    pub(crate) fn freeze(self) -> Self {
        let proof = self.0[0].proof();
        let nineteen = L::splat(proof, 19);
        // At most one is carried out of the top, as 19 into the lowest limb; then the value is below 2 p.
        let ([a0, a1, a2, a3, a4], c) = ripple(self.0);
        let a0 = a0.add(times_19(c));
        // q is 1 from p on: then 19 more carry out of bit 255.
        let q = a0.add(nineteen).shr::<51>();
        let q = a1.add(q).shr::<51>();
        let q = a2.add(q).shr::<51>();
        let q = a3.add(q).shr::<51>();
        let q = a4.add(q).shr::<51>();
        let a0 = a0.add(times_19(q));
        Self(ripple([a0, a1, a2, a3, a4]).0)
    }

    /// Where all limbs are zero. In: frozen.
    #[inline(always)]
    pub(crate) fn are_zero(&self) -> L::Mask {
        let [a0, a1, a2, a3, a4] = self.0;
        let any = a0.or(a1).or(a2).or(a3).or(a4);
        // Taken from 2^51, only zero leaves that bit.
        let bit = L::splat(a0.proof(), 1 << 51);
        bit.sub(any).test(bit)
    }

    /// Bytes of the first lanes. In: frozen; at most `LANES`.
    #[inline(always)]
    pub(crate) fn store(&self, bytes: &mut [[u8; 32]]) {
        let [a0, a1, a2, a3, a4] = self.0;
        let w = [
            lanes(a0.or(a1.shl::<51>())),
            lanes(a1.shr::<13>().or(a2.shl::<38>())),
            lanes(a2.shr::<26>().or(a3.shl::<25>())),
            lanes(a3.shr::<39>().or(a4.shl::<12>())),
        ];
        for (n, bytes) in bytes.iter_mut().enumerate() {
            *bytes = words::to_bytes(&[w[0][n], w[1][n], w[2][n], w[3][n]]);
        }
    }

    /// The element of lane 0. In: frozen.
    #[inline(always)]
    pub(crate) fn first(&self) -> Tight {
        let [l0, l1, l2, l3, l4] = self.0;
        Tight::from_limbs([lanes(l0)[0], lanes(l1)[0], lanes(l2)[0], lanes(l3)[0], lanes(l4)[0]])
    }
}

impl<L: Lanes> Scalars<L> {
    /// Clamps a copy. In: 1 to `LANES`; the last one fills the lanes that are left.
    #[inline(always)]
    pub(crate) fn clamped(proof: L::Proof, bytes: &[[u8; 32]]) -> Self {
        let [w0, w1, w2, w3] = transpose::<L>(proof, bytes);
        let (low, high) = (L::splat(proof, !7), L::splat(proof, u64::MAX >> 1));
        let top = w3.and(high).or(L::splat(proof, 1 << 62));
        Self([w0.and(low), w1, w2, top, L::splat(proof, 0)])
    }

    /// Digit `i` of six bits, from bit 3 up: the index of its odd multiple, and where it is negative.
    ///
    /// The digit is `2 w - 63` for the six bits `w`. It is negative where bit 5 is clear, and then its index counts down.
    #[inline(always)]
    pub(crate) fn digit(&self, i: usize) -> (L::Index, L::Mask) {
        let at = DIGIT * i + 3;
        let (word, shift) = (at / 64, (at % 64) as u64);
        let (k, above) = (self.0[word], self.0[word + 1]);
        let w = k.shr_by(shift).or(above.shl_by(64 - shift));
        let flipped = w.xor(L::splat(k.proof(), u64::MAX));
        let negative = flipped.test(L::splat(k.proof(), 1 << (DIGIT - 1)));
        (w.select(flipped, negative).index(), negative)
    }
}

impl<L: Lanes> Bits for Scalars<L> {
    type Mask = L::Mask;
    #[inline(always)]
    fn bit(&self, i: usize) -> L::Mask {
        let k = self.0[i / 64];
        k.test(L::splat(k.proof(), 1 << (i % 64)))
    }
}

impl<L: Lanes> Clamped for Scalars<L> {}

/// `19 x`.
#[inline(always)]
fn times_19<L: Lanes>(x: L) -> L {
    x.shl_opaque::<4>().add(x.double().add(x))
}

/// Limbs below 2^51, and what is carried out of the top one.
#[inline(always)]
fn ripple<L: Lanes>([a0, a1, a2, a3, a4]: [L; 5]) -> ([L; 5], L) {
    let mask = L::splat(a0.proof(), MASK51);
    let a1 = a1.add(a0.shr::<51>());
    let a2 = a2.add(a1.shr::<51>());
    let a3 = a3.add(a2.shr::<51>());
    let a4 = a4.add(a3.shr::<51>());
    ([a0.and(mask), a1.and(mask), a2.and(mask), a3.and(mask), a4.and(mask)], a4.shr::<51>())
}

/// Word `i` of every lane's 32 bytes.
#[inline(always)]
fn transpose<L: Lanes>(proof: L::Proof, bytes: &[[u8; 32]]) -> [L; 4] {
    let mut w = [[0; 8]; 4];
    for n in 0..L::LANES {
        let words: Words = words::from_bytes(&bytes[n.min(bytes.len() - 1)]);
        for (lanes, word) in w.iter_mut().zip(words) {
            lanes[n] = word;
        }
    }
    let [w0, w1, w2, w3] = &w;
    [
        L::from_slice(proof, &w0[..L::LANES]),
        L::from_slice(proof, &w1[..L::LANES]),
        L::from_slice(proof, &w2[..L::LANES]),
        L::from_slice(proof, &w3[..L::LANES]),
    ]
}

/// The lanes, and zeros where there are fewer than eight.
#[inline(always)]
fn lanes<L: Lanes>(x: L) -> [u64; 8] {
    let mut lanes = [0; 8];
    x.to_slice(&mut lanes[..L::LANES]);
    lanes
}
