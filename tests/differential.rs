//! Random and edge inputs against the peers: x25519-dalek for exchanges, fiat-crypto and the reference for the field.

use crate::common::{Bytes, backends, dalek_base, dalek_unclamped, edges, random, rng, scaled};
use crate::reference::Num;
use crate::strategies::{config, element, scalar};
use fiat_crypto::curve25519_64 as fiat;
use lanes25519::field::FieldElement;
use proptest::prelude::*;
use subtle::ConditionallySelectable;

/// fiat-crypto's element: the value of the low 255 bits.
type Fiat = fiat::fiat_25519_tight_field_element;

const FIAT_ZERO: Fiat = fiat::fiat_25519_tight_field_element([0; 5]);
const FIAT_LOOSE: fiat::fiat_25519_loose_field_element =
    fiat::fiat_25519_loose_field_element([0; 5]);

fn fiat_read(bytes: &Bytes) -> Fiat {
    let mut bytes = *bytes;
    bytes[31] &= 0x7f;
    let mut x = FIAT_ZERO;
    fiat::fiat_25519_from_bytes(&mut x, &bytes);
    x
}

fn fiat_bytes(x: &Fiat) -> Bytes {
    let mut bytes = [0; 32];
    fiat::fiat_25519_to_bytes(&mut bytes, x);
    bytes
}

fn fiat_loose(x: &Fiat) -> fiat::fiat_25519_loose_field_element {
    let mut loose = FIAT_LOOSE;
    fiat::fiat_25519_relax(&mut loose, x);
    loose
}

fn fiat_sum(a: &Fiat, b: &Fiat) -> Fiat {
    let (mut loose, mut x) = (FIAT_LOOSE, FIAT_ZERO);
    fiat::fiat_25519_add(&mut loose, a, b);
    fiat::fiat_25519_carry(&mut x, &loose);
    x
}

fn fiat_difference(a: &Fiat, b: &Fiat) -> Fiat {
    let (mut loose, mut x) = (FIAT_LOOSE, FIAT_ZERO);
    fiat::fiat_25519_sub(&mut loose, a, b);
    fiat::fiat_25519_carry(&mut x, &loose);
    x
}

fn fiat_product(a: &Fiat, b: &Fiat) -> Fiat {
    let mut x = FIAT_ZERO;
    fiat::fiat_25519_carry_mul(&mut x, &fiat_loose(a), &fiat_loose(b));
    x
}

fn fiat_square(a: &Fiat) -> Fiat {
    let mut x = FIAT_ZERO;
    fiat::fiat_25519_carry_square(&mut x, &fiat_loose(a));
    x
}

/// A chain of operations on two elements, the same for each library: each result enters the next, so that limbs of
/// every size come up that the library itself makes.
fn chain<T: Copy>(
    (mut a, mut b): (T, T),
    steps: &[u8],
    [add, sub, mul]: [&dyn Fn(T, T) -> T; 3],
    square: impl Fn(T) -> T,
) -> T {
    for step in steps {
        let x = match step % 4 {
            0 => add(a, b),
            1 => sub(a, b),
            2 => mul(a, b),
            _ => square(a),
        };
        (a, b) = (x, a);
    }
    a
}

fn ours(a: &Bytes, b: &Bytes, steps: &[u8]) -> Bytes {
    let [a, b] = [a, b].map(FieldElement::from_bytes);
    chain((a, b), steps, [&|a, b| a + b, &|a, b| a - b, &|a, b| a * b], |a| a.square()).to_bytes()
}

fn by_fiat(a: &Bytes, b: &Bytes, steps: &[u8]) -> Bytes {
    let pair = (fiat_read(a), fiat_read(b));
    let operations: [&dyn Fn(Fiat, Fiat) -> Fiat; 3] =
        [&|a, b| fiat_sum(&a, &b), &|a, b| fiat_difference(&a, &b), &|a, b| fiat_product(&a, &b)];
    fiat_bytes(&chain(pair, steps, operations, |a| fiat_square(&a)))
}

