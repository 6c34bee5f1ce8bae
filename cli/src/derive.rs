//! `lanes25519 derive`: shared secrets of one static key and a stream of peers.
//!
//! Peers are worked on in blocks of what has arrived, at most `BLOCK`: a file gives full blocks, and a program that
//! sends one key and waits gets its answer. Every buffer has its final size from the start, so memory does not grow
//! with the stream, and what was secret in them is wiped at the end.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read, Write as _};
use std::path::Path;
use std::process::ExitCode;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use lanes25519::{LowOrderPoint, PublicKey, SharedSecret, StaticSecret};
use zeroize::Zeroizing;

use crate::args::DeriveArgs;
use crate::error::{Error, Fault};
use crate::lines::Lines;
use crate::output::Stdout;
use crate::peers::{Parser, Peer};
use crate::secret;
use crate::text::{BASE64_LEN, Encoding, HEX_LEN};

/// Peers that one batch takes at most. More gain nothing: the part of a batch's cost that its peers share is one
/// inversion.
const BLOCK: usize = 1024;

/// Bytes that one peer's line takes at most: JSON with the longest line number and a hex secret.
const ROOM: usize = HEX_LEN + 48;
const _: () = assert!(BASE64_LEN <= HEX_LEN);

pub(crate) fn run(args: &DeriveArgs, json: bool) -> Result<ExitCode, Error> {
    // Lent to the block, as moving it would leave copies behind.
    let secret = StaticSecret::from(*secret::read(&args.secret)?);
    let source = Source::open(&args.peers)?;
    let format = Format { encoding: args.format.into(), json };
    let mut run = Run {
        progress: progress_bar(source.size),
        lines: Lines::new(source.reader),
        parser: Parser::new(),
        block: Block::new(&secret, format),
        stdout: Stdout::open()?,
    };
    let ended = run.all(&source.name);
    run.progress.finish_and_clear();
    ended?;
    let Block { done, low_order, .. } = run.block;
    if low_order == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    let _ = writeln!(
        io::stderr(),
        "error: {low_order} of {done} peers have a public key of low order; each has an error line at its place"
    );
    Ok(ExitCode::from(1))
}

/// Where peers come from.
struct Source {
    name: String,
    reader: Box<dyn Read>,
    /// Bytes in all, if the system knows.
    size: Option<u64>,
}

impl Source {
    fn open(path: &Path) -> Result<Self, Error> {
        if path == Path::new("-") {
            let reader = Box::new(io::stdin());
            return Ok(Self { name: "standard input".into(), reader, size: None });
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(Error::reading(&name))?;
        let meta = file.metadata().map_err(Error::reading(&name))?;
        let size = meta.is_file().then_some(meta.len());
        Ok(Self { name, reader: Box::new(file), size })
    }
}

/// A bar on a terminal, unless the secrets go to that terminal too.
fn progress_bar(size: Option<u64>) -> ProgressBar {
    if !io::stderr().is_terminal() || io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = match size {
        Some(size) => {
            ProgressBar::new(size).with_style(style("[{bar:40}] {percent:>3} % {msg}, {eta} left"))
        }
        None => ProgressBar::no_length().with_style(style("{spinner} {elapsed} {msg}")),
    };
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a constant").progress_chars("=> ")
}

/// One run over a stream.
struct Run<'a> {
    lines: Lines<Box<dyn Read>>,
    parser: Parser,
    block: Block<'a>,
    stdout: Stdout,
    progress: ProgressBar,
}

