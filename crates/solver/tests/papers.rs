//! Results printed in the papers on constraint-based test generation, as far as they are about
//! constraints alone. Each file states its source's example; counts were checked by brute force.

use solver::text::{Options, Verdict, run, run_with};
use std::fmt::Write;

#[track_caller]
fn models(source: &str) -> Vec<String> {
    let outcome = run_with(source, &Options { all: Some(10_000), ..Options::standard() });
    assert_eq!(outcome.diagnostics.len(), 0, "{:?}", outcome.diagnostics);
    let lines: Vec<&str> = outcome.text.lines().collect();
    assert!(lines.last().is_some_and(|line| line.starts_with("all ")), "{:?}", lines.last());
    let blocks = lines[..lines.len() - 1].split(|line| line.starts_with("model "));
    blocks.filter(|block| !block.is_empty()).map(|block| block.join(" ")).collect()
}

/// SAMPLE with arrays of three (Gotlieb, Botella, Rueher, ISSTA 1998): some `a[i]` and all `b[i]`
/// equal the target.
fn sample(extra: &str) -> String {
    let mut text = String::new();
    for name in ["a1", "a2", "a3", "b1", "b2", "b3", "target"] {
        let _ = writeln!(text, "var {name}: i32 in 1..9");
    }
    text + "let fa = a3 == target ? 1i32 : (a2 == target ? 1 : (a1 == target ? 1i32 : 0))\n\
            let fb = b3 != target ? 0i32 : (b2 != target ? 0 : (b1 != target ? 0i32 : 1))\n\
            assert fa != 0\nassert fb != 0\n"
        + extra
}

#[test]
fn sample_of_three_has_1953_solutions() {
    let found = models(&sample(""));
    assert_eq!(found.len(), 1953);
    assert_eq!(found[0], "a1 = 1 a2 = 1 a3 = 1 b1 = 1 b2 = 1 b3 = 1 target = 1");
}

#[test]
fn sample_with_squares_has_six_solutions() {
    let found = models(&sample("assert a3 * a3 == a1 * a1 + a2 * a2\n"));
    let expected: Vec<String> = [3, 4, 5]
        .iter()
        .flat_map(|t| {
            [(3, 4), (4, 3)].map(|(a, b)| {
                format!("a1 = {a} a2 = {b} a3 = 5 b1 = {t} b2 = {t} b3 = {t} target = {t}")
            })
        })
        .collect();
    let sorted = |mut list: Vec<String>| {
        list.sort();
        list
    };
    assert_eq!(sorted(found), sorted(expected));
}

/// The second example of the same paper: one datum, found by propagation alone.
#[test]
fn second_example_is_solved_by_propagation() {
    let text = "var x: u32 in 0..65535\nvar y: u32 in 0..65535\n\
        let t = 2 * x\nassert x * y <= 8\nassert x > 1\n\
        assert !sub_overflows(t, y) && t - y == 1\n";
    let outcome = run_with(text, &Options { propagate_only: true, ..Options::standard() });
    assert_eq!(outcome.text, "unknown: propagation leaves\nx in 2..2\ny in 3..3\n");
}

/// Entailment by refutation (CL 2000): X * Y = 100 filters to 10, 10, which X != Y excludes.
#[test]
fn a_product_is_refuted_through_another_constraint() {
    let outcome = run(
        "var x: i32 in 1..100\nvar y: i32 in 9..11\nassert x != y\nassert x * y == 100\nexpect unsat",
    );
    assert_eq!((outcome.verdict, outcome.as_expected), (Verdict::Unsat, true));
}

/// Local consistency is incomplete: x != y and y != z over two values do not narrow x != z.
#[test]
fn disequalities_need_a_choice() {
    let text = "var x: u8 in 0..1\nvar y: u8 in 0..1\nvar z: u8 in 0..1\nassert x != y\nassert y != z\nassert x != z\n";
    let outcome = run(text);
    assert_eq!(outcome.verdict, Verdict::Unsat);
}

/// The linear join of the Euclide paper (ICST 2009): X = Y + 10 or X = Y - 10 bounds X - Y.
#[test]
fn linear_join_is_decided_by_probing() {
    let text = "var x: i32 in 0..20\nvar y: i32 in 0..20\n\
        assert x == y + 10 || x == y - 10\nassert x - y > 10\n";
    let outcome = run(text);
    assert_eq!(outcome.verdict, Verdict::Unsat);
}
