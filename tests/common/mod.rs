//! What several test files need: the backends under test, how many random cases, edge values, and the peers' answers.
#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::BTreeSet;
use std::io::Write;

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use lanes25519::Backend;

pub(crate) type Bytes = [u8; 32];

/// The backends to test: every one that this CPU runs. Says so on standard error, past the test harness, which would
/// keep it for itself. A backend that `LANES25519_REQUIRE=name,name` names and that is not here is an error; so is
/// always one that the CPU has and that does not find its known answers, since the crate would just go on without it.
pub(crate) fn backends() -> Vec<Backend> {
    static SAID: std::sync::Once = std::sync::Once::new();
    let backends: Vec<_> = Backend::available().collect();
    let names: Vec<_> = backends.iter().map(|b| b.name()).collect();
    let required = std::env::var("LANES25519_REQUIRE").unwrap_or_default();
    for name in required.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        assert!(
            names.contains(&name),
            "LANES25519_REQUIRE: expected the backend {name}, found {}",
            names.join(", ")
        );
    }
    for status in Backend::status() {
        let wrong = status.reason.contains("known-answer");
        assert!(!wrong, "{}: expected its known answers, found others", status.name);
    }
    SAID.call_once(|| {
        let line = format!("\nbackends exercised: {}\n", names.join(", "));
        std::io::stderr().write_all(line.as_bytes()).expect("standard error is open");
    });
    backends
}

/// `n` random cases, at `LANES25519_TEST_SCALE` percent (default 100), but at least one.
pub(crate) fn scaled(n: u32) -> u32 {
    let percent = std::env::var("LANES25519_TEST_SCALE").map_or(100, |percent| {
        percent.parse().unwrap_or_else(|_| {
            panic!("LANES25519_TEST_SCALE: expected a number of percent, found {percent:?}")
        })
    });
    u32::try_from(u64::from(n) * percent / 100).expect("a number of cases").max(1)
}

/// A generator that gives the same bytes in every run.
pub(crate) fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

pub(crate) fn random(rng: &mut ChaCha20Rng) -> Bytes {
    let mut bytes = [0; 32];
    rng.fill_bytes(&mut bytes);
    bytes
}

/// Two hexadecimal digits a byte.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|b| [b >> 4, b & 15])
        .map(|d| char::from(b"0123456789abcdef"[usize::from(d)]))
        .collect()
}

/// 32 bytes of 64 hexadecimal digits.
pub(crate) fn hex(digits: &str) -> Bytes {
    assert_eq!(digits.len(), 64, "expected 64 digits, found {digits:?}");
    core::array::from_fn(|i| {
        u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).expect("hexadecimal")
    })
}

/// The 14 encodings of points of small order: see tests/data/README.md.
pub(crate) fn low_order() -> Vec<Bytes> {
    let list: Vec<String> =
        serde_json::from_str(include_str!("../data/x25519-low-order.json")).expect("a JSON list");
    assert_eq!(list.len(), 14);
    list.iter().map(|digits| hex(digits)).collect()
}

/// 2^e as 32 bytes.
pub(crate) fn power_of_two(e: usize) -> Bytes {
    let mut bytes = [0; 32];
    bytes[e / 8] = 1 << (e % 8);
    bytes
}

/// `x + n` modulo 2^256.
pub(crate) fn plus(x: &Bytes, n: i16) -> Bytes {
    let mut carry = n;
    x.map(|byte| {
        let sum = i16::from(byte) + carry;
        carry = sum.div_euclid(256);
        u8::try_from(sum.rem_euclid(256)).expect("a remainder")
    })
}

/// p = 2^255 - 19.
pub(crate) fn p() -> Bytes {
    plus(&power_of_two(255), -19)
}

/// l = 2^252 + 27742317777372353535851937790883648493, the order of the base point (RFC 7748, section 4.1).
pub(crate) fn l() -> Bytes {
    hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
}

