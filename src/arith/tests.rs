//! Every operation of every field against a model that adds and doubles canonical words.

use std::vec::Vec;

use super::{Element, Field, Minuend, Product};
use crate::ct::Mask;
use crate::words::Words;
use crate::{field51, field64};

pub(crate) const P: Words = [u64::MAX - 18, u64::MAX, u64::MAX, u64::MAX >> 1];

/// A generator for tests (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn words(&mut self) -> Words {
        [0; 4].map(|_| self.word())
    }
}

/// Values where carries and reductions happen, as any 256 bits.
pub(crate) fn edge_words() -> Vec<Words> {
    const WORDS: [u64; 8] = [0, 1, 18, 19, u64::MAX >> 1, 1 << 63, u64::MAX - 18, u64::MAX];
    let mut all = Vec::new();
    for i in 0..WORDS.len().pow(4) {
        all.push([0, 1, 2, 3].map(|n| WORDS[i >> (3 * n) & 7]));
    }
    for i in 0..40 {
        all.push([P[0].wrapping_sub(20).wrapping_add(i), P[1], P[2], P[3]]);
    }
    all
}

fn less(a: &Words, b: &Words) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

fn subtract(a: &Words, b: &Words) -> Words {
    let mut borrow = false;
    [0, 1, 2, 3].map(|i| {
        let (x, p) = a[i].overflowing_sub(b[i]);
        let (x, q) = x.overflowing_sub(u64::from(borrow));
        borrow = p | q;
        x
    })
}

/// The low 255 bits modulo p.
pub(crate) fn model(w: &Words) -> Words {
    let w = [w[0], w[1], w[2], w[3] & (u64::MAX >> 1)];
    if less(&w, &P) { w } else { subtract(&w, &P) }
}

pub(crate) fn model_add(a: &Words, b: &Words) -> Words {
    let mut carry = 0;
    let sum = [0, 1, 2, 3].map(|i| {
        let s = u128::from(a[i]) + u128::from(b[i]) + carry;
        carry = s >> 64;
        u64::try_from(s & u128::from(u64::MAX)).expect("64 bits")
    });
    if less(&sum, &P) { sum } else { subtract(&sum, &P) }
}

pub(crate) fn model_sub(a: &Words, b: &Words) -> Words {
    model_add(a, &if *b == [0; 4] { *b } else { subtract(&P, b) })
}

pub(crate) fn model_mul(a: &Words, b: &Words) -> Words {
    (0..256).rev().fold([0; 4], |r, i| {
        let r = model_add(&r, &r);
        if b[i / 64] >> (i % 64) & 1 == 1 { model_add(&r, a) } else { r }
    })
}

/// `2 x + y` and `2 x - y`.
fn twice<F: Field>(x: &F::Minuend, y: &F::Product) -> (F, F) {
    (x.twice_add(y), x.twice_sub(y))
}

fn add_small<F: Field>(x: &F::Product, y: &F) -> F {
    x.add_small(121_666, y)
}

fn operations<E: Element>() {
    let mut random = Random(1);
    let edges = edge_words();
    for i in 0..3000 {
        let mut pick = || {
            if i % 4 == 3 {
                random.words()
            } else {
                edges[usize::try_from(random.word() % 4136).expect("an index")]
            }
        };
        let (a, b) = (pick(), pick());
        let (x, y) = (E::from_words(&a), E::from_words(&b));
        let (a, b) = (model(&a), model(&b));
        assert_eq!(x.to_words(), a);
        assert_eq!(E::from_bytes(&x.to_bytes()).to_words(), a);
        let (sum, difference) = (model_add(&a, &b), model_sub(&a, &b));
        assert_eq!(x.add(&y).product().to_words(), sum);
        assert_eq!(x.sub(&y).product().to_words(), difference);
        assert_eq!(x.neg().product().to_words(), model_sub(&[0; 4], &a));
        assert_eq!(x.mul(&y).to_words(), model_mul(&a, &b));
        assert_eq!(x.square().to_words(), model_mul(&a, &a));
        assert_eq!(x.square_n(3).to_words(), x.square().square().square().to_words());
        // Sums and differences as operands.
        assert_eq!(x.add(&y).mul(&x.sub(&y)).to_words(), model_mul(&sum, &difference));
        assert_eq!(x.sub(&y).square().to_words(), model_mul(&difference, &difference));
        let small = model_mul(&difference, &[121_666, 0, 0, 0]);
        assert_eq!(add_small::<E::Fe>(&y, &x.sub(&y)).product().to_words(), model_add(&b, &small));
        for (bit, want) in [(0, a), (1, b)] {
            let mask = Mask::from_bit(bit);
            assert_eq!(x.select(&y, mask).to_words(), want);
            assert_eq!(x.fe().select(&y.fe(), mask).product().to_words(), want);
        }
        let (sum, difference) = twice::<E::Fe>(&x, &y);
        assert_eq!(sum.product().to_words(), model_add(&a, &model_add(&a, &b)));
        assert_eq!(difference.product().to_words(), model_sub(&model_add(&a, &a), &b));
        let negative = E::from_words(&a).fe().negate_if(Mask::from_bit(1));
        assert_eq!(negative.product().to_words(), model_sub(&[0; 4], &a));
        assert_eq!(x.fe().mul_constant(&y.fe().constant()).to_words(), model_mul(&a, &b));
        assert_eq!(x.fe().mul_minuend(&y.fe()).to_words(), model_mul(&a, &b));
        assert_eq!(x.fe().square_minuend().to_words(), model_mul(&a, &a));
        assert_eq!(x.is_zero().keep(1), u64::from(a == [0; 4]));
        if i % 8 == 0 {
            let one = if a == [0; 4] { [0; 4] } else { [1, 0, 0, 0] };
            assert_eq!(x.mul(&x.invert()).to_words(), one);
        }
    }
    assert_eq!((E::ZERO.to_words(), E::ONE.to_words()), ([0; 4], [1, 0, 0, 0]));
}

#[test]
fn field51_operations() {
    operations::<field51::Tight>();
}

#[test]
fn field64_operations() {
    operations::<field64::Tight>();
}
