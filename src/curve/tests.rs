//! The curve over both fields: constants, the table, the ladders, and the exceptional cases.

use std::vec::Vec;

use super::base_table::{self, BASE, HALF, START, TABLE};
use super::edwards::{D2, Point};
use super::ladder::{self, Fraction};
use super::{comb, exchange, invert, sqrt};
use crate::arith::tests::{P, Random, edge_words, model, model_add, model_mul, model_sub};
use crate::arith::{Element, Field};
use crate::field51;
use crate::field64;
use crate::scalar::{Bits, ClampedScalar, Scalar};
use crate::words::{self, Words};

const SMALL: fn(u64) -> Words = |n| [n, 0, 0, 0];

fn point<E: Element>(affine: &[Words; 2]) -> Point<E::Fe> {
    Point::affine(&E::from_words(&affine[0]), &E::from_words(&affine[1]))
}

/// By doubling and adding, from the top bit.
fn multiple<E: Element>(k: &Words, p: &Point<E::Fe>) -> Point<E::Fe> {
    (0..256).rev().fold(Point::IDENTITY, |r, i| {
        let r = r.double();
        if Scalar::new(&words::to_bytes(k)).bit(i).keep(1) == 1 { r.add(p) } else { r }
    })
}

fn same<E: Element>(a: &Point<E::Fe>, b: &Point<E::Fe>) -> bool {
    let on_curve = |p: &Point<E::Fe>| {
        let (x, y, z) = (p.x, p.y, p.z);
        assert_eq!(x.mul(&y).to_words(), p.t.mul(&z).to_words(), "T Z = X Y");
        // 2 (y^2 - x^2 - z^2) = 2 d t^2
        let left = y.square().sub(&x.square()).product().sub(&z.square()).product();
        let right = p.t.square().mul(&E::from_words(&D2));
        assert_eq!(left.add(&left).product().to_words(), right.to_words(), "on the curve");
    };
    on_curve(a);
    on_curve(b);
    a.equal(b).keep(1) == 1
}

/// l, the order of B.
const ORDER: Words = [0x5812_631a_5cf5_d3ed, 0x14de_f9de_a2f7_9cd6, 0, 1 << 60];

#[test]
fn constants() {
    type E = field51::Tight;
    // 2 d = -2 121665 / 121666
    let twice = model_mul(&D2, &SMALL(121_666));
    assert_eq!(model_add(&twice, &SMALL(2 * 121_665)), [0; 4]);
    let i = sqrt::SQRT_MINUS_ONE;
    assert_eq!(model_add(&model_mul(&i, &i), &SMALL(1)), [0; 4]);
    assert_eq!(i[0] & 1, 0);
    // B: y = 4/5, x even.
    assert_eq!(model_mul(&BASE[1], &SMALL(5)), SMALL(4));
    assert_eq!(BASE[0][0] & 1, 0);
    let (b, h) = (point::<field51::Tight>(&BASE), point::<field51::Tight>(&HALF));
    assert!(same::<E>(&multiple::<E>(&ORDER, &b), &Point::IDENTITY));
    assert!(same::<E>(&h.double(), &b) && same::<E>(&multiple::<E>(&ORDER, &h), &Point::IDENTITY));
    let start = point::<field51::Tight>(&START);
    assert!(same::<E>(&multiple::<E>(&ORDER, &start), &Point::IDENTITY));
    let sixteen = multiple::<E>(&SMALL(16), &start);
    assert!(same::<E>(&sixteen, &multiple::<E>(&[u64::MAX; 4], &h)));
}

#[test]
fn the_table_holds_odd_multiples() {
    type E = field64::Tight;
    let mut position = point::<E>(&HALF);
    for entries in &TABLE.0 {
        let mut odd = position;
        for [y_plus_x, y_minus_x, t2d] in entries {
            let z = odd.z.invert();
            let (x, y) = (odd.x.mul(&z).to_words(), odd.y.mul(&z).to_words());
            assert_eq!(*y_plus_x, model_add(&y, &x));
            assert_eq!(*y_minus_x, model_sub(&y, &x));
            assert_eq!(*t2d, model_mul(&model_mul(&x, &y), &D2));
            odd = odd.add(&position.double());
        }
        position = multiple::<E>(&SMALL(256), &position);
    }
    assert_eq!(base_table::POSITIONS * 8, 256);
}

fn scalars() -> Vec<Words> {
    let mut random = Random(9);
    let mut all =
        Vec::from([SMALL(0), SMALL(1), SMALL(2), ORDER, [u64::MAX; 4], [0, 0, 0, 1 << 63]]);
    all.push([ORDER[0] - 1, ORDER[1], ORDER[2], ORDER[3]]);
    all.push([ORDER[0] + 1, ORDER[1], ORDER[2], ORDER[3]]);
    all.extend((0..40).map(|_| random.words()));
    all
}

