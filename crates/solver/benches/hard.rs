//! Hard questions, one at a time, beside z3 and cvc5 in the same run.
//!
//! `cargo bench -p solver --bench hard [-- KIND]` with kinds squares, semiprimes, crc, tricks.
//! Every answer is compared with z3's; cvc5 is timed where it is installed.

use solver::{Answer, Limits, Solver};
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use term::text::smt_text;
use term::{Pool, Term};

/// Deterministic pseudo-random numbers (splitmix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

struct Question {
    pool: Pool,
    constraints: Vec<Term>,
}

/// x·x + 3y = c, x > y signed, (x ^ y) & 0xff = m at 32 bits; every second one has a planted witness.
fn squares(dice: &mut Dice, planted: bool) -> Question {
    let mut pool = Pool::new();
    let (x, y) = (pool.var("x", 32), pool.var("y", 32));
    let (mut c, mut m) = (dice.next() as u32, dice.next() as u32 & 0xff);
    if planted {
        let (a, b) = (dice.next() as i32, dice.next() as i32);
        let (a, b) = (a.max(b), a.min(b));
        c = (a.wrapping_mul(a)).wrapping_add(b.wrapping_mul(3)) as u32;
        m = (a ^ b) as u32 & 0xff;
    }
    let square = pool.mul(x, x);
    let three = pool.constant(32, 3);
    let triple = pool.mul(y, three);
    let sum = pool.add(square, triple);
    let c = pool.constant(32, u128::from(c));
    let first = pool.eq(sum, c);
    let second = pool.slt(y, x);
    let mixed = pool.xor(x, y);
    let low = pool.constant(32, 0xff);
    let masked = pool.and(mixed, low);
    let m = pool.constant(32, u128::from(m));
    let third = pool.eq(masked, m);
    Question { pool, constraints: vec![first, second, third] }
}

/// p·q = n without overflow, 1 < p <= q, for a product of two primes of about `bits / 2` bits.
fn semiprime(dice: &mut Dice, bits: u32) -> Question {
    let half = bits / 2;
    let mut prime = || loop {
        let candidate = (dice.next() & ((1 << half) - 1)) | 1 << (half - 1) | 1;
        if (3..).step_by(2).take_while(|d| d * d <= candidate).all(|d| !candidate.is_multiple_of(d))
        {
            return candidate;
        }
    };
    let n = u128::from(prime()) * u128::from(prime());
    let mut pool = Pool::new();
    let (p, q) = (pool.var("p", 64), pool.var("q", 64));
    let product = pool.mul(p, q);
    let overflows = pool.mul_overflows(false, p, q);
    let n = pool.constant(64, n);
    let one = pool.constant(64, 1);
    let constraints =
        vec![pool.eq(product, n), pool.not(overflows), pool.ult(one, p), pool.ule(p, q)];
    Question { pool, constraints }
}

/// CRC-32 of four unknown bytes equals a constant.
fn crc(dice: &mut Dice) -> Question {
    let mut pool = Pool::new();
    let mut crc = pool.constant(32, 0xffff_ffff);
    let polynomial = pool.constant(32, 0xedb8_8320);
    let one = pool.constant(32, 1);
    for at in 0..4 {
        let byte = pool.var(&format!("b{at}"), 8);
        let byte = pool.zext(byte, 32);
        crc = pool.xor(crc, byte);
        for _ in 0..8 {
            let low = pool.extract(crc, 0, 0);
            let shifted = pool.lshr(crc, one);
            let mixed = pool.xor(shifted, polynomial);
            crc = pool.ite(low, mixed, shifted);
        }
    }
    let target = pool.constant(32, u128::from(dice.next() as u32));
    let constraints = vec![pool.eq(crc, target)];
    Question { pool, constraints }
}

type Trick = fn(&mut Pool, u32, Term, Term) -> (Term, Term);

