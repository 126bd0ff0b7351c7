//! Random constraints over floats, ours against other solvers: no two may differ in what they say.
//!
//! The others are Python packages (`pip install bitwuzla cvc5 z3-solver`), each asked in a process of its own that is killed after
//! ten seconds; one that is not installed is left out, aloud.

use crate::child::{Finished, run};
use filetests::Scratch;
use fuzzgen::Rng;
use solver::{Answer, Limits, Solver};
use std::process::Command;
use std::time::{Duration, Instant};
use term::{Float, FloatOp, Format, Pool, Rounding, Term};

const PATIENCE: Duration = Duration::from_secs(10);
const OTHERS: [(&str, &str); 3] = [
    (
        "bitwuzla",
        "import sys, bitwuzla as b
m = b.TermManager(); o = b.Options(); p = b.Parser(m, o)
p.parse(sys.argv[1], True, True)
print(str(p.bitwuzla().check_sat()).split('.')[-1].lower())",
    ),
    (
        "cvc5",
        "import sys, cvc5
t = cvc5.TermManager(); s = cvc5.Solver(t); s.setOption('fp-exp', 'true')
p = cvc5.InputParser(s); p.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.argv[1])
m = p.getSymbolManager()
while True:
    c = p.nextCommand()
    if c.isNull(): break
    c.invoke(s, m)
r = s.checkSat()
print('sat' if r.isSat() else 'unsat' if r.isUnsat() else 'unknown')",
    ),
    (
        "z3",
        "import sys, z3
s = z3.Solver(); s.from_file(sys.argv[1])
print(s.check())",
    ),
];

/// What somebody said of all queries: answers, seconds in all, and how many were left open.
struct Judge {
    name: &'static str,
    seconds: f64,
    open: u32,
}

pub(super) fn command(count: u64, seed: u64) -> Result<(), String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let python = std::env::var("PROBANT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut ours = Judge { name: "ours", seconds: 0.0, open: 0 };
    let mut others = installed(&python);
    let (mut unsatisfiable, mut differ) = (0u32, 0u32);
    for number in 0..count {
        let mut pool = Pool::new();
        let constraints = query(&mut Rng::new(seed.wrapping_mul(1_000_003) + number), &mut pool);
        let answer = ours.ask(|| ask_ours(&mut pool, &constraints));
        unsatisfiable += u32::from(answer.as_deref() == Some("unsat"));
        let file = scratch.file("query.smt2");
        let script = format!("(set-logic QF_BVFP)\n{}", term::text::smt_text(&pool, &constraints));
        std::fs::write(&file, &script).map_err(|error| error.to_string())?;
        for (judge, program) in &mut others {
            let theirs = judge.ask(|| {
                let mut command = Command::new(&python);
                command.args(["-c", program]).arg(&file);
                said(run(&mut command, &scratch.file(""), PATIENCE))
            });
            if let (Some(ours), Some(theirs)) = (&answer, &theirs)
                && ours != theirs
            {
                differ += 1;
                println!("query {number}: ours {ours}, {} {theirs}\n{script}", judge.name);
            }
        }
    }
    println!("{count} queries, {unsatisfiable} unsatisfiable, {differ} answers differ");
    for judge in std::iter::once(&ours).chain(others.iter().map(|(judge, _)| judge)) {
        println!("{:9} {:8.1} s, {} open", judge.name, judge.seconds, judge.open);
    }
    if differ == 0 { Ok(()) } else { Err("answers differ".to_owned()) }
}

fn installed(python: &str) -> Vec<(Judge, &'static str)> {
    let mut found = Vec::new();
    for (name, program) in OTHERS {
        let import = format!("import {name}");
        let has = Command::new(python).args(["-c", &import]).output();
        if has.is_ok_and(|output| output.status.success()) {
            found.push((Judge { name, seconds: 0.0, open: 0 }, program));
        } else {
            println!("{name} is not installed for {python}: left out");
        }
    }
    found
}

impl Judge {
    fn ask(&mut self, question: impl FnOnce() -> Option<String>) -> Option<String> {
        let started = Instant::now();
        let answer = question();
        self.open += u32::from(answer.is_none());
        let seconds = started.elapsed().as_secs_f64();
        self.seconds += if answer.is_none() { PATIENCE.as_secs_f64() } else { seconds };
        answer
    }
}

