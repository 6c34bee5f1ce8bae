//! Points of Curve25519, as an arithmetic for other protocols to build on.
//!
//! [`MontgomeryPoint`] is a u-coordinate, as X25519 has it; [`EdwardsPoint`] is a point of the birationally equivalent
//! twisted Edwards curve of RFC 7748, section 4.1, as Ed25519 has it. All operations are constant time. Signatures,
//! Ristretto and scalars modulo the group order are not here.
//!
//! ```
//! use lanes25519::curve::{EdwardsPoint, MontgomeryPoint};
//!
//! // 3 B + 5 B = 8 B, there and on the Montgomery curve.
//! let small = |n| {
//!     let mut k = [0; 32];
//!     k[0] = n;
//!     k
//! };
//! let sum = EdwardsPoint::mul_base(&small(3)) + EdwardsPoint::mul_base(&small(5));
//! assert_eq!(sum, EdwardsPoint::mul_base(&small(8)));
//! assert_eq!(sum.to_montgomery(), MontgomeryPoint::BASEPOINT.mul_unclamped(&small(8)));
//! ```

#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no vector type"))]

mod base_table;
mod comb;
mod edwards;
pub(crate) mod exchange;
pub(crate) mod invert;
mod ladder;
mod points;
pub(crate) mod sqrt;
#[cfg(test)]
mod tests;
pub(crate) mod wide;
mod wide_table;

pub use points::{EdwardsPoint, MontgomeryPoint};
