//! Inverse projections against tables: every pair of a result's and an operand's interval on six bits, random triples on eight.
//!
//! `cargo xtask floats inverse` looks at all of them; the tests at a sample, which `PAIRS_EVERY` and `TRIPLES` make larger.

use super::super::backward;
use super::tests::{Dice, number};
use term::float::FloatSet;
use term::{Domain, Float, FloatOp, Format, Op, Rounding};

const SIX: Format = Format { exponent: 3, precision: 3 };
const EIGHT: Format = Format { exponent: 4, precision: 4 };
const OPERATORS: [FloatOp; 6] =
    [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div, FloatOp::Fmod, FloatOp::Remainder];

/// Those of them that round do so in every mode.
fn modes(op: FloatOp) -> &'static [Rounding] {
    if op.is_rounded() { &Rounding::ALL } else { &[Rounding::NearestEven] }
}

/// Of the pairs of other rounding modes than the usual one, every so many are looked at.
const OTHER_MODES: usize = 13;

/// Both ends, counted from the least number.
type Interval = (usize, usize);

/// The result of an operator for all numbers, by their order; `None` where there is no number.
struct Table {
    float: Float,
    n: usize,
    results: Vec<Option<usize>>,
}

impl Table {
    fn new(float: Float) -> Self {
        let format = float.format;
        let n = 2 * (format.infinity() as usize + 1);
        let bits = |index: usize| format.at_place(index as i128 - n as i128 / 2);
        let width = format.width();
        let result = |at: usize| {
            let value = float.apply(width, width, &[bits(at / n), bits(at % n)]);
            let index = (format.place(value) + n as i128 / 2) as usize;
            (!format.is_nan(value)).then_some(index)
        };
        Self { float, n, results: (0..n * n).map(result).collect() }
    }

    /// The bounds of both operands that take part in a solution, each looked for from its own end.
    fn solutions(&self, r: Interval, a: Interval, b: Interval) -> Option<[Interval; 2]> {
        let hits = |x: usize, y: usize| {
            self.results[x * self.n + y].is_some_and(|value| r.0 <= value && value <= r.1)
        };
        let has_row = |x: &usize| (b.0..=b.1).any(|y| hits(*x, y));
        let has_column = |y: &usize| (a.0..=a.1).any(|x| hits(x, *y));
        let rows = ((a.0..=a.1).find(has_row)?, (a.0..=a.1).rfind(has_row)?);
        let columns = ((b.0..=b.1).find(has_column)?, (b.0..=b.1).rfind(has_column)?);
        Some([rows, columns])
    }

    fn domain(&self, (lo, hi): Interval) -> Domain {
        let (format, middle) = (self.float.format, self.n as i128 / 2);
        let mut set = FloatSet::EMPTY;
        set.add_places(lo as i128 - middle, hi as i128 - middle);
        let domain = set.to_any_domain(format).expect("not empty");
        domain.reduced(format.width()).expect("not empty")
    }

    /// No solution may be lost; counts operands, and those whose bounds are those of the solutions (zeros being one number).
    fn judge(&self, r: Interval, a: Interval, b: Interval, tally: &mut [u64; 2]) {
        let (format, width) = (self.float.format, self.float.format.width());
        let args = [self.domain(a), self.domain(b)];
        let mut facts = [Domain::full(width); 3];
        let (op, wanted) = (Op::Float(self.float), self.domain(r));
        let possible = backward(op, width, width, &wanted, &args, &mut facts);
        let Some(exact) = self.solutions(r, a, b) else { return };
        assert!(possible, "{:?} {r:?} {a:?} {b:?} is refuted", self.float);
        for at in 0..2 {
            let left = args[at].meet(&facts[at], width).expect("has a solution");
            let left = FloatSet::of(format, &left);
            let ends = [exact[at].0, exact[at].1].map(|end| end as i128 - self.n as i128 / 2);
            for end in ends {
                let kept = left.contains(format, format.at_place(end));
                assert!(kept, "{:?} {r:?} {a:?} {b:?} lost {end} of {at}", self.float);
            }
            let mut hull = FloatSet::EMPTY;
            hull.add_places(ends[0], ends[1]);
            tally[0] += 1;
            tally[1] += u64::from(left.keys() == hull.keys());
        }
    }
}

fn told(what: &str, op: FloatOp, [all, tight]: [u64; 2]) {
    super::tests::told(what, op, tight, all);
}

#[test]
fn inverse_of_every_pair_of_six_bits() {
    let every = number("PAIRS_EVERY", 1000);
    for op in OPERATORS {
        let mut tally = [0; 2];
        for &rounding in modes(op) {
            let table = Table::new(Float { op, format: SIX, rounding });
            let intervals: Vec<Interval> =
                (0..table.n).flat_map(|lo| (lo..table.n).map(move |hi| (lo, hi))).collect();
            let step = if rounding == Rounding::NearestEven { every } else { OTHER_MODES * every };
            for pair in (0..intervals.len().pow(2)).step_by(step) {
                let (r, b) = (intervals[pair / intervals.len()], intervals[pair % intervals.len()]);
                table.judge(r, (0, table.n - 1), b, &mut tally);
            }
        }
        told("pairs", op, tally);
    }
}

#[test]
fn inverse_of_random_triples_of_eight_bits() {
    let triples = number("TRIPLES", 2000);
    let mut dice = Dice(11);
    for op in OPERATORS {
        let mut tally = [0; 2];
        let table = |&rounding: &Rounding| Table::new(Float { op, format: EIGHT, rounding });
        let tables: Vec<Table> = modes(op).iter().map(table).collect();
        for turn in 0..triples / OPERATORS.len() {
            let table = &tables[turn % tables.len()];
            let [r, a, b] = std::array::from_fn(|_| {
                let (x, y) = (dice.below(table.n as u64), dice.below(table.n as u64));
                (x.min(y) as usize, x.max(y) as usize)
            });
            table.judge(r, a, b, &mut tally);
        }
        told("triples", op, tally);
    }
}
