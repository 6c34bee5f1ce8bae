//! What can go wrong, and the exit code that says so.

use std::fmt;
use std::io;

/// Text or bytes that are not what the format asks for. Never holds a secret: `found` describes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Line of the file, from 1; `None` where the whole file is meant.
    pub(crate) line: Option<u64>,
    pub(crate) expected: String,
    pub(crate) found: String,
}

impl Fault {
    pub(crate) fn at(line: u64, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { line: Some(line), expected: expected.into(), found: found.into() }
    }

    pub(crate) fn whole(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { line: None, expected: expected.into(), found: found.into() }
    }

    /// The fault as one of the file or stream called `name`.
    pub(crate) fn within(self, name: &str) -> Error {
        Error::Input { name: name.to_owned(), fault: self }
    }
}

/// Why a command stops.
#[derive(Debug)]
pub(crate) enum Error {
    /// The command line asks for what cannot be done.
    Usage(String),
    /// An input file is not what it should be.
    Input { name: String, fault: Fault },
    /// The system refused: `doing` is what was tried, with the name of the file.
    System { doing: String, source: io::Error },
    /// The operating system gave no randomness.
    Random(getrandom::Error),
    /// A backend computed something else than RFC 7748 says.
    Check(String),
    /// Nobody reads the output any more.
    BrokenPipe,
}

impl Error {
    /// The error of reading or opening a file.
    pub(crate) fn reading(name: &str) -> impl FnOnce(io::Error) -> Self {
        let doing = format!("cannot read {name}");
        move |source| Self::System { doing, source }
    }

    /// The error of creating or writing a file, or of writing to standard output.
    pub(crate) fn writing(name: &str) -> impl FnOnce(io::Error) -> Self {
        let doing = format!("cannot write {name}");
        move |source| match source.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::System { doing, source },
        }
    }

    /// As `cli/README.md` lists them.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) | Self::Input { .. } => 2,
            Self::System { .. } | Self::Random(_) => 3,
            Self::Check(_) => 4,
            // What a shell reports of a program that SIGPIPE ended.
            Self::BrokenPipe => 128 + 13,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(what) | Self::Check(what) => f.write_str(what),
            Self::Input { name, fault: Fault { line, expected, found } } => {
                f.write_str(name)?;
                if let Some(line) = line {
                    write!(f, ":{line}")?;
                }
                write!(f, ": expected {expected}, found {found}")
            }
            Self::System { doing, source } => write!(f, "{doing}: {source}"),
            Self::Random(source) => {
                write!(f, "the operating system gives no randomness, so no key was made: {source}")
            }
            Self::BrokenPipe => f.write_str("nobody reads the output any more"),
        }
    }
}

impl std::error::Error for Error {}
