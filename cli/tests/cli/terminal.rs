//! Progress is shown on a terminal only, and raw keys are not.

use std::process::{Command, Stdio};

use crate::common::{Scratch, hex, key, public, run, shared, skipped};

/// Runs `lanes25519 {args}` by a shell in a terminal of its own, made by `script` of util-linux; what it shows.
fn in_a_terminal(args: &str) -> Option<(i32, String)> {
    let line = format!("'{}' {args}", env!("CARGO_BIN_EXE_lanes25519"));
    let output = Command::new("script")
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .env("TERM", "xterm")
        .env("SHELL", "/bin/sh")
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) => {
            let shown = String::from_utf8_lossy(&output.stdout).into_owned();
            Some((output.status.code().expect("no signal"), shown))
        }
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            skipped("`script` is not installed", "LANES25519_REQUIRE_SCRIPT");
            None
        }
        Err(e) => panic!("script does not start: {e}"),
    }
}

#[test]
fn derive_shows_progress_on_a_terminal_and_nowhere_else() {
    let scratch = Scratch::new("terminal-derive");
    let secret = scratch.write("secret", hex(&key(0)));
    let peers = scratch.write("peers", (hex(&public(1)) + "\n").repeat(5000));
    let out = scratch.path("out");
    let args = format!("derive --secret '{secret}' --peers '{peers}'");
    let expected = (hex(&shared(0, 1)) + "\n").repeat(5000);

    let Some((code, shown)) = in_a_terminal(&format!("{args} >'{out}'")) else { return };
    assert_eq!(code, 0);
    assert!(shown.contains("5,000 peers") && shown.contains("100 %"), "{shown:?}");
    assert_eq!(scratch.read("out"), expected.as_bytes());

    // From a pipe the size is not known.
    let piped = format!("derive --secret '{secret}' <'{peers}' >'{out}'");
    let (code, shown) = in_a_terminal(&piped).expect("as before");
    assert_eq!(code, 0);
    assert!(shown.contains("5,000 peers"), "{shown:?}");

    // Secrets on the terminal itself: no bar among them.
    let (code, shown) = in_a_terminal(&args).expect("as before");
    assert_eq!((code, shown.replace("\r\n", "\n")), (0, expected.clone()));

    let piped = run(&["derive", "--secret", &secret, "--peers", &peers]);
    assert_eq!(piped.ok(), expected);
}

#[test]
fn raw_keys_do_not_go_to_a_terminal() {
    let Some((code, shown)) = in_a_terminal("keygen --format raw") else { return };
    assert_eq!(code, 2);
    assert!(shown.starts_with("error: raw keys are not for a terminal"), "{shown:?}");
}
