//! A second opinion on traps and leaks: the same tests under address and undefined-behaviour
//! sanitizers, or under the memory sanitizer where a compiler has one.

use emit::TestsOf;

use crate::program::{Calls, Mode, Probes};
use crate::replay::run_groups;
use crate::{Limits, NativeEnds, NativeError, NativeRun, ReplayUnit, Runtime};

/// What the sanitizers said about a test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Report {
    /// Nothing, and the function returned.
    Clean,
    /// Undefined behaviour.
    Trap {
        /// Its kind, by the names that the IR gives to traps.
        kind: &'static str,
        /// The line, where it was given.
        line: Option<u32>,
        /// The sanitizer's own words.
        message: String,
    },
    /// It ended otherwise without a word from them.
    Ended(NativeEnds),
}

/// Runs `tests` under the memory sanitizer, which sees what is read before it is written. The
/// compiler of `runtime` must be one that has it.
pub fn sanitize_memory(
    runtime: &Runtime,
    unit: &ReplayUnit,
    tests: TestsOf<'_>,
    limits: &Limits,
) -> Result<Vec<Report>, NativeError> {
    let flags = ["-O0", "-g", "-fsanitize=memory", "-fno-sanitize-recover=all"];
    let env = [("MSAN_OPTIONS", "color=never")];
    let mode = Mode {
        flags: &flags,
        keeps_stderr: true,
        env: &env,
        probes: Probes::Every,
        epilogue: "",
        calls: Calls::Counted,
    };
    let runs = run_in(&mode, runtime, unit, tests, limits)?;
    Ok(runs.iter().map(|run| classify(&run.stderr, run.ends)).collect())
}

/// Runs `tests` under the leak sanitizer: whether what the unit allocated is still within reach when
/// the function has returned. Stacks are real ones here, since made-up ones are not searched.
pub fn sanitize_leaks(
    runtime: &Runtime,
    unit: &ReplayUnit,
    tests: TestsOf<'_>,
    limits: &Limits,
) -> Result<Vec<Report>, NativeError> {
    let env = [
        (
            "ASAN_OPTIONS",
            "detect_leaks=1:color=never:detect_stack_use_after_return=0:allocator_may_return_null=1",
        ),
        ("LSAN_OPTIONS", "color=never"),
    ];
    let flags = ["-O0", "-g", "-fsanitize=address"];
    let mode = Mode {
        flags: &flags,
        keeps_stderr: true,
        env: &env,
        probes: Probes::Every,
        epilogue: "",
        calls: Calls::Counted,
    };
    let runs = run_in(&mode, runtime, unit, tests, limits)?;
    Ok(runs.iter().map(|run| classify(&run.stderr, run.ends)).collect())
}

/// Sanitizers reserve terabytes of addresses, so no limit can be set on them.
fn run_in(
    mode: &Mode,
    runtime: &Runtime,
    unit: &ReplayUnit,
    tests: TestsOf<'_>,
    limits: &Limits,
) -> Result<Vec<NativeRun>, NativeError> {
    let limits = Limits { megabytes: 0, ..*limits };
    let mut runs = run_groups(runtime, unit, &[tests], &limits, mode)?;
    Ok(runs.pop().expect("one group has one list of runs"))
}

/// Runs `tests` under the sanitizers. Shifting into the sign bit is left alone: gcc defines it.
pub fn sanitize(
    runtime: &Runtime,
    unit: &ReplayUnit,
    tests: TestsOf<'_>,
    limits: &Limits,
) -> Result<Vec<Report>, NativeError> {
    let (flags, env) = (sanitizers("-O0"), options());
    let mode = Mode {
        flags: &flags,
        keeps_stderr: true,
        env: &env,
        probes: Probes::Every,
        epilogue: "",
        calls: Calls::Counted,
    };
    let runs = run_in(&mode, runtime, unit, tests, limits)?;
    Ok(runs.iter().map(|run| classify(&run.stderr, run.ends)).collect())
}

