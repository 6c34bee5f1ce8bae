//! Keys as RFC 8410 puts them into PEM: PKCS#8 for secret ones, SPKI for public ones.

use der::asn1::{BitStringRef, OctetStringRef};
use der::pem::{Decoder, LineEnding};
use der::{Decode as _, Encode as _, EncodePem as _};
use pkcs8::{ObjectIdentifier, PrivateKeyInfoRef};
use spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};
use zeroize::Zeroizing;

use crate::error::Fault;
use crate::text::Encoding;

/// RFC 8410, section 3: id-X25519, without parameters.
const X25519: AlgorithmIdentifierRef<'static> =
    AlgorithmIdentifierRef { oid: ObjectIdentifier::new_unwrap("1.3.101.110"), parameters: None };

pub(crate) const PUBLIC: &str = "PUBLIC KEY";
pub(crate) const SECRET: &str = "PRIVATE KEY";

/// Longest block that is taken, with its boundaries. One of X25519 has less than 200 bytes; there is room for others so
/// that a message can name their algorithm.
const MAX_BLOCK: usize = 8192;

const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"-----END ";
const DASHES: &[u8] = b"-----";

/// True for the first line of a PEM block, of any kind.
pub(crate) fn begins_block(line: &[u8]) -> bool {
    line.starts_with(BEGIN)
}

/// Collects the lines of a stream into PEM blocks. The buffer does not grow and is wiped.
pub(crate) struct Blocks {
    text: Zeroizing<Vec<u8>>,
    /// Number of the first line of the block that is open.
    open: Option<u64>,
}

impl Blocks {
    pub(crate) fn new() -> Self {
        Self { text: Zeroizing::new(Vec::with_capacity(MAX_BLOCK)), open: None }
    }

    /// True inside a block, where blank lines and comments are not skipped.
    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Takes a line; gives the block that it closes. Outside a block the line must open one, or the fault says that
    /// `expected` was.
    pub(crate) fn line(
        &mut self,
        number: u64,
        line: &[u8],
        expected: &str,
    ) -> Result<Option<Block<'_>>, Fault> {
        let Some(open) = self.open else {
            if !begins_block(line) {
                return Err(Fault::at(number, expected, crate::text::describe(line)));
            }
            self.text.clear();
            self.open = Some(number);
            self.push(number, line)?;
            return Ok(None);
        };
        if begins_block(line) {
            let expected = format!("the end of the PEM block that line {open} begins");
            return Err(Fault::at(number, expected, "the beginning of another"));
        }
        self.push(open, line)?;
        if !line.starts_with(END) {
            return Ok(None);
        }
        self.open = None;
        Ok(Some(Block { line: open, text: &self.text }))
    }

    /// At the end of the stream: a block that is still open is a fault.
    pub(crate) fn end(&self) -> Result<(), Fault> {
        match self.open {
            None => Ok(()),
            Some(line) => {
                let expected = "a PEM block with its line -----END";
                Err(Fault::at(line, expected, "the end of the file before that"))
            }
        }
    }

    fn push(&mut self, open: u64, line: &[u8]) -> Result<(), Fault> {
        if self.text.len() + line.len() + 1 > MAX_BLOCK {
            let expected = format!("a PEM block of at most {MAX_BLOCK} bytes");
            return Err(Fault::at(open, expected, "a longer one"));
        }
        self.text.extend_from_slice(line);
        self.text.push(b'\n');
        Ok(())
    }
}

/// One PEM block, from its first to its last line.
pub(crate) struct Block<'a> {
    /// Number of the first line.
    pub(crate) line: u64,
    text: &'a [u8],
}

