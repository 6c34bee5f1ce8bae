//! What the key types promise: bytes as given, clamping at use, equality of points, no secret in what is printed, and
//! errors that say what was expected and what was found.

use std::collections::HashSet;
use std::fmt::{Debug, Display};

use crate::common::{Bytes, backends, edges, p, plus, random, rng, to_hex};
use chacha20::rand_core::{Rng, TryCryptoRng, TryRng};
use lanes25519::curve::{EdwardsPoint, MontgomeryPoint};
use lanes25519::field::FieldElement;
use lanes25519::{
    Backend, BackendStatus, EphemeralSecret, LengthMismatch, LowOrderPoint, Operation, PublicKey,
    ReusableSecret, SharedSecret, StaticSecret, X25519_BASEPOINT_BYTES, batch, x25519, x25519_base,
};
use subtle::ConstantTimeEq;
use zeroize::{Zeroize, ZeroizeOnDrop};

fn shared() -> SharedSecret {
    StaticSecret::from([1; 32]).diffie_hellman(&PublicKey::from([9; 32])).expect("a large order")
}

/// Bytes that clamping would change, and bytes that it would not.
#[test]
fn secret_bytes_are_kept_and_clamped_at_use() {
    for bytes in [[0xff; 32], [0; 32], [7; 32], random(&mut rng(1))] {
        let clamped = {
            let mut k = bytes;
            k[0] &= 0xf8;
            k[31] = k[31] & 0x7f | 0x40;
            k
        };
        let (given, clamped) = (StaticSecret::from(bytes), StaticSecret::from(clamped));
        assert_eq!(given.to_bytes(), bytes);
        assert_eq!(given.as_bytes(), &bytes);
        assert_eq!(given.as_ref(), &bytes[..]);
        assert_eq!(given.clone().to_bytes(), bytes);
        assert_eq!(PublicKey::from(&given), PublicKey::from(&clamped));
        let their = PublicKey::from([9; 32]);
        assert_eq!(given.diffie_hellman(&their), clamped.diffie_hellman(&their));
        // Still as given after its use.
        assert_eq!(given.to_bytes(), bytes);
    }
}

#[test]
fn all_kinds_of_secret_compute_the_same() {
    let (k, their) = ([7; 32], PublicKey::from([9; 32]));
    let want = x25519(k, [9; 32]);
    let ephemeral = EphemeralSecret::from_random_bytes(k);
    let reusable = ReusableSecret::from_random_bytes(k);
    let fixed = StaticSecret::from(k);
    for public in [PublicKey::from(&ephemeral), PublicKey::from(&reusable), PublicKey::from(&fixed)]
    {
        assert_eq!(public.to_bytes(), x25519_base(k));
    }
    for found in [
        ephemeral.diffie_hellman(&their),
        reusable.diffie_hellman(&their),
        reusable.clone().diffie_hellman(&their),
        fixed.diffie_hellman(&their),
    ] {
        let found = found.expect("a large order");
        assert_eq!(found.to_bytes(), want);
        assert_eq!(found.as_bytes(), &want);
        assert_eq!(found.as_ref(), &want[..]);
        assert!(found.was_contributory());
    }
}

