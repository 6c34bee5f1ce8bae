//! `lanes25519 cpu`: what the CPU has, and which backend serves what.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;

use lanes25519::{Backend, Operation};
use serde::Serialize;

use crate::error::Error;
use crate::output::Stdout;

pub(crate) fn run(json: bool) -> Result<ExitCode, Error> {
    let report = Report::of_this_machine();
    let mut stdout = Stdout::open()?;
    if json {
        stdout.json(&report)?;
    } else {
        stdout.write(report.text().as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct Report {
    cpu: String,
    arch: &'static str,
    features: BTreeMap<&'static str, bool>,
    backends: Vec<BackendReport>,
    /// Operation to backend.
    serving: BTreeMap<&'static str, &'static str>,
}

#[derive(Serialize)]
struct BackendReport {
    name: &'static str,
    available: bool,
    lanes: Option<usize>,
    serves: Vec<&'static str>,
    /// Why it serves nothing; empty if it serves something.
    reason: String,
}

impl Report {
    fn of_this_machine() -> Self {
        let serving = Operation::ALL.map(|op| (op.name(), Backend::serving(op).name()));
        let backends = Backend::status().map(|status| {
            let serves = serving.iter().filter(|(_, name)| *name == status.name);
            let serves: Vec<_> = serves.map(|(op, _)| *op).collect();
            let reason = match status.backend {
                Some(_) if serves.is_empty() => "runs here, but others are faster".to_owned(),
                _ => status.reason.to_owned(),
            };
            BackendReport {
                name: status.name,
                available: status.backend.is_some(),
                lanes: status.backend.map(Backend::lanes),
                serves,
                reason,
            }
        });
        Self {
            cpu: model(),
            arch: std::env::consts::ARCH,
            features: features(),
            backends: backends.collect(),
            serving: serving.into_iter().collect(),
        }
    }

    fn text(&self) -> String {
        let named = |has: bool| {
            let names = self.features.iter().filter(|(_, on)| **on == has).map(|(name, _)| *name);
            Some(names.collect::<Vec<_>>().join(" ")).filter(|names| !names.is_empty())
        };
        let mut text = format!("cpu    {} ({})\n", self.cpu, self.arch);
        for (word, names) in [("has", named(true)), ("lacks", named(false))] {
            let _ = writeln!(text, "{word:<6} {}", names.as_deref().unwrap_or("-"));
        }
        let _ = writeln!(text, "\n{:<14}{:>5}", "backend", "lanes");
        for b in &self.backends {
            let lanes = b.lanes.map_or("-".to_owned(), |lanes| lanes.to_string());
            let what = match b {
                b if !b.serves.is_empty() => format!("serves {}", b.serves.join(", ")),
                b if b.available => b.reason.clone(),
                b => format!("not on this machine: {}", b.reason),
            };
            let _ = writeln!(text, "{:<14}{lanes:>5}  {what}", b.name);
        }
        text
    }
}

/// The CPU's name as it tells it itself.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) fn model() -> String {
    let brand = raw_cpuid::CpuId::new().get_processor_brand_string();
    let words = brand.as_ref().map(|brand| brand.as_str().split_whitespace().collect::<Vec<_>>());
    words.map_or_else(|| std::env::consts::ARCH.to_owned(), |words| words.join(" "))
}

/// The CPU's name as Linux tells it, by number where it knows no name.
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
pub(crate) fn model() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |key: &str| {
        let line = info.lines().find(|line| line.starts_with(key))?;
        line.split_once(':').map(|(_, value)| value.trim().to_owned())
    };
    let number = || {
        let (implementer, part) = (value("CPU implementer")?, value("CPU part")?);
        Some(format!("implementer {implementer}, part {part}"))
    };
    value("model name").or_else(number).unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// Features that matter to X25519, by the name that the compiler gives them.
macro_rules! detected {
    ($detect:ident: $($name:tt)*) => {
        BTreeMap::from([$(($name, std::arch::$detect!($name))),*])
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn features() -> BTreeMap<&'static str, bool> {
    detected!(is_x86_feature_detected: "adx" "avx" "avx2" "avx512dq" "avx512f" "avx512ifma" "avx512vl" "avxifma" "bmi2")
}

#[cfg(target_arch = "aarch64")]
fn features() -> BTreeMap<&'static str, bool> {
    detected!(is_aarch64_feature_detected: "dit" "neon" "sve" "sve2")
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
fn features() -> BTreeMap<&'static str, bool> {
    BTreeMap::new()
}
