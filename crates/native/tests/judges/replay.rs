//! Replay against samples whose events were worked out by hand.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use emit::TestsOf;
use native::{
    Compiler, CondSite, Event, GcovTotals, Guard, Limits, NativeEnds, NativeRun, ReplayUnit,
    Report, Runtime, SwitchArm, SwitchSite, TempDir, first_difference, gcov_branches, replay,
    sanitize,
};
use suite::{FunctionReport, FunctionUnderTest, Types};

use crate::samples::{Samples, int, is_installed, unit_path};

const SIGSEGV: u32 = 11;

fn limits() -> Limits {
    Limits { time: Duration::from_millis(300), ..Limits::standard() }
}

fn runtime(cc: &Compiler) -> Runtime {
    Runtime::new(cc, &Guard::none()).unwrap_or_else(|error| panic!("{error}"))
}

fn of<'a>(samples: &'a Samples, function: &'a FunctionReport) -> TestsOf<'a> {
    TestsOf { types: &samples.types, function: &function.under_test, tests: &function.tests }
}

fn replay_one(
    cc: &Compiler,
    unit: &ReplayUnit,
    tests: TestsOf<'_>,
    limits: &Limits,
) -> Vec<NativeRun> {
    let runs = replay(&runtime(cc), unit, &[tests], limits).pop().expect("one group has one entry");
    runs.unwrap_or_else(|error| panic!("{error}"))
}

fn preprocessed(cc: &Compiler) -> String {
    cc.preprocess(&unit_path()).expect("the sample unit is good C")
}

/// The span of `part`, which must occur once after `from`.
fn span(text: &str, from: &str, part: &str) -> (u32, u32) {
    let start = text.find(from).expect("the start is in the text");
    let lo = start + text[start..].find(part).expect("the part is in the text");
    (lo as u32, (lo + part.len()) as u32)
}

fn cond(text: &str, from: &str, part: &str, id: u32) -> CondSite {
    let (lo, hi) = span(text, from, part);
    CondSite { id, lo, hi }
}

/// The probes of `route`: the switch, and conditions also inside a negation.
fn route_sites(text: &str) -> (Vec<CondSite>, Vec<SwitchSite>) {
    let from = "int route(";
    let conds = vec![
        cond(text, "while (m)", "m", 1),
        cond(text, "if (m && ", "m", 2),
        cond(text, from, "n > 100", 3),
        cond(text, "|| !hits", "hits", 4),
    ];
    let (lo, hi) = span(text, "switch (n)", "n)");
    let max = i128::from(u32::MAX);
    let arms = vec![
        SwitchArm { lo: max, hi: max, target: 0 },
        SwitchArm { lo: 1, hi: 4, target: 1 },
        SwitchArm { lo: 7, hi: 7, target: 2 },
    ];
    let switch = SwitchSite { id: 9, lo, hi: hi - 1, signed: false, arms, otherwise: 3 };
    (conds, vec![switch])
}

fn replay_route(cc: &Compiler) -> Vec<NativeRun> {
    let mut samples = Samples::new();
    let mut function = samples.route();
    function.under_test.stubs = vec![samples.sensor()];
    let text = preprocessed(cc);
    let (conds, switches) = route_sites(&text);
    let unit = ReplayUnit { text: &text, conds: &conds, switches: &switches };
    let limits = Limits { event_words: 100, ..limits() };
    replay_one(cc, &unit, of(&samples, &function), &limits)
}

fn check_route(cc: &str) {
    use Event::{Cond, Switch};
    if !is_installed(cc) {
        return;
    }
    let runs = replay_route(&Compiler::new(cc, vec!["-DLIMIT_UNUSED=1".into()]));
    let events = |index: usize| &runs[index].events[..];
    assert_eq!(events(0), [Switch(9, 0)], "a negative label meets an unsigned value");
    assert_eq!(events(1), [Switch(9, 1)]);
    assert_eq!(runs[0].ends, NativeEnds::Returned);
    assert!(runs[0].mismatches.is_empty());

    assert_eq!(runs[2].ends, NativeEnds::Timeout, "an endless loop is stopped");
    assert_eq!(events(2)[..3], [Switch(9, 2), Cond(1, true), Cond(1, true)]);
    assert!(runs[2].overflowed && events(2).len() == 98, "its events are kept up to the limit");

    assert_eq!(runs[3].ends, NativeEnds::Signal(SIGSEGV), "a crash is told");
    let before = [Switch(9, 3), Cond(2, true), Cond(3, false), Cond(4, false)];
    assert_eq!(events(3), before, "what happened before the crash is kept");

    assert_eq!(events(4), [Switch(9, 3), Cond(2, false)]);
    assert_eq!(runs[4].mismatches, ["result is 0, expected 5"]);
}

