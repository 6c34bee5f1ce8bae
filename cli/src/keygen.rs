//! `lanes25519 keygen`: key pairs.

use std::io::{IsTerminal as _, stdout};
use std::process::ExitCode;

use lanes25519::batch;
use zeroize::Zeroizing;

use crate::args::{KeyFormat, KeygenArgs};
use crate::error::Error;
use crate::output::{NewFile, Stdout};
use crate::pem;
use crate::text::Encoding;

/// Key pairs made at once.
const BLOCK: usize = 1024;

/// Bytes that one half of a key pair takes at most: a PEM block of a secret key, as JSON.
const ROOM: usize = 160;

pub(crate) fn run(args: &KeygenArgs, json: bool) -> Result<ExitCode, Error> {
    if args.format == KeyFormat::Raw && json {
        return Err(Error::Usage(
            "raw keys cannot be written as JSON: use another --format".into(),
        ));
    }
    let mut sinks = Sinks::open(args)?;
    let mut pairs = Pairs::new();
    let mut left = args.count;
    while left > 0 {
        let count = usize::try_from(left).map_or(BLOCK, |left| left.min(BLOCK));
        pairs.make(count, getrandom::fill)?;
        sinks.write(&pairs, args.format, json)?;
        left -= count as u64;
    }
    sinks.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// A block of key pairs.
struct Pairs {
    secrets: Zeroizing<Vec<[u8; 32]>>,
    publics: Vec<[u8; 32]>,
}

impl Pairs {
    fn new() -> Self {
        Self {
            secrets: Zeroizing::new(Vec::with_capacity(BLOCK)),
            publics: Vec::with_capacity(BLOCK),
        }
    }

    /// Makes `count` new pairs of what `random` fills. None are left if it fails.
    fn make(
        &mut self,
        count: usize,
        random: impl FnOnce(&mut [u8]) -> Result<(), getrandom::Error>,
    ) -> Result<(), Error> {
        self.secrets.resize(count, [0; 32]);
        self.publics.resize(count, [0; 32]);
        if let Err(error) = random(self.secrets.as_flattened_mut()) {
            self.secrets.clear();
            self.publics.clear();
            return Err(Error::Random(error));
        }
        batch::x25519_base(&self.secrets, &mut self.publics).expect("as many as there are secrets");
        Ok(())
    }
}

/// Where the halves of the pairs go. Standard output takes those that have no file.
struct Sinks {
    secret: Option<NewFile>,
    public: Option<NewFile>,
    stdout: Option<Stdout>,
    /// Text of a block on its way to a sink; large enough never to move.
    text: Zeroizing<Vec<u8>>,
}

impl Sinks {
    fn open(args: &KeygenArgs) -> Result<Self, Error> {
        let both_have_files = args.secret_out.is_some() && args.public_out.is_some();
        if args.format == KeyFormat::Raw && !both_have_files && stdout().is_terminal() {
            let what =
                "raw keys are not for a terminal: redirect the output, or use another --format";
            return Err(Error::Usage(what.into()));
        }
        let create = |path: &Option<_>, private| {
            path.as_deref().map(|path| NewFile::create(path, private)).transpose()
        };
        Ok(Self {
            secret: create(&args.secret_out, true)?,
            public: create(&args.public_out, false)?,
            stdout: if both_have_files { None } else { Some(Stdout::open()?) },
            text: Zeroizing::new(Vec::with_capacity(2 * ROOM * BLOCK)),
        })
    }

    fn write(&mut self, pairs: &Pairs, format: KeyFormat, json: bool) -> Result<(), Error> {
        if let Some(file) = &mut self.secret {
            self.text.clear();
            pairs.secrets.iter().for_each(|key| append_half(key, true, format, &mut self.text));
            file.write(&self.text)?;
        }
        if let Some(file) = &mut self.public {
            self.text.clear();
            pairs.publics.iter().for_each(|key| append_half(key, false, format, &mut self.text));
            file.write(&self.text)?;
        }
        let Some(stdout) = &mut self.stdout else { return Ok(()) };
        self.text.clear();
        for (secret, public) in pairs.secrets.iter().zip(&pairs.publics) {
            match (&self.secret, &self.public) {
                (None, None) if json => append_json(secret, public, format, &mut self.text),
                (None, None) => append_pair(secret, public, format, &mut self.text),
                (None, Some(_)) => append_half(secret, true, format, &mut self.text),
                (Some(_), _) => append_half(public, false, format, &mut self.text),
            }
        }
        stdout.write(&self.text)
    }

    fn finish(self) -> Result<(), Error> {
        // Both or none: the secret file is removed again if the public one cannot be finished.
        if let Some(file) = self.public {
            file.finish()?;
        }
        self.secret.map_or(Ok(()), NewFile::finish)
    }
}

/// A key without a line's end.
fn append_key(key: &[u8; 32], secret: bool, format: KeyFormat, out: &mut Vec<u8>) {
    match format {
        KeyFormat::Pem if secret => pem::append_secret(key, out),
        KeyFormat::Pem => pem::append_public(key, out),
        KeyFormat::Hex => Encoding::Hex.append(key, out),
        KeyFormat::Base64 => Encoding::Base64.append(key, out),
        KeyFormat::Raw => out.extend_from_slice(key),
    }
}

fn append_half(key: &[u8; 32], secret: bool, format: KeyFormat, out: &mut Vec<u8>) {
    append_key(key, secret, format, out);
    if matches!(format, KeyFormat::Hex | KeyFormat::Base64) {
        out.push(b'\n');
    }
}

fn append_pair(secret: &[u8; 32], public: &[u8; 32], format: KeyFormat, out: &mut Vec<u8>) {
    append_key(secret, true, format, out);
    if matches!(format, KeyFormat::Hex | KeyFormat::Base64) {
        out.push(b' ');
    }
    append_half(public, false, format, out);
}

fn append_json(secret: &[u8; 32], public: &[u8; 32], format: KeyFormat, out: &mut Vec<u8>) {
    out.extend_from_slice(br#"{"secret":""#);
    append_escaped(out, |out| append_key(secret, true, format, out));
    out.extend_from_slice(br#"","public":""#);
    append_escaped(out, |out| append_key(public, false, format, out));
    out.extend_from_slice(b"\"}\n");
}

/// What `append` appends, with the one character of PEM, hex and base64 escaped that JSON strings cannot hold.
fn append_escaped(out: &mut Vec<u8>, append: impl FnOnce(&mut Vec<u8>)) {
    let mut text = Zeroizing::new(Vec::with_capacity(ROOM));
    append(&mut text);
    for &byte in text.iter() {
        match byte {
            b'\n' => out.extend_from_slice(br"\n"),
            byte => out.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_randomness_there_are_no_keys() {
        let mut pairs = Pairs::new();
        let sevens = |out: &mut [u8]| {
            out.fill(7);
            Ok(())
        };
        pairs.make(3, sevens).unwrap();
        assert_eq!(pairs.secrets[..], [[7; 32]; 3]);
        assert_eq!(pairs.publics[..], [lanes25519::x25519_base([7; 32]); 3]);

        let error = pairs.make(3, |_| Err(getrandom::Error::UNSUPPORTED)).unwrap_err();
        assert_eq!(error.exit_code(), 3);
        assert!(error.to_string().contains("no key was made"), "{error}");
        assert!(pairs.secrets.is_empty() && pairs.publics.is_empty());
    }

    #[test]
    fn the_text_of_a_block_fits_its_buffer() {
        for format in [KeyFormat::Pem, KeyFormat::Hex, KeyFormat::Base64, KeyFormat::Raw] {
            let mut out = Vec::new();
            append_json(&[0xff; 32], &[0xff; 32], format, &mut out);
            assert!(out.len() <= 2 * ROOM, "{}", out.len());
        }
    }
}
