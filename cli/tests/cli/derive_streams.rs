//! `derive` works on a stream: constant memory, answers before the end, and quiet when nobody listens any more.

use std::io::{BufRead as _, BufReader, Write as _};

use crate::common::{Scratch, command, finish, hex, key, public, shared};

#[test]
fn a_peer_that_waits_gets_its_answer_before_the_stream_ends() {
    let scratch = Scratch::new("stream-answers");
    let secret = scratch.write("secret", hex(&key(0)));
    let mut child = command(&["derive", "--secret", &secret]).spawn().unwrap();
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut answers = BufReader::new(stdout).lines();
    for j in 1..5 {
        writeln!(stdin, "{}", hex(&public(j))).unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), hex(&shared(0, j)));
    }
    drop(stdin);
    assert!(answers.next().is_none());
    assert_eq!(finish(child).ok(), "");
}

#[test]
fn nobody_reads_any_more() {
    let scratch = Scratch::new("stream-pipe");
    let secret = scratch.write("secret", hex(&key(0)));
    let peers = scratch.write("peers", (hex(&public(1)) + "\n").repeat(4000));
    let mut child = command(&["derive", "--secret", &secret, "--peers", &peers]).spawn().unwrap();
    let mut first = String::new();
    // Less than all that is written fits the pipe, and the reader goes after one line.
    BufReader::with_capacity(65, child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first, hex(&shared(0, 1)) + "\n");
    let ran = finish(child);
    assert_eq!((ran.code, ran.stderr.as_str()), (141, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let scratch = Scratch::new("stream-full");
    let secret = scratch.write("secret", hex(&key(0)));
    let peers = scratch.write("peers", hex(&public(1)));
    for args in [&["derive", "--secret", &secret, "--peers", &peers][..], &["keygen"], &["cpu"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ran = finish(command(args).stdout(full).spawn().unwrap());
        assert!(ran.failed(3).contains("cannot write standard output: "), "{ran:?}");
    }
}

/// Peak of the memory that the process has had in use, in KiB.
#[cfg(target_os = "linux")]
fn peak(child: &std::process::Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("VmHWM");
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_stream() {
    let scratch = Scratch::new("stream-memory");
    let secret = scratch.write("secret", hex(&key(0)));
    let mut child = command(&["derive", "--secret", &secret]).spawn().unwrap();
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut answers = BufReader::new(stdout).lines();
    let mut exchange = |count: usize, comments: usize| {
        let peers = (hex(&public(1)) + "\n").repeat(count) + &"# nothing\n".repeat(comments);
        std::thread::scope(|scope| {
            scope.spawn(|| stdin.write_all(peers.as_bytes()).unwrap());
            for _ in 0..count {
                assert_eq!(answers.next().unwrap().unwrap().len(), 64);
            }
        });
    };
    // Full blocks, so that every buffer has been used once.
    exchange(3000, 0);
    let before = peak(&child);
    // Three times the peers and 20 MB of lines that are skipped.
    exchange(9000, 2_000_000);
    exchange(1, 0);
    let after = peak(&child);
    drop(stdin);
    finish(child).ok();
    assert!(after < 64 * 1024 && after <= before + 512, "{before} KiB, then {after} KiB");
}