/// Two ways to compute the same thing; asking for a difference should be refuted.
const TRICKS: [(&str, Trick); 13] = [
    ("and-or sum", |p, _, x, y| {
        let (and, or) = (p.and(x, y), p.or(x, y));
        (p.add(and, or), p.add(x, y))
    }),
    ("xor and carry", |p, w, x, y| {
        let (xor, and) = (p.xor(x, y), p.and(x, y));
        let two = p.constant(w, 2);
        let carry = p.mul(and, two);
        (p.add(xor, carry), p.add(x, y))
    }),
    ("min without branch", |p, _, x, y| {
        let less = p.ult(x, y);
        let select = p.sext(less, p.width(x));
        let xor = p.xor(x, y);
        let change = p.and(xor, select);
        (p.xor(y, change), p.umin(x, y))
    }),
    ("signed max without branch", |p, _, x, y| {
        let less = p.slt(x, y);
        let select = p.sext(less, p.width(x));
        let xor = p.xor(x, y);
        let change = p.and(xor, select);
        (p.xor(x, change), p.smax(x, y))
    }),
    ("absolute value", |p, w, x, _| {
        let by = p.constant(w, u128::from(w - 1));
        let sign = p.ashr(x, by);
        let flipped = p.xor(x, sign);
        let zero = p.constant(w, 0);
        let negative = p.slt(x, zero);
        let negated = p.neg(x);
        (p.sub(flipped, sign), p.ite(negative, negated, x))
    }),
    ("lowest bit", |p, w, x, _| {
        let negated = p.neg(x);
        let one = p.constant(w, 1);
        let before = p.sub(x, one);
        let not_before = p.not(before);
        (p.and(x, negated), p.and(x, not_before))
    }),
    ("swap by xor", |p, _, x, y| {
        let a = p.xor(x, y);
        let b = p.xor(a, y);
        let a = p.xor(a, b);
        (p.sub(a, b), p.sub(y, x))
    }),
    ("average", |p, w, x, y| {
        let one = p.constant(w, 1);
        let (and, xor) = (p.and(x, y), p.xor(x, y));
        let half = p.lshr(xor, one);
        let (wide_x, wide_y) = (p.zext(x, w + 1), p.zext(y, w + 1));
        let sum = p.add(wide_x, wide_y);
        (p.add(and, half), p.extract(sum, w, 1))
    }),
    ("byte swap", |p, w, x, _| {
        let n = w / 8;
        let bytes: Vec<Term> = (0..n).map(|at| p.extract(x, 8 * at + 7, 8 * at)).collect();
        let joined = bytes[1..].iter().fold(bytes[0], |high, &low| p.concat(high, low));
        let mut sum = p.constant(w, 0);
        for at in 0..n {
            let by = p.constant(w, u128::from(8 * at));
            let low = p.lshr(x, by);
            let mask = p.constant(w, 0xff);
            let byte = p.and(low, mask);
            let to = p.constant(w, u128::from(w - 8 - 8 * at));
            let placed = p.shl(byte, to);
            sum = p.or(sum, placed);
        }
        (joined, sum)
    }),
    ("population count", |p, w, x, _| {
        let mut plain = p.constant(w, 0);
        for at in 0..w {
            let bit = p.extract(x, at, at);
            let bit = p.zext(bit, w);
            plain = p.add(plain, bit);
        }
        let mut sum = x;
        let mut size = 1;
        while size < w {
            let pattern = (0..w).filter(|at| at / size % 2 == 0).fold(0, |m, at| m | 1u128 << at);
            let pattern = p.constant(w, pattern);
            let by = p.constant(w, u128::from(size));
            let low = p.and(sum, pattern);
            let high = p.lshr(sum, by);
            let high = p.and(high, pattern);
            sum = p.add(low, high);
            size *= 2;
        }
        (plain, sum)
    }),
    ("unsigned overflow", |p, w, x, y| {
        let sum = p.add(x, y);
        let wide = (p.zext(x, w + 1), p.zext(y, w + 1));
        let wide = p.add(wide.0, wide.1);
        (p.ult(sum, x), p.extract(wide, w, w))
    }),
    ("signed overflow", |p, w, x, y| {
        let sum = p.add(x, y);
        let (a, b) = (p.xor(x, sum), p.xor(y, sum));
        let both = p.and(a, b);
        (p.extract(both, w - 1, w - 1), p.add_overflows(true, x, y))
    }),
    ("power of two", |p, w, x, _| {
        let one = p.constant(w, 1);
        let zero = p.constant(w, 0);
        let before = p.sub(x, one);
        let and = p.and(x, before);
        let clear = p.eq(and, zero);
        let negated = p.neg(x);
        let lowest = p.and(x, negated);
        (clear, p.eq(lowest, x))
    }),
];

