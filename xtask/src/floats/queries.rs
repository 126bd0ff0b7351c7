//! Random constraints over floats, ours against other solvers: no two may differ in what they say.
//!
//! The others are Python packages (`pip install bitwuzla cvc5 z3-solver`). Each has one process for all queries, which is asked
//! by the name of a file and told to take ten seconds at most; it is started anew only if it does not keep to that. One that is
//! not installed is left out, aloud.

mod peer;

use filetests::Scratch;
use fuzzgen::Rng;
use peer::Peer;
use solver::{Answer, Limits, Solver};
use std::time::{Duration, Instant};
use term::{Float, FloatOp, Format, Op, Pool, Rounding, Term};

const PATIENCE: Duration = Duration::from_secs(10);

/// What the user asked for.
pub(super) struct Wanted {
    pub(super) count: u64,
    pub(super) seed: u64,
    /// No query is begun after so many seconds.
    pub(super) seconds: u64,
    /// Names of other solvers.
    pub(super) others: Vec<String>,
}

/// What somebody said of all queries: answers, seconds in all, and how many were left open.
struct Meter {
    name: &'static str,
    seconds: f64,
    open: u32,
}

pub(super) fn command(wanted: &Wanted) -> Result<(), String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let python = std::env::var("PROBANT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut ours = Meter::new("ours");
    let mut others: Vec<(Meter, Peer)> = peer::installed(&python, &wanted.others)
        .into_iter()
        .map(|peer| (Meter::new(peer.name()), peer))
        .collect();
    let (mut asked, mut unsatisfiable, mut harder, mut differ) = (0u32, 0u32, 0u32, 0u32);
    let started = Instant::now();
    for number in 0..wanted.count {
        if started.elapsed().as_secs() >= wanted.seconds {
            println!("the time is up: {number} of {} queries", wanted.count);
            break;
        }
        let mut pool = Pool::new();
        let constraints =
            query(&mut Rng::new(wanted.seed.wrapping_mul(1_000_003) + number), &mut pool);
        asked += 1;
        harder += u32::from(is_harder(&pool, &constraints));
        let script = format!("(set-logic QF_BVFP)\n{}", term::text::smt_text(&pool, &constraints));
        let answer = ours.ask(|| ask_ours(&mut pool, &constraints));
        unsatisfiable += u32::from(answer == Some("unsat"));
        let file = scratch.file("query.smt2");
        std::fs::write(&file, &script).map_err(|error| error.to_string())?;
        for (meter, peer) in &mut others {
            let theirs = meter.ask(|| peer.ask(&file));
            if let (Some(ours), Some(theirs)) = (answer, theirs)
                && ours != theirs
            {
                differ += 1;
                println!("query {number}: ours {ours}, {} {theirs}\n{script}", meter.name);
            }
        }
    }
    println!(
        "{asked} queries, {unsatisfiable} unsatisfiable, {harder} with * / sqrt fma, {differ} answers differ"
    );
    for meter in std::iter::once(&ours).chain(others.iter().map(|(meter, _)| meter)) {
        println!("{:9} {:8.1} s, {} open", meter.name, meter.seconds, meter.open);
    }
    if differ == 0 { Ok(()) } else { Err("answers differ".to_owned()) }
}

impl Meter {
    fn new(name: &'static str) -> Self {
        Self { name, seconds: 0.0, open: 0 }
    }

    fn ask(&mut self, question: impl FnOnce() -> Option<&'static str>) -> Option<&'static str> {
        let started = Instant::now();
        let answer = question();
        self.open += u32::from(answer.is_none());
        let seconds = started.elapsed().as_secs_f64();
        self.seconds += if answer.is_none() { PATIENCE.as_secs_f64() } else { seconds };
        answer
    }
}

/// Does it multiply, divide or take roots?
fn is_harder(pool: &Pool, constraints: &[Term]) -> bool {
    let mut left = constraints.to_vec();
    while let Some(term) = left.pop() {
        if let Op::Float(float) = pool.op(term)
            && matches!(float.op, FloatOp::Mul | FloatOp::Div | FloatOp::Sqrt | FloatOp::Fma)
        {
            return true;
        }
        left.extend_from_slice(pool.args(term));
    }
    false
}

fn ask_ours(pool: &mut Pool, constraints: &[Term]) -> Option<&'static str> {
    let started = Instant::now();
    let is_over = || started.elapsed() > PATIENCE;
    let mut solver = Solver::until(&is_over);
    for &constraint in constraints {
        solver.assert(pool, constraint);
    }
    let limits = Limits { sat_conflicts: u64::MAX, ..Limits::standard() };
    match solver.check(pool, &limits) {
        Answer::Sat(_) => Some("sat"),
        Answer::Unsat { .. } => Some("unsat"),
        Answer::Unknown(_) => None,
    }
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
