//! The public point types.

use core::fmt;
use core::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use zeroize::Zeroize;

use super::base_table::BASE;
use super::edwards::{D2, Point};
use super::ladder::Fraction;
use super::{comb, sqrt};
use crate::arith::Element;
use crate::ct::Mask;
use crate::field51::{Fe, Tight};
use crate::scalar::Scalar;

/// A u-coordinate of Curve25519 or of its twist, as 32 bytes (RFC 7748, section 5).
///
/// The bytes are kept as they were given. Comparison is by value: bit 255 does not count, nor does it matter whether a
/// value is reduced modulo p. All operations are constant time.
///
/// ```
/// use lanes25519::curve::MontgomeryPoint;
///
/// let peer = MontgomeryPoint::from_bytes([9; 32]);
/// assert_eq!(peer.mul_clamped(&[1; 32]).to_bytes(), lanes25519::x25519([1; 32], [9; 32]));
/// ```
#[derive(Clone, Copy)]
pub struct MontgomeryPoint([u8; 32]);

impl MontgomeryPoint {
    /// The base point of RFC 7748, section 4.1: u = 9.
    ///
    /// ```
    /// # use lanes25519::curve::MontgomeryPoint;
    /// assert_eq!(MontgomeryPoint::BASEPOINT.to_bytes(), lanes25519::X25519_BASEPOINT_BYTES);
    /// ```
    pub const BASEPOINT: Self = {
        let mut u = [0; 32];
        u[0] = 9;
        Self(u)
    };

    /// Takes any 32 bytes, little-endian.
    ///
    /// ```
    /// # use lanes25519::curve::MontgomeryPoint;
    /// // Bit 255 is not part of the value.
    /// let mut bytes = MontgomeryPoint::BASEPOINT.to_bytes();
    /// bytes[31] |= 0x80;
    /// assert_eq!(MontgomeryPoint::from_bytes(bytes), MontgomeryPoint::BASEPOINT);
    /// ```
    #[must_use]
    pub const fn from_bytes(u: [u8; 32]) -> Self {
        Self(u)
    }

    /// The 32 bytes, as they were given.
    ///
    /// ```
    /// # use lanes25519::curve::MontgomeryPoint;
    /// assert_eq!(MontgomeryPoint::from_bytes([0xff; 32]).to_bytes(), [0xff; 32]);
    /// ```
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 32] {
        self.0
    }

    /// The 32 bytes, as they were given.
    ///
    /// ```
    /// # use lanes25519::curve::MontgomeryPoint;
    /// assert_eq!(MontgomeryPoint::BASEPOINT.as_bytes()[0], 9);
    /// ```
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Whether the point has order 1, 2, 4 or 8 (on the curve or on its twist), so that eight times it is infinity.
    ///
    /// ```
    /// # use lanes25519::curve::MontgomeryPoint;
    /// assert!(bool::from(MontgomeryPoint::from_bytes([0; 32]).is_low_order()));
    /// assert!(!bool::from(MontgomeryPoint::BASEPOINT.is_low_order()));
    /// ```
    #[must_use]
    pub fn is_low_order(&self) -> Choice {
        Fraction::affine(&self.element().fe()).double().double().double().z.is_zero().into()
    }

    /// The point with this u and the sign of x (0: even, 1: odd) on the Edwards curve, by y = (u - 1) / (u + 1) of RFC
    /// 7748, section 4.1. None for u = -1 and for the coordinates that belong to the twist.
    ///
    /// ```
    /// # use lanes25519::curve::{EdwardsPoint, MontgomeryPoint};
    /// let base = MontgomeryPoint::BASEPOINT.to_edwards(0.into()).unwrap();
    /// assert_eq!(base, EdwardsPoint::BASEPOINT);
    /// // u = 2 is on the twist.
    /// let mut two = [0; 32];
    /// two[0] = 2;
    /// assert!(bool::from(MontgomeryPoint::from_bytes(two).to_edwards(0.into()).is_none()));
    /// ```
    #[must_use]
    pub fn to_edwards(&self, sign: Choice) -> CtOption<EdwardsPoint> {
        let u = self.element();
        let below = u.add(&Tight::ONE).carry();
        let y = u.sub(&Tight::ONE).mul(&below.invert().fe());
        from_y(&y, sign).and_then(|p| CtOption::new(p, !Choice::from(below.is_zero())))
    }

    fn element(&self) -> Tight {
        Tight::from_bytes(&self.0)
    }
}

