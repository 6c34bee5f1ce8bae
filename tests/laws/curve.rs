//! The Edwards curve and its map to u.

use curve25519_dalek::Scalar;
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::CompressedEdwardsY;
use lanes25519::curve::{EdwardsPoint, MontgomeryPoint};
use proptest::prelude::*;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use crate::common::{Bytes, edge_scalars, edges, l, low_order, p, plus, power_of_two, to_hex};
use crate::reference::{Num, P, less};
use crate::strategies::{config, element, scalar};

const IDENTITY: EdwardsPoint = EdwardsPoint::IDENTITY;
const B: EdwardsPoint = EdwardsPoint::BASEPOINT;

fn decompress(bytes: &Bytes) -> Option<EdwardsPoint> {
    EdwardsPoint::decompress(bytes).into_option()
}

/// The points of order 1, 8, 4, 8, 2, 8, 4, 8: the multiples of one of order 8.
fn torsion() -> [EdwardsPoint; 8] {
    EIGHT_TORSION.map(|t| decompress(&t.compress().to_bytes()).expect("a point"))
}

/// Points of all orders, with Z of all kinds: multiples of the base point plus torsion, points with a given y,
/// torsion.
fn points() -> impl Strategy<Value = EdwardsPoint> {
    let multiple =
        (scalar(), 0..8_usize).prop_map(|(k, i)| EdwardsPoint::mul_base(&k) + torsion()[i]);
    let any = element().prop_filter_map("not a point", |bytes| decompress(&bytes));
    let torsion = (0..8_usize).prop_map(|i| torsion()[i]);
    prop_oneof![4 => multiple, 2 => any, 1 => torsion]
}

fn dalek(point: &EdwardsPoint) -> curve25519_dalek::EdwardsPoint {
    CompressedEdwardsY(point.compress()).decompress().expect("a point")
}

/// Affine coordinates, of which only x's lowest bit is in the encoding: by x^2 = (y^2 - 1) / (d y^2 + 1).
fn affine(point: &EdwardsPoint) -> (Num, Num) {
    let mut y = point.compress();
    let odd = y[31] >> 7;
    y[31] &= 0x7f;
    let y = Num::from_bytes(&y);
    let yy = y.mul(&y);
    let xx = yy.sub(&Num::ONE).mul(&d().mul(&yy).add(&Num::ONE).invert());
    // p = 5 modulo 8: the root is xx^((p + 3) / 8), times the root of -1 where that is needed.
    let x = xx.pow(&Num::from_bytes(&plus(&power_of_two(252), -2)));
    let i = Num::small(2).pow(&Num::from_bytes(&plus(&power_of_two(253), -5)));
    let x = if x.mul(&x) == xx { x } else { x.mul(&i) };
    assert_eq!(x.mul(&x), xx, "not a point of the curve");
    (if x.to_bytes()[0] & 1 == odd { x } else { x.neg() }, y)
}

/// -121665 / 121666 (RFC 7748, section 4.1).
fn d() -> Num {
    Num::small(121_665).neg().mul(&Num::small(121_666).invert())
}

