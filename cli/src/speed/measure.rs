//! Medians of many short rounds in which all backends take turns.

use std::hint::black_box;
use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use lanes25519::Backend;

use super::{Form, Op, Row};

const BATCHES: [usize; 7] = [1, 2, 4, 8, 16, 64, 1024];
const LONGEST: usize = 1024;

/// Rounds after which more change nothing.
const ROUNDS: usize = 101;

/// What a sample should take. Long against the clock's own cost, short against the drift of the machine.
const SAMPLE: Duration = Duration::from_millis(1);

/// The rows of `backends`, by backend. Takes about `budget`; a machine that is too slow for one round in that time
/// still gets one.
pub(super) fn measure(backends: &[Backend], budget: Duration) -> Vec<Row> {
    let started = Instant::now();
    let mut inputs = Inputs::new();
    // Backends side by side for each operation, so that they share the machine's mood of the moment.
    let forms = Op::ALL.into_iter().flat_map(|op| {
        let batches = BATCHES.map(|batch| (op, Form::Batch, batch));
        [(op, Form::Single, 1)].into_iter().chain(batches)
    });
    let mut tasks: Vec<_> = forms
        .flat_map(|form| backends.iter().map(move |&backend| (backend, form)))
        .map(|(backend, (op, form, batch))| Task::new(backend, op, form, batch, &mut inputs))
        .collect();

    let bar = progress_bar(budget);
    'rounds: for round in 0..ROUNDS {
        for task in &mut tasks {
            if round > 0 && started.elapsed() >= budget {
                break 'rounds;
            }
            if round % task.every == 0 {
                task.sample(&mut inputs);
            }
            bar.set_position(millis(started.elapsed()));
        }
    }
    bar.finish_and_clear();

    let rank = |task: &Task| backends.iter().position(|&b| b == task.backend);
    tasks.sort_by_key(rank);
    tasks.into_iter().map(Task::row).collect()
}

fn progress_bar(budget: Duration) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("[{bar:40}] measuring").expect("a constant");
    ProgressBar::new(millis(budget)).with_style(style.progress_chars("=> "))
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Keys that stand for any, as no time depends on them.
struct Inputs {
    scalars: Vec<[u8; 32]>,
    points: Vec<[u8; 32]>,
    out: Vec<[u8; 32]>,
}

impl Inputs {
    fn new() -> Self {
        let mut state = 0_u64;
        let mut bytes = || {
            std::array::from_fn(|_| {
                // Knuth's MMIX generator; the high bits are the good ones.
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                state.to_be_bytes()[0]
            })
        };
        let mut keys = || (0..LONGEST).map(|_| bytes()).collect();
        Self { scalars: keys(), points: keys(), out: keys() }
    }
}

/// One row in the making.
struct Task {
    backend: Backend,
    op: Op,
    form: Form,
    batch: usize,
    /// Calls that make up a sample.
    calls: u32,
    /// A sample is taken in one round of so many: in one of eight where one call takes long, so that a batch of 1024
    /// does not take the time of all others.
    every: usize,
    /// Nanoseconds an operation.
    samples: Vec<f64>,
}

impl Task {
    fn new(backend: Backend, op: Op, form: Form, batch: usize, inputs: &mut Inputs) -> Self {
        let samples = Vec::with_capacity(ROUNDS);
        let mut task = Self { backend, op, form, batch, calls: 1, every: 1, samples };
        loop {
            let took = task.time(inputs);
            if took >= SAMPLE / 4 {
                let calls = SAMPLE.as_nanos() * u128::from(task.calls) / took.as_nanos();
                task.calls = u32::try_from(calls).unwrap_or(u32::MAX).max(1);
                let samples = took.as_nanos() / SAMPLE.as_nanos() / 4;
                task.every = usize::try_from(samples).unwrap_or(8).clamp(1, 8);
                return task;
            }
            task.calls *= 4;
        }
    }

