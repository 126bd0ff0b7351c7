//! One function: a pass over its tree of regions, joined where ways meet, to a fixed point at the head of loops.

use super::fact::{self, Fact, Known, domain, leads_of};
use super::leads::{Leads, Site};
use super::memory::{Fill, Memory};
use super::state::{Place, State, meet};
use super::{Analysis, Seen};
use crate::limits;
use entity::SecondaryMap;
use ir::{
    Arm, BinOp, Body, CastOp, CondSite, Event, Func, Inst, Label, Local, LoopId, Region, SwitchId,
    SwitchSite, UnOp, Value,
};
use std::collections::{BTreeMap, BTreeSet};
use term::{Domain, Op, mask, to_signed};

/// A switch, as it stands in the code.
struct Choice<'a> {
    value: Value,
    signed: bool,
    event: Option<SwitchId>,
    arms: &'a [Arm],
    targets: &'a [Label],
    default: u32,
}

/// A call of a function that is followed.
pub(super) struct Entered {
    pub(super) callee: Func,
    pub(super) args: Vec<Known>,
    /// What stands in memory then.
    pub(super) memory: Memory,
}

/// A pass over one function.
pub(super) struct Flow<'a, 'p> {
    pub(super) analysis: &'a Analysis<'p>,
    pub(super) body: &'p Body,
    pub(super) func: Func,
    entry: State,
    /// What each instruction yielded when it was last passed.
    pub(super) values: SecondaryMap<Value, Known>,
    /// When a value was read from something, what that was.
    pub(super) reads: SecondaryMap<Value, Option<(Place, u64)>>,
    /// When something was put into a register.
    sets: SecondaryMap<Local, u64>,
    /// Counts what was passed, when the last turn of a loop began, and when memory changed.
    pub(super) now: u64,
    turned: u64,
    pub(super) stored: u64,
    ends: BTreeMap<Label, State>,
    heads: BTreeMap<LoopId, State>,
    /// What it shows.
    pub(super) seen: Seen,
}

impl<'a, 'p> Flow<'a, 'p> {
    pub(super) fn new(
        analysis: &'a Analysis<'p>,
        func: Func,
        params: &[Known],
        memory: Memory,
    ) -> Self {
        let body = analysis.program.body(func);
        let mut entry = State { memory, ..State::default() };
        for (&local, fact) in body.params.iter().zip(params) {
            entry.set(local, fact.clone());
        }
        Self {
            analysis,
            body,
            func,
            entry,
            values: SecondaryMap::new(),
            reads: SecondaryMap::new(),
            sets: SecondaryMap::new(),
            now: 1,
            turned: 0,
            stored: 0,
            ends: BTreeMap::new(),
            heads: BTreeMap::new(),
            seen: Seen::default(),
        }
    }

    pub(super) fn run(&mut self) {
        let entry = std::mem::take(&mut self.entry);
        if let Some(state) = self.region(self.body.root, entry) {
            self.leave_function(None, state);
        }
    }

    fn leave_function(&mut self, fact: Known, state: State) {
        self.seen.returned = Some(match &self.seen.returned {
            Some(known) => fact::joined(known, &fact),
            None => fact,
        });
        let is_own = |site: &Site| matches!(site, Site::Local(func, _) if *func == self.func);
        let mut memory = state.memory;
        memory.retain(|site, _| !is_own(site));
        self.seen.exit = super::memory::joined(&self.seen.exit, &memory, fact::joined);
    }

    /// The width of a value that is a number.
    pub(super) fn width(&self, value: Value) -> Option<u32> {
        self.body.types[value].and_then(ir::Type::int_bits)
    }

    /// What still holds what a value was read from it.
    pub(super) fn read_from(&self, value: Value) -> Option<Place> {
        let (place, read) = self.reads[value]?;
        let is_there = match place {
            Place::Register(local) => read > self.sets[local],
            Place::Cell(..) => read > self.stored,
            Place::Behind(local, ..) => read > self.stored && read > self.sets[local],
        };
        (is_there && read > self.turned).then_some(place)
    }

