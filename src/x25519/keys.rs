//! The key types.

use core::fmt;

use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::secret::Secret;
use crate::ct::{Stack, wiped};
use crate::curve::MontgomeryPoint;
use crate::{LengthMismatch, LowOrderPoint, batch};

/// Keys a block of [`StaticSecret::diffie_hellman_batch`]: two arrays of 4 KiB on the stack.
const BLOCK: usize = 128;

/// A public key: 32 bytes, the u-coordinate of a point, little-endian (RFC 7748, section 5).
///
/// Any 32 bytes are taken and kept as they are. Keys are equal if their points are: bit 255 does not count, and neither does
/// reduction modulo p. The comparison is constant time.
///
/// ```
/// use lanes25519::{PublicKey, StaticSecret};
///
/// let secret = StaticSecret::from([1; 32]);
/// let public = PublicKey::from(&secret);
/// assert_eq!(public, PublicKey::from(public.to_bytes()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PublicKey(MontgomeryPoint);

impl PublicKey {
    /// The 32 bytes.
    ///
    /// ```
    /// # use lanes25519::PublicKey;
    /// assert_eq!(PublicKey::from([7; 32]).to_bytes(), [7; 32]);
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// The 32 bytes.
    ///
    /// ```
    /// # use lanes25519::PublicKey;
    /// assert_eq!(PublicKey::from([7; 32]).as_bytes(), &[7; 32]);
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// Whether the point has small order, so that every exchange with it is refused.
    ///
    /// ```
    /// # use lanes25519::PublicKey;
    /// assert!(PublicKey::from([0; 32]).is_low_order());
    /// assert!(!PublicKey::from([9; 32]).is_low_order());
    /// ```
    #[must_use]
    pub fn is_low_order(&self) -> bool {
        self.0.is_low_order().into()
    }
}

impl From<[u8; 32]> for PublicKey {
    fn from(bytes: [u8; 32]) -> Self {
        Self(MontgomeryPoint::from_bytes(bytes))
    }
}

/// 32 bytes exactly.
impl TryFrom<&[u8]> for PublicKey {
    type Error = core::array::TryFromSliceError;
    fn try_from(bytes: &[u8]) -> Result<Self, Self::Error> {
        <[u8; 32]>::try_from(bytes).map(Self::from)
    }
}

impl From<MontgomeryPoint> for PublicKey {
    fn from(point: MontgomeryPoint) -> Self {
        Self(point)
    }
}

impl From<PublicKey> for MontgomeryPoint {
    fn from(key: PublicKey) -> Self {
        key.0
    }
}

