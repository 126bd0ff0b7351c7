//! One function: a pass over its tree of regions, joined where ways meet, to a fixed point at the head of loops.

use super::fact::{self, Fact, Known, domain};
use super::{Analysis, Summary};
use crate::limits;
use entity::SecondaryMap;
use ir::{
    Arm, BinOp, Body, Callee, CastOp, CondSite, Event, Func, Inst, Label, Local, LoopId, Region,
    SwitchId, SwitchSite, Value,
};
use std::collections::{BTreeMap, BTreeSet};
use term::{Domain, Op, mask};

/// What is known of registers.
pub(super) type State = BTreeMap<Local, Fact>;

/// A switch, as it stands in the code.
struct Choice<'a> {
    value: Value,
    signed: bool,
    event: Option<SwitchId>,
    arms: &'a [Arm],
    targets: &'a [Label],
    default: u32,
}

/// A pass over one function.
pub(super) struct Flow<'a, 'p> {
    analysis: &'a Analysis<'p>,
    pub(super) body: &'p Body,
    func: Func,
    params: State,
    /// What each instruction yielded when it was last passed.
    pub(super) values: SecondaryMap<Value, Known>,
    /// When a value was read from a register, which one that was.
    reads: SecondaryMap<Value, Option<(Local, u64)>>,
    /// When something was put into a register.
    sets: SecondaryMap<Local, u64>,
    /// Counts what was passed, and when the last turn of a loop began.
    now: u64,
    turned: u64,
    ends: BTreeMap<Label, State>,
    heads: BTreeMap<LoopId, State>,
    /// Outcomes that a run may have.
    pub(super) taken: BTreeSet<Event>,
    /// Calls of functions that are followed.
    pub(super) calls: Vec<(Func, Vec<Known>)>,
    /// What is returned; none if nothing returns.
    pub(super) returned: Option<Known>,
    pub(super) steps: u64,
    /// Was something met that is not modelled?
    pub(super) lost: bool,
}

/// What holds wherever one of two ways comes from; a way that does not get there says nothing.
fn meet(a: Option<State>, b: Option<State>) -> Option<State> {
    match (a, b) {
        (Some(a), Some(b)) => Some(both(&a, &b, fact::joined)),
        (a, b) => a.or(b),
    }
}

/// The registers that both states know of, each with what follows from both.
fn both(a: &State, b: &State, of: impl Fn(Known, Known) -> Known) -> State {
    let facts = a.iter().map(|(&local, &fact)| (local, of(Some(fact), b.get(&local).copied())));
    facts.filter_map(|(local, fact)| Some((local, fact?))).collect()
}

impl<'a, 'p> Flow<'a, 'p> {
    pub(super) fn new(analysis: &'a Analysis<'p>, func: Func, params: &[Known]) -> Self {
        let body = analysis.program.body(func);
        let params = body.params.iter().zip(params);
        let params = params.filter_map(|(&local, fact)| Some((local, (*fact)?))).collect();
        Self {
            analysis,
            body,
            func,
            params,
            values: SecondaryMap::new(),
            reads: SecondaryMap::new(),
            sets: SecondaryMap::new(),
            now: 1,
            turned: 0,
            ends: BTreeMap::new(),
            heads: BTreeMap::new(),
            taken: BTreeSet::new(),
            calls: Vec::new(),
            returned: None,
            steps: 0,
            lost: false,
        }
    }

    pub(super) fn run(&mut self) {
        let params = std::mem::take(&mut self.params);
        if self.region(self.body.root, params).is_some() {
            self.leave_function(None);
        }
    }

    fn leave_function(&mut self, fact: Known) {
        self.returned = Some(self.returned.map_or(fact, |known| fact::joined(known, fact)));
    }

    /// The width of a value that is a number.
    pub(super) fn width(&self, value: Value) -> Option<u32> {
        self.body.types[value].and_then(ir::Type::int_bits)
    }

    /// The register that still holds what a value was read from.
    pub(super) fn read_from(&self, value: Value) -> Option<Local> {
        let (local, read) = self.reads[value]?;
        (read > self.sets[local] && read > self.turned).then_some(local)
    }

    /// The state behind a region, if control gets there.
    fn region(&mut self, region: Region, mut state: State) -> Option<State> {
        let body = self.body;
        for &inst in &body.regions[region] {
            self.steps += 1;
            if self.analysis.steps + self.steps >= limits::DATAFLOW_STEPS {
                return None;
            }
            state = self.inst(inst, &body.insts[inst], state)?;
        }
        Some(state)
    }

