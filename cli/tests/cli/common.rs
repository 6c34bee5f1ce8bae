//! Runs the built program as a user would.

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;

use x25519_dalek::x25519;

pub(crate) const BASE: [u8; 32] = x25519_dalek::X25519_BASEPOINT_BYTES;

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Ran {
    /// Standard output as text.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("text")
    }

    pub(crate) fn lines(&self) -> Vec<&str> {
        assert!(self.stdout.is_empty() || self.stdout.ends_with(b"\n"), "a partial line: {self:?}");
        self.text().lines().collect()
    }

    /// The text of standard output of a run that must have been all right and quiet.
    pub(crate) fn ok(&self) -> &str {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""), "{}", self.text());
        self.text()
    }

    /// The message of a run that must have failed with `code`.
    pub(crate) fn failed(&self, code: i32) -> &str {
        assert_eq!(self.code, code, "{self:?}");
        assert!(self.stderr.starts_with("error: "), "{self:?}");
        &self.stderr
    }
}

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanes25519"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs with `input` on standard input.
pub(crate) fn run_with(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = command(args).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.as_ref().to_vec();
    // A program that stops at a fault does not read the rest, so this may fail.
    let feeder = thread::spawn(move || drop(stdin.write_all(&input)));
    let ran = finish(child);
    feeder.join().expect("no panic");
    ran
}

pub(crate) fn run(args: &[&str]) -> Ran {
    run_with(args, "")
}

/// Reads what the child still writes, and waits for its end.
pub(crate) fn finish(child: Child) -> Ran {
    let output = child.wait_with_output().expect("the program ends");
    let code = output.status.code().expect("no signal ends the program");
    let stderr = String::from_utf8(output.stderr).expect("text");
    Ran { code, stdout: output.stdout, stderr }
}

/// A directory that only the test called `name` uses, empty.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a directory for the test");
        Self(path)
    }

    /// The path of a file in it, as an argument.
    pub(crate) fn path(&self, file: &str) -> String {
        self.0.join(file).to_str().expect("text").to_owned()
    }

    pub(crate) fn write(&self, file: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(file), content).expect("the file is written");
        self.path(file)
    }

    pub(crate) fn read(&self, file: &str) -> Vec<u8> {
        let mut content = Vec::new();
        let mut opened = fs::File::open(self.0.join(file)).expect("the file is there");
        opened.read_to_end(&mut content).expect("the file is read");
        content
    }

    pub(crate) fn holds(&self, file: &str) -> bool {
        self.0.join(file).exists()
    }
}

/// A key that no other `i` gives.
pub(crate) fn key(i: u32) -> [u8; 32] {
    let mut key = [0x5a; 32];
    key[..4].copy_from_slice(&i.wrapping_mul(0x9e37_79b1).to_le_bytes());
    key[4..8].copy_from_slice(&i.to_le_bytes());
    key
}

/// The public key of secret key `i`, by the reference.
pub(crate) fn public(i: u32) -> [u8; 32] {
    x25519(key(i), BASE)
}

/// What secret key `i` shares with secret key `j`, by the reference.
pub(crate) fn shared(i: u32, j: u32) -> [u8; 32] {
    x25519(key(i), public(j))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

pub(crate) fn unhex(text: &str) -> [u8; 32] {
    base16ct::lower::decode_vec(text).expect("hex").try_into().expect("32 bytes")
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    let mut text = vec![0; 4 * bytes.len().div_ceil(3)];
    let engine = base64::engine::general_purpose::STANDARD;
    engine.encode_slice(bytes, &mut text).expect("room");
    String::from_utf8(text).expect("text")
}

/// RFC 8410: the DER in front of a public and of a secret key.
pub(crate) fn public_pem(key: &[u8; 32]) -> String {
    let der = [&b"\x30\x2a\x30\x05\x06\x03\x2b\x65\x6e\x03\x21\x00"[..], key].concat();
    format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", base64(&der))
}

pub(crate) fn secret_pem(key: &[u8; 32]) -> String {
    let head = b"\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x6e\x04\x22\x04\x20";
    let der = [&head[..], key].concat();
    format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", base64(&der))
}

/// Says past the capture of the test runner that a check did not run, and fails if `variable` is set.
pub(crate) fn skipped(what: &str, variable: &str) {
    assert!(std::env::var_os(variable).is_none(), "{what}, and {variable} is set");
    let text = format!("\nNOT CHECKED: {what}. {variable}=1 makes that an error.\n");
    std::io::stderr().write_all(text.as_bytes()).expect("standard error");
}
