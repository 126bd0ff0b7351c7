//! How far a run was from the outcomes of conditions that nobody has seen: branch distances, and what was compared.
//!
//! The interpreter shows the value of each instruction; of those that decide a condition or a switch with a wanted outcome it is
//! noted how much their operands would have to change (Korel, "Automated software test data generation", 1990; Tracey and others
//! for the distances of comparisons). Nothing is solved: whoever changes inputs can tell by it whether a change was a good one.

use entity::{EntityRef, SecondaryMap};
use interp::{Observer, Seen};
use ir::input::Scalar;
use ir::{Arm, BinOp, CondSite, Event, Func, Inst, Program, SwitchSite, Type, UnOp, Value};

/// What came nearest to an outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reading {
    /// Zero where the outcome was shown.
    pub(crate) distance: u128,
    /// Bits that would have to be others, where what is compared has to be equal; else zero.
    pub(crate) differing: u32,
    /// What was compared, and how many bits that has.
    pub(crate) sides: [u128; 2],
    pub(crate) bits: u32,
}

/// One operand of a comparison.
#[derive(Clone, Copy, Debug)]
enum Side {
    Constant(u128),
    /// What an instruction yielded last.
    Last(u32),
}

/// What decides a condition or a switch.
#[derive(Clone, Debug)]
enum Test {
    /// A comparison; where it is negated, so are the outcomes.
    Compares { op: BinOp, ty: Type, sides: [Side; 2], negated: bool },
    /// A switch over a value of some bits.
    Selects { arms: Vec<Arm>, signed: bool, bits: u32 },
}

/// A place where something wanted is decided.
#[derive(Clone, Debug)]
struct Site {
    test: Test,
    /// The wanted outcomes: what they are, and where their readings stand.
    outcomes: Vec<(Outcome, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Truth(bool),
    Target(u32),
}

/// What is noted when an instruction yields.
#[derive(Clone, Copy, Default, Debug)]
struct Role {
    /// One more than the place for its value.
    slot: u32,
    /// One more than the site that it decides.
    site: u32,
}

/// The comparisons behind what is wanted.
#[derive(Debug)]
pub(crate) struct Comparisons {
    roles: SecondaryMap<Func, Vec<Role>>,
    sites: Vec<Site>,
    /// The outcomes that are looked for.
    pub(crate) events: Vec<Event>,
    n_slots: u32,
}

/// What one run shows of them.
pub(crate) struct Readings<'a> {
    comparisons: &'a Comparisons,
    last: Vec<u128>,
    /// For each outcome what came nearest to it, if control got to its condition.
    pub(crate) nearest: Vec<Option<Reading>>,
    /// Those that something came nearer to since somebody last looked.
    pub(crate) news: Vec<u32>,
}

impl Comparisons {
    /// Those in some functions that have a wanted outcome.
    pub(crate) fn new(program: &Program, funcs: &[Func], wanted: impl Fn(Event) -> bool) -> Self {
        let mut all = Self {
            roles: SecondaryMap::with_default(Vec::new()),
            sites: Vec::new(),
            events: Vec::new(),
            n_slots: 0,
        };
        for &func in funcs {
            let body = program.body(func);
            all.roles[func] = vec![Role::default(); body.insts.len()];
            for inst in body.insts.values() {
                match inst {
                    Inst::If { cond, event: Some(event), .. } => {
                        let site = CondSite { func, cond: *event };
                        let outcomes =
                            [true, false].map(|it| (Outcome::Truth(it), Event::Cond(site, it)));
                        if let Some(test) = all.comparison(program, func, *cond) {
                            all.add(func, *cond, test, &outcomes, &wanted);
                        }
                    }
                    Inst::Switch { value, signed, event: Some(event), arms, targets, .. } => {
                        let site = SwitchSite { func, switch: *event };
                        let targets = 0..targets.len() as u32;
                        let outcomes: Vec<_> = targets
                            .map(|it| (Outcome::Target(it), Event::Switch(site, it)))
                            .collect();
                        let bits = body.types[*value].map_or(64, width);
                        let test = Test::Selects { arms: arms.clone(), signed: *signed, bits };
                        all.add(func, *value, test, &outcomes, &wanted);
                    }
                    _ => {}
                }
            }
        }
        all
    }

