//! Multiples of the base point for kernels that look entries up by permutations.
//!
//! A clamped scalar is `k = 8 k'` with `2^251 <= k' < 2^252`, and `k' = (S + 2^252 - 1) / 2` where `S` has odd digits of
//! radix 64. So `k B = S (4 B) + (2^252 - 1) (4 B)`: position i holds the odd multiples 1, 3, .., 63 of 64^i (4 B), and the
//! last one has the constant point in each of its entries.
#![expect(clippy::large_stack_arrays, reason = "at compile time, and in tests")]

/// Digits of radix 64 in 252 bits.
pub(crate) const POSITIONS: usize = 42;
/// Odd multiples a position.
const ENTRIES: usize = 32;

/// Limb by limb, all entries.
pub(crate) type Coordinate = [[u64; ENTRIES]; 5];

/// y + x, y - x and 2 d x y of all entries.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Position(pub(crate) [Coordinate; 3]);

/// 158 KiB. `wide_table.bin` has the limbs in order, as [`tests::build`] computes them: doing so in the compiler would cost
/// every build of the crate five seconds.
pub(crate) static TABLE: [Position; POSITIONS] = read(include_bytes!("wide_table.bin"));

const fn read(bytes: &[u8; size_of::<[Position; POSITIONS]>()]) -> [Position; POSITIONS] {
    let mut table = [Position([[[0; ENTRIES]; 5]; 3]); POSITIONS];
    let (words, _) = bytes.as_chunks::<8>();
    let mut i = 0;
    while i < words.len() {
        let (column, entry) = (i / ENTRIES, i % ENTRIES);
        table[column / 15].0[column / 5 % 3][column % 5][entry] = u64::from_le_bytes(words[i]);
        i += 1;
    }
    table
}

#[cfg(test)]
pub(super) mod tests {
    use std::boxed::Box;
    use std::vec::Vec;

    use super::super::base_table::{BASE, Point, add, normalise};
    use super::*;
    use crate::field51::Tight;

    #[test]
    fn the_file_is_what_the_code_computes() {
        let bytes: Vec<u8> = build()
            .iter()
            .flat_map(|p| {
                p.0.as_flattened()
                    .as_flattened()
                    .iter()
                    .flat_map(|w| w.to_le_bytes())
                    .collect::<Vec<u8>>()
            })
            .collect();
        if std::env::var_os("LANES25519_WRITE_TABLES").is_some() {
            std::fs::write(
                concat!(env!("CARGO_MANIFEST_DIR"), "/src/curve/wide_table.bin"),
                &bytes,
            )
            .expect("the source tree can be written");
        }
        assert!(
            bytes == include_bytes!("wide_table.bin"),
            "src/curve/wide_table.bin is out of date"
        );
    }

    fn build() -> Box<[Position]> {
        let mut table: Box<[Position]> =
            (0..POSITIONS).map(|_| Position([[[0; ENTRIES]; 5]; 3])).collect();
        for (position, entries) in
            table.iter_mut().zip(normalise::<POSITIONS, ENTRIES>(&multiples()))
        {
            for (j, entry) in entries.iter().enumerate() {
                for (coordinate, words) in position.0.iter_mut().zip(entry) {
                    for (limb, l) in coordinate.iter_mut().zip(Tight::from_words(words).limbs()) {
                        limb[j] = l;
                    }
                }
            }
        }
        table
    }

    fn multiples() -> [[Point; ENTRIES]; POSITIONS] {
        let base = Point::affine(&BASE);
        let two = add(&base, &base);
        let four = add(&two, &two);
        let mut first = four;
        let mut points = [[first; ENTRIES]; POSITIONS];
        for position in &mut points {
            let two = add(&first, &first);
            let mut odd = first;
            for entry in position {
                *entry = odd;
                odd = add(&odd, &two);
            }
            for _ in 0..6 {
                first = add(&first, &first);
            }
        }
        // Now first = 2^252 (4 B).
        let constant = add(&first, &four.neg());
        for entry in &mut points[POSITIONS - 1] {
            *entry = add(entry, &constant);
        }
        points
    }
}
