//! `string.h`: blocks of bytes and strings.

use super::scan::{Seen, below};
use crate::memory::Cell;
use crate::{Algebra, Bin, Memory, Pause, PtrId, Val};
use ir::Value;
use world::{Gap, Premise, Quantity};

impl<A: Algebra> Memory<'_, A> {
    /// A length as a `size_t`.
    pub(super) fn as_size(&self, alg: &mut A, len: A::Word) -> Val<A::Word> {
        let width = 8 * self.program.target.pointer_bytes;
        Val::Word(if width < 64 { alg.extract(len, 0, width) } else { len })
    }

    // -- blocks

    /// The bytes of a block, each where the block reaches so far, initialised or not.
    fn block(
        &mut self,
        alg: &mut A,
        ptr: PtrId,
        len: A::Word,
        inst: Value,
    ) -> Vec<(A::Word, Cell<A::Word>)> {
        let n_pending = self.pending.len();
        let mut bytes = Vec::new();
        for at in 0..alg.range(len).hi.min(u128::from(self.policy.max_candidates)) as u64 {
            if self.is_given_up(alg) {
                break;
            }
            let when = below(alg, at, len);
            match self.peek(alg, ptr, at, when, inst) {
                Some(cell) if !alg.is_no(when) => bytes.push((when, cell)),
                _ => break,
            }
        }
        // The block as a whole was checked before. What was said of inputs that were made on the way holds of them.
        let pauses: Vec<_> = self.pending.drain(n_pending..).collect();
        let still = |pause: &Pause<A::Word>| {
            !matches!(pause, Pause::Check { .. } | Pause::Trapped { .. } | Pause::Fits(_))
        };
        self.pending.extend(pauses.into_iter().filter(still));
        self.check_length(alg, len, bytes.len() as u64);
        bytes
    }

    /// More bytes than these would not fit into the object, which is checked elsewhere, or are not looked at.
    fn check_length(&mut self, alg: &mut A, len: A::Word, most: u64) {
        let longer = below(alg, most, len);
        if alg.range(longer).hi == 0 {
            return self.beyond(alg, longer);
        }
        if most < self.policy.max_candidates {
            return;
        }
        let short = alg.not(longer);
        self.bound(short, Premise::Most(Quantity::Scanned, most));
    }

    /// Whether nobody waits any longer, or there is no room left for more words; the path then ends here, with a reason, before
    /// it would go on with half a block.
    pub(crate) fn is_given_up(&mut self, alg: &A) -> bool {
        let given_up = alg.is_given_up() || alg.n_words() > self.most_words;
        if given_up {
            self.unsupported(Gap::LongBlock);
        }
        given_up
    }

    pub(super) fn copy_block(
        &mut self,
        alg: &mut A,
        to: PtrId,
        from: PtrId,
        len: A::Word,
        inst: Value,
    ) -> Val<A::Word> {
        self.check_block(alg, from, len, false, inst);
        self.check_block(alg, to, len, true, inst);
        let fixed = alg.as_const(len).filter(|&len| len <= u128::from(self.policy.max_candidates));
        if let Some(len) = fixed
            && let (Some(to_place), Some(from_place)) =
                (self.known_place(alg, to, len as u64), self.known_place(alg, from, len as u64))
            && to_place.0 != from_place.0
            && !self.state.objects[to_place.0].read_only
        {
            self.copy_cells(alg, to_place, from_place, len as u64);
            return Val::Ptr(to);
        }
        let bytes = self.block(alg, from, len, inst);
        for (at, (when, cell)) in (0u64..).zip(bytes) {
            if self.is_given_up(alg) {
                break;
            }
            let at = alg.constant(64, u128::from(at));
            self.put(alg, to, at, when, cell);
        }
        Val::Ptr(to)
    }

    pub(super) fn set_block(
        &mut self,
        alg: &mut A,
        to: PtrId,
        byte: A::Word,
        len: A::Word,
        inst: Value,
    ) -> Val<A::Word> {
        let byte = alg.extract(byte, 0, 8);
        self.check_block(alg, to, len, true, inst);
        if alg.as_const(byte) == Some(0)
            && let Some(len) = alg.as_const(len)
            && let Some((object, 0)) = self.known_place(alg, to, len as u64)
            && self.zero_whole(alg, object, len as u64)
        {
            return Val::Ptr(to);
        }
        let room = self.room(alg, to);
        let most = alg.range(len).hi.min(room).min(u128::from(self.policy.max_candidates)) as u64;
        for at in 0..most {
            if self.is_given_up(alg) {
                break;
            }
            let when = below(alg, at, len);
            let at = alg.constant(64, u128::from(at));
            self.put(alg, to, at, when, Cell::full(1, Val::Word(byte)));
        }
        self.check_length(alg, len, most);
        Val::Ptr(to)
    }

    /// The most bytes behind any place that a pointer leads to.
    fn room(&self, alg: &mut A, ptr: PtrId) -> u128 {
        let rooms = self.state.alts(ptr).iter().map(|alt| match alt.target {
            crate::Target::Object(object) => {
                let size = alg.range(self.state.objects[object].size).hi;
                size.saturating_sub(alg.range(alt.offset).lo)
            }
            _ => 0,
        });
        rooms.max().unwrap_or(0)
    }

    pub(super) fn compare_blocks(
        &mut self,
        alg: &mut A,
        a: PtrId,
        b: PtrId,
        len: A::Word,
        inst: Value,
    ) -> Val<A::Word> {
        let mut bytes = Vec::new();
        for ptr in [a, b] {
            self.check_block(alg, ptr, len, false, inst);
            let mut block = self.block(alg, ptr, len, inst);
            for (when, cell) in &mut block {
                self.check_written(alg, *cell, *when, inst);
                match cell.val {
                    Val::Word(word) => cell.val = Val::Word(self.looked_at(alg, word, *when)),
                    Val::Uninit | Val::Part(..) => {}
                    Val::Opaque(why) => self.unsupported(why),
                    Val::Ptr(_) | Val::Maybe(_) => self.unsupported(Gap::LibraryPointerBytes),
                }
            }
            bytes.push(block);
        }
        let (mut differ, mut at) = (Vec::new(), 0);
        while let (Some(&(when, x)), Some(&(_, y))) = (bytes[0].get(at), bytes[1].get(at)) {
            at += match (x.val, y.val) {
                (Val::Word(x), Val::Word(y)) => {
                    let same = alg.eq(x, y);
                    differ.push((alg.and_not(when, same), difference(alg, x, y)));
                    1
                }
                (Val::Part(..), _) | (_, Val::Part(..)) => {
                    differ.extend(self.pointers_differ(alg, &bytes[0][at..], &bytes[1][at..]));
                    self.program.target.pointer_bytes as usize
                }
                _ => 1,
            };
        }
        let zero = alg.constant(32, 0);
        let later = |result, (here, distance)| alg.ite(here, distance, result);
        Val::Word(differ.into_iter().rev().fold(zero, later))
    }

    /// When the pointers that two blocks begin with are different ones, and which block is the greater one then: that of two
    /// objects is for the machine to say, and such inputs are left out.
    fn pointers_differ(
        &mut self,
        alg: &mut A,
        a: &[(A::Word, Cell<A::Word>)],
        b: &[(A::Word, Cell<A::Word>)],
    ) -> Option<(A::Word, A::Word)> {
        let len = self.program.target.pointer_bytes as usize;
        let (when, _) = *a.first()?;
        let mut pointer_in = |alg: &mut A, block: &[(A::Word, Cell<A::Word>)]| {
            let block = block.get(..len)?;
            let cells: Vec<_> = block.iter().map(|(_, cell)| *cell).collect();
            let is_whole = block.iter().all(|&(it, _)| it == when);
            self.whole_pointer(alg, &cells).filter(|_| is_whole)
        };
        let (Some(p), Some(q)) = (pointer_in(alg, a), pointer_in(alg, b)) else {
            self.unsupported(Gap::PointerBytes);
            return None;
        };
        let null = self.state.pointer_to(alg, crate::Target::Null, 0);
        let (same, p, q) = (
            self.same_pointer(alg, p, q),
            self.same_pointer(alg, p, null),
            self.same_pointer(alg, q, null),
        );
        let differ = alg.and_not(when, same);
        let some_null = alg.or(p, q);
        let open = alg.and_not(differ, some_null);
        self.beyond(alg, open);
        let (less, more) = (alg.constant(32, u128::from(u32::MAX)), alg.constant(32, 1));
        Some((differ, alg.ite(p, less, more)))
    }

    pub(super) fn find_in_block(
        &mut self,
        alg: &mut A,
        ptr: PtrId,
        byte: A::Word,
        len: A::Word,
        inst: Value,
    ) -> Val<A::Word> {
        let byte = alg.extract(byte, 0, 8);
        let mut hits = Vec::new();
        let mut when = alg.yes();
        for at in 0.. {
            let inside = below(alg, at, len);
            when = alg.and(when, inside);
            let Some(there) = self.look(alg, ptr, at, when, inst) else { break };
            let same = alg.eq(there, byte);
            hits.push(alg.and(when, same));
            when = alg.and_not(when, same);
        }
        let (at, found) = first_of(alg, &hits);
        self.found_at(alg, ptr, at, found)
    }

    // -- strings

    pub(super) fn length(
        &mut self,
        alg: &mut A,
        ptr: PtrId,
        most: Option<A::Word>,
        inst: Value,
    ) -> Val<A::Word> {
        let text = self.string(alg, ptr, most, inst);
        let len = length(alg, &text, most);
        self.as_size(alg, len)
    }

    /// Copies a string; its length.
    pub(super) fn copy_string(
        &mut self,
        alg: &mut A,
        (to, from): (PtrId, PtrId),
        inst: Value,
    ) -> A::Word {
        let text = self.string(alg, from, None, inst);
        let len = length(alg, &text, None);
        let zero = alg.constant(64, 0);
        self.put_string(alg, (to, from), zero, &text, (len, Ending::Terminator), inst);
        len
    }

    /// Adds a string, or at most so many bytes of it, to another.
    pub(super) fn append(
        &mut self,
        alg: &mut A,
        (to, from): (PtrId, PtrId),
        most: Option<A::Word>,
        inst: Value,
    ) -> Val<A::Word> {
        let before = self.string(alg, to, None, inst);
        let end = length(alg, &before, None);
        let text = self.string(alg, from, most, inst);
        let len = length(alg, &text, most);
        let ending = if most.is_some() { Ending::Added } else { Ending::Terminator };
        self.put_string(alg, (to, from), end, &text, (len, ending), inst);
        Val::Ptr(to)
    }

    pub(super) fn compare_strings(
        &mut self,
        alg: &mut A,
        a: PtrId,
        b: PtrId,
        most: Option<A::Word>,
        inst: Value,
    ) -> Val<A::Word> {
        let mut steps = Vec::new();
        let mut when = alg.yes();
        if most.is_some() {
            // Both must be there even if nothing of them is compared.
            let nothing = alg.constant(64, 0);
            self.check_block(alg, a, nothing, false, inst);
            self.check_block(alg, b, nothing, false, inst);
        }
        for at in 0.. {
            if let Some(most) = most {
                let inside = below(alg, at, most);
                when = alg.and(when, inside);
            }
            let Some(x) = self.look(alg, a, at, when, inst) else { break };
            let Some(y) = self.look(alg, b, at, when, inst) else { break };
            let same = alg.eq(x, y);
            let end = alg.eq_const(x, 0);
            let on = alg.and_not(same, end);
            steps.push((when, on, difference(alg, x, y)));
            when = alg.and(when, on);
        }
        let mut result = alg.constant(32, 0);
        for (when, on, distance) in steps.into_iter().rev() {
            let next = alg.ite(on, result, distance);
            let zero = alg.constant(32, 0);
            result = alg.ite(when, next, zero);
        }
        Val::Word(result)
    }

    /// Writes a string with its terminator `at` bytes behind a pointer; it must not overlap its source.
    fn put_string(
        &mut self,
        alg: &mut A,
        (to, from): (PtrId, PtrId),
        at: A::Word,
        text: &[Seen<A::Word>],
        (len, ending): (A::Word, Ending),
        inst: Value,
    ) {
        let one = alg.constant(64, 1);
        let whole = alg.bin(Bin::Add, len, one);
        let always = alg.yes();
        let Val::Ptr(start) = self.found_at(alg, to, at, always) else { return };
        self.check_apart(alg, (start, from), whole, false, inst);
        self.check_block(alg, start, whole, true, inst);
        for (index, seen) in (0u64..).zip(text) {
            let index = alg.constant(64, u128::from(index));
            self.put(alg, start, index, seen.when, Cell::full(1, Val::Word(seen.byte)));
        }
        if ending == Ending::Added {
            let zero = alg.constant(8, 0);
            self.put(alg, start, len, always, Cell::full(1, Val::Word(zero)));
        }
    }

    pub(super) fn copy_padded(
        &mut self,
        alg: &mut A,
        to: PtrId,
        from: PtrId,
        len: A::Word,
        inst: Value,
    ) -> Val<A::Word> {
        let text = self.string(alg, from, Some(len), inst);
        self.check_block(alg, to, len, true, inst);
        let room = self.room(alg, to);
        let most = alg.range(len).hi.min(room).min(u128::from(self.policy.max_candidates)) as u64;
        let zero = alg.constant(8, 0);
        for at in 0..most {
            let byte = match text.get(at as usize) {
                Some(seen) => alg.ite(seen.when, seen.byte, zero),
                None => zero,
            };
            let when = below(alg, at, len);
            let at = alg.constant(64, u128::from(at));
            self.put(alg, to, at, when, Cell::full(1, Val::Word(byte)));
        }
        self.check_length(alg, len, most);
        Val::Ptr(to)
    }

    pub(super) fn find_byte(
        &mut self,
        alg: &mut A,
        ptr: PtrId,
        byte: A::Word,
        which: Which<A>,
        inst: Value,
    ) -> Val<A::Word> {
        let byte = alg.extract(byte, 0, 8);
        let text = self.string(alg, ptr, None, inst);
        let mut hits = Vec::new();
        for seen in &text {
            let same = alg.eq(seen.byte, byte);
            hits.push(alg.and(seen.when, same));
        }
        let (at, found) = which(alg, &hits);
        self.found_at(alg, ptr, at, found)
    }

    /// A string, and where it stops for the first time, given of each byte whether it is in a set and whether it is the end.
    pub(super) fn stop(
        &mut self,
        alg: &mut A,
        (a, set): (PtrId, PtrId),
        stops: fn(&mut A, Word<A>, Word<A>) -> Word<A>,
        inst: Value,
    ) -> (Vec<Seen<A::Word>>, A::Word) {
        let set = self.string(alg, set, None, inst);
        let text = self.string(alg, a, None, inst);
        let mut hits = Vec::new();
        for seen in &text {
            let mut inside = alg.no();
            for member in &set {
                let same = alg.eq(seen.byte, member.byte);
                let end = alg.eq_const(member.byte, 0);
                let hit = alg.and_not(same, end);
                let hit = alg.and(hit, member.when);
                inside = alg.or(inside, hit);
            }
            let end = alg.eq_const(seen.byte, 0);
            let stop = stops(alg, inside, end);
            hits.push(alg.and(seen.when, stop));
        }
        let (at, _) = first_of(alg, &hits);
        (text, at)
    }

    /// The first byte of a string that is in a set.
    pub(super) fn find_any(
        &mut self,
        alg: &mut A,
        (a, set): (PtrId, PtrId),
        inst: Value,
    ) -> Val<A::Word> {
        let (text, at) = self.stop(alg, (a, set), A::or, inst);
        let len = length(alg, &text, None);
        let found = alg.bin(Bin::Ult, at, len);
        self.found_at(alg, a, at, found)
    }

    pub(super) fn find_string(
        &mut self,
        alg: &mut A,
        a: PtrId,
        needle: PtrId,
        inst: Value,
    ) -> Val<A::Word> {
        let needle = self.string(alg, needle, None, inst);
        let text = self.string(alg, a, None, inst);
        let mut hits = Vec::new();
        for at in 0..text.len() {
            let mut matches = text[at].when;
            for (index, seen) in needle.iter().enumerate() {
                let end = alg.eq_const(seen.byte, 0);
                let over = alg.implies(seen.when, end);
                let same = match text.get(at + index) {
                    Some(there) => {
                        let same = alg.eq(there.byte, seen.byte);
                        alg.and(same, there.when)
                    }
                    None => alg.no(),
                };
                let fine = alg.or(over, same);
                matches = alg.and(matches, fine);
            }
            hits.push(matches);
        }
        let (at, found) = first_of(alg, &hits);
        self.found_at(alg, a, at, found)
    }
}