impl ConstantTimeEq for MontgomeryPoint {
    fn ct_eq(&self, o: &Self) -> Choice {
        self.element().equal(&o.element()).into()
    }
}

impl PartialEq for MontgomeryPoint {
    fn eq(&self, o: &Self) -> bool {
        self.ct_eq(o).into()
    }
}

impl Eq for MontgomeryPoint {}

impl core::hash::Hash for MontgomeryPoint {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.element().to_bytes().hash(state);
    }
}

impl ConditionallySelectable for MontgomeryPoint {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(<[u8; 32]>::conditional_select(&a.0, &b.0, choice))
    }
}

/// u = 0.
impl Default for MontgomeryPoint {
    fn default() -> Self {
        Self([0; 32])
    }
}

impl Zeroize for MontgomeryPoint {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for MontgomeryPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug_hex(f, "MontgomeryPoint", &self.0)
    }
}

/// A point of the twisted Edwards curve -x^2 + y^2 = 1 - (121665/121666) x^2 y^2 (RFC 7748, section 4.1).
///
/// Any of the 8 l points, those of small order included. All operations are constant time, and the addition holds for all
/// pairs of points.
///
/// ```
/// use lanes25519::curve::EdwardsPoint;
///
/// let b = EdwardsPoint::BASEPOINT;
/// assert_eq!(b + b, b.double());
/// assert_eq!(b - b, EdwardsPoint::IDENTITY);
/// ```
#[derive(Clone, Copy)]
pub struct EdwardsPoint(Point<Fe>);

impl EdwardsPoint {
    /// (0, 1).
    ///
    /// ```
    /// # use lanes25519::curve::EdwardsPoint;
    /// assert_eq!(EdwardsPoint::IDENTITY + EdwardsPoint::BASEPOINT, EdwardsPoint::BASEPOINT);
    /// ```
    pub const IDENTITY: Self = Self(Point::IDENTITY);

    /// B of RFC 8032, section 5.1: y = 4/5 and x even.
    ///
    /// ```
    /// # use lanes25519::curve::EdwardsPoint;
    /// let mut bytes = [0x66; 32];
    /// bytes[0] = 0x58;
    /// assert_eq!(EdwardsPoint::BASEPOINT.compress(), bytes);
    /// ```
    pub const BASEPOINT: Self = {
        let (x, y) = (Tight::from_words(&BASE[0]), Tight::from_words(&BASE[1]));
        Self(Point { x, y, z: Tight::ONE, t: x.mul(&y) })
    };

    /// `k B` for a 256-bit number `k`, 32 bytes little-endian, neither clamped nor reduced.
    ///
    /// ```
    /// # use lanes25519::curve::EdwardsPoint;
    /// let mut two = [0; 32];
    /// two[0] = 2;
    /// assert_eq!(EdwardsPoint::mul_base(&two), EdwardsPoint::BASEPOINT.double());
    /// ```
    #[must_use]
    pub fn mul_base(k: &[u8; 32]) -> Self {
        Self(comb::mul_base::<Tight>(&Scalar::new(k)))
    }

    /// `2 self`.
    ///
    /// ```
    /// # use lanes25519::curve::EdwardsPoint;
    /// let b = EdwardsPoint::BASEPOINT;
    /// assert_eq!(b.double().double(), b + b + b + b);
    /// ```
    #[must_use]
    pub fn double(&self) -> Self {
        Self(self.0.double())
    }

    /// `8 self`: the identity for exactly the points of small order.
    ///
    /// ```
    /// # use lanes25519::curve::EdwardsPoint;
    /// assert_ne!(EdwardsPoint::BASEPOINT.mul_by_cofactor(), EdwardsPoint::IDENTITY);
    /// ```
    #[must_use]
    pub fn mul_by_cofactor(&self) -> Self {
        Self(self.0.double().double().double())
    }

    /// 32 bytes: y, little-endian, with the lowest bit of x in bit 255 (RFC 8032, section 5.1.2).
    ///
    /// ```
    /// # use lanes25519::curve::EdwardsPoint;
    /// assert_eq!(EdwardsPoint::IDENTITY.compress()[..2], [1, 0]);
    /// ```
    #[must_use]
    pub fn compress(&self) -> [u8; 32] {
        let z = self.0.z.invert();
        let (x, y) = (self.0.x.mul(&z), self.0.y.mul(&z));
        let mut bytes = y.to_bytes();
        bytes[31] |= x.to_bytes()[0] << 7;
        bytes
    }

