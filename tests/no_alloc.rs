//! No function of the core touches the heap: a counting allocator stands in for the system's.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt::Write;
use std::hint::black_box;

use common::{Bytes, backends, random, rng};
use lanes25519::curve::{EdwardsPoint, MontgomeryPoint};
use lanes25519::field::FieldElement;
use lanes25519::{
    Backend, EphemeralSecret, LowOrderPoint, Operation, PublicKey, ReusableSecret, StaticSecret,
    batch, x25519, x25519_base, x25519_unclamped,
};

thread_local! {
    /// Calls of the allocator by this thread.
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

fn count() {
    // Not there any more while a thread ends.
    let _ = CALLS.try_with(|calls| calls.set(calls.get() + 1));
}

// SAFETY: each call goes on to the system's allocator as it came; a constant-initialised thread local is not
// allocated.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as the caller promises.
        unsafe { System.realloc(old, layout, size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        count();
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(old, layout) }
    }
}

/// How often `f` calls the allocator.
fn calls(f: impl FnOnce()) -> u64 {
    // The standard library copies an environment variable to the heap. It is read once, and usually not set.
    if std::env::var_os("LANES25519_DISABLE").is_some() {
        black_box(Backend::detect());
    }
    let before = CALLS.get();
    f();
    CALLS.get() - before
}

#[track_caller]
fn assert_none(name: &str, f: impl FnOnce()) {
    assert_eq!(calls(f), 0, "{name}: calls of the allocator");
}

#[test]
fn the_counter_counts() {
    assert_eq!(calls(|| drop(black_box(Box::new(1)))), 2);
    assert_eq!(calls(|| drop(black_box(vec![0_u8; 10]))), 2);
    let mut grown = Vec::with_capacity(1);
    grown.extend([1, 2, 3]);
    assert_eq!(calls(|| grown.reserve_exact(1_000)), 1);
    // The one function that is meant to allocate.
    #[cfg(feature = "alloc")]
    assert!(calls(|| drop(StaticSecret::from([1; 32]).diffie_hellman_vec(&[[9; 32].into()]))) > 0);
}

#[test]
fn single_operations() {
    let (k, u) = (random(&mut rng(1)), random(&mut rng(2)));
    assert_none("detect", || {
        black_box(Backend::detect());
        black_box(Operation::ALL.map(Backend::serving));
        black_box(Backend::available().count() + Backend::status().count());
        black_box(Backend::from_name("portable"));
    });
    for b in backends() {
        assert_none(b.name(), || {
            black_box(b.x25519(k, u));
            black_box(b.x25519_unclamped(k, u));
            black_box(b.x25519_base(k));
        });
    }
    assert_none("functions", || {
        black_box((x25519(k, u), x25519_unclamped(k, u), x25519_base(k)));
    });
}

#[test]
fn batches() {
    let mut rng = rng(3);
    let inputs: Vec<Bytes> = (0..1_000).map(|_| random(&mut rng)).collect();
    let theirs: Vec<_> = inputs.iter().copied().map(PublicKey::from).collect();
    let secret = StaticSecret::from(inputs[0]);
    for n in [0, 1, 2, 7, 8, 9, 15, 16, 17, 127, 128, 129, 1_000] {
        let (k, u) = (&inputs[..n], &inputs[1_000 - n..]);
        let mut out = vec![[0; 32]; n];
        for b in backends() {
            assert_none(b.name(), || {
                b.x25519_batch(k, u, &mut out).expect("equal lengths");
                b.x25519_one_scalar_batch(&inputs[0], u, &mut out).expect("equal lengths");
                b.x25519_base_batch(k, &mut out).expect("equal lengths");
            });
        }
        assert_none("batch", || {
            batch::x25519(k, u, &mut out).expect("equal lengths");
            batch::x25519_one_scalar(&inputs[0], u, &mut out).expect("equal lengths");
            batch::x25519_base(k, &mut out).expect("equal lengths");
        });
        let mut shared: Vec<_> = theirs[..n].iter().map(|_| Err(LowOrderPoint)).collect();
        assert_none("diffie_hellman_batch", || {
            secret.diffie_hellman_batch(&theirs[..n], &mut shared).expect("equal lengths");
        });
        assert_none("drop", || drop(shared.drain(..)));
        // The error's way out, too.
        let mut short = vec![[0; 32]; n];
        assert_none("a wrong length", || {
            let wrong = if n == 1_000 { 999 } else { n + 1 };
            assert!(batch::x25519(&inputs[..wrong], u, &mut short).is_err());
        });
    }
}