/// Runs tests that may turn a loop billions of times, optimised and under the sanitizers; all groups in one program. The runs
/// have the first occurrence of each outcome of a condition.
pub fn run_long(
    runtime: &Runtime,
    unit: &ReplayUnit,
    groups: &[TestsOf<'_>],
    limits: &Limits,
) -> Result<Vec<Vec<(NativeRun, Report)>>, NativeError> {
    let limits = Limits { megabytes: 0, ..*limits };
    let (flags, env) = (sanitizers("-O2"), options());
    let mode = Mode {
        flags: &flags,
        keeps_stderr: true,
        env: &env,
        probes: Probes::First,
        epilogue: "",
        calls: Calls::Sanitized,
    };
    let told = |run: NativeRun| {
        let report = classify(&run.stderr, run.ends);
        (run, report)
    };
    let runs = run_groups(runtime, unit, groups, &limits, &mode)?;
    Ok(runs.into_iter().map(|runs| runs.into_iter().map(told).collect()).collect())
}

fn sanitizers(optimise: &str) -> [&str; 5] {
    [
        optimise,
        "-g",
        "-fsanitize=address,undefined,float-cast-overflow",
        "-fno-sanitize=shift-base",
        "-fno-sanitize-recover=all",
    ]
}

fn options() -> [(&'static str, &'static str); 2] {
    [
        (
            "ASAN_OPTIONS",
            "detect_leaks=0:color=never:detect_stack_use_after_return=1:allocator_may_return_null=1",
        ),
        ("UBSAN_OPTIONS", "print_stacktrace=0:color=never"),
    ]
}

fn classify(stderr: &str, ends: NativeEnds) -> Report {
    if let Some(line) = stderr.lines().find(|line| line.contains(": runtime error: ")) {
        let (place, message) = line.split_once(": runtime error: ").expect("it was just found");
        let number = place.rsplit(':').nth(1).and_then(|number| number.parse().ok());
        return Report::Trap {
            kind: undefined_kind(message),
            line: number,
            message: without_addresses(message),
        };
    }
    if let Some(line) = stderr.lines().find(|line| line.contains("ERROR: AddressSanitizer: ")) {
        let (_, message) = line.split_once("AddressSanitizer: ").expect("it was just found");
        // What lies before constants may not even be readable.
        let in_free = stderr.contains("__interceptor_free") && message.starts_with("SEGV");
        let kind = if in_free { "bad-free" } else { address_kind(message) };
        return Report::Trap {
            kind,
            line: top_frame_line(stderr),
            message: without_addresses(message),
        };
    }
    if let Some(line) = stderr.lines().find(|line| line.contains("MemorySanitizer: ")) {
        let (_, message) = line.split_once("MemorySanitizer: ").expect("it was just found");
        let kind = "uninitialised";
        return Report::Trap {
            kind,
            line: top_frame_line(stderr),
            message: without_addresses(message),
        };
    }
    if stderr.contains("LeakSanitizer: detected memory leaks") {
        let message = stderr.lines().find(|line| line.contains(" leak of ")).unwrap_or_default();
        let kind = "memory-leak";
        return Report::Trap {
            kind,
            line: top_frame_line(stderr),
            message: without_addresses(message),
        };
    }
    match ends {
        NativeEnds::Returned => Report::Clean,
        other => Report::Ended(other),
    }
}

/// A message as every run of the same test says it: addresses differ from run to run, and so do registers.
fn without_addresses(message: &str) -> String {
    let (words, _registers) = message.split_once(" (pc ").unwrap_or((message, ""));
    let steady = |word: &str| if word.starts_with("0x") { "0x…" } else { word }.to_owned();
    words.split(' ').map(steady).collect::<Vec<_>>().join(" ")
}

/// The kind of a message of the undefined-behaviour sanitizer.
fn undefined_kind(message: &str) -> &'static str {
    const KINDS: [(&str, &str); 14] = [
        ("misaligned address", "misaligned"),
        ("not a valid value for type 'bool'", "invalid-bool"),
        ("integer overflow", "signed-overflow"),
        ("negation of", "signed-overflow"),
        ("cannot be represented in type", "signed-overflow"),
        ("division by zero", "division-by-zero"),
        ("shift", "shift-range"),
        ("outside the range of representable values", "float-to-int"),
        ("null pointer", "null-pointer"),
        ("out of bounds", "out-of-bounds"),
        ("insufficient space", "out-of-bounds"),
        ("pointer index expression", "pointer-arithmetic"),
        ("reached the end of a value-returning", "missing-return"),
        ("reached an unreachable", "unreachable"),
    ];
    let found = KINDS.iter().find(|(words, _)| message.contains(words));
    found.map_or("undefined-behaviour", |(_, kind)| kind)
}

/// The kind of a message of the address sanitizer.
fn address_kind(message: &str) -> &'static str {
    const KINDS: [(&str, &str); 9] = [
        ("buffer-overflow", "out-of-bounds"),
        ("buffer-underflow", "out-of-bounds"),
        ("use-after-free", "use-after-free"),
        ("use-after", "dangling"),
        ("double-free", "double-free"),
        ("bad-free", "bad-free"),
        ("not malloc()-ed", "bad-free"),
        ("SEGV on unknown address 0x0000000000", "null-pointer"),
        ("param-overlap", "library-misuse"),
    ];
    let found = KINDS.iter().find(|(words, _)| message.contains(words));
    found.map_or("bad-address", |(_, kind)| kind)
}

/// The line of the innermost frame with one: `    #0 0x55… in f file.c:12`.
fn top_frame_line(stderr: &str) -> Option<u32> {
    let ours = |line: &&str| line.trim_start().starts_with('#') && !line.contains("libsanitizer");
    let mut frames = stderr.lines().filter(ours);
    frames.find_map(|frame| {
        let place = frame.rsplit(' ').next()?;
        let mut parts = place.rsplit(':');
        let last = parts.next()?.parse::<u32>().ok()?;
        // clang adds a column.
        Some(parts.next().and_then(|part| part.parse().ok()).unwrap_or(last))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_the_same_in_every_run() {
        let check = |message, expect| assert_eq!(without_addresses(message), expect);
        check(
            "stack-overflow on address 0x7ffc1 (pc 0x55 bp 0x7f sp 0x7f T0)",
            "stack-overflow on address 0x…",
        );
        check(
            "load of misaligned address 0x6021 for type 'int'",
            "load of misaligned address 0x… for type 'int'",
        );
        check("division by zero", "division by zero");
    }
}