fn ask_ours(pool: &mut Pool, constraints: &[Term]) -> Option<String> {
    let started = Instant::now();
    let is_over = || started.elapsed() > PATIENCE;
    let mut solver = Solver::until(&is_over);
    for &constraint in constraints {
        solver.assert(pool, constraint);
    }
    let limits = Limits { sat_conflicts: u64::MAX, ..Limits::standard() };
    match solver.check(pool, &limits) {
        Answer::Sat(_) => Some("sat".to_owned()),
        Answer::Unsat { .. } => Some("unsat".to_owned()),
        Answer::Unknown(_) => None,
    }
}

fn said(finished: Result<Finished, String>) -> Option<String> {
    let finished = finished.ok()?;
    finished.status?;
    let answer = String::from_utf8_lossy(&finished.stdout).trim().to_owned();
    ["sat", "unsat"].contains(&answer.as_str()).then_some(answer)
}

/// One to six operations on one to three floats, an equation or inequality, and bounds for some of them.
fn query(rng: &mut Rng, pool: &mut Pool) -> Vec<Term> {
    let toy = Format { exponent: 4, precision: 6 };
    let format = *rng.pick(&[Format::SINGLE, Format::DOUBLE, Format::SINGLE, toy]);
    let variables: Vec<Term> =
        (0..=rng.below(3)).map(|at| pool.var(&format!("x{at}"), format.width())).collect();
    let mut made = variables.clone();
    for _ in 0..=rng.below(6) {
        let term = operation(rng, pool, format, &made);
        made.push(term);
    }
    let mut constraints = Vec::new();
    for &variable in &variables {
        if rng.below(3) > 0 {
            let ends = [number(rng, format), number(rng, format)];
            let [lo, hi] = if format.place(ends[0]) <= format.place(ends[1]) {
                ends
            } else {
                [ends[1], ends[0]]
            };
            let (lo, hi) = (pool.constant(format.width(), lo), pool.constant(format.width(), hi));
            constraints.push(compare(pool, FloatOp::Le, format, lo, variable));
            constraints.push(compare(pool, FloatOp::Le, format, variable, hi));
        }
    }
    let last = made[made.len() - 1];
    let other = if rng.one_in(4) {
        *rng.pick(&made)
    } else {
        let bits = number(rng, format);
        pool.constant(format.width(), bits)
    };
    let op = *rng.pick(&[FloatOp::Eq, FloatOp::Eq, FloatOp::Eq, FloatOp::Lt, FloatOp::Le]);
    constraints.push(compare(pool, op, format, last, other));
    constraints
}

fn compare(pool: &mut Pool, op: FloatOp, format: Format, a: Term, b: Term) -> Term {
    pool.float(Float::nearest(op, format), 1, &[a, b])
}

/// Half of them multiply, divide or take roots.
fn operation(rng: &mut Rng, pool: &mut Pool, format: Format, made: &[Term]) -> Term {
    use FloatOp::{Abs, Add, Div, Fma, Integral, Mul, Neg, Sqrt, Sub};
    let op =
        *rng.pick(&[Add, Add, Sub, Sub, Neg, Abs, Integral, Mul, Mul, Mul, Div, Div, Sqrt, Fma]);
    let rounding = if rng.one_in(4) { *rng.pick(&Rounding::ALL) } else { Rounding::NearestEven };
    let mut args = Vec::new();
    for at in 0..op.n_operands() {
        args.push(if at > 0 && rng.one_in(3) {
            let bits = number(rng, format);
            pool.constant(format.width(), bits)
        } else {
            *rng.pick(made)
        });
    }
    pool.float(Float { op, format, rounding }, format.width(), &args)
}

/// Small numbers and decimals for the most part, as programs have them; sometimes any pattern that is a number.
fn number(rng: &mut Rng, format: Format) -> u128 {
    if rng.one_in(5) {
        let bits = u128::from(rng.draw()) & (format.sign() | (format.sign() - 1));
        return if format.is_nan(bits) { 0 } else { bits };
    }
    let value = rng.range(-200, 200) as f64 / *rng.pick(&[1.0, 1.0, 2.0, 10.0, 100.0, 0.01]);
    let convert = Float::nearest(FloatOp::Convert(format), Format::DOUBLE);
    convert.apply(format.width(), 64, &[u128::from(value.to_bits())])
}
