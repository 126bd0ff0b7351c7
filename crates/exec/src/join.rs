//! Joins: states that met after going different ways become one, by ite where they differ.
//!
//! The sides are given as what each changed since they parted. Objects that came to be on some sides only are unknown to the
//! others and hold what these sides left in them: one turn of a loop allocates, later ones write, and each may be the last.
//! Objects of the input and of the library were there all along, whoever looked at them first.

use crate::delta::Delta;
use crate::memory::{Cell, Life, Logged, ObjId, Origin, Rest, byte_of};
use crate::{Algebra, Machine, Mark, Target, Val};
use std::collections::{BTreeMap, BTreeSet};

/// One of the states to be merged. The conditions of the sides exclude each other.
pub(crate) struct Side<W> {
    /// When this is the state.
    pub(crate) when: W,
    pub(crate) delta: Delta<W>,
}

/// The cells of one object on one side, as far as any side touched them.
type View<W> = BTreeMap<u64, Cell<W>>;

impl<A: Algebra> Machine<'_, A> {
    /// Merges the sides into the present state, which is the one they parted from. The last side is where no other is.
    pub(crate) fn join(&mut self, alg: &mut A, base: &Mark, mut sides: Vec<Side<A::Word>>) {
        if sides.len() == 1 {
            let side = sides.pop().expect("there is one side");
            return self.redo(side.delta);
        }
        self.join_registers(alg, &sides);
        self.join_rests(alg, base, &mut sides);
        let objects: BTreeSet<ObjId> =
            sides.iter().flat_map(|side| side.delta.cells.keys().map(|key| key.0)).collect();
        for object in objects {
            let there = self.was_there(base, object);
            let sides: Vec<&Side<A::Word>> =
                sides.iter().filter(|side| there || side.delta.knows(object)).collect();
            match sides[..] {
                [side] if !there => self.take_over(object, side),
                _ => self.join_object(alg, object, &sides),
            }
        }
        self.join_lives(alg, base, &sides);
        self.join_logs(alg, &sides);
    }

    /// One after the other: no two sides are taken together, so that the order among them tells nothing.
    fn join_logs(&mut self, alg: &mut A, sides: &[Side<A::Word>]) {
        for side in sides {
            for entry in &side.delta.log {
                let when = alg.and(side.when, entry.when);
                self.state.log.push(Logged { when, ..*entry });
            }
        }
    }

    /// Did an object exist at a mark, whether or not anybody had looked at it?
    pub(crate) fn was_there(&self, mark: &Mark, object: ObjId) -> bool {
        let data = &self.state.objects[object];
        mark.knows(object)
            || matches!(data.rest, Rest::Input(_) | Rest::Image(_))
            || data.origin == Origin::Library
    }

    fn join_registers(&mut self, alg: &mut A, sides: &[Side<A::Word>]) {
        let slots: BTreeSet<u32> =
            sides.iter().flat_map(|side| side.delta.slots.keys().copied()).collect();
        for slot in slots {
            let old = self.stack.slot(slot);
            let values = sides
                .iter()
                .map(|side| (side.when, side.delta.slots.get(&slot).copied().unwrap_or(old)));
            let merged = self.choose_register(alg, values.collect());
            self.stack.set_slot(slot, merged);
        }
    }

    /// One of several values of a register, each under its condition; the last one where no other holds.
    pub(crate) fn choose_register(
        &mut self,
        alg: &mut A,
        values: Vec<(A::Word, Val<A::Word>)>,
    ) -> Val<A::Word> {
        one_of(values, |when, value, other| self.choose_of_two(alg, when, value, other))
    }

    fn choose_of_two(
        &mut self,
        alg: &mut A,
        when: A::Word,
        a: Val<A::Word>,
        b: Val<A::Word>,
    ) -> Val<A::Word> {
        if a == b {
            return a;
        }
        let ((a, a_written), (b, b_written)) = (self.parts(alg, a), self.parts(alg, b));
        let val = match (a, b) {
            (Val::Uninit, val) | (val, Val::Uninit) => val,
            (a, b) => self.choose(alg, when, a, b),
        };
        let written = alg.ite(when, a_written, b_written);
        if alg.is_yes(written) {
            return val;
        }
        Val::Maybe(self.stack.maybes.push((val, written)))
    }

    /// The value of a register and when it was written.
    fn parts(&mut self, alg: &mut A, val: Val<A::Word>) -> (Val<A::Word>, A::Word) {
        match val {
            Val::Uninit => (val, alg.no()),
            Val::Maybe(maybe) => self.stack.maybes[maybe],
            Val::Word(_) | Val::Ptr(_) | Val::Part(..) | Val::Opaque(_) => (val, alg.yes()),
        }
    }

    // -- memory

    /// What was zeroed as a whole on some sides only gets zeros as cells there.
    fn join_rests(&mut self, alg: &mut A, base: &Mark, sides: &mut [Side<A::Word>]) {
        let objects: BTreeSet<ObjId> =
            sides.iter().flat_map(|side| side.delta.rests.keys().copied()).collect();
        for object in objects {
            let (there, old) = (self.was_there(base, object), self.state.objects[object].rest);
            let rest = |side: &Side<A::Word>| side.delta.rests.get(&object).copied().unwrap_or(old);
            let mut knowing =
                sides.iter().filter(|side| there || side.delta.knows(object)).map(rest);
            let first = knowing.next().unwrap_or(old);
            if knowing.all(|it| it == first) {
                self.state.set_rest(object, first);
                continue;
            }
            let size = alg.range(self.state.objects[object].size).hi as u64;
            for side in sides.iter_mut().filter(|side| side.delta.rests.contains_key(&object)) {
                fill_with_zeros(alg, object, size, &mut side.delta);
            }
        }
    }

    fn take_over(&mut self, object: ObjId, side: &Side<A::Word>) {
        for (&(_, offset), &cell) in side.delta.cells.range((object, 0)..=(object, u64::MAX)) {
            self.state.replace_cell(object, offset, cell);
        }
    }

    fn join_lives(&mut self, alg: &mut A, base: &Mark, sides: &[Side<A::Word>]) {
        let objects: BTreeSet<ObjId> =
            sides.iter().flat_map(|side| side.delta.lives.keys().copied()).collect();
        for object in objects {
            let old = self.state.objects[object].life;
            let of = |side: &Side<A::Word>| side.delta.lives.get(&object).copied();
            let lives: Vec<_> = if self.was_there(base, object) {
                sides.iter().map(|side| (side.when, of(side).unwrap_or(old))).collect()
            } else {
                sides.iter().filter_map(|side| Some((side.when, of(side)?))).collect()
            };
            let merged = one_of(lives, |when, life, other| choose_life(alg, when, life, other));
            self.state.set_life(object, merged);
        }
    }

    fn join_object(&mut self, alg: &mut A, object: ObjId, sides: &[&Side<A::Word>]) {
        let mut keys: BTreeSet<u64> = sides
            .iter()
            .flat_map(|side| side.delta.cells.range((object, 0)..=(object, u64::MAX)))
            .map(|(&(_, offset), _)| offset)
            .collect();
        let mut views: Vec<View<A::Word>> =
            sides.iter().map(|side| self.view(object, side, &keys)).collect();
        self.fill_gaps(alg, object, sides, &mut views, &mut keys);
        let whens: Vec<A::Word> = sides.iter().map(|side| side.when).collect();
        for (start, end) in clusters(&views, &keys) {
            let len = end - start;
            let whole: Option<Vec<_>> = views
                .iter()
                .map(|view| view.get(&start).copied().filter(|cell| u64::from(cell.len) == len))
                .collect();
            match whole {
                Some(cells) if len <= 16 => {
                    let merged = self.choose_among(alg, &whens, &cells);
                    self.clear(object, start, len);
                    self.state.set_cell(object, start, merged);
                }
                _ => self.join_bytes_of(alg, object, &whens, &views, start..end),
            }
        }
    }

    fn view(&self, object: ObjId, side: &Side<A::Word>, keys: &BTreeSet<u64>) -> View<A::Word> {
        let cells = &self.state.objects[object].cells;
        keys.iter()
            .filter_map(|&at| {
                let changed = side.delta.cells.get(&(object, at)).copied();
                Some((at, changed.unwrap_or_else(|| cells.get(&at).copied())?))
            })
            .collect()
    }

    /// Where a side has nothing at the place of another side's cell, what was there all along becomes a cell.
    fn fill_gaps(
        &mut self,
        alg: &mut A,
        object: ObjId,
        sides: &[&Side<A::Word>],
        views: &mut [View<A::Word>],
        keys: &mut BTreeSet<u64>,
    ) {
        let all: Vec<(u64, Cell<A::Word>)> =
            views.iter().flat_map(|view| view.iter().map(|(&at, &cell)| (at, cell))).collect();
        for (at, like) in all {
            let len = u64::from(like.len);
            for (side, view) in sides.iter().zip(views.iter_mut()) {
                if covers_any(view, at, len) {
                    continue;
                }
                self.materialise(alg, object, at, len);
                for (start, cell) in self.state.objects[object].overlapping(at, len) {
                    let lost = matches!(side.delta.cells.get(&(object, start)), Some(None));
                    if !lost {
                        let (order, range) = (self.program.target.order, at..at + len);
                        keys.extend(fill_gap(alg, (start, cell), range, view, order));
                    }
                }
                if !covers_any(view, at, len) {
                    let val = self.untouched(alg, object, like);
                    view.insert(at, Cell { len: like.len, val, init: None });
                }
            }
        }
    }

    /// What stands where nothing was ever written, in the form of another side's cell.
    fn untouched(&mut self, alg: &mut A, object: ObjId, like: Cell<A::Word>) -> Val<A::Word> {
        // Variable arguments of the input are there whether or not a path looks at them.
        if self.state.objects[object].rest == Rest::Variadic {
            return like.val;
        }
        match (self.state.objects[object].reads_as_zero(), like.val) {
            (true, Val::Ptr(_)) => Val::Ptr(self.state.pointer_to(alg, Target::Null, 0)),
            (true, Val::Word(word)) => Val::Word(alg.constant(alg.width(word), 0)),
            (true, _) => Val::Word(alg.constant(u32::from(like.len) * 8, 0)),
            (false, _) => self.state.objects[object].unsaid(),
        }
    }

    fn choose_among(
        &mut self,
        alg: &mut A,
        whens: &[A::Word],
        cells: &[Cell<A::Word>],
    ) -> Cell<A::Word> {
        let cells = whens.iter().copied().zip(cells.iter().copied()).collect();
        one_of(
            cells,
            |when, cell, other| {
                if cell == other { cell } else { self.choose_cell(alg, when, cell, other) }
            },
        )
    }

    /// Sides that cut the same bytes into different cells are merged byte by byte.
    fn join_bytes_of(
        &mut self,
        alg: &mut A,
        object: ObjId,
        whens: &[A::Word],
        views: &[View<A::Word>],
        range: std::ops::Range<u64>,
    ) {
        let mut merged = Vec::new();
        for at in range.clone() {
            let mut bytes = Vec::new();
            for view in views {
                bytes.push(match covering(view, at) {
                    Some((start, cell)) => {
                        byte_of(alg, cell, at - start, self.program.target.order)
                    }
                    None => self.untouched_byte(alg, object, at),
                });
            }
            merged.push((at, self.choose_among(alg, whens, &bytes)));
        }
        self.clear(object, range.start, range.end - range.start);
        for (at, byte) in merged {
            self.state.set_cell(object, at, byte);
        }
    }

    fn untouched_byte(&mut self, alg: &mut A, object: ObjId, at: u64) -> Cell<A::Word> {
        self.materialise(alg, object, at, 1);
        self.state.byte_at(alg, object, at, self.program.target.order)
    }

    fn clear(&mut self, object: ObjId, start: u64, len: u64) {
        for (at, _) in self.state.objects[object].overlapping(start, len) {
            self.state.remove_cell(object, at);
        }
    }
}

