//! What the curve needs of a field.
//!
//! Bounds are in the types: [`Field`] is an element that may enter a multiplication, its product may enter a sum, and a
//! sum may enter a multiplication again. Where the carry is done (after a multiplication or after a sum) is the field's own
//! affair, and a missing one is a type error. One text of the ladder and of the point additions serves single elements and
//! elements in lanes.

#[cfg(test)]
pub(crate) mod tests;

use crate::ct::Mask;
use crate::divsteps;
use crate::words::{self, Words};

/// Elements of the field of p = 2^255 - 19 that may enter a multiplication.
pub(crate) trait Field: Copy {
    /// What comes out of a multiplication.
    type Product: Product<Self>;
    /// A product from which another may be subtracted.
    type Minuend: Minuend<Self>;
    /// An element that multiplies many.
    type Constant: Copy;
    /// Says where to select.
    type Mask: Copy;
    /// Evidence of the CPU features that the field needs.
    type Proof: Copy;

    /// `x` everywhere.
    fn small(proof: Self::Proof, x: u32) -> Self;
    /// The evidence.
    fn proof(&self) -> Self::Proof;

    /// `self * o`.
    fn mul(&self, o: &Self) -> Self::Product;
    /// `self * o`, to subtract from.
    fn mul_minuend(&self, o: &Self) -> Self::Minuend;
    /// `self^2`.
    fn square(&self) -> Self::Product;
    /// `self^2`, to subtract from.
    fn square_minuend(&self) -> Self::Minuend;
    /// The same value, ready to multiply many.
    fn constant(&self) -> Self::Constant;
    /// `self * c`.
    fn mul_constant(&self, c: &Self::Constant) -> Self::Product;

    /// The same value.
    fn product(&self) -> Self::Product;
    /// The same value.
    fn minuend(&self) -> Self::Minuend;
    /// `o` if `mask` is set, else `self`.
    fn select(&self, o: &Self, mask: Self::Mask) -> Self;
    /// `-self` if `mask` is set, else `self`. In: canonical.
    fn negate_if(&self, mask: Self::Mask) -> Self;
}

/// What comes out of a multiplication.
pub(crate) trait Product<F>: Copy {
    /// The same value.
    fn fe(&self) -> F;
    /// `self + k o`, for `k < 2^17`.
    fn add_small(&self, k: u32, o: &F) -> F;
}

/// A product from which another may be subtracted.
pub(crate) trait Minuend<F: Field>: Copy {
    /// The same value.
    fn fe(&self) -> F;
    /// `self + o`.
    fn add(&self, o: &F::Product) -> F;
    /// `self - o`.
    fn sub(&self, o: &F::Product) -> F;
    /// `2 self + o`.
    fn twice_add(&self, o: &F::Product) -> F;
    /// `2 self - o`.
    fn twice_sub(&self, o: &F::Product) -> F;
}

/// Fields in which [`simultaneous`](crate::curve::invert::simultaneous) inversion can be done.
pub(crate) trait Invert: Field {
    /// `1 / self`, and 0 for 0.
    fn invert(&self) -> Self;
    /// Set where `self` is 0 modulo p.
    fn is_zero(&self) -> Self::Mask;
}

/// Single elements, reduced so far that they may enter a sum.
pub(crate) trait Element: Copy {
    /// What enters a multiplication.
    type Fe: Field<Product = Self, Minuend = Self, Mask = Mask, Proof = ()> + Invert;

    const ZERO: Self;
    const ONE: Self;

    /// The value of the low 255 bits, canonical or not; bit 255 is ignored.
    fn from_words(w: &Words) -> Self;
    /// The value in `[0, p)`.
    fn to_words(&self) -> Words;
    /// The same value.
    fn fe(&self) -> Self::Fe;
    /// `self + o`.
    fn add(&self, o: &Self) -> Self::Fe;
    /// `self - o`.
    fn sub(&self, o: &Self) -> Self::Fe;
    /// `o` if `mask` is set, else `self`.
    fn select(&self, o: &Self, mask: Mask) -> Self;

    /// `-self`.
    #[inline(always)]
    fn neg(&self) -> Self::Fe {
        Self::ZERO.sub(self)
    }

    /// `self * o`.
    #[inline(always)]
    fn mul(&self, o: &Self) -> Self {
        self.fe().mul(&o.fe())
    }

    /// `self^2`.
    #[inline(always)]
    fn square(&self) -> Self {
        self.fe().square()
    }

