//! Definite assignment: which reads of registers may come before any write.
//!
//! A forward pass over the tree of regions; at joins only what every way has set counts as set. A loop may come back with a local
//! fresh again if it comes to life inside, so such locals do not count as set at its head. Reads that are not proved fine get a
//! check at run time, and their registers a flag; all others cost nothing.

use super::order::Order;
use entity::{EntitySet, SecondaryMap};
use ir::{Body, Inst, Label, Local, Region, Value};

/// What needs checking at run time.
pub(crate) struct Checks {
    /// Reads that may meet a fresh register.
    pub(crate) reads: EntitySet<Value>,
    /// Their registers.
    pub(crate) flagged: EntitySet<Local>,
}

/// Locals that are set on every way here; `None` where no way leads.
type State = Option<EntitySet<Local>>;

/// What to do at the end of a region.
enum End {
    Root,
    Then { els: Region, entry: State },
    Else { then_exit: State },
    Loop,
    Block(Label),
}

pub(crate) fn checks(body: &Body, order: &Order) -> Checks {
    let mut pass = Pass {
        body,
        order,
        state: Some(body.params.iter().copied().collect()),
        left: SecondaryMap::new(),
        checks: Checks { reads: EntitySet::new(), flagged: EntitySet::new() },
    };
    pass.run();
    pass.checks
}

struct Pass<'a> {
    body: &'a Body,
    order: &'a Order,
    state: State,
    /// What is set on the ways that leave each block.
    left: SecondaryMap<Label, State>,
    checks: Checks,
}

impl Pass<'_> {
    fn run(&mut self) {
        let mut stack = vec![(self.body.root, 0, End::Root)];
        while let Some((region, index, end)) = stack.pop() {
            let Some(&value) = self.body.regions[region].get(index) else {
                if let Some((els, then_exit)) = self.finish(end) {
                    stack.push((els, 0, End::Else { then_exit }));
                }
                continue;
            };
            stack.push((region, index + 1, end));
            match &self.body.insts[value] {
                Inst::If { then, els, .. } => {
                    let entry = self.state.clone();
                    stack.push((*then, 0, End::Then { els: *els, entry }));
                }
                Inst::Loop { body, .. } => {
                    self.enter_loop(value);
                    stack.push((*body, 0, End::Loop));
                }
                Inst::Block { label, body } => stack.push((*body, 0, End::Block(*label))),
                inst => self.step(value, inst),
            }
        }
    }

    /// At the end of a region; says which region comes next if it was the first of two.
    fn finish(&mut self, end: End) -> Option<(Region, State)> {
        match end {
            End::Root => None,
            End::Then { els, entry } => {
                let then_exit = std::mem::replace(&mut self.state, entry);
                Some((els, then_exit))
            }
            End::Else { then_exit } => {
                self.join(then_exit);
                None
            }
            End::Loop => {
                self.state = None;
                None
            }
            End::Block(label) => {
                let left = self.left[label].take();
                self.join(left);
                None
            }
        }
    }

    fn join(&mut self, other: State) {
        self.state = meet(self.state.take(), other);
    }

    fn enter_loop(&mut self, value: Value) {
        if let Some(state) = &mut self.state {
            for local in self.order.lives_inside(value) {
                state.remove(local);
            }
        }
    }

    fn step(&mut self, value: Value, inst: &Inst) {
        match inst {
            Inst::Get(local) if !self.is_set(*local) => {
                self.checks.reads.insert(value);
                self.checks.flagged.insert(*local);
            }
            Inst::Set(local, _) => {
                if let Some(state) = &mut self.state {
                    state.insert(*local);
                }
            }
            Inst::Live(local) => {
                if let Some(state) = &mut self.state {
                    state.remove(*local);
                }
            }
            Inst::Leave(label) => self.leave(*label),
            Inst::Switch { targets, .. } => targets.iter().for_each(|label| self.leave(*label)),
            _ => {}
        }
        if inst.is_terminator() {
            self.state = None;
        }
    }

    /// Is the local set on every way here? Where no way leads, anything is.
    fn is_set(&self, local: Local) -> bool {
        self.state.as_ref().is_none_or(|state| state.contains(local))
    }

    fn leave(&mut self, label: Label) {
        let left = self.left[label].take();
        self.left[label] = meet(left, self.state.clone());
    }
}

fn meet(a: State, b: State) -> State {
    match (a, b) {
        (None, other) | (other, None) => other,
        (Some(a), Some(b)) => Some(a.iter().filter(|local| b.contains(*local)).collect()),
    }
}
