//! Every backend against RFC 7748, before anything is measured.

use lanes25519::{Backend, X25519_BASEPOINT_BYTES};

use crate::error::Error;

/// What is checked: a backend, or one with a fault planted.
pub(super) trait Subject {
    fn name(&self) -> &'static str;
    fn lanes(&self) -> usize;
    fn exchange(&self, k: [u8; 32], u: [u8; 32]) -> [u8; 32];
    fn public(&self, k: [u8; 32]) -> [u8; 32];
    fn exchange_batch(&self, k: &[[u8; 32]], u: &[[u8; 32]], out: &mut [[u8; 32]]);
    fn exchange_one_scalar(&self, k: &[u8; 32], u: &[[u8; 32]], out: &mut [[u8; 32]]);
    fn public_batch(&self, k: &[[u8; 32]], out: &mut [[u8; 32]]);
}

const SAME: &str = "slices of one length";

impl Subject for Backend {
    fn name(&self) -> &'static str {
        (*self).name()
    }
    fn lanes(&self) -> usize {
        (*self).lanes()
    }
    fn exchange(&self, k: [u8; 32], u: [u8; 32]) -> [u8; 32] {
        self.x25519(k, u)
    }
    fn public(&self, k: [u8; 32]) -> [u8; 32] {
        self.x25519_base(k)
    }
    fn exchange_batch(&self, k: &[[u8; 32]], u: &[[u8; 32]], out: &mut [[u8; 32]]) {
        self.x25519_batch(k, u, out).expect(SAME);
    }
    fn exchange_one_scalar(&self, k: &[u8; 32], u: &[[u8; 32]], out: &mut [[u8; 32]]) {
        self.x25519_one_scalar_batch(k, u, out).expect(SAME);
    }
    fn public_batch(&self, k: &[[u8; 32]], out: &mut [[u8; 32]]) {
        self.x25519_base_batch(k, out).expect(SAME);
    }
}

/// A scalar, a point, their product, and where RFC 7748 says so.
type Vector = ([u8; 32], [u8; 32], [u8; 32], &'static str);

const ALICE: [u8; 32] = hex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
const ALICE_PUBLIC: [u8; 32] =
    hex("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a");
const BOB: [u8; 32] = hex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb");
const BOB_PUBLIC: [u8; 32] =
    hex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
const SHARED: [u8; 32] = hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");

const VECTORS: [Vector; 7] = [
    (
        hex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"),
        hex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"),
        hex("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"),
        "section 5.2, first vector",
    ),
    (
        hex("4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d"),
        hex("e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493"),
        hex("95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"),
        "section 5.2, second vector",
    ),
    (
        X25519_BASEPOINT_BYTES,
        X25519_BASEPOINT_BYTES,
        hex("422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"),
        "section 5.2, after one iteration",
    ),
    (ALICE, X25519_BASEPOINT_BYTES, ALICE_PUBLIC, "section 6.1, Alice's public key"),
    (BOB, X25519_BASEPOINT_BYTES, BOB_PUBLIC, "section 6.1, Bob's public key"),
    (ALICE, BOB_PUBLIC, SHARED, "section 6.1, Alice's shared secret"),
    (BOB, ALICE_PUBLIC, SHARED, "section 6.1, Bob's shared secret"),
];

/// Every operation of `subject`: one at a time, and batches of every length up to two rounds of its lanes and one more,
/// so that each vector comes to each lane and every remainder is met.
pub(super) fn check(subject: &dyn Subject) -> Result<(), Error> {
    for vector in &VECTORS {
        let (k, u, ..) = *vector;
        compare(subject, "one exchange", vector, subject.exchange(k, u))?;
        if u == X25519_BASEPOINT_BYTES {
            compare(subject, "one public key", vector, subject.public(k))?;
        }
    }
    let longest = (2 * subject.lanes() + 1).max(2 * VECTORS.len());
    for len in 0..=longest {
        check_batches(subject, len)?;
    }
    Ok(())
}

fn check_batches(subject: &dyn Subject, len: usize) -> Result<(), Error> {
    // The same number of vectors and lanes would bring each vector to one lane only; starting elsewhere for each length
    // moves them on.
    let chosen = |from: &[Vector]| -> Vec<Vector> {
        from.iter().cycle().skip(len).take(len).copied().collect()
    };
    let compare_all = |form: &str, vectors: &[Vector], out: &[[u8; 32]]| {
        vectors.iter().zip(out).enumerate().try_for_each(|(i, (vector, found))| {
            compare(subject, &format!("entry {i} of {form} of {len}"), vector, *found)
        })
    };
    let mut out = vec![[0; 32]; len];

    let vectors = chosen(&VECTORS);
    let scalars: Vec<_> = vectors.iter().map(|v| v.0).collect();
    let points: Vec<_> = vectors.iter().map(|v| v.1).collect();
    subject.exchange_batch(&scalars, &points, &mut out);
    compare_all("a batch of exchanges", &vectors, &out)?;

    let alice: Vec<_> = VECTORS.into_iter().filter(|v| v.0 == ALICE).collect();
    let vectors = chosen(&alice);
    let points: Vec<_> = vectors.iter().map(|v| v.1).collect();
    out.fill([0; 32]);
    subject.exchange_one_scalar(&ALICE, &points, &mut out);
    compare_all("a batch with one scalar", &vectors, &out)?;

    let base: Vec<_> = VECTORS.into_iter().filter(|v| v.1 == X25519_BASEPOINT_BYTES).collect();
    let vectors = chosen(&base);
    let scalars: Vec<_> = vectors.iter().map(|v| v.0).collect();
    out.fill([0; 32]);
    subject.public_batch(&scalars, &mut out);
    compare_all("a batch of public keys", &vectors, &out)
}

fn compare(
    subject: &dyn Subject,
    form: &str,
    &(_, _, expected, source): &Vector,
    found: [u8; 32],
) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    Err(Error::Check(format!(
        "backend {} computes wrong results: {form}, RFC 7748 {source}: expected {:x}, found {:x}",
        subject.name(),
        base16ct::HexDisplay(&expected),
        base16ct::HexDisplay(&found),
    )))
}