/// The law of twisted Edwards curves with a = -1, as fractions: x3 = (x1 y2 + y1 x2) / (1 + d x1 x2 y1 y2) and
/// y3 = (y1 y2 + x1 x2) / (1 - d x1 x2 y1 y2).
fn affine_sum((x1, y1): (Num, Num), (x2, y2): (Num, Num)) -> Bytes {
    let product = d().mul(&x1).mul(&x2).mul(&y1).mul(&y2);
    let x = x1.mul(&y2).add(&y1.mul(&x2)).mul(&Num::ONE.add(&product).invert());
    let y = y1.mul(&y2).add(&x1.mul(&x2)).mul(&Num::ONE.sub(&product).invert());
    let mut bytes = y.to_bytes();
    bytes[31] |= (x.to_bytes()[0] & 1) << 7;
    bytes
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn addition_is_a_group(a in points(), b in points(), c in points()) {
        prop_assert_eq!(a + b, b + a);
        prop_assert_eq!((a + b) + c, a + (b + c));
        prop_assert_eq!(a + IDENTITY, a);
        prop_assert_eq!(a + -a, IDENTITY);
        prop_assert_eq!(a - b, a + -b);
        prop_assert_eq!(-(-a), a);
        prop_assert_eq!(-(a + b), -a - b);
        let (mut sum, mut difference) = (a, a);
        sum += b;
        difference -= b;
        prop_assert_eq!([sum, difference], [a + b, a - b]);
        // Adding a point to itself, or to its neighbours by torsion, needs no other formula.
        prop_assert_eq!(a + a, a.double());
        prop_assert_eq!((a + a) + a, a.double() + a);
        prop_assert_eq!(a.mul_by_cofactor(), a.double().double().double());
        for t in torsion() {
            prop_assert_eq!((a + t).mul_by_cofactor(), a.mul_by_cofactor());
        }
    }

    #[test]
    fn sums_are_the_peers(a in points(), b in points()) {
        prop_assert_eq!((a + b).compress(), (dalek(&a) + dalek(&b)).compress().to_bytes());
        prop_assert_eq!((a - b).compress(), (dalek(&a) - dalek(&b)).compress().to_bytes());
        prop_assert_eq!((-a).compress(), (-dalek(&a)).compress().to_bytes());
        prop_assert_eq!(a.double().compress(), (dalek(&a) + dalek(&a)).compress().to_bytes());
        let eight = dalek(&a).mul_by_cofactor();
        prop_assert_eq!(a.mul_by_cofactor().compress(), eight.compress().to_bytes());
        prop_assert_eq!(a.to_montgomery().to_bytes(), dalek(&a).to_montgomery().to_bytes());
    }

    #[test]
    fn equality_is_of_points(a in points(), b in points()) {
        let same = a.compress() == b.compress();
        prop_assert_eq!(a == b, same);
        prop_assert_eq!(bool::from(a.ct_eq(&b)), same);
        // The same point with another Z; points that share x or y alone.
        prop_assert_eq!((a + b) - b, a);
        prop_assert_eq!(a == -a, a.double() == IDENTITY);
        prop_assert!(a != a + torsion()[4]);
    }

    #[test]
    fn selection_takes_one_of_two(a in points(), b in points()) {
        prop_assert_eq!(EdwardsPoint::conditional_select(&a, &b, Choice::from(0)), a);
        prop_assert_eq!(EdwardsPoint::conditional_select(&a, &b, Choice::from(1)), b);
        let [a, b] = [a, b].map(|p| p.to_montgomery());
        prop_assert_eq!(MontgomeryPoint::conditional_select(&a, &b, Choice::from(0)), a);
        prop_assert_eq!(MontgomeryPoint::conditional_select(&a, &b, Choice::from(1)), b);
    }

    #[test]
    fn encodings_are_read_back(a in points()) {
        prop_assert_eq!(decompress(&a.compress()), Some(a));
        let mut other = a.compress();
        other[31] ^= 0x80;
        // -a, but where x is 0: that has one encoding.
        prop_assert_eq!(decompress(&other), (a.double() != IDENTITY).then_some(-a));
    }

    #[test]
    fn any_bytes_are_read_as_by_the_peer(bytes in element()) {
        let mut y = bytes;
        y[31] &= 0x7f;
        let canonical = Num::from_bytes(&y).reduce().to_bytes() == y;
        // The peer takes a y of p or more, and x = 0 with a sign: its point then has another encoding.
        let peer = CompressedEdwardsY(bytes).decompress().map(|p| p.compress().to_bytes());
        let want = peer.filter(|encoded| canonical && *encoded == bytes);
        prop_assert_eq!(decompress(&bytes).map(|p| p.compress()), want);
    }

    #[test]
    fn u_and_back(a in points()) {
        let u = a.to_montgomery();
        let sign = Choice::from(a.compress()[31] >> 7);
        if a == IDENTITY {
            prop_assert_eq!(u.to_bytes(), [0; 32]);
        } else {
            prop_assert_eq!(u.to_edwards(sign).into_option(), Some(a));
        }
        prop_assert_eq!((-a).to_montgomery(), u);
    }

    #[test]
    fn any_u_is_mapped_as_by_the_peer(bytes in element()) {
        for sign in [0, 1] {
            let u = MontgomeryPoint::from_bytes(bytes);
            let found = u.to_edwards(Choice::from(sign)).into_option();
            let peer = curve25519_dalek::MontgomeryPoint(bytes).to_edwards(sign);
            if let (Some(found), Some(peer)) = (found, peer) {
                prop_assert_eq!(found.compress(), peer.compress().to_bytes());
                prop_assert_eq!(found.to_montgomery(), u);
            } else {
                // Where x is 0 there is no point with the sign set; the peer gives one.
                let x_is_zero = peer.is_some_and(|p| p.compress().to_bytes()[31] >> 7 != sign);
                prop_assert!(found.is_none() && (peer.is_none() || x_is_zero));
            }
        }
    }
}

