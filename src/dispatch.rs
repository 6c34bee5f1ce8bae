//! Which backend does what: one `match` for each public operation, all of them here.

use crate::LengthMismatch;
use crate::backend::Backend;
use crate::curve::exchange;
use crate::{field51, field64};

/// What a backend can be chosen for.
///
/// ```
/// use lanes25519::{Backend, Operation};
///
/// for operation in Operation::ALL {
///     println!("{}: {}", operation.name(), Backend::serving(operation));
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// One shared secret.
    DiffieHellman,
    /// One public key.
    PublicKey,
    /// Shared secrets in a batch.
    DiffieHellmanBatch,
    /// Public keys in a batch.
    PublicKeyBatch,
}

impl Operation {
    /// All operations.
    ///
    /// ```
    /// use lanes25519::Operation;
    ///
    /// assert!(Operation::ALL.contains(&Operation::PublicKey));
    /// ```
    pub const ALL: [Self; 4] =
        [Self::DiffieHellman, Self::PublicKey, Self::DiffieHellmanBatch, Self::PublicKeyBatch];

    /// A short name in lower case.
    ///
    /// ```
    /// use lanes25519::Operation;
    ///
    /// assert_eq!(Operation::DiffieHellman.name(), "dh");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DiffieHellman => "dh",
            Self::PublicKey => "public",
            Self::DiffieHellmanBatch => "dh_batch",
            Self::PublicKeyBatch => "public_batch",
        }
    }
}

/// Runs `$operation` of `curve::exchange` over the field of the backend.
macro_rules! on {
    ($backend:expr, $operation:ident($($arg:expr),*)) => {
        match $backend {
            Backend::Portable => exchange::$operation::<field51::Tight>($($arg),*),
            Backend::Portable64 => exchange::$operation::<field64::Tight>($($arg),*),
        }
    };
}

/// The operations on an explicit backend.
impl Backend {
    /// The backend that serves `operation` in the plain functions.
    ///
    /// ```
    /// use lanes25519::{Backend, Operation};
    ///
    /// assert!(Backend::available().any(|b| b == Backend::serving(Operation::PublicKeyBatch)));
    /// ```
    #[must_use]
    pub fn serving(operation: Operation) -> Self {
        match operation {
            Operation::DiffieHellman
            | Operation::PublicKey
            | Operation::DiffieHellmanBatch
            | Operation::PublicKeyBatch => Self::detect(),
        }
    }

    /// As [`x25519`](crate::x25519()).
    ///
    /// ```
    /// use lanes25519::{Backend, X25519_BASEPOINT_BYTES, x25519_base};
    ///
    /// assert_eq!(Backend::Portable.x25519([1; 32], X25519_BASEPOINT_BYTES), x25519_base([1; 32]));
    /// ```
    #[must_use]
    pub fn x25519(self, k: [u8; 32], u: [u8; 32]) -> [u8; 32] {
        on!(self, x25519(&k, &u))
    }

    /// As [`x25519_unclamped`](crate::x25519_unclamped).
    ///
    /// ```
    /// use lanes25519::Backend;
    ///
    /// let mut one = [0; 32];
    /// one[0] = 1;
    /// assert_eq!(Backend::Portable.x25519_unclamped(one, [5; 32]), [5; 32]);
    /// ```
    #[must_use]
    pub fn x25519_unclamped(self, k: [u8; 32], u: [u8; 32]) -> [u8; 32] {
        on!(self, x25519_unclamped(&k, &u))
    }

    /// As [`x25519_base`](crate::x25519_base).
    ///
    /// ```
    /// use lanes25519::{Backend, x25519_base};
    ///
    /// assert_eq!(Backend::Portable.x25519_base([1; 32]), x25519_base([1; 32]));
    /// ```
    #[must_use]
    pub fn x25519_base(self, k: [u8; 32]) -> [u8; 32] {
        on!(self, x25519_base(&k))
    }

    /// As [`batch::x25519`](crate::batch::x25519).
    ///
    /// # Errors
    /// [`LengthMismatch`] if the three lengths differ; `out` is then as it was.
    ///
    /// ```
    /// use lanes25519::{Backend, x25519};
    ///
    /// let mut out = [[0; 32]; 2];
    /// Backend::Portable.x25519_batch(&[[1; 32]; 2], &[[9; 32]; 2], &mut out)?;
    /// assert_eq!(out, [x25519([1; 32], [9; 32]); 2]);
    /// # Ok::<(), lanes25519::LengthMismatch>(())
    /// ```
    pub fn x25519_batch(
        self,
        scalars: &[[u8; 32]],
        points: &[[u8; 32]],
        out: &mut [[u8; 32]],
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check(scalars.len(), &[points.len(), out.len()])?;
        on!(self, x25519_batch(scalars, points, out));
        Ok(())
    }

    /// As [`batch::x25519_one_scalar`](crate::batch::x25519_one_scalar).
    ///
    /// # Errors
    /// [`LengthMismatch`] if the two lengths differ; `out` is then as it was.
    ///
    /// ```
    /// use lanes25519::{Backend, x25519};
    ///
    /// let mut out = [[0; 32]; 2];
    /// Backend::Portable.x25519_one_scalar_batch(&[1; 32], &[[9; 32], [8; 32]], &mut out)?;
    /// assert_eq!(out[1], x25519([1; 32], [8; 32]));
    /// # Ok::<(), lanes25519::LengthMismatch>(())
    /// ```
    pub fn x25519_one_scalar_batch(
        self,
        scalar: &[u8; 32],
        points: &[[u8; 32]],
        out: &mut [[u8; 32]],
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check(points.len(), &[out.len()])?;
        on!(self, x25519_one_scalar_batch(scalar, points, out));
        Ok(())
    }

    /// As [`batch::x25519_base`](crate::batch::x25519_base).
    ///
    /// # Errors
    /// [`LengthMismatch`] if the two lengths differ; `out` is then as it was.
    ///
    /// ```
    /// use lanes25519::{Backend, x25519_base};
    ///
    /// let mut out = [[0; 32]; 2];
    /// Backend::Portable.x25519_base_batch(&[[1; 32], [2; 32]], &mut out)?;
    /// assert_eq!(out[1], x25519_base([2; 32]));
    /// # Ok::<(), lanes25519::LengthMismatch>(())
    /// ```
    pub fn x25519_base_batch(
        self,
        scalars: &[[u8; 32]],
        out: &mut [[u8; 32]],
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check(scalars.len(), &[out.len()])?;
        on!(self, x25519_base_batch(scalars, out));
        Ok(())
    }
}
