//! Secrets are wiped: by each type when it is dropped, and by operations before they return. Shown by looking at the
//! memory.

mod common;
mod own_stack;

use std::hint::black_box;
use std::mem::MaybeUninit;

use common::{Bytes, backends, dalek_base, random, rng};
use lanes25519::{
    Backend, EphemeralSecret, LowOrderPoint, PublicKey, ReusableSecret, SharedSecret, StaticSecret,
    batch,
};
use own_stack::{Left, left_by};
use zeroize::Zeroize;

/// The bytes where a `T` is.
fn bytes_of<T>(place: &MaybeUninit<T>) -> Bytes {
    assert_eq!(size_of::<T>(), 32, "no bytes but the secret's own");
    // SAFETY: 32 bytes of `place`, which were initialised as a `T` without padding.
    unsafe { place.as_ptr().cast::<Bytes>().read_volatile() }
}

/// Puts the value into a place of ours, sees the secret there, ends the value, and sees zeros there.
fn assert_wiped<T>(name: &str, value: T, secret: &Bytes, end: impl FnOnce(&mut MaybeUninit<T>)) {
    let mut place = Box::new(MaybeUninit::new(value));
    assert_eq!(bytes_of(&place), *secret, "{name}: the secret stands where the test looks");
    end(black_box(&mut place));
    assert_eq!(bytes_of(&place), [0; 32], "{name}");
}

fn drop_in_place<T>(place: &mut MaybeUninit<T>) {
    // SAFETY: initialised by `assert_wiped`, and not used as a `T` after this.
    unsafe { place.assume_init_drop() }
}

fn zeroize<T: Zeroize>(place: &mut MaybeUninit<T>) {
    // SAFETY: initialised by `assert_wiped`. The value is not dropped: it owns nothing.
    unsafe { place.assume_init_mut() }.zeroize();
}

fn shared(k: Bytes) -> SharedSecret {
    StaticSecret::from(k).diffie_hellman(&PublicKey::from([9; 32])).expect("a large order")
}

#[test]
fn each_secret_is_wiped_on_drop() {
    let k = random(&mut rng(1));
    let bytes = shared(k).to_bytes();
    let ephemeral = EphemeralSecret::from_random_bytes;
    let reusable = ReusableSecret::from_random_bytes;
    assert_wiped("EphemeralSecret", ephemeral(k), &k, drop_in_place);
    assert_wiped("ReusableSecret", reusable(k), &k, drop_in_place);
    assert_wiped("ReusableSecret, clone", reusable(k).clone(), &k, drop_in_place);
    assert_wiped("StaticSecret", StaticSecret::from(k), &k, drop_in_place);
    assert_wiped("StaticSecret, clone", StaticSecret::from(k).clone(), &k, drop_in_place);
    assert_wiped("SharedSecret", shared(k), &bytes, drop_in_place);
}

#[test]
fn each_secret_is_wiped_by_zeroize() {
    let k = random(&mut rng(2));
    let bytes = shared(k).to_bytes();
    assert_wiped("EphemeralSecret", EphemeralSecret::from_random_bytes(k), &k, zeroize);
    assert_wiped("ReusableSecret", ReusableSecret::from_random_bytes(k), &k, zeroize);
    assert_wiped("StaticSecret", StaticSecret::from(k), &k, zeroize);
    assert_wiped("SharedSecret", shared(k), &bytes, zeroize);
    assert_wiped("PublicKey", PublicKey::from(k), &k, zeroize);
}

/// The planted fault: values that do not wipe themselves.
#[test]
fn what_is_not_wiped_is_seen() {
    let k = random(&mut rng(3));
    let unwiped = std::panic::catch_unwind(|| assert_wiped("bytes", k, &k, drop_in_place));
    assert!(unwiped.is_err());
    let untouched =
        std::panic::catch_unwind(|| assert_wiped("key", StaticSecret::from(k), &k, |_| ()));
    assert!(untouched.is_err());
}