#[test]
fn public_keys_are_kept_as_given_and_equal_by_value() {
    for bytes in edges() {
        let key = PublicKey::from(bytes);
        assert_eq!(key.to_bytes(), bytes);
        assert_eq!(key.as_bytes(), &bytes);
        assert_eq!(key.as_ref(), &bytes[..]);
        assert_eq!(MontgomeryPoint::from(key).to_bytes(), bytes);
        assert_eq!(PublicKey::from(MontgomeryPoint::from_bytes(bytes)).to_bytes(), bytes);
    }
    let mut pairs = vec![];
    for n in 0..19 {
        let (small, large) = (plus(&[0; 32], n), plus(&p(), n));
        let high = |mut bytes: Bytes| {
            bytes[31] |= 0x80;
            bytes
        };
        pairs.extend([(small, large), (small, high(small)), (small, high(large))]);
    }
    for (a, b) in pairs {
        let [a, b] = [a, b].map(PublicKey::from);
        assert_eq!(a, b);
        assert!(bool::from(a.ct_eq(&b)));
        assert_eq!(HashSet::from([a, b]).len(), 1, "equal, and hashed to different values");
        let next = PublicKey::from(plus(a.as_bytes(), 1));
        assert_ne!(a, next);
        assert!(!bool::from(a.ct_eq(&next)));
        assert_eq!(HashSet::from([a, next]).len(), 2);
        let points = [a, b].map(MontgomeryPoint::from);
        assert_eq!(points[0], points[1]);
        assert_eq!(HashSet::from(points).len(), 1);
    }
    // Every single bit but the highest counts.
    let key = [0x24; 32];
    for bit in 0..256 {
        let mut other = key;
        other[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(PublicKey::from(key) == PublicKey::from(other), bit == 255, "bit {bit}");
    }
}

/// Secrets are compared as bytes: two that clamp to one scalar are different keys to whoever stores them.
#[test]
fn secrets_are_compared_bit_by_bit() {
    let key = [0x24; 32];
    for bit in 0..256 {
        let mut other = key;
        other[bit / 8] ^= 1 << (bit % 8);
        let fixed = [key, other].map(StaticSecret::from);
        assert_ne!(fixed[0], fixed[1], "bit {bit}");
        assert!(!bool::from(fixed[0].ct_eq(&fixed[1])));
        let reusable = [key, other].map(ReusableSecret::from_random_bytes);
        assert_ne!(reusable[0], reusable[1], "bit {bit}");
        let ephemeral = [key, other].map(EphemeralSecret::from_random_bytes);
        assert_ne!(ephemeral[0], ephemeral[1], "bit {bit}");
    }
    assert_eq!(StaticSecret::from(key), StaticSecret::from(key));
    assert_eq!(ReusableSecret::from_random_bytes(key), ReusableSecret::from_random_bytes(key));
    assert_eq!(EphemeralSecret::from_random_bytes(key), EphemeralSecret::from_random_bytes(key));
    assert_eq!(shared(), shared());
    assert!(bool::from(shared().ct_eq(&shared())));
    let other = StaticSecret::from([2; 32]).diffie_hellman(&PublicKey::from([9; 32]));
    assert_ne!(Ok(shared()), other);
}

#[test]
fn lengths_other_than_32_are_refused() {
    let bytes = [9; 65];
    for n in (0..=65).filter(|n| *n != 32) {
        assert!(PublicKey::try_from(&bytes[..n]).is_err(), "{n}");
        assert!(StaticSecret::try_from(&bytes[..n]).is_err(), "{n}");
    }
    assert_eq!(PublicKey::try_from(&bytes[..32]).expect("32 bytes").to_bytes(), [9; 32]);
    assert_eq!(StaticSecret::try_from(&bytes[..32]).expect("32 bytes").to_bytes(), [9; 32]);
}

#[test]
fn debug_prints_no_secret() {
    let bytes: Bytes = core::array::from_fn(|i| u8::try_from(0xc0 + i).expect("a byte"));
    let shared = StaticSecret::from(bytes).diffie_hellman(&PublicKey::from([9; 32]));
    let shared = shared.expect("a large order");
    let shared_bytes = shared.to_bytes();
    let printed = |secret: &dyn Debug| [format!("{secret:?}"), format!("{secret:#?}")];
    for (secret, name, bytes) in [
        (&EphemeralSecret::from_random_bytes(bytes) as &dyn Debug, "EphemeralSecret(..)", bytes),
        (&ReusableSecret::from_random_bytes(bytes), "ReusableSecret(..)", bytes),
        (&StaticSecret::from(bytes), "StaticSecret(..)", bytes),
        (&shared, "SharedSecret(..)", shared_bytes),
    ] {
        for text in printed(secret) {
            assert_eq!(text, name);
            for byte in bytes {
                assert!(
                    !text.contains(&format!("{byte:02x}")) && !text.contains(&byte.to_string())
                );
            }
        }
    }
    // A public key is shown, in hexadecimal digits.
    let digits = to_hex(&bytes);
    assert_eq!(format!("{:?}", PublicKey::from(bytes)), format!("PublicKey({digits})"));
    let point = MontgomeryPoint::from_bytes(bytes);
    assert_eq!(format!("{point:?}"), format!("MontgomeryPoint({digits})"));
}

#[test]
fn errors_say_what_was_expected_and_found() {
    let is_error = |error: &dyn std::error::Error| error.to_string();
    let low = StaticSecret::from([1; 32]).diffie_hellman(&PublicKey::from([0; 32])).unwrap_err();
    assert_eq!(is_error(&low), "expected a public key of large order, found one of small order");
    let mismatch = batch::x25519(&[[1; 32]; 3], &[[9; 32]; 3], &mut [[0; 32]; 2]).unwrap_err();
    assert_eq!(is_error(&mismatch), "expected a slice of 3 elements, found one of 2");
    assert_eq!((mismatch.expected, mismatch.found), (3, 2));
    let copy = mismatch;
    assert_eq!(copy, mismatch);
}

/// Gives `left` bytes, then fails in the middle of a key.
struct Failing {
    left: usize,
}

#[derive(Debug, PartialEq)]
struct OutOfEntropy;

impl Display for OutOfEntropy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("out of entropy")
    }
}

