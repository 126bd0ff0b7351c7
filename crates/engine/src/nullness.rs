//! Outcomes that no run has because a pointer there comes fresh from an allocation that does not fail.
//!
//! A loop that allocates and asks `if (!p)` at every turn has one outcome that no number of turns shows, and no unfolding
//! excludes. A pass over each function knows better: which registers hold a pointer that is not null, forwards through the tree
//! of regions, joined where ways meet, to a fixed point at the head of loops. Calls are known by what they return; arguments and
//! memory are not looked at, so what it says of a function holds wherever it is called from.

use crate::limits;
use ir::{
    BinOp, Body, Callee, CondSite, Event, Func, Inst, Label, Local, LoopId, Program, Region,
    SwitchSite, UnOp, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// Outcomes of conditions and switches that no run of a function has, if allocations succeed.
pub(crate) fn never_taken(program: &Program, func: Func) -> BTreeSet<Event> {
    let mut summaries = Summaries { program, returning: BTreeMap::new() };
    let reached = world::reachable(program, func).into_iter();
    let reached = reached.filter(|&it| program.funcs[it].body.is_some());
    reached.flat_map(|it| summaries.never_taken_in(it)).collect()
}

/// What is known of functions that were looked at.
struct Summaries<'p> {
    program: &'p Program,
    /// Does it return a pointer that is not null? Not known while it is looked at.
    returning: BTreeMap<Func, Option<bool>>,
}

impl Summaries<'_> {
    fn never_taken_in(&mut self, func: Func) -> Vec<Event> {
        let body = self.program.body(func);
        let conds = body.conds.keys().map(|cond| CondSite { func, cond });
        let outcomes = conds.flat_map(|site| [true, false].map(|it| Event::Cond(site, it)));
        let taken = self.flow(func).taken;
        outcomes.filter(|event| !taken.contains(event)).collect()
    }

    fn returns_something(&mut self, func: Func) -> bool {
        if let Some(known) = self.returning.get(&func) {
            return *known == Some(true);
        }
        self.returning.insert(func, None);
        let returned = self.flow(func).returned == Some(true);
        self.returning.insert(func, Some(returned));
        returned
    }

    fn flow(&mut self, func: Func) -> Flow<'_, '_> {
        let body = self.program.body(func);
        // Callees first: the pass itself asks for nothing.
        let callees: BTreeSet<Func> = body.insts.values().filter_map(called).collect();
        let something = callees
            .into_iter()
            .filter(|&it| self.program.funcs[it].body.is_some() && self.returns_something(it));
        let something: BTreeSet<Func> = something.collect();
        let mut flow = Flow {
            program: self.program,
            body,
            func,
            something,
            values: BTreeMap::new(),
            ends: BTreeMap::new(),
            heads: BTreeMap::new(),
            taken: BTreeSet::new(),
            returned: None,
        };
        let _ = flow.region(body.root, NotNull::new());
        flow
    }
}

fn called(inst: &Inst) -> Option<Func> {
    match inst {
        Inst::Call { callee: Callee::Direct(func), .. } => Some(*func),
        _ => None,
    }
}

/// Registers whose pointer is not null.
type NotNull = BTreeSet<Local>;

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Null,
    NotNull,
    Truth(bool),
    Number(u128),
}

struct Flow<'p, 'b> {
    program: &'p Program,
    body: &'b Body,
    func: Func,
    /// Functions that return a pointer that is not null.
    something: BTreeSet<Func>,
    values: BTreeMap<Value, Known>,
    ends: BTreeMap<Label, NotNull>,
    heads: BTreeMap<LoopId, NotNull>,
    /// Outcomes that a run may have.
    taken: BTreeSet<Event>,
    /// Are all pointers not null that it returns? None if it does not return.
    returned: Option<bool>,
}

/// What holds wherever one of two ways comes from; a way that does not get there says nothing.
fn meet(a: Option<NotNull>, b: Option<NotNull>) -> Option<NotNull> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.intersection(&b).copied().collect()),
        (a, b) => a.or(b),
    }
}

impl Flow<'_, '_> {
    /// The state behind a region, if control gets there.
    fn region(&mut self, region: Region, state: NotNull) -> Option<NotNull> {
        let body = self.body;
        let mut state = state;
        for &inst in &body.regions[region] {
            state = self.inst(inst, &body.insts[inst], state)?;
        }
        Some(state)
    }