impl Block<'_> {
    /// What stands between `-----BEGIN ` and the next dashes; empty if that is no text.
    pub(crate) fn label(&self) -> &str {
        let first = self.text.strip_prefix(BEGIN).unwrap_or_default();
        let first = first.split(|&b| b == b'\n').next().unwrap_or_default();
        std::str::from_utf8(first.strip_suffix(DASHES).unwrap_or_default()).unwrap_or_default()
    }

    /// The X25519 public key in this block.
    pub(crate) fn public_key(&self) -> Result<[u8; 32], Fault> {
        if let Some(key) = plain_public_key(self.text) {
            return Ok(key);
        }
        self.expect_label(PUBLIC)?;
        let mut der = [0; MAX_BLOCK];
        let der = self.decode(&mut der)?;
        let info = SubjectPublicKeyInfoRef::from_der(der)
            .map_err(|e| self.fault("a SubjectPublicKeyInfo (RFC 8410)", &e.to_string()))?;
        self.expect_x25519(&info.algorithm)?;
        let key = info.subject_public_key.as_bytes().unwrap_or_default();
        key.try_into().map_err(|_| self.fault("a key of 32 bytes", &format!("{} bytes", key.len())))
    }

    /// The X25519 secret key in this block. If the block also holds the public key, it must be the one that belongs to
    /// it, as `public_of` tells.
    pub(crate) fn secret_key(
        &self,
        public_of: impl Fn(&[u8; 32]) -> [u8; 32],
    ) -> Result<Zeroizing<[u8; 32]>, Fault> {
        if self.label() == "ENCRYPTED PRIVATE KEY" {
            let expected = "an unencrypted PRIVATE KEY (`openssl pkey` decrypts)";
            return Err(self.fault(expected, "an ENCRYPTED PRIVATE KEY"));
        }
        self.expect_label(SECRET)?;
        let mut der = Zeroizing::new([0; MAX_BLOCK]);
        let der = self.decode(&mut der[..])?;
        let info = PrivateKeyInfoRef::from_der(der)
            .map_err(|e| self.fault("a PKCS#8 PrivateKeyInfo (RFC 8410)", &e.to_string()))?;
        self.expect_x25519(&info.algorithm)?;
        let key = <&OctetStringRef>::from_der(info.private_key.as_bytes())
            .map_err(|e| self.fault("a key in an OCTET STRING (RFC 8410)", &e.to_string()))?;
        let mut secret = Zeroizing::new([0; 32]);
        if key.as_bytes().len() != secret.len() {
            let found = format!("{} bytes", key.as_bytes().len());
            return Err(self.fault("a key of 32 bytes", &found));
        }
        secret.copy_from_slice(key.as_bytes());
        match info.public_key {
            Some(public) if public.as_bytes() != Some(&public_of(&secret)[..]) => {
                Err(self.fault("the public key that belongs to the secret key", "another one"))
            }
            _ => Ok(secret),
        }
    }

    fn decode<'o>(&self, out: &'o mut [u8]) -> Result<&'o [u8], Fault> {
        let expected = "a PEM block (RFC 7468)";
        let mut decoder = Decoder::new_detect_wrap(self.text)
            .map_err(|e| self.fault(expected, &e.to_string()))?;
        let out = out
            .get_mut(..decoder.remaining_len())
            .ok_or_else(|| self.fault(expected, "a longer one"))?;
        decoder.decode(out).map_err(|e| self.fault(expected, &e.to_string()))
    }

    fn expect_label(&self, label: &str) -> Result<(), Fault> {
        match self.label() {
            found if found == label => Ok(()),
            "" => Err(self.fault(&format!("-----BEGIN {label}-----"), "no label")),
            found => Err(self.fault(
                &format!("-----BEGIN {label}-----"),
                &format!("'{}'", found.escape_debug()),
            )),
        }
    }

    fn expect_x25519(&self, found: &AlgorithmIdentifierRef<'_>) -> Result<(), Fault> {
        if *found == X25519 {
            return Ok(());
        }
        let found = match found.oid.to_string().as_str() {
            "1.3.101.110" => "X25519 with parameters, which RFC 8410 forbids".to_owned(),
            "1.3.101.111" => "X448".to_owned(),
            "1.3.101.112" => "Ed25519".to_owned(),
            "1.2.840.10045.2.1" => "an elliptic curve of SEC 1".to_owned(),
            "1.2.840.113549.1.1.1" => "RSA".to_owned(),
            other => format!("the algorithm {other}"),
        };
        Err(self.fault("an X25519 key (1.3.101.110)", &found))
    }

    fn fault(&self, expected: &str, found: &str) -> Fault {
        Fault::at(self.line, expected, found)
    }
}

