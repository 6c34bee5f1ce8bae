//! Keys as bytes: what is written is what x25519-dalek writes, and nothing but 32 bytes is read.

use crate::common::{edges, random, rng};
use lanes25519::{PublicKey, StaticSecret};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Both kinds of key, as parts of a program's own type.
#[derive(Serialize, Deserialize)]
struct Ours {
    secret: StaticSecret,
    public: PublicKey,
    peers: Vec<PublicKey>,
}

#[derive(Serialize, Deserialize)]
struct Theirs {
    secret: x25519_dalek::StaticSecret,
    public: x25519_dalek::PublicKey,
    peers: Vec<x25519_dalek::PublicKey>,
}

#[test]
fn the_form_is_the_peers() {
    let mut rng = rng(1);
    for bytes in edges() {
        let (secret, peers) = (random(&mut rng), [random(&mut rng), bytes]);
        let ours = Ours {
            secret: secret.into(),
            public: bytes.into(),
            peers: peers.iter().copied().map(PublicKey::from).collect(),
        };
        let theirs = Theirs {
            secret: secret.into(),
            public: bytes.into(),
            peers: peers.iter().copied().map(x25519_dalek::PublicKey::from).collect(),
        };
        let json = serde_json::to_string(&ours).expect("JSON");
        assert_eq!(json, serde_json::to_string(&theirs).expect("JSON"));
        let binary = postcard::to_stdvec(&ours).expect("bytes");
        assert_eq!(binary, postcard::to_stdvec(&theirs).expect("bytes"));
        // 32 bytes a key, without a length in front; one byte counts the peers.
        assert_eq!(binary, [&secret[..], &bytes, &[2], &peers[0], &peers[1]].concat());

        for read in [
            serde_json::from_str::<Ours>(&json).expect("our own JSON"),
            postcard::from_bytes(&binary).expect("our own bytes"),
        ] {
            assert_eq!(read.secret.to_bytes(), secret);
            assert_eq!(read.public.to_bytes(), bytes);
            assert_eq!(read.peers[0].to_bytes(), peers[0]);
            assert_eq!(read.peers[1].to_bytes(), peers[1]);
        }
        let theirs: Theirs = serde_json::from_str(&json).expect("the peer reads our JSON");
        assert_eq!(theirs.secret.to_bytes(), secret);
    }
}

/// Arrays of numbers that are not 32 bytes.
fn refuses<T: DeserializeOwned>(name: &str) {
    let list = |n: usize| serde_json::to_string(&vec![9; n]).expect("JSON");
    assert!(serde_json::from_str::<T>(&list(32)).is_ok(), "{name}");
    for n in [0, 1, 31, 33, 64] {
        let error = serde_json::from_str::<T>(&list(n)).err().expect("a wrong length");
        // serde's array stops at its 32 elements; what follows is an error of the format.
        let text = error.to_string();
        assert!(text.contains("length") || text.contains("trailing"), "{name}, {n}: {text}");
    }
    for n in 0..32 {
        assert!(postcard::from_bytes::<T>(&vec![9; n]).is_err(), "{name}, {n}");
    }
    // A sequence that is cut off or goes on, as postcard writes it, has one length or the other.
    let (_, rest) =
        postcard::take_from_bytes::<T>(&[9; 33]).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(rest, [9], "{name}");
    for text in ["null", "\"\"", "{}", "9", "[256]", "[-1]", &list(32).replace('9', "256")] {
        assert!(serde_json::from_str::<T>(text).is_err(), "{name}: {text}");
    }
    assert!(serde_json::from_str::<T>(&list(32).replacen('9', "-1", 1)).is_err(), "{name}");
    let hex = format!("\"{}\"", "09".repeat(32));
    assert!(serde_json::from_str::<T>(&hex).is_err(), "{name}: a string is not bytes");
}

#[test]
fn other_lengths_and_types_are_refused() {
    refuses::<PublicKey>("PublicKey");
    refuses::<StaticSecret>("StaticSecret");
}

/// An error of a secret tells nothing of what was read so far.
#[test]
fn errors_hold_no_secret() {
    let text = serde_json::to_string(&[219_u8; 31]).expect("JSON");
    let error = serde_json::from_str::<StaticSecret>(&text).expect_err("a wrong length");
    assert!(!format!("{error} {error:?}").contains("219"), "{error}");
}
