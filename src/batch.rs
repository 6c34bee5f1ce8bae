//! X25519 many at a time: slices of any length, zero included.
//!
//! A batch costs less than its operations one by one, and gives the same bytes. Entries do not influence one another. No
//! function allocates, and each either fills its whole output or, if lengths differ, leaves it as it was.

use crate::{Backend, LengthMismatch, Operation};

/// `out[i]` is X25519 of `scalars[i]` and `points[i]`, as [`x25519`](crate::x25519()) gives it.
///
/// Scalars are clamped, bit 255 of a point is ignored, non-canonical points are accepted, and a point of small order gives
/// 32 zeros (RFC 7748, section 5). Constant time: only the lengths show.
///
/// # Errors
/// [`LengthMismatch`] if the three lengths differ; `out` is then as it was.
///
/// ```
/// use lanes25519::{batch, x25519};
///
/// let scalars = [[1; 32], [2; 32], [3; 32]];
/// let points = [[9; 32], [8; 32], [7; 32]];
/// let mut out = [[0; 32]; 3];
/// batch::x25519(&scalars, &points, &mut out)?;
/// assert_eq!(out[2], x25519(scalars[2], points[2]));
/// # Ok::<(), lanes25519::LengthMismatch>(())
/// ```
pub fn x25519(
    scalars: &[[u8; 32]],
    points: &[[u8; 32]],
    out: &mut [[u8; 32]],
) -> Result<(), LengthMismatch> {
    Backend::serving(Operation::DiffieHellmanBatch).x25519_batch(scalars, points, out)
}

/// `out[i]` is X25519 of `scalar` and `points[i]`: one static key and many peers.
///
/// As [`x25519`] otherwise. Constant time.
///
/// # Errors
/// [`LengthMismatch`] if the two lengths differ; `out` is then as it was.
///
/// ```
/// use lanes25519::{batch, x25519};
///
/// let mut out = [[0; 32]; 2];
/// batch::x25519_one_scalar(&[1; 32], &[[9; 32], [8; 32]], &mut out)?;
/// assert_eq!(out, [x25519([1; 32], [9; 32]), x25519([1; 32], [8; 32])]);
/// # Ok::<(), lanes25519::LengthMismatch>(())
/// ```
pub fn x25519_one_scalar(
    scalar: &[u8; 32],
    points: &[[u8; 32]],
    out: &mut [[u8; 32]],
) -> Result<(), LengthMismatch> {
    Backend::serving(Operation::DiffieHellmanBatch).x25519_one_scalar_batch(scalar, points, out)
}

/// `out[i]` is the public key of `scalars[i]`, as [`x25519_base`](crate::x25519_base) gives it.
///
/// Constant time.
///
/// # Errors
/// [`LengthMismatch`] if the two lengths differ; `out` is then as it was.
///
/// ```
/// use lanes25519::{batch, x25519_base};
///
/// let mut out = [[0; 32]; 2];
/// batch::x25519_base(&[[1; 32], [2; 32]], &mut out)?;
/// assert_eq!(out, [x25519_base([1; 32]), x25519_base([2; 32])]);
/// # Ok::<(), lanes25519::LengthMismatch>(())
/// ```
pub fn x25519_base(scalars: &[[u8; 32]], out: &mut [[u8; 32]]) -> Result<(), LengthMismatch> {
    Backend::serving(Operation::PublicKeyBatch).x25519_base_batch(scalars, out)
}
