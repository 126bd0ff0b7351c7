//! What stands in the objects that the code under test makes: cells by offset and size, and stretches that were filled.
//!
//! What nobody wrote is not there: a run that reads it goes wrong. A read that meets part of a cell, or cells and stretches side by
//! side, yields anything; the pointers that are torn so are told, and their sites escape.

use super::fact::{self, Known, few};
use super::leads::{Site, WIDE};
use crate::limits;
use std::collections::{BTreeMap, BTreeSet};
use term::Domain;

/// What a stretch was filled with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fill {
    Zero,
    Anything,
}

/// The contents of one object, or of all that a site stands for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Content {
    /// By offset and size.
    pub(super) cells: BTreeMap<(u64, u64), Known>,
    /// From one offset to another.
    fills: BTreeSet<(u64, u64, Fill)>,
    /// May anything stand anywhere in it?
    pub(super) blurred: bool,
}

/// All objects that are known one by one.
pub(super) type Memory = BTreeMap<Site, Content>;

/// What a read comes to.
pub(super) struct Reading {
    /// None if nothing was written there: no run gets past it.
    pub(super) value: Option<Known>,
    /// What it meets a part of.
    pub(super) torn: Vec<Known>,
}

/// How the bytes of an access at an offset lie to those from `start` to `end`.
enum Meeting {
    Apart,
    /// The former lie within the latter.
    Within,
    Partly,
}

/// The same for an access of some bytes at one of several offsets.
fn meeting(offsets: &Domain, size: u64, start: u64, end: u64) -> Meeting {
    let (first, last) = (u128::from(start), u128::from(end));
    if offsets.lo >= last || offsets.hi.saturating_add(u128::from(size)) <= first {
        return Meeting::Apart;
    }
    let lo = u128::from(start.saturating_sub(size - 1));
    let near = Domain::unsigned(WIDE, lo, u128::from(end.saturating_sub(1)));
    let Some(near) = offsets.meet(&near, WIDE) else { return Meeting::Apart };
    let is_within = |at: u128| {
        at >= u128::from(start)
            && at.checked_add(u128::from(size)).is_some_and(|it| it <= u128::from(end))
    };
    let meets = |at: u128| at < u128::from(end) && at + u128::from(size) > u128::from(start);
    match few(&near, WIDE) {
        Some(all) if !all.iter().any(|&at| meets(at)) => Meeting::Apart,
        Some(all) if all.iter().all(|&at| is_within(at)) => Meeting::Within,
        None if is_within(near.lo) && is_within(near.hi) => Meeting::Within,
        _ => Meeting::Partly,
    }
}

impl Content {
    /// Anything.
    pub(super) fn unknown() -> Self {
        Self { blurred: true, ..Self::default() }
    }

    /// What stands at some of these offsets; zero bytes are a `zero` of the type that is read.
    pub(super) fn read(&self, offsets: &Domain, size: u64, zero: &Known) -> Reading {
        let mut read = Reading { value: None, torn: Vec::new() };
        let mut meet = |value: &Known| {
            read.value = Some(match &read.value {
                Some(before) => fact::joined(before, value),
                None => value.clone(),
            });
        };
        if self.blurred {
            meet(&None);
        }
        for (&(at, bytes), value) in &self.cells {
            match meeting(offsets, size, at, at + bytes) {
                Meeting::Apart => {}
                Meeting::Within if bytes == size => meet(value),
                Meeting::Within | Meeting::Partly => {
                    // One of the offsets may be that of the cell.
                    if bytes == size {
                        meet(value);
                    }
                    meet(&None);
                    read.torn.push(value.clone());
                }
            }
        }
        for &(start, end, fill) in &self.fills {
            match (meeting(offsets, size, start, end), fill) {
                (Meeting::Apart, _) => {}
                (Meeting::Within, Fill::Zero) => meet(zero),
                _ => meet(&None),
            }
        }
        read
    }

    /// Is a cell all that a read there meets?
    pub(super) fn is_certain(&self, at: u64, size: u64) -> bool {
        let end = at + size;
        let met = self.cells.keys().filter(|it| it.0 < end && at < it.0 + it.1);
        let is_filled = self.fills.iter().any(|it| it.0 < end && at < it.1);
        !self.blurred && !is_filled && met.eq([&(at, size)])
    }

