//! Random constraints over floats, ours against other solvers: no two may differ in what they say.
//!
//! The others are Python packages (`pip install bitwuzla cvc5 z3-solver`). Each has one process for all queries, which is asked
//! by the name of a file, and ended and started anew if ten seconds do not suffice. One that is not installed is left out, aloud.
//! Seconds are those of the processor, so that a busy machine changes nothing. What was said is kept in a file where one is named,
//! and not asked again: a run may be ended at any time and continued.

mod kept;
mod peer;

use crate::child::processor_time;
use filetests::Scratch;
use fuzzgen::Rng;
use kept::{Kept, Said, Sum};
use peer::Peer;
use solver::{Answer, Limits, Solver};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use term::{Float, FloatOp, Format, Op, Pool, Rounding, Term};

const PATIENCE: Duration = Duration::from_secs(10);
const OURS: &str = "ours";
const SHORT: Duration = Duration::from_millis(20);

/// What the user asked for.
pub(super) struct Wanted {
    /// The first query, of those that the seed makes.
    pub(super) from: u64,
    pub(super) count: u64,
    pub(super) seed: u64,
    /// No query is begun after so many seconds.
    pub(super) seconds: u64,
    /// Names of other solvers.
    pub(super) others: Vec<String>,
    /// Where answers are kept.
    pub(super) results: Option<PathBuf>,
}

/// One of the random queries.
struct Query {
    number: u64,
    pool: Pool,
    constraints: Vec<Term>,
    script: String,
}

pub(super) fn command(wanted: &Wanted) -> Result<(), String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let python = std::env::var("PROBANT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut kept = Kept::read(wanted.results.as_deref())?;
    let mut others = peer::installed(&python, &wanted.others);
    let (mut asked, mut harder, mut differ) = (Vec::new(), 0u32, 0u32);
    let started = Instant::now();
    for number in wanted.from..wanted.from + wanted.count {
        if started.elapsed().as_secs() >= wanted.seconds {
            println!("the time is up: {} of {} queries", asked.len(), wanted.count);
            break;
        }
        let mut query = Query::new(wanted.seed, number);
        harder += u32::from(is_harder(&query.pool, &query.constraints));
        differ += ask_all(&mut query, &mut others, &mut kept, &scratch)?;
        asked.push(number);
    }
    let names = std::iter::once(OURS).chain(others.iter().map(Peer::name));
    let sums: Vec<_> = names.map(|name| (name, kept.sum(name, &asked))).collect();
    let n_unsatisfiable = sums[0].1.n_unsatisfiable;
    println!(
        "{} queries, {n_unsatisfiable} unsatisfiable, {harder} with * / sqrt fma, {differ} answers differ",
        asked.len()
    );
    for (name, sum) in sums {
        let Sum { seconds, n_open, n_refused, .. } = sum;
        println!("{name:9} {seconds:8.1} s, {n_open} open, {n_refused} refused");
    }
    if differ == 0 { Ok(()) } else { Err("answers differ".to_owned()) }
}

/// Everybody is asked who has said nothing of this query yet; how many differ from us.
fn ask_all(
    query: &mut Query,
    others: &mut [Peer],
    kept: &mut Kept,
    scratch: &Scratch,
) -> Result<u32, String> {
    let ours = kept.or_ask(query.number, OURS, || ask_ours(query))?;
    let file = scratch.file("query.smt2");
    std::fs::write(&file, &query.script).map_err(|error| error.to_string())?;
    let mut differ = 0;
    for peer in others {
        let theirs = kept.or_ask(query.number, peer.name(), || Ok(peer.ask(&file)))?;
        if let (Some(ours), Some(theirs)) = (ours.answer, theirs.answer)
            && ours != theirs
        {
            differ += 1;
            let (number, name, script) = (query.number, peer.name(), &query.script);
            println!("query {number}: ours {ours}, {name} {theirs}\n{script}");
        }
    }
    Ok(differ)
}

impl Query {
    fn new(seed: u64, number: u64) -> Self {
        let mut pool = Pool::new();
        let constraints = query(&mut Rng::new(seed.wrapping_mul(1_000_003) + number), &mut pool);
        let script = format!("(set-logic QF_BVFP)\n{}", term::text::smt_text(&pool, &constraints));
        Self { number, pool, constraints, script }
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

fn ask_ours(query: &mut Query) -> Result<Said, String> {
    let (clock, started) = (Instant::now(), processor_time()?);
    // The processor cannot have worked for longer than the clock says, which is quicker to ask.
    let is_over = || {
        clock.elapsed() > PATIENCE
            && processor_time().is_ok_and(|now| now.saturating_sub(started) > PATIENCE)
    };
    let mut solver = Solver::until(&is_over);
    for &constraint in &query.constraints {
        solver.assert(&mut query.pool, constraint);
    }
    let limits = Limits { sat_conflicts: u64::MAX, ..Limits::standard() };
    let answer = match solver.check(&mut query.pool, &limits) {
        Answer::Sat(_) => Some("sat"),
        Answer::Unsat { .. } => Some("unsat"),
        Answer::Unknown(_) => None,
    };
    // What takes less than some ticks cannot be measured but by the clock, which says too much rather than too little.
    let time = match clock.elapsed() {
        short if short < SHORT => short,
        _ => processor_time()?.saturating_sub(started),
    };
    Ok(Said::new(answer, time))
}

/// One to six operations on one to three floats, an equation or inequality, and bounds for some of them.
fn query(rng: &mut Rng, pool: &mut Pool) -> Vec<Term> {
    // All that every solver has; one refuses formats that no standard names.
    let half = Format { exponent: 5, precision: 11 };
    let format = *rng.pick(&[Format::SINGLE, Format::DOUBLE, Format::SINGLE, half]);
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