    /// The inverse of [`compress`](Self::compress) (RFC 8032, section 5.1.3). None where y is not below p, where no point
    /// has this y, and for x = 0 with the sign bit set: every point has one encoding.
    ///
    /// ```
    /// # use lanes25519::curve::EdwardsPoint;
    /// let bytes = EdwardsPoint::BASEPOINT.compress();
    /// assert_eq!(EdwardsPoint::decompress(&bytes).unwrap(), EdwardsPoint::BASEPOINT);
    /// assert!(bool::from(EdwardsPoint::decompress(&[0xff; 32]).is_none()));
    /// ```
    #[must_use]
    pub fn decompress(bytes: &[u8; 32]) -> CtOption<Self> {
        let mut y_bytes = *bytes;
        y_bytes[31] &= 0x7f;
        let y = Tight::from_bytes(&y_bytes);
        let canonical = y.to_bytes().ct_eq(&y_bytes);
        from_y(&y, Choice::from(bytes[31] >> 7)).and_then(|p| CtOption::new(p, canonical))
    }

    /// u = (1 + y) / (1 - y) of RFC 7748, section 4.1; 0 for the identity.
    ///
    /// ```
    /// # use lanes25519::curve::{EdwardsPoint, MontgomeryPoint};
    /// assert_eq!(EdwardsPoint::BASEPOINT.to_montgomery(), MontgomeryPoint::BASEPOINT);
    /// ```
    #[must_use]
    pub fn to_montgomery(&self) -> MontgomeryPoint {
        MontgomeryPoint({
            let u = self.0.to_montgomery();
            u.x.mul(&u.z.invert()).to_bytes()
        })
    }
}

/// The point with this y and this lowest bit of x: x^2 = (y^2 - 1) / (d y^2 + 1). None if there is none.
fn from_y(y: &Tight, sign: Choice) -> CtOption<EdwardsPoint> {
    let yy = y.square();
    let d2yy = yy.mul(&Tight::from_words(&D2));
    // Both twice: 2 (y^2 - 1) and 2 d y^2 + 2.
    let u = yy.sub(&Tight::ONE).carry();
    let (square, x) = sqrt::sqrt_ratio(
        &u.add(&u).carry(),
        &d2yy.add(&Tight::ONE.add(&Tight::ONE).carry()).carry(),
    );
    let negative = x.select(&x.neg().carry(), sign.into());
    let zero_with_sign = Choice::from(x.is_zero()) & sign;
    let point = EdwardsPoint(Point::affine(&negative, y));
    CtOption::new(point, Choice::from(square) & !zero_with_sign)
}

impl Add for EdwardsPoint {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self(self.0.add(&o.0))
    }
}

impl Sub for EdwardsPoint {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self(self.0.add(&o.0.neg()))
    }
}

impl Neg for EdwardsPoint {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.neg())
    }
}

impl ConstantTimeEq for EdwardsPoint {
    fn ct_eq(&self, o: &Self) -> Choice {
        self.0.equal(&o.0).into()
    }
}

impl PartialEq for EdwardsPoint {
    fn eq(&self, o: &Self) -> bool {
        self.ct_eq(o).into()
    }
}

impl Eq for EdwardsPoint {}

impl ConditionallySelectable for EdwardsPoint {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(a.0.select(&b.0, Mask::from(choice)))
    }
}

impl AddAssign for EdwardsPoint {
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

impl SubAssign for EdwardsPoint {
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

/// To the identity.
impl Zeroize for EdwardsPoint {
    fn zeroize(&mut self) {
        self.0.x.zeroize();
        self.0.y.zeroize();
        self.0.z.zeroize();
        self.0.t.zeroize();
        *self = Self::IDENTITY;
    }
}

impl Default for EdwardsPoint {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl fmt::Debug for EdwardsPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug_hex(f, "EdwardsPoint", &self.compress())
    }
}

/// `Name(0123..)`, the bytes in their order.
fn debug_hex(f: &mut fmt::Formatter<'_>, name: &str, bytes: &[u8]) -> fmt::Result {
    write!(f, "{name}(")?;
    for b in bytes {
        write!(f, "{b:02x}")?;
    }
    f.write_str(")")
}
