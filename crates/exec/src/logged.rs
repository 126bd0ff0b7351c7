//! Arrays of any length: what was read and written, in order, in place of cells.
//!
//! A read is the last write to its place, or else what stood there at first, and two reads of what stood at one place agree (the
//! axioms of arrays of `McCarthy`, with Ackermann's congruence for the first contents). No cell is enumerated, so nothing rests on
//! a bound of the length. There is no way back from here to an input: this serves walks that only exclude. Blocks of bytes, other
//! types and misaligned places are not modelled; who asks for this sees to it that there are none, or learns of it as
//! unsupported.

use crate::limits::MOST_LOGGED;
use crate::memory::{Cell, Logged, ObjId, Rest};
use crate::value::word_width;
use crate::{Algebra, Alt, Bin, Memory, Val};
use ir::{Shape, Type};
use world::Gap;

impl<A: Algebra> Memory<'_, A> {
    /// Is an object an array of numbers that is known by its log?
    pub(crate) fn is_logged(&self, object: ObjId) -> bool {
        let data = &self.state.objects[object];
        let is_number =
            |shape| matches!(self.program.shapes[shape], Shape::Int { .. } | Shape::Float { .. });
        self.policy.logged
            && data.elastic
            && matches!(data.rest, Rest::Input(shape) if is_number(shape))
    }

    pub(crate) fn read_logged(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        ty: Type,
    ) -> Cell<A::Word> {
        let len = self.program.bytes(ty);
        if let Some(why) = self.why_not(alg, object, alt, ty) {
            return Cell::full(len, Val::Opaque(why));
        }
        let mut word = self.at_first(alg, object, alt.offset, ty);
        for entry in self.state.log.clone() {
            let Some(written) = entry.written.filter(|_| entry.object == object) else { continue };
            let same = alg.eq(entry.offset, alt.offset);
            let here = alg.and(written, same);
            word = alg.ite(here, entry.word, word);
        }
        Cell::full(len, Val::Word(word))
    }

    pub(crate) fn write_logged(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        ty: Type,
        cell: Cell<A::Word>,
    ) {
        let why_not = self.why_not(alg, object, alt, ty);
        match (cell.val, why_not) {
            (_, Some(why)) => self.unsupported(why),
            (Val::Word(word), None) => {
                let (offset, written) = (alt.offset, Some(alt.guard));
                self.state.log.push(Logged { object, offset, word, written });
            }
            _ => self.unsupported(Gap::NoElement),
        }
    }

    fn why_not(&self, alg: &A, object: ObjId, alt: &Alt<A::Word>, ty: Type) -> Option<Gap> {
        let Rest::Input(shape) = self.state.objects[object].rest else {
            return Some(Gap::NoElement);
        };
        let size = self.program.shape_bytes(shape);
        let is_element = self.program.shapes[shape].scalar() == Some(ty)
            && size.is_power_of_two()
            && alg.range_always(alt.offset).zeros >= size.trailing_zeros();
        match (is_element, self.state.log.len() < MOST_LOGGED) {
            (false, _) => Some(Gap::NoElement),
            (true, false) => Some(Gap::ManyLogged),
            (true, true) => None,
        }
    }

    /// What stood at a place at first.
    fn at_first(&mut self, alg: &mut A, object: ObjId, offset: A::Word, ty: Type) -> A::Word {
        let is_read = |it: &&Logged<A::Word>| it.object == object && it.written.is_none();
        let reads: Vec<_> = self.state.log.iter().filter(is_read).copied().collect();
        if let Some(known) = reads.iter().find(|it| it.offset == offset) {
            return known.word;
        }
        let width = word_width(ty).expect("an element should be a number");
        let word = alg.fresh("what stood there at first", width);
        if self.holds_truth_values(object) {
            let one = alg.constant(width, 1);
            let valid = alg.bin(Bin::Ule, word, one);
            self.assume(valid);
        }
        for read in reads {
            let same_place = alg.eq(read.offset, offset);
            let same_word = alg.eq(read.word, word);
            let agree = alg.implies(same_place, same_word);
            self.assume(agree);
        }
        self.state.log.push(Logged { object, offset, word, written: None });
        word
    }

    fn holds_truth_values(&self, object: ObjId) -> bool {
        let Rest::Input(shape) = self.state.objects[object].rest else { return false };
        matches!(self.program.shapes[shape], Shape::Int { boolean: true, .. })
    }
}