    /// Nothing known of a run.
    pub(crate) fn readings(&self) -> Readings<'_> {
        Readings {
            comparisons: self,
            last: vec![0; self.n_slots as usize],
            nearest: vec![None; self.events.len()],
            news: Vec::new(),
        }
    }

    fn add(
        &mut self,
        func: Func,
        decides: Value,
        test: Test,
        outcomes: &[(Outcome, Event)],
        wanted: &impl Fn(Event) -> bool,
    ) {
        let outcomes: Vec<_> = outcomes
            .iter()
            .filter(|(_, event)| wanted(*event))
            .map(|&(outcome, event)| {
                self.events.push(event);
                (outcome, self.events.len() as u32 - 1)
            })
            .collect();
        if !outcomes.is_empty() {
            self.sites.push(Site { test, outcomes });
            self.roles[func][decides.index()].site = self.sites.len() as u32;
        }
    }

    /// The comparison of numbers that a condition is, behind any number of negations.
    fn comparison(&mut self, program: &Program, func: Func, mut cond: Value) -> Option<Test> {
        let body = program.body(func);
        let mut negated = false;
        while let Inst::Unary(UnOp::Not, inner) = body.insts[cond] {
            (cond, negated) = (inner, !negated);
        }
        let Inst::Binary(op, a, b) = body.insts[cond] else { return None };
        let ty = body.types[a]?;
        if !is_comparison(op) || ty == Type::F80 {
            return None;
        }
        let sides = [a, b].map(|side| match body.insts[side] {
            Inst::Int(_, bits) | Inst::Float(_, bits) => Side::Constant(bits),
            _ => Side::Last(self.slot(func, side)),
        });
        Some(Test::Compares { op, ty, sides, negated })
    }

    fn slot(&mut self, func: Func, value: Value) -> u32 {
        let role = &mut self.roles[func][value.index()];
        if role.slot == 0 {
            self.n_slots += 1;
            role.slot = self.n_slots;
        }
        role.slot - 1
    }
}

impl Observer for Readings<'_> {
    fn value(&mut self, func: Func, inst: Value, value: Seen) {
        let Some(&role) = self.comparisons.roles[func].get(inst.index()) else { return };
        if role.slot == 0 && role.site == 0 {
            return;
        }
        let Seen::Scalar(Scalar::Bits(_, bits)) = value else { return };
        if let Some(slot) = role.slot.checked_sub(1) {
            self.last[slot as usize] = bits;
        }
        if let Some(site) = role.site.checked_sub(1) {
            self.note(site as usize, bits);
        }
    }
}

impl Readings<'_> {
    fn note(&mut self, site: usize, value: u128) {
        let Site { test, outcomes } = &self.comparisons.sites[site];
        for &(outcome, at) in outcomes {
            let reading = match (test, outcome) {
                (&Test::Compares { op, ty, sides, negated }, Outcome::Truth(truth)) => {
                    let sides = sides.map(|side| match side {
                        Side::Constant(bits) => bits,
                        Side::Last(slot) => self.last[slot as usize],
                    });
                    let distance = distance(op, ty, sides, truth != negated);
                    let wants_equal = match op {
                        BinOp::Eq => truth != negated,
                        BinOp::Ne => truth == negated,
                        _ => false,
                    };
                    let differing =
                        if wants_equal { (sides[0] ^ sides[1]).count_ones() } else { 0 };
                    Reading { distance, differing, sides, bits: width(ty) }
                }
                (Test::Selects { arms, signed, bits }, Outcome::Target(target)) => {
                    let number = key(value, *bits, *signed);
                    match nearest_arm(arms, target, number) {
                        Some((distance, arm)) => Reading {
                            distance,
                            differing: (number ^ arm).count_ones(),
                            sides: [value, arm as u128],
                            bits: *bits,
                        },
                        // Anything that no other arm has; changes by chance find it.
                        None => Reading {
                            distance: 1,
                            differing: 0,
                            sides: [value, value],
                            bits: *bits,
                        },
                    }
                }
                _ => continue,
            };
            let known = &mut self.nearest[at as usize];
            if known.is_none_or(|known| reading.distance < known.distance) {
                *known = Some(reading);
                self.news.push(at);
            }
        }
    }
}

/// How far away the nearest value is for which a target is taken, and that value.
fn nearest_arm(arms: &[Arm], target: u32, value: i128) -> Option<(u128, i128)> {
    let of_target = arms.iter().filter(|arm| arm.target == target);
    of_target
        .map(|arm| (value.clamp(arm.lo, arm.hi).abs_diff(value), value.clamp(arm.lo, arm.hi)))
        .min()
}