fn tricks() -> Vec<Question> {
    let mut questions = Vec::new();
    for width in [8, 16, 32, 64] {
        for (_, trick) in TRICKS {
            let mut pool = Pool::new();
            let (x, y) = (pool.var("x", width), pool.var("y", width));
            let (a, b) = trick(&mut pool, width, x, y);
            let constraints = vec![pool.ne(a, b)];
            questions.push(Question { pool, constraints });
        }
    }
    questions
}

fn ours(question: &mut Question) -> (bool, Duration, String) {
    let start = Instant::now();
    let mut solver = Solver::new();
    for &term in &question.constraints {
        solver.assert(&mut question.pool, term);
    }
    let limits = Limits { sat_conflicts: 10_000_000, ..Limits::standard() };
    let answer = solver.check(&mut question.pool, &limits);
    let time = start.elapsed();
    match answer {
        Answer::Sat(model) => (true, time, format!("{:?}", model.by)),
        Answer::Unsat { by, .. } => (false, time, format!("{by:?}")),
        Answer::Unknown(why) => panic!("undecided: {why:?}"),
    }
}

/// The answer of another solver to one question, `None` if it has none within `seconds`.
fn theirs(program: &[&str], question: &Question, seconds: u32) -> (Option<bool>, Duration) {
    let script = format!(
        "(set-logic QF_BV)\n{}(check-sat)\n",
        smt_text(&question.pool, &question.constraints)
    );
    let start = Instant::now();
    let spawned = Command::new("timeout")
        .arg(seconds.to_string())
        .args(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = spawned.expect("timeout should be there");
    child.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("it should read");
    let output = child.wait_with_output().expect("it should end");
    let time = start.elapsed();
    let answer = match String::from_utf8_lossy(&output.stdout).trim() {
        "sat" => Some(true),
        "unsat" => Some(false),
        _ => None,
    };
    (answer, time)
}

fn report(name: &str, questions: Vec<Question>, seconds: u32) {
    let mut totals = [Duration::ZERO; 3];
    let mut longest = Duration::ZERO;
    let (mut n_sat, mut open, mut wrong) = (0, [0; 2], 0);
    let mut by = std::collections::BTreeMap::new();
    let n = questions.len();
    for mut question in questions {
        let (sat, time, method) = ours(&mut question);
        *by.entry(method).or_insert(0) += 1;
        n_sat += usize::from(sat);
        totals[0] += time;
        longest = longest.max(time);
        for (at, program) in [["z3", "-in"], ["cvc5", "-q"]].iter().enumerate() {
            let (answer, time) = theirs(program, &question, seconds);
            totals[at + 1] += time;
            open[at] += usize::from(answer.is_none());
            wrong += usize::from(answer.is_some_and(|answer| answer != sat));
        }
    }
    println!(
        "{name}: {n} questions, {n_sat} sat, {wrong} differ; ours {:?} (longest {longest:?}) {by:?}; z3 {:?} ({} open after {seconds} s), cvc5 {:?} ({} open)",
        totals[0], totals[1], open[0], totals[2], open[1],
    );
    assert_eq!(wrong, 0, "answers should be identical");
}

fn main() {
    let kind =
        std::env::args().skip(1).find(|arg| arg != "--bench").unwrap_or_else(|| "all".into());
    let wanted = |name: &str| kind == "all" || kind == name;
    let mut dice = Dice(42);
    if wanted("squares") {
        report("squares", (0..200).map(|at| squares(&mut dice, at % 2 == 0)).collect(), 20);
    }
    if wanted("semiprimes") {
        report(
            "semiprimes",
            (0..20).map(|at| semiprime(&mut dice, 40 + 2 * (at % 12))).collect(),
            2,
        );
    }
    if wanted("crc") {
        report("crc", (0..5).map(|_| crc(&mut dice)).collect(), 20);
    }
    if wanted("tricks") {
        report("tricks", tricks(), 20);
    }
}
