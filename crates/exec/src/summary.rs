//! Loops beyond their unfolding: one turn that stands for any.
//!
//! Whatever the loop may change becomes a word nothing is known of, constrained by the claims that a solver found inductive;
//! the body is executed once from there. What it shows includes all that any further turn would show, so that a goal refuted
//! on it is refuted for good. The reverse does not hold: a model may be of a state that no run gets into.

mod claims;
mod hints;

use crate::Mark;
use crate::limits::MOST_ROUNDS;
use crate::memory::{Cell, ObjId};
use crate::merged::{Arrival, Flow, Merged, Place, Reason};
use crate::value::word_width;
use crate::{Algebra, Alt, Target, Val};
use entity::EntityRef;
use hints::Hint;
use ir::{Body, Inst, Local, LocalKind, LoopId, Region, Value};
use std::collections::{BTreeMap, BTreeSet};
use world::Gap;

/// What a loop may change.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Changed {
    /// Registers by slot; pointers with where they may lead.
    registers: BTreeMap<u32, BTreeSet<Lead>>,
    /// Cells with their length and width.
    cells: BTreeMap<(ObjId, u64), (u8, u32)>,
}

/// A target in an order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Lead {
    Null,
    Object(ObjId),
    Func(ir::Func),
    /// Somewhere that is not modelled.
    Elsewhere,
}

impl Lead {
    fn to(target: Target) -> Self {
        match target {
            Target::Null => Self::Null,
            Target::Object(object) => Self::Object(object),
            Target::Func(func) => Self::Func(func),
            Target::Raw | Target::Unmade(_) => Self::Elsewhere,
        }
    }
}

/// Where a merged execution stood before a turn was tried.
struct Tried<W> {
    mark: Mark,
    n_path: usize,
    wrong: W,
    lost: W,
    n_found: [usize; 6],
    n_arrivals: Vec<usize>,
}

/// The values a turn starts with.
struct Start<W> {
    registers: Vec<(u32, Val<W>)>,
    cells: Vec<((ObjId, u64), W)>,
}

/// A turn that was tried: how it was entered, how it began, and where it arrived.
type Turned<W> = (Start<W>, Start<W>, Vec<Arrival<W>>);
/// The same, looked at.
type TurnedRef<'t, W> = (&'t Start<W>, &'t Start<W>, &'t [Arrival<W>]);