#[test]
fn events_survive_crashes_and_endless_loops() {
    check_route("gcc");
}

#[test]
fn clang_sees_the_same_events() {
    check_route("clang");
}

#[test]
fn a_lost_probe_is_noticed() {
    let runs = replay_route(&Compiler::new("gcc", Vec::new()));
    let expected = &runs[3].events;
    let lost: Vec<Event> =
        expected.iter().copied().filter(|event| !matches!(event, Event::Cond(3, _))).collect();
    let difference = first_difference(expected, &lost, |event| format!("{event:?}"));
    assert_eq!(
        difference.as_deref(),
        Some("after 2 outcomes: expected Cond(3, false), compiled code took Cond(4, false)")
    );
}

/// Replays all tests of a function without probes.
fn replay_plainly(samples: &Samples, function: &FunctionReport) -> Vec<NativeRun> {
    let cc = Compiler::new("gcc", Vec::new());
    let text = preprocessed(&cc);
    let unit = ReplayUnit { text: &text, conds: &[], switches: &[] };
    replay_one(&cc, &unit, of(samples, function), &limits())
}

#[test]
fn outputs_are_compared_in_replay_as_in_emitted_files() {
    let mut samples = Samples::new();
    for function in samples.passing() {
        for (run, test) in replay_plainly(&samples, &function).iter().zip(&function.tests) {
            assert_eq!(run.mismatches, [""; 0], "{} {}", function.under_test.name, test.id);
            let returned = run.ends == NativeEnds::Returned;
            assert_eq!(returned, test.ends == suite::Ends::Return, "{run:?}");
        }
    }
}

#[test]
fn sanitizers_name_the_trap_and_its_line() {
    let mut samples = Samples::new();
    let mut function = samples.divide();
    function.under_test.stubs = vec![samples.sensor()];
    let mut outside = function.tests[0].clone();
    outside.inputs.params[0].value = int(1);
    function.tests.push(outside);
    for name in ["gcc", "clang"] {
        if !is_installed(name) {
            continue;
        }
        let cc = Compiler::new(name, Vec::new());
        let text = preprocessed(&cc);
        let unit = ReplayUnit { text: &text, conds: &[], switches: &[] };
        let limits = Limits { time: Duration::from_secs(10), ..limits() };
        let reports = sanitize(&runtime(&cc), &unit, of(&samples, &function), &limits)
            .unwrap_or_else(|error| panic!("{error}"));
        let found: Vec<_> = reports
            .iter()
            .map(|report| match report {
                Report::Clean => ("clean", None),
                Report::Trap { kind, line, .. } => (*kind, *line),
                Report::Ended(_) => ("ended", None),
            })
            .collect();
        let line = |part: &str| line_of(&unit_path(), part);
        assert_eq!(found[0], ("clean", None), "{name}");
        assert_eq!(found[1], ("division-by-zero", Some(line("a / b"))), "{name}");
        assert_eq!(found[2], ("out-of-bounds", Some(line("&counter + a"))), "{name}: {reports:?}");
    }
}

fn line_of(path: &Path, part: &str) -> u32 {
    let text = std::fs::read_to_string(path).expect("the sample is readable");
    let index = text.lines().position(|line| line.contains(part)).expect("the part is there");
    index as u32 + 1
}

#[test]
fn gcov_totals_are_read() {
    if !is_installed("gcov") {
        return;
    }
    let mut samples = Samples::new();
    let mut function = samples.clamp();
    function.under_test.stubs = vec![samples.sensor()];
    let cc = Compiler::new("gcc", Vec::new());
    let text = preprocessed(&cc);
    let unit = ReplayUnit { text: &text, conds: &[], switches: &[] };
    let totals = |function: &FunctionReport| {
        let group = (of(&samples, function), vec!["clamp"]);
        let totals = gcov_branches(&runtime(&cc), "gcov", &unit, &[group], &Limits::standard());
        totals.unwrap_or_else(|error| panic!("{error}")).pop().expect("one group has one total")
    };
    assert_eq!(totals(&function), GcovTotals::Measured { taken: 2, total: 2 });
    function.tests.truncate(1);
    assert_eq!(totals(&function), GcovTotals::Measured { taken: 1, total: 2 });
}