#[test]
fn keys() {
    let their = PublicKey::from([9; 32]);
    let low = PublicKey::from([0; 32]);
    let mut rng = rng(4);
    assert_none("keys", || {
        let ephemeral = EphemeralSecret::random_from_rng(&mut rng);
        let reusable = ReusableSecret::try_random_from_rng(&mut rng).expect("does not fail");
        let fixed = StaticSecret::random_from_rng(&mut rng).clone();
        for public in [PublicKey::from(&ephemeral), (&reusable).into(), (&fixed).into()] {
            assert!(public != low && !public.is_low_order());
        }
        let shared = ephemeral.diffie_hellman(&their).expect("a large order");
        assert!(shared != reusable.diffie_hellman(&their).expect("a large order"));
        assert!(fixed.diffie_hellman(&low).is_err());
    });
    assert_none("system generator", || {
        black_box(StaticSecret::try_random().expect("the system has one"));
    });
}

#[test]
fn arithmetic() {
    let bytes = random(&mut rng(5));
    let mut elements: Vec<_> = (0..100_u8).map(|i| FieldElement::from_bytes(&[i; 32])).collect();
    assert_none("field", || {
        let x = FieldElement::from_bytes(&bytes);
        let y = (x + x.square() - x.invert()) * -x;
        black_box(FieldElement::sqrt_ratio(&x, &y));
        black_box(FieldElement::from_canonical_bytes(&y.to_bytes()));
        FieldElement::batch_invert(&mut elements);
    });
    assert_none("curve", || {
        let p = EdwardsPoint::mul_base(&bytes);
        let q = (p + p.double() - EdwardsPoint::BASEPOINT).mul_by_cofactor();
        assert!(bool::from(EdwardsPoint::decompress(&q.compress()).is_some()));
        let u = q.to_montgomery();
        black_box(u.to_edwards(0.into()));
        black_box((u.mul_clamped(&bytes), u.mul_unclamped(&bytes), u.is_low_order()));
        black_box(MontgomeryPoint::mul_base_clamped(&bytes));
    });
}

/// A text of up to 128 bytes.
struct Text([u8; 128], usize);

impl Write for Text {
    fn write_str(&mut self, s: &str) -> std::fmt::Result {
        let place = self.0.get_mut(self.1..self.1 + s.len()).ok_or(std::fmt::Error)?;
        place.copy_from_slice(s.as_bytes());
        self.1 += s.len();
        Ok(())
    }
}

#[test]
fn texts() {
    let error = batch::x25519_base(&[[1; 32]], &mut []).unwrap_err();
    let secret = StaticSecret::from([1; 32]);
    let public = PublicKey::from(&secret);
    assert_none("texts", || {
        let write = |arguments: std::fmt::Arguments<'_>| {
            let mut text = Text([0; 128], 0);
            text.write_fmt(arguments).expect("128 bytes are enough");
            assert!(text.1 > 0);
        };
        write(format_args!("{error}"));
        write(format_args!("{error:?}"));
        write(format_args!("{LowOrderPoint}"));
        write(format_args!("{secret:?}"));
        write(format_args!("{public:?}"));
        write(format_args!("{}", Backend::detect()));
        write(format_args!("{:?}", FieldElement::ONE));
        write(format_args!("{:?}", EdwardsPoint::BASEPOINT));
    });
}
