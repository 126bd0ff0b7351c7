//! Checks as branches produce them, beside z3's incremental SMT-LIB interface in the same run.
//!
//! `cargo bench -p solver --bench path_like` prints, for each kind of question, the answers' agreement,
//! the total times, their ratio and the median of one push, assertion and check.

use solver::{Answer, Limits, Method, Solver, check};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use term::text::smt_text;
use term::{Pool, Term};

/// What z3 may take for one check, so that a hard set ends as open and not the run.
const Z3_MILLIS: u32 = 2_000;

/// Deterministic pseudo-random numbers (splitmix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }

    fn pick(&mut self, from: &[Term]) -> Term {
        from[self.below(from.len() as u64) as usize]
    }
}

enum Step {
    /// Open a level, assert, check.
    Try(Vec<Term>),
    Pop(u32),
}

/// A walk of `n` checks over `inputs` variables: each adds one comparison; refuted ones are popped,
/// and so are some levels now and then, as a depth-first walk does.
fn walk(pool: &mut Pool, dice: &mut Dice, n: usize) -> Vec<Step> {
    let inputs = inputs(pool);
    let mut steps = Vec::new();
    let mut guide = Solver::new();
    while steps.iter().filter(|step| matches!(step, Step::Try(_))).count() < n {
        let term = comparison(pool, dice, &inputs);
        if pool.as_const(term).is_some() {
            continue;
        }
        guide.push();
        guide.assert(pool, term);
        let answer = guide.check(pool, &Limits::standard());
        let sat = matches!(answer, Answer::Sat(_));
        steps.push(Step::Try(vec![term]));
        let mut back = u32::from(!sat);
        if dice.below(12) == 0 || guide.depth() > 40 {
            back += dice.below(10) as u32;
        }
        let back = back.min(guide.depth() as u32);
        (0..back).for_each(|_| guide.pop());
        if back > 0 {
            steps.push(Step::Pop(back));
        }
    }
    steps
}

fn comparison(pool: &mut Pool, dice: &mut Dice, inputs: &[Term]) -> Term {
    let left = small_term(pool, dice, inputs);
    let right = if dice.below(3) == 0 { dice.pick(inputs) } else { constant(pool, dice) };
    compare(pool, dice, left, right)
}

fn compare(pool: &mut Pool, dice: &mut Dice, left: Term, right: Term) -> Term {
    match dice.below(8) {
        0 => pool.eq(left, right),
        1 => pool.ne(left, right),
        2 | 3 => pool.slt(left, right),
        4 => pool.slt(right, left),
        5 => pool.sle(left, right),
        6 => pool.ult(left, right),
        _ => pool.ule(right, left),
    }
}

fn constant(pool: &mut Pool, dice: &mut Dice) -> Term {
    let value = match dice.below(3) {
        0 => dice.below(16),
        1 => dice.below(1000).wrapping_sub(500),
        _ => dice.below(1 << 31),
    };
    pool.constant(32, u128::from(value))
}

fn small_term(pool: &mut Pool, dice: &mut Dice, inputs: &[Term]) -> Term {
    let x = dice.pick(inputs);
    let y = dice.pick(inputs);
    let c = constant(pool, dice);
    match dice.below(9) {
        0..=2 => x,
        3 => pool.add(x, y),
        4 => pool.sub(x, y),
        5 => pool.and(x, c),
        6 => {
            let factor = pool.constant(32, u128::from(2 + dice.below(8)));
            let scaled = pool.mul(x, factor);
            pool.add(scaled, y)
        }
        7 => pool.add(x, c),
        _ => pool.xor(x, y),
    }
}

fn inputs(pool: &mut Pool) -> Vec<Term> {
    (0..20).map(|at| pool.var(&format!("in{at}"), 32)).collect()
}

/// `n` checks of 50 dense constraints each, every other set around a solution that is not told.
fn dense_sets(pool: &mut Pool, dice: &mut Dice, n: usize) -> Vec<Step> {
    let inputs = inputs(pool);
    let sets = (0..n).flat_map(|at| {
        let solution: Vec<u128> = inputs.iter().map(|_| u128::from(dice.below(1 << 32))).collect();
        let holds = |pool: &Pool, term: Term| {
            check::holds(pool, &[term], &|var| solution[entity::EntityRef::index(var)])
        };
        let set = (0..50)
            .map(|_| {
                let term = dense(pool, dice, &inputs);
                if at % 2 == 0 && !holds(pool, term) { pool.not(term) } else { term }
            })
            .collect();
        [Step::Try(set), Step::Pop(1)]
    });
    sets.collect()
}

/// A dense random constraint over two variables: products that wrap around, sums of them, compared.
fn dense(pool: &mut Pool, dice: &mut Dice, inputs: &[Term]) -> Term {
    let (x, y) = (dice.pick(inputs), dice.pick(inputs));
    let (a, b) = (constant(pool, dice), constant(pool, dice));
    let (ax, by) = (pool.mul(a, x), pool.mul(b, y));
    let left = match dice.below(3) {
        0 => pool.add(ax, by),
        1 => pool.xor(ax, by),
        _ => pool.sub(ax, y),
    };
    let right = constant(pool, dice);
    compare(pool, dice, left, right)
}

struct Ours {
    /// Nothing where the limits did not suffice.
    answers: Vec<Option<bool>>,
    times: Vec<Duration>,
    cpu: Duration,
    by: BTreeMap<Option<Method>, usize>,
}