    /// The state behind a region, if control gets there.
    fn region(&mut self, region: Region, mut state: State) -> Option<State> {
        let body = self.body;
        for &inst in &body.regions[region] {
            self.seen.steps += 1;
            if self.analysis.steps + self.seen.steps >= limits::DATAFLOW_STEPS {
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
                    self.seen.taken.extend(site.map(|site| Event::Cond(site, outcome)));
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
                let fact = value.and_then(|value| self.values[value].clone());
                self.leave_function(fact, state);
                return None;
            }
            Inst::Trap(_) => return None,
            // What comes after that has placeholders for values, and may be anything.
            Inst::Unsupported(_) => {
                self.seen.lost = true;
                return None;
            }
            Inst::TrapIf(_, truth) => return self.suppose(*truth, false, state),
            Inst::Set(local, value) => {
                self.sets[*local] = self.now;
                state.set(*local, self.values[*value].clone());
            }
            Inst::Live(local) | Inst::Dead(local) | Inst::LiveSized(local, _) => {
                self.sets[*local] = self.now;
                state.set(*local, None);
                state.memory.remove(&Site::Local(self.func, *local));
                self.wrote(&mut state);
            }
            Inst::Call { callee, args } => {
                let fact = self.call(at, callee, args, &mut state)?;
                self.values[at] = fact;
            }
            Inst::Load { ty, addr, volatile } => {
                let found = self.load(at, (*ty, *addr), &mut state).ok()?;
                self.values[at] = if *volatile { self.given_up(at, &found) } else { found };
            }
            Inst::LoadBits { unit, addr, .. } => {
                let found = self.load(at, (*unit, *addr), &mut state).ok()?;
                self.values[at] = self.given_up(at, &found);
            }
            Inst::Store { addr, value, .. } => {
                let size = self.body.types[*value].map(|ty| self.analysis.program.bytes(ty))?;
                let fact = self.values[*value].clone();
                self.store(*addr, (fact, size), &mut state).ok()?;
            }
            Inst::StoreBits { unit, addr, .. } => {
                let size = self.analysis.program.bytes(*unit);
                self.store(*addr, (None, size), &mut state).ok()?;
            }
            Inst::Copy { dst, src, size } => {
                let (to, from) = (self.values[*dst].clone(), self.values[*src].clone());
                self.copy((&to, &from), &Some(vec![*size]), &mut state);
            }
            Inst::Zero { dst, size } => {
                let to = self.values[*dst].clone();
                self.fill(&to, (Fill::Zero, &Some(vec![*size])), &mut state);
            }
            Inst::Cast(CastOp::PtrToInt, _, of) => {
                let fact = self.values[*of].clone();
                self.escape(&fact);
                self.values[at] = None;
            }
            inst => {
                self.values[at] = self.value(at, inst, &state).ok()?;
                if let Inst::Get(local) = inst {
                    self.reads[at] = Some((Place::Register(*local), self.now));
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
            head = head.joined(&next, |known, joined| fact::widened(known, joined, round));
        }
    }

    /// What is read so may be anything from here on.
    fn given_up(&mut self, at: Value, found: &Known) -> Known {
        self.reads[at] = None;
        self.escape(found);
        None
    }

    /// A switch goes to the targets whose values its number may have.
    fn choose(&mut self, choice: &Choice<'_>, state: &State) {
        let width = self.width(choice.value).unwrap_or(128);
        let known = domain(&self.values[choice.value], width);
        let few = fact::few(&known, width);
        let is_in = |arm: &Arm, value: u128| {
            let number = if choice.signed { to_signed(value, width) } else { value as i128 };
            (arm.lo..=arm.hi).contains(&number)
        };
        let may_be = |arm: &Arm| {
            if let Some(few) = &few {
                return few.iter().any(|&value| is_in(arm, value));
            }
            let (lo, hi) = if choice.signed {
                (arm.lo <= known.shi, known.slo <= arm.hi)
            } else {
                let ends = |it: i128| u128::try_from(it).unwrap_or(0);
                (arm.hi >= 0 && ends(arm.lo) <= known.hi, known.lo <= ends(arm.hi))
            };
            lo && hi
        };
        let met: Vec<&Arm> = choice.arms.iter().filter(|arm| may_be(arm)).collect();
        let is_elsewhere = few.as_ref().is_none_or(|few| {
            few.iter().any(|&value| !choice.arms.iter().any(|arm| is_in(arm, value)))
        });
        let mut open: BTreeSet<u32> = met.iter().map(|arm| arm.target).collect();
        if is_elsewhere {
            open.insert(choice.default);
        }
        for target in open {
            let state = if is_elsewhere && target == choice.default {
                Some(state.clone())
            } else {
                let arms = met.iter().filter(|arm| arm.target == target);
                let within = match &few {
                    Some(few) => {
                        let leads = |value: &&u128| arms.clone().any(|arm| is_in(arm, **value));
                        let values = few.iter().filter(leads);
                        let values = values.map(|&value| Domain::singleton(width, value));
                        values.reduce(|a, b| a.join(&b)).unwrap_or(known)
                    }
                    None => hull(arms, choice.signed, width),
                };
                self.narrow(choice.value, width, within, state.clone())
            };
            let Some(state) = state else { continue };
            let site = choice.event.map(|switch| SwitchSite { func: self.func, switch });
            self.seen.taken.extend(site.map(|site| Event::Switch(site, target)));
            self.leave(choice.targets[target as usize], state);
        }
    }

    /// What an instruction yields; an error where no run gets past it.
    fn value(&self, at: Value, inst: &Inst, state: &State) -> Result<Known, Unpassed> {
        let known = |value: Value| &self.values[value];
        let fact = match *inst {
            Inst::Int(ty, bits) => ty.int_bits().map(|width| Fact::number(width, bits)),
            Inst::Float(..) => self.computed(at),
            Inst::Null => Some(Fact::Leads(Leads::null())),
            Inst::AddrLocal(local) => self.start_of(Site::Local(self.func, local)),
            Inst::AddrGlobal(global) if self.analysis.is_constant(global) => {
                self.start_of(Site::Constant(global))
            }
            Inst::AddrGlobal(_) | Inst::Variadic => Some(Fact::Leads(Leads::not_null())),
            Inst::AddrFunc(func) => self.start_of(Site::Code(func)).filter(|_| self.follows()),
            Inst::Get(local) => state.registers.get(&local).cloned(),
            Inst::PtrField { base, offset } => {
                let leads = leads_of(known(base)).further(offset).without_null();
                if leads.is_nothing() {
                    return Err(Unpassed);
                }
                Fact::leads(leads)
            }
            Inst::PtrAdd { base, index, size, .. } => {
                let moved = leads_of(&self.moved(known(base), known(index), size));
                if moved.is_nothing() {
                    return Err(Unpassed);
                }
                Fact::leads(moved)
            }
            Inst::Unary(UnOp::FNeg, _) => self.computed(at),
            Inst::Unary(op, a) => self.width(a).and_then(|width| {
                let made = fact::unary(op, width, &domain(known(a), width))?;
                Fact::within(width, made)
            }),
            Inst::Binary(BinOp::PtrEq | BinOp::PtrNe, a, b) => {
                let (a, b) = (leads_of(known(a)), leads_of(known(b)));
                let same = match (a.is_null(), b.is_null()) {
                    (true, true) => true,
                    (true, false) if !b.may_be_null() => false,
                    (false, true) if !a.may_be_null() => false,
                    _ => return Ok(None),
                };
                let is_equality = matches!(inst, Inst::Binary(BinOp::PtrEq, ..));
                Some(Fact::number(1, u128::from(same == is_equality)))
            }
            Inst::Binary(op, a, b) => return self.binary(at, op, a, b, state),
            Inst::Cast(CastOp::SToF | CastOp::UToF | CastOp::FToF, ..) => self.computed(at),
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

    fn follows(&self) -> bool {
        self.analysis.follows_memory
    }

    /// A float that an operation makes, if it has the size of a pointer.
    pub(super) fn computed(&self, at: Value) -> Known {
        let ty = self.body.types[at].filter(|ty| ty.is_float())?;
        let is_wide = self.analysis.program.bytes(ty) == self.pointer_bytes();
        is_wide.then(|| Fact::Leads(Leads::computed()))
    }

    fn binary(
        &self,
        at: Value,
        op: BinOp,
        a: Value,
        b: Value,
        state: &State,
    ) -> Result<Known, Unpassed> {
        let (Some(result), Some(width), Some(other)) =
            (self.width(at), self.width(a), self.width(b))
        else {
            return Ok(self.computed(at));
        };
        let x = domain(&self.values[a], width);
        // The amount of a shift may have another type; one that does not fit is too large to get past.
        let resize = if other < width { Op::Zext } else { Op::Extract(0) };
        let y = fact::resized(resize, width, other, &domain(&self.values[b], other));
        let made = fact::binary(op, result, width, &x, &y).ok_or(Unpassed)?;
        let made = match self.between(op, a, b, state) {
            Some(between) => made.meet(&between, width).ok_or(Unpassed)?,
            None => made,
        };
        Ok(Fact::within(result, made))
    }

    /// The bounds of `lo + (hi - lo) / n` where `lo` is at most `hi`: it lies between them.
    fn between(&self, op: BinOp, a: Value, b: Value, state: &State) -> Option<Domain> {
        let register = |value: Value| match self.read_from(value)? {
            Place::Register(local) => Some(local),
            Place::Cell(..) | Place::Behind(..) => None,
        };
        let (BinOp::AddS | BinOp::Add, Inst::Binary(BinOp::DivS, all, parts)) =
            (op, &self.body.insts[b])
        else {
            return None;
        };
        let Inst::Binary(BinOp::SubS, hi, lo) = self.body.insts[*all] else { return None };
        let width = self.width(a)?;
        let (low, high) = (register(lo)?, register(hi)?);
        let parts = domain(&self.values[*parts], width);
        let is_between =
            register(a)? == low && state.orders.contains(&(low, high)) && parts.slo >= 1;
        let (lo, hi) = (domain(&self.values[a], width), domain(&self.values[hi], width));
        is_between.then(|| Domain::signed(width, lo.slo, hi.shi))
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