    fn inst(&mut self, at: Value, inst: &'p Inst, mut state: State) -> Option<State> {
        self.now += 1;
        match inst {
            Inst::If { cond, event, then, els } => {
                let after = [(true, *then), (false, *els)].map(|(outcome, region)| {
                    let state = self.suppose(*cond, outcome, state.clone())?;
                    let site = event.map(|cond| CondSite { func: self.func, cond });
                    self.taken.extend(site.map(|site| Event::Cond(site, outcome)));
                    self.region(region, state)
                });
                let [then, els] = after;
                return meet(then, els);
            }
            Inst::Loop { id, body } => {
                self.turn(*id, *body, state);
                return None;
            }
            Inst::Block { label, body } => {
                self.ends.remove(label);
                let through = self.region(*body, state);
                let left = self.ends.remove(label);
                return meet(through, left);
            }
            Inst::Leave(label) => {
                self.leave(*label, state);
                return None;
            }
            Inst::Next(id) => {
                let others = self.heads.remove(id);
                self.heads.extend(meet(others, Some(state)).map(|state| (*id, state)));
                return None;
            }
            Inst::Switch { value, signed, event, arms, targets, default } => {
                let (value, signed, event, default) = (*value, *signed, *event, *default);
                self.choose(&Choice { value, signed, event, arms, targets, default }, &state);
                return None;
            }
            Inst::Return(value) => {
                self.leave_function(value.and_then(|value| self.values[value]));
                return None;
            }
            Inst::Trap(_) => return None,
            // What comes after that has placeholders for values, and may be anything.
            Inst::Unsupported(_) => {
                self.lost = true;
                return None;
            }
            Inst::TrapIf(_, truth) => return self.suppose(*truth, false, state),
            Inst::Set(local, value) => {
                self.sets[*local] = self.now;
                match self.values[*value] {
                    Some(fact) => state.insert(*local, fact),
                    None => state.remove(local),
                };
            }
            Inst::Live(local) | Inst::Dead(local) | Inst::LiveSized(local, _) => {
                self.sets[*local] = self.now;
                state.remove(local);
            }
            Inst::Call { callee, args } => {
                let fact = self.call(callee, args)?;
                self.values[at] = fact;
            }
            inst => {
                self.values[at] = self.value(at, inst, &state).ok()?;
                if let Inst::Get(local) = inst {
                    self.reads[at] = Some((*local, self.now));
                }
            }
        }
        Some(state)
    }

    fn leave(&mut self, label: Label, state: State) {
        let others = self.ends.remove(&label);
        self.ends.extend(meet(others, Some(state)).map(|state| (label, state)));
    }

    /// Turns until the head of the loop knows nothing that some turn does not keep.
    fn turn(&mut self, id: LoopId, body: Region, entered: State) {
        let mut head = entered;
        for round in 0_u32.. {
            self.heads.remove(&id);
            self.now += 1;
            self.turned = self.now;
            let through = self.region(body, head.clone());
            self.now += 1;
            self.turned = self.now;
            let again = meet(through, self.heads.remove(&id));
            let Some(next) = meet(Some(head.clone()), again) else { return };
            if next == head {
                return;
            }
            head = both(&head, &next, |known, joined| fact::widened(known, joined, round));
        }
    }

    /// A switch goes to the targets whose values its number may have.
    fn choose(&mut self, choice: &Choice<'_>, state: &State) {
        let width = self.width(choice.value).unwrap_or(128);
        let known = domain(self.values[choice.value], width);
        let may_be = |arm: &Arm| {
            let (lo, hi) = if choice.signed {
                (arm.lo <= known.shi, known.slo <= arm.hi)
            } else {
                let ends = |it: i128| u128::try_from(it).unwrap_or(0);
                (arm.hi >= 0 && ends(arm.lo) <= known.hi, known.lo <= ends(arm.hi))
            };
            lo && hi
        };
        let met: Vec<&Arm> = choice.arms.iter().filter(|arm| may_be(arm)).collect();
        let is_elsewhere = known.as_singleton().is_none() || met.is_empty();
        let mut open: BTreeSet<u32> = met.iter().map(|arm| arm.target).collect();
        if is_elsewhere {
            open.insert(choice.default);
        }
        for target in open {
            let state = if is_elsewhere && target == choice.default {
                Some(state.clone())
            } else {
                let arms = met.iter().filter(|arm| arm.target == target);
                self.narrow(choice.value, width, hull(arms, choice.signed, width), state.clone())
            };
            let Some(state) = state else { continue };
            let site = choice.event.map(|switch| SwitchSite { func: self.func, switch });
            self.taken.extend(site.map(|site| Event::Switch(site, target)));
            self.leave(choice.targets[target as usize], state);
        }
    }

