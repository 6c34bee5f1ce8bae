//! One inversion for many elements.

use crate::arith::{Invert, Product};

/// `x[i] = 1 / x[i]`, and 0 for 0. Constant time. `N` is how many share an inversion; any length will do.
///
/// Montgomery's trick: the product of all is inverted, and multiplied by the products of all but one. Zeros are masked to
/// one, and their results to zero.
#[inline(always)]
pub(crate) fn simultaneous<F: Invert, const N: usize>(proof: F::Proof, x: &mut [F]) {
    let (zero, one) = (F::small(proof, 0), F::small(proof, 1));
    for block in x.chunks_mut(N) {
        let mut products = [one; N];
        let mut all = one;
        for (product, x) in products.iter_mut().zip(&*block) {
            *product = all;
            all = all.mul(&x.select(&one, x.is_zero())).fe();
        }
        let mut inverse = all.invert();
        for (product, x) in products.iter().zip(block).rev() {
            let is_zero = x.is_zero();
            let nonzero = x.select(&one, is_zero);
            *x = inverse.mul(product).fe().select(&zero, is_zero);
            inverse = inverse.mul(&nonzero).fe();
        }
    }
}
