//! X25519 of RFC 7748: keys and functions, one exchange at a time.

mod keys;
mod secret;

pub use keys::{EphemeralSecret, PublicKey, ReusableSecret, SharedSecret, StaticSecret};

use crate::curve::MontgomeryPoint;
use crate::{Backend, Operation};

/// The base point u = 9, 32 bytes little-endian (RFC 7748, section 4.1).
///
/// ```
/// use lanes25519::{X25519_BASEPOINT_BYTES, x25519, x25519_base};
///
/// assert_eq!(x25519([5; 32], X25519_BASEPOINT_BYTES), x25519_base([5; 32]));
/// ```
pub const X25519_BASEPOINT_BYTES: [u8; 32] = MontgomeryPoint::BASEPOINT.to_bytes();

/// X25519 of the scalar `k` and the u-coordinate `u`, both 32 bytes little-endian (RFC 7748, section 5).
///
/// `k` is clamped; bit 255 of `u` is ignored, and a `u` of p or more is taken modulo p. The result is canonical. It is zero
/// where `u` has small order, and nothing here checks that: [`StaticSecret::diffie_hellman`] does. Constant time.
///
/// ```
/// use lanes25519::{x25519, x25519_base};
///
/// let (alice, bob) = ([1; 32], [2; 32]);
/// assert_eq!(x25519(alice, x25519_base(bob)), x25519(bob, x25519_base(alice)));
/// ```
#[must_use]
pub fn x25519(k: [u8; 32], u: [u8; 32]) -> [u8; 32] {
    Backend::serving(Operation::DiffieHellman).x25519(k, u)
}

/// The public key of the scalar `k`, 32 bytes little-endian: X25519 of `k` and the base point (RFC 7748, section 6.1).
///
/// `k` is clamped. Several times faster than [`x25519()`] on the base point. Constant time.
///
/// ```
/// use lanes25519::x25519_base;
///
/// // RFC 7748, section 6.1, Alice's keys.
/// let secret = *b"\x77\x07\x6d\x0a\x73\x18\xa5\x7d\x3c\x16\xc1\x72\x51\xb2\x66\x45\
///     \xdf\x4c\x2f\x87\xeb\xc0\x99\x2a\xb1\x77\xfb\xa5\x1d\xb9\x2c\x2a";
/// assert_eq!(x25519_base(secret)[..4], [0x85, 0x20, 0xf0, 0x09]);
/// ```
#[must_use]
pub fn x25519_base(k: [u8; 32]) -> [u8; 32] {
    Backend::serving(Operation::PublicKey).x25519_base(k)
}

/// `k` times the point with coordinate `u`, where `k` is any 256-bit number, **not clamped**; 32 bytes little-endian each.
///
/// For protocols that blind or combine scalars. X25519 itself is [`x25519()`]: without clamping, a `u` outside the prime-order
/// group tells `k` modulo 8 to whoever sees the result. Infinity gives zero. Constant time.
///
/// ```
/// use lanes25519::{X25519_BASEPOINT_BYTES, x25519_unclamped};
///
/// // 2 (3 B) = 6 B
/// let small = |n| { let mut k = [0; 32]; k[0] = n; k };
/// let b = X25519_BASEPOINT_BYTES;
/// assert_eq!(x25519_unclamped(small(2), x25519_unclamped(small(3), b)), x25519_unclamped(small(6), b));
/// ```
#[must_use]
pub fn x25519_unclamped(k: [u8; 32], u: [u8; 32]) -> [u8; 32] {
    Backend::serving(Operation::DiffieHellman).x25519_unclamped(k, u)
}

/// Scalar multiplication, 32-byte little-endian scalars.
impl MontgomeryPoint {
    /// `k self` with `k` clamped: X25519 (RFC 7748, section 5). Constant time.
    ///
    /// ```
    /// use lanes25519::curve::MontgomeryPoint;
    ///
    /// let (a, b) = ([1; 32], [2; 32]);
    /// let base = MontgomeryPoint::BASEPOINT;
    /// assert_eq!(base.mul_clamped(&a).mul_clamped(&b), base.mul_clamped(&b).mul_clamped(&a));
    /// ```
    #[must_use]
    pub fn mul_clamped(&self, k: &[u8; 32]) -> Self {
        Self::from_bytes(x25519(*k, self.to_bytes()))
    }

    /// `k self` for any 256-bit `k`, **not clamped**: see [`x25519_unclamped`]. Constant time.
    ///
    /// ```
    /// use lanes25519::curve::MontgomeryPoint;
    ///
    /// let mut one = [0; 32];
    /// one[0] = 1;
    /// assert_eq!(MontgomeryPoint::BASEPOINT.mul_unclamped(&one), MontgomeryPoint::BASEPOINT);
    /// ```
    #[must_use]
    pub fn mul_unclamped(&self, k: &[u8; 32]) -> Self {
        Self::from_bytes(x25519_unclamped(*k, self.to_bytes()))
    }

    /// `k` times the base point with `k` clamped: the public key of `k` (RFC 7748, section 6.1). Constant time.
    ///
    /// ```
    /// use lanes25519::curve::MontgomeryPoint;
    ///
    /// let base = MontgomeryPoint::BASEPOINT;
    /// assert_eq!(MontgomeryPoint::mul_base_clamped(&[3; 32]), base.mul_clamped(&[3; 32]));
    /// ```
    #[must_use]
    pub fn mul_base_clamped(k: &[u8; 32]) -> Self {
        Self::from_bytes(x25519_base(*k))
    }
}
