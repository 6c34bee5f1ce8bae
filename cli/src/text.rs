//! Keys as hex and base64, and words for text that is neither.
//!
//! Two decoders of base64 stand side by side on purpose: `base64ct` for secret keys, whose time does not depend on
//! what it decodes, and `base64` for the public keys of peers, which takes a fifth of the time.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use base64ct::{Base64, Encoding as _};
use zeroize::Zeroizing;

use crate::error::Fault;

/// Length of a key as hex digits.
pub(crate) const HEX_LEN: usize = 64;
/// Length of a key in padded base64.
pub(crate) const BASE64_LEN: usize = 44;

/// A way to write 32 bytes into a line of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Hex,
    Base64,
}

impl Encoding {
    /// Appends `bytes`, in constant time. Does not reallocate where `out` has room for them.
    pub(crate) fn append(self, bytes: &[u8; 32], out: &mut Vec<u8>) {
        match self {
            Self::Hex => {
                let mut text = Zeroizing::new([0; HEX_LEN]);
                base16ct::lower::encode(bytes, &mut text[..]).expect("two digits a byte");
                out.extend_from_slice(&text[..]);
            }
            Self::Base64 => out.extend_from_slice(&encode_base64(bytes)[..]),
        }
    }

    /// The encoding that a key of `len` characters would be in.
    pub(crate) fn of_length(len: usize) -> Option<Self> {
        match len {
            HEX_LEN => Some(Self::Hex),
            BASE64_LEN => Some(Self::Base64),
            _ => None,
        }
    }

    /// What a line should hold, for messages.
    pub(crate) fn expects(self) -> &'static str {
        match self {
            Self::Hex => "64 hex digits",
            Self::Base64 => "32 bytes in base64 (44 characters with the padding)",
        }
    }

    /// A public key from its text. Not for secrets.
    #[inline]
    pub(crate) fn decode_public(self, text: &[u8]) -> Option<[u8; 32]> {
        match self {
            Self::Hex => {
                let mut key = [0; 32];
                let whole = base16ct::mixed::decode(text, &mut key).ok()?.len() == 32;
                whole.then_some(key)
            }
            Self::Base64 => {
                // The decoder fills whole groups of three bytes, the padding's included.
                let mut groups = [0; 33];
                let whole = STANDARD.decode_slice(text, &mut groups).ok()? == 32;
                whole.then(|| groups[..32].try_into().expect("32 of 33 bytes"))
            }
        }
    }

    /// A secret key from its text, in constant time.
    pub(crate) fn decode_secret(self, text: &[u8]) -> Option<Zeroizing<[u8; 32]>> {
        let mut key = Zeroizing::new([0; 32]);
        let decoded = match self {
            Self::Hex => base16ct::mixed::decode(text, &mut key[..]).ok()?.len(),
            Self::Base64 => Base64::decode(text, &mut key[..]).ok()?.len(),
        };
        (decoded == 32).then_some(key)
    }
}

/// `bytes` in base64, in constant time: arithmetic on all characters at once instead of a table. A third of the time
/// that `base64ct` takes, which would be most of what printing a shared secret costs.
fn encode_base64(bytes: &[u8; 32]) -> Zeroizing<[u8; BASE64_LEN]> {
    let mut padded = Zeroizing::new([0; 33]);
    padded[..32].copy_from_slice(bytes);
    let mut text = Zeroizing::new([0; BASE64_LEN]);
    for (b, t) in padded.as_chunks::<3>().0.iter().zip(text.as_chunks_mut::<4>().0) {
        *t = [b[0] >> 2, (b[0] << 4 | b[1] >> 4) & 63, (b[1] << 2 | b[2] >> 6) & 63, b[2] & 63];
    }
    // 0..26 is A-Z, then a-z, 0-9, + and /: each step moves the values that lie above it.
    let step = |sextet: u8, from: u8| 0_u8.wrapping_sub(u8::from(sextet >= from));
    for t in text.iter_mut() {
        let sextet = *t;
        *t = sextet
            .wrapping_add(b'A')
            .wrapping_add(step(sextet, 26) & (b'a' - b'Z' - 1))
            .wrapping_sub(step(sextet, 52) & (b'z' - b'0' + 1))
            .wrapping_sub(step(sextet, 62) & (b'9' - b'+' + 1))
            .wrapping_add(step(sextet, 63) & (b'/' - b'+' - 1));
    }
    text[BASE64_LEN - 1] = b'=';
    text
}

