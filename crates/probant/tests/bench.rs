//! The classic programs, from C text to replayed suites, against counts that exhaustion or two independent tools agree on.
//!
//! Translation validation and the second proof of refutations are on.

use engine::{Criterion, Engines, Options};
use native::{Compiler, Optimise, Runtime};
use probant::args::OverflowName;
use probant::front::{self, Unit};
use probant::pipeline::{self, Outcome, Plan, Replaying, Unhurried};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use suite::{Ends, FunctionReport, PathMethod, Replay, Scope, Suite, Verdict};

fn bench(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../bench")
        .join(file)
        .canonicalize()
        .expect("a bench program")
}

fn read(file: &str, args: &[&str]) -> (Unit, Compiler) {
    let compiler = Compiler::new("gcc", args.iter().map(ToString::to_string).collect());
    match front::read(&bench(file), &compiler, OverflowName::Trap) {
        Ok(unit) => (unit, compiler),
        Err(error) => {
            front::explain(&error);
            panic!("{file} should be readable");
        }
    }
}

fn generate(
    unit: &Unit,
    file: &str,
    func: &str,
    criterion: Criterion,
    replay: Option<&Runtime>,
) -> Suite {
    generate_with(unit, file, func, criterion, replay, 0)
}

fn generate_with(
    unit: &Unit,
    file: &str,
    func: &str,
    criterion: Criterion,
    replay: Option<&Runtime>,
    most_inputs: u64,
) -> Suite {
    let func = unit.program.find_func(func).expect("the function is there");
    let options =
        Options { seeds: 300, engines: Engines::Walk, most_inputs, ..Options::judged(criterion) };
    let plan = Plan {
        funcs: vec![func],
        options: vec![options],
        replay: replay.map(|runtime| Replaying {
            runtime,
            end: Instant::now() + Duration::from_mins(5),
            gcov: true,
        }),
        include: bench(file).display().to_string(),
        watch: &|_| Box::new(Unhurried),
    };
    let (suite, outcomes) = pipeline::run(unit, file, &plan);
    if let Some(outcome) = outcomes.into_iter().next() {
        match outcome {
            Outcome::Disagreement(what) | Outcome::Panicked(_, what) => panic!("{file}: {what}"),
            Outcome::NotReplayed(_, error) => panic!("{file}: {error}"),
            Outcome::Unsatisfiable(..) | Outcome::Undecided(_) => {
                panic!("{file}: the contract should be satisfiable")
            }
        }
    }
    suite
}

#[track_caller]
fn check_paths(file: &str, args: &[&str], func: &str, feasible: u64, trapped: u64) {
    let (unit, _) = read(file, args);
    let suite = generate(&unit, file, func, Criterion::Path, None);
    let paths = suite.functions[0].paths.expect("paths were walked");
    assert_eq!(
        (paths.feasible, paths.trapped, paths.complete),
        (feasible, trapped, true),
        "{file} {args:?} {func}"
    );
    let returning =
        suite.functions[0].tests.iter().filter(|test| test.ends == Ends::Return).count();
    assert_eq!(returning as u64, feasible, "one test per path");
}

#[test]
fn paths_of_the_classics() {
    check_paths("trityp.c", &[], "trityp", 14, 6);
    check_paths("tcas.c", &[], "alt_sep_test", 59, 4);
    check_paths("max3als.c", &[], "max3Als", 3, 0);
    check_paths("merge.c", &["-DK=2"], "Merge", 19, 0);
    check_paths("misc.c", &[], "bsearch_", 16, 0);
    check_paths("misc.c", &[], "bubble", 153, 0);
    check_paths("misc.c", &[], "strcmp_", 11, 0);
    check_paths("misc.c", &[], "atoi_", 506, 0);
    check_paths("foo.c", &[], "foo", 4, 2);
}

/// The paths and traps of a function, by walking and by running all inputs.
#[track_caller]
fn check_exhaustion(file: &str, args: &[&str], func: &str, inputs: u64, feasible: usize) {
    let (unit, _) = read(file, args);
    let paths = |most_inputs| {
        let suite = generate_with(&unit, file, func, Criterion::Path, None, most_inputs);
        let report = &suite.functions[0];
        let counts = report.paths.expect("paths were walked");
        assert!(counts.complete, "{file} {func}");
        let returns = report.tests.iter().filter(|test| test.ends == Ends::Return);
        let paths: BTreeSet<Vec<String>> = returns.map(|test| test.path.clone()).collect();
        (counts.method, counts.trapped, paths)
    };
    let (walk, trapped, walked) = paths(0);
    assert_eq!(walk, PathMethod::Walk, "{file} {func}");
    assert_eq!(walked.len(), feasible, "{file} {func}");
    assert_eq!(paths(100_000), (PathMethod::Exhaustion(inputs), trapped, walked), "{file} {func}");
}

#[test]
fn the_walk_finds_what_running_all_inputs_finds() {
    check_exhaustion("getorder.c", &["-DN=3"], "getOrder", 6, 4);
    check_exhaustion("getorder.c", &["-DN=4"], "getOrder", 24, 7);
    check_exhaustion("max3als.c", &[], "max3Als", 125, 3);
    for (func, inputs, feasible) in
        [("ct", 257, 5), ("ct2", 257, 3), ("len", 81, 5), ("cpy", 162, 11), ("traps", 4096, 3)]
    {
        check_exhaustion("library.c", &[], func, inputs, feasible);
    }
    check_exhaustion("alias.c", &[], "f", 17 * 17 * 64, 2);
}

