//! What can go wrong, for all modules.

use core::fmt;

/// The peer's public key has small order: the shared secret would be zero whatever the secret key is.
///
/// RFC 7748, section 6.1 leaves the check for the all-zero value to the protocol; the typed interface of this crate
/// always does it.
///
/// ```
/// use lanes25519::{LowOrderPoint, PublicKey, StaticSecret};
///
/// let secret = StaticSecret::from([7; 32]);
/// let zero = PublicKey::from([0; 32]);
/// assert_eq!(secret.diffie_hellman(&zero), Err(LowOrderPoint));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LowOrderPoint;

impl fmt::Display for LowOrderPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a public key of large order, found one of small order")
    }
}

impl core::error::Error for LowOrderPoint {}

/// Two slices of a batch have different lengths. Nothing was written.
///
/// ```
/// use lanes25519::batch;
///
/// let error = batch::x25519_base(&[[1; 32]; 3], &mut [[0; 32]; 2]).unwrap_err();
/// assert_eq!((error.expected, error.found), (3, 2));
/// assert_eq!(error.to_string(), "expected a slice of 3 elements, found one of 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LengthMismatch {
    /// The length of the first slice of the call, in elements.
    pub expected: usize,
    /// The length of the slice that differs, in elements.
    pub found: usize,
}

impl LengthMismatch {
    /// `Ok` if all of `found` are `expected`.
    pub(crate) fn check(expected: usize, found: &[usize]) -> Result<(), Self> {
        match found.iter().find(|&&n| n != expected) {
            Some(&found) => Err(Self { expected, found }),
            None => Ok(()),
        }
    }
}

impl fmt::Display for LengthMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a slice of {} elements, found one of {}", self.expected, self.found)
    }
}

impl core::error::Error for LengthMismatch {}
