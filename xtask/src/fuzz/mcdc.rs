//! MC/DC of random decisions against an independent meter.
//!
//! A decision of up to eight conditions over a few small variables, some of them in several places, is evaluated on every
//! input by a few lines of our own. A condition is decisive in an evaluation if flipping it alone changes the outcome for some
//! choice of what was not evaluated. The engine must cover exactly the outcomes that are decisive for some input, prove the
//! others infeasible, and for small decisions need no more tests than the best choice of inputs does. The same for unique cause,
//! where two inputs must show evaluations that differ in one condition alone.
//!
//! Where `gcc-14` and `gcov-14` are there, gcc's own condition coverage of the suites must count what we count.

mod gcc;

use super::{Options, made};
use engine::Criterion;
use filetests::front;
use fuzzgen::Rng;
use std::collections::BTreeSet;
use std::process::ExitCode;
use std::time::Duration;
use suite::{Ends, FunctionReport, Verdict};

const VARIABLES: [&str; 4] = ["a", "b", "c", "d"];
/// Values of each variable: 0, 1, 2.
const VALUES: usize = 3;
/// Suites for decisions with at most so many conditions must be minimal.
/// No decision takes longer.
const PATIENCE: Duration = Duration::from_mins(5);
const MINIMAL: usize = 5;

/// A decision over numbered conditions.
enum Expr {
    Cond(usize),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
}

/// A condition: a comparison of two variables, or of one with a constant.
#[derive(Clone, Copy)]
struct Atom {
    left: usize,
    op: usize,
    right: Operand,
}

#[derive(Clone, Copy)]
enum Operand {
    Variable(usize),
    Constant(usize),
}

const OPS: [&str; 4] = ["==", "!=", "<", ">="];

#[derive(Default)]
struct Tally {
    decisions: u64,
    covered: u64,
    infeasible: u64,
    tests: u64,
    minimal: u64,
    differences: u64,
    suites: Vec<gcc::Suite>,
}

