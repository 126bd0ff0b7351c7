//! The claims that are made about a turn: which values are tracked through it, and what the code hints at.
//!
//! Values are integers, or offsets of pointers that lead to one object alone. What the loop compares them with is for `hints` to
//! say.

use super::hints::{Hint, Name};
use super::{Tried, TurnedRef, insts_below};
use crate::claim::{Claims, Tracked, guess};
use crate::limits::{MOST_CLAIMED_CELLS, MOST_THRESHOLDS};
use crate::memory::{Cell, ObjId};
use crate::merged::{Arrival, Merged, conjunction};
use crate::{Algebra, Val};
use ir::{BinOp, Body, Inst, Region};
use std::collections::{BTreeMap, BTreeSet};

/// The values that are followed through a turn, and what the code calls them.
struct Followed<W> {
    values: Vec<Tracked<W>>,
    by_name: BTreeMap<Name, usize>,
}

impl<A: Algebra> Merged<'_, A> {
    pub(super) fn claims(
        &mut self,
        alg: &mut A,
        entered: A::Word,
        body: Region,
        (tried, hints): (&Tried<A::Word>, &[Hint<A::Word>]),
        turn: TurnedRef<'_, A::Word>,
    ) -> Claims<A::Word> {
        let whens: Vec<A::Word> =
            turn.2.iter().map(|arrival| conjunction(alg, &arrival.path)).collect();
        let mut followed = self.follow_registers(alg, turn, &whens);
        self.follow_cells(alg, turn, &whens, &mut followed);
        let thresholds = thresholds(alg, hints, &followed);
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
        let mut followed = Followed { values: Vec::new(), by_name: BTreeMap::new() };
        if arrivals.is_empty() {
            return followed;
        }
        for (&(slot, before), &(_, now)) in entry.registers.iter().zip(&head.registers) {
            let value_in =
                |arrival: &Arrival<A::Word>| arrival.delta.slots.get(&slot).copied().unwrap_or(now);
            let then = whens.iter().copied().zip(arrivals.iter().map(value_in)).collect();
            let then = self.machine.choose_register(alg, then);
            if let Some((entry, head, after)) = self.trackable(alg, before, now, then) {
                followed.by_name.insert(Name::Slot(slot), followed.values.len());
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
        followed: &mut Followed<A::Word>,
    ) {
        for &(place, now) in head.cells.iter().take(MOST_CLAIMED_CELLS) {
            let before = entry.cells.iter().find(|(at, _)| *at == place).map(|(_, word)| *word);
            let after = self.cell_after(alg, place, now, arrivals, whens);
            if let (Some(before), Some(after)) = (before, after)
                && alg.width(before) == alg.width(now)
                && alg.width(after) == alg.width(now)
            {
                let step = alg.moved(after, now);
                followed.by_name.insert(Name::Cell(place.0, place.1), followed.values.len());
                followed.values.push(Tracked { entry: before, head: now, after, step });
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
}

/// What the loop compares followed values with, where that stays the same and is as wide.
fn thresholds<A: Algebra>(
    alg: &A,
    hints: &[Hint<A::Word>],
    followed: &Followed<A::Word>,
) -> Vec<(usize, A::Word)> {
    let mut found: Vec<(usize, A::Word)> = Vec::new();
    for hint in hints {
        let Some(&value) = followed.by_name.get(&hint.of) else { continue };
        let moves = hint.by.is_some_and(|name| followed.by_name.contains_key(&name));
        let fits = alg.width(hint.word) == alg.width(followed.values[value].entry);
        let n_known = found.iter().filter(|(of, _)| *of == value).count();
        if !moves && fits && n_known < MOST_THRESHOLDS && !found.contains(&(value, hint.word)) {
            found.push((value, hint.word));
        }
    }
    found
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
