//! The interpreter against gcc: every input of every function.
//!
//! Our side runs first. Inputs on which it returns are run natively and must give the same observation; inputs on which it
//! traps are left out, because anything may happen there. On every tenth batch the sanitizers are asked too: they must be
//! silent on the inputs that return, and a sample of the traps must make them speak.

use super::native::{Batch, Ended};
use super::ours::Ours;
use super::{Options, corpus, regress};
use filetests::{Compiler, Sanitizer, front};
use fuzzgen::tree::Program;
use fuzzgen::{Domain, brute, harness, print, shrink};
use ir::TrapKind;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

const BATCH: u64 = 200;
const SANITIZED_EVERY: u64 = 10;
const TRAPS_PER_BATCH: usize = 40;
const SHRINK_TRIES: usize = 1500;

/// What was counted.
#[derive(Default)]
struct Tally {
    functions: u64,
    inputs: u64,
    returned: u64,
    traps: BTreeMap<TrapKind, u64>,
    cut: BTreeMap<String, u64>,
    clean: u64,
    confirmed: BTreeMap<TrapKind, (u64, u64)>,
    differences: u64,
    /// Refusals by their message without numbers: one of each kind is shrunk.
    refused: BTreeMap<String, u64>,
}

/// Something that should not be.
struct Difference {
    number: u64,
    program: Program,
    what: What,
}

enum What {
    /// Our front end refuses the program, or something panics.
    Refused(String),
    /// The two sides differ on an input.
    Differs(String),
    /// A sanitizer sees it otherwise. It cannot be shrunk: each question would cost a second.
    Sanitizer(String),
}