impl AsRef<[u8]> for PublicKey {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl ConstantTimeEq for PublicKey {
    fn ct_eq(&self, o: &Self) -> Choice {
        self.0.ct_eq(&o.0)
    }
}

impl Zeroize for PublicKey {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PublicKey(")?;
        self.as_bytes().iter().try_for_each(|b| write!(f, "{b:02x}"))?;
        f.write_str(")")
    }
}

/// A secret key for one exchange: [`diffie_hellman`](Self::diffie_hellman) consumes it.
///
/// Wiped on drop. Neither `Copy` nor `Clone`, and its bytes cannot be read.
///
/// ```
/// use lanes25519::{EphemeralSecret, PublicKey};
///
/// let (alice, bob) = (EphemeralSecret::from_random_bytes([1; 32]), EphemeralSecret::from_random_bytes([2; 32]));
/// let (a, b) = (PublicKey::from(&alice), PublicKey::from(&bob));
/// assert_eq!(alice.diffie_hellman(&b)?, bob.diffie_hellman(&a)?);
/// # Ok::<(), lanes25519::LowOrderPoint>(())
/// ```
///
/// A second use does not compile:
/// ```compile_fail,E0382
/// # use lanes25519::{EphemeralSecret, PublicKey};
/// let secret = EphemeralSecret::from_random_bytes([1; 32]);
/// let _ = secret.diffie_hellman(&PublicKey::from([9; 32]));
/// let _ = secret.diffie_hellman(&PublicKey::from([8; 32]));
/// ```
pub struct EphemeralSecret(Secret);

impl EphemeralSecret {
    /// The shared secret. Constant time, but for whether there is one.
    ///
    /// # Errors
    /// [`LowOrderPoint`] if it would be zero, since `their` public key has small order.
    ///
    /// ```
    /// use lanes25519::{EphemeralSecret, LowOrderPoint, PublicKey};
    ///
    /// let secret = EphemeralSecret::from_random_bytes([1; 32]);
    /// assert_eq!(secret.diffie_hellman(&PublicKey::from([0; 32])), Err(LowOrderPoint));
    /// ```
    pub fn diffie_hellman(self, their: &PublicKey) -> Result<SharedSecret, LowOrderPoint> {
        self.0.diffie_hellman(their)
    }
}

/// A secret key for several exchanges of one protocol run, as Noise needs it.
///
/// Wiped on drop. Its bytes cannot be read, so that it is not stored.
///
/// ```
/// use lanes25519::{PublicKey, ReusableSecret};
///
/// let secret = ReusableSecret::from_random_bytes([1; 32]);
/// let first = secret.diffie_hellman(&PublicKey::from([9; 32]))?;
/// let second = secret.diffie_hellman(&PublicKey::from([8; 32]))?;
/// assert_ne!(first, second);
/// # Ok::<(), lanes25519::LowOrderPoint>(())
/// ```
///
/// It is not printed, and not `Copy`:
/// ```compile_fail,E0277
/// # use lanes25519::ReusableSecret;
/// println!("{}", ReusableSecret::from_random_bytes([1; 32]));
/// ```
/// ```compile_fail,E0277
/// # use lanes25519::ReusableSecret;
/// fn copies<T: Copy>(_: T) {}
/// copies(ReusableSecret::from_random_bytes([1; 32]));
/// ```
#[derive(Clone)]
pub struct ReusableSecret(Secret);

/// A secret key to keep: 32 bytes, as they were given, clamped at each use.
///
/// Wiped on drop.
///
/// ```
/// use lanes25519::{PublicKey, StaticSecret};
///
/// let (alice, bob) = (StaticSecret::from([1; 32]), StaticSecret::from([2; 32]));
/// let shared = alice.diffie_hellman(&PublicKey::from(&bob))?;
/// assert_eq!(shared, bob.diffie_hellman(&PublicKey::from(&alice))?);
/// assert_eq!(alice.to_bytes(), [1; 32]);
/// # Ok::<(), lanes25519::LowOrderPoint>(())
/// ```
///
/// It is not `Copy`:
/// ```compile_fail,E0277
/// # use lanes25519::StaticSecret;
/// fn copies<T: Copy>(_: T) {}
/// copies(StaticSecret::from([1; 32]));
/// ```
#[derive(Clone)]
pub struct StaticSecret(Secret);

impl StaticSecret {
    /// The 32 bytes, as they were given.
    ///
    /// ```
    /// # use lanes25519::StaticSecret;
    /// assert_eq!(StaticSecret::from([7; 32]).to_bytes(), [7; 32]);
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        *self.as_bytes()
    }

