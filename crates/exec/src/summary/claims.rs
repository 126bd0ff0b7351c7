//! The claims that are made about a turn: which values are tracked through it, and what the code hints at.
//!
//! Values are integers, or offsets of pointers that lead to one object alone. Hints are what the loop compares them with and
//! by how much it moves them.

use super::{Start, Tried, TurnedRef, insts_below};
use crate::claim::{Claims, Tracked, guess};
use crate::limits::MOST_CLAIMED_CELLS;
use crate::memory::{Cell, ObjId};
use crate::merged::{Arrival, Merged, conjunction};
use crate::value::word_width;
use crate::{Algebra, Val};
use entity::EntityRef;
use ir::{BinOp, Body, Inst, Local, LocalKind, Region, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The values that are followed through a turn, and which registers they are.
struct Followed<W> {
    values: Vec<Tracked<W>>,
    by_slot: BTreeMap<u32, usize>,
}

impl<A: Algebra> Merged<'_, A> {
    pub(super) fn claims(
        &mut self,
        alg: &mut A,
        entered: A::Word,
        body: Region,
        tried: &Tried<A::Word>,
        turn: TurnedRef<'_, A::Word>,
    ) -> Claims<A::Word> {
        let whens: Vec<A::Word> =
            turn.2.iter().map(|arrival| conjunction(alg, &arrival.path)).collect();
        let mut followed = self.follow_registers(alg, turn, &whens);
        self.follow_cells(alg, turn, &whens, &mut followed.values);
        let thresholds = self.thresholds(alg, body, turn.0, &followed.by_slot);
        let strides = strides(self.body(), body);
        let [at_entry, at_head, after] = guess(alg, &followed.values, &thresholds, &strides);
        // Inputs that went wrong or were cut before keep flowing; of them nothing is claimed.
        let gone = alg.or(tried.wrong, tried.lost);
        let fine = alg.not(gone);
        let gone = alg.or(self.wrong, self.lost);
        let all_fine = alg.not(gone);
        let any = whens.iter().fold(alg.no(), |any, &when| alg.or(any, when));
        let turned = alg.and(entered, any);
        Claims {
            entered: alg.and(entered, fine),
            at_entry,
            at_head,
            turned: alg.and(turned, all_fine),
            after,
            facts: self.facts.iter().chain(&self.invariants).copied().collect(),
        }
    }

    fn follow_registers(
        &mut self,
        alg: &mut A,
        (entry, head, arrivals): TurnedRef<'_, A::Word>,
        whens: &[A::Word],
    ) -> Followed<A::Word> {
        let mut followed = Followed { values: Vec::new(), by_slot: BTreeMap::new() };
        if arrivals.is_empty() {
            return followed;
        }
        for (&(slot, before), &(_, now)) in entry.registers.iter().zip(&head.registers) {
            let value_in =
                |arrival: &Arrival<A::Word>| arrival.delta.slots.get(&slot).copied().unwrap_or(now);
            let then = whens.iter().copied().zip(arrivals.iter().map(value_in)).collect();
            let then = self.machine.choose_register(alg, then);
            if let Some((entry, head, after)) = self.trackable(alg, before, now, then) {
                followed.by_slot.insert(slot, followed.values.len());
                let step = alg.moved(after, head);
                followed.values.push(Tracked { entry, head, after, step });
            }
        }
        followed
    }

    fn follow_cells(
        &mut self,
        alg: &mut A,
        (entry, head, arrivals): TurnedRef<'_, A::Word>,
        whens: &[A::Word],
        values: &mut Vec<Tracked<A::Word>>,
    ) {
        for &(place, now) in head.cells.iter().take(MOST_CLAIMED_CELLS) {
            let before = entry.cells.iter().find(|(at, _)| *at == place).map(|(_, word)| *word);
            let after = self.cell_after(alg, place, now, arrivals, whens);
            if let (Some(before), Some(after)) = (before, after)
                && alg.width(before) == alg.width(now)
                && alg.width(after) == alg.width(now)
            {
                let step = alg.moved(after, now);
                values.push(Tracked { entry: before, head: now, after, step });
            }
        }
    }

    /// A value at three moments, if it is an integer or the offset into one object at each.
    fn trackable(
        &self,
        alg: &A,
        before: Val<A::Word>,
        now: Val<A::Word>,
        then: Val<A::Word>,
    ) -> Option<(A::Word, A::Word, A::Word)> {
        let (entry, head, after) = match (before, now, then) {
            (Val::Word(entry), Val::Word(head), Val::Word(after)) => (entry, head, after),
            (Val::Ptr(entry), Val::Ptr(head), Val::Ptr(after)) => {
                let alone = |ptr| match *self.machine.state.alts(ptr) {
                    [alt] => Some((alt.target, alt.offset)),
                    _ => None,
                };
                let (entry, head, after) = (alone(entry)?, alone(head)?, alone(after)?);
                if entry.0 != head.0 || head.0 != after.0 {
                    return None;
                }
                (entry.1, head.1, after.1)
            }
            _ => return None,
        };
        let same = alg.width(entry) == alg.width(head) && alg.width(after) == alg.width(head);
        same.then_some((entry, head, after))
    }

    fn cell_after(
        &mut self,
        alg: &mut A,
        place: (ObjId, u64),
        now: A::Word,
        arrivals: &[Arrival<A::Word>],
        whens: &[A::Word],
    ) -> Option<A::Word> {
        let mut merged = None;
        for (arrival, &when) in arrivals.iter().zip(whens) {
            let word = match arrival.delta.cells.get(&place) {
                None => now,
                Some(Some(Cell { val: Val::Word(word), init: None, .. })) => *word,
                Some(_) => return None,
            };
            if alg.width(word) != alg.width(now) {
                return None;
            }
            merged = Some(merged.map_or(word, |other| alg.ite(when, word, other)));
        }
        merged
    }

    /// What the loop compares registers that are followed with, where that stays the same and is as wide.
    fn thresholds(
        &mut self,
        alg: &mut A,
        region: Region,
        entry: &Start<A::Word>,
        by_slot: &BTreeMap<u32, usize>,
    ) -> Vec<(usize, A::Word)> {
        let body = self.body();
        let base = self.machine.stack.top().base;
        let mut found = self.named(alg, region, by_slot);
        for inst in insts_below(body, region) {
            let Some((a, b)) = compared(&body.insts[inst]) else { continue };
            for (this, other) in [(a, b), (b, a)] {
                let Some(local) = register(body, this) else { continue };
                let word = self.unmoved(alg, other, entry);
                if let (Some(&value), Some(word)) =
                    (by_slot.get(&(base + local.index() as u32)), word)
                    && alg.width(word) == width_of(body, local)
                {
                    found.push((value, word));
                }
            }
        }
        found
    }

    /// The least and the greatest of the constants that a loop names for each register that is followed: cases of a switch over it,
    /// and what it is set to. The states of a machine lie between these.
    fn named(
        &self,
        alg: &mut A,
        region: Region,
        by_slot: &BTreeMap<u32, usize>,
    ) -> Vec<(usize, A::Word)> {
        let body = self.body();
        let base = self.machine.stack.top().base;
        let mut ranges: BTreeMap<Local, (i128, i128)> = BTreeMap::new();
        let insts = insts_below(body, region).into_iter();
        for (local, constant) in insts.flat_map(|inst| constants(body, inst)) {
            let (lo, hi) = ranges.entry(local).or_insert((constant, constant));
            (*lo, *hi) = ((*lo).min(constant), (*hi).max(constant));
        }
        let mut found = Vec::new();
        for (local, (lo, hi)) in ranges {
            let Some(&value) = by_slot.get(&(base + local.index() as u32)) else { continue };
            let width = width_of(body, local);
            let mask = u128::MAX >> (128 - width);
            found.extend([lo, hi].map(|it| (value, alg.constant(width, it as u128 & mask))));
        }
        found
    }

    /// The word of a value that the loop does not change: a constant, or a register.
    fn unmoved(&mut self, alg: &mut A, value: Value, entry: &Start<A::Word>) -> Option<A::Word> {
        let body = self.body();
        if let Inst::Int(ty, bits) = body.insts[strip(body, value)] {
            return ty.int_bits().map(|width| alg.constant(width, bits));
        }
        let slot = self.machine.stack.top().base + register(body, value)?.index() as u32;
        let moves = entry.registers.iter().any(|&(at, _)| at == slot);
        match self.machine.stack.slot(slot) {
            Val::Word(word) if !moves => Some(word),
            _ => None,
        }
    }
}

