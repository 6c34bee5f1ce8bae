//! What proptest draws from: bytes in which edge values are frequent.

use proptest::prelude::*;
use proptest::sample::select;

use crate::common::{Bytes, edge_scalars, edges, scaled};

/// `cases` at the scale of this run. Nothing is written into the source tree: a failure prints its smallest case.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases: scaled(cases), failure_persistence: None, ..ProptestConfig::default() }
}

/// 32 bytes of a field element, canonical or not: half of them edge values, and numbers of extreme limbs.
pub(crate) fn element() -> impl Strategy<Value = Bytes> {
    prop_oneof![2 => select(edges()), 1 => limbs(51), 1 => limbs(64), 4 => any::<Bytes>()]
}

/// Any 256-bit scalar.
pub(crate) fn scalar() -> impl Strategy<Value = Bytes> {
    prop_oneof![1 => select(edge_scalars()), 1 => limbs(64), 2 => any::<Bytes>()]
}

/// 256 bits of limbs of `width` bits, each of which is probably all zeros, all ones, nearly so, or a power of two.
fn limbs(width: usize) -> impl Strategy<Value = Bytes> {
    let ones = u64::MAX >> (64 - width);
    let extremes =
        vec![0, 1, 18, 19, 20, ones, ones - 1, ones - 18, ones - 19, ones / 2, ones / 2 + 1];
    let limb = prop_oneof![
        3 => select(extremes),
        1 => any::<u64>().prop_map(move |limb| limb & ones),
    ];
    proptest::collection::vec(limb, 256_usize.div_ceil(width)).prop_map(move |limbs| {
        let mut bytes = [0; 32];
        for bit in 0..256 {
            let set = limbs[bit / width] >> (bit % width) & 1;
            bytes[bit / 8] |= u8::from(set == 1) << (bit % 8);
        }
        bytes
    })
}
