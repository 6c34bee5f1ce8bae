//! The stated bounds, at their very ends.

use super::*;
use crate::arith::Element;
use crate::arith::tests::{Random, model, model_add, model_mul, model_sub};

/// Any 256 bits modulo p.
fn value(w: &Words) -> Words {
    model_add(&model(w), &[19 * (w[3] >> 63), 0, 0, 0])
}

/// The largest element, and others at the end of the range.
const TIGHT_EDGES: [Words; 7] = [
    [(1 << 23) - 1, 0, 0, 1 << 63],
    [0, 0, 0, 1 << 63],
    [u64::MAX, u64::MAX, u64::MAX, TOP],
    [u64::MAX - 18, u64::MAX, u64::MAX, TOP],
    [u64::MAX - 19, u64::MAX, u64::MAX, TOP],
    [0; 4],
    [1, 0, 0, 0],
];

#[test]
fn sums_of_the_largest() {
    for a in TIGHT_EDGES {
        for b in TIGHT_EDGES {
            let (x, y) = (Tight::new(a), Tight::new(b));
            let (a, b) = (value(&a), value(&b));
            assert_eq!(value(&x.add(&y).0), model_add(&a, &b));
            assert_eq!(value(&x.sub(&y).0), model_sub(&a, &b));
            let twice = model_add(&a, &a);
            assert_eq!(value(&x.twice_add(&y).0), model_add(&twice, &b));
            assert_eq!(value(&x.twice_sub(&y).0), model_sub(&twice, &b));
            assert_eq!(x.to_words(), a);
            assert_eq!(Element::is_zero(&x).keep(1), u64::from(a == [0; 4]));
            let most = y.add_small((1 << 17) - 1, &Fe([u64::MAX; 4]));
            let product = model_mul(&value(&[u64::MAX; 4]), &[(1 << 17) - 1, 0, 0, 0]);
            assert_eq!(most.carry().to_words(), model_add(&b, &product));
        }
    }
}

/// `fold` at the end of its range: the sum of 2^255 - 1 and 19 (2^18 - 1).
#[test]
fn fold_keeps_its_contract() {
    let r = fold([u64::MAX, u64::MAX, u64::MAX, u64::MAX, (1 << 17) - 1]);
    assert_eq!(r.0, [19 * ((1 << 18) - 1) - 1, 0, 0, 1 << 63]);
    assert!(r.0[0] < 1 << 23, "within the bound of an element");
}

#[test]
fn edge_words() {
    let edges = [
        0,
        1,
        18,
        19,
        37,
        38,
        39,
        1 << 63,
        TOP,
        u64::MAX - 38,
        u64::MAX - 18,
        u64::MAX - 1,
        u64::MAX,
    ];
    let mut random = Random(3);
    for _ in 0..4000 {
        let mut pick = || {
            [0; 4].map(|_| {
                edges[usize::try_from(random.word() % edges.len() as u64).expect("an index")]
            })
        };
        let (a, b) = (Fe(pick()), Fe(pick()));
        let product = a.mul(&b);
        assert!(product.0[3] <= TOP || product.0[1..] == [0, 0, 1 << 63], "{:x?}", product.0);
        assert_eq!(product.to_words(), model_mul(&value(&a.0), &value(&b.0)));
        assert_eq!(a.square().to_words(), model_mul(&value(&a.0), &value(&a.0)));
        assert_eq!(a.carry().to_words(), value(&a.0));
    }
}