    /// Writes to one place of the only object that there is; what of a cell was overwritten in part is returned.
    pub(super) fn put(&mut self, at: u64, size: u64, value: Known) -> Vec<Known> {
        let torn = self.clear(at, at.saturating_add(size));
        self.cells.insert((at, size), value);
        torn
    }

    /// Takes away what stood from one offset to another, and returns the cells of which a part stays.
    pub(super) fn clear(&mut self, start: u64, end: u64) -> Vec<Known> {
        let met = |&(at, bytes): &(u64, u64)| at < end && start < at + bytes;
        let keys: Vec<(u64, u64)> = self.cells.keys().copied().filter(met).collect();
        let mut torn = Vec::new();
        for (at, bytes) in keys {
            let value = self.cells.remove(&(at, bytes)).expect("it was just found");
            if at < start || at + bytes > end {
                torn.push(value);
                self.fills.insert((at, at + bytes, Fill::Anything));
            }
        }
        let fills: Vec<(u64, u64, Fill)> =
            self.fills.iter().copied().filter(|it| it.0 < end && start < it.1).collect();
        for fill in fills {
            self.fills.remove(&fill);
            let parts = [(fill.0, start.min(fill.1)), (end.max(fill.0), fill.1)];
            let rest = parts.into_iter().filter(|(start, end)| start < end);
            self.fills.extend(rest.map(|(start, end)| (start, end, fill.2)));
        }
        torn
    }

    /// Something may be written to one of several places.
    pub(super) fn may_put(&mut self, at: u64, size: u64, value: Known) {
        let known = self.cells.get(&(at, size));
        let both = known.map_or_else(|| value.clone(), |known| fact::joined(known, &value));
        self.cells.insert((at, size), both);
    }

    /// Fills a stretch of the only object that there is.
    pub(super) fn fill(&mut self, start: u64, end: u64, fill: Fill) -> Vec<Known> {
        let torn = self.clear(start, end);
        self.may_fill(start, end, fill);
        torn
    }

    pub(super) fn may_fill(&mut self, start: u64, end: u64, fill: Fill) {
        if start < end {
            self.fills.insert((start, end, fill));
        }
    }

    /// What stands from one offset to another, for an object where these begin somewhere else: cells that lie within, and what is
    /// met in part.
    pub(super) fn part(&self, start: u64, end: u64, to: u64) -> (Self, Vec<Known>) {
        let mut part = Self { blurred: self.blurred, ..Self::default() };
        let mut torn = Vec::new();
        for (&(at, bytes), value) in &self.cells {
            let (lo, hi) = (at.max(start), (at + bytes).min(end));
            if lo >= hi {
                continue;
            }
            if (lo, hi) == (at, at + bytes) {
                part.cells.insert((at - start + to, bytes), value.clone());
            } else {
                torn.push(value.clone());
                part.fills.insert((lo - start + to, hi - start + to, Fill::Anything));
            }
        }
        for &(from, until, fill) in &self.fills {
            let (lo, hi) = (from.max(start), until.min(end));
            if lo < hi {
                part.fills.insert((lo - start + to, hi - start + to, fill));
            }
        }
        (part, torn)
    }

    /// Anything may stand anywhere; what was known is returned.
    pub(super) fn blur(&mut self) -> Vec<Known> {
        self.blurred = true;
        self.fills.clear();
        std::mem::take(&mut self.cells).into_values().collect()
    }

    /// Is there more in it than is kept?
    pub(super) fn is_full(&self) -> bool {
        self.cells.len() + self.fills.len() > limits::DATAFLOW_CELLS
    }

    /// What stands in one or the other.
    pub(super) fn joined(&self, other: &Self, of: impl Fn(&Known, &Known) -> Known) -> Self {
        let mut cells = self.cells.clone();
        for (key, value) in &other.cells {
            let both = cells.get(key).map_or_else(|| value.clone(), |known| of(known, value));
            cells.insert(*key, both);
        }
        let fills = self.fills.union(&other.fills).copied().collect();
        Self { cells, fills, blurred: self.blurred || other.blurred }
    }
}

/// What stands in one memory or the other: objects of which only one knows are not there in the other, or not yet.
pub(super) fn joined(a: &Memory, b: &Memory, of: impl Fn(&Known, &Known) -> Known) -> Memory {
    let mut both = a.clone();
    for (site, content) in b {
        let joined = a.get(site).map_or_else(|| content.clone(), |it| it.joined(content, &of));
        both.insert(*site, joined);
    }
    both
}