/// The constants that an instruction names for a register.
fn constants(body: &Body, inst: Value) -> Vec<(Local, i128)> {
    match &body.insts[inst] {
        Inst::Switch { value, arms, .. } => {
            let ends = arms.first().zip(arms.last()).map(|(first, last)| [first.lo, last.hi]);
            let named = register(body, *value).into_iter();
            named.flat_map(|it| ends.into_iter().flatten().map(move |end| (it, end))).collect()
        }
        Inst::Set(local, value) => match body.insts[strip(body, *value)] {
            Inst::Int(ty, bits) => {
                let shift = 128 - ty.int_bits().unwrap_or(128);
                vec![(*local, (bits as i128) << shift >> shift)]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The sides of a comparison.
fn compared(inst: &Inst) -> Option<(Value, Value)> {
    match *inst {
        Inst::Binary(
            BinOp::LtS | BinOp::LeS | BinOp::LtU | BinOp::LeU | BinOp::Eq | BinOp::Ne,
            a,
            b,
        ) => Some((a, b)),
        _ => None,
    }
}

/// By how much a loop moves values, where it says so.
fn strides(body: &Body, region: Region) -> Vec<u128> {
    let mut strides = BTreeSet::new();
    for inst in insts_below(body, region) {
        let Inst::Binary(BinOp::Add | BinOp::AddS | BinOp::Sub | BinOp::SubS, a, b) =
            body.insts[inst]
        else {
            continue;
        };
        for operand in [a, b] {
            if let Inst::Int(_, bits) = body.insts[operand]
                && (2..=64).contains(&bits)
            {
                strides.insert(bits);
            }
        }
    }
    strides.into_iter().take(4).collect()
}

fn width_of(body: &Body, local: Local) -> u32 {
    match body.locals[local].kind {
        LocalKind::Register(ty) => word_width(ty).unwrap_or(64),
        LocalKind::Object { .. } => 64,
    }
}

/// The register that a value reads, conversions aside.
fn register(body: &Body, value: Value) -> Option<Local> {
    match body.insts[strip(body, value)] {
        Inst::Get(local) => Some(local),
        _ => None,
    }
}

fn strip(body: &Body, mut value: Value) -> Value {
    while let Inst::Cast(_, _, of) = body.insts[value] {
        value = of;
    }
    value
}
