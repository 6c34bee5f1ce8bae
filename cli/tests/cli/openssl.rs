//! Keys go to and come from OpenSSL's command.

use std::process::Command;

use crate::common::{Scratch, base64, hex, run, run_with, skipped, unhex};

/// Runs `openssl`; `None` where it is not installed or does not know X25519.
fn openssl(args: &[&str]) -> Option<Vec<u8>> {
    let output = match Command::new("openssl").args(args).output() {
        Ok(output) => output,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return None,
        Err(e) => panic!("openssl does not start: {e}"),
    };
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "openssl {args:?}: {stderr}");
    Some(output.stdout)
}

fn is_there() -> bool {
    let there = openssl(&["version"]).is_some();
    if !there {
        skipped("openssl is not installed", "LANES25519_REQUIRE_OPENSSL");
    }
    there
}

#[test]
fn openssl_reads_our_keys_and_agrees_about_the_public_one() {
    if !is_there() {
        return;
    }
    let scratch = Scratch::new("openssl-reads");
    let (secret, public) = (scratch.path("secret.pem"), scratch.path("public.pem"));
    run(&["keygen", "--secret-out", &secret, "--public-out", &public]).ok();
    let theirs = openssl(&["pkey", "-in", &secret, "-pubout"]).unwrap();
    assert_eq!(theirs, scratch.read("public.pem"));
    assert_eq!(openssl(&["pkey", "-pubin", "-in", &public]).unwrap(), theirs);
    // OpenSSL writes the secret key as it was, byte for byte.
    assert_eq!(openssl(&["pkey", "-in", &secret]).unwrap(), scratch.read("secret.pem"));
    let text = openssl(&["pkey", "-in", &secret, "-noout", "-text"]).unwrap();
    assert!(text.starts_with(b"X25519 Private-Key:"));
    // Both halves in one file, as on standard output.
    let both = scratch.write("both.pem", run(&["keygen"]).ok());
    openssl(&["pkey", "-in", &both, "-noout"]).unwrap();
}

#[test]
fn we_read_openssl_keys_and_derive_what_openssl_derives() {
    if !is_there() {
        return;
    }
    let scratch = Scratch::new("openssl-writes");
    let [mine, theirs] = ["mine.pem", "theirs.pem"].map(|file| {
        let path = scratch.path(file);
        openssl(&["genpkey", "-algorithm", "X25519", "-out", &path]).unwrap();
        path
    });
    let peer = scratch.path("peer.pem");
    openssl(&["pkey", "-in", &theirs, "-pubout", "-out", &peer]).unwrap();
    let expected = openssl(&["pkeyutl", "-derive", "-inkey", &mine, "-peerkey", &peer]).unwrap();

    let derived = run(&["derive", "--secret", &mine, "--peers", &peer]);
    assert_eq!(derived.ok(), hex(&expected) + "\n");
    // The same peer out of the DER: the key is its last 32 bytes.
    let der = openssl(&["pkey", "-pubin", "-in", &peer, "-outform", "DER"]).unwrap();
    let key = &der[der.len() - 32..];
    for text in [hex(key), base64(key)] {
        let derived = run_with(&["derive", "--secret", &mine, "--format", "base64"], text);
        assert_eq!(derived.ok(), base64(&expected) + "\n");
    }
}

#[test]
fn openssl_derives_from_our_keys() {
    if !is_there() {
        return;
    }
    let scratch = Scratch::new("openssl-derives");
    let file = |name: &str| scratch.path(name);
    for name in ["a", "b"] {
        let (secret, public) = (file(&format!("{name}.pem")), file(&format!("{name}.pub")));
        run(&["keygen", "--secret-out", &secret, "--public-out", &public]).ok();
    }
    let theirs =
        openssl(&["pkeyutl", "-derive", "-inkey", &file("a.pem"), "-peerkey", &file("b.pub")])
            .unwrap();
    let ours = run(&["derive", "--secret", &file("b.pem"), "--peers", &file("a.pub")]);
    assert_eq!(unhex(ours.ok().trim_end()), theirs[..]);
}

#[test]
fn other_openssl_keys_are_named() {
    if !is_there() {
        return;
    }
    let scratch = Scratch::new("openssl-others");
    let mine = scratch.write("mine", run(&["keygen"]).ok());
    for (algorithm, options, name) in [
        ("ED25519", &[][..], "Ed25519"),
        ("X448", &[], "X448"),
        ("EC", &["-pkeyopt", "ec_paramgen_curve:P-256"], "an elliptic curve of SEC 1"),
        ("RSA", &["-pkeyopt", "rsa_keygen_bits:2048"], "RSA"),
    ] {
        let (secret, public) = (scratch.path("other.pem"), scratch.path("other.pub"));
        openssl(&[&["genpkey", "-algorithm", algorithm, "-out", &secret], options].concat())
            .unwrap();
        openssl(&["pkey", "-in", &secret, "-pubout", "-out", &public]).unwrap();
        let expected = format!(":1: expected an X25519 key (1.3.101.110), found {name}\n");
        let ran = run(&["derive", "--secret", &mine, "--peers", &public]);
        assert!(ran.failed(2).ends_with(&expected), "{ran:?}");
        let ran = run(&["derive", "--secret", &secret, "--peers", &public]);
        assert!(ran.failed(2).ends_with(&expected), "{ran:?}");
    }
    let (plain, locked) = (scratch.path("plain.pem"), scratch.path("locked.pem"));
    openssl(&["genpkey", "-algorithm", "X25519", "-out", &plain]).unwrap();
    openssl(&["pkcs8", "-topk8", "-in", &plain, "-passout", "pass:x", "-out", &locked]).unwrap();
    let ran = run(&["derive", "--secret", &locked]);
    assert!(ran.failed(2).contains("expected an unencrypted PRIVATE KEY"), "{ran:?}");
}