impl std::error::Error for OutOfEntropy {}

impl TryRng for Failing {
    type Error = OutOfEntropy;

    fn try_next_u32(&mut self) -> Result<u32, OutOfEntropy> {
        let mut word = [0; 4];
        self.try_fill_bytes(&mut word).map(|()| u32::from_le_bytes(word))
    }

    fn try_next_u64(&mut self) -> Result<u64, OutOfEntropy> {
        let mut word = [0; 8];
        self.try_fill_bytes(&mut word).map(|()| u64::from_le_bytes(word))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), OutOfEntropy> {
        for byte in out {
            self.left = self.left.checked_sub(1).ok_or(OutOfEntropy)?;
            *byte = 0x5a;
        }
        Ok(())
    }
}

impl TryCryptoRng for Failing {}

#[test]
fn keys_come_from_the_generator() {
    let mut bytes = rng(7);
    let bytes: [Bytes; 3] = core::array::from_fn(|_| {
        let mut key = [0; 32];
        bytes.fill_bytes(&mut key);
        key
    });
    // A new generator of the same seed: each key takes 32 bytes, in order, and none is changed.
    let mut rng = rng(7);
    let fixed = StaticSecret::random_from_rng(&mut rng);
    assert_eq!(fixed.to_bytes(), bytes[0]);
    let reusable = ReusableSecret::random_from_rng(&mut rng);
    assert_eq!(PublicKey::from(&reusable).to_bytes(), x25519_base(bytes[1]));
    let ephemeral = EphemeralSecret::try_random_from_rng(&mut rng).expect("does not fail");
    assert_eq!(PublicKey::from(&ephemeral).to_bytes(), x25519_base(bytes[2]));
    // Also through a reference to a trait object.
    let dynamic: &mut dyn chacha20::rand_core::CryptoRng = &mut rng;
    assert_ne!(StaticSecret::random_from_rng(dynamic), fixed);
}

#[test]
fn a_failing_generator_gives_its_error_and_no_key() {
    for left in [0, 1, 31] {
        let rng = || Failing { left };
        assert_eq!(StaticSecret::try_random_from_rng(&mut rng()), Err(OutOfEntropy), "{left}");
        assert_eq!(ReusableSecret::try_random_from_rng(&mut rng()), Err(OutOfEntropy), "{left}");
        assert_eq!(EphemeralSecret::try_random_from_rng(&mut rng()), Err(OutOfEntropy), "{left}");
    }
    let mut rng = Failing { left: 32 };
    let key = StaticSecret::try_random_from_rng(&mut rng).expect("32 bytes are there");
    assert_eq!(key.to_bytes(), [0x5a; 32]);
    assert_eq!(rng.left, 0);
}

#[test]
fn keys_of_the_system_differ() {
    let keys: HashSet<_> = (0..16)
        .map(|_| StaticSecret::try_random().expect("the system has a generator").to_bytes())
        .collect();
    assert_eq!(keys.len(), 16);
    assert!(keys.iter().all(|key| *key != [0; 32]));
    let [a, b] = [(); 2].map(|()| ReusableSecret::try_random().expect("the system has one"));
    assert_ne!(a, b);
    let [a, b] = [(); 2].map(|()| EphemeralSecret::try_random().expect("the system has one"));
    assert_ne!(a, b);
}

