//! The field modulo p.

use std::collections::BTreeSet;

use lanes25519::field::FieldElement;
use proptest::collection::vec;
use proptest::prelude::*;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use crate::common::{edges, p, plus};
use crate::reference::{Num, P, half, less};
use crate::strategies::{config, element};

const ZERO: FieldElement = FieldElement::ZERO;
const ONE: FieldElement = FieldElement::ONE;

fn fe(bytes: &[u8; 32]) -> FieldElement {
    FieldElement::from_bytes(bytes)
}

/// The value of the low 255 bits, modulo p, by the reference.
fn num(bytes: &[u8; 32]) -> Num {
    let mut bytes = *bytes;
    bytes[31] &= 0x7f;
    Num::from_bytes(&bytes).reduce()
}

/// Elements of all edge values, and what comes of operations on them, so that also limbs that no bytes give are met.
fn elements() -> impl Strategy<Value = FieldElement> {
    (element(), element(), 0..5).prop_map(|(a, b, how)| match how {
        0 => fe(&a) + fe(&b),
        1 => fe(&a) - fe(&b),
        2 => -fe(&a),
        3 => fe(&a) * fe(&b),
        _ => fe(&a),
    })
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn addition_is_a_group(a in elements(), b in elements(), c in elements()) {
        prop_assert_eq!(a + b, b + a);
        prop_assert_eq!((a + b) + c, a + (b + c));
        prop_assert_eq!(a + ZERO, a);
        prop_assert_eq!(a + -a, ZERO);
        prop_assert_eq!(a - b, a + -b);
        prop_assert_eq!(-(-a), a);
        prop_assert_eq!(a - a, ZERO);
    }

    #[test]
    fn multiplication_is_a_group_but_for_zero(a in elements(), b in elements(), c in elements()) {
        prop_assert_eq!(a * b, b * a);
        prop_assert_eq!((a * b) * c, a * (b * c));
        prop_assert_eq!(a * ONE, a);
        prop_assert_eq!(a * ZERO, ZERO);
        prop_assert_eq!(a * a.invert(), if a == ZERO { ZERO } else { ONE });
        prop_assert_eq!(a.invert().invert(), a);
        prop_assert_eq!((a * b).invert(), a.invert() * b.invert());
        prop_assert_eq!((a * b).is_zero().unwrap_u8(), (a.is_zero() | b.is_zero()).unwrap_u8());
    }

    #[test]
    fn multiplication_distributes(a in elements(), b in elements(), c in elements()) {
        prop_assert_eq!(a * (b + c), a * b + a * c);
        prop_assert_eq!((a - b) * (a + b), a.square() - b.square());
        prop_assert_eq!(a.square(), a * a);
        prop_assert_eq!((-a).square(), a.square());
        prop_assert_eq!((-a) * b, -(a * b));
    }

    #[test]
    fn assignments_are_the_operators(a in elements(), b in elements()) {
        let (mut sum, mut difference, mut product) = (a, a, a);
        sum += b;
        difference -= b;
        product *= b;
        prop_assert_eq!([sum, difference, product], [a + b, a - b, a * b]);
    }

    /// Three sums and differences deep, without a product in between: bounds that a second carry would hide.
    #[test]
    fn sums_of_sums(a in elements(), b in elements(), c in elements(), d in elements()) {
        let x = (a + b) - (c - d);
        let y = -((c + d) - (a - b));
        prop_assert_eq!(x - (a + b), d - c);
        prop_assert_eq!(x * y, x * (a - b) - x * (c + d));
        prop_assert_eq!((x + y).square(), x.square() + x * y + y * x + y.square());
    }

    #[test]
    fn bytes_are_canonical(bytes in element()) {
        let x = fe(&bytes);
        prop_assert_eq!(x.to_bytes(), num(&bytes).to_bytes());
        prop_assert_eq!(fe(&x.to_bytes()), x);
        let canonical = x.to_bytes() == bytes;
        let read = FieldElement::from_canonical_bytes(&bytes);
        prop_assert_eq!(bool::from(read.is_some()), canonical);
        prop_assert!(!canonical || read.unwrap() == x);
    }

    #[test]
    fn equality_is_of_values(a in element(), b in element()) {
        let (x, y, same) = (fe(&a), fe(&b), num(&a) == num(&b));
        prop_assert_eq!(x == y, same);
        prop_assert_eq!(bool::from(x.ct_eq(&y)), same);
        prop_assert_eq!(bool::from((x - y).is_zero()), same);
        // The same value from other limbs.
        prop_assert_eq!((x + y) - y, x);
        prop_assert_eq!(bool::from(x.is_zero()), num(&a) == Num::ZERO);
    }

    #[test]
    fn selection_takes_one_of_two(a in elements(), b in elements()) {
        for (choice, want, other) in [(0, a, b), (1, b, a)] {
            let choice = Choice::from(choice);
            prop_assert_eq!(FieldElement::conditional_select(&a, &b, choice), want);
            let (mut x, mut y) = (a, b);
            FieldElement::conditional_swap(&mut x, &mut y, choice);
            prop_assert_eq!([x, y], [want, other]);
        }
    }

    /// RFC 9496, section 4.2, `SQRT_RATIO_M1`.
    #[test]
    fn square_roots_of_ratios(u in elements(), v in elements()) {
        let i = fe(&Num::small(2).pow(&half(&half(&less(&P, 1)))).to_bytes());
        prop_assert_eq!(i.square(), -ONE);
        let (was_square, r) = FieldElement::sqrt_ratio(&u, &v);
        let was_square = bool::from(was_square);
        prop_assert_eq!(r.to_bytes()[0] & 1, 0, "expected the root that is not negative");
        if u == ZERO || v == ZERO {
            prop_assert_eq!(r, ZERO);
            prop_assert_eq!(was_square, u == ZERO);
        } else {
            prop_assert_eq!(was_square, num(&(u * v).to_bytes()).is_square());
            prop_assert_eq!(v * r.square(), if was_square { u } else { i * u });
        }
    }

    #[test]
    fn square_roots_of_squares(x in elements()) {
        let (was_square, r) = FieldElement::sqrt_ratio(&x.square(), &ONE);
        prop_assert!(bool::from(was_square));
        prop_assert!(r == x || r == -x);
    }
}

