// The program of tests/moving_over.rs, compiled under `use x25519_dalek::..` and again under `use lanes25519::..`.

/// Who exchanges keys with whom.
struct Party {
    name: &'static str,
    secret: StaticSecret,
    public: PublicKey,
}

impl Party {
    fn new(name: &'static str, rng: &mut ChaCha20Rng) -> Self {
        let secret = StaticSecret::random_from_rng(rng);
        let public = PublicKey::from(&secret);
        Self { name, secret, public }
    }
}

/// Everything that the program computes, in order.
#[derive(Default)]
struct Record(Vec<(String, [u8; 32])>);

impl Record {
    fn note(&mut self, what: impl Into<String>, bytes: [u8; 32]) {
        self.0.push((what.into(), bytes));
    }
}

/// The bytes of what an exchange gives. The one difference between the two crates: `diffie_hellman` gives a secret in
/// the one, and in the other a secret or an error, which a program that moves over passes on by a `?`.
trait Exchanged {
    fn bytes(self) -> [u8; 32];
}

impl Exchanged for SharedSecret {
    fn bytes(self) -> [u8; 32] {
        assert!(self.was_contributory());
        self.to_bytes()
    }
}

impl<E: std::error::Error> Exchanged for Result<SharedSecret, E> {
    fn bytes(self) -> [u8; 32] {
        self.expect("a key of large order").bytes()
    }
}

fn bytes(exchanged: impl Exchanged) -> [u8; 32] {
    exchanged.bytes()
}

fn raw_functions(record: &mut Record, rng: &mut ChaCha20Rng) {
    let (mut k, mut u) = ([0x5a; 32], X25519_BASEPOINT_BYTES);
    for i in 0..8 {
        (k, u) = (x25519(k, u), k);
        record.note(format!("chain {i}"), k);
    }
    rng.fill_bytes(&mut k);
    record.note("zero, unchecked", x25519(k, [0; 32]));
    record.note("bit 255 and reduction", x25519(k, [0xff; 32]));
}

fn keys_as_bytes(record: &mut Record, rng: &mut ChaCha20Rng) {
    let mut bytes = [0; 32];
    rng.fill_bytes(&mut bytes);
    let secret = StaticSecret::from(bytes);
    record.note("as given", secret.to_bytes());
    record.note("borrowed", *secret.clone().as_bytes());
    let public = PublicKey::from(&secret);
    record.note("public", public.to_bytes());
    let copy = public;
    assert_eq!(copy, PublicKey::from(*public.as_bytes()));
    assert_eq!(copy.as_ref(), public.as_bytes());
    assert_ne!(copy, PublicKey::from(bytes));
    let known = HashSet::from([copy, public]);
    assert!(known.len() == 1 && known.contains(&public));
}

fn kinds_of_secret(record: &mut Record, rng: &mut ChaCha20Rng) {
    let ephemeral = EphemeralSecret::random_from_rng(rng);
    let reusable = ReusableSecret::random_from_rng(rng);
    let [e, r] = [PublicKey::from(&ephemeral), PublicKey::from(&reusable)];
    record.note("ephemeral", e.to_bytes());
    record.note("reusable", r.to_bytes());
    let shared = bytes(ephemeral.diffie_hellman(&r));
    record.note("from the ephemeral key", shared);
    assert_eq!(bytes(reusable.diffie_hellman(&e)), shared);
    assert_eq!(bytes(reusable.clone().diffie_hellman(&e)), shared);
}

fn parties(record: &mut Record, rng: &mut ChaCha20Rng) {
    let parties = ["alice", "bob", "carol"].map(|name| Party::new(name, rng));
    for a in &parties {
        for b in &parties {
            let shared = bytes(a.secret.diffie_hellman(&b.public));
            assert_eq!(shared, bytes(b.secret.diffie_hellman(&a.public)));
            record.note(format!("{} and {}", a.name, b.name), shared);
        }
    }
}

fn program() -> Vec<(String, [u8; 32])> {
    let (mut record, mut rng) = (Record::default(), ChaCha20Rng::seed_from_u64(25519));
    raw_functions(&mut record, &mut rng);
    keys_as_bytes(&mut record, &mut rng);
    kinds_of_secret(&mut record, &mut rng);
    parties(&mut record, &mut rng);
    record.0
}