/// Makes cells of the zeros of an object, where there are no others.
fn fill_with_zeros<A: Algebra>(
    alg: &mut A,
    object: ObjId,
    size: u64,
    delta: &mut crate::delta::Delta<A::Word>,
) {
    let cells = delta.cells.range((object, 0)..=(object, u64::MAX));
    let own: View<A::Word> = cells.filter_map(|(&(_, at), cell)| Some((at, (*cell)?))).collect();
    let mut at = 0;
    while at < size {
        let fits =
            |len: &u64| at.is_multiple_of(*len) && at + len <= size && !covers_any(&own, at, *len);
        if let Some(len) = [8, 4, 2, 1].into_iter().find(fits) {
            let word = alg.constant(len as u32 * 8, 0);
            delta.cells.insert((object, at), Some(Cell::full(len, Val::Word(word))));
            at += len;
        } else {
            at += 1;
        }
    }
}

/// One of several things, each under its condition; the last one where no other holds.
fn one_of<W, T>(mut all: Vec<(W, T)>, mut choose: impl FnMut(W, T, T) -> T) -> T {
    let (_, last) = all.pop().expect("there should be something to choose from");
    all.into_iter().rev().fold(last, |other, (when, one)| choose(when, one, other))
}

fn choose_life<A: Algebra>(
    alg: &mut A,
    when: A::Word,
    a: Life<A::Word>,
    b: Life<A::Word>,
) -> Life<A::Word> {
    if a == b {
        return a;
    }
    let (a, b) = (a.word(alg), b.word(alg));
    Life::When(alg.ite(when, a, b))
}