    /// The 32 bytes, as they were given.
    ///
    /// ```
    /// # use lanes25519::StaticSecret;
    /// assert_eq!(StaticSecret::from([7; 32]).as_bytes(), &[7; 32]);
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// `out[i]` is what [`diffie_hellman`](Self::diffie_hellman) gives for `theirs[i]`, at the price of a batch.
    ///
    /// A key of small order gives an error in its own place and changes no other. Any length, zero included. Constant time,
    /// but for which entries are errors. Nothing is allocated.
    ///
    /// # Errors
    /// [`LengthMismatch`] if the two lengths differ; `out` is then as it was.
    ///
    /// ```
    /// use lanes25519::{LowOrderPoint, PublicKey, StaticSecret};
    ///
    /// let secret = StaticSecret::from([1; 32]);
    /// let theirs = [PublicKey::from([9; 32]), PublicKey::from([0; 32]), PublicKey::from([8; 32])];
    /// let mut out = [const { Err(LowOrderPoint) }; 3];
    /// secret.diffie_hellman_batch(&theirs, &mut out)?;
    /// assert_eq!(out[0], secret.diffie_hellman(&theirs[0]));
    /// assert_eq!(out[1], Err(LowOrderPoint));
    /// assert_eq!(out[2], secret.diffie_hellman(&theirs[2]));
    /// # Ok::<(), lanes25519::LengthMismatch>(())
    /// ```
    pub fn diffie_hellman_batch(
        &self,
        theirs: &[PublicKey],
        out: &mut [Result<SharedSecret, LowOrderPoint>],
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check(theirs.len(), &[out.len()])?;
        let mut done = Ok(());
        // The results are copied on the way to `out`.
        wiped(Stack::Lanes, || {
            let blocks = theirs.chunks(BLOCK).zip(out.chunks_mut(BLOCK));
            for (theirs, out) in blocks {
                done = done.and(self.diffie_hellman_block(theirs, out));
            }
        });
        done
    }

    /// In: at most `BLOCK` keys, and as many results.
    fn diffie_hellman_block(
        &self,
        theirs: &[PublicKey],
        out: &mut [Result<SharedSecret, LowOrderPoint>],
    ) -> Result<(), LengthMismatch> {
        let mut points = [[0; 32]; BLOCK];
        let mut shared = [[0; 32]; BLOCK];
        let (points, shared) = (&mut points[..theirs.len()], &mut shared[..theirs.len()]);
        for (point, their) in points.iter_mut().zip(theirs) {
            *point = their.to_bytes();
        }
        batch::x25519_one_scalar(self.as_bytes(), points, shared)?;
        for (out, shared) in out.iter_mut().zip(shared) {
            *out = SharedSecret::checked(shared);
        }
        Ok(())
    }

    /// As [`diffie_hellman_batch`](Self::diffie_hellman_batch), into a new vector.
    ///
    /// ```
    /// use lanes25519::{PublicKey, StaticSecret};
    ///
    /// let secret = StaticSecret::from([1; 32]);
    /// let theirs = [PublicKey::from([9; 32]), PublicKey::from([8; 32])];
    /// let shared = secret.diffie_hellman_vec(&theirs);
    /// assert_eq!(shared[1], secret.diffie_hellman(&theirs[1]));
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn diffie_hellman_vec(
        &self,
        theirs: &[PublicKey],
    ) -> alloc::vec::Vec<Result<SharedSecret, LowOrderPoint>> {
        let mut out: alloc::vec::Vec<_> = theirs.iter().map(|_| Err(LowOrderPoint)).collect();
        let lengths_agree = self.diffie_hellman_batch(theirs, &mut out);
        debug_assert!(lengths_agree.is_ok(), "the vector was made as long as the slice");
        out
    }
}

impl From<[u8; 32]> for StaticSecret {
    fn from(bytes: [u8; 32]) -> Self {
        Self(Secret::new(bytes))
    }
}

/// 32 bytes exactly.
impl TryFrom<&[u8]> for StaticSecret {
    type Error = core::array::TryFromSliceError;
    fn try_from(bytes: &[u8]) -> Result<Self, Self::Error> {
        <[u8; 32]>::try_from(bytes).map(Self::from)
    }
}