/// The key of a block as every tool writes it: one line of base64, whose first 16 characters are the twelve bytes of
/// DER in front of the key. Anything else is `None`, and goes through the whole parser: the same result, in ten times
/// the time.
#[inline]
fn plain_public_key(text: &[u8]) -> Option<[u8; 32]> {
    let key = text.strip_prefix(b"-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VuAyEA")?;
    Encoding::Base64.decode_public(key.strip_suffix(b"\n-----END PUBLIC KEY-----\n")?)
}

/// Appends the secret key as a PKCS#8 block, version 1, as OpenSSL writes it.
pub(crate) fn append_secret(key: &[u8; 32], out: &mut Vec<u8>) {
    let inner = OctetStringRef::new(key).and_then(|octets| octets.to_der()).map(Zeroizing::new);
    let inner = inner.expect("32 bytes are an octet string");
    let outer = OctetStringRef::new(&inner).expect("34 bytes are an octet string");
    let pem = PrivateKeyInfoRef::new(X25519, outer).to_pem(LineEnding::LF).map(Zeroizing::new);
    out.extend_from_slice(pem.expect("a key fits into PEM").as_bytes());
}

/// Appends the public key as an SPKI block.
pub(crate) fn append_public(key: &[u8; 32], out: &mut Vec<u8>) {
    let subject_public_key = BitStringRef::from_bytes(key).expect("32 bytes are a bit string");
    let info = SubjectPublicKeyInfoRef { algorithm: X25519, subject_public_key };
    let pem = info.to_pem(LineEnding::LF).expect("a key fits into PEM");
    out.extend_from_slice(pem.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8410, section 10.3 has no X25519 key; this is one that `openssl genpkey -algorithm x25519` made, and what
    /// `openssl pkey -pubout` says of it.
    const OPENSSL: &str = "-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VuBCIEIAicff8QfOjMEExOkm65+xJt95F9AR6LtRkIVK51WW9l
-----END PRIVATE KEY-----
-----BEGIN PUBLIC KEY-----
MCowBQYDK2VuAyEAcC+oIo+j4NEjKYmftUVZtEEg/tnndrrNB5Zi+C9hDV8=
-----END PUBLIC KEY-----
";

    fn first<T>(text: &str, take: impl Fn(Block<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
        let mut blocks = Blocks::new();
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(block) = blocks.line(number, line.as_bytes(), "a block")? {
                return take(block);
            }
        }
        Err(blocks.end().unwrap_err())
    }

    fn public(text: &str) -> Result<[u8; 32], Fault> {
        first(text, |block| block.public_key())
    }

    fn secret(text: &str) -> Result<[u8; 32], Fault> {
        first(text, |block| block.secret_key(|key| lanes25519::x25519_base(*key))).map(|key| *key)
    }

    fn public_text(key: &[u8; 32]) -> String {
        let mut text = Vec::new();
        append_public(key, &mut text);
        String::from_utf8(text).unwrap()
    }

    fn secret_text(key: &[u8; 32]) -> String {
        let mut text = Vec::new();
        append_secret(key, &mut text);
        String::from_utf8(text).unwrap()
    }

    /// A block with the given label around the hex of its DER.
    fn block(label: &str, der: &str) -> String {
        let der = base16ct::lower::decode_vec(der).unwrap();
        der::pem::encode_string(label, LineEnding::LF, &der).unwrap()
    }

    #[test]
    fn keys_come_back_and_openssl_writes_the_same() {
        let key = secret(OPENSSL).unwrap();
        let (secret_block, public_block) =
            OPENSSL.split_at(OPENSSL.find("-----BEGIN PUB").unwrap());
        assert_eq!(secret_text(&key), secret_block);
        assert_eq!(public_text(&lanes25519::x25519_base(key)), public_block);
        for byte in 0..=255 {
            assert_eq!(secret(&secret_text(&[byte; 32])).unwrap(), [byte; 32]);
            assert_eq!(public(&public_text(&[byte; 32])).unwrap(), [byte; 32]);
        }
    }

    #[test]
    fn the_short_way_and_the_whole_parser_agree() {
        for byte in 0..=255 {
            let text = public_text(&[byte; 32]);
            assert_eq!(plain_public_key(text.as_bytes()), Some([byte; 32]));
            // The same block in lines of 20: only the whole parser takes it.
            let body = text.lines().nth(1).unwrap();
            let wrapped = [&body[..20], &body[20..40], &body[40..]].join("\n");
            let wrapped = text.replace(body, &wrapped);
            assert_eq!(plain_public_key(wrapped.as_bytes()), None);
            assert_eq!(public(&wrapped).unwrap(), [byte; 32]);
        }
    }

    #[test]
    fn another_algorithm_length_or_label_is_named() {
        let key = "07".repeat(32);
        let spki = |oid: &str, rest: &str| block(PUBLIC, &format!("{oid}{rest}"));
        let faults = [
            (spki("302a300506032b6570", &format!("032100{key}")), "Ed25519"),
            (spki("302a300506032b656f", &format!("032100{key}")), "X448"),
            (spki("302a300506032b6571", &format!("032100{key}")), "the algorithm 1.3.101.113"),
            (
                spki("302c300706032b656e0500", &format!("032100{key}")),
                "X25519 with parameters, which RFC 8410 forbids",
            ),
            (spki("3029300506032b656e", &format!("032000{}", &key[2..])), "31 bytes"),
            (public_text(&[7; 32]).replace(PUBLIC, "CERTIFICATE"), "'CERTIFICATE'"),
            (secret_text(&[7; 32]), "'PRIVATE KEY'"),
        ];
        for (text, found) in faults {
            let fault = public(&text).unwrap_err();
            assert_eq!((fault.line, fault.found.as_str()), (Some(1), found));
        }
    }

    #[test]
    fn the_secret_key_must_be_in_two_octet_strings_and_alone_or_with_its_own_public_key() {
        let key = "07".repeat(32);
        let public = base16ct::lower::encode_string(&lanes25519::x25519_base([7; 32]));
        let v2 = |public: &str| {
            block(SECRET, &format!("3051020101300506032b656e04220420{key}812100{public}"))
        };
        assert_eq!(secret(&v2(&public)).unwrap(), [7; 32]);
        let faults = [
            (v2(&key), "another one"),
            (block(SECRET, &format!("302c020100300506032b656e0420{key}")), ""),
            (block(SECRET, &format!("302d020100300506032b656e0421041f{}", &key[2..])), "31 bytes"),
            (block(SECRET, &format!("302e020100300506032b657004220420{key}")), "Ed25519"),
            (public_text(&[7; 32]), "'PUBLIC KEY'"),
            (
                secret_text(&[7; 32]).replace(SECRET, "ENCRYPTED PRIVATE KEY"),
                "an ENCRYPTED PRIVATE KEY",
            ),
        ];
        for (text, found) in faults {
            let fault = secret(&text).unwrap_err();
            assert!(fault.found.starts_with(found), "{fault:?}");
            assert!(!format!("{fault:?}").contains("0707"), "tells the secret: {fault:?}");
        }
    }

    #[test]
    fn a_block_that_does_not_end_or_goes_wrong_is_a_fault() {
        let text = public_text(&[7; 32]);
        let lines: Vec<_> = text.lines().collect();
        let unfinished =
            Fault::at(1, "a PEM block with its line -----END", "the end of the file before that");
        assert_eq!(public(&lines[..1].join("\n")).unwrap_err(), unfinished);
        assert_eq!(public(&lines[..2].join("\n")).unwrap_err(), unfinished);
        let twice = format!("{}\n{}\n{text}", lines[0], lines[1]);
        assert_eq!(
            public(&twice).unwrap_err(),
            Fault::at(3, "the end of the PEM block that line 1 begins", "the beginning of another")
        );
        assert_eq!(public("hello there\n").unwrap_err(), Fault::at(1, "a block", "2 words"));
        let endless = lines[0].to_owned() + "\n" + &"AAAA\n".repeat(MAX_BLOCK / 4);
        assert_eq!(public(&endless).unwrap_err().found, "a longer one");
        for bad in [
            text.replace("-----END PUBLIC", "-----END SECRET"),
            text.replace("MCow", "MC*w"),
            text.replace("MCow", "MCo"),
            text.replace("\nMCow", "\n\nMCow"),
            text.replace("\nMCow", "\nProc-Type: 4,ENCRYPTED\n\nMCow"),
        ] {
            assert_eq!(public(&bad).unwrap_err().line, Some(1), "{bad}");
        }
    }
}
