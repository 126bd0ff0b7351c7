//! Emitted files against compilers: no warning of ours, and every assertion holds.

use std::time::Duration;

use crate::samples::{self, Samples, is_installed};
use emit::{PlainOptions, plain};
use native::{Compiler, Optimise, run_emitted};
use suite::{FunctionReport, Types};

/// The sample unit has odd code on purpose; these warnings are about it and not about tests.
const ITS_OWN: [&str; 4] = [
    "-Wno-unused-function",
    "-Wno-implicit-fallthrough",
    "-Wno-unused-variable",
    "-Wno-null-dereference",
];

fn emitted(types: &Types, function: &FunctionReport) -> String {
    plain(types, function, &PlainOptions { compile_command: "cc test.c".into() })
}

fn flags() -> Vec<&'static str> {
    let strict = ["-Wall", "-Wextra", "-Werror"];
    strict.into_iter().chain(ITS_OWN).collect()
}

fn check_all(cc: &str, optimise: Optimise) {
    if !is_installed(cc) {
        return;
    }
    let mut samples = Samples::new();
    for function in samples.passing() {
        let text = emitted(&samples.types, &function);
        let cc = Compiler::new(cc, Vec::new());
        let run = run_emitted(&cc, &text, optimise, &flags(), Duration::from_secs(10))
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(run.passed, "{}\n{}\n{text}", run.stdout, run.stderr);
        let returning =
            function.tests.iter().filter(|test| test.ends == suite::Ends::Return).count();
        assert_eq!(run.stdout, format!("{returning} tests, 0 failed\n"));
    }
}

#[test]
fn gcc_accepts_and_passes_everything() {
    check_all("gcc", Optimise::No);
}

#[test]
fn gcc_optimised_accepts_and_passes_everything() {
    check_all("gcc", Optimise::Yes);
}

#[test]
fn clang_accepts_and_passes_everything() {
    check_all("clang", Optimise::No);
}

#[test]
fn clang_optimised_accepts_and_passes_everything() {
    check_all("clang", Optimise::Yes);
}

#[test]
fn a_wrong_expectation_is_reported_with_both_values() {
    let mut samples = Samples::new();
    let mut function = samples.sort3();
    function.under_test.stubs = vec![samples.sensor()];
    function.tests.truncate(1);
    function.tests[0].outputs.objects[0].values[1] = samples::int(9);
    let text = emitted(&samples.types, &function);
    let cc = Compiler::new("gcc", Vec::new());
    let run = run_emitted(&cc, &text, Optimise::No, &[], Duration::from_secs(10)).expect("it runs");
    assert!(!run.passed);
    assert_eq!(run.stdout, "1 tests, 1 failed\n");
    assert!(run.stderr.ends_with("t1: a[1] is 2, expected 9\n"), "{}", run.stderr);
}