#[test]
fn results_of_a_batch_are_wiped_on_drop() {
    let secret = StaticSecret::from(random(&mut rng(4)));
    let theirs = [PublicKey::from([9; 32]), PublicKey::from([8; 32])];
    let mut out = [const { Err(LowOrderPoint) }; 2];
    secret.diffie_hellman_batch(&theirs, &mut out).expect("equal lengths");
    for (found, their) in out.into_iter().zip(theirs) {
        let bytes = secret.diffie_hellman(&their).expect("a large order").to_bytes();
        assert_wiped("SharedSecret", found.expect("a large order"), &bytes, drop_in_place);
    }
}

/// What the batches read and write: on the heap, so that nothing of it is on the stack that is looked at.
struct Data {
    secret: StaticSecret,
    scalars: Vec<Bytes>,
    points: Vec<Bytes>,
    theirs: Vec<PublicKey>,
    out: Vec<Bytes>,
    shared: Vec<Result<SharedSecret, LowOrderPoint>>,
}

impl Data {
    /// The same points for each seed, and other secrets.
    fn new(n: usize, seed: u64) -> Box<Self> {
        let mut public = rng(0);
        let points: Vec<_> = (0..n).map(|_| dalek_base(&random(&mut public))).collect();
        let mut secret = rng(seed);
        Box::new(Self {
            secret: StaticSecret::from(random(&mut secret)),
            scalars: (0..n).map(|_| random(&mut secret)).collect(),
            theirs: points.iter().copied().map(PublicKey::from).collect(),
            out: vec![[0; 32]; n],
            shared: points.iter().map(|_| Err(LowOrderPoint)).collect(),
            points,
        })
    }

    /// Secrets of another seed, at the same addresses.
    fn change(&mut self, seed: u64) {
        let other = Self::new(self.scalars.len(), seed);
        self.secret.clone_from(&other.secret);
        self.scalars.copy_from_slice(&other.scalars);
        self.out.fill([0; 32]);
        self.shared.fill_with(|| Err(LowOrderPoint));
    }

    /// The secrets, as bytes: scalars as given and clamped, and the results.
    fn secrets(&self) -> Vec<(&'static str, Bytes)> {
        let scalars = self.scalars.iter().chain([self.secret.as_bytes()]);
        let clamped = scalars.clone().map(|k| {
            let mut k = *k;
            k[0] &= 0xf8;
            k[31] = k[31] & 0x7f | 0x40;
            ("a clamped scalar", k)
        });
        let shared = self.shared.iter().filter_map(|s| s.as_ref().ok()).map(SharedSecret::to_bytes);
        let results = self.out.iter().copied().chain(shared).filter(|r| *r != [0; 32]);
        let results = results.map(|r| ("a result", r)).collect::<Vec<_>>();
        scalars.map(|k| ("a scalar", *k)).chain(clamped).chain(results).collect()
    }
}

/// What the operation leaves behind that is another with other secrets: all of it comes from secrets.
fn assert_nothing_left(name: &str, n: usize, operation: impl Fn(&mut Data)) {
    let mut data = Data::new(n, 1);
    // The first run asks the CPU what it has, and remembers it.
    operation(&mut data);
    let images = [1, 1, 2].map(|seed| {
        data.change(seed);
        left(&operation, &mut data)
    });
    let noise = images[0].differences(&images[1], &data.secrets());
    assert!(noise.is_empty(), "{name}: the same secrets leave other bytes: {}", noise.join("; "));
    let found = images[1].differences(&images[2], &data.secrets());
    assert!(found.is_empty(), "{name}, {n} entries: secrets are left: {}", found.join("; "));
}

/// Not inlined, so that all runs have the same return addresses and pointers on the stack.
#[inline(never)]
fn left(operation: &dyn Fn(&mut Data), data: &mut Data) -> Left {
    left_by(&mut || operation(data))
}

