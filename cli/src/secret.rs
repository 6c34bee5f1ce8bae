//! The file with the static secret key.
//!
//! All that `keygen` prints for one key is taken, so that its output can be the file as it is: where the public key
//! stands beside the secret one, it must belong to it.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use lanes25519::x25519_base;
use zeroize::Zeroizing;

use crate::error::{Error, Fault};
use crate::pem::{self, Blocks};
use crate::text::{Encoding, describe};

/// Longest file that is taken. Room for comments beside a key.
const MAX_FILE: usize = 1 << 14;

const EXPECTED: &str =
    "a secret key (PKCS#8 PEM, 64 hex digits, 44 base64 characters or 32 raw bytes)";
const PAIR: &str = "the public key that belongs to the secret key";

/// The secret key in the file at `path`.
pub(crate) fn read(path: &Path) -> Result<Zeroizing<[u8; 32]>, Error> {
    let name = path.display().to_string();
    // One buffer of the final size, so that no copy of the secret stays behind in a smaller one.
    let mut content = Zeroizing::new(vec![0; MAX_FILE + 1]);
    let mut file = File::open(path).map_err(Error::reading(&name))?;
    let mut len = 0;
    while len < content.len() {
        match file.read(&mut content[len..]) {
            Ok(0) => break,
            Ok(n) => len += n,
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(e) => return Err(Error::reading(&name)(e)),
        }
    }
    parse(&content[..len]).map_err(|fault| fault.within(&name))
}

fn parse(content: &[u8]) -> Result<Zeroizing<[u8; 32]>, Fault> {
    if content.len() > MAX_FILE {
        return Err(Fault::whole(EXPECTED, format!("a file of more than {MAX_FILE} bytes")));
    }
    // 32 characters of text are a key cut short, not a raw key: a random one looks like text once in 2^43 times, and
    // then the user gets an error, not another key.
    let is_text = |b: &u8| b.is_ascii_graphic() || b.is_ascii_whitespace();
    if matches!(content.len(), 32 | 64) && !content.iter().all(is_text) {
        return raw(content);
    }
    let mut lines = content_lines(content).peekable();
    match lines.peek() {
        None => Err(Fault::whole(EXPECTED, "no key in the file")),
        Some((_, first)) if pem::begins_block(first) => blocks(content),
        Some(_) => words(lines),
    }
}

/// The lines that are neither blank nor a comment, with their numbers.
fn content_lines(content: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    let lines = content.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    (1..).zip(lines).filter(|(_, line)| !line.is_empty() && !line.starts_with(b"#"))
}

/// 32 bytes of the secret key, and the 32 of the public one if they follow.
fn raw(content: &[u8]) -> Result<Zeroizing<[u8; 32]>, Fault> {
    let mut secret = Zeroizing::new([0; 32]);
    secret.copy_from_slice(&content[..32]);
    match &content[32..] {
        [] => Ok(secret),
        public if public == x25519_base(*secret) => Ok(secret),
        _ => Err(Fault::whole(format!("32 raw bytes, or 32 more of {PAIR}"), "64 other bytes")),
    }
}

/// One line of text: the secret key, and the public one if it follows.
fn words<'a>(
    mut lines: impl Iterator<Item = (u64, &'a [u8])>,
) -> Result<Zeroizing<[u8; 32]>, Fault> {
    let (number, line) = lines.next().expect("the caller has seen a line");
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let encoding = Encoding::of_length(first.len())
        .ok_or_else(|| Fault::at(number, EXPECTED, describe(line)))?;
    let secret = encoding
        .decode_secret(first)
        .ok_or_else(|| Fault::at(number, encoding.expects(), "other characters"))?;
    if let Some(second) = words.next()
        && encoding.decode_public(second) != Some(x25519_base(*secret))
    {
        return Err(Fault::at(number, PAIR, "something else"));
    }
    if words.next().is_some() {
        return Err(Fault::at(number, "a secret key, or it and its public key", describe(line)));
    }
    match lines.next() {
        None => Ok(secret),
        Some((next, _)) => {
            Err(Fault::at(next, format!("one key, that of line {number}"), "another line"))
        }
    }
}

