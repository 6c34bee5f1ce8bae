//! A peer of low order gets an error line at its place, the others their secrets, and the exit code tells.

use crate::common::{Scratch, base64, hex, key, public, public_pem, run_with, shared, unhex};

/// The seven values of low order and those that differ in bit 255 only, which is masked.
const LOW_ORDER: [&str; 14] = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f11d7",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b880",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
];

#[test]
fn every_low_order_key_has_its_error_line_and_no_other_line_changes() {
    let scratch = Scratch::new("low-order");
    let secret = scratch.write("secret", hex(&key(0)));
    // A good peer before, between and after; a comment first, so that line and peer differ by one.
    let (mut peers, mut expected) = (vec!["# line 1".to_owned()], Vec::new());
    for (i, low) in (0_u32..).zip(LOW_ORDER) {
        peers.extend([hex(&public(i + 1)), low.to_owned()]);
        let error = format!("error: line {}: public key of low order", 3 + 2 * i);
        expected.extend([hex(&shared(0, i + 1)), error]);
    }
    peers.push(hex(&public(99)));
    expected.push(hex(&shared(0, 99)));

    let ran = run_with(&["derive", "--secret", &secret], peers.join("\n"));
    assert_eq!(ran.lines(), expected);
    assert!(ran.failed(1).contains("14 of 29 peers"), "{ran:?}");
    assert!(!ran.text().contains(&"0".repeat(64)));
}

#[test]
fn the_line_is_that_of_the_key_in_every_form_and_in_json() {
    let scratch = Scratch::new("low-order-forms");
    let secret = scratch.write("secret", hex(&key(0)));
    let low = unhex(LOW_ORDER[4]);
    let forms = [
        (format!("{}\n{}\n", hex(&public(1)), hex(&low)), 2),
        (format!("{}\n{}\n", base64(&public(1)), base64(&low)), 2),
        (public_pem(&public(1)) + &public_pem(&low), 4),
    ];
    for (peers, line) in forms {
        let ran = run_with(&["derive", "--secret", &secret], &peers);
        ran.failed(1);
        let error = format!("error: line {line}: public key of low order");
        assert_eq!(ran.lines(), [hex(&shared(0, 1)), error]);

        let ran = run_with(&["derive", "--json", "--secret", &secret], &peers);
        ran.failed(1);
        let objects: Vec<serde_json::Value> =
            ran.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(objects[0], serde_json::json!({"line": 1, "shared": hex(&shared(0, 1))}));
        assert_eq!(
            objects[1],
            serde_json::json!({"line": line, "error": "public key of low order"})
        );
    }
}

#[test]
fn errors_are_counted_over_blocks() {
    let scratch = Scratch::new("low-order-blocks");
    let secret = scratch.write("secret", hex(&key(0)));
    let mut peers = vec![LOW_ORDER[0]; 1024 + 2];
    let good = hex(&public(7));
    peers[1024] = &good;
    let ran = run_with(&["derive", "--secret", &secret], peers.join("\n"));
    assert!(ran.failed(1).contains("1025 of 1026 peers"), "{ran:?}");
    let lines = ran.lines();
    assert_eq!(lines.len(), 1026);
    for (i, line) in lines.iter().enumerate() {
        match i {
            1024 => assert_eq!(unhex(line), shared(0, 7)),
            i => assert_eq!(*line, format!("error: line {}: public key of low order", i + 1)),
        }
    }
}
