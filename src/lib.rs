//! Constant-time X25519 and Curve25519 arithmetic, one operation at a time and in batches.
//!
//! ```
//! use lanes25519::{PublicKey, StaticSecret, batch};
//!
//! // One exchange. A peer's key of small order is an error.
//! let (alice, bob) = (StaticSecret::from([1; 32]), StaticSecret::from([2; 32]));
//! let shared = alice.diffie_hellman(&PublicKey::from(&bob))?;
//! assert_eq!(shared, bob.diffie_hellman(&PublicKey::from(&alice))?);
//!
//! // Many public keys at once.
//! let mut public = [[0; 32]; 3];
//! batch::x25519_base(&[[1; 32], [2; 32], [3; 32]], &mut public)?;
//! assert_eq!(public[0], PublicKey::from(&alice).to_bytes());
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! No branch, no memory address and no variable-time instruction depends on a secret. Nothing panics, and no operation
//! allocates (with `std`, the first batch reads an environment variable).
//! What that rests on is in SECURITY.md and SOUNDNESS.md.
//!
//! # Features
//! None is needed; each only adds interfaces: `std` (default), `alloc`, `rand_core` (keys from any `CryptoRng`),
//! `getrandom` (keys from the operating system) and `serde` (keys as 32 bytes).
//!
//! A device without a system generator seeds a generator once and makes its keys from that:
//! ```
//! # #[cfg(feature = "rand_core")] {
//! use chacha20::ChaCha20Rng;
//! use chacha20::rand_core::SeedableRng;
//! use lanes25519::EphemeralSecret;
//!
//! # let from_hardware = || [7; 32];
//! let mut rng = ChaCha20Rng::from_seed(from_hardware());
//! let first = EphemeralSecret::random_from_rng(&mut rng);
//! let second = EphemeralSecret::random_from_rng(&mut rng);
//! # }
//! ```
#![no_std]
#![deny(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod arith;
mod backend;
pub mod batch;
mod ct;
pub mod curve;
mod detection;
mod dispatch;
mod divsteps;
mod error;
pub mod field;
mod field51;
mod field64;
mod scalar;
mod words;
mod x25519;

pub use backend::Backend;
pub use detection::{BackendStatus, Operation};
pub use error::{LengthMismatch, LowOrderPoint};
pub use x25519::{
    EphemeralSecret, PublicKey, ReusableSecret, SharedSecret, StaticSecret, X25519_BASEPOINT_BYTES,
    x25519, x25519_base, x25519_unclamped,
};
