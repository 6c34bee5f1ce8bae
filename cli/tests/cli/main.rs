//! The command line from end to end: one file for each promise. All in one program, since each one more takes as long
//! to link as all of them to run.

mod common;
mod cpu;
mod derive_bad_input;
mod derive_formats;
mod derive_low_order;
mod derive_streams;
mod keygen;
mod openssl;
mod speed;
#[cfg(target_os = "linux")]
mod terminal;
mod usage;
