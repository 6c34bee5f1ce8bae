//! `keygen` makes key pairs that belong together, in every format, and never loses or shows a key.

use std::collections::HashSet;

use crate::common::{BASE, Scratch, base64, hex, public_pem, run, run_with, secret_pem, unhex};
use x25519_dalek::x25519;

/// The pairs in the output of `keygen --format hex`.
fn pairs(text: &str) -> Vec<([u8; 32], [u8; 32])> {
    let pair = |line: &str| line.split_once(' ').map(|(s, p)| (unhex(s), unhex(p)));
    text.lines().map(|line| pair(line).expect("two words")).collect()
}

#[test]
fn keys_are_new_each_time_and_the_public_key_belongs_to_the_secret_one() {
    let (one, two) = (run(&["keygen", "--format", "hex"]), run(&["keygen", "--format", "hex"]));
    let [one, two] = [one, two].map(|ran| pairs(ran.ok()));
    assert_eq!((one.len(), two.len()), (1, 1));
    assert_ne!(one, two);
    assert_eq!(one[0].1, x25519(one[0].0, BASE));
}

#[test]
fn thousands_of_keys_are_all_different_and_all_right() {
    // Two full blocks and a part of one.
    let ran = run(&["keygen", "-n", "2500", "--format", "hex"]);
    let pairs = pairs(ran.ok());
    assert_eq!(pairs.len(), 2500);
    let secrets: HashSet<_> = pairs.iter().map(|pair| pair.0).collect();
    assert_eq!(secrets.len(), 2500);
    assert!(!secrets.contains(&[0; 32]));
    // The reference is slow: the ends of the blocks and a sample.
    for i in (0..2500).step_by(97).chain([1023, 1024, 2047, 2048, 2499]) {
        assert_eq!(pairs[i].1, x25519(pairs[i].0, BASE), "pair {i}");
    }
}

#[test]
fn every_format_holds_the_same_kind_of_pair() {
    let ran = run(&["keygen", "-n", "2", "--format", "base64"]);
    for line in ran.ok().lines() {
        let lengths: Vec<_> = line.split(' ').map(str::len).collect();
        assert_eq!(lengths, [44, 44]);
    }

    let ran = run(&["keygen", "-n", "3", "--format", "raw"]);
    assert_eq!((ran.code, ran.stderr.as_str(), ran.stdout.len()), (0, "", 3 * 64));
    for pair in ran.stdout.as_chunks::<64>().0 {
        let secret: [u8; 32] = pair[..32].try_into().unwrap();
        assert_eq!(pair[32..], x25519(secret, BASE));
    }

    let ran = run(&["keygen", "-n", "2"]);
    let blocks: Vec<_> = ran.ok().split_inclusive("KEY-----\n").collect();
    let labels: Vec<_> = blocks.iter().filter(|b| b.starts_with("-----BEGIN")).collect();
    assert_eq!(labels.len(), 4);
    assert!(labels[0].contains("PRIVATE") && labels[1].contains("BEGIN PUBLIC"));
}

#[test]
fn what_keygen_prints_for_one_key_is_a_secret_file_for_derive() {
    let scratch = Scratch::new("keygen-to-derive");
    for format in ["pem", "hex", "base64", "raw"] {
        let ran = run(&["keygen", "--format", format]);
        let file = scratch.write(format, &ran.stdout);
        // The base point as the peer gives the public key.
        let derived = run_with(&["derive", "--secret", &file], hex(&BASE));
        let public = unhex(derived.ok().trim_end());
        let output = String::from_utf8_lossy(&ran.stdout).into_owned();
        match format {
            "pem" => assert!(output.ends_with(&public_pem(&public)), "{output}"),
            "hex" => assert!(output.ends_with(&format!(" {}\n", hex(&public))), "{output}"),
            "base64" => assert!(output.ends_with(&format!(" {}\n", base64(&public))), "{output}"),
            _ => assert_eq!(ran.stdout[32..], public),
        }
    }
}