impl Run<'_> {
    /// Derives for all peers of the stream. Those in front of a fault are done before it is told.
    fn all(&mut self, name: &str) -> Result<(), Error> {
        loop {
            let fault = self.collect();
            self.flush()?;
            match fault {
                Err(fault) => return Err(fault.within(name)),
                // The block was full, and more lines may be waiting.
                Ok(true) => {}
                Ok(false) if self.lines.fill().map_err(Error::reading(name))? => {}
                Ok(false) => return self.parser.end().map_err(|fault| fault.within(name)),
            }
        }
    }

    /// Moves peers that have arrived into the block. True if it is full.
    fn collect(&mut self) -> Result<bool, Fault> {
        while self.block.peers.len() < BLOCK {
            let Some((number, line)) = self.lines.buffered()? else { return Ok(false) };
            if let Some(peer) = self.parser.line(number, line)? {
                self.block.push(&peer);
            }
        }
        Ok(true)
    }

    fn flush(&mut self) -> Result<(), Error> {
        if !self.block.peers.is_empty() {
            self.stdout.write(self.block.derive())?;
        }
        self.show_progress();
        Ok(())
    }

    fn show_progress(&self) {
        if self.progress.is_hidden() {
            return;
        }
        let (done, elapsed) = (self.block.done, self.progress.elapsed());
        let rate = u128::from(done) * 1000 / elapsed.as_millis().max(1);
        let rate = HumanCount(u64::try_from(rate).unwrap_or(u64::MAX));
        self.progress.set_message(format!("{} peers, {rate} a second", HumanCount(done)));
        self.progress.set_position(self.lines.given());
    }
}

struct Format {
    encoding: Encoding,
    json: bool,
}

/// Peers whose secrets are derived together.
struct Block<'a> {
    secret: &'a StaticSecret,
    format: Format,
    peers: Vec<PublicKey>,
    lines: Vec<u64>,
    shared: Vec<Result<SharedSecret, LowOrderPoint>>,
    text: Zeroizing<Vec<u8>>,
    done: u64,
    low_order: u64,
}

impl<'a> Block<'a> {
    fn new(secret: &'a StaticSecret, format: Format) -> Self {
        Self {
            secret,
            format,
            peers: Vec::with_capacity(BLOCK),
            lines: Vec::with_capacity(BLOCK),
            shared: std::iter::repeat_with(|| Err(LowOrderPoint)).take(BLOCK).collect(),
            text: Zeroizing::new(Vec::with_capacity(BLOCK * ROOM)),
            done: 0,
            low_order: 0,
        }
    }

    #[inline]
    fn push(&mut self, peer: &Peer) {
        self.peers.push(PublicKey::from(peer.key));
        self.lines.push(peer.line);
    }

    /// Empties the block; gives the lines for its peers.
    fn derive(&mut self) -> &[u8] {
        let shared = &mut self.shared[..self.peers.len()];
        self.secret.diffie_hellman_batch(&self.peers, shared).expect("as many as there are peers");
        self.text.clear();
        for (line, shared) in self.lines.iter().zip(&*shared) {
            self.low_order += u64::from(shared.is_err());
            match shared.as_ref().map(SharedSecret::as_bytes) {
                Ok(shared) => self.format.append(*line, shared, &mut self.text),
                Err(LowOrderPoint) => self.format.append_low_order(*line, &mut self.text),
            }
        }
        self.done += self.peers.len() as u64;
        self.peers.clear();
        self.lines.clear();
        &self.text
    }
}

impl Format {
    #[inline]
    fn append(&self, line: u64, shared: &[u8; 32], out: &mut Vec<u8>) {
        if self.json {
            let _ = write!(out, r#"{{"line":{line},"shared":""#);
        }
        self.encoding.append(shared, out);
        out.extend_from_slice(if self.json { b"\"}\n" } else { b"\n" });
    }

    fn append_low_order(&self, line: u64, out: &mut Vec<u8>) {
        let _ = if self.json {
            writeln!(out, r#"{{"line":{line},"error":"public key of low order"}}"#)
        } else {
            writeln!(out, "error: line {line}: public key of low order")
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_block_fits_its_buffer() {
        for (encoding, json) in
            [(Encoding::Hex, true), (Encoding::Base64, true), (Encoding::Hex, false)]
        {
            let format = Format { encoding, json };
            for append in [
                |f: &Format, out: &mut Vec<u8>| f.append(u64::MAX, &[0xff; 32], out),
                |f: &Format, out: &mut Vec<u8>| f.append_low_order(u64::MAX, out),
            ] {
                let mut out = Vec::new();
                append(&format, &mut out);
                assert!(out.len() <= ROOM, "{}", out.len());
            }
        }
    }
}
