//! One inversion for many elements.

use crate::arith::Field;

/// `x[i] = 1 / x[i]`, and 0 for 0. Constant time. `N` is how many share an inversion; any length will do.
///
/// Montgomery's trick: the product of all is inverted, and multiplied by the products of all but one. Zeros are masked to
/// one, and their results to zero.
#[inline(always)]
pub(crate) fn simultaneous<F: Field, const N: usize>(x: &mut [F]) {
    for block in x.chunks_mut(N) {
        let mut products = [F::ONE; N];
        let mut all = F::ONE;
        for (product, x) in products.iter_mut().zip(&*block) {
            *product = all;
            all = all.mul(&x.select(&F::ONE, x.is_zero()));
        }
        let mut inverse = all.invert();
        for (product, x) in products.iter().zip(block).rev() {
            let zero = x.is_zero();
            let nonzero = x.select(&F::ONE, zero);
            *x = inverse.mul(product).select(&F::ZERO, zero);
            inverse = inverse.mul(&nonzero);
        }
    }
}
