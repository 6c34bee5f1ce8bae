//! `lanes25519 speed`: a check of every backend, then what each of them does in a second.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::HumanCount;
use lanes25519::Backend;
use serde::Serialize;

use crate::args::SpeedArgs;
use crate::cpu;
use crate::error::Error;
use crate::output::Stdout;

mod check;
mod measure;
mod plot;

pub(crate) fn run(args: &SpeedArgs, json: bool) -> Result<ExitCode, Error> {
    let chosen = match &args.backend {
        Some(name) => vec![backend_called(name)?],
        None => Backend::available().collect(),
    };
    Backend::available().try_for_each(|backend| check::check(&backend))?;
    // Before the measurement, which would be lost if there were no place for the picture.
    let mut plot = match &args.plot {
        Some(path) => {
            let name = path.display().to_string();
            Some((fs::File::create(path).map_err(Error::writing(&name))?, name))
        }
        None => None,
    };
    let rows = measure::measure(&chosen, Duration::from_secs(args.seconds));
    let report = Report { cpu: cpu::model(), clock: measure::CLOCK, rows };
    let mut stdout = Stdout::open()?;
    if json {
        stdout.json(&report)?;
    } else {
        stdout.write(report.text().as_bytes())?;
    }
    if let Some((file, name)) = &mut plot {
        file.write_all(plot::svg(&report).as_bytes()).map_err(Error::writing(name))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The backend that the user asks for, or why there is none.
fn backend_called(name: &str) -> Result<Backend, Error> {
    if let Some(backend) = Backend::from_name(name) {
        return Ok(backend);
    }
    let mut text = match Backend::status().find(|status| status.name == name) {
        Some(status) => format!("backend {name} is not on this machine: {}", status.reason),
        None => format!("no backend is called '{}'", name.escape_debug()),
    };
    let names: Vec<_> = Backend::available().map(Backend::name).collect();
    let _ = write!(text, "; available: {}", names.join(", "));
    for status in Backend::status().filter(|s| s.backend.is_none() && s.name != name) {
        let _ = write!(text, "; not {}: {}", status.name, status.reason);
    }
    Err(Error::Usage(text))
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Op {
    Dh,
    Public,
}

impl Op {
    const ALL: [Self; 2] = [Self::Dh, Self::Public];

    fn noun(self) -> &'static str {
        match self {
            Self::Dh => "exchange",
            Self::Public => "public key",
        }
    }
}

/// Which function was called: the one for a single operation, or the one for slices. A batch of one is the second.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    Single,
    Batch,
}

#[derive(Serialize)]
struct Row {
    backend: &'static str,
    op: Op,
    form: Form,
    batch: usize,
    ns_per_op: f64,
    /// Rounds of which `ns_per_op` is the median.
    median_of: usize,
}

impl Row {
    fn ops_per_second(&self) -> f64 {
        1e9 / self.ns_per_op
    }
}

#[derive(Serialize)]
struct Report {
    cpu: String,
    clock: &'static str,
    rows: Vec<Row>,
}

impl Report {
    fn text(&self) -> String {
        let rounds = || self.rows.iter().map(|row| row.median_of);
        let (least, most) = (rounds().min().unwrap_or(0), rounds().max().unwrap_or(0));
        let mut text = format!(
            "cpu   {}\ntime  {}, medians of {least} to {most} rounds; every backend agrees with RFC 7748\n\n",
            self.cpu, self.clock
        );
        let _ = writeln!(text, "backend       operation   batch     ops/second         ns/op");
        let mut last = None;
        for row in &self.rows {
            if last.is_some_and(|last| last != row.backend) {
                text.push('\n');
            }
            last = Some(row.backend);
            let batch = match row.form {
                Form::Single => "-".to_owned(),
                Form::Batch => row.batch.to_string(),
            };
            let per_second = HumanCount(whole(row.ops_per_second())).to_string();
            let (name, noun) = (row.backend, row.op.noun());
            let _ = writeln!(
                text,
                "{name:<13} {noun:<11} {batch:>5} {per_second:>14} {:>13.1}",
                row.ns_per_op
            );
        }
        text
    }
}

/// The nearest whole number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
fn whole(x: f64) -> u64 {
    x.round() as u64
}