impl AsRef<[u8]> for StaticSecret {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// A shared secret: 32 bytes, not zero. To be hashed into keys, not used as one.
///
/// Wiped on drop. Compared in constant time.
///
/// ```
/// use lanes25519::{PublicKey, StaticSecret, x25519};
///
/// let shared = StaticSecret::from([1; 32]).diffie_hellman(&PublicKey::from([9; 32]))?;
/// assert_eq!(shared.to_bytes(), x25519([1; 32], [9; 32]));
/// # Ok::<(), lanes25519::LowOrderPoint>(())
/// ```
///
/// It is not made from bytes: a value has passed the check.
/// ```compile_fail,E0277
/// # use lanes25519::SharedSecret;
/// let forged = SharedSecret::from([0; 32]);
/// ```
pub struct SharedSecret(Secret);

impl SharedSecret {
    /// Takes the bytes and wipes them, unless they are zero.
    pub(crate) fn checked(bytes: &mut [u8; 32]) -> Result<Self, LowOrderPoint> {
        let zero = bytes.ct_eq(&[0; 32]);
        let secret = Self(Secret::new(*bytes));
        bytes.zeroize();
        if zero.into() { Err(LowOrderPoint) } else { Ok(secret) }
    }

    /// The 32 bytes.
    ///
    /// ```
    /// # use lanes25519::{PublicKey, StaticSecret};
    /// let shared = StaticSecret::from([1; 32]).diffie_hellman(&PublicKey::from([9; 32]))?;
    /// assert_eq!(shared.to_bytes(), *shared.as_bytes());
    /// # Ok::<(), lanes25519::LowOrderPoint>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        *self.as_bytes()
    }

    /// The 32 bytes.
    ///
    /// ```
    /// # use lanes25519::{PublicKey, StaticSecret};
    /// let shared = StaticSecret::from([1; 32]).diffie_hellman(&PublicKey::from([9; 32]))?;
    /// assert_ne!(shared.as_bytes(), &[0; 32]);
    /// # Ok::<(), lanes25519::LowOrderPoint>(())
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// Always true: a key that contributes nothing is an error of `diffie_hellman`. Kept for programs that ask.
    ///
    /// ```
    /// # use lanes25519::{PublicKey, StaticSecret};
    /// let shared = StaticSecret::from([1; 32]).diffie_hellman(&PublicKey::from([9; 32]))?;
    /// assert!(shared.was_contributory());
    /// # Ok::<(), lanes25519::LowOrderPoint>(())
    /// ```
    #[must_use]
    pub fn was_contributory(&self) -> bool {
        true
    }
}

