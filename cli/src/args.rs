//! The command line. Its doc comments are the help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::text::Encoding;

/// X25519 on this machine: keys, shared secrets in bulk, speed.
///
/// Exit codes: 0 all done; 1 some peers have low-order keys (all others are done); 2 the command line or an input is
/// wrong; 3 the system refused (file, output, randomness); 4 a backend computes wrong results; 141 nobody reads the
/// output any more.
#[derive(Parser)]
#[command(name = "lanes25519", version, propagate_version = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Write JSON instead of text: one object, or one a line for `keygen` and `derive`
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Tell what the CPU has, which backend serves which operation, and why the others do not
    Cpu,
    Speed(SpeedArgs),
    Keygen(KeygenArgs),
    Derive(DeriveArgs),
}

/// Check every backend against RFC 7748, then measure operations a second
///
/// Rows are one exchange, one public key, and batches of 1 to 1024 of both. The times are medians of many short rounds
/// in which all backends take turns, in CPU time of the thread where the system tells it.
#[derive(Args)]
pub(crate) struct SpeedArgs {
    /// Measure this backend only (`lanes25519 cpu` lists them); all are checked
    #[arg(long, value_name = "B")]
    pub(crate) backend: Option<String>,
    /// Draw throughput against batch size, one line a backend
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// Time to measure for; slower machines get fewer rounds, not a longer run
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=18))]
    pub(crate) seconds: u64,
}

/// Make key pairs with randomness of the operating system
///
/// Each key pair is, by format: `pem` a PKCS#8 PRIVATE KEY block and then an SPKI PUBLIC KEY block; `hex` and `base64`
/// a line "SECRET PUBLIC"; `raw` 32 bytes of the secret key, then 32 of the public key. With --secret-out or
/// --public-out that half goes to its file, and standard output gets the other half, or nothing if both have files.
#[derive(Args)]
pub(crate) struct KeygenArgs {
    /// Number of key pairs
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,
    /// How keys are written
    #[arg(long, value_enum, default_value_t = KeyFormat::Pem)]
    pub(crate) format: KeyFormat,
    /// New file for the secret keys, for its owner only (mode 0600)
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) secret_out: Option<PathBuf>,
    /// New file for the public keys
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) public_out: Option<PathBuf>,
}

/// Derive shared secrets of one static secret key and any number of peers
///
/// Writes one line for each peer, in their order: the shared secret, or "error: line N: ..." for a peer whose public
/// key has low order. Peers are read as PEM (PUBLIC KEY), hex or base64, whichever the first is in; blank lines and
/// lines that begin with # are skipped. Memory does not grow with the number of peers.
#[derive(Args)]
pub(crate) struct DeriveArgs {
    /// The secret key: PKCS#8 PEM, hex, base64 or 32 raw bytes
    #[arg(long, value_name = "FILE")]
    pub(crate) secret: PathBuf,
    /// The peers' public keys; `-` is standard input
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub(crate) peers: PathBuf,
    /// How shared secrets are written
    #[arg(long, value_enum, default_value_t = SharedFormat::Hex)]
    pub(crate) format: SharedFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeyFormat {
    Pem,
    Hex,
    Base64,
    Raw,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum SharedFormat {
    Hex,
    Base64,
}

impl From<SharedFormat> for Encoding {
    fn from(format: SharedFormat) -> Self {
        match format {
            SharedFormat::Hex => Self::Hex,
            SharedFormat::Base64 => Self::Base64,
        }
    }
}
