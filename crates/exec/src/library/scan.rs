//! Bytes behind a pointer, looked at one after the other under guards.

use crate::candidates::outside;
use crate::limits::LONGEST_STRING;
use crate::memory::{Cell, Life, ObjId};
use crate::{Algebra, Alt, Bin, Memory, PtrId, Target, Val};
use ir::{TrapKind, Type, Value};
use world::{Gap, Premise, Quantity};

/// A byte that may be looked at.
#[derive(Clone, Copy)]
pub(super) struct Seen<W> {
    /// When it is.
    pub(super) when: W,
    pub(super) byte: W,
}

impl<A: Algebra> Memory<'_, A> {
    /// The bytes of a string up to its terminator or, if there is one, a number of bytes. The terminator is the last seen.
    pub(super) fn string(
        &mut self,
        alg: &mut A,
        ptr: PtrId,
        most: Option<A::Word>,
        inst: Value,
    ) -> Vec<Seen<A::Word>> {
        let mut seen = Vec::new();
        let mut when = alg.yes();
        for at in 0.. {
            if let Some(most) = most {
                let inside = below(alg, at, most);
                when = alg.and(when, inside);
            }
            let Some(byte) = self.look(alg, ptr, at, when, inst) else { break };
            seen.push(Seen { when, byte });
            let end = alg.eq_const(byte, 0);
            when = alg.and_not(when, end);
        }
        seen
    }

    /// The byte at a distance from a pointer where a condition holds; none if it never does, or if it lies too far away.
    pub(super) fn look(
        &mut self,
        alg: &mut A,
        ptr: PtrId,
        at: u64,
        when: A::Word,
        inst: Value,
    ) -> Option<A::Word> {
        if alg.is_no(when) {
            return None;
        }
        if alg.range(when).hi == 0 {
            self.beyond(alg, when);
            return None;
        }
        if at >= LONGEST_STRING {
            let never = alg.not(when);
            self.bound(never, Premise::Most(Quantity::Scanned, LONGEST_STRING));
            return None;
        }
        let cell = self.peek(alg, ptr, at, when, inst)?;
        self.check_written(alg, cell, when, inst);
        match cell.val {
            Val::Word(word) => Some(self.looked_at(alg, word, when)),
            Val::Uninit => None,
            Val::Opaque(why) => {
                self.unsupported(why);
                None
            }
            Val::Ptr(_) | Val::Part(..) | Val::Maybe(_) => {
                self.unsupported(Gap::LibraryPointerBytes);
                None
            }
        }
    }

    /// Reading a byte that was never written is a trap.
    pub(super) fn check_written(
        &mut self,
        alg: &mut A,
        cell: Cell<A::Word>,
        when: A::Word,
        inst: Value,
    ) {
        let missing = match (cell.val, cell.init) {
            (Val::Uninit, _) => when,
            (_, Some(init)) => alg.and_not(when, init),
            (_, None) => return,
        };
        self.check(alg, TrapKind::Uninitialised, missing, inst);
    }

    /// The byte there, initialised or not; none if nothing is there at all. Says what goes wrong where the condition holds.
    pub(super) fn peek(
        &mut self,
        alg: &mut A,
        ptr: PtrId,
        at: u64,
        when: A::Word,
        inst: Value,
    ) -> Option<Cell<A::Word>> {
        let mut result: Option<Cell<A::Word>> = None;
        for alt in self.moved(alg, ptr, at, when) {
            let Some(object) = self.check_access(alg, &alt, 1, inst) else { continue };
            if self.is_past(alg, object, &alt) {
                continue;
            }
            let cell = self.read_object(alg, object, &alt, Type::Int(8));
            result = Some(match result {
                None => cell,
                Some(other) => self.choose_cell(alg, alt.guard, cell, other),
            });
        }
        result
    }

    /// Is a place known to lie behind the end of its object? The check of the access has said what that means.
    pub(crate) fn is_past(&mut self, alg: &mut A, object: ObjId, alt: &Alt<A::Word>) -> bool {
        let size = self.state.objects[object].size;
        let Some(offset) = alg.as_const(alt.offset) else { return false };
        if offset < alg.range(size).hi {
            return false;
        }
        if offset < alg.range_always(size).hi {
            self.beyond(alg, alt.guard);
        }
        true
    }

    /// A pointer moved by bytes, where a condition holds.
    pub(crate) fn moved(
        &mut self,
        alg: &mut A,
        ptr: PtrId,
        at: u64,
        when: A::Word,
    ) -> Vec<Alt<A::Word>> {
        let step = alg.constant(64, u128::from(at));
        let mut alts = self.state.alts(ptr).to_vec();
        for alt in &mut alts {
            alt.guard = alg.and(alt.guard, when);
            alt.offset = alg.bin(Bin::Add, alt.offset, step);
        }
        alts.retain(|alt| !alg.is_no(alt.guard));
        alts
    }

    /// Writes a byte, initialised or not, where a condition holds; the place was checked before.
    pub(super) fn put(
        &mut self,
        alg: &mut A,
        ptr: PtrId,
        at: A::Word,
        when: A::Word,
        cell: Cell<A::Word>,
    ) {
        for mut alt in self.moved(alg, ptr, 0, when) {
            let Target::Object(object) = alt.target else { continue };
            let data = &self.state.objects[object];
            if data.read_only || data.life == Life::Dead {
                continue;
            }
            alt.offset = alg.bin(Bin::Add, alt.offset, at);
            if self.is_past(alg, object, &alt) {
                continue;
            }
            self.write_object(alg, object, &alt, Type::Int(8), cell);
        }
    }

    /// `len` bytes at a pointer must be there; and writable, if they are to be written.
    pub(super) fn check_block(
        &mut self,
        alg: &mut A,
        ptr: PtrId,
        len: A::Word,
        write: bool,
        inst: Value,
    ) {
        for alt in self.state.alts(ptr).to_vec() {
            let Some(object) = self.check_access(alg, &alt, 0, inst) else { continue };
            let size = self.state.objects[object].size;
            let (outside, no) = (outside(alg, alt.offset, len, size), alg.no());
            let kind = TrapKind::OutOfBounds;
            self.check_inside(alg, &alt, object, alt.offset, (outside, no), kind, inst);
            if write && self.state.objects[object].read_only {
                self.check(alg, TrapKind::WriteToConst, alt.guard, inst);
            }
        }
    }

    /// Two blocks of `len` bytes must not share a byte.
    pub(super) fn check_apart(
        &mut self,
        alg: &mut A,
        (a, b): (PtrId, PtrId),
        len: A::Word,
        same_is_fine: bool,
        inst: Value,
    ) {
        for x in self.state.alts(a).to_vec() {
            for y in self.state.alts(b).to_vec() {
                if x.target != y.target || !matches!(x.target, Target::Object(_)) {
                    continue;
                }
                let less = alg.bin(Bin::Ult, x.offset, y.offset);
                let (down, up) =
                    (alg.bin(Bin::Sub, x.offset, y.offset), alg.bin(Bin::Sub, y.offset, x.offset));
                let distance = alg.ite(less, up, down);
                let mut shared = alg.bin(Bin::Ult, distance, len);
                if same_is_fine {
                    let same = alg.eq(x.offset, y.offset);
                    shared = alg.and_not(shared, same);
                }
                let both = alg.and(x.guard, y.guard);
                let when = alg.and(both, shared);
                self.check(alg, TrapKind::LibraryMisuse, when, inst);
            }
        }
    }

    /// The pointer `at` bytes further where something was found, else the null pointer.
    pub(super) fn found_at(
        &mut self,
        alg: &mut A,
        ptr: PtrId,
        at: A::Word,
        found: A::Word,
    ) -> Val<A::Word> {
        let mut alts = self.moved(alg, ptr, 0, found);
        for alt in &mut alts {
            alt.offset = alg.bin(Bin::Add, alt.offset, at);
        }
        let (guard, offset) = (alg.not(found), alg.constant(64, 0));
        if !alg.is_no(guard) {
            alts.push(Alt { guard, target: Target::Null, offset, moved: None });
        }
        Val::Ptr(self.state.pointer(&alts))
    }
}

/// `at < most`, unsigned.
pub(super) fn below<A: Algebra>(alg: &mut A, at: u64, most: A::Word) -> A::Word {
    let at = alg.constant(64, u128::from(at));
    alg.bin(Bin::Ult, at, most)
}