fn run_ours(pool: &mut Pool, steps: &[Step]) -> Ours {
    let mut solver = Solver::new();
    let (answers, times, by) = (Vec::new(), Vec::new(), BTreeMap::new());
    let mut ours = Ours { answers, times, by, cpu: Duration::ZERO };
    let cpu_before = own_cpu();
    for step in steps {
        match step {
            Step::Try(terms) => {
                let start = Instant::now();
                solver.push();
                terms.iter().for_each(|&term| solver.assert(pool, term));
                let answer = solver.check(pool, &Limits::standard());
                ours.times.push(start.elapsed());
                let (sat, by) = match answer {
                    Answer::Sat(model) => (Some(true), Some(model.by)),
                    Answer::Unsat { by, .. } => (Some(false), Some(by)),
                    Answer::Unknown(_) => (None, None),
                };
                ours.answers.push(sat);
                *ours.by.entry(by).or_default() += 1;
            }
            Step::Pop(n) => (0..*n).for_each(|_| solver.pop()),
        }
    }
    ours.cpu = own_cpu().saturating_sub(cpu_before);
    ours
}

/// Processor time of this thread, as the kernel counts it; zero where it does not say.
fn own_cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|field| field.parse().ok()).unwrap_or(0);
    Duration::from_nanos(nanos)
}

/// Processor time of all children that have ended, in steps of the kernel's hundredths of a second.
fn children_cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name in parentheses the 14th and 15th fields are the children's user and system time.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(13).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// The same steps for z3: each term's definitions once, at the level where it first appears.
fn script(pool: &Pool, steps: &[Step]) -> String {
    let mut out = format!("(set-option :timeout {Z3_MILLIS})\n(set-logic QF_BV)\n");
    for var in pool.vars() {
        let _ = writeln!(out, "(declare-const v{} (_ BitVec 32))", entity::EntityRef::index(var));
    }
    // The definitions made at each open level.
    let mut defined: Vec<Vec<String>> = Vec::new();
    for step in steps {
        match step {
            Step::Try(terms) => {
                let _ = writeln!(out, "(push 1)");
                let mut here = Vec::new();
                for line in smt_text(pool, terms).lines() {
                    let known = defined.iter().flatten().any(|other| other == line);
                    if !known && !line.starts_with("(declare-const") {
                        let _ = writeln!(out, "{line}");
                    }
                    if line.starts_with("(define-fun") {
                        here.push(line.to_owned());
                    }
                }
                defined.push(here);
                let _ = writeln!(out, "(check-sat)");
            }
            Step::Pop(n) => {
                let _ = writeln!(out, "(pop {n})");
                defined.truncate(defined.len() - *n as usize);
            }
        }
    }
    out
}

/// Answers, wall clock time and processor time.
fn run_z3(script: &str) -> (Vec<Option<bool>>, Duration, Duration) {
    let (start, cpu_before) = (Instant::now(), children_cpu());
    let mut z3 = Command::new("z3")
        .arg("-in")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3 should be installed");
    let mut input = z3.stdin.take().expect("a pipe");
    let text = script.to_owned();
    let writer =
        std::thread::spawn(move || input.write_all(text.as_bytes()).expect("z3 should read"));
    let output = z3.wait_with_output().expect("z3 should end");
    writer.join().expect("the writer should end");
    let time = start.elapsed();
    let text = String::from_utf8_lossy(&output.stdout);
    let answers = text
        .lines()
        .map(|line| match line {
            "sat" => Some(true),
            "unsat" => Some(false),
            "unknown" | "timeout" => None,
            other => panic!("z3 said {other}"),
        })
        .collect();
    (answers, time, children_cpu().saturating_sub(cpu_before))
}

fn report(name: &str, seed: u64, pool: &mut Pool, steps: &[Step]) {
    let mut ours = run_ours(pool, steps);
    let (theirs, z3_time, z3_cpu) = run_z3(&script(pool, steps));
    let (_, startup, _) = run_z3("(check-sat)\n");
    let both = || ours.answers.iter().zip(&theirs);
    let differing = both().filter(|(a, b)| a.is_some() && b.is_some() && a != b).count();
    let open = |answers: &[Option<bool>]| answers.iter().filter(|answer| answer.is_none()).count();
    let total: Duration = ours.times.iter().sum();
    ours.times.sort_unstable();
    let at = |share: usize| ours.times[ours.times.len() * share / 100];
    let z3_net = z3_time.saturating_sub(startup);
    println!(
        "{name} seed {seed}: {} checks, {} unsat, {differing} differ, open {} and {}; ours {:?} (median {:?}, p90 {:?}, p99 {:?}, max {:?}), z3 {z3_net:?}, ratio {:.1}; cpu {:?} to {z3_cpu:?}, ratio {:.1}; {:?}",
        ours.answers.len(),
        ours.answers.iter().filter(|sat| **sat == Some(false)).count(),
        open(&ours.answers),
        open(&theirs),
        total,
        at(50),
        at(90),
        at(99),
        ours.times[ours.times.len() - 1],
        z3_net.as_secs_f64() / total.as_secs_f64(),
        ours.cpu,
        z3_cpu.as_secs_f64() / ours.cpu.as_secs_f64(),
        ours.by,
    );
    assert_eq!((ours.answers.len(), differing), (theirs.len(), 0), "answers should be identical");
}

fn main() {
    // `cargo bench -- path-like 100 1` runs 100 checks of one kind with one seed.
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let number = |at: usize, default: u64| {
        args.get(at).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let kind = args.first().map_or("all", String::as_str);
    let n = number(1, 1000) as usize;
    if kind != "dense" {
        for seed in number(2, 1)..=number(2, 3) {
            let mut pool = Pool::new();
            let steps = walk(&mut pool, &mut Dice(seed), n);
            report("path-like", seed, &mut pool, &steps);
        }
    }
    if kind != "path-like" {
        let (seed, mut pool) = (number(2, 7), Pool::new());
        let steps = dense_sets(&mut pool, &mut Dice(seed), n);
        report("dense", seed, &mut pool, &steps);
    }
}
