//! Bad input: a message with file, line, what was expected and what was found; whole lines only; no secret told.

use crate::common::{
    Ran, Scratch, base64, command, finish, hex, key, public, public_pem, run, run_with, secret_pem,
    shared,
};
use std::io::Write as _;

struct Bench {
    scratch: Scratch,
    secret: String,
}

impl Bench {
    fn new(name: &str) -> Self {
        let scratch = Scratch::new(name);
        let secret = scratch.write("secret", hex(&key(0)));
        Self { scratch, secret }
    }

    fn derive(&self, peers: impl AsRef<[u8]>) -> Ran {
        let file = self.scratch.write("peers", peers);
        run(&["derive", "--secret", &self.secret, "--peers", &file])
    }

    /// `derive` must do the first `done` peers, then fail at `line` with these words.
    fn fails(&self, peers: impl AsRef<[u8]>, done: u32, line: u32, expected: &str, found: &str) {
        let ran = self.derive(peers);
        let place = format!("peers:{line}: expected {expected}, found {found}\n");
        assert!(ran.failed(2).ends_with(&place), "{ran:?}\nnot {place}");
        let secrets: Vec<_> = (1..=done).map(|j| hex(&shared(0, j))).collect();
        assert_eq!(ran.lines(), secrets);
    }
}

#[test]
fn mixed_forms_name_the_line() {
    let bench = Bench::new("bad-mixed");
    let [hex, base64] = [hex(&public(1)), base64(&public(1))];
    let pem = public_pem(&public(1));
    bench.fails(format!("{hex}\n{base64}\n"), 1, 2, "hex as on line 1", "base64");
    bench.fails(format!("\n{hex}\n{pem}"), 1, 3, "hex as on line 2", "PEM");
    bench.fails(format!("{base64}\n{hex}\n"), 1, 2, "base64 as on line 1", "hex");
    bench.fails(format!("{base64}\n{pem}\n"), 1, 2, "base64 as on line 1", "PEM");
    bench.fails(format!("{pem}{hex}\n"), 1, 4, "PEM as on line 1", "hex");
    bench.fails(format!("{pem}\n{base64}\n"), 1, 5, "PEM as on line 1", "base64");
}

#[test]
fn what_is_cut_short_or_garbled_names_the_line() {
    let bench = Bench::new("bad-short");
    let two = format!("{}\n{}\n", hex(&public(1)), hex(&public(2)));
    let short = |cut: usize| two[..two.len() - 1 - cut].to_owned();
    bench.fails(short(1), 1, 2, "64 hex digits", "63 characters");
    bench.fails(short(63), 1, 2, "64 hex digits", "1 character");
    bench.fails(short(1) + "x", 1, 2, "64 hex digits", "'x' at column 64");
    bench.fails(short(1) + "\u{7}", 1, 2, "64 hex digits", "the byte 0x07 at column 64");
    bench.fails(two.clone() + "hello world", 2, 3, "64 hex digits", "2 words");
    let any = "a public key (64 hex digits, 44 base64 characters or a PEM block)";
    bench.fails("key = abc", 0, 1, any, "3 words");
    bench.fails([0xff, 0xfe, b'a', 0], 0, 1, any, "4 characters");

    let line = base64(&public(1));
    let whole = "32 bytes in base64 (44 characters with the padding)";
    bench.fails(format!("{line}\n{}", &line[..43]), 1, 2, whole, "43 characters");
    bench.fails(format!("{line}\n{}-{}", &line[..3], &line[4..]), 1, 2, whole, "'-' at column 4");
    let loose = format!("{line}\n{}B=", &line[..42]);
    bench.fails(loose, 1, 2, whole, "characters that do not encode 32 bytes");

    let pem = public_pem(&public(1));
    let cut = "a PEM block with its line -----END";
    for lines in [1, 2] {
        let part: String = pem.split_inclusive('\n').take(lines).collect();
        bench.fails(pem.clone() + &part, 1, 4, cut, "the end of the file before that");
        let expected = "the end of the PEM block that line 4 begins";
        let line = 4 + u32::try_from(lines).unwrap();
        bench.fails(pem.clone() + &part + &pem, 1, line, expected, "the beginning of another");
    }
    bench.fails(format!("{pem}so much for now\n"), 1, 4, "-----BEGIN PUBLIC KEY-----", "4 words");
}

#[test]
fn keys_of_another_kind_are_named() {
    let bench = Bench::new("bad-kind");
    let secret = secret_pem(&key(5));
    let pem = public_pem(&public(1));
    bench.fails(pem.clone() + &secret, 1, 4, "-----BEGIN PUBLIC KEY-----", "'PRIVATE KEY'");
    let ed25519 = pem.replace("MCowBQYDK2Vu", "MCowBQYDK2Vw");
    bench.fails(pem.clone() + &ed25519, 1, 4, "an X25519 key (1.3.101.110)", "Ed25519");
    bench.fails(
        format!("{} {}", hex(&key(5)), hex(&public(5))),
        0,
        1,
        "a public key (64 hex digits, 44 base64 characters or a PEM block)",
        "2 words",
    );
}