/// Fewer than the lanes, all lanes, one more, more than one block.
fn lengths(lanes: usize) -> [usize; 5] {
    [1, 3, lanes, lanes + 1, 150]
}

#[test]
fn backends_leave_nothing_of_a_batch() {
    for b in backends() {
        for n in lengths(b.lanes()) {
            assert_nothing_left(&format!("x25519_batch on {b}"), n, |data| {
                b.x25519_batch(&data.scalars, &data.points, &mut data.out).expect("equal lengths");
            });
            assert_nothing_left(&format!("x25519_one_scalar_batch on {b}"), n, |data| {
                let one = &data.scalars[0];
                b.x25519_one_scalar_batch(one, &data.points, &mut data.out).expect("equal lengths");
            });
            assert_nothing_left(&format!("x25519_base_batch on {b}"), n, |data| {
                b.x25519_base_batch(&data.scalars, &mut data.out).expect("equal lengths");
            });
        }
    }
}

#[test]
fn functions_leave_nothing_of_a_batch() {
    for n in lengths(Backend::detect().lanes()) {
        assert_nothing_left("batch::x25519", n, |data| {
            batch::x25519(&data.scalars, &data.points, &mut data.out).expect("equal lengths");
        });
        assert_nothing_left("batch::x25519_one_scalar", n, |data| {
            let one = &data.scalars[0];
            batch::x25519_one_scalar(one, &data.points, &mut data.out).expect("equal lengths");
        });
        assert_nothing_left("batch::x25519_base", n, |data| {
            batch::x25519_base(&data.scalars, &mut data.out).expect("equal lengths");
        });
    }
}

#[test]
fn diffie_hellman_batch_leaves_nothing() {
    for n in lengths(Backend::detect().lanes()) {
        assert_nothing_left("diffie_hellman_batch", n, |data| {
            let (theirs, out) = (&data.theirs, &mut data.shared);
            data.secret.diffie_hellman_batch(theirs, out).expect("equal lengths");
        });
    }
}

/// The key itself, and the key as it is clamped. The result is the caller's, and so is its way there.
#[test]
fn single_operations_leave_no_key() {
    let mut data = Data::new(1, 1);
    let reusable = Box::new(ReusableSecret::from_random_bytes(data.secret.to_bytes()));
    let their = data.theirs[0];
    let keys: Vec<_> =
        data.secrets().into_iter().filter(|(name, _)| name.ends_with("scalar")).collect();
    let check = |name: &str, operation: &mut dyn FnMut()| {
        operation();
        let found = left_by(operation).holding(&keys);
        assert!(found.is_empty(), "{name}: {}", found.join("; "));
    };
    check("StaticSecret", &mut || data.shared[0] = data.secret.diffie_hellman(&their));
    check("ReusableSecret", &mut || data.shared[0] = reusable.diffie_hellman(&their));
    check("public key", &mut || data.out[0] = PublicKey::from(&data.secret).to_bytes());
    check("public key", &mut || data.out[0] = PublicKey::from(&*reusable).to_bytes());
    let mut seen = left_by(&mut || {
        black_box(*data.secret.as_bytes());
    });
    assert!(!seen.holding(&keys).is_empty(), "a key that is left is not seen");
    seen = left_by(&mut || own_stack::load_into_vector_register(data.secret.as_bytes()));
    assert!(!seen.holding(&keys).is_empty(), "a key in a register is not seen");
}

/// The planted faults: a copy of a secret on the stack, one in a vector register, and none.
#[test]
fn what_is_left_is_seen() {
    assert_nothing_left("no copy", 3, |data| {
        black_box(data.points[1]);
    });
    let fails = |operation: fn(&mut Data)| {
        std::panic::catch_unwind(|| assert_nothing_left("planted", 3, operation)).is_err()
    };
    assert!(fails(|data| {
        black_box(data.scalars[1]);
    }));
    assert!(fails(|data| own_stack::load_into_vector_register(&data.scalars[1])));
}
