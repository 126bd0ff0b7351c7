//! Inverse projections against enumeration on a format of six bits.

use super::super::backward;
use term::float::FloatSet;
use term::{Domain, Float, FloatOp, Format, Op, Rounding};

const SIX: Format = Format { exponent: 3, precision: 3 };

pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// A set of floats: an interval, or what two signs leave, or one float, sometimes with what is no number.
    fn domain(&mut self) -> Domain {
        let infinity = SIX.infinity();
        let mut place = || i128::from(self.below(2 * infinity as u64 + 2)) - 1 - infinity as i128;
        let (x, y) = (place(), place());
        let (lo, hi) = (x.min(y), x.max(y));
        let mut set = FloatSet { nan: self.below(4) == 0, ..FloatSet::EMPTY };
        match self.below(4) {
            0 => set.add_places(lo, lo),
            _ => set.add_places(lo, hi),
        }
        if self.below(3) == 0 && lo < 0 && hi >= 0 {
            // A gap around zero.
            set.neg.lo = set.neg.hi.min(u128::from(self.below(6)));
            set.pos.lo = set.pos.hi.min(u128::from(self.below(6)));
        }
        set.to_any_domain(SIX).expect("not empty").reduced(6).expect("not empty")
    }
}

fn members(domain: &Domain, width: u32) -> Vec<u128> {
    (0..1 << width).filter(|&value| domain.contains(width, value)).collect()
}

/// Bounds as sets, both zeros and everything that is no number being one each.
fn hull(values: &[u128]) -> FloatSet {
    let mut set = FloatSet::EMPTY;
    for &value in values {
        if SIX.is_nan(value) {
            set.nan = true;
        } else {
            set.add_places(SIX.place(value), SIX.place(value));
        }
    }
    set
}

#[derive(Default)]
struct Tally {
    cases: u32,
    tight: u32,
}

/// One random case: no solution is lost. Are the bounds left those of the solutions?
fn check(dice: &mut Dice, float: Float, tally: &mut Tally) {
    let n = float.op.n_operands();
    let integer = float.op.takes_integer();
    let width = if float.op.is_comparison() { 1 } else { 6 };
    let args: Vec<Domain> = (0..n).map(|_| dice.domain()).collect();
    let r = match float.op {
        _ if float.op.is_comparison() => Domain::singleton(1, u128::from(dice.below(2))),
        _ if float.op.gives_integer() => {
            let (x, y) = (i128::from(dice.below(64)) - 32, i128::from(dice.below(64)) - 32);
            Domain::signed(6, x.min(y), x.max(y)).reduced(6).expect("not empty")
        }
        _ => dice.domain(),
    };
    let mut solutions: Vec<Vec<u128>> = vec![Vec::new(); n];
    let lists: Vec<Vec<u128>> = args.iter().map(|arg| members(arg, 6)).collect();
    let mut at = vec![0; n];
    'all: loop {
        let values: Vec<u128> = (0..n).map(|k| lists[k][at[k]]).collect();
        if r.contains(width, float.apply(width, 6, &values)) {
            for (list, &value) in solutions.iter_mut().zip(&values) {
                list.push(value);
            }
        }
        for k in 0..n {
            at[k] += 1;
            if at[k] < lists[k].len() {
                continue 'all;
            }
            at[k] = 0;
        }
        break;
    }
    let mut facts = vec![Domain::full(6); n];
    facts.push(Domain::full(width));
    let possible = backward(Op::Float(float), width, 6, &r, &args, &mut facts);
    if !possible {
        assert!(
            solutions[0].is_empty(),
            "{float:?} {r:?} {args:?} refuted in spite of {solutions:x?}"
        );
        return;
    }
    for k in 0..n {
        let left = args[k].meet(&facts[k], 6);
        for &value in &solutions[k] {
            let kept = left.is_some_and(|left| left.contains(6, value));
            assert!(kept, "{float:?} lost {value:x} of operand {k}: {r:?} {args:?}");
        }
        if integer || solutions[k].is_empty() {
            continue;
        }
        let set = FloatSet::of(SIX, &left.expect("has a solution"));
        let exact = hull(&solutions[k]);
        if !set.nan {
            tally.cases += 1;
            tally.tight += u32::from(set.keys() == exact.keys());
        }
    }
}

/// How much is looked at, if somebody wants more than usual.
pub(super) fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// More cases with `INVERSES`. `cargo test -p solver inverse -- --nocapture` prints how tight each operator is.
/// Prints how often bounds are those of the solutions. Samples of some size are held to what all cases give.
pub(super) fn told(what: &str, op: FloatOp, tight: u64, all: u64) {
    let percent = 100.0 * tight as f64 / all.max(1) as f64;
    println!("{what} {}: {tight} of {all} tight, {percent:.2} %", op.name());
    assert!(all < 400 || percent >= 95.0, "{} is not tight enough", op.name());
}

#[test]
fn inverse_projections_lose_no_solution() {
    let cases = number("INVERSES", 400);
    let mut dice = Dice(5);
    for op in FloatOp::ALL {
        let op = if let FloatOp::Convert(_) = op { FloatOp::Convert(SIX) } else { op };
        let mut tally = Tally::default();
        let n = if op == FloatOp::Fma { cases / 20 } else { cases };
        for turn in 0..n {
            check(
                &mut dice,
                Float { op, format: SIX, rounding: Rounding::ALL[turn % 5] },
                &mut tally,
            );
        }
        told("random", op, tally.tight.into(), tally.cases.into());
    }
}
