//! Points of small order: an error in the typed interface, zero in the raw functions, and no trace in the other
//! entries of a batch.

use crate::common::{
    Bytes, backends, dalek_x25519, edge_scalars, edges, low_order, plus, random, rng,
};
use lanes25519::{
    Backend, EphemeralSecret, LowOrderPoint, PublicKey, ReusableSecret, SharedSecret, StaticSecret,
};

/// Keys in a batch, at least.
const KEYS: usize = 9;

fn good_keys(n: usize) -> Vec<Bytes> {
    let mut rng = rng(4);
    (0..n).map(|_| crate::common::dalek_base(&random(&mut rng))).collect()
}

/// `items` with `item` at one place.
fn replaced<T: Clone>(items: &[T], at: usize, item: T) -> Vec<T> {
    let mut items = items.to_vec();
    items[at] = item;
    items
}

#[test]
fn each_encoding_is_refused_by_every_type() {
    let mut rng = rng(1);
    for u in low_order() {
        let their = PublicKey::from(u);
        assert!(their.is_low_order(), "{u:02x?}");
        for k in [random(&mut rng), [0; 32], [0xff; 32]] {
            let refused = Err::<SharedSecret, _>(LowOrderPoint);
            assert_eq!(StaticSecret::from(k).diffie_hellman(&their), refused, "{u:02x?}");
            let reusable = ReusableSecret::from_random_bytes(k);
            assert_eq!(reusable.diffie_hellman(&their), refused, "{u:02x?}");
            let ephemeral = EphemeralSecret::from_random_bytes(k);
            assert_eq!(ephemeral.diffie_hellman(&their), refused, "{u:02x?}");
        }
    }
}

/// The order is low exactly where eight times the point is infinity.
#[test]
fn no_other_key_is_refused() {
    let eight = plus(&[0; 32], 8);
    let mut low = 0;
    for u in edges() {
        let want = crate::reference::unclamped(&eight, &u) == [0; 32];
        assert_eq!(PublicKey::from(u).is_low_order(), want, "{u:02x?}");
        assert_eq!(StaticSecret::from([1; 32]).diffie_hellman(&PublicKey::from(u)).is_err(), want);
        assert_eq!(low_order().contains(&u), want, "{u:02x?}");
        low += usize::from(want);
    }
    assert_eq!(low, low_order().len());
}

#[test]
fn raw_functions_give_zero() {
    for u in low_order() {
        for k in edge_scalars() {
            assert_eq!(lanes25519::x25519(k, u), [0; 32], "{k:02x?} {u:02x?}");
            for backend in backends() {
                assert_eq!(backend.x25519(k, u), [0; 32], "{backend}: {k:02x?} {u:02x?}");
            }
        }
        assert_eq!(crate::reference::x25519(&[7; 32], &u), [0; 32], "{u:02x?}");
    }
}

/// Each encoding at each position of a batch that fills all lanes and one more.
#[test]
fn neighbours_in_a_raw_batch_are_as_alone() {
    for backend in backends() {
        let n = KEYS.max(backend.lanes() + 1);
        let mut rng = rng(2);
        let scalars: Vec<_> = (0..n).map(|_| random(&mut rng)).collect();
        let points = good_keys(n);
        let singles: Vec<_> = (0..n).map(|i| dalek_x25519(&scalars[i], &points[i])).collect();
        let of_one: Vec<_> = (0..n).map(|i| dalek_x25519(&scalars[0], &points[i])).collect();
        for u in low_order() {
            for bad in 0..n {
                let with_zero = |results: &[Bytes]| replaced(results, bad, [0; 32]);
                let points = replaced(&points, bad, u);
                let mut out = vec![[0xee; 32]; n];
                backend.x25519_batch(&scalars, &points, &mut out).expect("equal lengths");
                assert_eq!(out, with_zero(&singles), "{backend}: {u:02x?} at {bad}");
                backend
                    .x25519_one_scalar_batch(&scalars[0], &points, &mut out)
                    .expect("equal lengths");
                assert_eq!(out, with_zero(&of_one), "{backend}: {u:02x?} at {bad}");
            }
        }
        // And nothing but bad ones.
        let points: Vec<_> = low_order().into_iter().cycle().take(n.max(14)).collect();
        let mut out = vec![[0xee; 32]; points.len()];
        backend.x25519_one_scalar_batch(&scalars[0], &points, &mut out).expect("equal lengths");
        assert!(out.iter().all(|o| *o == [0; 32]), "{backend}");
    }
}

#[test]
fn neighbours_in_a_typed_batch_are_as_alone() {
    let n = KEYS.max(Backend::detect().lanes() + 1);
    let secret = StaticSecret::from(random(&mut rng(3)));
    let good: Vec<_> = good_keys(n).into_iter().map(PublicKey::from).collect();
    let singles: Vec<_> = good.iter().map(|their| secret.diffie_hellman(their)).collect();
    assert!(singles.iter().all(Result::is_ok));
    for u in low_order() {
        for bad in 0..n {
            let theirs = replaced(&good, bad, PublicKey::from(u));
            let mut out: Vec<_> = theirs.iter().map(|_| Err(LowOrderPoint)).collect();
            secret.diffie_hellman_batch(&theirs, &mut out).expect("equal lengths");
            for i in 0..n {
                let want = if i == bad { &Err(LowOrderPoint) } else { &singles[i] };
                assert_eq!(out[i], *want, "{u:02x?} at {bad}: {i}");
            }
            #[cfg(feature = "alloc")]
            assert_eq!(secret.diffie_hellman_vec(&theirs), out);
        }
    }
}

/// A good entry that stood in `out` before does not outlive a bad key.
#[test]
fn an_old_entry_is_replaced_by_the_error() {
    let secret = StaticSecret::from([1; 32]);
    let mut out = [secret.diffie_hellman(&PublicKey::from([9; 32]))];
    assert!(out[0].is_ok());
    secret.diffie_hellman_batch(&[PublicKey::from([0; 32])], &mut out).expect("equal lengths");
    assert_eq!(out[0], Err(LowOrderPoint));
}
