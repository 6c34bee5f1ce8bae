//! Moving over from x25519-dalek is a change of the `use` line: one program text, compiled twice.

mod before {
    use std::collections::HashSet;

    use chacha20::ChaCha20Rng;
    use chacha20::rand_core::{Rng, SeedableRng};
    use x25519_dalek::{
        EphemeralSecret, PublicKey, ReusableSecret, SharedSecret, StaticSecret,
        X25519_BASEPOINT_BYTES, x25519,
    };

    include!("data/program.rs");

    pub(crate) fn run() -> Vec<(String, [u8; 32])> {
        program()
    }
}

mod after {
    use std::collections::HashSet;

    use chacha20::ChaCha20Rng;
    use chacha20::rand_core::{Rng, SeedableRng};
    use lanes25519::{
        EphemeralSecret, PublicKey, ReusableSecret, SharedSecret, StaticSecret,
        X25519_BASEPOINT_BYTES, x25519,
    };

    include!("data/program.rs");

    pub(crate) fn run() -> Vec<(String, [u8; 32])> {
        program()
    }
}

#[test]
fn the_program_does_the_same() {
    let (before, after) = (before::run(), after::run());
    assert_eq!(before.len(), 25, "what the program notes");
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after);
    }
    assert_eq!(before.len(), after.len());
}