    fn sample(&mut self, inputs: &mut Inputs) {
        let operations = f64::from(self.calls) * to_f64(self.batch);
        self.samples.push(self.time(inputs).as_secs_f64() * 1e9 / operations);
    }

    /// Time that `calls` calls take.
    fn time(&self, inputs: &mut Inputs) -> Duration {
        let Inputs { scalars, points, out } = inputs;
        let (scalars, points) = (&scalars[..self.batch], &points[..self.batch]);
        let out = &mut out[..self.batch];
        let started = now();
        for _ in 0..self.calls {
            let (k, u) = (black_box(scalars), black_box(points));
            match (self.form, self.op) {
                (Form::Single, Op::Dh) => out[0] = self.backend.x25519(k[0], u[0]),
                (Form::Single, Op::Public) => out[0] = self.backend.x25519_base(k[0]),
                (Form::Batch, Op::Dh) => self.backend.x25519_batch(k, u, out).expect(SAME),
                (Form::Batch, Op::Public) => self.backend.x25519_base_batch(k, out).expect(SAME),
            }
            black_box(&mut *out);
        }
        now().saturating_sub(started)
    }

    fn row(self) -> Row {
        let Self { backend, op, form, batch, samples, .. } = self;
        let median_of = samples.len();
        Row { backend: backend.name(), op, form, batch, ns_per_op: median(samples), median_of }
    }
}

const SAME: &str = "slices of one length";

/// The middle one, or the mean of the two in the middle. There is at least one.
fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    let half = samples.len() / 2;
    if samples.len() % 2 == 1 {
        samples[half]
    } else {
        f64::midpoint(samples[half - 1], samples[half])
    }
}

fn to_f64(n: usize) -> f64 {
    u32::try_from(n).map_or(f64::INFINITY, f64::from)
}

/// What `now` counts, for the reader of a report.
pub(super) const CLOCK: &str = if cfg!(any(
    target_os = "linux",
    target_os = "android",
    target_os = "macos",
    target_os = "freebsd"
)) {
    "thread CPU time"
} else {
    "wall time"
};

/// CPU time of this thread: what other programs do in between does not count.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos", target_os = "freebsd"))]
fn now() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    // A thread has used neither negative time nor 2^64 seconds.
    Duration::try_from(now).unwrap_or_default()
}

/// Time since the first call.
#[cfg(not(any(
    target_os = "linux",
    target_os = "android",
    target_os = "macos",
    target_os = "freebsd"
)))]
fn now() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        for (samples, middle) in
            [(vec![3.0], 3.0), (vec![9.0, 1.0, 5.0], 5.0), (vec![9.0, 1.0, 5.0, 3.0], 4.0)]
        {
            assert!((median(samples) - middle).abs() < 1e-9);
        }
    }

    #[test]
    fn every_backend_has_every_row_once() {
        let backends: Vec<_> = Backend::available().collect();
        let rows = measure(&backends, Duration::ZERO);
        assert_eq!(rows.len(), backends.len() * Op::ALL.len() * (1 + BATCHES.len()));
        for (rows, backend) in rows.chunks(2 * (1 + BATCHES.len())).zip(backends) {
            assert!(rows.iter().all(|row| row.backend == backend.name() && row.median_of == 1));
            assert!(rows.iter().all(|row| row.ns_per_op > 0.0 && row.ns_per_op.is_finite()));
            for op in Op::ALL {
                let of_op = || rows.iter().filter(move |row| row.op == op);
                assert_eq!(of_op().filter(|row| row.form == Form::Single).count(), 1);
                let batches = of_op().filter(|row| row.form == Form::Batch).map(|row| row.batch);
                assert!(batches.eq(BATCHES));
            }
        }
    }

    #[test]
    fn the_clock_counts_work() {
        let started = now();
        let mut x = 1_u64;
        for i in 0..5_000_000 {
            x = black_box(x.wrapping_mul(3).wrapping_add(i));
        }
        assert!(now() > started);
    }
}
