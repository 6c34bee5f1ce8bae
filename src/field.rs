//! Elements of the field modulo p = 2^255 - 19, for other protocols to build on.

use core::fmt;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

use crate::arith::{Element, Field};
use crate::ct::Mask;
use crate::curve::{invert, sqrt};
use crate::field51::{Fe, Tight};

/// An element of the field modulo p = 2^255 - 19. All operations are constant time.
///
/// How it is represented is not part of the interface.
///
/// ```
/// use lanes25519::field::FieldElement;
///
/// let two = FieldElement::ONE + FieldElement::ONE;
/// assert_eq!(two * two.invert(), FieldElement::ONE);
/// assert_eq!(two - two, FieldElement::ZERO);
/// ```
#[derive(Clone, Copy)]
pub struct FieldElement(Tight);

impl FieldElement {
    /// 0.
    ///
    /// ```
    /// # use lanes25519::field::FieldElement;
    /// assert_eq!(FieldElement::ZERO.to_bytes(), [0; 32]);
    /// ```
    pub const ZERO: Self = Self(Tight::ZERO);

    /// 1.
    ///
    /// ```
    /// # use lanes25519::field::FieldElement;
    /// assert_eq!(FieldElement::ONE.to_bytes()[0], 1);
    /// ```
    pub const ONE: Self = Self(Tight::ONE);

    /// Takes 32 bytes, little-endian. Bit 255 is ignored; a value of p or more is taken modulo p (RFC 7748, section 5).
    ///
    /// ```
    /// # use lanes25519::field::FieldElement;
    /// // 2^255 - 1 = p + 18
    /// assert_eq!(FieldElement::from_bytes(&[0xff; 32]).to_bytes()[0], 18);
    /// ```
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> Self {
        Self(Tight::from_bytes(bytes))
    }

    /// Takes 32 bytes, little-endian, with a value below p; else none.
    ///
    /// ```
    /// # use lanes25519::field::FieldElement;
    /// assert!(bool::from(FieldElement::from_canonical_bytes(&[1; 32]).is_some()));
    /// assert!(bool::from(FieldElement::from_canonical_bytes(&[0xff; 32]).is_none()));
    /// ```
    #[must_use]
    pub fn from_canonical_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
        let x = Self::from_bytes(bytes);
        CtOption::new(x, x.to_bytes().ct_eq(bytes))
    }

    /// The value below p as 32 bytes, little-endian.
    ///
    /// ```
    /// # use lanes25519::field::FieldElement;
    /// let mut minus_one = [0xff; 32];
    /// (minus_one[0], minus_one[31]) = (0xec, 0x7f);
    /// assert_eq!((-FieldElement::ONE).to_bytes(), minus_one);
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// `self^2`.
    ///
    /// ```
    /// # use lanes25519::field::FieldElement;
    /// let x = FieldElement::from_bytes(&[3; 32]);
    /// assert_eq!(x.square(), x * x);
    /// ```
    #[must_use]
    pub fn square(&self) -> Self {
        Self(self.0.square())
    }

    /// `1 / self`, and 0 for 0.
    ///
    /// ```
    /// # use lanes25519::field::FieldElement;
    /// let x = FieldElement::from_bytes(&[3; 32]);
    /// assert_eq!(x * x.invert(), FieldElement::ONE);
    /// assert_eq!(FieldElement::ZERO.invert(), FieldElement::ZERO);
    /// ```
    #[must_use]
    pub fn invert(&self) -> Self {
        Self(self.0.invert())
    }

    /// Inverts each element, and leaves zeros: for three multiplications an element and an inversion for every 32. Any length,
    /// zero included; nothing is allocated.
    ///
    /// ```
    /// # use lanes25519::field::FieldElement;
    /// let mut x = [[1; 32], [0; 32], [3; 32]].map(|b| FieldElement::from_bytes(&b));
    /// let one_by_one = x.map(|x| x.invert());
    /// FieldElement::batch_invert(&mut x);
    /// assert_eq!(x, one_by_one);
    /// ```
    pub fn batch_invert(elements: &mut [Self]) {
        let mut block = [Tight::ZERO.fe(); 32];
        for elements in elements.chunks_mut(32) {
            let block = &mut block[..elements.len()];
            for (b, x) in block.iter_mut().zip(&*elements) {
                *b = x.0.fe();
            }
            invert::simultaneous::<Fe, 32>((), block);
            for (b, x) in block.iter().zip(elements) {
                x.0 = b.product();
            }
        }
    }

    /// The even square root of `u / v` and true; if `u / v` is not a square, that of `sqrt(-1) u / v` and false.
    ///
    /// As `SQRT_RATIO_M1` of RFC 9496, section 4.2: `u = 0` gives true and 0, else `v = 0` gives false and 0.
    ///
    /// ```
    /// # use lanes25519::field::FieldElement;
    /// let four = FieldElement::from_bytes(&{ let mut b = [0; 32]; b[0] = 4; b });
    /// let (square, root) = FieldElement::sqrt_ratio(&four, &FieldElement::ONE);
    /// assert!(bool::from(square));
    /// assert_eq!(root.square(), four);
    /// ```
    #[must_use]
    pub fn sqrt_ratio(u: &Self, v: &Self) -> (Choice, Self) {
        let (square, root) = sqrt::sqrt_ratio(&u.0, &v.0);
        (square.into(), Self(root))
    }

    /// Whether this is 0.
    ///
    /// ```
    /// # use lanes25519::field::FieldElement;
    /// assert!(bool::from((FieldElement::ONE - FieldElement::ONE).is_zero()));
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> Choice {
        self.0.is_zero().into()
    }
}

impl Add for FieldElement {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self(self.0.add(&o.0).carry())
    }
}

impl Sub for FieldElement {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self(self.0.sub(&o.0).carry())
    }
}

impl Mul for FieldElement {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Self(self.0.mul(&o.0))
    }
}

impl Neg for FieldElement {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.neg().carry())
    }
}

impl AddAssign for FieldElement {
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

impl SubAssign for FieldElement {
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl MulAssign for FieldElement {
    fn mul_assign(&mut self, o: Self) {
        *self = *self * o;
    }
}

impl ConstantTimeEq for FieldElement {
    fn ct_eq(&self, o: &Self) -> Choice {
        self.0.equal(&o.0).into()
    }
}

/// In constant time.
impl PartialEq for FieldElement {
    fn eq(&self, o: &Self) -> bool {
        self.ct_eq(o).into()
    }
}

impl Eq for FieldElement {}

impl ConditionallySelectable for FieldElement {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(a.0.select(&b.0, Mask::from(choice)))
    }
}

impl Default for FieldElement {
    fn default() -> Self {
        Self::ZERO
    }
}

impl zeroize::DefaultIsZeroes for FieldElement {}

impl fmt::Debug for FieldElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FieldElement(")?;
        self.to_bytes().iter().try_for_each(|b| write!(f, "{b:02x}"))?;
        f.write_str(")")
    }
}