#[test]
fn types_have_the_auto_traits() {
    fn plain<
        T: Send + Sync + Unpin + std::panic::UnwindSafe + std::panic::RefUnwindSafe + 'static,
    >() {
    }
    fn copied<T: Copy + Eq + std::hash::Hash>() {}
    fn wiped<T: ZeroizeOnDrop + Zeroize + ConstantTimeEq + Debug + Eq>() {}
    fn wipable<T: Zeroize>() {}
    plain::<(EphemeralSecret, ReusableSecret, StaticSecret, SharedSecret, PublicKey)>();
    plain::<(LowOrderPoint, LengthMismatch, Backend, BackendStatus, Operation)>();
    plain::<(FieldElement, EdwardsPoint, MontgomeryPoint)>();
    copied::<PublicKey>();
    copied::<MontgomeryPoint>();
    copied::<LowOrderPoint>();
    copied::<LengthMismatch>();
    copied::<Backend>();
    copied::<Operation>();
    wiped::<EphemeralSecret>();
    wiped::<ReusableSecret>();
    wiped::<StaticSecret>();
    wiped::<SharedSecret>();
    wipable::<PublicKey>();
    wipable::<FieldElement>();
}

/// Compiles only while the type lacks all the traits: with one of them, `found` would have two implementations to
/// choose from.
macro_rules! lacks {
    ($type:ty: $($trait:path),*) => {{
        trait Found<Where> {
            fn found() {}
        }
        impl<T: ?Sized> Found<()> for T {}
        $({
            struct Here;
            impl<T: ?Sized + $trait> Found<Here> for T {}
        })*
        <$type as Found<_>>::found();
    }};
}

#[test]
fn secrets_lack_what_would_spread_them() {
    lacks!(EphemeralSecret: Clone, Copy, Display, AsRef<[u8]>, From<[u8; 32]>, std::hash::Hash);
    lacks!(EphemeralSecret: PartialOrd, Default, Into<[u8; 32]>, std::ops::Deref);
    lacks!(EphemeralSecret: serde::Serialize, serde::de::DeserializeOwned);
    lacks!(ReusableSecret: Copy, Display, AsRef<[u8]>, From<[u8; 32]>, std::hash::Hash, PartialOrd);
    lacks!(ReusableSecret: Default, serde::Serialize, serde::de::DeserializeOwned);
    lacks!(StaticSecret: Copy, Display, std::hash::Hash, PartialOrd, Default, std::ops::Deref);
    lacks!(SharedSecret: Clone, Copy, Display, From<[u8; 32]>, std::hash::Hash, PartialOrd);
    lacks!(SharedSecret: Default, serde::Serialize, serde::de::DeserializeOwned);
    // A backend is made by detection alone.
    lacks!(Backend: Default, From<u8>, From<&'static str>, std::str::FromStr);
}

#[test]
fn backends_have_names_and_serve_all_operations() {
    let backends = backends();
    let names: HashSet<_> = backends.iter().map(|b| b.name()).collect();
    assert_eq!(names.len(), backends.len(), "a name twice");
    for backend in &backends {
        assert_eq!(Backend::from_name(backend.name()), Some(*backend));
        assert_eq!(backend.to_string(), backend.name());
        assert_eq!(format!("{backend:>20}").len(), 20);
        assert!(backend.lanes() >= 1);
        assert!(backend.name().chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()));
    }
    assert_eq!(Backend::from_name(""), None);
    assert_eq!(Backend::from_name("PORTABLE"), None);
    for operation in Operation::ALL {
        assert!(backends.contains(&Backend::serving(operation)), "{}", operation.name());
    }
    for status in Backend::status() {
        assert_eq!(status.backend, Backend::from_name(status.name), "{}", status.name);
        assert_eq!(status.backend.is_some(), status.reason.is_empty(), "{}", status.name);
    }
    assert!(backends.contains(&Backend::Portable), "the portable backend runs everywhere");
}

#[test]
fn the_base_point_is_nine() {
    assert_eq!(X25519_BASEPOINT_BYTES, plus(&[0; 32], 9));
}
