//! Numbers of 256 bits.

/// 256 bits, least significant word first.
pub(crate) type Words = [u64; 4];

/// The words of 32 little-endian bytes.
#[inline(always)]
pub(crate) fn from_bytes(b: &[u8; 32]) -> Words {
    let (chunks, _) = b.as_chunks::<8>();
    [0, 1, 2, 3].map(|i| u64::from_le_bytes(chunks[i]))
}

/// 32 little-endian bytes of the words.
#[inline(always)]
pub(crate) fn to_bytes(w: &Words) -> [u8; 32] {
    let mut b = [0; 32];
    let (chunks, _) = b.as_chunks_mut::<8>();
    for (chunk, w) in chunks.iter_mut().zip(w) {
        *chunk = w.to_le_bytes();
    }
    b
}
