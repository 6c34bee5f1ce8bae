//! All backends give the same bytes, whatever the operation, the inputs, and where in a batch of which length they
//! stand: those of curve25519-dalek and of the reference.

use std::collections::BTreeSet;

use crate::common::{
    Bytes, backends, dalek_base, dalek_unclamped, dalek_x25519, edge_scalars, edges,
};
use crate::common::{low_order, random, rng, scaled};
use lanes25519::{
    Backend, LengthMismatch, LowOrderPoint, PublicKey, SharedSecret, StaticSecret, batch,
};

const SENTINEL: Bytes = [0xe5; 32];

/// What an operation computes from scalars `k`, coordinates `u`, and the one scalar of operations that take only one.
#[derive(Clone, Copy, PartialEq)]
enum Meaning {
    /// X25519 of `k[i]` and `u[i]`.
    Pairs,
    /// X25519 of the one scalar and `u[i]`.
    OneScalar,
    /// X25519 of `k[i]` and 9.
    Base,
    /// `k[i]` times `u[i]`, without clamping.
    Unclamped,
}

struct Operation {
    name: &'static str,
    meaning: Meaning,
    run: Run,
}

/// The arguments: the one scalar, scalars, coordinates, output; all slices of one length.
enum Run {
    On(fn(Backend, &Bytes, &[Bytes], &[Bytes], &mut [Bytes])),
    /// The operation chooses the backend itself.
    Plain(fn(&Bytes, &[Bytes], &[Bytes], &mut [Bytes])),
}

const OPERATIONS: [Operation; 13] = [
    Operation {
        name: "Backend::x25519",
        meaning: Meaning::Pairs,
        run: Run::On(|b, _, k, u, out| each(out, |i| b.x25519(k[i], u[i]))),
    },
    Operation {
        name: "Backend::x25519_unclamped",
        meaning: Meaning::Unclamped,
        run: Run::On(|b, _, k, u, out| each(out, |i| b.x25519_unclamped(k[i], u[i]))),
    },
    Operation {
        name: "Backend::x25519_base",
        meaning: Meaning::Base,
        run: Run::On(|b, _, k, _, out| each(out, |i| b.x25519_base(k[i]))),
    },
    Operation {
        name: "Backend::x25519_batch",
        meaning: Meaning::Pairs,
        run: Run::On(|b, _, k, u, out| b.x25519_batch(k, u, out).unwrap()),
    },
    Operation {
        name: "Backend::x25519_one_scalar_batch",
        meaning: Meaning::OneScalar,
        run: Run::On(|b, one, _, u, out| b.x25519_one_scalar_batch(one, u, out).unwrap()),
    },
    Operation {
        name: "Backend::x25519_base_batch",
        meaning: Meaning::Base,
        run: Run::On(|b, _, k, _, out| b.x25519_base_batch(k, out).unwrap()),
    },
    Operation {
        name: "x25519",
        meaning: Meaning::Pairs,
        run: Run::Plain(|_, k, u, out| each(out, |i| lanes25519::x25519(k[i], u[i]))),
    },
    Operation {
        name: "x25519_unclamped",
        meaning: Meaning::Unclamped,
        run: Run::Plain(|_, k, u, out| each(out, |i| lanes25519::x25519_unclamped(k[i], u[i]))),
    },
    Operation {
        name: "x25519_base",
        meaning: Meaning::Base,
        run: Run::Plain(|_, k, _, out| each(out, |i| lanes25519::x25519_base(k[i]))),
    },
    Operation {
        name: "batch::x25519",
        meaning: Meaning::Pairs,
        run: Run::Plain(|_, k, u, out| batch::x25519(k, u, out).unwrap()),
    },
    Operation {
        name: "batch::x25519_one_scalar",
        meaning: Meaning::OneScalar,
        run: Run::Plain(|one, _, u, out| batch::x25519_one_scalar(one, u, out).unwrap()),
    },
    Operation {
        name: "batch::x25519_base",
        meaning: Meaning::Base,
        run: Run::Plain(|_, k, _, out| batch::x25519_base(k, out).unwrap()),
    },
    Operation {
        name: "StaticSecret::diffie_hellman_batch",
        meaning: Meaning::OneScalar,
        run: Run::Plain(|one, _, u, out| {
            let theirs: Vec<_> = u.iter().copied().map(PublicKey::from).collect();
            let mut shared: Vec<_> = u.iter().map(|_| Err(LowOrderPoint)).collect();
            StaticSecret::from(*one).diffie_hellman_batch(&theirs, &mut shared).unwrap();
            each(out, |i| shared[i].as_ref().map_or([0; 32], SharedSecret::to_bytes));
        }),
    },
];

fn each(out: &mut [Bytes], f: impl Fn(usize) -> Bytes) {
    out.iter_mut().enumerate().for_each(|(i, out)| *out = f(i));
}

impl Meaning {
    fn by_dalek(self, one: &Bytes, k: &Bytes, u: &Bytes) -> Bytes {
        match self {
            Self::Pairs => dalek_x25519(k, u),
            Self::OneScalar => dalek_x25519(one, u),
            Self::Base => dalek_base(k),
            Self::Unclamped => dalek_unclamped(k, u),
        }
    }

