//! Goals on the whole function: the classics decided without a walk, and loops without a bound.
//!
//! The second proof of refutations is on; every covered objective was seen in a run.

use engine::{Criterion, Engines, Options};
use native::Compiler;
use probant::args::OverflowName;
use probant::front::{self, Unit};
use probant::pipeline::{self, Outcome, Plan, Unhurried};
use std::path::{Path, PathBuf};
use suite::{Ends, FunctionReport, Scope, Verdict};

fn bench(file: &str) -> PathBuf {
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench");
    bench.join(file).canonicalize().expect("a bench program")
}

fn read(file: &str, args: &[&str]) -> Unit {
    let compiler = Compiler::new("gcc", args.iter().map(ToString::to_string).collect());
    match front::read(&bench(file), &compiler, OverflowName::Trap) {
        Ok(unit) => unit,
        Err(error) => {
            front::explain(&error);
            panic!("{file} should be readable");
        }
    }
}

fn goals(file: &str, args: &[&str], func: &str) -> FunctionReport {
    generate(file, args, func, Criterion::Branch, Engines::Goals)
}

fn generate(
    file: &str,
    args: &[&str],
    func: &str,
    criterion: Criterion,
    engines: Engines,
) -> FunctionReport {
    let unit = read(file, args);
    let options = Options { seeds: 0, engines, ..Options::judged(criterion) };
    let plan = Plan {
        funcs: vec![unit.program.find_func(func).expect("the function is there")],
        options: vec![options],
        replay: None,
        include: bench(file).display().to_string(),
        watch: &|_| Box::new(Unhurried),
    };
    let (mut suite, outcomes) = pipeline::run(&unit, file, &plan);
    if let Some(outcome) = outcomes.into_iter().next() {
        match outcome {
            Outcome::Disagreement(what) | Outcome::Panicked(_, what) => panic!("{file}: {what}"),
            Outcome::NotReplayed(_, error) => panic!("{file}: {error}"),
            Outcome::Unsatisfiable(..) | Outcome::Undecided(_) => {
                panic!("{file}: the contract should be satisfiable")
            }
        }
    }
    suite.functions.remove(0)
}

/// All is decided: so many objectives covered, these infeasible whatever the turns of loops.
#[track_caller]
fn check(file: &str, args: &[&str], func: &str, covered: usize, infeasible: &[&str]) {
    let report = goals(file, args, func);
    let mut n_covered = 0;
    let mut excluded = Vec::new();
    for objective in &report.objectives {
        match &objective.verdict {
            Verdict::Covered { .. } => n_covered += 1,
            Verdict::Infeasible { scope: Scope::Unconditional, .. } => {
                excluded.push(objective.id.as_str());
            }
            other => panic!("{file} {func} {}: {other:?}", objective.id),
        }
    }
    assert_eq!((n_covered, excluded), (covered, infeasible.to_vec()), "{file} {func}");
}

#[test]
fn the_classics_without_a_walk() {
    check("foo.c", &[], "foo", 7, &["b4+"]);
    check("trityp.c", &[], "trityp", 34, &[]);
    check("max3als.c", &[], "max3Als", 4, &[]);
    check("merge.c", &["-DK=2"], "Merge", 10, &[]);
    check("misc.c", &[], "bsearch_", 6, &[]);
    check("misc.c", &[], "bubble", 6, &[]);
    check("misc.c", &[], "strcmp_", 4, &[]);
    check("misc.c", &[], "atoi_", 13, &[]);
    check("getorder.c", &["-DN=8"], "getOrder", 14, &[]);
    for func in ["f", "foo97", "lh98", "jos97"] {
        check("pointers.c", &[], func, 4, &[]);
    }
}

#[test]
fn tcas_needs_no_assumption() {
    check("tcas.c", &[], "alt_sep_test", 59, &["b15+", "b21-", "b24-", "b28-", "b31-"]);
    let report = goals("tcas.c", &[], "alt_sep_test");
    for objective in &report.objectives {
        if let Verdict::Infeasible { assumes, because, .. } = &objective.verdict {
            assert!(assumes.is_empty(), "{}: {assumes:?}", objective.id);
            assert!(!because.is_empty(), "{} should be explained", objective.id);
        }
    }
}

#[test]
fn loops_without_a_bound() {
    check("loops.c", &[], "count_down", 5, &["b2+"]);
    check("loops.c", &[], "even_sum", 3, &["b2+"]);
    check("loops.c", &[], "nested", 5, &["b3+"]);
    check("loops.c", &[], "endless", 0, &["b1+", "b1-"]);
    check("loops.c", &[], "search", 7, &["b3+"]);
    check("loops.c", &[], "in_step", 3, &["b2+"]);
    check("loops.c", &[], "gcd", 11, &["b5+"]);
    check("loops.c", &[], "length", 5, &["b2+"]);
    check("loops.c", &[], "collatz", 7, &["b4+"]);
}

/// Objectives covered and infeasible, and tests that return.
#[track_caller]
fn check_suite(
    file: &str,
    func: &str,
    criterion: Criterion,
    expected: (usize, usize),
    most: usize,
) {
    let report = generate(file, &[], func, criterion, Engines::Both);
    let count = |is: fn(&Verdict) -> bool| {
        report.objectives.iter().filter(|objective| is(&objective.verdict)).count()
    };
    let covered = count(|verdict| matches!(verdict, Verdict::Covered { .. }));
    let infeasible = count(|verdict| matches!(verdict, Verdict::Infeasible { .. }));
    assert_eq!((covered, infeasible), expected, "{file} {func} {criterion:?}");
    assert_eq!(covered + infeasible, report.objectives.len(), "{file} {func} {criterion:?}");
    let returning = report.tests.iter().filter(|test| test.ends == Ends::Return).count();
    assert!(returning <= most, "{file} {func} {criterion:?}: {returning} tests");
}

#[test]
fn decisive_outcomes_with_few_tests() {
    check_suite("tcas.c", "alt_sep_test", Criterion::Mcdc, (57, 7), 10);
    check_suite("trityp.c", "trityp", Criterion::Mcdc, (34, 0), 14);
    check_suite("foo.c", "foo", Criterion::Mcdc, (7, 1), 3);
    check_suite("misc.c", "atoi_", Criterion::Mcdc, (10, 0), 3);
}

#[test]
fn outcomes_of_decisions() {
    check_suite("tcas.c", "alt_sep_test", Criterion::Decision, (29, 1), 6);
    check_suite("trityp.c", "trityp", Criterion::Decision, (20, 0), 8);
    check_suite("foo.c", "foo", Criterion::Decision, (5, 1), 2);
}