#[test]
fn halves_go_to_their_files_and_the_rest_to_standard_output() {
    for format in ["pem", "hex", "base64", "raw"] {
        let scratch = Scratch::new(&format!("keygen-files-{format}"));
        let (secret, public) = (scratch.path("secret"), scratch.path("public"));
        let both = ["keygen", "--format", format, "--secret-out", &secret, "--public-out", &public];
        assert_eq!(run(&both).ok(), "");
        let [secret, public] = ["secret", "public"].map(|file| scratch.read(file));
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        match format {
            "raw" => assert_eq!(public, x25519(secret.try_into().unwrap(), BASE)),
            "hex" => {
                let key = unhex(text(&secret).trim_end());
                assert_eq!(text(&public), hex(&x25519(key, BASE)) + "\n");
            }
            _ => {
                let file = scratch.path("secret");
                let derived = run_with(&["derive", "--secret", &file], hex(&BASE));
                let key = unhex(derived.ok().trim_end());
                let expected = if format == "pem" { public_pem(&key) } else { base64(&key) + "\n" };
                assert_eq!(text(&public), expected);
            }
        }
    }

    let scratch = Scratch::new("keygen-one-file");
    let secret = scratch.path("secret");
    let ran = run(&["keygen", "-n", "2", "--format", "hex", "--secret-out", &secret]);
    let secrets = String::from_utf8(scratch.read("secret")).unwrap();
    assert_eq!(secrets.lines().count(), 2);
    for (secret, public) in secrets.lines().zip(ran.ok().lines()) {
        assert_eq!(unhex(public), x25519(unhex(secret), BASE));
    }
    let public = scratch.path("public");
    let ran = run(&["keygen", "--format", "hex", "--public-out", &public]);
    let public = String::from_utf8(scratch.read("public")).unwrap();
    assert_eq!(unhex(public.trim_end()), x25519(unhex(ran.ok().trim_end()), BASE));
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_secret_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::new("keygen-mode");
    let secret = scratch.path("secret");
    run(&["keygen", "--secret-out", &secret]).ok();
    let mode = std::fs::metadata(secret).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_file_that_exists_stays_as_it_is_and_nothing_else_is_left() {
    let scratch = Scratch::new("keygen-exists");
    let (old, new) = (scratch.write("old", "precious"), scratch.path("new"));
    let ran = run(&["keygen", "--secret-out", &old, "--public-out", &new]);
    let message = ran.failed(3);
    assert!(message.contains(&old), "{message}");
    assert_eq!((scratch.read("old"), scratch.holds("new")), (b"precious".to_vec(), false));

    let ran = run(&["keygen", "--secret-out", &new, "--public-out", &old]);
    ran.failed(3);
    assert_eq!((scratch.read("old"), scratch.holds("new")), (b"precious".to_vec(), false));
    assert!(ran.stdout.is_empty());

    let nowhere = scratch.path("no/such/directory");
    assert!(run(&["keygen", "--secret-out", &nowhere]).failed(3).contains(&nowhere));
}

#[test]
fn json_is_one_object_a_line() {
    for format in ["pem", "hex", "base64"] {
        let ran = run(&["keygen", "-n", "3", "--format", format, "--json"]);
        assert_eq!(ran.ok().lines().count(), 3);
        for line in ran.ok().lines() {
            let pair: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(pair.as_object().unwrap().len(), 2);
            let [secret, public] = ["secret", "public"].map(|name| pair[name].as_str().unwrap());
            match format {
                "pem" => assert!(secret.starts_with("-----BEGIN PRIVATE KEY-----\n")),
                "hex" => assert_eq!(unhex(public), x25519(unhex(secret), BASE)),
                _ => assert_eq!((secret.len(), public.len()), (44, 44)),
            }
        }
    }
    run(&["keygen", "--json", "--format", "raw"]).failed(2);
}

#[test]
fn pem_is_what_rfc_8410_says() {
    let scratch = Scratch::new("keygen-rfc8410");
    let (secret, public) = (scratch.path("secret"), scratch.path("public"));
    run(&["keygen", "-n", "20", "--secret-out", &secret, "--public-out", &public]).ok();
    let text = |file| String::from_utf8(scratch.read(file)).unwrap();
    let (secrets, publics) = (text("secret"), text("public"));
    for (secret, public) in secrets
        .split_inclusive("-----END PRIVATE KEY-----\n")
        .zip(publics.split_inclusive("-----END PUBLIC KEY-----\n"))
    {
        let file = scratch.write("one", secret);
        let derived = run_with(&["derive", "--secret", &file], hex(&BASE));
        assert_eq!(public, public_pem(&unhex(derived.ok().trim_end())));
        // All bytes but the key are given.
        assert_eq!(secret.len(), secret_pem(&[0; 32]).len());
        let head = secret_pem(&[0; 32]);
        assert_eq!(secret[..head.find("AAAAA").unwrap()], head[..head.find("AAAAA").unwrap()]);
    }
}