    fn by_reference(self, one: &Bytes, k: &Bytes, u: &Bytes) -> Bytes {
        match self {
            Self::Pairs => crate::reference::x25519(k, u),
            Self::OneScalar => crate::reference::x25519(one, u),
            Self::Base => crate::reference::x25519(k, &lanes25519::X25519_BASEPOINT_BYTES),
            Self::Unclamped => crate::reference::unclamped(k, u),
        }
    }
}

/// Inputs, and what must come out.
struct Inputs {
    one: Bytes,
    k: Vec<Bytes>,
    u: Vec<Bytes>,
    /// By the meaning, in the order of its variants.
    want: [Vec<Bytes>; 4],
}

impl Inputs {
    /// The answers of the first `slow` entries are the reference's as well.
    fn new(one: Bytes, pairs: impl Iterator<Item = (Bytes, Bytes)>, slow: usize) -> Self {
        let (k, u): (Vec<_>, Vec<_>) = pairs.unzip();
        let meanings = [Meaning::Pairs, Meaning::OneScalar, Meaning::Base, Meaning::Unclamped];
        let want = meanings.map(|meaning| {
            let want: Vec<_> = (0..k.len()).map(|i| meaning.by_dalek(&one, &k[i], &u[i])).collect();
            for i in 0..slow.min(k.len()) {
                let second = meaning.by_reference(&one, &k[i], &u[i]);
                assert_eq!(want[i], second, "the peers differ: {:02x?} {:02x?}", k[i], u[i]);
            }
            want
        });
        Self { one, k, u, want }
    }

    /// Runs every operation on every backend on the entries of each order in `orders`, lists of indices.
    fn check(&self, orders: impl Fn(usize) -> Vec<Vec<usize>>) {
        for operation in &OPERATIONS {
            let (want, name) = (&self.want[operation.meaning as usize], operation.name);
            match operation.run {
                Run::On(run) => {
                    for b in backends() {
                        self.check_orders(
                            &orders(b.lanes()),
                            want,
                            &format!("{name} on {b}"),
                            |k, u, out| {
                                run(b, &self.one, k, u, out);
                            },
                        );
                    }
                }
                Run::Plain(run) => {
                    let lanes = backends().iter().map(|b| b.lanes()).max().unwrap();
                    self.check_orders(&orders(lanes), want, name, |k, u, out| {
                        run(&self.one, k, u, out);
                    });
                }
            }
        }
    }

    fn check_orders(
        &self,
        orders: &[Vec<usize>],
        want: &[Bytes],
        name: &str,
        run: impl Fn(&[Bytes], &[Bytes], &mut [Bytes]),
    ) {
        for order in orders {
            let pick = |from: &[Bytes]| order.iter().map(|i| from[*i]).collect::<Vec<_>>();
            let n = order.len();
            let mut out = vec![SENTINEL; n + 2];
            run(&pick(&self.k), &pick(&self.u), &mut out[1..=n]);
            assert_eq!([out[0], out[n + 1]], [SENTINEL; 2], "{name}, {n} entries: written outside");
            for (place, i) in order.iter().enumerate() {
                let (k, u) = (self.k[*i], self.u[*i]);
                assert_eq!(
                    out[1 + place],
                    want[*i],
                    "{name}, place {place} of {n}: {k:02x?} {u:02x?}"
                );
            }
        }
    }
}

/// All entries, as they are and from the last to the first.
fn both_ways(n: usize) -> Vec<Vec<usize>> {
    vec![(0..n).collect(), (0..n).rev().collect()]
}

#[test]
fn edge_coordinates() {
    let mut rng = rng(1);
    let pairs: Vec<_> = edges().into_iter().map(|u| (random(&mut rng), u)).collect();
    let n = pairs.len();
    Inputs::new(random(&mut rng), pairs.into_iter(), n).check(|_| both_ways(n));
}

#[test]
fn edge_scalars_with_random_coordinates() {
    let mut rng = rng(2);
    let pairs: Vec<_> = edge_scalars().into_iter().map(|k| (k, random(&mut rng))).collect();
    let n = pairs.len();
    for one in [[0; 32], [0xff; 32]] {
        Inputs::new(one, pairs.iter().copied(), n).check(|_| both_ways(n));
    }
}