#[test]
fn a_missing_gcov_is_a_reason_and_no_error() {
    let mut samples = Samples::new();
    let mut function = samples.clamp();
    function.under_test.stubs = vec![samples.sensor()];
    let cc = Compiler::new("gcc", Vec::new());
    let text = preprocessed(&cc);
    let unit = ReplayUnit { text: &text, conds: &[], switches: &[] };
    let group = (of(&samples, &function), vec!["clamp"]);
    let totals = gcov_branches(&runtime(&cc), "no-such-gcov", &unit, &[group], &limits());
    let GcovTotals::Skipped(reason) = totals.expect("gcc is there").remove(0) else {
        panic!("there is no such gcov")
    };
    assert!(reason.starts_with("cannot run no-such-gcov"), "{reason}");
}

#[test]
fn the_copy_of_a_unit_with_system_headers_compiles() {
    let headers = [
        "assert",
        "ctype",
        "errno",
        "float",
        "inttypes",
        "limits",
        "locale",
        "math",
        "setjmp",
        "signal",
        "stdarg",
        "stdbool",
        "stddef",
        "stdint",
        "stdio",
        "stdlib",
        "string",
        "time",
        "unistd",
        "pthread",
        "sys/socket",
        "sys/stat",
        "tgmath",
        "wchar",
    ];
    let mut source = String::from("#define _GNU_SOURCE\n");
    for header in headers {
        writeln!(source, "#include <{header}.h>").expect("writing to a string succeeds");
    }
    source.push_str("#define f(x) f((x) + 1)\nint (f)(int x) { errno = x; return x; }\n");
    source.push_str("int g(int x) { return f(x) + (int)strlen(\"f(x)\"); }\n");
    for (name, args) in
        [("gcc", vec![]), ("gcc", vec!["-O2"]), ("gcc", vec!["-std=c99"]), ("clang", vec![])]
    {
        if !is_installed(name) {
            continue;
        }
        let dir = TempDir::new().expect("a directory");
        let file = dir.write("unit.c", &source).expect("a file");
        let cc = Compiler::new(name, args.iter().map(ToString::to_string).collect());
        let text = cc.preprocess(&file).unwrap_or_else(|error| panic!("{error}"));
        let mut types = Types::new();
        let int_ty = types.int("int", 32, true);
        let params = vec![("x".to_string(), int_ty)];
        let function = FunctionUnderTest::new("g", int_ty, params, "unit.c");
        let function = FunctionReport::new(function, "branch");
        // f(x) was expanded once to f((x) + 1): expanding it again would add 2.
        let test = Samples::scalars(&function, "t1", &[i128::from(b'a')], 102);
        let unit = ReplayUnit { text: &text, conds: &[], switches: &[] };
        let tests = TestsOf { types: &types, function: &function.under_test, tests: &[test] };
        let runs = replay_one(&cc, &unit, tests, &limits());
        assert_eq!(runs[0].mismatches, [""; 0], "{name}");
    }
}

#[test]
fn functions_that_do_not_compile_cost_no_other() {
    let mut samples = Samples::new();
    let mut functions = samples.passing();
    let stubs = vec![samples.sensor()];
    functions.iter_mut().for_each(|function| function.under_test.stubs.clone_from(&stubs));
    functions[1].under_test.name = "nobody_defines_this(".into();
    let cc = Compiler::new("gcc", Vec::new());
    let text = preprocessed(&cc);
    let unit = ReplayUnit { text: &text, conds: &[], switches: &[] };
    let groups: Vec<TestsOf<'_>> = functions.iter().map(|one| of(&samples, one)).collect();
    let results = replay(&runtime(&cc), &unit, &groups, &limits());
    let failed: Vec<bool> = results.iter().map(Result::is_err).collect();
    let expected: Vec<bool> = (0..functions.len()).map(|index| index == 1).collect();
    assert_eq!(failed, expected);
    for (runs, group) in
        results.iter().zip(&groups).filter_map(|(it, of)| Some((it.as_ref().ok()?, of)))
    {
        assert_eq!(runs.len(), group.tests.len());
    }
}