#[test]
fn permutations_of_eight_elements_are_run() {
    let (unit, _) = read("getorder.c", &["-DN=8"]);
    let suite = generate_with(&unit, "getorder.c", "getOrder", Criterion::Path, None, 100_000);
    let paths = suite.functions[0].paths.expect("paths were counted");
    assert_eq!((paths.feasible, paths.cut, paths.complete), (110, 0, true));
    assert_eq!(paths.method, PathMethod::Exhaustion(40_320));
}

#[test]
fn a_loop_without_end_is_cut_and_said_so() {
    let (unit, _) = read("getorder_any.c", &[]);
    let suite = generate_with(&unit, "getorder_any.c", "getOrder", Criterion::Path, None, 100_000);
    let report = &suite.functions[0];
    let paths = report.paths.expect("paths were counted");
    assert_eq!((paths.feasible, paths.trapped, paths.complete), (7, 0, false));
    assert!(paths.cut > 0);
    assert!(
        report.notes.iter().any(|note| note.contains("a path is too long")),
        "{:?}",
        report.notes
    );
}

#[test]
fn k_paths_of_merge() {
    let (unit, _) = read("merge.c", &["-DK=1000"]);
    for (k, feasible) in [(1, 5), (2, 17), (3, 49)] {
        let suite = generate(&unit, "merge.c", "Merge", Criterion::KPath(k), None);
        let paths = suite.functions[0].paths.expect("paths were walked");
        // 2k + 1 + k(2^(k+1) - 2), by counting interleavings.
        assert_eq!((paths.feasible, paths.complete), (feasible, true), "k = {k}");
    }
}

fn count(report: &FunctionReport, is_such: impl Fn(&Verdict) -> bool) -> usize {
    report.objectives.iter().filter(|objective| is_such(&objective.verdict)).count()
}

/// Branch coverage with replay: claimed, measured by probes and measured by gcov are the same; what is left is infeasible.
#[track_caller]
fn check_branches(file: &str, args: &[&str], func: &str, covered: usize, infeasible: usize) {
    let (unit, compiler) = read(file, args);
    let runtime = Runtime::new(&compiler, &native::Guard::none()).expect("gcc works");
    let suite = generate(&unit, file, func, Criterion::Branch, Some(&runtime));
    let report = &suite.functions[0];
    assert_eq!(
        count(report, |verdict| matches!(verdict, Verdict::Covered { .. })),
        covered,
        "{file} {func}"
    );
    let unconditional = |verdict: &Verdict| {
        matches!(verdict, Verdict::Infeasible { scope: Scope::Unconditional, .. })
    };
    assert_eq!(count(report, unconditional), infeasible, "{file} {func}");
    assert_eq!(covered + infeasible, report.objectives.len(), "{file} {func}: nothing is unknown");
    for test in &report.tests {
        assert_eq!(test.replayed, Replay::Agrees, "{file} {func} {}", test.id);
    }
    let coverage = report.coverage.expect("coverage was measured");
    let total = (covered as u64, report.objectives.len() as u64);
    assert_eq!(coverage.branches, total, "{file} {func}: the probes");
    assert_eq!(coverage.gcov, Some(total), "{file} {func}: gcov");
    check_emitted(&suite, args);
}

/// The test file compiles without a warning and passes, with both compilers.
fn check_emitted(suite: &Suite, args: &[&str]) {
    let options = emit::PlainOptions { compile_command: "cc".to_owned() };
    let text = emit::plain(&suite.functions[0].types, &suite.functions[0], &options);
    let flags = ["-Wall", "-Wextra", "-Werror"];
    for cc in ["gcc", "clang"] {
        if std::process::Command::new(cc).arg("--version").output().is_err() {
            println!("{cc}: skipped, not installed");
            continue;
        }
        let compiler = Compiler::new(cc, args.iter().map(ToString::to_string).collect());
        for optimise in [Optimise::No, Optimise::Yes] {
            let run =
                native::run_emitted(&compiler, &text, optimise, &flags, Duration::from_secs(20))
                    .expect("it compiles");
            assert!(run.passed, "{cc}: {}{}\n{text}", run.stdout, run.stderr);
        }
    }
}

#[test]
fn branches_of_the_classics() {
    check_branches("foo.c", &[], "foo", 7, 1);
    check_branches("trityp.c", &[], "trityp", 34, 0);
    check_branches("tcas.c", &[], "alt_sep_test", 59, 5);
    check_branches("max3als.c", &[], "max3Als", 4, 0);
    check_branches("merge.c", &["-DK=2"], "Merge", 10, 0);
}

#[test]
fn branches_of_loops_and_strings() {
    check_branches("misc.c", &[], "bsearch_", 6, 0);
    check_branches("misc.c", &[], "bubble", 6, 0);
    check_branches("misc.c", &[], "strcmp_", 4, 0);
    check_branches("misc.c", &[], "atoi_", 13, 0);
    check_branches("getorder.c", &["-DN=3"], "getOrder", 14, 0);
}

#[test]
fn branches_of_pointer_programs() {
    for func in ["f", "foo97", "lh98", "jos97"] {
        check_branches("pointers.c", &[], func, 4, 0);
    }
}