#[test]
fn edge_scalars_with_edge_coordinates() {
    let (k, u, n) = (edge_scalars(), edges(), scaled(1_000) as usize);
    let all = k.iter().flat_map(|k| u.iter().map(|u| (*k, *u))).collect::<Vec<_>>();
    // A stride without a common divisor visits each pair once.
    let stride = (all.len() / 3..all.len()).find(|s| gcd(*s, all.len()) == 1).unwrap();
    let pairs = (0..n.min(all.len())).map(|i| all[i * stride % all.len()]);
    Inputs::new([0xaa; 32], pairs, scaled(50) as usize).check(|_| both_ways(n));
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[test]
fn random_inputs() {
    let mut rng = rng(3);
    let n = scaled(1_000) as usize;
    let pairs: Vec<_> = (0..n).map(|_| (random(&mut rng), random(&mut rng))).collect();
    Inputs::new(random(&mut rng), pairs.into_iter(), scaled(50) as usize).check(|_| both_ways(n));
}

/// Random entries, with one of small order or of edge value here and there.
fn mixed(n: usize) -> Inputs {
    let mut rng = rng(4);
    let special: Vec<_> = low_order().into_iter().chain(edges()).collect();
    let pairs: Vec<_> = (0..n)
        .map(|i| {
            let u = if i % 5 == 3 { special[i / 5] } else { random(&mut rng) };
            (random(&mut rng), u)
        })
        .collect();
    Inputs::new(random(&mut rng), pairs.into_iter(), 0)
}

#[test]
fn all_lengths() {
    mixed(257).check(|lanes| {
        // None, one, every filling of one and two vectors, or of one and two of the portable code's blocks of 16, and
        // one more.
        let mut lengths: BTreeSet<_> = (0..=2 * lanes.max(16) + 1).collect();
        // Around where blocks begin: of an inversion, of a buffer, of wider lanes than there are today.
        for power in [64, 128, 256] {
            lengths.extend([power - 1, power, power + 1]);
        }
        // Short ones at several places of the inputs, so that the special entries come to stand in each lane.
        let starts = |n: usize| if n <= 2 * lanes + 1 { vec![0, 3, 31] } else { vec![0] };
        let slices = |n| starts(n).into_iter().map(move |start| (start..start + n).collect());
        lengths.into_iter().flat_map(slices).collect()
    });
}

#[test]
fn each_entry_in_each_lane() {
    mixed(40).check(|lanes| {
        let n = (2 * lanes + 1).min(40);
        (0..n).map(|by| (0..n).map(|i| (i + by) % n).collect()).collect()
    });
}

/// One entry in all lanes, and one in all lanes but the last.
#[test]
fn equal_entries() {
    mixed(10).check(|lanes| {
        let all = |i| vec![i; lanes];
        let but_last = |i| [vec![i; lanes - 1], vec![(i + 1) % 10]].concat();
        (0..10).flat_map(|i| [all(i), but_last(i)]).collect()
    });
}

/// Each slice in turn too short and too long, on each backend: an error that has both lengths, and an untouched
/// output.
#[test]
fn lengths_that_differ_are_refused() {
    const N: usize = 3;
    let data = [[9; 32]; N + 1];
    for found in [0, N - 1, N + 1] {
        let (right, wrong) = (&data[..N], &data[..found]);
        let refused = |name: &str,
                       expected,
                       found,
                       call: &dyn Fn(&mut [Bytes]) -> Result<(), LengthMismatch>,
                       n| {
            let mut out = vec![SENTINEL; n];
            let error = call(&mut out).expect_err(name);
            assert_eq!((error.expected, error.found), (expected, found), "{name}");
            assert_eq!(out, vec![SENTINEL; n], "{name}: output touched");
        };
        for b in backends() {
            // The first slice sets the length that the others are held to.
            refused("x25519_batch: k", found, N, &|out| b.x25519_batch(wrong, right, out), N);
            refused("x25519_batch: u", N, found, &|out| b.x25519_batch(right, wrong, out), N);
            refused("x25519_batch: out", N, found, &|out| b.x25519_batch(right, right, out), found);
            let one = |u| move |out: &mut [Bytes]| b.x25519_one_scalar_batch(&[1; 32], u, out);
            refused("one_scalar: u", found, N, &one(wrong), N);
            refused("one_scalar: out", N, found, &one(right), found);
            refused("base: k", found, N, &|out| b.x25519_base_batch(wrong, out), N);
            refused("base: out", N, found, &|out| b.x25519_base_batch(right, out), found);
        }
        refused("batch::x25519: k", found, N, &|out| batch::x25519(wrong, right, out), N);
        refused("batch::x25519: u", N, found, &|out| batch::x25519(right, wrong, out), N);
        refused("batch::x25519: out", N, found, &|out| batch::x25519(right, right, out), found);
        let one = |u| move |out: &mut [Bytes]| batch::x25519_one_scalar(&[1; 32], u, out);
        refused("batch::one_scalar: u", found, N, &one(wrong), N);
        refused("batch::one_scalar: out", N, found, &one(right), found);
        refused("batch::base: k", found, N, &|out| batch::x25519_base(wrong, out), N);
        refused("batch::base: out", N, found, &|out| batch::x25519_base(right, out), found);
    }
}

#[test]
fn lengths_that_differ_are_refused_by_the_typed_batch() {
    let secret = StaticSecret::from([1; 32]);
    let theirs = [PublicKey::from([9; 32]); 4];
    let before = || {
        let good = secret.diffie_hellman(&PublicKey::from([8; 32]));
        [Err(LowOrderPoint), good, Err(LowOrderPoint)]
    };
    for n in [0, 2, 4] {
        let mut out = before();
        let error = secret.diffie_hellman_batch(&theirs[..n], &mut out).unwrap_err();
        assert_eq!((error.expected, error.found), (n, 3));
        assert_eq!(out, before(), "output touched");
    }
}
