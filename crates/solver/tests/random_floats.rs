//! Random questions about floats of toy formats against enumeration: propagation keeps every solution, answers and cores are
//! right by the whole portfolio and by SAT alone.
//!
//! `FLOAT_QUERIES` sets how many questions are tried, `FLOAT_SEED` where they start.

mod dice;

use dice::Dice;
use solver::{Answer, Label, Limits, Solver, check};
use term::{Float, FloatOp, Format, Pool, Rounding, Term, Var};

/// A question with all assignments that satisfy each of its constraints.
struct Question {
    pool: Pool,
    vars: Vec<Term>,
    width: u32,
    constraints: Vec<Term>,
    truth: Vec<Vec<bool>>,
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

const FORMATS: [(u8, u8); 4] = [(3, 3), (2, 4), (4, 3), (3, 4)];

impl Question {
    fn random(dice: &mut Dice) -> Self {
        let (exponent, precision) = *dice.pick(&FORMATS);
        let format = Format { exponent, precision };
        let width = format.width();
        let mut pool = Pool::new();
        let vars: Vec<Term> =
            (0..=dice.below(2)).map(|at| pool.var(&format!("v{at}"), width)).collect();
        let mut terms = vars.clone();
        for _ in 0..=dice.below(5) {
            let next = random_term(dice, &mut pool, format, &terms);
            terms.push(next);
        }
        let constraints: Vec<Term> = (0..=dice.below(3))
            .map(|at| {
                let last =
                    if at == 0 { terms.len() - 1 } else { dice.below(terms.len() as u64) as usize };
                random_comparison(dice, &mut pool, format, terms[last], &terms)
            })
            .collect();
        let mut question = Self { pool, vars, width, constraints, truth: Vec::new() };
        question.truth = question.tabulate();
        question
    }

    fn n_assignments(&self) -> u64 {
        1 << (self.width * self.vars.len() as u32)
    }

    fn value(&self, packed: u64, var: Var) -> u128 {
        let at =
            self.vars.iter().position(|&term| self.pool.as_var(term) == Some(var)).expect("ours");
        u128::from(packed >> (at as u32 * self.width)) & ((1 << self.width) - 1)
    }

    fn tabulate(&self) -> Vec<Vec<bool>> {
        let holds = |term: Term| {
            let mut checker = check::Checker::default();
            let at = |packed| checker.holds(&self.pool, &[term], &|var| self.value(packed, var));
            (0..self.n_assignments()).map(at).collect()
        };
        self.constraints.iter().map(|&term| holds(term)).collect()
    }

    fn solutions(&self, constraints: &[usize]) -> Vec<u64> {
        let all = |packed: &u64| constraints.iter().all(|&at| self.truth[at][*packed as usize]);
        (0..self.n_assignments()).filter(all).collect()
    }

    #[track_caller]
    fn judge(&self, answer: &Answer) {
        let all: Vec<usize> = (0..self.constraints.len()).collect();
        match answer {
            Answer::Sat(_) => assert!(!self.solutions(&all).is_empty(), "{answer:?}"),
            Answer::Unsat { labels, by } => {
                let core: Vec<usize> = labels.iter().map(|label| label.0 as usize).collect();
                assert!(self.solutions(&core).is_empty(), "{by:?} lost a solution of {labels:?}");
            }
            Answer::Unknown(why) => panic!("undecided: {why:?}"),
        }
    }

    fn post(&mut self) -> Solver<'static> {
        let mut solver = Solver::new();
        for (at, &term) in self.constraints.iter().enumerate() {
            solver.assume(&mut self.pool, Label(at as u32), term);
        }
        solver
    }