fn affine<E: Element>(f: &Fraction<E::Fe>) -> Words {
    Element::mul(&f.x, &f.z.invert()).to_words()
}

fn fixed_base<E: Element>() {
    let b = point::<E>(&BASE);
    for k in scalars() {
        let want = multiple::<E>(&k, &b);
        let k = Scalar::new(&words::to_bytes(&k));
        let got = comb::mul_base::<E>(&k);
        assert!(same::<E>(&got, &want));
        // The ladder on u = 9 agrees, for infinity too.
        let u = affine::<E>(&ladder::unclamped(&k, &E::from_words(&SMALL(9)).fe()));
        assert_eq!(affine::<E>(&got.to_montgomery()), u);
    }
}

#[test]
fn fixed_base_51() {
    fixed_base::<field51::Tight>();
}

#[test]
fn fixed_base_64() {
    fixed_base::<field64::Tight>();
}

/// RFC 7748, section 5.2, the first vector; and the clamped ladder is the unclamped one on the clamped scalar.
fn ladders<E: Element>() {
    let mut random = Random(10);
    let mut points: Vec<Words> = (0..200).map(SMALL).collect();
    points.extend((0..38).map(|i| [P[0] - 19 + i, P[1], P[2], P[3]]));
    points.extend((0..50).map(|_| random.words()));
    for u in points {
        let k = ClampedScalar::new(&words::to_bytes(&random.words()));
        let u = E::from_words(&u).fe();
        let want = ladder::unclamped(k.scalar(), &u);
        assert_eq!(affine::<E>(&ladder::clamped(&k, &u)), affine::<E>(&want));
    }
    let k = [
        0x9dac_bd16_7cab_46a5,
        0x1d25_70a2_7db3_3d3b,
        0x9c5a_d4b3_9a6d_1eb0,
        0xc4ba_4a8f_dba6_6e73,
    ];
    let k = words::to_bytes(&k);
    let once = exchange::x25519::<E>(&k, &words::to_bytes(&SMALL(9)));
    assert_eq!(once, exchange::x25519_base::<E>(&k));
}

#[test]
fn ladders_51() {
    ladders::<field51::Tight>();
}

#[test]
fn ladders_64() {
    ladders::<field64::Tight>();
}

/// The addition is complete: small orders, doublings, inverses, the identity.
#[test]
fn additions_have_no_exceptions() {
    type E = field51::Tight;
    let b = point::<E>(&BASE);
    let two: Point<<E as Element>::Fe> = point::<E>(&[[0; 4], [P[0] - 1, P[1], P[2], P[3]]]);
    let four: Point<<E as Element>::Fe> = point::<E>(&[sqrt::SQRT_MINUS_ONE, [0; 4]]);
    assert!(same::<E>(&four.double(), &two) && same::<E>(&two.double(), &Point::IDENTITY));
    for p in [Point::IDENTITY, b, b.neg(), two, four, four.neg(), b.add(&four)] {
        assert!(same::<E>(&p.add(&p), &p.double()));
        assert!(same::<E>(&p.add(&p.neg()), &Point::IDENTITY));
        assert!(same::<E>(&p.add(&Point::IDENTITY), &p));
        assert!(!same::<E>(&p.add(&b), &p));
    }
}

#[test]
fn roots() {
    type E = field64::Tight;
    for w in edge_words().iter().step_by(40) {
        let (u, v) = (E::from_words(w), E::from_words(&[w[1], w[2], w[3], w[0]]));
        let (square, r) = sqrt::sqrt_ratio(&u, &v);
        let (got, ratio) = (model_mul(&r.square().to_words(), &v.to_words()), u.to_words());
        let zero = v.to_words() == [0; 4];
        if square.keep(1) == 1 {
            assert_eq!(got, ratio);
        } else {
            let want = model_mul(&ratio, &sqrt::SQRT_MINUS_ONE);
            assert_eq!(got, if zero { [0; 4] } else { want });
        }
        assert_eq!(r.to_words()[0] & 1, 0);
    }
}

#[test]
fn simultaneous_inversion_skips_zeros() {
    type E = field51::Tight;
    let mut random = Random(11);
    for n in 0..40 {
        let mut x: Vec<<E as Element>::Fe> = (0..n)
            .map(|_| {
                let w = random.words();
                if w[0].is_multiple_of(4) { E::ZERO.fe() } else { E::from_words(&w).fe() }
            })
            .collect();
        let want: Vec<Words> = x.iter().map(|x| x.product().invert().to_words()).collect();
        invert::simultaneous::<<E as Element>::Fe, 16>((), &mut x);
        let got: Vec<Words> = x.iter().map(|x| x.product().to_words()).collect();
        assert_eq!(got, want);
    }
    assert_eq!(model(&P), [0; 4]);
}
