//! The promises that are tested in one program: each file is one. A program of its own for each would link the
//! kernels a dozen times.

mod backends_agree;
mod common;
mod differential;
mod keys;
mod laws;
mod low_order;
mod moving_over;
mod reference;
mod rfc7748;
mod serde;
mod strategies;
mod wycheproof;
