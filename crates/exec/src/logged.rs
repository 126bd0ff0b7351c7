//! Objects with more places than can be listed: what was written at places that depend on inputs, in order, above their cells.
//!
//! A read is the last write to its place, or else what stood there at first, and two reads of what stood at one place agree (the
//! axioms of arrays of `McCarthy`, with Ackermann's congruence for the first contents). No place is enumerated, so nothing rests
//! on how many there are. Once an object has a log, every write to it is logged; its cells are what it held before.
//!
//! Where a policy asks for it, arrays whose length is ours to choose have no cells at all: then nothing rests on a bound of the
//! length either, but there is no way back to an input. That serves walks that only exclude.

use crate::algebra::Linear;
use crate::leaf::LeafValue;
use crate::limits::{MOST_CHANGED, MOST_COMPARED, MOST_LOGGED};
use crate::memory::{Cell, First, Logged, ObjId, Rest, byte_of};
use crate::value::word_width;
use crate::{Algebra, Alt, Bin, Memory, Val};
use ir::{Global, Shape, ShapeId, Type};
use world::{Gap, Words, leaf_along};

impl<A: Algebra> Memory<'_, A> {
    /// Is an object an array of numbers that has no cells?
    pub(crate) fn is_logged(&self, object: ObjId) -> bool {
        let data = &self.state.objects[object];
        let is_number =
            |shape| matches!(self.program.shapes[shape], Shape::Int { .. } | Shape::Float { .. });
        self.policy.logged
            && data.elastic
            && matches!(data.rest, Rest::Input(shape) if is_number(shape))
    }

    /// The scalar at a place: the last write there, or what stood there before the first.
    pub(crate) fn read_logged(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        ty: Type,
    ) -> Cell<A::Word> {
        let len = self.program.bytes(ty);
        if self.state.log.len() + self.state.firsts.len() > MOST_LOGGED {
            return Cell::full(len, Val::Opaque(Gap::ManyLogged));
        }
        if !self.is_regular(alg, object, alt, len) {
            return self.read_bytes(alg, object, alt, ty);
        }
        // From the last write back to one that is certainly the one: what is older does not matter.
        let (mut choices, mut certain) = (Vec::new(), None);
        for at in (0..self.state.log.len()).rev() {
            let entry = self.state.log[at];
            if entry.object != object {
                continue;
            }
            let Some((here, cell)) = self.part_of(alg, entry.cell, entry.offset, alt.offset, len)
            else {
                continue;
            };
            let (here, cell) = (alg.and(entry.when, here), self.as_type(alg, cell, ty));
            if alg.is_yes(here) {
                certain = Some(cell);
                break;
            }
            choices.push((here, cell));
        }
        let mut found = match certain {
            Some(cell) => cell,
            None => self.read_unlogged(alg, object, alt, ty),
        };
        for (here, cell) in choices.into_iter().rev() {
            found = self.choose_cell(alg, here, cell, found);
        }
        found
    }

    pub(crate) fn write_logged(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        cell: Cell<A::Word>,
    ) {
        if self.state.log.len() >= MOST_LOGGED {
            return self.unsupported(Gap::ManyLogged);
        }
        if !alg.is_no(alt.guard) {
            self.state.log.push(Logged { object, offset: alt.offset, cell, when: alt.guard });
        }
    }

    /// A known place of an object.
    pub(crate) fn place_at(&mut self, alg: &mut A, object: ObjId, at: u64) -> Alt<A::Word> {
        let (guard, offset) = (alg.yes(), alg.constant(64, u128::from(at)));
        Alt { guard, target: crate::Target::Object(object), offset, moved: None }
    }

    /// Do all writes cover a scalar at a place whole, or not at all?
    fn is_regular(&mut self, alg: &mut A, object: ObjId, alt: &Alt<A::Word>, len: u64) -> bool {
        if len == 1 {
            return true;
        }
        let Some(rest) = residue(alg, alt.offset, len) else { return false };
        let fits = |alg: &mut A, offset, cell: Cell<A::Word>| {
            u64::from(cell.len) == len && residue(alg, offset, len) == Some(rest)
        };
        let log: Vec<_> = self.state.log.iter().filter(|it| it.object == object).copied().collect();
        if !log.into_iter().all(|entry| fits(alg, entry.offset, entry.cell)) {
            return false;
        }
        let is_known = alg.as_const(alt.offset).is_some();
        let mut cells = self.changed_cells(alg, object);
        is_known || cells.all(|(at, cell)| u64::from(cell.len) == len && at % len == rest)
    }

    /// A number put together from its bytes, each looked for on its own.
    fn read_bytes(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        ty: Type,
    ) -> Cell<A::Word> {
        let bytes: Vec<_> = (0..self.program.bytes(ty))
            .map(|index| {
                let index = alg.constant(64, u128::from(index));
                let offset = alg.bin(Bin::Add, alt.offset, index);
                self.read_logged(alg, object, &Alt { offset, ..*alt }, Type::Int(8))
            })
            .collect();
        self.joined(alg, &bytes, ty)
    }

    /// When a cell that stands at one offset covers `len` bytes at another, and those bytes of it.
    fn part_of(
        &mut self,
        alg: &mut A,
        cell: Cell<A::Word>,
        from: A::Word,
        at: A::Word,
        len: u64,
    ) -> Option<(A::Word, Cell<A::Word>)> {
        if u64::from(cell.len) == len {
            let same = alg.eq(from, at);
            return (!alg.is_no(same)).then_some((same, cell));
        }
        let distance = alg.bin(Bin::Sub, at, from);
        let room = alg.constant(64, u128::from(cell.len));
        let inside = alg.bin(Bin::Ult, distance, room);
        if alg.is_no(inside) {
            return None;
        }
        let mut byte = byte_of(alg, cell, 0, self.program.target.order);
        for index in 1..u64::from(cell.len) {
            let here = alg.eq_const(distance, u128::from(index));
            let other = byte_of(alg, cell, index, self.program.target.order);
            byte = self.choose_cell(alg, here, other, byte);
        }
        Some((inside, byte))
    }

    // -- below the log

    /// What cells hold at a place, listed where they are few.
    fn read_unlogged(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        ty: Type,
    ) -> Cell<A::Word> {
        // Where writes are logged, a word of input at any place is told apart as writes are.
        let few = self.state.has_log(object) && self.holds_only(object, ty);
        let most = self.policy.max_candidates.min(if few { MOST_CHANGED } else { u64::MAX });
        if !self.is_logged(object)
            && let Some(candidates) =
                self.candidates_within(alg, object, alt, self.program.bytes(ty), most)
        {
            return self.read_candidates(alg, object, &candidates, ty);
        }
        let len = self.program.bytes(ty);
        let cells: Vec<_> = self.changed_cells(alg, object).take(MOST_COMPARED + 1).collect();
        if cells.len() > MOST_COMPARED {
            return Cell::full(len, Val::Opaque(Gap::ManyValues));
        }
        let mut found = self.read_rest(alg, object, alt, ty);
        for (at, cell) in cells {
            let from = alg.constant(64, u128::from(at));
            let Some((here, cell)) = self.part_of(alg, cell, from, alt.offset, len) else {
                continue;
            };
            let cell = self.as_type(alg, cell, ty);
            found = self.choose_cell(alg, here, cell, found);
        }
        found
    }

    /// Is an object of the input an array of scalars of one type and nothing else?
    fn holds_only(&self, object: ObjId, ty: Type) -> bool {
        let Rest::Input(mut shape) = self.state.objects[object].rest else { return false };
        while let Shape::Array { elem, .. } = self.program.shapes[shape] {
            shape = elem;
        }
        ty != Type::Ptr && self.program.shapes[shape].scalar() == Some(ty)
    }

    /// The cells of an object that do not hold what its list of first words says anyway.
    fn changed_cells(&self, alg: &A, object: ObjId) -> impl Iterator<Item = (u64, Cell<A::Word>)> {
        let (data, program) = (&self.state.objects[object], self.program);
        let image = match data.rest {
            Rest::Image(global) => Some(&program.globals[global]),
            _ => None,
        };
        let is_first = move |at: u64, cell: Cell<A::Word>| {
            let (Some(image), Val::Word(word), None) = (image, cell.val, cell.init) else {
                return false;
            };
            let len = u64::from(cell.len);
            let mut first = world::initial_scalars(image, at, len);
            let same = |(from, bytes): (u64, &[u8])| {
                from == at
                    && bytes.len() as u64 == len
                    && alg.as_const(word) == Some(program.number(bytes))
            };
            first.next().is_some_and(same)
        };
        let cells = data.cells.iter().map(|(&at, &cell)| (at, cell));
        cells.filter(move |&(at, cell)| !is_first(at, cell))
    }

    /// A word of a global as it is at first, looked up in a list of all that may be meant.
    fn first_word(
        &mut self,
        alg: &mut A,
        global: Global,
        alt: &Alt<A::Word>,
        ty: Type,
    ) -> Cell<A::Word> {
        let len = self.program.bytes(ty);
        let unknown = Cell::full(len, Val::Opaque(Gap::ManyValues));
        if word_width(ty).map(u64::from) != Some(len * 8) {
            return unknown;
        }
        let linear = alg.linear(alt.offset).filter(|it| {
            alg.range_always(it.index)
                .hi
                .checked_mul(it.factor.into())
                .is_some_and(|it| it >> 63 == 0)
        });
        let (number, first, step) = if let Some(Linear { index, factor, addend }) = linear {
            (index, addend, factor)
        } else {
            let zeros = alg.range_always(alt.offset).zeros.min(4);
            let shift = alg.constant(64, zeros.into());
            (alg.bin(Bin::Lshr, alt.offset, shift), 0, 1 << zeros)
        };
        let Some(words) = self.world.first_words(global, Words { len, first, step }) else {
            return unknown;
        };
        Cell::full(len, Val::Word(alg.table(number, &words)))
    }

    /// What stands at a place that no cell covers.
    fn read_rest(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        ty: Type,
    ) -> Cell<A::Word> {
        let len = self.program.bytes(ty);
        match self.state.objects[object].rest {
            Rest::Uninit => Cell::full(len, Val::Uninit),
            Rest::Zero => Cell::full(len, self.zero_of(alg, ty)),
            Rest::Image(global) => self.first_word(alg, global, alt, ty),
            Rest::Input(shape) => {
                let word = self.at_first(alg, object, shape, alt, ty);
                Cell::full(len, word.map_or_else(Val::Opaque, Val::Word))
            }
            Rest::Moved(from) => self.read_moved(alg, from, alt, ty),
            Rest::Variadic => Cell::full(len, Val::Opaque(Gap::ManyValues)),
        }
    }

    /// What stood there in the block before, as far as that reached.
    fn read_moved(
        &mut self,
        alg: &mut A,
        from: ObjId,
        alt: &Alt<A::Word>,
        ty: Type,
    ) -> Cell<A::Word> {
        let cell = self.read_object(alg, from, alt, ty);
        let len = alg.constant(64, u128::from(cell.len));
        let size = self.state.objects[from].size;
        let missing = crate::candidates::outside(alg, alt.offset, len, size);
        let there = alg.not(missing);
        let nothing = Cell::full(u64::from(cell.len), Val::Uninit);
        self.choose_cell(alg, there, cell, nothing)
    }

    /// The word that stood at a place at first, or why none can be given.
    fn at_first(
        &mut self,
        alg: &mut A,
        object: ObjId,
        shape: ShapeId,
        alt: &Alt<A::Word>,
        ty: Type,
    ) -> Result<A::Word, Gap> {
        let firsts = self.state.firsts.iter().filter(|it| it.object == object);
        let firsts: Vec<_> = firsts.copied().collect();
        let same = |it: &&First<A::Word>| (it.offset, it.ty) == (alt.offset, ty);
        if let Some(known) = firsts.iter().find(same) {
            return Ok(known.word);
        }
        let leaf = self.leaf_shape(alg, object, shape, alt, ty)?;
        let word = if self.is_logged(object) {
            let width = word_width(ty).ok_or(Gap::NoElement)?;
            alg.fresh("what stood there at first", width)
        } else {
            self.somewhere(alg, object, alt.offset, ty, leaf)
        };
        if self.is_logged(object)
            && matches!(self.program.shapes[leaf], Shape::Int { boolean: true, .. })
        {
            let one = alg.constant(alg.width(word), 1);
            let valid = alg.bin(Bin::Ule, word, one);
            self.assume(valid);
        }
        for first in firsts.into_iter().filter(|first| first.ty == ty) {
            self.agree(alg, (first.offset, first.word), (alt.offset, word));
        }
        self.state.firsts.push(First { object, offset: alt.offset, word, ty });
        Ok(word)
    }

    /// A word of input at a place that depends on other inputs.
    fn somewhere(
        &mut self,
        alg: &mut A,
        object: ObjId,
        offset: A::Word,
        ty: Type,
        shape: ShapeId,
    ) -> A::Word {
        let number = self.state.firsts.len() + 1;
        let name = format!("element {number} of {}", self.state.objects[object].name);
        let known: Vec<_> = self.leaves.iter().filter(|leaf| leaf.ty == ty).cloned().collect();
        let word = self.leaf(alg, name, ty, LeafValue::Somewhere(object), Some(shape));
        if let Some(leaf) = self.leaves.last_mut() {
            leaf.at = Some(offset);
        }
        for leaf in known {
            let LeafValue::Cell(of, at) = leaf.value else { continue };
            if of == object {
                let at = alg.constant(64, u128::from(at));
                self.agree(alg, (at, leaf.word), (offset, word));
            }
        }
        word
    }

    /// The shape of the scalars that an access may touch, which must all be of its type. Of a structure with one large array
    /// that is the one that is meant: what lies around it is said to be left out.
    fn leaf_shape(
        &mut self,
        alg: &mut A,
        object: ObjId,
        shape: ShapeId,
        alt: &Alt<A::Word>,
        ty: Type,
    ) -> Result<ShapeId, Gap> {
        let (step, rest) = stride(alg, alt.offset);
        let (known, len) = (alg.range_always(alt.offset), u128::from(self.program.bytes(ty)));
        let size = alg.range_always(self.state.objects[object].size).hi.min(1 << 62);
        let last = known.hi.min(size.saturating_sub(len)) as u64;
        let lowest = known.lo.min(1 << 62) as u64;
        let first = lowest + (rest + step - lowest % step) % step;
        let Some(leaf) = leaf_along(self.program, shape, first..=last.max(first), step) else {
            return Err(Gap::ManyValues);
        };
        if leaf.ty != ty {
            return Err(Gap::ManyValues);
        }
        if let Some(within) = leaf.within {
            let [from, to] = [*within.start(), *within.end()].map(|it| alg.constant(64, it.into()));
            let (before, after) =
                (alg.bin(Bin::Ult, alt.offset, from), alg.bin(Bin::Ult, to, alt.offset));
            let left_out = alg.or(before, after);
            self.say_unless_outside(alg, object, alt, len as u64, left_out);
        }
        Ok(leaf.shape)
    }
}

/// What is left of an offset when it is divided by a length, if that is the same for all inputs.
fn residue<A: Algebra>(alg: &mut A, offset: A::Word, len: u64) -> Option<u64> {
    if let Some(offset) = alg.as_const(offset) {
        return Some((offset % u128::from(len)) as u64);
    }
    let (step, rest) = stride(alg, offset);
    step.is_multiple_of(len).then_some(rest % len)
}

/// A step that all values of an offset keep, and where they begin.
fn stride<A: Algebra>(alg: &mut A, offset: A::Word) -> (u64, u64) {
    match alg.linear(offset) {
        Some(linear) if !linear.is_aligned() => (linear.factor, linear.addend),
        _ => (1 << alg.range_always(offset).zeros.min(4), 0),
    }
}
