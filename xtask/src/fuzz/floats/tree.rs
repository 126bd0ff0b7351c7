//! Random functions over two floats: assignments, conditions, and what becomes of both in C and as terms.

use fuzzgen::Rng;
use std::fmt::Write;
use term::{Float, FloatOp, Format, Pool, Term};

/// Statements of one function; conditions are numbered in the order of the text.
pub(super) struct Function {
    body: Vec<Stmt>,
    pub(super) n_conditions: usize,
}

enum Stmt {
    Set(usize, Expr),
    If(usize, Compare, Expr, Expr, Vec<Stmt>, Vec<Stmt>),
}

enum Expr {
    Variable(usize),
    /// In quarters.
    Constant(i32),
    Binary(FloatOp, Box<Expr>, Box<Expr>),
    Root(Box<Expr>),
    Negative(Box<Expr>),
}

#[derive(Clone, Copy)]
struct Compare {
    op: FloatOp,
    symbol: &'static str,
}

const COMPARISONS: [Compare; 3] = [
    Compare { op: FloatOp::Lt, symbol: "<" },
    Compare { op: FloatOp::Le, symbol: "<=" },
    Compare { op: FloatOp::Eq, symbol: "==" },
];

impl Function {
    pub(super) fn random(seed: u64, number: u64) -> Self {
        let mut rng = Rng::new(seed.wrapping_mul(1_000_003) + number);
        let mut n_conditions = 0;
        let body = statements(&mut rng, 2, &mut n_conditions);
        Self { body, n_conditions }
    }

    /// As C, each condition on a line of its own and as `condition` writes it from its number and text.
    pub(super) fn text(&self, name: &str, condition: &dyn Fn(usize, &str) -> String) -> String {
        let mut out = format!("int {name}(float x, float y) {{\n");
        print(&self.body, condition, &mut out);
        out.push_str("return 0;\n}\n");
        out
    }

    /// For each condition when it is reached and holds, and when it is reached and does not.
    pub(super) fn outcomes(
        &self,
        pool: &mut Pool,
        format: Format,
        inputs: [Term; 2],
    ) -> Vec<[Term; 2]> {
        let no = pool.bool(false);
        let mut walk = Walk { pool, format, outcomes: vec![[no, no]; self.n_conditions] };
        let (mut state, always) = (inputs, walk.pool.bool(true));
        walk.run(&self.body, &mut state, always);
        walk.outcomes
    }
}

fn statements(rng: &mut Rng, depth: usize, n: &mut usize) -> Vec<Stmt> {
    let mut list = Vec::new();
    for _ in 0..=rng.below(2) {
        if rng.one_in(2) || depth == 0 {
            list.push(Stmt::Set(rng.below(2), expression(rng, 2)));
        }
        if depth > 0 {
            let (own, compare) = (*n, *rng.pick(&COMPARISONS));
            *n += 1;
            let sides = (expression(rng, 2), expression(rng, 1));
            let then = statements(rng, depth - 1, n);
            let other = if rng.one_in(2) { statements(rng, depth - 1, n) } else { Vec::new() };
            list.push(Stmt::If(own, compare, sides.0, sides.1, then, other));
        }
    }
    list
}

fn expression(rng: &mut Rng, depth: usize) -> Expr {
    if depth == 0 || rng.one_in(4) {
        return match rng.below(3) {
            0 => Expr::Constant(rng.range(-12, 12) as i32),
            _ => Expr::Variable(rng.below(2)),
        };
    }
    let inner = |rng: &mut Rng| Box::new(expression(rng, depth - 1));
    let ops = [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div];
    match rng.below(8) {
        0 => Expr::Root(inner(rng)),
        1 => Expr::Negative(inner(rng)),
        _ => Expr::Binary(*rng.pick(&ops), inner(rng), inner(rng)),
    }
}

fn print(list: &[Stmt], condition: &dyn Fn(usize, &str) -> String, out: &mut String) {
    for stmt in list {
        match stmt {
            Stmt::Set(at, value) => {
                let _ = writeln!(out, "{} = {};", ["x", "y"][*at], spelled(value));
            }
            Stmt::If(number, compare, a, b, then, other) => {
                let text = format!("{} {} {}", spelled(a), compare.symbol, spelled(b));
                let _ = writeln!(out, "if ({}) {{", condition(*number, &text));
                print(then, condition, out);
                out.push_str("} else {\n");
                print(other, condition, out);
                out.push_str("}\n");
            }
        }
    }
}

fn spelled(expr: &Expr) -> String {
    match expr {
        Expr::Variable(at) => ["x", "y"][*at].to_owned(),
        Expr::Constant(quarters) => format!("{:?}f", f64::from(*quarters) / 4.0),
        Expr::Negative(a) => format!("(- {})", spelled(a)),
        Expr::Root(a) => format!("sqrtf({})", spelled(a)),
        Expr::Binary(op, a, b) => {
            let symbol = match op {
                FloatOp::Add => '+',
                FloatOp::Sub => '-',
                FloatOp::Mul => '*',
                _ => '/',
            };
            format!("({} {symbol} {})", spelled(a), spelled(b))
        }
    }
}

struct Walk<'a> {
    pool: &'a mut Pool,
    format: Format,
    outcomes: Vec<[Term; 2]>,
}

impl Walk<'_> {
    fn run(&mut self, list: &[Stmt], state: &mut [Term; 2], guard: Term) {
        for stmt in list {
            match stmt {
                Stmt::Set(at, value) => state[*at] = self.value(value, *state),
                Stmt::If(number, compare, a, b, then, other) => {
                    let sides = [self.value(a, *state), self.value(b, *state)];
                    let holds = self.pool.float(Float::nearest(compare.op, self.format), 1, &sides);
                    let fails = self.pool.not(holds);
                    let ways = [self.pool.and(guard, holds), self.pool.and(guard, fails)];
                    self.outcomes[*number] = ways;
                    let (mut yes, mut no) = (*state, *state);
                    self.run(then, &mut yes, ways[0]);
                    self.run(other, &mut no, ways[1]);
                    *state = [0, 1].map(|at| self.pool.ite(holds, yes[at], no[at]));
                }
            }
        }
    }

    fn value(&mut self, expr: &Expr, state: [Term; 2]) -> Term {
        let (op, args) = match expr {
            Expr::Variable(at) => return state[*at],
            Expr::Constant(quarters) => {
                let bits = (f64::from(*quarters) / 4.0).to_bits();
                let convert = Float::nearest(FloatOp::Convert(self.format), Format::DOUBLE);
                let width = self.format.width();
                let bits = convert.apply(width, 64, &[bits.into()]);
                return self.pool.constant(width, bits);
            }
            Expr::Negative(a) => (FloatOp::Neg, vec![self.value(a, state)]),
            Expr::Root(a) => (FloatOp::Sqrt, vec![self.value(a, state)]),
            Expr::Binary(op, a, b) => (*op, vec![self.value(a, state), self.value(b, state)]),
        };
        self.pool.float(Float::nearest(op, self.format), 0, &args)
    }
}