/// Gives a side what stood in a range all along, but where it has something of its own. Returns where the new cells are.
fn fill_gap<A: Algebra>(
    alg: &mut A,
    (start, cell): (u64, Cell<A::Word>),
    range: std::ops::Range<u64>,
    view: &mut View<A::Word>,
    order: ir::ByteOrder,
) -> Vec<u64> {
    let len = u64::from(cell.len);
    let new: Vec<(u64, Cell<A::Word>)> = if covers_any(view, start, len) {
        (range.start.max(start)..range.end.min(start + len))
            .filter(|&at| covering(view, at).is_none())
            .map(|at| (at, byte_of(alg, cell, at - start, order)))
            .collect()
    } else {
        vec![(start, cell)]
    };
    view.extend(new.iter().copied());
    new.into_iter().map(|(at, _)| at).collect()
}

fn covers_any<W>(view: &View<W>, at: u64, len: u64) -> bool {
    // No cell is longer than 16 bytes.
    view.range(at.saturating_sub(15)..at.saturating_add(len))
        .any(|(&start, cell)| start.saturating_add(u64::from(cell.len)) > at)
}

fn covering<W: Copy>(view: &View<W>, at: u64) -> Option<(u64, Cell<W>)> {
    let (&start, &cell) = view.range(..=at).next_back()?;
    (start.saturating_add(u64::from(cell.len)) > at).then_some((start, cell))
}

/// Ranges of bytes that no cell of any view sticks out of.
fn clusters<W>(views: &[View<W>], keys: &BTreeSet<u64>) -> Vec<(u64, u64)> {
    let mut clusters: Vec<(u64, u64)> = Vec::new();
    for &at in keys {
        let ends =
            views.iter().filter_map(|view| view.get(&at)).map(|cell| at + u64::from(cell.len));
        let Some(end) = ends.max() else { continue };
        match clusters.last_mut() {
            Some(last) if at < last.1 => last.1 = last.1.max(end),
            _ => clusters.push((at, end)),
        }
    }
    clusters
}
