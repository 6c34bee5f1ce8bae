//! Algebra that the field, the curve and X25519 must obey, whatever the representation.

#[path = "../common/mod.rs"]
mod common;
mod curve;
mod exchange;
mod field;
#[path = "../reference/mod.rs"]
mod reference;
#[path = "../strategies/mod.rs"]
mod strategies;