proptest! {
    #![proptest_config(config(200))]

    /// Lengths past two blocks of an inversion; zeros at any places, all of them included.
    #[test]
    fn batch_inversion_is_inversion(
        bytes in vec(element(), 0..=70),
        zeros in prop_oneof![Just(0_u128), Just(u128::MAX), any::<u128>()],
    ) {
        let zero = |i| zeros >> i & 1 == 1;
        let mut x: Vec<_> = bytes.iter().map(fe).collect();
        (0..x.len()).filter(|i| zero(*i)).for_each(|i| x[i] = ZERO);
        let mut inverses = x.clone();
        FieldElement::batch_invert(&mut inverses);
        let want: Vec<_> = x.iter().map(FieldElement::invert).collect();
        prop_assert_eq!(inverses, want);
    }
}

#[test]
fn batch_inversion_of_each_length() {
    let edges: Vec<_> = edges().iter().map(fe).collect();
    for n in 0..=70 {
        let mut inverses = edges[..n].to_vec();
        FieldElement::batch_invert(&mut inverses);
        for i in 0..n {
            assert_eq!(inverses[i], edges[i].invert(), "{i} of {n}");
        }
    }
}

/// Each edge value with each: sums, differences and products by the reference.
#[test]
fn edges_with_edges() {
    let numbers: Vec<_> = edges().iter().map(|x| (fe(x), num(x))).collect();
    for (a, x) in &numbers {
        assert_eq!((-*a).to_bytes(), x.neg().to_bytes());
        assert_eq!(a.square().to_bytes(), x.mul(x).to_bytes());
        for (b, y) in &numbers {
            assert_eq!((*a + *b).to_bytes(), x.add(y).to_bytes(), "{a:?} + {b:?}");
            assert_eq!((*a - *b).to_bytes(), x.sub(y).to_bytes(), "{a:?} - {b:?}");
            assert_eq!((*a * *b).to_bytes(), x.mul(y).to_bytes(), "{a:?} * {b:?}");
        }
    }
}

#[test]
fn inverses_of_edges() {
    for x in edges() {
        assert_eq!(fe(&x).invert().to_bytes(), num(&x).invert().to_bytes(), "{x:02x?}");
    }
}

/// All values from p to 2^255 - 1 are read as their remainders and refused as canonical; p - 1 is not.
#[test]
fn values_that_are_not_canonical() {
    let mut refused = BTreeSet::new();
    for n in -1..=18_i16 {
        let x = plus(&p(), n);
        assert_eq!(fe(&x), if n < 0 { -ONE } else { fe(&plus(&[0; 32], n)) });
        if FieldElement::from_canonical_bytes(&x).is_none().into() {
            refused.insert(n);
        }
        let mut high = x;
        high[31] |= 0x80;
        assert_eq!(fe(&high), fe(&x), "bit 255 counts");
        assert!(bool::from(FieldElement::from_canonical_bytes(&high).is_none()));
    }
    assert_eq!(refused, (0..=18).collect());
}

#[test]
fn constants_and_defaults() {
    assert_eq!(ZERO.to_bytes(), [0; 32]);
    assert_eq!(ONE.to_bytes(), plus(&[0; 32], 1));
    assert_eq!(FieldElement::default(), ZERO);
    let mut x = fe(&[3; 32]);
    x.zeroize();
    assert_eq!(x, ZERO);
    let mut shown = String::from("FieldElement(0102");
    shown.push_str(&"00".repeat(30));
    let mut bytes = [0; 32];
    (bytes[0], bytes[1]) = (1, 2);
    assert_eq!(format!("{:?}", fe(&bytes)), shown + ")");
}