fn is_comparison(op: BinOp) -> bool {
    use BinOp::{Eq, FEq, FLe, FLt, FNe, LeS, LeU, LtS, LtU, Ne};
    matches!(op, Eq | Ne | LtU | LeU | LtS | LeS | FEq | FNe | FLt | FLe)
}

/// How much the operands would have to change for a comparison to have an outcome.
fn distance(op: BinOp, ty: Type, [a, b]: [u128; 2], wanted: bool) -> u128 {
    let signed = matches!(op, BinOp::LtS | BinOp::LeS);
    let number = |bits| match ty {
        Type::F32 | Type::F64 => ordered(bits, width(ty)),
        ty => key(bits, width(ty), signed),
    };
    let (a, b) = (number(a), number(b));
    match op {
        BinOp::Eq | BinOp::FEq => apart(a, b, wanted),
        BinOp::Ne | BinOp::FNe => apart(a, b, !wanted),
        BinOp::LtU | BinOp::LtS | BinOp::FLt => behind(a, b, wanted),
        _ => behind(b, a, !wanted),
    }
}

fn width(ty: Type) -> u32 {
    match ty {
        Type::Int(bits) => bits.into(),
        Type::F32 => 32,
        Type::F64 | Type::Ptr => 64,
        Type::F80 => 80,
    }
}

/// To be equal, or not.
fn apart(a: i128, b: i128, equal: bool) -> u128 {
    if equal { a.abs_diff(b) } else { u128::from(a == b) }
}

/// To be less, or not.
fn behind(a: i128, b: i128, less: bool) -> u128 {
    match (less, a < b) {
        (true, true) | (false, false) => 0,
        (true, false) => a.abs_diff(b).saturating_add(1),
        (false, true) => a.abs_diff(b),
    }
}

/// An integer as a number; of 128 bits as a signed one, which is good enough for a distance.
fn key(bits: u128, width: u32, signed: bool) -> i128 {
    let spare = 128 - width.clamp(1, 128);
    if signed { (bits << spare) as i128 >> spare } else { (bits << spare >> spare) as i128 }
}

/// The place of a float among all floats of its format; NaN lies beyond the infinities.
fn ordered(bits: u128, width: u32) -> i128 {
    let sign = 1_u128 << (width - 1);
    let magnitude = (bits & (sign - 1)) as i128;
    if bits & sign == 0 { magnitude } else { -magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(op: BinOp, sides: [i64; 2], to: [u128; 2]) {
        let sides = sides.map(|it| u128::from(it as u32));
        let found = [true, false].map(|it| distance(op, Type::I32, sides, it));
        assert_eq!(found, to, "{op} {sides:?}");
    }

    #[test]
    fn comparisons_are_as_far_as_their_operands() {
        check(BinOp::Eq, [3, 10], [7, 0]);
        check(BinOp::Ne, [3, 3], [1, 0]);
        check(BinOp::LtS, [-1, 4], [0, 5]);
        check(BinOp::LtS, [4, 4], [1, 0]);
        check(BinOp::LeS, [5, 4], [1, 0]);
        check(BinOp::LtU, [-1, 4], [u128::from(u32::MAX) - 3, 0]);
    }

    #[test]
    fn floats_are_counted_one_by_one() {
        let bits = |it: f32| u128::from(it.to_bits());
        let next = f32::from_bits(1.0_f32.to_bits() + 1);
        assert_eq!(distance(BinOp::FEq, Type::F32, [bits(1.0), bits(next)], true), 1);
        assert_eq!(distance(BinOp::FEq, Type::F32, [bits(0.0), bits(-0.0)], true), 0);
        assert!(distance(BinOp::FLt, Type::F32, [bits(2.0), bits(-2.0)], true) > 1);
    }

    #[test]
    fn switches_go_by_their_nearest_arm() {
        let arms = [Arm { lo: 10, hi: 12, target: 0 }, Arm { lo: 40, hi: 40, target: 1 }];
        assert_eq!(nearest_arm(&arms, 0, 15), Some((3, 12)));
        assert_eq!(nearest_arm(&arms, 1, 15), Some((25, 40)));
        assert_eq!(nearest_arm(&arms, 2, 15), None);
    }
}