/// What is wrong with a line that should be a key in `encoding`. Tells at most one character of it.
pub(crate) fn fault_of_line(line: u64, text: &[u8], encoding: Encoding, expected: &str) -> Fault {
    let allowed = |b: &u8| match encoding {
        Encoding::Hex => b.is_ascii_hexdigit(),
        Encoding::Base64 => b.is_ascii_alphanumeric() || b"+/=".contains(b),
    };
    let found = match text.iter().position(|b| !allowed(b)) {
        _ if Encoding::of_length(text.len()) != Some(encoding) => describe(text),
        Some(at) if text[at].is_ascii_graphic() => {
            format!("'{}' at column {}", char::from(text[at]), at + 1)
        }
        Some(at) => format!("the byte 0x{:02x} at column {}", text[at], at + 1),
        None => "characters that do not encode 32 bytes".to_owned(),
    };
    Fault::at(line, expected, found)
}

/// How much there is, without telling what.
pub(crate) fn describe(text: &[u8]) -> String {
    let words = text.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()).count();
    match (words, text.len()) {
        (0 | 1, 1) => "1 character".to_owned(),
        (0 | 1, n) => format!("{n} characters"),
        (words, _) => format!("{words} words"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sextet value in every place of a group, and the values around each step.
    fn keys() -> impl Iterator<Item = [u8; 32]> {
        let ramps = (0..=255_u8).map(|start| {
            std::array::from_fn(|i| start.wrapping_add(u8::try_from(i).unwrap().wrapping_mul(37)))
        });
        ramps.chain([[0; 32], [0xff; 32]])
    }

    #[test]
    fn base64_is_that_of_the_crate_and_comes_back() {
        for key in keys() {
            let text = encode_base64(&key);
            assert_eq!(std::str::from_utf8(&text[..]).unwrap(), Base64::encode_string(&key));
            assert_eq!(Encoding::Base64.decode_public(&text[..]), Some(key));
            assert_eq!(*Encoding::Base64.decode_secret(&text[..]).unwrap(), key);
        }
    }

    #[test]
    fn hex_comes_back_in_either_case() {
        for key in keys() {
            let mut text = Vec::new();
            Encoding::Hex.append(&key, &mut text);
            assert_eq!(text.len(), HEX_LEN);
            assert_eq!(Encoding::Hex.decode_public(&text), Some(key));
            assert_eq!(*Encoding::Hex.decode_secret(&text.to_ascii_uppercase()).unwrap(), key);
        }
    }

    #[test]
    fn other_lengths_and_characters_are_no_key() {
        for len in (0..=80).filter(|&n| n != HEX_LEN) {
            assert_eq!(Encoding::Hex.decode_public(&vec![b'a'; len]), None, "{len} digits");
            assert!(Encoding::Hex.decode_secret(&vec![b'a'; len]).is_none(), "{len} digits");
        }
        for len in (0..=80).filter(|&n| n != BASE64_LEN) {
            assert_eq!(Encoding::Base64.decode_public(&vec![b'A'; len]), None, "{len} characters");
            assert!(Encoding::Base64.decode_secret(&vec![b'A'; len]).is_none(), "{len} characters");
        }
        // 44 characters without padding hold 33 bytes; trailing bits that are not zero; the URL-safe letters.
        let mut letters = [b'A'; BASE64_LEN];
        assert_eq!(Encoding::Base64.decode_public(&letters), None);
        assert!(Encoding::Base64.decode_secret(&letters).is_none());
        letters[43] = b'=';
        assert!(Encoding::Base64.decode_public(&letters).is_some());
        for (at, letter) in [(42, b'B'), (0, b'-'), (0, b'_'), (0, b'='), (5, b' '), (5, 0xc3)] {
            let mut bad = letters;
            bad[at] = letter;
            assert_eq!(Encoding::Base64.decode_public(&bad), None, "{letter} at {at}");
            assert!(Encoding::Base64.decode_secret(&bad).is_none(), "{letter} at {at}");
        }
    }

    #[test]
    fn a_fault_names_the_first_bad_character_or_the_length() {
        let found = |text: &[u8], encoding: Encoding| fault_of_line(3, text, encoding, "x").found;
        let mut digits = [b'0'; HEX_LEN];
        assert_eq!(found(&digits[..63], Encoding::Hex), "63 characters");
        assert_eq!(found(b"ab cd", Encoding::Hex), "2 words");
        digits[10] = b'g';
        assert_eq!(found(&digits, Encoding::Hex), "'g' at column 11");
        digits[10] = 0x1b;
        assert_eq!(found(&digits, Encoding::Hex), "the byte 0x1b at column 11");
        assert_eq!(found(&[b'A'; 44], Encoding::Base64), "characters that do not encode 32 bytes");
    }
}
