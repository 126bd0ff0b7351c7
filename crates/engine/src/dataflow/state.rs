//! What is known at a place in a function: of registers, of two of them together, of what was read, and of memory.

use super::fact::{self, Fact, Known};
use super::leads::Site;
use super::memory::{self, Memory};
use ir::Local;
use std::collections::{BTreeMap, BTreeSet};

/// Something that conditions tell of, if a value was read from it and nothing was put there since.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    Register(Local),
    /// A cell of the only object of a site.
    Cell(Site, u64, u64),
    /// So many bytes behind the pointer in a register, wherever that leads.
    Behind(Local, u64, u64),
}

/// What is known at a place in the code.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct State {
    pub(super) registers: BTreeMap<Local, Fact>,
    /// Registers of which the first is at most the second, as signed numbers.
    pub(super) orders: BTreeSet<(Local, Local)>,
    /// What stood behind pointers in registers when it was last read: nothing was written since.
    pub(super) behind: BTreeMap<(Local, u64, u64), Fact>,
    pub(super) memory: Memory,
}

impl State {
    /// A register gets another value.
    pub(super) fn set(&mut self, local: Local, fact: Known) {
        match fact {
            Some(fact) => self.registers.insert(local, fact),
            None => self.registers.remove(&local),
        };
        self.orders.retain(|&(a, b)| a != local && b != local);
        self.behind.retain(|&(base, ..), _| base != local);
    }

    /// What is known of something.
    pub(super) fn at(&self, place: Place) -> Known {
        match place {
            Place::Register(local) => self.registers.get(&local).cloned(),
            Place::Cell(site, at, size) => {
                self.memory.get(&site)?.cells.get(&(at, size)).cloned().flatten()
            }
            Place::Behind(local, offset, size) => self.behind.get(&(local, offset, size)).cloned(),
        }
    }

    /// More becomes known of something that stays as it is.
    pub(super) fn learn(&mut self, place: Place, fact: Known) {
        match place {
            Place::Register(local) => match fact {
                Some(fact) => _ = self.registers.insert(local, fact),
                None => _ = self.registers.remove(&local),
            },
            Place::Cell(site, at, size) => {
                let cell = self.memory.get_mut(&site).and_then(|it| it.cells.get_mut(&(at, size)));
                if let Some(cell) = cell {
                    *cell = fact;
                }
            }
            Place::Behind(local, offset, size) => match fact {
                Some(fact) => _ = self.behind.insert((local, offset, size), fact),
                None => _ = self.behind.remove(&(local, offset, size)),
            },
        }
    }

    /// What follows from both, with facts as `of` makes them of two.
    pub(super) fn joined(&self, other: &Self, of: impl Fn(&Known, &Known) -> Known) -> Self {
        let keys: BTreeSet<Local> =
            self.registers.keys().chain(other.registers.keys()).copied().collect();
        let register = |local: Local| {
            let known = |state: &Self| state.registers.get(&local).cloned();
            Some((local, of(&known(self), &known(other))?))
        };
        let behind = self.behind.iter().filter_map(|(key, fact)| {
            Some((*key, of(&Some(fact.clone()), &Some(other.behind.get(key)?.clone()))?))
        });
        Self {
            registers: keys.into_iter().filter_map(register).collect(),
            orders: self.orders.intersection(&other.orders).copied().collect(),
            behind: behind.collect(),
            memory: memory::joined(&self.memory, &other.memory, &of),
        }
    }
}

/// What holds wherever one of two ways comes from; a way that does not get there says nothing.
pub(super) fn meet(a: Option<State>, b: Option<State>) -> Option<State> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.joined(&b, fact::joined)),
        (a, b) => a.or(b),
    }
}
