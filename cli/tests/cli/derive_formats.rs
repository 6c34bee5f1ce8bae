//! `derive` gives the shared secrets that the reference gives, whatever the keys are written in.

use crate::common::{
    Scratch, base64, hex, key, public, public_pem, run, run_with, secret_pem, shared, unhex,
};

const PEERS: std::ops::Range<u32> = 1..8;

/// The peers in each form that is taken.
fn peer_files() -> [(&'static str, String); 3] {
    let lines = |write: &dyn Fn(&[u8]) -> String| {
        PEERS.map(|i| write(&public(i)) + "\n").collect::<String>()
    };
    let pem = PEERS.map(|i| public_pem(&public(i))).collect();
    [("hex", lines(&hex)), ("base64", lines(&base64)), ("pem", pem)]
}

fn secret_files(scratch: &Scratch) -> [String; 7] {
    let secret = key(0);
    [
        scratch.write("secret.pem", secret_pem(&secret)),
        scratch.write("secret-and-public.pem", secret_pem(&secret) + &public_pem(&public(0))),
        scratch.write("secret.hex", hex(&secret) + "\n"),
        scratch.write("secret.upper", hex(&secret).to_uppercase()),
        scratch.write("secret.base64", base64(&secret) + "\r\n"),
        scratch.write("secret.commented", format!("# mine\n\n{}\n", base64(&secret))),
        scratch.write("secret.raw", secret),
    ]
}

#[test]
fn every_form_of_secret_and_peers_gives_the_same_secrets() {
    let scratch = Scratch::new("derive-formats");
    let expected: String = PEERS.map(|j| hex(&shared(0, j)) + "\n").collect();
    let secrets = secret_files(&scratch);
    for (form, peers) in peer_files() {
        let file = scratch.write("peers", &peers);
        for secret in &secrets {
            let derived = run(&["derive", "--secret", secret, "--peers", &file]);
            assert_eq!(derived.ok(), expected, "{form} {secret}");
        }
        for dash in [&["--peers", "-"][..], &[]] {
            let args = [&["derive", "--secret", &secrets[0]], dash].concat();
            assert_eq!(run_with(&args, &peers).ok(), expected, "{form} from standard input");
        }
    }
}

#[test]
fn secrets_are_written_as_asked() {
    let scratch = Scratch::new("derive-output");
    let secret = scratch.write("secret", hex(&key(0)));
    let peers = &peer_files()[0].1;
    let derive = |more: &[&str]| {
        run_with(&[&["derive", "--secret", &secret], more].concat(), peers).ok().to_owned()
    };
    let lines = |write: &dyn Fn(u32) -> String| PEERS.map(write).collect::<String>();
    assert_eq!(derive(&["--format", "hex"]), lines(&|j| hex(&shared(0, j)) + "\n"));
    assert_eq!(derive(&["--format", "base64"]), lines(&|j| base64(&shared(0, j)) + "\n"));
    for (format, write) in
        [("hex", &hex as &dyn Fn(&[u8]) -> String), ("base64", &|bytes: &[u8]| base64(bytes))]
    {
        let text = derive(&["--json", "--format", format]);
        assert_eq!(text.lines().count(), PEERS.len());
        for (line, j) in text.lines().zip(PEERS) {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(object, serde_json::json!({"line": j, "shared": write(&shared(0, j))}));
        }
    }
}

#[test]
fn ends_of_lines_comments_and_blank_lines_do_not_matter() {
    let scratch = Scratch::new("derive-lines");
    let secret = scratch.write("secret", hex(&key(0)));
    let derive = |peers: String| run_with(&["derive", "--secret", &secret], peers).ok().to_owned();
    let expected: String = PEERS.map(|j| hex(&shared(0, j)) + "\n").collect();
    for (form, peers) in peer_files() {
        assert_eq!(derive(peers.trim_end().to_owned()), expected, "{form}, no newline at the end");
        assert_eq!(derive(peers.replace('\n', "\r\n")), expected, "{form}, CRLF");
        assert_eq!(derive(peers.replace('\n', "\r\n").trim_end().to_owned()), expected, "{form}");
        assert_eq!(derive(format!("\u{feff}# peers\n\n{peers}\n\n# end")), expected, "{form}");
        if form != "pem" {
            assert_eq!(derive(format!("  {}", peers.replace('\n', " \t\n\n# x\n"))), expected);
        }
    }
    let upper: String = PEERS.map(|i| hex(&public(i)).to_uppercase() + "\n").collect();
    assert_eq!(derive(upper), expected);
}

#[test]
fn no_peer_and_one_peer() {
    let scratch = Scratch::new("derive-few");
    let secret = scratch.write("secret", hex(&key(0)));
    let args = ["derive", "--secret", &secret];
    for nobody in ["", "\n", "\r\n\r\n", "# nobody\n", "# nobody"] {
        assert_eq!(run_with(&args, nobody).ok(), "");
        assert_eq!(run_with(&["--json", "derive", "--secret", &secret], nobody).ok(), "");
    }
    assert_eq!(
        run(&["derive", "--secret", &secret, "--peers", &scratch.write("none", "")]).ok(),
        ""
    );
    assert_eq!(run_with(&args, hex(&public(3))).ok(), hex(&shared(0, 3)) + "\n");
}

#[test]
fn many_blocks_give_every_peer_its_own_secret_in_order() {
    let scratch = Scratch::new("derive-blocks");
    let secret = scratch.write("secret", hex(&key(0)));
    // Made by the program, as the reference is slow: two full blocks and a part, in each form.
    let count = 2 * 1024 + 3;
    for format in ["hex", "base64", "pem"] {
        let (secrets, peers) =
            (scratch.path(&format!("{format}-s")), scratch.path(&format!("{format}-p")));
        let n = count.to_string();
        run(&[
            "keygen",
            "-n",
            &n,
            "--format",
            format,
            "--secret-out",
            &secrets,
            "--public-out",
            &peers,
        ])
        .ok();
        let from_file = run(&["derive", "--secret", &secret, "--peers", &peers]);
        let lines = from_file.lines();
        assert_eq!((from_file.code, lines.len()), (0, count));
        let text = String::from_utf8(scratch.read(&format!("{format}-p"))).unwrap();
        assert_eq!(run_with(&["derive", "--secret", &secret], &text).ok(), from_file.text());
        for i in (0..count).step_by(101).chain([1023, 1024, 2047, 2048, count - 1]) {
            let peer = match format {
                "pem" => text.split_inclusive("-----END PUBLIC KEY-----\n").nth(i).unwrap(),
                _ => text.lines().nth(i).unwrap(),
            };
            assert_eq!(lines[i], run_with(&["derive", "--secret", &secret], peer).ok().trim_end());
            if format == "hex" {
                assert_eq!(unhex(lines[i]), x25519_dalek::x25519(key(0), unhex(peer)), "peer {i}");
            }
        }
    }
}
