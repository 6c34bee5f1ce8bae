//! `cpu` tells all that the core knows of its backends.

use crate::common::run;
use lanes25519::{Backend, Operation};
use serde_json::Value;

#[test]
fn json_lists_every_backend_with_what_it_serves_or_why_not() {
    let ran = run(&["cpu", "--json"]);
    let report: Value = serde_json::from_str(ran.ok()).unwrap();
    assert!(!report["cpu"].as_str().unwrap().is_empty());
    assert_eq!(report["arch"], std::env::consts::ARCH);
    assert!(report["features"].as_object().unwrap().values().all(Value::is_boolean));
    let backends = report["backends"].as_array().unwrap();
    assert_eq!(backends.len(), Backend::status().count());
    for (found, status) in backends.iter().zip(Backend::status()) {
        assert_eq!(found["name"], status.name);
        assert_eq!(found["available"], status.backend.is_some());
        let lanes = status.backend.map(|backend| backend.lanes() as u64);
        assert_eq!(found["lanes"].as_u64(), lanes);
        let serves = !found["serves"].as_array().unwrap().is_empty();
        assert_ne!(serves, !found["reason"].as_str().unwrap().is_empty(), "{found}");
    }
    for operation in Operation::ALL {
        let name = Backend::serving(operation).name();
        assert_eq!(report["serving"][operation.name()], name);
        let backend = backends.iter().find(|backend| backend["name"] == name).unwrap();
        assert!(backend["serves"].as_array().unwrap().contains(&operation.name().into()));
    }
}

#[test]
fn text_says_the_same() {
    let ran = run(&["cpu"]);
    for status in Backend::status() {
        let mut lines = ran.ok().lines();
        let line = lines.find(|line| line.split_whitespace().next() == Some(status.name)).unwrap();
        let found = match status.backend {
            Some(_) => line.contains("serves ") || line.contains("runs here"),
            None => line.contains(status.reason),
        };
        assert!(found, "{line}");
    }
    #[cfg(target_arch = "x86_64")]
    for feature in ["adx", "avx2", "avx512ifma"] {
        assert!(ran.ok().contains(feature));
    }
}