const fn hex(text: &str) -> [u8; 32] {
    const fn digit(c: u8) -> u8 {
        if c.is_ascii_digit() { c - b'0' } else { c - b'a' + 10 }
    }
    let text = text.as_bytes();
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 32 {
        bytes[i] = digit(text[2 * i]) << 4 | digit(text[2 * i + 1]);
        i += 1;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Operation {
        Exchange,
        Public,
        ExchangeBatch,
        OneScalar,
        PublicBatch,
    }

    /// A right backend of eight lanes, but for one bit of one operation: in batches only of entry `lane` in lengths of
    /// at least `from`.
    struct Faulty {
        operation: Option<Operation>,
        lane: usize,
        from: usize,
    }

    impl Faulty {
        fn touch(&self, operation: Operation, out: &mut [[u8; 32]]) {
            if self.operation == Some(operation) && out.len() >= self.from {
                out[self.lane][31] ^= 0x40;
            }
        }
    }

    impl Subject for Faulty {
        fn name(&self) -> &'static str {
            "faulty"
        }
        fn lanes(&self) -> usize {
            8
        }
        fn exchange(&self, k: [u8; 32], u: [u8; 32]) -> [u8; 32] {
            let mut out = [Backend::Portable.x25519(k, u)];
            self.touch(Operation::Exchange, &mut out);
            out[0]
        }
        fn public(&self, k: [u8; 32]) -> [u8; 32] {
            let mut out = [Backend::Portable.x25519_base(k)];
            self.touch(Operation::Public, &mut out);
            out[0]
        }
        fn exchange_batch(&self, k: &[[u8; 32]], u: &[[u8; 32]], out: &mut [[u8; 32]]) {
            Backend::Portable.x25519_batch(k, u, out).unwrap();
            self.touch(Operation::ExchangeBatch, out);
        }
        fn exchange_one_scalar(&self, k: &[u8; 32], u: &[[u8; 32]], out: &mut [[u8; 32]]) {
            Backend::Portable.x25519_one_scalar_batch(k, u, out).unwrap();
            self.touch(Operation::OneScalar, out);
        }
        fn public_batch(&self, k: &[[u8; 32]], out: &mut [[u8; 32]]) {
            Backend::Portable.x25519_base_batch(k, out).unwrap();
            self.touch(Operation::PublicBatch, out);
        }
    }

    #[test]
    fn what_is_right_passes() {
        check(&Faulty { operation: None, lane: 0, from: 0 }).unwrap();
        for backend in Backend::available() {
            check(&backend).unwrap();
        }
    }

    #[test]
    fn a_fault_in_any_operation_and_lane_is_found() {
        use Operation::{Exchange, ExchangeBatch, OneScalar, Public, PublicBatch};
        let singles = [Exchange, Public].map(|operation| (operation, 0, 1));
        let batches = [ExchangeBatch, OneScalar, PublicBatch].into_iter().flat_map(|operation| {
            [
                (operation, 0, 1),
                (operation, 7, 8),
                (operation, 8, 9),
                (operation, 15, 16),
                (operation, 16, 17),
            ]
        });
        for (operation, lane, from) in singles.into_iter().chain(batches) {
            let error = check(&Faulty { operation: Some(operation), lane, from }).unwrap_err();
            assert_eq!(error.exit_code(), 4);
            let text = error.to_string();
            assert!(text.starts_with("backend faulty computes wrong results: "), "{text}");
            if from > 1 {
                assert!(text.contains(&format!("entry {lane} of ")), "{operation:?}: {text}");
            }
        }
    }
}
