//! The curve over both fields: constants, the table, the ladders, and the exceptional cases.

use std::vec::Vec;

use super::base_table::{self, BASE, HALF, START, TABLE};
use super::edwards::{D2, Point};
use super::{comb, exchange, invert, ladder, sqrt};
use crate::arith::tests::{P, Random, edge_words, model, model_add, model_mul, model_sub};
use crate::arith::{Field, Loose};
use crate::field51;
use crate::field64;
use crate::scalar::{self, Clamped};
use crate::words::{self, Words};

const SMALL: fn(u64) -> Words = |n| [n, 0, 0, 0];

fn point<F: Field>(affine: &[Words; 2]) -> Point<F> {
    Point::affine(&F::from_words(&affine[0]), &F::from_words(&affine[1]))
}

/// By doubling and adding, from the top bit.
fn multiple<F: Field>(k: &Words, p: &Point<F>) -> Point<F> {
    (0..256).rev().fold(Point::IDENTITY, |r, i| {
        let r = r.double();
        if scalar::bit(k, i) == 1 { r.add(p) } else { r }
    })
}

fn same<F: Field>(a: &Point<F>, b: &Point<F>) -> bool {
    let on_curve = |p: &Point<F>| {
        let (x, y, z) = (p.x, p.y, p.z);
        assert_eq!(x.mul(&y).to_words(), p.t.mul(&z).to_words(), "T Z = X Y");
        // 2 (y^2 - x^2 - z^2) = 2 d t^2
        let left = y.square().sub(&x.square()).carry().sub(&z.square()).carry();
        let right = p.t.square().mul(&F::from_words(&D2));
        assert_eq!(left.add(&left).carry().to_words(), right.to_words(), "on the curve");
    };
    on_curve(a);
    on_curve(b);
    a.equal(b).keep(1) == 1
}

/// l, the order of B.
const ORDER: Words = [0x5812_631a_5cf5_d3ed, 0x14de_f9de_a2f7_9cd6, 0, 1 << 60];

#[test]
fn constants() {
    // 2 d = -2 121665 / 121666
    let twice = model_mul(&D2, &SMALL(121_666));
    assert_eq!(model_add(&twice, &SMALL(2 * 121_665)), [0; 4]);
    let i = sqrt::SQRT_MINUS_ONE;
    assert_eq!(model_add(&model_mul(&i, &i), &SMALL(1)), [0; 4]);
    assert_eq!(i[0] & 1, 0);
    // B: y = 4/5, x even.
    assert_eq!(model_mul(&BASE[1], &SMALL(5)), SMALL(4));
    assert_eq!(BASE[0][0] & 1, 0);
    let (b, h) = (point::<field51::Fe>(&BASE), point::<field51::Fe>(&HALF));
    assert!(same(&multiple(&ORDER, &b), &Point::IDENTITY));
    assert!(same(&h.double(), &b) && same(&multiple(&ORDER, &h), &Point::IDENTITY));
    let start = point::<field51::Fe>(&START);
    assert!(same(&multiple(&ORDER, &start), &Point::IDENTITY));
    let sixteen = multiple(&SMALL(16), &start);
    assert!(same(&sixteen, &multiple(&[u64::MAX; 4], &h)));
}

#[test]
fn the_table_holds_odd_multiples() {
    type F = field64::Fe;
    let mut position = point::<F>(&HALF);
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
        position = multiple(&SMALL(256), &position);
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

fn fixed_base<F: Field>() {
    let b = point::<F>(&BASE);
    for k in scalars() {
        let want = multiple(&k, &b);
        let got = comb::mul_base::<F>(&k);
        assert!(same(&got, &want), "{k:x?}");
        // The ladder on u = 9 agrees, for infinity too.
        let u = ladder::unclamped(&k, &F::from_words(&SMALL(9))).to_affine();
        assert_eq!(got.to_montgomery().to_affine().to_words(), u.to_words(), "{k:x?}");
    }
}

#[test]
fn fixed_base_51() {
    fixed_base::<field51::Fe>();
}

#[test]
fn fixed_base_64() {
    fixed_base::<field64::Fe>();
}

/// RFC 7748, section 5.2, the first vector; and the clamped ladder is the unclamped one on the clamped scalar.
fn ladders<F: Field>() {
    let mut random = Random(10);
    let mut points: Vec<Words> = (0..200).map(SMALL).collect();
    points.extend((0..38).map(|i| [P[0] - 19 + i, P[1], P[2], P[3]]));
    points.extend((0..50).map(|_| random.words()));
    for u in points {
        let k = Clamped::new(&words::to_bytes(&random.words()));
        let u = F::from_words(&u);
        let want = ladder::unclamped(k.words(), &u).to_affine();
        assert_eq!(ladder::clamped(&k, &u).to_affine().to_words(), want.to_words());
    }
    let k = [
        0x9dac_bd16_7cab_46a5,
        0x1d25_70a2_7db3_3d3b,
        0x9c5a_d4b3_9a6d_1eb0,
        0xc4ba_4a8f_dba6_6e73,
    ];
    let k = words::to_bytes(&k);
    let once = exchange::x25519::<F>(&k, &words::to_bytes(&SMALL(9)));
    assert_eq!(once, exchange::x25519_base::<F>(&k));
}

#[test]
fn ladders_51() {
    ladders::<field51::Fe>();
}

#[test]
fn ladders_64() {
    ladders::<field64::Fe>();
}

/// The addition is complete: small orders, doublings, inverses, the identity.
#[test]
fn additions_have_no_exceptions() {
    type F = field51::Fe;
    let b = point::<F>(&BASE);
    let two: Point<F> = point(&[[0; 4], [P[0] - 1, P[1], P[2], P[3]]]);
    let four: Point<F> = point(&[sqrt::SQRT_MINUS_ONE, [0; 4]]);
    assert!(same(&four.double(), &two) && same(&two.double(), &Point::IDENTITY));
    for p in [Point::IDENTITY, b, b.neg(), two, four, four.neg(), b.add(&four)] {
        assert!(same(&p.add(&p), &p.double()));
        assert!(same(&p.add(&p.neg()), &Point::IDENTITY));
        assert!(same(&p.add(&Point::IDENTITY), &p));
        assert!(!same(&p.add(&b), &p));
    }
}

#[test]
fn roots() {
    type F = field64::Fe;
    for w in edge_words().iter().step_by(40) {
        let (u, v) = (F::from_words(w), F::from_words(&[w[1], w[2], w[3], w[0]]));
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
    type F = field51::Fe;
    let mut random = Random(11);
    for n in 0..40 {
        let mut x: Vec<F> = (0..n)
            .map(|_| {
                let w = random.words();
                if w[0].is_multiple_of(4) { F::ZERO } else { F::from_words(&w) }
            })
            .collect();
        let want: Vec<Words> = x.iter().map(|x| x.invert().to_words()).collect();
        invert::simultaneous::<F, 16>(&mut x);
        assert_eq!(x.iter().map(Field::to_words).collect::<Vec<_>>(), want);
    }
    assert_eq!(model(&P), [0; 4]);
}