impl AsRef<[u8]> for SharedSecret {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// What a secret that may be used again offers.
macro_rules! reusable {
    ($($secret:ident)*) => {$(
        impl $secret {
            /// The shared secret. Constant time, but for whether there is one.
            ///
            /// # Errors
            /// [`LowOrderPoint`] if it would be zero, since `their` public key has small order.
            ///
            /// ```
            #[doc = concat!("use lanes25519::{LowOrderPoint, PublicKey, ", stringify!($secret), "};")]
            ///
            #[doc = concat!("# fn f(secret: &", stringify!($secret), ") {")]
            /// assert!(secret.diffie_hellman(&PublicKey::from([9; 32])).is_ok());
            /// assert_eq!(secret.diffie_hellman(&PublicKey::from([0; 32])), Err(LowOrderPoint));
            /// # }
            /// ```
            pub fn diffie_hellman(&self, their: &PublicKey) -> Result<SharedSecret, LowOrderPoint> {
                self.0.diffie_hellman(their)
            }
        }
    )*};
}
reusable! { ReusableSecret StaticSecret }

/// What a secret for protocols that do not store it offers in place of `From<[u8; 32]>`.
macro_rules! from_random_bytes {
    ($($secret:ident)*) => {$(
        impl $secret {
            /// Takes 32 fresh bytes of a cryptographic random generator, for programs that have their own.
            ///
            /// ```
            #[doc = concat!("use lanes25519::{PublicKey, ", stringify!($secret), "};")]
            ///
            /// # let fresh = || [1; 32];
            #[doc = concat!("let secret = ", stringify!($secret), "::from_random_bytes(fresh());")]
            /// let public = PublicKey::from(&secret);
            /// ```
            #[must_use]
            pub fn from_random_bytes(bytes: [u8; 32]) -> Self {
                Self(Secret::new(bytes))
            }
        }
    )*};
}
from_random_bytes! { EphemeralSecret ReusableSecret }

/// Key generation and the public half, alike for the three kinds of secret key.
macro_rules! secret_key {
    ($($secret:ident)*) => {$(
        #[cfg(feature = "rand_core")]
        impl $secret {
            /// A new key from a cryptographic random generator.
            ///
            /// ```
            #[doc = concat!("use lanes25519::", stringify!($secret), ";")]
            ///
            /// # fn f(mut rng: impl rand_core::CryptoRng) {
            #[doc = concat!("let secret = ", stringify!($secret), "::random_from_rng(&mut rng);")]
            /// # }
            /// ```
            #[must_use]
            pub fn random_from_rng<R: rand_core::CryptoRng + ?Sized>(rng: &mut R) -> Self {
                Self(Secret::random_from_rng(rng))
            }

            /// A new key from a cryptographic random generator that may fail.
            ///
            /// # Errors
            /// The generator's error; then there is no key.
            ///
            /// ```
            #[doc = concat!("use lanes25519::", stringify!($secret), ";")]
            ///
            /// # fn f<R: rand_core::TryCryptoRng>(mut rng: R) -> Result<(), R::Error> {
            #[doc = concat!("let secret = ", stringify!($secret), "::try_random_from_rng(&mut rng)?;")]
            /// # Ok(()) }
            /// ```
            pub fn try_random_from_rng<R: rand_core::TryCryptoRng + ?Sized>(
                rng: &mut R,
            ) -> Result<Self, R::Error> {
                Secret::try_random_from_rng(rng).map(Self)
            }
        }

        #[cfg(feature = "getrandom")]
        impl $secret {
            /// A new key from the operating system's random generator.
            ///
            /// # Errors
            /// The generator's error; then there is no key.
            ///
            /// ```
            #[doc = concat!("let secret = lanes25519::", stringify!($secret), "::try_random()?;")]
            /// # Ok::<(), getrandom::Error>(())
            /// ```
            pub fn try_random() -> Result<Self, getrandom::Error> {
                Secret::try_random().map(Self)
            }
        }

        impl From<&$secret> for PublicKey {
            fn from(secret: &$secret) -> Self {
                secret.0.public()
            }
        }

        secret_bytes! { $secret }
    )*};
}

/// What all secret bytes have in common.
macro_rules! secret_bytes {
    ($($secret:ident)*) => {$(
        impl ConstantTimeEq for $secret {
            fn ct_eq(&self, o: &Self) -> Choice {
                self.0.ct_eq(&o.0)
            }
        }

        /// In constant time.
        impl PartialEq for $secret {
            fn eq(&self, o: &Self) -> bool {
                self.ct_eq(o).into()
            }
        }

        impl Eq for $secret {}

        impl Zeroize for $secret {
            fn zeroize(&mut self) {
                self.0.zeroize();
            }
        }

        impl ZeroizeOnDrop for $secret {}

        /// The name alone.
        impl fmt::Debug for $secret {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($secret), "(..)"))
            }
        }
    )*};
}
secret_key! { EphemeralSecret ReusableSecret StaticSecret }
secret_bytes! { SharedSecret }

/// As 32 bytes, in the form that `x25519-dalek` has: a tuple, without a length in front.
#[cfg(feature = "serde")]
mod serde_impls {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use zeroize::Zeroizing;

    use super::{PublicKey, StaticSecret};

    impl Serialize for PublicKey {
        fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            self.as_bytes().serialize(s)
        }
    }

    impl<'de> Deserialize<'de> for PublicKey {
        fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
            <[u8; 32]>::deserialize(d).map(Self::from)
        }
    }

    impl Serialize for StaticSecret {
        fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            self.as_bytes().serialize(s)
        }
    }

    impl<'de> Deserialize<'de> for StaticSecret {
        fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
            <[u8; 32]>::deserialize(d).map(|bytes| Self::from(*Zeroizing::new(bytes)))
        }
    }
}