pub(super) fn command(options: &Options) -> ExitCode {
    let mut tally = Tally::default();
    for number in options.first..options.first + options.count {
        eprint!("\r{number}");
        let mut rng = Rng::new(options.seed.wrapping_mul(0x1_0000_0000).wrapping_add(number));
        let (expr, atoms) = decision(&mut rng);
        for kind in [Criterion::Mcdc, Criterion::UniqueCause] {
            if let Err(what) = judge(&expr, &atoms, kind, &mut tally) {
                tally.differences += 1;
                let text = unit(&expr, &atoms);
                println!("decision {number} of seed {}, {kind:?}: {what}\n{text}", options.seed);
            }
        }
    }
    eprintln!();
    let Tally { decisions, covered, infeasible, tests, minimal, mut differences, suites } = tally;
    println!(
        "{decisions} decisions, masking and unique cause: {covered} outcomes covered, {infeasible} infeasible, {tests} tests"
    );
    println!("{minimal} suites compared with the smallest there is; {differences} differences");
    match gcc::compare(&suites) {
        gcc::Compared::Skipped(why) => println!("gcc's condition coverage: skipped, {why}"),
        gcc::Compared::Counted { equal, folded, different } => {
            differences += different.len() as u64;
            different.iter().for_each(|what| println!("{what}"));
            println!(
                "gcc's condition coverage: {equal} suites count the same, {folded} left out because gcc folds a condition, {} differ",
                different.len()
            );
        }
    }
    if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

// -- random decisions

fn decision(rng: &mut Rng) -> (Expr, Vec<Atom>) {
    let n_conds = 2 + rng.below(7);
    let atoms = (0..n_conds).map(|_| atom(rng)).collect();
    let mut next = 0;
    (expr(rng, n_conds, &mut next), atoms)
}

/// An expression with so many conditions, numbered from left to right.
fn expr(rng: &mut Rng, n_conds: usize, next: &mut usize) -> Expr {
    if rng.below(5) == 0 {
        return Expr::Not(Box::new(plain(rng, n_conds, next)));
    }
    plain(rng, n_conds, next)
}

fn plain(rng: &mut Rng, n_conds: usize, next: &mut usize) -> Expr {
    if n_conds == 1 {
        *next += 1;
        return Expr::Cond(*next - 1);
    }
    let n_left = 1 + rng.below(n_conds - 1);
    let left = Box::new(expr(rng, n_left, next));
    let right = Box::new(expr(rng, n_conds - n_left, next));
    if rng.below(2) == 0 { Expr::And(left, right) } else { Expr::Or(left, right) }
}

fn atom(rng: &mut Rng) -> Atom {
    let left = rng.below(VARIABLES.len());
    let right = if rng.below(3) == 0 {
        Operand::Variable(rng.below(VARIABLES.len()))
    } else {
        Operand::Constant(rng.below(VALUES))
    };
    Atom { left, op: rng.below(OPS.len()), right }
}

// -- as C

fn unit(expr: &Expr, atoms: &[Atom]) -> String {
    let clauses: Vec<String> =
        VARIABLES.iter().map(|name| format!("requires 0 <= {name} < {VALUES};")).collect();
    let params: Vec<String> = VARIABLES.iter().map(|name| format!("int {name}")).collect();
    let (clauses, params) = (clauses.join(" "), params.join(", "));
    let text = text(expr, atoms);
    format!("/*@ {clauses} */\nint f({params}) {{\n  if ({text}) return 1;\n  return 0;\n}}\n")
}

fn text(expr: &Expr, atoms: &[Atom]) -> String {
    match expr {
        Expr::Cond(index) => {
            let atom = atoms[*index];
            let right = match atom.right {
                Operand::Variable(index) => VARIABLES[index].to_owned(),
                Operand::Constant(value) => value.to_string(),
            };
            format!("{} {} {right}", VARIABLES[atom.left], OPS[atom.op])
        }
        Expr::Not(of) => format!("!({})", text(of, atoms)),
        Expr::And(a, b) => format!("({}) && ({})", text(a, atoms), text(b, atoms)),
        Expr::Or(a, b) => format!("({}) || ({})", text(a, atoms), text(b, atoms)),
    }
}

// -- the meter

fn holds(atom: Atom, input: [usize; 4]) -> bool {
    let left = input[atom.left];
    let right = match atom.right {
        Operand::Variable(index) => input[index],
        Operand::Constant(value) => value,
    };
    match atom.op {
        0 => left == right,
        1 => left != right,
        2 => left < right,
        _ => left >= right,
    }
}

/// The value for given values of all conditions, a bit each; `seen` gains those that short circuit evaluates.
fn value(expr: &Expr, conds: u32, seen: &mut u32) -> bool {
    match expr {
        Expr::Cond(index) => {
            *seen |= 1 << index;
            conds >> index & 1 == 1
        }
        Expr::Not(of) => !value(of, conds, seen),
        Expr::And(a, b) => value(a, conds, seen) && value(b, conds, seen),
        Expr::Or(a, b) => value(a, conds, seen) || value(b, conds, seen),
    }
}

/// The decisive outcomes of one evaluation: bit 2i for condition i true, 2i + 1 for false.
fn decisive(expr: &Expr, n_conds: usize, conds: u32) -> u32 {
    let mut seen = 0;
    let outcome = value(expr, conds, &mut seen);
    let mut found = 0;
    for index in (0..n_conds).filter(|index| seen >> index & 1 == 1) {
        let flips = (0..1u32 << n_conds).filter(|other| (other ^ conds) & seen == 0);
        let mut changes = flips.map(|other| value(expr, other ^ 1 << index, &mut 0) != outcome);
        if changes.any(|changed| changed) {
            found |= 1 << (2 * index + usize::from(conds >> index & 1 == 0));
        }
    }
    found
}

/// The values of all conditions on every input, a bit each.
fn vectors(atoms: &[Atom]) -> BTreeSet<u32> {
    let mut all = BTreeSet::new();
    for number in 0..VALUES.pow(4) {
        let digit = |place: u32| number / VALUES.pow(place) % VALUES;
        let input = [digit(0), digit(1), digit(2), digit(3)];
        let bit = |(index, &atom): (usize, &Atom)| u32::from(holds(atom, input)) << index;
        all.insert(atoms.iter().enumerate().map(bit).sum());
    }
    all
}

/// What each kind of input shows.
fn shown(expr: &Expr, atoms: &[Atom]) -> BTreeSet<u32> {
    vectors(atoms).into_iter().map(|conds| decisive(expr, atoms.len(), conds)).collect()
}

/// An evaluation: which conditions it looks at, their values, and its outcome.
type Evaluation = (u32, u32, bool);

fn evaluations(expr: &Expr, atoms: &[Atom]) -> Vec<Evaluation> {
    let evaluate = |conds: u32| {
        let mut seen = 0;
        let outcome = value(expr, conds, &mut seen);
        (seen, conds & seen, outcome)
    };
    let distinct: BTreeSet<Evaluation> = vectors(atoms).into_iter().map(evaluate).collect();
    distinct.into_iter().collect()
}

/// The conditions, a bit each, for which some two of these evaluations differ in it alone and in their outcome.
fn paired(evaluations: &[Evaluation]) -> u32 {
    let mut found = 0;
    for a in evaluations {
        for b in evaluations {
            let differ = (a.1 ^ b.1) & a.0 & b.0;
            if differ.is_power_of_two() && a.2 != b.2 {
                found |= differ;
            }
        }
    }
    found
}

/// The fewest evaluations with a pair for every condition that has one.
fn fewest_paired(evaluations: &[Evaluation]) -> usize {
    let all = paired(evaluations);
    let chosen = |set: u32| -> Vec<Evaluation> {
        let inside = |(index, _): &(usize, &Evaluation)| set >> index & 1 == 1;
        evaluations.iter().enumerate().filter(inside).map(|(_, one)| *one).collect()
    };
    let enough = (0u32..1 << evaluations.len()).filter(|&set| paired(&chosen(set)) == all);
    enough.map(u32::count_ones).min().map_or(0, |least| least as usize)
}

/// The fewest inputs that together show everything that can be shown, by dynamic programming over sets of outcomes.
fn fewest(shown: &BTreeSet<u32>, all: u32, n_bits: usize) -> usize {
    let mut best = vec![usize::MAX; 1 << n_bits];
    best[0] = 0;
    for have in 0..best.len() {
        if best[have] == usize::MAX {
            continue;
        }
        for &more in shown {
            let with = have | more as usize;
            best[with] = best[with].min(best[have] + 1);
        }
    }
    best[all as usize]
}

// -- the comparison

fn judge(expr: &Expr, atoms: &[Atom], kind: Criterion, tally: &mut Tally) -> Result<(), String> {
    let report = generate(expr, atoms, kind)?;
    // For each outcome whether it can be shown, and the size of the smallest suite.
    let (possible, least): (Vec<bool>, Option<usize>) = if kind == Criterion::Mcdc {
        let shown = shown(expr, atoms);
        let all = shown.iter().fold(0, |all, &one| all | one);
        let small = atoms.len() <= MINIMAL;
        let least = small.then(|| fewest(&shown, all, 2 * atoms.len()));
        ((0..2 * atoms.len()).map(|index| all >> index & 1 == 1).collect(), least)
    } else {
        let evaluations = evaluations(expr, atoms);
        let all = paired(&evaluations);
        let least = (atoms.len() <= MINIMAL).then(|| fewest_paired(&evaluations));
        ((0..2 * atoms.len()).map(|index| all >> (index / 2) & 1 == 1).collect(), least)
    };
    tally.decisions += 1;
    let mut n_covered = 0;
    for (objective, possible) in report.objectives.iter().zip(possible) {
        match objective.verdict {
            Verdict::Covered { .. } if possible => n_covered += 1,
            Verdict::Infeasible { .. } if !possible => tally.infeasible += 1,
            ref other => return Err(format!("{}: {other:?}, possible: {possible}", objective.id)),
        }
    }
    tally.covered += n_covered;
    if kind == Criterion::Mcdc {
        tally.suites.push(gcc::Suite::new(unit(expr, atoms), atoms.len(), n_covered, &report));
    }
    let n_tests = report.tests.iter().filter(|test| test.ends == Ends::Return).count();
    tally.tests += n_tests as u64;
    if let Some(least) = least {
        tally.minimal += 1;
        if n_tests != least {
            return Err(format!("{n_tests} tests, {least} would do"));
        }
    }
    Ok(())
}

fn generate(expr: &Expr, atoms: &[Atom], kind: Criterion) -> Result<FunctionReport, String> {
    let unit = front::lower_text(&unit(expr, atoms))?;
    let func = unit.program.find_func("f").ok_or("the function is not there")?;
    let options = engine::Options { seeds: 20, ..engine::Options::judged(kind) };
    Ok(made::make(&unit, func, &options, PATIENCE)?.report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_random_decisions() {
        let mut tally = Tally::default();
        for number in 0..25 {
            let (expr, atoms) = decision(&mut Rng::new(number));
            for kind in [Criterion::Mcdc, Criterion::UniqueCause] {
                if let Err(what) = judge(&expr, &atoms, kind, &mut tally) {
                    panic!("decision {number}, {kind:?}: {what}\n{}", unit(&expr, &atoms));
                }
            }
        }
        assert!(tally.minimal > 5, "some should be small");
    }
}
