//! `cargo xtask fuzz floats`: random functions over two floats.
//!
//! On toy formats, as terms, every outcome is decided and compared with all pairs of inputs. In C, on `float`, our binary
//! generates and replays; what it calls infeasible is attacked by compiled code on some forty thousand pairs each.

mod tree;

use super::Options;
use crate::child::run;
use filetests::Scratch;
use serde_json::Value;
use solver::{Answer, Limits, Solver, check};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;
use term::{Format, Pool, Term};
use tree::Function;

/// Functions in one file of C.
const BATCH: u64 = 20;
const TOYS: [Format; 3] = [
    Format { exponent: 3, precision: 3 },
    Format { exponent: 2, precision: 4 },
    Format { exponent: 3, precision: 2 },
];

#[derive(Default, Debug)]
struct Tally {
    wrong: u64,
    covered: u64,
    infeasible: u64,
    unknown: u64,
}

impl Tally {
    fn told(&self, what: &str, functions: u64) {
        let Self { wrong, covered, infeasible, unknown } = self;
        let all = (covered + infeasible + unknown).max(1);
        println!(
            "{what}: {functions} functions, {covered} outcomes covered, {infeasible} infeasible, {unknown} unknown \
             ({:.2} %), {wrong} wrong",
            100.0 * *unknown as f64 / all as f64
        );
    }
}

pub(super) fn command(options: &Options) -> ExitCode {
    let (mut toys, mut singles) = (Tally::default(), Tally::default());
    let numbers: Vec<u64> = (options.first..options.first + options.count).collect();
    for &number in &numbers {
        eprint!("\r{number}");
        on_toys(options.seed, number, &mut toys);
    }
    eprintln!();
    toys.told("toy formats", options.count);
    for batch in numbers.chunks(BATCH as usize) {
        eprint!("\r{}", batch[0]);
        if let Err(message) = in_c(options.seed, batch, &mut singles) {
            println!("functions from {} of seed {}: {message}", batch[0], options.seed);
            singles.wrong += 1;
        }
    }
    eprintln!();
    singles.told("float, replayed", options.count);
    if toys.wrong + singles.wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Every outcome on a toy format against all inputs, by the checker.
fn on_toys(seed: u64, number: u64, tally: &mut Tally) {
    let function = Function::random(seed, number);
    let format = TOYS[(number % 3) as usize];
    let mut pool = Pool::new();
    let inputs = [pool.var("x", format.width()), pool.var("y", format.width())];
    let outcomes = function.outcomes(&mut pool, format, inputs);
    for (at, &outcome) in outcomes.iter().flatten().enumerate() {
        let truth = is_possible(&pool, outcome, format.width());
        let said = decided(&mut pool, outcome);
        match said {
            Some(true) => tally.covered += 1,
            Some(false) => tally.infeasible += 1,
            None => tally.unknown += 1,
        }
        if said.is_some_and(|said| said != truth) {
            tally.wrong += 1;
            println!(
                "outcome {at} of function {number}, seed {seed}, {format:?}: {truth} by enumeration"
            );
        }
    }
}

fn is_possible(pool: &Pool, outcome: Term, width: u32) -> bool {
    let mut checker = check::Checker::default();
    let first = pool.vars().next();
    (0..1u128 << (2 * width)).any(|packed| {
        checker.holds(pool, &[outcome], &|var| {
            let at = u32::from(Some(var) != first) * width;
            packed >> at & ((1 << width) - 1)
        })
    })
}

fn decided(pool: &mut Pool, outcome: Term) -> Option<bool> {
    let mut solver = Solver::new();
    solver.assert(pool, outcome);
    match solver.check(pool, &Limits::standard()) {
        Answer::Sat(_) => Some(true),
        Answer::Unsat { .. } => Some(false),
        Answer::Unknown(_) => None,
    }
}

/// What our binary makes of functions in C, and what compiled code shows of what it calls infeasible.
fn in_c(seed: u64, numbers: &[u64], tally: &mut Tally) -> Result<(), String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let functions: Vec<Function> = numbers.iter().map(|&it| Function::random(seed, it)).collect();
    let mut text = String::from("#include <math.h>\n");
    let mut lines = Vec::new();
    for (at, function) in functions.iter().enumerate() {
        let own = function.text(&format!("f{at}"), &|_, condition| condition.to_owned());
        let before = text.lines().count();
        let ifs = own.lines().enumerate().filter(|(_, line)| line.starts_with("if ("));
        lines.push(ifs.map(|(line, _)| (before + line + 1) as u64).collect::<Vec<u64>>());
        text.push_str(&own);
    }
    let file = scratch.file("f.c");
    std::fs::write(&file, &text).map_err(|error| error.to_string())?;
    let seen = shown(&scratch, &functions)?;
    let report = generated(&scratch, &file)?;
    let reports = report["functions"].as_array().ok_or("no functions in the report")?;
    for (at, lines) in lines.iter().enumerate() {
        let name = format!("f{at}");
        let own = reports.iter().find(|it| it["name"] == *name).ok_or("a function is missing")?;
        for objective in own["objectives"].as_array().into_iter().flatten() {
            match objective["verdict"].as_str() {
                Some("covered") => tally.covered += 1,
                Some("infeasible") => tally.infeasible += 1,
                _ => tally.unknown += 1,
            }
            let line = objective["line"].as_u64().unwrap_or(0);
            let condition = lines.iter().position(|&own| own == line).ok_or("no such condition")?;
            let outcome = (at, condition, objective["outcome"] == true);
            if objective["verdict"] == "infeasible" && seen.contains(&outcome) {
                tally.wrong += 1;
                println!("{name}, line {line}: called infeasible, seen\n{text}");
            }
        }
    }
    Ok(())
}

