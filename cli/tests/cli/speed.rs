//! `speed` checks, measures and draws what the core offers. How fast it is, is not tested here.

use std::collections::HashSet;

use crate::common::{Scratch, run};
use lanes25519::Backend;
use serde_json::Value;

fn names() -> Vec<&'static str> {
    Backend::available().map(Backend::name).collect()
}

/// The rows that each backend must have: operation, form, batch.
fn expected_rows() -> HashSet<(String, String, u64)> {
    let row = |op: &str, form: &str, batch| (op.to_owned(), form.to_owned(), batch);
    let of_op = |op: &'static str| {
        let batches = [1, 2, 4, 8, 16, 64, 1024].map(|batch| row(op, "batch", batch));
        batches.into_iter().chain([row(op, "single", 1)])
    };
    of_op("dh").chain(of_op("public")).collect()
}

#[test]
fn json_has_every_row_of_every_backend_and_the_plot_a_line_for_each() {
    let scratch = Scratch::new("speed-json");
    let plot = scratch.path("plot.svg");
    let ran = run(&["speed", "--seconds", "1", "--json", "--plot", &plot]);
    let report: Value = serde_json::from_str(ran.ok()).unwrap();
    assert!(!report["cpu"].as_str().unwrap().is_empty());
    assert!(["thread CPU time", "wall time"].contains(&report["clock"].as_str().unwrap()));
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), names().len() * expected_rows().len());
    for name in names() {
        let of_backend = rows.iter().filter(|row| row["backend"] == name);
        let found = of_backend.map(|row| {
            let text = |key: &str| row[key].as_str().unwrap().to_owned();
            assert!(row["ns_per_op"].as_f64().unwrap() > 0.0, "{row}");
            assert!(row["median_of"].as_u64().unwrap() > 0, "{row}");
            (text("op"), text("form"), row["batch"].as_u64().unwrap())
        });
        assert_eq!(found.collect::<HashSet<_>>(), expected_rows(), "{name}");
    }

    let svg = String::from_utf8(scratch.read("plot.svg")).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts: HashSet<_> = document.descendants().filter_map(|node| node.text()).collect();
    assert!(names().iter().all(|name| texts.contains(name)), "{texts:?}");
    assert!(texts.contains("1024"));
}

#[test]
fn one_backend_and_text() {
    let name = names()[0];
    let ran = run(&["speed", "--seconds", "1", "--backend", name]);
    let rows: Vec<Vec<_>> =
        ran.ok().lines().map(|line| line.split_whitespace().collect()).collect();
    let rows: Vec<_> = rows.iter().filter(|words| words.first() == Some(&name)).collect();
    assert_eq!(rows.len(), expected_rows().len());
    for words in rows {
        let numbers = &words[words.len() - 2..];
        let per_second: f64 = numbers[0].replace(',', "").parse().unwrap();
        let nanoseconds: f64 = numbers[1].parse().unwrap();
        assert!((per_second * nanoseconds / 1e9 - 1.0).abs() < 0.01, "{words:?}");
    }
    for other in &names()[1..] {
        assert!(!ran.text().lines().any(|line| line.split_whitespace().next() == Some(other)));
    }
}

#[test]
fn a_backend_that_is_not_there_is_an_error_that_lists_those_that_are() {
    let ran = run(&["speed", "--backend", "abacus"]);
    let message = ran.failed(2);
    assert!(message.contains("no backend is called 'abacus'"), "{message}");
    assert!(message.contains(&format!("available: {}", names().join(", "))), "{message}");
    assert!(ran.stdout.is_empty());
    for status in Backend::status().filter(|status| status.backend.is_none()) {
        let ran = run(&["speed", "--backend", status.name]);
        let why = format!("backend {} is not on this machine: {}", status.name, status.reason);
        assert!(ran.failed(2).contains(&why), "{ran:?}");
        assert!(message.contains(status.reason), "{message}");
    }
}

#[test]
fn a_plot_that_cannot_be_written_is_an_error_before_the_measurement() {
    let scratch = Scratch::new("speed-plot");
    let nowhere = scratch.path("no/such/plot.svg");
    let ran = run(&["speed", "--seconds", "1", "--backend", names()[0], "--plot", &nowhere]);
    assert!(ran.failed(3).contains(&nowhere), "{ran:?}");
    assert!(ran.stdout.is_empty());
}