#[test]
fn peers_in_front_of_the_fault_are_done_whatever_the_block() {
    let bench = Bench::new("bad-blocks");
    let mut peers = (hex(&public(1)) + "\n").repeat(1024 + 5);
    peers += "bad\n";
    peers += &(hex(&public(1)) + "\n").repeat(100);
    let ran = bench.derive(peers);
    assert!(ran.failed(2).contains("peers:1030: expected 64 hex digits, found 3 characters"));
    assert_eq!(ran.lines(), vec![hex(&shared(0, 1)); 1029]);
}

#[test]
fn standard_input_is_named_as_such() {
    let bench = Bench::new("bad-stdin");
    let ran = run_with(&["derive", "--secret", &bench.secret], "\nbad");
    assert!(ran.failed(2).starts_with("error: standard input:2: expected a public key"), "{ran:?}");
}

#[test]
fn a_line_without_an_end_is_refused_long_before_its_end() {
    let bench = Bench::new("bad-huge");
    let expected = "a line of at most 4096 bytes";
    bench.fails("a".repeat(5000), 0, 1, expected, "a longer one");
    bench.fails("a".repeat(3_000_000), 0, 1, expected, "a longer one");
    bench.fails(
        format!("{}\n# {}\n", hex(&public(1)), "x".repeat(5000)),
        1,
        2,
        expected,
        "a longer one",
    );

    // An endless line: the program must stop by itself.
    let mut child = command(&["derive", "--secret", &bench.secret]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let chunk = vec![b'a'; 1 << 16];
    let mut sent = 0_u64;
    while stdin.write_all(&chunk).is_ok() {
        sent += chunk.len() as u64;
        assert!(sent < 1 << 30, "still reads after a gigabyte");
    }
    assert!(finish(child).failed(2).contains(expected));
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let bench = Bench::new("bad-files");
    let missing = bench.scratch.path("missing");
    let directory = env!("CARGO_TARGET_TMPDIR");
    for file in [missing.as_str(), directory] {
        let ran = run(&["derive", "--secret", &bench.secret, "--peers", file]);
        assert!(ran.failed(3).starts_with(&format!("error: cannot read {file}: ")), "{ran:?}");
        let ran = run_with(&["derive", "--secret", file], hex(&public(1)));
        assert!(ran.failed(3).starts_with(&format!("error: cannot read {file}: ")), "{ran:?}");
        assert!(ran.stdout.is_empty());
    }
}

#[test]
fn a_bad_secret_file_is_refused_and_its_content_is_not_told() {
    let bench = Bench::new("bad-secret");
    let secret = hex(&key(5));
    let pem = secret_pem(&key(5));
    let cases = [
        (String::new(), ": expected a secret key"),
        ("# nothing\n".to_owned(), ": expected a secret key"),
        (secret[..63].to_owned(), ":1: expected a secret key"),
        (secret[..32].to_owned(), ":1: expected a secret key"),
        (secret.clone() + "ab", ":1: expected a secret key"),
        (format!("{}zz\n", &secret[..62]), ":1: expected 64 hex digits"),
        (format!("{secret}\n{secret}\n"), ":2: expected one key"),
        (format!("{secret} {}\n", hex(&public(6))), ":1: expected the public key that belongs"),
        (public_pem(&public(5)), ": expected a PEM block PRIVATE KEY"),
        (pem.clone() + &pem, ":4: expected one secret key"),
        (pem.clone() + &public_pem(&public(6)), ":4: expected the public key that belongs"),
        (pem.replace("K2Vu", "K2Vw"), ":1: expected an X25519 key (1.3.101.110), found Ed25519"),
        (pem.replace("PRIVATE", "ENCRYPTED PRIVATE"), ":1: expected an unencrypted PRIVATE KEY"),
        (pem.replace("PRIVATE", "RSA PRIVATE"), ":1: expected -----BEGIN PRIVATE KEY-----"),
        (pem.replace("-----END PRIVATE KEY-----\n", ""), ":1: expected a PEM block with its line"),
        (pem.replace("MC4C", "MC4D"), ":1: expected a PKCS#8 PrivateKeyInfo"),
        ("x".repeat(20_000), ": expected a secret key"),
    ];
    for (content, message) in cases {
        let file = bench.scratch.write("bad", &content);
        let ran = run_with(&["derive", "--secret", &file], hex(&public(1)));
        let expected = format!("error: {file}{message}");
        assert!(ran.failed(2).starts_with(&expected), "{ran:?}\nnot {expected}");
        assert!(ran.stdout.is_empty());
        for part in [&secret[..8], &secret[24..32], &base64(&key(5))[..8], &base64(&key(5))[20..28]]
        {
            assert!(!ran.stderr.contains(part), "tells the secret: {ran:?}");
        }
    }
}
