//! X25519 as an operation of scalars on coordinates.

use lanes25519::curve::{EdwardsPoint, MontgomeryPoint};
use lanes25519::field::FieldElement;
use lanes25519::{
    PublicKey, StaticSecret, X25519_BASEPOINT_BYTES, x25519, x25519_base, x25519_unclamped,
};
use proptest::prelude::*;
use subtle::Choice;

use crate::common::{backends, eight_l, plus, twist};
use crate::reference::decode_scalar;
use crate::strategies::{config, element, scalar};

proptest! {
    #![proptest_config(config(200))]

    /// On the curve and on the twist.
    #[test]
    fn exchanges_commute(a in scalar(), b in scalar(), u in element()) {
        prop_assert_eq!(x25519(a, x25519(b, u)), x25519(b, x25519(a, u)));
        let [ab, ba] = [(a, b), (b, a)].map(|(a, b)| x25519_unclamped(a, x25519_unclamped(b, u)));
        prop_assert_eq!(ab, ba);
    }

    #[test]
    fn both_sides_agree(a in scalar(), b in scalar()) {
        let (a, b) = (StaticSecret::from(a), StaticSecret::from(b));
        let ab = a.diffie_hellman(&PublicKey::from(&b));
        prop_assert!(ab.is_ok());
        prop_assert_eq!(ab, b.diffie_hellman(&PublicKey::from(&a)));
    }

    #[test]
    fn a_public_key_is_the_multiple_of_nine(k in scalar()) {
        for backend in backends() {
            let public = backend.x25519_base(k);
            prop_assert_eq!(public, backend.x25519(k, X25519_BASEPOINT_BYTES));
            let clamped = decode_scalar(&k);
            prop_assert_eq!(public, backend.x25519_unclamped(clamped, X25519_BASEPOINT_BYTES));
        }
        let multiple = EdwardsPoint::mul_base(&decode_scalar(&k));
        prop_assert_eq!(x25519_base(k), multiple.to_montgomery().to_bytes());
    }

    /// Clamping and the two readings of u make no other difference.
    #[test]
    fn clamped_bits_and_the_form_of_u_do_not_count(k in scalar(), u in element()) {
        let value = MontgomeryPoint::from_bytes(u);
        let shared = x25519(k, u);
        prop_assert_eq!(x25519_unclamped(decode_scalar(&k), u), shared);
        prop_assert_eq!(x25519(decode_scalar(&k), u), shared);
        let mut high = u;
        high[31] ^= 0x80;
        prop_assert_eq!(x25519(k, high), shared);
        let canonical = FieldElement::from_bytes(&u).to_bytes();
        prop_assert_eq!(x25519(k, canonical), shared);
        prop_assert_eq!(value, MontgomeryPoint::from_bytes(canonical));
        prop_assert_eq!(FieldElement::from_bytes(&shared).to_bytes(), shared, "not canonical");
    }

    /// n P is infinity for the order n of the curve's or the twist's group, and (n + 1) P and (n - 1) P are P.
    #[test]
    fn the_group_order_takes_every_point_to_infinity(u in element()) {
        let point = MontgomeryPoint::from_bytes(u).to_edwards(Choice::from(0));
        let order = if point.is_some().into() { eight_l() } else { twist() };
        prop_assert_eq!(x25519_unclamped(order, u), [0; 32]);
        let value = FieldElement::from_bytes(&u).to_bytes();
        prop_assert_eq!(x25519_unclamped(plus(&order, 1), u), value);
        prop_assert_eq!(x25519_unclamped(plus(&order, -1), u), value);
    }

    /// A ladder step from sums on the Edwards curve.
    #[test]
    fn multiples_follow_from_sums(u in element(), n in 2..40_i16) {
        let point = MontgomeryPoint::from_bytes(u).to_edwards(Choice::from(0)).into_option();
        let Some(point) = point else { return Ok(()) };
        let sum = (1..n).fold(point, |sum, _| sum + point);
        let multiple = MontgomeryPoint::from_bytes(u).mul_unclamped(&plus(&[0; 32], n));
        prop_assert_eq!(multiple, sum.to_montgomery());
    }

    #[test]
    fn methods_are_the_functions(k in scalar(), u in element()) {
        let point = MontgomeryPoint::from_bytes(u);
        prop_assert_eq!(point.mul_clamped(&k).to_bytes(), x25519(k, u));
        prop_assert_eq!(point.mul_unclamped(&k).to_bytes(), x25519_unclamped(k, u));
        prop_assert_eq!(MontgomeryPoint::mul_base_clamped(&k).to_bytes(), x25519_base(k));
        let shared = StaticSecret::from(k).diffie_hellman(&PublicKey::from(u));
        prop_assert_eq!(shared.map_or([0; 32], |s| s.to_bytes()), x25519(k, u));
    }
}
