//! Which backends there are: asked of the CPU, of the environment and of known answers, once a process.

mod known_answers;

use core::sync::atomic::{AtomicU8, Ordering};

use crate::Backend;
use crate::backend::{Avx2, Avx512Ifma};

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
    /// The widest backend of this CPU, which serves the batches of the plain functions.
    ///
    /// The CPU and the operating system are asked, then each vector backend computes known answers in all its lanes, once a
    /// process; one that fails is not used. With the feature `std`, the environment variable `LANES25519_DISABLE` takes
    /// backends away by their names, separated by commas.
    ///
    /// ```
    /// use lanes25519::Backend;
    ///
    /// assert!(Backend::available().any(|b| b == Backend::detect()));
    /// ```
    #[must_use]
    pub fn detect() -> Self {
        // 16 wide products a multiplication against 25: docs/performance.md has the measurements of the portable ones.
        widest().unwrap_or(Self::Portable64)
    }

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
            Operation::DiffieHellman => Self::Portable64,
            // Eight lanes cost less than one key by the portable code.
            Operation::PublicKey => avx512ifma().unwrap_or(Self::Portable64),
            Operation::DiffieHellmanBatch | Operation::PublicKeyBatch => Self::detect(),
        }
    }

    /// The backends that this CPU runs, the narrowest first.
    ///
    /// ```
    /// use lanes25519::Backend;
    ///
    /// assert!(Backend::available().any(|b| b == Backend::Portable));
    /// ```
    pub fn available() -> impl Iterator<Item = Self> {
        Self::status().filter_map(|s| s.backend)
    }

    /// Every backend of this architecture, those that this CPU lacks included.
    ///
    /// ```
    /// use lanes25519::Backend;
    ///
    /// assert_eq!(Backend::status().filter_map(|s| s.backend).count(), Backend::available().count());
    /// ```
    pub fn status() -> impl Iterator<Item = BackendStatus> {
        let present = |b: Self| BackendStatus { name: b.name(), backend: Some(b), reason: "" };
        [Self::Portable, Self::Portable64].into_iter().map(present).chain(vector_status())
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
}

/// What is known of the backends whose features the CPU has.
static AVX2: AtomicU8 = AtomicU8::new(UNKNOWN);
static AVX512IFMA: AtomicU8 = AtomicU8::new(UNKNOWN);

const UNKNOWN: u8 = 0;
const RIGHT: u8 = 1;
const WRONG: u8 = 2;
const DISABLED: u8 = 3;

fn widest() -> Option<Backend> {
    avx512ifma().or_else(|_| avx2()).ok()
}

fn vector_status() -> impl Iterator<Item = BackendStatus> {
    [("avx2", avx2()), ("avx512ifma", avx512ifma())].into_iter().map(|(name, found)| {
        BackendStatus { name, backend: found.ok(), reason: found.err().unwrap_or_default() }
    })
}

fn avx2() -> Result<Backend, &'static str> {
    let proof = Avx2::detect().ok_or("the CPU or the operating system lacks avx2 or fma")?;
    settle(&AVX2, Backend::Avx2(proof))
}

fn avx512ifma() -> Result<Backend, &'static str> {
    let proof = Avx512Ifma::detect()
        .ok_or("the CPU or the operating system lacks avx512f or avx512ifma")?;
    settle(&AVX512IFMA, Backend::Avx512Ifma(proof))
}

/// The backend, if it may be used. Asks the environment and runs the known-answer test once a process; two threads may
/// do so at once, and come to the same.
fn settle(state: &AtomicU8, backend: Backend) -> Result<Backend, &'static str> {
    if state.load(Ordering::Relaxed) == UNKNOWN {
        let found = if disabled(backend.name()) {
            DISABLED
        } else if known_answers::hold(backend) {
            RIGHT
        } else {
            WRONG
        };
        state.store(found, Ordering::Relaxed);
    }
    match state.load(Ordering::Relaxed) {
        RIGHT => Ok(backend),
        DISABLED => Err("taken away by LANES25519_DISABLE"),
        _ => Err("its known-answer test failed"),
    }
}

#[cfg(feature = "std")]
fn disabled(name: &str) -> bool {
    std::env::var("LANES25519_DISABLE")
        .is_ok_and(|names| names.split(',').any(|n| n.trim().eq_ignore_ascii_case(name)))
}

#[cfg(not(feature = "std"))]
fn disabled(_: &str) -> bool {
    false
}