    #[track_caller]
    fn keeps_solutions(&self, solver: &Solver<'_>) {
        let all: Vec<usize> = (0..self.constraints.len()).collect();
        for packed in self.solutions(&all) {
            assert!(!solver.is_refuted(), "propagation lost all solutions");
            let mut checker = check::Checker::default();
            for &term in self.constraints.iter().chain(&self.vars) {
                let mut parts = vec![term];
                parts.extend_from_slice(self.pool.args(term));
                for part in parts {
                    let value = checker.value(&self.pool, part, &|var| self.value(packed, var));
                    let bounds = solver.bounds(&self.pool, part);
                    assert!(
                        bounds.contains(self.pool.width(part), value),
                        "propagation lost {value:x} of {part}"
                    );
                }
            }
        }
    }
}

fn random_term(dice: &mut Dice, pool: &mut Pool, format: Format, terms: &[Term]) -> Term {
    let ops = [
        FloatOp::Add,
        FloatOp::Sub,
        FloatOp::Mul,
        FloatOp::Div,
        FloatOp::Fma,
        FloatOp::Sqrt,
        FloatOp::Fmod,
        FloatOp::Remainder,
        FloatOp::Neg,
        FloatOp::Abs,
        FloatOp::Integral,
        FloatOp::Convert(Format { exponent: 3, precision: 3 }),
        FloatOp::ToSigned,
        FloatOp::Lt,
    ];
    let op = ops[dice.below(ops.len() as u64) as usize];
    let rounding =
        if dice.one_in(2) { Rounding::ALL[dice.below(5) as usize] } else { Rounding::NearestEven };
    let mut operand = |pool: &mut Pool| match dice.below(4) {
        0 => pool.constant(format.width(), u128::from(dice.below(1 << format.width()))),
        _ => terms[dice.below(terms.len() as u64) as usize],
    };
    let args: Vec<Term> = (0..op.n_operands()).map(|_| operand(pool)).collect();
    let result = pool.float(Float { op, format, rounding }, 5, &args);
    // Everything goes on in one format.
    match op {
        FloatOp::Convert(other) => {
            let back = Float { op: FloatOp::Convert(format), format: other, rounding };
            pool.float(back, 0, &[result])
        }
        FloatOp::ToSigned => {
            pool.float(Float { op: FloatOp::FromSigned, format, rounding }, 0, &[result])
        }
        FloatOp::Lt => {
            let (yes, no) = (operand(pool), operand(pool));
            pool.ite(result, yes, no)
        }
        _ => result,
    }
}

fn random_comparison(
    dice: &mut Dice,
    pool: &mut Pool,
    format: Format,
    term: Term,
    terms: &[Term],
) -> Term {
    let other = match dice.below(3) {
        0 => terms[dice.below(terms.len() as u64) as usize],
        _ => pool.constant(format.width(), u128::from(dice.below(1 << format.width()))),
    };
    let op = [FloatOp::Eq, FloatOp::Eq, FloatOp::Lt, FloatOp::Le][dice.below(4) as usize];
    let float = Float::nearest(op, format);
    let args = if dice.below(2) == 0 { [term, other] } else { [other, term] };
    let comparison = pool.float(float, 1, &args);
    match dice.below(6) {
        0 => pool.not(comparison),
        1 => pool.eq(term, other),
        _ => comparison,
    }
}

#[test]
fn answers_are_those_of_enumeration() {
    let (n, seed) = (number("FLOAT_QUERIES", 60), number("FLOAT_SEED", 1));
    let (mut sat, mut by_propagation) = (0, 0);
    for turn in 0..n {
        let mut dice = Dice((seed + turn) << 20);
        let mut question = Question::random(&mut dice);
        let mut solver = question.post();
        question.keeps_solutions(&solver);
        by_propagation += u64::from(solver.is_refuted());
        let limits = Limits { audit: true, ..Limits::standard() };
        let answer = solver.check(&mut question.pool, &limits);
        question.judge(&answer);
        sat += u64::from(matches!(answer, Answer::Sat(_)));
        if turn % 4 == 0 {
            let mut alone = question.post();
            let answer = alone.check(&mut question.pool, &Limits::sat_alone());
            question.judge(&answer);
        }
    }
    println!("{n} questions: {sat} satisfiable, {by_propagation} refuted by propagation alone");
}
