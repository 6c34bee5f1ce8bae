//! 32 secret bytes: kept as given, wiped on drop, compared in constant time, never printed.

use subtle::{Choice, ConstantTimeEq};
use zeroize::Zeroize;

use crate::ct::{Stack, wiped};
use crate::{LowOrderPoint, PublicKey, SharedSecret, x25519, x25519_base};

#[derive(Clone)]
pub(super) struct Secret([u8; 32]);

impl Secret {
    pub(super) fn new(mut bytes: [u8; 32]) -> Self {
        let secret = Self(bytes);
        bytes.zeroize();
        secret
    }

    pub(super) fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The copies of the secret that are passed by value are wiped, as those of the result below.
    pub(super) fn public(&self) -> PublicKey {
        let mut public = [0; 32];
        wiped(Stack::Portable, || public = x25519_base(self.0));
        PublicKey::from(public)
    }

    pub(super) fn diffie_hellman(&self, their: &PublicKey) -> Result<SharedSecret, LowOrderPoint> {
        let mut shared = Err(LowOrderPoint);
        wiped(Stack::Portable, || {
            shared = SharedSecret::checked(&mut x25519(self.0, their.to_bytes()));
        });
        shared
    }

    #[cfg(feature = "getrandom")]
    pub(super) fn try_random() -> Result<Self, getrandom::Error> {
        let mut secret = Self([0; 32]);
        getrandom::fill(&mut secret.0)?;
        Ok(secret)
    }
}

#[cfg(feature = "rand_core")]
impl Secret {
    pub(super) fn random_from_rng<R: rand_core::CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let mut secret = Self([0; 32]);
        rng.fill_bytes(&mut secret.0);
        secret
    }

    pub(super) fn try_random_from_rng<R: rand_core::TryCryptoRng + ?Sized>(
        rng: &mut R,
    ) -> Result<Self, R::Error> {
        let mut secret = Self([0; 32]);
        rng.try_fill_bytes(&mut secret.0)?;
        Ok(secret)
    }
}

impl ConstantTimeEq for Secret {
    fn ct_eq(&self, o: &Self) -> Choice {
        self.0.ct_eq(&o.0)
    }
}

impl Zeroize for Secret {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        self.zeroize();
    }
}
