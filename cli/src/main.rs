//! `lanes25519`: what the machine can do, key pairs, shared secrets in bulk, speed.

#![forbid(unsafe_code)]

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;

mod args;
mod cpu;
mod derive;
mod error;
mod keygen;
mod lines;
mod output;
mod peers;
mod pem;
mod secret;
mod speed;
mod text;

use args::{Cli, Command};
use error::Error;

fn main() -> ExitCode {
    let Cli { command, json } = Cli::parse();
    let done = match command {
        Command::Cpu => cpu::run(json),
        Command::Speed(args) => speed::run(&args, json),
        Command::Keygen(args) => keygen::run(&args, json),
        Command::Derive(args) => derive::run(&args, json),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            if !matches!(error, Error::BrokenPipe) {
                // Nothing is left to tell it to if this fails.
                let _ = writeln!(std::io::stderr(), "error: {error}");
            }
            ExitCode::from(error.exit_code())
        }
    }
}