/// The report of our binary, which replays every test.
fn generated(scratch: &Scratch, file: &Path) -> Result<Value, String> {
    let binary = std::env::current_exe().map_err(|error| error.to_string())?;
    let (binary, json) = (binary.with_file_name("probant"), scratch.file("r.json"));
    let mut command = Command::new(binary);
    command.arg("gen").arg(file).args(["--emit", "none", "--json"]).arg(&json);
    let finished = run(&mut command, &scratch.file(""), Duration::from_mins(10))?;
    match finished.status.and_then(|status| status.code()) {
        Some(0..=2) => {}
        other => return Err(format!("status {other:?}: {}", finished.stderr)),
    }
    let text = std::fs::read_to_string(&json).map_err(|error| error.to_string())?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// Outcomes, as function, condition and side, that compiled code shows on pairs of numbers that programs have, and of any.
fn shown(
    scratch: &Scratch,
    functions: &[Function],
) -> Result<BTreeSet<(usize, usize, bool)>, String> {
    let mut text = String::from(JUDGE);
    for (at, function) in functions.iter().enumerate() {
        text.push_str(&function.text(&format!("f{at}"), &|number, condition| {
            format!("C({at}, {number}, {condition})")
        }));
    }
    text.push_str("static void each(float x, float y) {\n");
    for at in 0..functions.len() {
        let _ = writeln!(text, "f{at}(x, y);");
    }
    text.push_str("}\n");
    text.push_str(MAIN);
    let (source, program) = (scratch.file("judge.c"), scratch.file("judge"));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let built = Command::new("gcc")
        .args(["-O0", "-w"])
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .arg("-lm")
        .output();
    let built = built.map_err(|error| error.to_string())?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    let output = Command::new(&program).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let outcome = |line: &str| {
        let mut words = line.split(' ').map(|word| word.parse::<usize>().ok());
        Some((words.next()??, words.next()??, words.next()?? == 1))
    };
    Ok(said.lines().filter_map(outcome).collect())
}

const JUDGE: &str = "#include <math.h>
#include <stdio.h>
#include <string.h>
static char seen[64][64][2];
static int C(int f, int n, int holds) { seen[f][n][holds] = 1; return holds; }
";

const MAIN: &str = "
static unsigned long s = 88172645463325252UL;
static unsigned draw(void) { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return s >> 16; }
static float any(void) { unsigned b = draw(); float v; memcpy(&v, &b, 4); return v; }
int main(void) {
    static float all[200];
    int n = 0;
    for (int i = -26; i <= 26; i++) { all[n++] = i / 4.0f; all[n++] = nextafterf(i / 4.0f, 100); all[n++] = nextafterf(i / 4.0f, -100); }
    all[n++] = -0.0f; all[n++] = INFINITY; all[n++] = -INFINITY; all[n++] = NAN; all[n++] = 1e30f; all[n++] = -1e30f; all[n++] = 1e-30f;
    while (n < 200) all[n++] = any();
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) each(all[i], all[j]);
    for (int f = 0; f < 64; f++) for (int c = 0; c < 64; c++) for (int t = 0; t < 2; t++) if (seen[f][c][t]) printf(\"%d %d %d\\n\", f, c, t);
}
";

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample; the command tries far more.
    #[test]
    fn outcomes_on_toy_formats_are_as_enumeration_shows() {
        let mut tally = Tally::default();
        for number in 0..12 {
            on_toys(1, number, &mut tally);
        }
        assert_eq!((tally.wrong, tally.unknown), (0, 0), "{tally:?}");
    }
}
