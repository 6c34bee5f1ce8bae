//! The command line itself: what is refused, and the help.

use crate::common::{Scratch, run};

#[test]
fn a_wrong_command_line_is_refused_with_code_2_and_nothing_on_standard_output() {
    let scratch = Scratch::new("usage");
    let file = scratch.path("never");
    for args in [
        &[][..],
        &["exchange"],
        &["keygen", "-n", "0"],
        &["keygen", "-n", "-1"],
        &["keygen", "-n", "many"],
        &["keygen", "--format", "jpeg"],
        &["keygen", "--json", "--secret-out", &file],
        &["derive"],
        &["derive", "--secret", &file, "--format", "raw"],
        &["speed", "--seconds", "0"],
        &["speed", "--seconds", "3600"],
        &["cpu", "--fast"],
    ] {
        let ran = run(args);
        assert_eq!((ran.code, ran.stdout.len()), (2, 0), "{args:?} {ran:?}");
        assert!(!ran.stderr.is_empty());
    }
    assert!(!scratch.holds("never"));
}

#[test]
fn help_and_version_are_there() {
    let help = run(&["--help"]);
    for word in ["cpu", "speed", "keygen", "derive", "--json", "Exit codes"] {
        assert!(help.ok().contains(word), "{word}");
    }
    for command in ["cpu", "speed", "keygen", "derive"] {
        assert!(run(&[command, "--help"]).ok().contains("Usage: lanes25519"), "{command}");
    }
    assert_eq!(run(&["--version"]).ok(), format!("lanes25519 {}\n", env!("CARGO_PKG_VERSION")));
}