/// Which of several hits counts.
type Which<A> = fn(&mut A, &[Word<A>]) -> (Word<A>, Word<A>);
type Word<A> = <A as Algebra>::Word;

/// How a string that is written comes to its terminator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// It is the last byte seen.
    Terminator,
    /// The scan may have been cut short, so that it is added.
    Added,
}

/// How many bytes a string has before its terminator, or before the scan had seen `most` of them.
pub(super) fn length<A: Algebra>(
    alg: &mut A,
    text: &[Seen<A::Word>],
    most: Option<A::Word>,
) -> A::Word {
    let mut len = alg.constant(64, text.len() as u128);
    for (index, seen) in text.iter().enumerate().rev() {
        let here = alg.constant(64, index as u128);
        let end = alg.eq_const(seen.byte, 0);
        len = alg.ite(end, here, len);
        if let Some(most) = most {
            let inside = below(alg, index as u64, most);
            len = alg.ite(inside, len, here);
        }
    }
    len
}

/// The number of the first condition that holds, and whether one does.
pub(super) fn first_of<A: Algebra>(alg: &mut A, hits: &[A::Word]) -> (A::Word, A::Word) {
    let (mut at, mut found) = (alg.constant(64, 0), alg.no());
    for (index, &hit) in hits.iter().enumerate().rev() {
        let here = alg.constant(64, index as u128);
        at = alg.ite(hit, here, at);
        found = alg.or(found, hit);
    }
    (at, found)
}

/// The number of the last condition that holds, and whether one does.
pub(super) fn last_of<A: Algebra>(alg: &mut A, hits: &[A::Word]) -> (A::Word, A::Word) {
    let (mut at, mut found) = (alg.constant(64, 0), alg.no());
    for (index, &hit) in hits.iter().enumerate() {
        let here = alg.constant(64, index as u128);
        at = alg.ite(hit, here, at);
        found = alg.or(found, hit);
    }
    (at, found)
}

/// The difference of two bytes as an `int`, which is what comparisons of the GNU C library give.
fn difference<A: Algebra>(alg: &mut A, x: A::Word, y: A::Word) -> A::Word {
    let (x, y) = (alg.zext(x, 32), alg.zext(y, 32));
    alg.bin(Bin::Sub, x, y)
}