proptest! {
    #![proptest_config(config(50))]

    #[test]
    fn sums_are_the_affine_law(a in points(), b in points()) {
        prop_assert_eq!((a + b).compress(), affine_sum(affine(&a), affine(&b)));
        prop_assert_eq!(a.double().compress(), affine_sum(affine(&a), affine(&a)));
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn base_multiples_are_the_peers(k in scalar()) {
        let peer = curve25519_dalek::EdwardsPoint::mul_base(&Scalar::from_bytes_mod_order(k));
        prop_assert_eq!(EdwardsPoint::mul_base(&k).compress(), peer.compress().to_bytes());
    }

    #[test]
    fn base_multiples_add(a in scalar(), b in scalar()) {
        let (mut sum, mut carry) = ([0; 32], 0);
        for i in 0..32 {
            let t = u16::from(a[i]) + u16::from(b[i]) + carry;
            [sum[i], _] = t.to_le_bytes();
            carry = t >> 8;
        }
        // What a carry out of bit 255 stands for.
        let two_to_255 = EdwardsPoint::mul_base(&power_of_two(255));
        let carried = if carry == 1 { two_to_255.double() } else { IDENTITY };
        prop_assert_eq!(
            EdwardsPoint::mul_base(&a) + EdwardsPoint::mul_base(&b),
            EdwardsPoint::mul_base(&sum) + carried
        );
    }
}

#[test]
fn base_multiples_of_edges() {
    for k in edge_scalars() {
        let peer = curve25519_dalek::EdwardsPoint::mul_base(&Scalar::from_bytes_mod_order(k));
        assert_eq!(EdwardsPoint::mul_base(&k).compress(), peer.compress().to_bytes(), "{k:02x?}");
    }
    let mut multiple = IDENTITY;
    for n in 0..300 {
        assert_eq!(EdwardsPoint::mul_base(&plus(&[0; 32], n)), multiple, "{n}");
        multiple += B;
    }
    assert_eq!(EdwardsPoint::mul_base(&l()), IDENTITY);
    assert_eq!(EdwardsPoint::mul_base(&plus(&l(), -1)), -B);
    for e in 1..256 {
        let half = EdwardsPoint::mul_base(&power_of_two(e - 1));
        assert_eq!(EdwardsPoint::mul_base(&power_of_two(e)), half.double(), "2^{e}");
    }
}

#[test]
fn the_base_point_is_the_rfcs() {
    let y = Num::small(4).mul(&Num::small(5).invert());
    assert_eq!(B.compress(), y.to_bytes());
    assert_eq!(B.to_montgomery().to_bytes(), plus(&[0; 32], 9));
    assert_eq!(EdwardsPoint::default(), IDENTITY);
    let (mut point, mut u) = (B.double(), B.to_montgomery());
    point.zeroize();
    u.zeroize();
    assert_eq!((point, u.to_bytes()), (IDENTITY, [0; 32]));
    assert_eq!(IDENTITY.compress(), plus(&[0; 32], 1));
    assert_eq!(format!("{B:?}"), format!("EdwardsPoint({})", to_hex(&B.compress())));
}

/// One point of order 8 makes all eight: orders, sums, and their u, which are all of small order.
#[test]
fn points_of_small_order() {
    let t = torsion();
    for i in 0..8 {
        for j in 0..8 {
            assert_eq!(t[i] + t[j], t[(i + j) % 8], "{i} {j}");
        }
        assert_eq!(t[i].double(), t[2 * i % 8]);
        assert_eq!(t[i].mul_by_cofactor(), IDENTITY);
        assert!(low_order().contains(&t[i].to_montgomery().to_bytes()), "{i}");
    }
    assert_eq!(t[0], IDENTITY);
    assert!((1..8).all(|i| t[i] != IDENTITY));
    // Order 2 is (0, -1), order 4 has y = 0.
    assert_eq!(t[4].compress(), less(&P, 1).to_bytes());
    assert_eq!(decompress(&[0; 32]).map(|p| p.double()), Some(t[4]));
    assert_ne!(B.mul_by_cofactor(), IDENTITY);
}

/// A y from p to 2^255 - 1 with either sign, and x = 0 with the sign set.
#[test]
fn second_encodings_are_refused() {
    let mut tried = 0;
    for n in 0..19 {
        for sign in [0, 0x80] {
            let mut bytes = plus(&p(), n);
            bytes[31] |= sign;
            assert_eq!(decompress(&bytes), None, "p + {n}, sign {sign}");
            tried += usize::from(CompressedEdwardsY(bytes).decompress().is_some());
        }
    }
    assert!(tried >= 4, "expected points among these values, found {tried}");
    for y in [plus(&[0; 32], 1), less(&P, 1).to_bytes()] {
        let mut signed = y;
        signed[31] |= 0x80;
        assert!(decompress(&y).is_some());
        assert_eq!(decompress(&signed), None, "x = 0 has no sign");
    }
}

/// Values on the curve, on the twist, and u = -1, which neither has.
#[test]
fn edges_on_the_curve_and_on_the_twist() {
    let (mut on, mut off) = (0, 0);
    for u in edges() {
        let point = MontgomeryPoint::from_bytes(u).to_edwards(Choice::from(0)).into_option();
        let mut value = u;
        value[31] &= 0x7f;
        let value = Num::from_bytes(&value).reduce();
        // v^2 = u^3 + A u^2 + u (RFC 7748, section 4.1).
        let v2 = value.mul(&value).mul(&value.add(&Num::small(486_662))).add(&value);
        assert_eq!(point.is_some(), v2.is_square(), "{u:02x?}");
        on += usize::from(point.is_some());
        off += usize::from(point.is_none());
    }
    assert!(on > 20 && off > 20, "{on} on the curve, {off} on the twist");
    assert!(
        MontgomeryPoint::from_bytes(less(&P, 1).to_bytes())
            .to_edwards(0.into())
            .into_option()
            .is_none()
    );
}
