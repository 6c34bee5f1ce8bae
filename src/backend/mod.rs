//! The ways to run on this CPU.
#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, unused_imports, unused_macros, reason = "no vector type")
)]

#[cfg(not(target_arch = "x86_64"))]
mod absent;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub(crate) mod fe52;
pub(crate) mod fe_fma;
#[cfg(test)]
mod interval;
#[cfg(test)]
mod interval_fma;
pub(crate) mod lanes;
mod packing;
#[cfg(test)]
pub(crate) mod software;

use core::fmt;

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use absent::{Avx2, Avx512Ifma};
#[cfg(target_arch = "x86_64")]
pub(crate) use {avx2::Avx2, avx512::Avx512Ifma};

/// A way to run the operations of this crate. A value exists only if this CPU can run it.
///
/// Every operation gives the same bytes on every backend. [`Backend::detect`] names the one that the plain functions use.
///
/// ```
/// use lanes25519::{Backend, x25519};
///
/// let (k, u) = ([1; 32], [9; 32]);
/// for backend in Backend::available() {
///     assert_eq!(backend.x25519(k, u), x25519(k, u), "{backend}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// Five limbs of radix 2^51, one operation at a time, on every target.
    Portable,
    /// Four limbs of radix 2^64, one operation at a time, on every target.
    Portable64,
    /// Four lanes of AVX2 and FMA for batches; single operations as [`Portable64`](Self::Portable64).
    Avx2(Avx2),
    /// Eight lanes of AVX-512 IFMA for batches and for public keys; one exchange as [`Portable64`](Self::Portable64).
    Avx512Ifma(Avx512Ifma),
}

impl Backend {
    /// The name, in lower case: `portable`, `portable64`, `avx2`, `avx512ifma`.
    ///
    /// ```
    /// use lanes25519::Backend;
    ///
    /// assert_eq!(Backend::Portable.name(), "portable");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Portable64 => "portable64",
            Self::Avx2(_) => "avx2",
            Self::Avx512Ifma(_) => "avx512ifma",
        }
    }

    /// How many operations of a batch it runs side by side.
    ///
    /// ```
    /// use lanes25519::Backend;
    ///
    /// assert_eq!(Backend::Portable.lanes(), 1);
    /// ```
    #[must_use]
    pub const fn lanes(self) -> usize {
        match self {
            Self::Portable | Self::Portable64 => 1,
            Self::Avx2(_) => 4,
            Self::Avx512Ifma(_) => 8,
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