    fn inst(&mut self, at: Value, inst: &Inst, mut state: NotNull) -> Option<NotNull> {
        match inst {
            Inst::If { cond, event, then, els } => {
                let known = self.values.get(cond).copied();
                let after = [(true, *then), (false, *els)].map(|(outcome, region)| {
                    if known == Some(Known::Truth(!outcome)) {
                        return None;
                    }
                    let site = event.map(|cond| CondSite { func: self.func, cond });
                    self.taken.extend(site.map(|site| Event::Cond(site, outcome)));
                    self.region(region, state.clone())
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
            Inst::Switch { event, targets, .. } => {
                for (target, &label) in (0..).zip(targets) {
                    let site = event.map(|switch| SwitchSite { func: self.func, switch });
                    self.taken.extend(site.map(|site| Event::Switch(site, target)));
                    self.leave(label, state.clone());
                }
                return None;
            }
            Inst::Return(value) => {
                let known = value.and_then(|value| self.values.get(&value));
                let something = known == Some(&Known::NotNull);
                self.returned = Some(something && self.returned != Some(false));
                return None;
            }
            Inst::Trap(_) => return None,
            Inst::Set(local, value) => {
                if self.values.get(value) == Some(&Known::NotNull) {
                    state.insert(*local);
                } else {
                    state.remove(local);
                }
            }
            Inst::Live(local) | Inst::Dead(local) | Inst::LiveSized(local, _) => {
                state.remove(local);
            }
            inst => {
                self.values.remove(&at);
                let known = self.value(inst, &state);
                self.values.extend(known.map(|known| (at, known)));
            }
        }
        Some(state)
    }

    fn leave(&mut self, label: Label, state: NotNull) {
        let others = self.ends.remove(&label);
        self.ends.extend(meet(others, Some(state)).map(|state| (label, state)));
    }

    /// Turns until the head of the loop knows nothing that some turn does not keep.
    fn turn(&mut self, id: LoopId, body: Region, entered: NotNull) {
        let mut head = entered;
        loop {
            self.heads.remove(&id);
            let through = self.region(body, head.clone());
            let again = meet(through, self.heads.remove(&id));
            let Some(next) = meet(Some(head.clone()), again) else { return };
            if next == head {
                return;
            }
            head = next;
        }
    }

    fn value(&self, inst: &Inst, state: &NotNull) -> Option<Known> {
        let known = |value: &Value| self.values.get(value).copied();
        match inst {
            Inst::Int(_, bits) => Some(Known::Number(*bits)),
            Inst::Null => Some(Known::Null),
            Inst::Get(local) => state.contains(local).then_some(Known::NotNull),
            Inst::PtrField { base, .. } | Inst::PtrAdd { base, .. } => {
                known(base).filter(|&it| it == Known::NotNull)
            }
            Inst::Binary(op @ (BinOp::PtrEq | BinOp::PtrNe), a, b) => match (known(a), known(b)) {
                (Some(Known::Null), Some(Known::NotNull))
                | (Some(Known::NotNull), Some(Known::Null)) => {
                    Some(Known::Truth(*op == BinOp::PtrNe))
                }
                _ => None,
            },
            Inst::Unary(UnOp::Not, a) => match known(a) {
                Some(Known::Truth(truth)) => Some(Known::Truth(!truth)),
                _ => None,
            },
            Inst::Call { callee: Callee::Direct(callee), args } => {
                let numbers: Vec<_> = args.iter().map(known).collect();
                self.gives_something(*callee, &numbers).then_some(Known::NotNull)
            }
            _ => None,
        }
    }

    fn gives_something(&self, callee: Func, args: &[Option<Known>]) -> bool {
        let data = &self.program.funcs[callee];
        if data.body.is_some() {
            return self.something.contains(&callee);
        }
        let is_small = |bytes: u128| (1..=limits::SURE_BYTES).contains(&bytes);
        match (data.name.as_str(), args) {
            ("malloc", [Some(Known::Number(bytes))]) => is_small(*bytes),
            ("calloc", [Some(Known::Number(count)), Some(Known::Number(size))]) => {
                count.checked_mul(*size).is_some_and(is_small)
            }
            _ => false,
        }
    }
}