pub(super) fn command(options: &Options) -> ExitCode {
    let mut tally = Tally::default();
    let mut first = options.first;
    let end = options.first + options.count;
    while first < end && (options.keep_going || tally.differences < 10) {
        let numbers: Vec<u64> = (first..end.min(first + BATCH)).collect();
        let sanitize = (first / BATCH).is_multiple_of(SANITIZED_EVERY);
        match run_batch(options.seed, &numbers, sanitize, &mut tally) {
            Ok(differences) => {
                for difference in differences {
                    report(options.seed, &difference, &mut tally);
                }
            }
            Err(message) => {
                println!("functions {first} and on: {message}");
                tally.differences += 1;
            }
        }
        first += BATCH;
    }
    print_tally(&tally);
    if tally.differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run_batch(
    seed: u64,
    numbers: &[u64],
    sanitize: bool,
    tally: &mut Tally,
) -> Result<Vec<Difference>, String> {
    let programs: Vec<Program> = numbers.iter().map(|&n| corpus::program(seed, n)).collect();
    let domains: Vec<Domain> = programs.iter().map(Domain::of).collect();
    let mut differences = Vec::new();
    let mut ours = Vec::new();
    for (&number, program) in numbers.iter().zip(&programs) {
        let seen = interpret(program).unwrap_or_else(|what| {
            let what = What::Refused(what);
            differences.push(Difference { number, program: program.clone(), what });
            Vec::new()
        });
        count(tally, &seen);
        ours.push(seen);
    }
    let wanted: Vec<Vec<u64>> = ours.iter().map(|seen| returning(seen)).collect();
    let theirs =
        Batch::compile(Compiler::Gcc, &programs, Sanitizer::None)?.run(&domains, &wanted)?;
    for (index, &number) in numbers.iter().enumerate() {
        let differing = wanted[index].iter().zip(&theirs[index]).find(|&(&input, ended)| {
            !matches!((&ours[index][input as usize], ended), (Ours::Value(a), Ended::Value(b)) if a == b)
        });
        if let Some((&input, ended)) = differing {
            let what = format!(
                "input {input}: interpreter {:?}, gcc {ended:?}",
                ours[index][input as usize]
            );
            let program = programs[index].clone();
            differences.push(Difference { number, program, what: What::Differs(what) });
        }
    }
    if sanitize {
        differences.extend(ask_sanitizers(numbers, &programs, &domains, &ours, tally)?);
    }
    Ok(differences)
}

// -- our side

/// Every input of one function; a message if the front end refuses it or something panics.
fn interpret(program: &Program) -> Result<Vec<Ours>, String> {
    let text = harness::units([program]);
    let judged = catch_unwind(AssertUnwindSafe(|| {
        let lowered = front::lower_text(&text)?;
        let prefix = harness::prefix(0);
        let name = print::observer_name(&prefix);
        let func = lowered.program.find_func(&name).ok_or("the observer is not in the program")?;
        let mut seen = Vec::new();
        brute::for_each_run(&lowered.program, func, &Domain::of(program), &prefix, |_, run| {
            seen.push(Ours::of(&run.outcome));
        });
        Ok(seen)
    }));
    judged.unwrap_or_else(|_| Err("panicked".to_owned()))
}

fn returning(seen: &[Ours]) -> Vec<u64> {
    let inputs = seen.iter().enumerate().filter(|(_, ours)| matches!(ours, Ours::Value(_)));
    inputs.map(|(input, _)| input as u64).collect()
}

fn count(tally: &mut Tally, seen: &[Ours]) {
    tally.functions += 1;
    tally.inputs += seen.len() as u64;
    for ours in seen {
        match ours {
            Ours::Value(_) => tally.returned += 1,
            Ours::Trap(kind) => *tally.traps.entry(*kind).or_default() += 1,
            Ours::Cut(reason) => *tally.cut.entry(reason.clone()).or_default() += 1,
        }
    }
}

// -- sanitizers

fn ask_sanitizers(
    numbers: &[u64],
    programs: &[Program],
    domains: &[Domain],
    ours: &[Vec<Ours>],
    tally: &mut Tally,
) -> Result<Vec<Difference>, String> {
    let batch = Batch::compile(Compiler::Gcc, programs, Sanitizer::UndefinedAndAddress)?;
    let mut differences = Vec::new();
    let wanted: Vec<Vec<u64>> = ours.iter().map(|seen| returning(seen)).collect();
    match batch.run(domains, &wanted) {
        Ok(_) => tally.clean += wanted.iter().map(|inputs| inputs.len() as u64).sum::<u64>(),
        Err(message) => differences.push(Difference {
            number: numbers[0],
            program: programs[0].clone(),
            what: What::Sanitizer(format!("its batch should return in silence\n{message}")),
        }),
    }
    let mut batches = vec![batch];
    if Compiler::Clang.is_installed() {
        let sanitizer = Sanitizer::UndefinedAndAddress;
        batches.push(Batch::compile(Compiler::Clang, programs, sanitizer)?);
    }
    differences.extend(confirm_traps(&batches, numbers, programs, ours, tally)?);
    Ok(differences)
}

/// One trapping input each of many functions. One compiler that speaks is enough: gcc folds `x - 1 > 10` before its sanitizer
/// sees it, clang folds constants.
fn confirm_traps(
    batches: &[Batch],
    numbers: &[u64],
    programs: &[Program],
    ours: &[Vec<Ours>],
    tally: &mut Tally,
) -> Result<Vec<Difference>, String> {
    let mut differences = Vec::new();
    let sample = ours.iter().enumerate().filter_map(|(index, seen)| {
        let (input, kind) = one_trap(seen, index)?;
        Some((index, input, kind))
    });
    for (index, input, kind) in sample.take(TRAPS_PER_BATCH) {
        let mut spoke = false;
        for batch in batches {
            spoke = spoke || !batch.run_one(index, input)?;
        }
        let (confirmed, asked) = tally.confirmed.entry(kind).or_default();
        *asked += 1;
        *confirmed += u64::from(spoke);
        if !spoke {
            let what = format!("silent on input {input}, the interpreter traps {kind}");
            let (number, program) = (numbers[index], programs[index].clone());
            differences.push(Difference { number, program, what: What::Sanitizer(what) });
        }
    }
    Ok(differences)
}

/// A trap of a kind that sanitizers see; which one depends on `choice`.
fn one_trap(seen: &[Ours], choice: usize) -> Option<(u64, TrapKind)> {
    let trap = |(input, ours): (usize, &Ours)| match ours {
        Ours::Trap(kind) if Sanitizer::UndefinedAndAddress.sees(*kind) => {
            Some((input as u64, *kind))
        }
        Ours::Trap(_) | Ours::Value(_) | Ours::Cut(_) => None,
    };
    let traps: Vec<(u64, TrapKind)> = seen.iter().enumerate().filter_map(trap).collect();
    traps.get(choice % traps.len().max(1)).copied()
}

// -- reports

fn report(seed: u64, difference: &Difference, tally: &mut Tally) {
    tally.differences += 1;
    let head = format!("function {} of seed {seed}", difference.number);
    match &difference.what {
        What::Refused(message) => {
            let kind = message.replace(|c: char| c.is_ascii_digit(), "");
            let n_before = tally.refused.entry(kind).or_default();
            *n_before += 1;
            if *n_before > 1 {
                return;
            }
            println!("{head}: refused: {message}");
        }
        What::Differs(message) => println!("{head}: {message}"),
        What::Sanitizer(message) => {
            println!("{head}: sanitizers: {message}\n{}", print::unit(&difference.program, ""));
            return;
        }
    }
    let small =
        shrink(&difference.program, SHRINK_TRIES, &mut |program| differs(program).is_some());
    let Some(Shown { input, expect }) = differs(&small) else {
        println!("it does not show by itself");
        return;
    };
    let about = format!("Function {} of seed {seed}.", difference.number);
    let text = regress::run_test(&small, input, &expect, &about);
    println!("{text}");
    let name = format!("interp-{seed}-{}", difference.number);
    match regress::write(&name, &text) {
        Ok(path) => println!("written to {}", path.display()),
        Err(error) => println!("could not be written: {error}"),
    }
}

/// One input that shows the difference, and what should come out.
struct Shown {
    input: u64,
    expect: String,
}

/// Does the interpreter differ from gcc on this program by itself?
fn differs(program: &Program) -> Option<Shown> {
    let domain = Domain::of(program);
    let batch = Batch::compile(Compiler::Gcc, [program], Sanitizer::None).ok()?;
    let Ok(seen) = interpret(program) else {
        let all: Vec<u64> = (0..domain.count()).collect();
        let theirs = batch.run(&[domain], &[all]).ok()?;
        let value = theirs[0].iter().enumerate().find_map(|(input, ended)| match ended {
            Ended::Value(value) => Some((input as u64, *value)),
            Ended::Signal(_) => None,
        });
        let (input, value) = value?;
        return Some(Shown { input, expect: format!("== {value}") });
    };
    let wanted = returning(&seen);
    let theirs = batch.run(&[domain], std::slice::from_ref(&wanted)).ok()?;
    wanted.iter().zip(&theirs[0]).find_map(|(&input, ended)| match (&seen[input as usize], ended) {
        (Ours::Value(a), Ended::Value(b)) if a != b => {
            Some(Shown { input, expect: format!("== {b}") })
        }
        (Ours::Value(_), Ended::Signal(_)) => {
            Some(Shown { input, expect: "traps abort".to_owned() })
        }
        _ => None,
    })
}

fn print_tally(tally: &Tally) {
    println!(
        "{} functions, {} inputs: {} returned and equal to gcc -O0 unless listed above",
        tally.functions, tally.inputs, tally.returned
    );
    for (kind, n) in &tally.traps {
        println!("  {n:>9} trapped {kind}");
    }
    for (reason, n) in &tally.cut {
        println!("  {n:>9} cut: {reason}");
    }
    println!("sanitizers: silent on {} returning inputs of the sample", tally.clean);
    for (kind, (confirmed, asked)) in &tally.confirmed {
        println!("  {confirmed} of {asked} {kind} confirmed");
    }
    for (message, n) in &tally.refused {
        println!("{n} refused: {message}");
    }
    println!("{} differences", tally.differences);
}