    /// What a call gives; none where it does not come back as far as is known.
    fn call(&mut self, callee: &Callee, args: &[Value]) -> Option<Known> {
        let Callee::Direct(callee) = callee else { return Some(None) };
        let args: Vec<Known> = args.iter().map(|&it| self.values[it]).collect();
        if self.analysis.bodies.contains(callee) {
            let returns =
                self.analysis.summaries.get(callee).and_then(|known: &Summary| known.returns);
            self.calls.push((*callee, args));
            return returns;
        }
        let gives = self.analysis.succeed && self.gives_memory(*callee, &args);
        Some(gives.then_some(Fact::NotNull))
    }

    /// Is a call one for so little memory that it finds some?
    fn gives_memory(&self, callee: Func, args: &[Known]) -> bool {
        let data = &self.analysis.program.funcs[callee];
        let number = |index: usize| args.get(index).copied().flatten().and_then(Fact::single);
        let is_small = |bytes: u128| (1..=limits::SURE_BYTES).contains(&bytes);
        let bytes = match data.name.as_str() {
            _ if data.body.is_some() => None,
            "malloc" => number(0),
            "calloc" => number(0).zip(number(1)).and_then(|(count, size)| count.checked_mul(size)),
            _ => None,
        };
        bytes.is_some_and(is_small)
    }

    /// What an instruction yields; an error where no run gets past it.
    fn value(&self, at: Value, inst: &Inst, state: &State) -> Result<Known, Unpassed> {
        let known = |value: Value| self.values[value];
        let fact = match *inst {
            Inst::Int(ty, bits) => ty.int_bits().map(|width| Fact::number(width, bits)),
            Inst::Null => Some(Fact::Null),
            Inst::AddrLocal(_) | Inst::AddrGlobal(_) | Inst::Variadic => Some(Fact::NotNull),
            Inst::Get(local) => state.get(&local).copied(),
            Inst::PtrField { base, .. } | Inst::PtrAdd { base, .. } => {
                known(base).filter(|&it| it == Fact::NotNull)
            }
            Inst::Unary(op, a) => self.width(a).and_then(|width| {
                let made = fact::unary(op, width, &domain(known(a), width))?;
                Fact::within(width, made)
            }),
            Inst::Binary(BinOp::PtrEq | BinOp::PtrNe, a, b) => {
                let same = match (known(a), known(b)) {
                    (Some(Fact::Null), Some(Fact::Null)) => true,
                    (Some(Fact::Null), Some(Fact::NotNull))
                    | (Some(Fact::NotNull), Some(Fact::Null)) => false,
                    _ => return Ok(None),
                };
                let is_equality = matches!(inst, Inst::Binary(BinOp::PtrEq, ..));
                Some(Fact::number(1, u128::from(same == is_equality)))
            }
            Inst::Binary(op, a, b) => return self.binary(at, op, a, b),
            Inst::Cast(op, ty, a) => ty.int_bits().and_then(|to| {
                let from = self.width(a)?;
                let op = match op {
                    CastOp::Trunc => Op::Extract(0),
                    CastOp::Zext => Op::Zext,
                    CastOp::Sext => Op::Sext,
                    _ => return None,
                };
                Fact::within(to, fact::resized(op, to, from, &domain(known(a), from)))
            }),
            _ => None,
        };
        Ok(fact)
    }

    fn binary(&self, at: Value, op: BinOp, a: Value, b: Value) -> Result<Known, Unpassed> {
        let (Some(result), Some(width), Some(other)) =
            (self.width(at), self.width(a), self.width(b))
        else {
            return Ok(None);
        };
        let x = domain(self.values[a], width);
        // The amount of a shift may have another type; one that does not fit is too large to get past.
        let resize = if other < width { Op::Zext } else { Op::Extract(0) };
        let y = fact::resized(resize, width, other, &domain(self.values[b], other));
        let made = fact::binary(op, result, width, &x, &y).ok_or(Unpassed)?;
        Ok(Fact::within(result, made))
    }
}

/// All numbers between the least and the greatest that lead to a target.
fn hull<'a>(arms: impl Iterator<Item = &'a &'a Arm> + Clone, signed: bool, width: u32) -> Domain {
    let full = Domain::full(width);
    let (lo, hi) = (arms.clone().map(|arm| arm.lo).min(), arms.map(|arm| arm.hi).max());
    let (Some(lo), Some(hi)) = (lo, hi) else { return full };
    if signed {
        return Domain::signed(width, lo.max(full.slo), hi.min(full.shi));
    }
    let end = |it: i128| u128::try_from(it).unwrap_or(0).min(mask(width));
    Domain::unsigned(width, end(lo), end(hi))
}

/// No run gets past an instruction.
pub(super) struct Unpassed;