    /// `self^(2^n)`.
    #[inline(always)]
    fn square_n(&self, n: u32) -> Self {
        (0..n).fold(*self, |r, _| r.square())
    }

    /// `1 / self`, and 0 for 0. Constant time.
    #[inline(always)]
    fn invert(&self) -> Self {
        Self::from_words(&divsteps::invert(&self.to_words()))
    }

    /// Set if `self` is 0 modulo p.
    #[inline(always)]
    fn is_zero(&self) -> Mask {
        Mask::all_zero(&self.to_words())
    }

    /// Set if `self` and `o` are the same modulo p.
    #[inline(always)]
    fn equal(&self, o: &Self) -> Mask {
        self.sub(o).product().is_zero()
    }

    /// As RFC 7748, section 5: bit 255 is ignored, and a value of p or more is accepted.
    #[inline(always)]
    fn from_bytes(b: &[u8; 32]) -> Self {
        Self::from_words(&words::from_bytes(b))
    }

    /// 32 bytes, little-endian, canonical.
    #[inline(always)]
    fn to_bytes(&self) -> [u8; 32] {
        words::to_bytes(&self.to_words())
    }
}

/// The traits of a field of single elements, each method the inherent one of the same name.
macro_rules! single_field {
    ($fe:ident, $reduced:ident) => {
        impl $crate::arith::Element for $reduced {
            type Fe = $fe;

            const ZERO: Self = Self::ZERO;
            const ONE: Self = Self::ONE;

            single_field! { methods
                fn from_words(w: &Words) -> Self;
            }
            #[inline(always)]
            fn to_words(&self) -> Words {
                Self::to_words(*self)
            }
            single_field! { methods self
                fn fe(&self) -> $fe;
                fn add(&self, o: &Self) -> $fe;
                fn sub(&self, o: &Self) -> $fe;
                fn select(&self, o: &Self, mask: Mask) -> Self;
            }
        }

        impl $crate::arith::Product<$fe> for $reduced {
            single_field! { methods self
                fn fe(&self) -> $fe;
                fn add_small(&self, k: u32, o: &$fe) -> $fe;
            }
        }

        impl $crate::arith::Minuend<$fe> for $reduced {
            single_field! { methods self
                fn fe(&self) -> $fe;
                fn add(&self, o: &Self) -> $fe;
                fn sub(&self, o: &Self) -> $fe;
                fn twice_add(&self, o: &Self) -> $fe;
                fn twice_sub(&self, o: &Self) -> $fe;
            }
        }

        impl $crate::arith::Field for $fe {
            type Product = $reduced;
            type Minuend = $reduced;
            type Constant = Self;
            type Mask = Mask;
            type Proof = ();

            single_field! { methods
                fn small(proof: (), x: u32) -> Self;
            }
            single_field! { methods self
                fn mul(&self, o: &Self) -> $reduced;
                fn square(&self) -> $reduced;
                fn select(&self, o: &Self, mask: Mask) -> Self;
                fn negate_if(&self, mask: Mask) -> Self;
            }
            #[inline(always)]
            fn proof(&self) {}
            #[inline(always)]
            fn mul_minuend(&self, o: &Self) -> $reduced {
                self.mul(o)
            }
            #[inline(always)]
            fn square_minuend(&self) -> $reduced {
                self.square()
            }
            #[inline(always)]
            fn constant(&self) -> Self {
                *self
            }
            #[inline(always)]
            fn mul_constant(&self, c: &Self) -> $reduced {
                self.mul(c)
            }
            #[inline(always)]
            fn product(&self) -> $reduced {
                self.carry()
            }
            #[inline(always)]
            fn minuend(&self) -> $reduced {
                self.carry()
            }
        }

        impl $crate::arith::Invert for $fe {
            #[inline(always)]
            fn invert(&self) -> Self {
                $crate::arith::Element::invert(&self.carry()).fe()
            }
            #[inline(always)]
            fn is_zero(&self) -> Mask {
                $crate::arith::Element::is_zero(&self.carry())
            }
        }
    };
    (methods $(fn $method:ident($($arg:ident: $ty:ty),*) -> $out:ty;)*) => {$(
        #[inline(always)]
        fn $method($($arg: $ty),*) -> $out {
            Self::$method($($arg),*)
        }
    )*};
    (methods $this:ident $(fn $method:ident(&self $(, $arg:ident: $ty:ty)*) -> $out:ty;)*) => {$(
        #[inline(always)]
        fn $method(&$this $(, $arg: $ty)*) -> $out {
            Self::$method($this $(, $arg)*)
        }
    )*};
}
pub(crate) use single_field;
