//! Which backend does what: one `match` for each public operation, all of them here.

use crate::LengthMismatch;
use crate::backend::Backend;
use crate::ct::{Stack, wiped};
use crate::curve::exchange;
use crate::curve::wide::{Batches, PublicKeys, Scalars, SharedSecrets};
use crate::{field51, field64};

/// The operations on an explicit backend.
impl Backend {
    /// What a batch uses of the stack.
    const fn stack(self) -> Stack {
        match self {
            Self::Portable | Self::Portable64 => Stack::Portable,
            Self::Avx2(_) | Self::Avx512Ifma(_) => Stack::Lanes,
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
        let mut out = [0; 32];
        wiped(Stack::Portable, || {
            out = match self {
                Self::Portable => exchange::x25519::<field51::Tight>(&k, &u),
                _ => exchange::x25519::<field64::Tight>(&k, &u),
            }
        });
        out
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
        let mut out = [0; 32];
        wiped(Stack::Portable, || {
            out = match self {
                Self::Portable => exchange::x25519_unclamped::<field51::Tight>(&k, &u),
                _ => exchange::x25519_unclamped::<field64::Tight>(&k, &u),
            }
        });
        out
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
        let mut out = [[0; 32]];
        match self {
            // Eight lanes cost less than one key by the portable code.
            Self::Avx512Ifma(proof) => wiped(Stack::Lanes, || {
                proof.public_keys(PublicKeys { scalars: &[k], out: &mut out });
            }),
            _ => wiped(Stack::Portable, || {
                out[0] = match self {
                    Self::Portable => exchange::x25519_base::<field51::Tight>(&k),
                    _ => exchange::x25519_base::<field64::Tight>(&k),
                }
            }),
        }
        out[0]
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
        wiped(self.stack(), || match self {
            Self::Portable => exchange::x25519_batch::<field51::Tight>(scalars, points, out),
            Self::Portable64 => exchange::x25519_batch::<field64::Tight>(scalars, points, out),
            Self::Avx2(proof) => shared_secrets(proof, Scalars::Each(scalars), points, out),
            Self::Avx512Ifma(proof) => shared_secrets(proof, Scalars::Each(scalars), points, out),
        });
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
        wiped(self.stack(), || match self {
            Self::Portable => {
                exchange::x25519_one_scalar_batch::<field51::Tight>(scalar, points, out);
            }
            Self::Portable64 => {
                exchange::x25519_one_scalar_batch::<field64::Tight>(scalar, points, out);
            }
            Self::Avx2(proof) => shared_secrets(proof, Scalars::One(scalar), points, out),
            Self::Avx512Ifma(proof) => shared_secrets(proof, Scalars::One(scalar), points, out),
        });
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
        wiped(self.stack(), || match self {
            Self::Portable => exchange::x25519_base_batch::<field51::Tight>(scalars, out),
            Self::Portable64 => exchange::x25519_base_batch::<field64::Tight>(scalars, out),
            Self::Avx2(proof) => public_keys(proof, scalars, out),
            Self::Avx512Ifma(proof) => proof.public_keys(PublicKeys { scalars, out }),
        });
        Ok(())
    }
}

/// Blocks of lanes; a last block of one costs less by itself.
fn shared_secrets<V: Batches>(
    proof: V,
    scalars: Scalars<'_>,
    points: &[[u8; 32]],
    out: &mut [[u8; 32]],
) {
    let blocks = out.len() - usize::from(out.len() % V::LANES == 1);
    let (wide, single) = out.split_at_mut(blocks);
    proof.shared_secrets(SharedSecrets { scalars, points: &points[..blocks], out: wide });
    if let [out] = single {
        let k = match scalars {
            Scalars::One(k) => k,
            Scalars::Each(k) => &k[blocks],
        };
        *out = exchange::x25519::<field64::Tight>(k, &points[blocks]);
    }
}

/// As [`shared_secrets`].
fn public_keys<V: Batches>(proof: V, scalars: &[[u8; 32]], out: &mut [[u8; 32]]) {
    let blocks = out.len() - usize::from(out.len() % V::LANES == 1);
    let (wide, single) = out.split_at_mut(blocks);
    proof.public_keys(PublicKeys { scalars: &scalars[..blocks], out: wide });
    if let [out] = single {
        *out = exchange::x25519_base::<field64::Tight>(&scalars[blocks]);
    }
}
