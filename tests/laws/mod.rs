//! Algebra that the field, the curve and X25519 must obey, whatever the representation.

mod curve;
mod exchange;
mod field;
