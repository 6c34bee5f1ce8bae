//! Clamping and digits.

use super::*;
use crate::arith::tests::{Random, edge_words};

#[test]
fn clamps_as_rfc_7748_says() {
    let mut random = Random(7);
    for _ in 0..100 {
        let k = words::to_bytes(&random.words());
        let mut want = k;
        want[0] &= 0xf8;
        want[31] &= 0x7f;
        want[31] |= 0x40;
        assert_eq!(words::to_bytes(&ClampedScalar::new(&k).0.0), want);
    }
}

/// `sum d_i 16^i = 2 k - (2^256 - 1)`, in limbs of 4 bits from the lowest.
#[test]
fn digits_make_the_scalar() {
    let mut random = Random(8);
    let inputs = edge_words().into_iter().chain((0..500).map(|_| random.words()));
    for k in inputs {
        // 2 k + 1 - 2^256 by nibbles, with the sum of the digits taken off: every carry must come to nothing.
        let mut carry = 1i64;
        for i in 0..64 {
            let digit = Scalar(k).digit(i);
            assert!(digit.index < 8);
            let absolute = i64::try_from(2 * digit.index + 1).expect("below 16");
            let d = if digit.negative.keep(1) == 1 { -absolute } else { absolute };
            let nibble = i64::try_from(k[i / 16] >> (4 * (i % 16)) & 15).expect("below 16");
            let rest = 2 * nibble + carry - d;
            assert_eq!(rest & 15, 0, "digit {i} of {k:x?}");
            carry = rest >> 4;
        }
        assert_eq!(carry, 1, "what is left is 2^256: {k:x?}");
    }
}

#[test]
fn bits() {
    let k = [1 << 63, 1, 0, 1 << 62];
    let set: std::vec::Vec<usize> = (0..256).filter(|&i| Scalar(k).bit(i).keep(1) == 1).collect();
    assert_eq!(set, [63, 64, 254]);
}