fn by_reference(a: &Bytes, b: &Bytes, steps: &[u8]) -> Bytes {
    let [a, b] = [a, b].map(|bytes| {
        let mut bytes = *bytes;
        bytes[31] &= 0x7f;
        Num::from_bytes(&bytes).reduce()
    });
    let operations: [&dyn Fn(Num, Num) -> Num; 3] =
        [&|a, b| a.add(&b), &|a, b| a.sub(&b), &|a, b| a.mul(&b)];
    chain((a, b), steps, operations, |a| a.mul(&a)).to_bytes()
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn field_chains(a in element(), b in element(), steps in any::<[u8; 24]>()) {
        let found = ours(&a, &b, &steps);
        prop_assert_eq!(found, by_fiat(&a, &b, &steps));
        prop_assert_eq!(found, by_reference(&a, &b, &steps));
    }

    #[test]
    fn negation_selection_and_bytes(a in element(), b in element(), flag in 0..2_u8) {
        let [x, y] = [a, b].map(|bytes| FieldElement::from_bytes(&bytes));
        let [fx, fy] = [a, b].map(|bytes| fiat_read(&bytes));
        prop_assert_eq!(x.to_bytes(), fiat_bytes(&fx));
        prop_assert_eq!((-x).to_bytes(), fiat_bytes(&fiat_difference(&FIAT_ZERO, &fx)));
        let mut selected = FIAT_ZERO;
        fiat::fiat_25519_selectznz(&mut selected.0, flag, &fx.0, &fy.0);
        let ours = FieldElement::conditional_select(&x, &y, flag.into());
        prop_assert_eq!(ours.to_bytes(), fiat_bytes(&selected));
    }
}

proptest! {
    #![proptest_config(config(200))]

    /// By a^(p - 2) in fiat-crypto's products, and by the reference.
    #[test]
    fn inversion(a in element()) {
        let found = FieldElement::from_bytes(&a).invert().to_bytes();
        let x = fiat_read(&a);
        let exponent = crate::reference::less(&crate::reference::P, 2);
        let mut r = fiat_read(&Num::ONE.to_bytes());
        for i in (0..255).rev() {
            r = fiat_square(&r);
            if exponent.bit(i) {
                r = fiat_product(&r, &x);
            }
        }
        prop_assert_eq!(found, fiat_bytes(&r));
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn exchanges(k in scalar(), u in element()) {
        for backend in backends() {
            prop_assert_eq!(backend.x25519(k, u), x25519_dalek::x25519(k, u));
            prop_assert_eq!(backend.x25519_unclamped(k, u), dalek_unclamped(&k, &u));
            prop_assert_eq!(backend.x25519_base(k), dalek_base(&k));
        }
    }

    #[test]
    fn typed_exchanges(k in scalar(), u in element()) {
        let ours = lanes25519::StaticSecret::from(k);
        let peer = x25519_dalek::StaticSecret::from(k);
        let public = lanes25519::PublicKey::from(&ours);
        prop_assert_eq!(public.to_bytes(), x25519_dalek::PublicKey::from(&peer).to_bytes());
        let shared = ours.diffie_hellman(&lanes25519::PublicKey::from(u));
        let theirs = peer.diffie_hellman(&x25519_dalek::PublicKey::from(u));
        prop_assert_eq!(shared.is_ok(), theirs.was_contributory());
        prop_assert_eq!(shared.map_or([0; 32], |s| s.to_bytes()), theirs.to_bytes());
    }
}

/// A chain of exchanges, each fed with the last one's results: one slip anywhere changes all that follows.
#[test]
fn chains_of_exchanges() {
    for backend in backends() {
        let mut rng = rng(5);
        let (mut k, mut u) = (random(&mut rng), random(&mut rng));
        for i in 0..scaled(2_000) {
            let shared = backend.x25519(k, u);
            assert_eq!(shared, x25519_dalek::x25519(k, u), "{backend}, step {i}");
            let public = backend.x25519_base(u);
            assert_eq!(public, dalek_base(&u), "{backend}, step {i}");
            (k, u) = (shared, public);
        }
    }
}

/// Every edge value with every other, through each operation of the field.
#[test]
fn field_edges() {
    let edges = edges();
    for a in &edges {
        for b in &edges {
            for step in 0..4 {
                assert_eq!(ours(a, b, &[step]), by_fiat(a, b, &[step]), "{a:02x?} {b:02x?} {step}");
            }
        }
    }
}