/// Numbers where a reduction, a carry or a limb's bound would show: around 0, p, 2 p and 2^255, all values that are
/// not canonical, around the powers of two where limbs of a representation meet, and limbs of all ones or all zeros.
pub(crate) fn edges() -> Vec<Bytes> {
    let mut edges = BTreeSet::new();
    let mut around = |x: Bytes, n: i16| edges.extend((-n..=n).map(|i| plus(&x, i)));
    around([0; 32], 20);
    around(p(), 20);
    around(power_of_two(255), 20);
    // Where limbs of radix 2^25.5, 2^26, 2^51, 2^52, 2^62, 2^64 and 2^128 end.
    for radix in [51, 52, 62, 64] {
        for i in 1..=255 / radix {
            around(power_of_two(radix * i), 1);
            around(power_of_two(radix * i - radix / 2), 1);
        }
    }
    // (p - 1) / 2 and (p + 1) / 2, and p / 3 where the remainder of a division changes.
    around(plus(&power_of_two(254), -10), 1);
    around([0x55; 32], 1);
    around([0xaa; 32], 1);
    // One limb of ones among zeros, and one of zeros among ones, in radix 2^51 and 2^64.
    for width in [51, 64] {
        for i in 0..=255 / width {
            let ones: Bytes = (width * i..(width * i + width).min(255))
                .map(power_of_two)
                .fold([0; 32], |sum, bit| core::array::from_fn(|j| sum[j] | bit[j]));
            edges.extend([ones, ones.map(|byte| !byte)]);
        }
    }
    edges.extend(low_order());
    edges.into_iter().collect()
}

/// Scalars where a ladder, clamping or a recoding into signed windows would show.
pub(crate) fn edge_scalars() -> Vec<Bytes> {
    let mut scalars: BTreeSet<Bytes> = (0..=9).map(|n| plus(&[0; 32], n)).collect();
    scalars.extend((-9..=0).map(|n| plus(&[0; 32], n)));
    // Windows of one value only: each digit of a signed radix 16, 32 or 64, with and without carries all the way up.
    scalars.extend(
        [0x11, 0x55, 0x77, 0x78, 0x80, 0x87, 0x88, 0x99, 0xaa, 0xcc, 0xf0, 0xfe].map(|b| [b; 32]),
    );
    // Bits next to what clamping touches, alone and missing.
    for bit in [2, 3, 4, 63, 64, 127, 128, 191, 192, 251, 252, 253, 254, 255] {
        scalars.insert(power_of_two(bit));
        scalars.insert(power_of_two(bit).map(|byte| !byte));
    }
    // Multiples of the base point's order, the twist's, and their neighbours: infinity and the two points beside it.
    for order in [l(), eight_l(), twist()] {
        scalars.extend((-2..=2).map(|n| plus(&order, n)));
    }
    scalars.insert(p());
    scalars.into_iter().collect()
}

/// 8 l, the order of the curve's group.
pub(crate) fn eight_l() -> Bytes {
    hex("689faee7d21893c0b2e6bc17f5cef7a600000000000000000000000000000080")
}

/// 4 l', the order of the twist's group: 2 (p + 1) - 8 l.
pub(crate) fn twist() -> Bytes {
    hex("746051182de76c3f4d1943e80a310859ffffffffffffffffffffffffffffff7f")
}

/// X25519 by x25519-dalek.
pub(crate) fn dalek_x25519(k: &Bytes, u: &Bytes) -> Bytes {
    x25519_dalek::x25519(*k, *u)
}

/// The multiple for any 256-bit `k`, by curve25519-dalek. Its product of a point and a `Scalar` has `k` modulo l;
/// this is its ladder over bits.
pub(crate) fn dalek_unclamped(k: &Bytes, u: &Bytes) -> Bytes {
    let bits = (0..256).rev().map(|i| k[i / 8] >> (i % 8) & 1 == 1);
    curve25519_dalek::MontgomeryPoint(*u).mul_bits_be(bits).to_bytes()
}

/// The public key by curve25519-dalek's multiplication on the Edwards curve.
pub(crate) fn dalek_base(k: &Bytes) -> Bytes {
    curve25519_dalek::EdwardsPoint::mul_base_clamped(*k).to_montgomery().to_bytes()
}