impl<A: Algebra> Merged<'_, A> {
    /// Executes one turn that stands for all further ones. Control never comes out at its end.
    pub(crate) fn any_turn(&mut self, alg: &mut A, inst: Value, id: LoopId, body: Region) -> Flow {
        let func = self.machine.active();
        let tried = self.before_try();
        let entered = self.guard();
        let hints = self.hints(alg, body);
        let mut changed = Changed::default();
        self.set_registers(body, &mut changed);
        for _ in 0..MOST_ROUNDS {
            let entry = self.present(&changed);
            let head = self.forget(alg, &changed);
            self.scouting += 1;
            let arrivals = self.try_turn(alg, id, body);
            self.scouting -= 1;
            let Some(more) = self.changes(alg, &tried.mark, &arrivals, &changed) else { break };
            if more == changed {
                let turned = (entry, head, arrivals);
                return self.settle_on(alg, entered, (id, body), (tried, &hints), turned);
            }
            changed = more;
            self.take_back(&tried);
        }
        self.take_back(&tried);
        self.cut(alg, Some(inst), Reason::Turns(func, id))
    }

    /// The turn is the right one: claims about it are made and kept as far as they are inductive.
    fn settle_on(
        &mut self,
        alg: &mut A,
        entered: A::Word,
        (id, body): (LoopId, Region),
        (tried, hints): (Tried<A::Word>, &[Hint<A::Word>]),
        (entry, head, mut arrivals): Turned<A::Word>,
    ) -> Flow {
        if self.scouting == 0 && self.nests(body) {
            // Inner loops were tried without claims; now with.
            self.take_back(&tried);
            self.put_back(alg, &head);
            arrivals = self.try_turn(alg, id, body);
        }
        if self.scouting == 0
            && let Some(inductive) = self.inductive
        {
            let turn = (&entry, &head, &arrivals[..]);
            let claims = self.claims(alg, entered, body, (&tried, hints), turn);
            let kept = inductive(alg, &claims);
            for (&claim, _) in claims.at_head.iter().zip(kept).filter(|(_, kept)| *kept) {
                let fact = alg.implies(claims.entered, claim);
                self.invariants.push(fact);
            }
        }
        self.back_to(tried.n_path);
        self.machine.rewind(&tried.mark);
        self.lose_control();
        Flow::Ended
    }

    /// One turn from the present state; returns what comes round to the head.
    fn try_turn(&mut self, alg: &mut A, id: LoopId, body: Region) -> Vec<Arrival<A::Word>> {
        self.meet(Place::Head(id), 0);
        if self.region(alg, body) == Flow::On {
            let _ = self.jump(Place::Head(id));
        }
        self.meetings.pop().expect("the turn's own").arrivals
    }

    fn before_try(&mut self) -> Tried<A::Word> {
        Tried {
            mark: self.machine.mark(),
            n_path: self.path.len(),
            wrong: self.wrong,
            lost: self.lost,
            n_found: self.n_found(),
            n_arrivals: self.meetings.iter().map(|meeting| meeting.arrivals.len()).collect(),
        }
    }

    fn take_back(&mut self, tried: &Tried<A::Word>) {
        self.back_to(tried.n_path);
        self.machine.rewind(&tried.mark);
        self.wrong = tried.wrong;
        self.lost = tried.lost;
        self.forget_found(tried.n_found);
        for (meeting, &n_arrivals) in self.meetings.iter_mut().zip(&tried.n_arrivals) {
            meeting.arrivals.truncate(n_arrivals);
        }
    }

    // -- what changes

    /// The registers that instructions of a region set.
    fn set_registers(&self, region: Region, changed: &mut Changed) {
        let body = self.body();
        let base = self.machine.stack.top().base;
        for inst in insts_below(body, region) {
            if let Inst::Set(local, _) = body.insts[inst] {
                changed.registers.entry(base + local.index() as u32).or_default();
            }
        }
    }

    /// What is changed given that a turn ended like this; none if that cannot be said.
    fn changes(
        &self,
        alg: &A,
        mark: &Mark,
        arrivals: &[Arrival<A::Word>],
        known: &Changed,
    ) -> Option<Changed> {
        let mut changed = known.clone();
        for arrival in arrivals {
            for (&slot, &val) in &arrival.delta.slots {
                let leads_to = changed.registers.entry(slot).or_default();
                if let Val::Ptr(ptr) = val {
                    leads_to.extend(self.leads_to(ptr, mark));
                }
            }
            for (&(object, offset), &cell) in &arrival.delta.cells {
                let there = self.machine.was_there(mark, object);
                let Some(cell) = cell.filter(|_| there) else { continue };
                let width = match cell.val {
                    Val::Word(word) => alg.width(word),
                    _ => u32::from(cell.len) * 8,
                };
                changed.cells.entry((object, offset)).or_insert((cell.len, width));
            }
            let dies = |(&object, _): (&ObjId, _)| self.machine.was_there(mark, object);
            let logs = arrival.delta.log.iter().any(|it| self.machine.was_there(mark, it.object));
            let zeroes = arrival.delta.rests.keys().any(|&it| self.machine.was_there(mark, it));
            if logs || zeroes || arrival.delta.lives.iter().any(dies) {
                return None;
            }
        }
        Some(changed)
    }

    fn leads_to(&self, ptr: crate::PtrId, mark: &Mark) -> Vec<Lead> {
        let lead = |alt: &Alt<A::Word>| match Lead::to(alt.target) {
            Lead::Object(object) if !mark.knows(object) => Lead::Elsewhere,
            lead => lead,
        };
        self.machine.state.alts(ptr).iter().map(lead).collect()
    }

    // -- what a turn starts with

    fn present(&self, changed: &Changed) -> Start<A::Word> {
        let registers =
            changed.registers.keys().map(|&slot| (slot, self.machine.stack.slot(slot))).collect();
        let cells = changed.cells.iter().filter_map(|(&(object, offset), &(len, _))| {
            match self.machine.state.objects[object].exact(offset, u64::from(len))? {
                Cell { val: Val::Word(word), init: None, .. } => Some(((object, offset), word)),
                _ => None,
            }
        });
        Start { registers, cells: cells.collect() }
    }

    /// Whatever changes becomes unknown.
    fn forget(&mut self, alg: &mut A, changed: &Changed) -> Start<A::Word> {
        let mut start = Start { registers: Vec::new(), cells: Vec::new() };
        for (&slot, places) in &changed.registers {
            let val = self.any_value(alg, slot, places);
            self.machine.stack.set_slot(slot, val);
            start.registers.push((slot, val));
        }
        for (&(object, offset), &(len, width)) in &changed.cells {
            let word = alg.fresh("cell that a loop changes", width);
            let cell = Cell::full(u64::from(len), Val::Word(word));
            self.machine.write_cell(alg, object, offset, cell);
            start.cells.push(((object, offset), word));
        }
        self.settle(alg);
        start
    }

    fn put_back(&mut self, alg: &mut A, start: &Start<A::Word>) {
        for &(slot, val) in &start.registers {
            self.machine.stack.set_slot(slot, val);
        }
        for &((object, offset), word) in &start.cells {
            let len = u64::from(alg.width(word).div_ceil(8));
            self.machine.write_cell(alg, object, offset, Cell::full(len, Val::Word(word)));
        }
        self.settle(alg);
    }

    fn any_value(&mut self, alg: &mut A, slot: u32, places: &BTreeSet<Lead>) -> Val<A::Word> {
        let local = Local::from_index((slot - self.machine.stack.top().base) as usize);
        let LocalKind::Register(ty) = self.body().locals[local].kind else {
            return Val::Opaque(Gap::MadeByLoop);
        };
        if let Some(width) = word_width(ty) {
            return Val::Word(alg.fresh(&self.body().locals[local].name, width));
        }
        let mut places = places.clone();
        match self.machine.stack.slot(slot) {
            Val::Ptr(ptr) => {
                let alts = self.machine.state.alts(ptr).iter();
                places.extend(alts.map(|alt| Lead::to(alt.target)));
            }
            Val::Uninit => {}
            Val::Word(_) | Val::Part(..) | Val::Maybe(_) | Val::Opaque(_) => {
                places.insert(Lead::Elsewhere);
            }
        }
        self.any_pointer(alg, &places)
    }

    /// A pointer to one of these places, at any offset.
    fn any_pointer(&mut self, alg: &mut A, places: &BTreeSet<Lead>) -> Val<A::Word> {
        if places.contains(&Lead::Elsewhere) || places.is_empty() {
            return Val::Opaque(Gap::ChangedByLoop);
        }
        let mut alts = Vec::new();
        let mut open = alg.yes();
        for (number, &place) in places.iter().enumerate() {
            let guard = if number + 1 == places.len() {
                open
            } else {
                let choice = alg.fresh("place that a loop chooses", 1);
                let guard = alg.and(open, choice);
                open = alg.and_not(open, choice);
                guard
            };
            let (target, offset) = match place {
                Lead::Object(object) => {
                    (Target::Object(object), alg.fresh("offset that a loop changes", 64))
                }
                Lead::Func(func) => (Target::Func(func), alg.constant(64, 0)),
                Lead::Null | Lead::Elsewhere => (Target::Null, alg.constant(64, 0)),
            };
            alts.push(Alt { guard, target, offset, moved: None });
        }
        Val::Ptr(self.machine.state.pointer(&alts))
    }

    fn nests(&self, region: Region) -> bool {
        let body = self.body();
        insts_below(body, region)
            .iter()
            .any(|&inst| matches!(body.insts[inst], Inst::Loop { .. } | Inst::Call { .. }))
    }
}

/// All instructions of a region, those of inner regions included.
fn insts_below(body: &Body, region: Region) -> Vec<Value> {
    let (mut found, mut stack) = (Vec::new(), vec![region]);
    while let Some(region) = stack.pop() {
        for &inst in &body.regions[region] {
            found.push(inst);
            match &body.insts[inst] {
                Inst::If { then, els, .. } => stack.extend([*then, *els]),
                Inst::Loop { body, .. } | Inst::Block { body, .. } => stack.push(*body),
                _ => {}
            }
        }
    }
    found
}