/// PEM: one secret key, and public ones that belong to it.
fn blocks(content: &[u8]) -> Result<Zeroizing<[u8; 32]>, Fault> {
    let mut blocks = Blocks::new();
    let mut secret: Option<(u64, Zeroizing<[u8; 32]>)> = None;
    let mut publics = Vec::new();
    for (number, line) in content_lines(content) {
        let Some(block) = blocks.line(number, line, "-----BEGIN PRIVATE KEY-----")? else {
            continue;
        };
        if block.label() == pem::PUBLIC {
            publics.push((block.line, block.public_key()?));
            continue;
        }
        let key = block.secret_key(|secret| x25519_base(*secret))?;
        if let Some((first, _)) = secret {
            let expected = format!("one secret key, that of line {first}");
            return Err(Fault::at(block.line, expected, "a second one"));
        }
        secret = Some((block.line, key));
    }
    blocks.end()?;
    let Some((_, secret)) = secret else {
        return Err(Fault::whole("a PEM block PRIVATE KEY", "only PUBLIC KEY"));
    };
    if let Some(&(line, _)) = publics.iter().find(|(_, public)| *public != x25519_base(*secret)) {
        return Err(Fault::at(line, PAIR, "another one"));
    }
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: [u8; 32] = [0xa7; 32];

    /// What `append` makes of the secret key and of its public key.
    fn both(append: impl Fn(&[u8; 32], &mut Vec<u8>)) -> (Vec<u8>, Vec<u8>) {
        let (mut secret, mut public) = (Vec::new(), Vec::new());
        append(&SECRET, &mut secret);
        append(&x25519_base(SECRET), &mut public);
        (secret, public)
    }

    fn joined(parts: &[&[u8]]) -> Vec<u8> {
        parts.concat()
    }

    fn fault(content: &[u8]) -> Fault {
        let fault = parse(content).unwrap_err();
        let text = format!("{fault:?}");
        assert!(!text.contains("a7a7") && !text.contains("p6en"), "tells the secret: {text}");
        fault
    }

    #[test]
    fn all_that_keygen_prints_for_one_key_is_taken() {
        for encoding in [Encoding::Hex, Encoding::Base64] {
            let (secret, public) = both(|key, out| encoding.append(key, out));
            for content in [
                secret.clone(),
                joined(&[&secret, b"\r\n"]),
                joined(&[b"# mine\n\n  ", &secret, b"  \n# end\n"]),
                joined(&[&secret, b" ", &public, b"\n"]),
            ] {
                assert_eq!(*parse(&content).unwrap(), SECRET);
            }
        }
        let (mut secret, mut public) = (Vec::new(), Vec::new());
        pem::append_secret(&SECRET, &mut secret);
        pem::append_public(&x25519_base(SECRET), &mut public);
        for content in [
            secret.clone(),
            joined(&[&secret, &public]),
            joined(&[b"\xef\xbb\xbf# mine\n\n", &public, b"\n", &secret]),
            String::from_utf8(secret).unwrap().replace('\n', "\r\n").into_bytes(),
        ] {
            assert_eq!(*parse(&content).unwrap(), SECRET);
        }
        assert_eq!(*parse(&SECRET).unwrap(), SECRET);
        assert_eq!(*parse(&joined(&[&SECRET, &x25519_base(SECRET)])).unwrap(), SECRET);
    }

    #[test]
    fn a_public_key_that_belongs_to_another_secret_is_a_fault() {
        let other = x25519_base([1; 32]);
        let (secret, _) = both(|key, out| Encoding::Hex.append(key, out));
        let mut line = joined(&[b"\n", &secret, b" "]);
        Encoding::Hex.append(&other, &mut line);
        assert_eq!(fault(&line), Fault::at(2, PAIR, "something else"));

        let mut blocks = Vec::new();
        pem::append_secret(&SECRET, &mut blocks);
        pem::append_public(&other, &mut blocks);
        assert_eq!(fault(&blocks), Fault::at(4, PAIR, "another one"));

        assert_eq!(fault(&joined(&[&SECRET, &other])).found, "64 other bytes");
    }

    #[test]
    fn a_key_cut_short_is_not_a_raw_key() {
        let (hex, _) = both(|key, out| Encoding::Hex.append(key, out));
        for len in [0, 1, 31, 32, 33, 63] {
            assert_eq!(fault(&hex[..len]).expected, EXPECTED, "{len}");
        }
        assert_eq!(fault(&hex[..32]), Fault::at(1, EXPECTED, "32 characters"));
        assert_eq!(fault(&joined(&[&hex[..31], b"\n"])), Fault::at(1, EXPECTED, "31 characters"));
        for len in [31, 33, 63, 65] {
            assert_eq!(fault(&vec![0xa7; len]).expected, EXPECTED, "{len} raw bytes");
        }
    }

    #[test]
    fn more_than_one_secret_key_is_a_fault() {
        let (hex, _) = both(|key, out| Encoding::Hex.append(key, out));
        let two = joined(&[&hex, b"\n", &hex, b"\n"]);
        assert_eq!(fault(&two), Fault::at(2, "one key, that of line 1", "another line"));
        let mut pem = Vec::new();
        pem::append_secret(&SECRET, &mut pem);
        let two = joined(&[&pem, b"# second\n", &pem]);
        assert_eq!(fault(&two), Fault::at(5, "one secret key, that of line 1", "a second one"));
        assert_eq!(fault(&vec![b'\n'; MAX_FILE + 1]).found, "a file of more than 16384 bytes");
    }
}
