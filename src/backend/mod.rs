//! The ways to run on this CPU.

use core::fmt;

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
}

/// One line of [`Backend::status`].
///
/// ```
/// use lanes25519::Backend;
///
/// for status in Backend::status() {
///     match status.backend {
///         Some(backend) => println!("{}: {} lanes", status.name, backend.lanes()),
///         None => println!("{}: not here: {}", status.name, status.reason),
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BackendStatus {
    /// The backend's name, as [`Backend::name`] has it.
    pub name: &'static str,
    /// The backend, if this CPU runs it.
    pub backend: Option<Backend>,
    /// Why it does not; empty if it does.
    pub reason: &'static str,
}

impl Backend {
    /// Every backend that was compiled in, narrowest first.
    const ALL: [Self; 2] = [Self::Portable, Self::Portable64];

    /// The backend that serves the plain functions of this crate: the fastest here.
    ///
    /// ```
    /// use lanes25519::Backend;
    ///
    /// assert!(Backend::available().any(|b| b == Backend::detect()));
    /// ```
    #[must_use]
    pub fn detect() -> Self {
        // 16 wide products a multiplication against 25: docs/performance.md has the measurements.
        Self::Portable64
    }

    /// The backends that this CPU runs.
    ///
    /// ```
    /// use lanes25519::Backend;
    ///
    /// assert!(Backend::available().any(|b| b == Backend::Portable));
    /// ```
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter()
    }

    /// Every backend of this architecture, those that this CPU lacks included.
    ///
    /// ```
    /// use lanes25519::Backend;
    ///
    /// assert_eq!(Backend::status().filter_map(|s| s.backend).count(), Backend::available().count());
    /// ```
    pub fn status() -> impl Iterator<Item = BackendStatus> {
        Self::ALL.into_iter().map(|b| BackendStatus {
            name: b.name(),
            backend: Some(b),
            reason: "",
        })
    }

    /// The name, in lower case: `portable`, `portable64`.
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
        }
    }

    /// The available backend of this name.
    ///
    /// ```
    /// use lanes25519::Backend;
    ///
    /// assert_eq!(Backend::from_name("portable"), Some(Backend::Portable));
    /// assert_eq!(Backend::from_name("abacus"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::available().find(|b| b.name() == name)
    }

    /// How many operations it runs side by side.
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
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
