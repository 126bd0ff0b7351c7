//! Reading memory: a load is an ite over the cells that its pointer may lead to.
//!
//! What stands at a place is put together from the cells there, in the type that is asked for. Whether the access is allowed is
//! checked by `place`; nothing is written here.

use crate::candidates::Candidates;
use crate::memory::{Cell, ObjId, Rest, join_bytes};
use crate::value::word_width;
use crate::{Algebra, Alt, Memory, PtrId, Target, Val};
use ir::{TrapKind, Type, Value};
use world::Gap;

impl<A: Algebra> Memory<'_, A> {
    pub(crate) fn load(
        &mut self,
        alg: &mut A,
        addr: Val<A::Word>,
        ty: Type,
        inst: Value,
    ) -> Val<A::Word> {
        let Val::Ptr(ptr) = addr else { return self.no_pointer(addr) };
        let mut cell = self.read(alg, ptr, ty, inst);
        if let (Val::Word(word), Type::Int(_)) = (cell.val, ty) {
            let always = alg.yes();
            cell.val = Val::Word(self.looked_at(alg, word, always));
        }
        self.initialised(alg, cell, inst)
    }

    /// The value of a cell that must be initialised.
    fn initialised(&mut self, alg: &mut A, cell: Cell<A::Word>, inst: Value) -> Val<A::Word> {
        match (cell.val, cell.init) {
            (Val::Uninit, _) => {
                let always = alg.yes();
                self.check(alg, TrapKind::Uninitialised, always, inst);
            }
            (val, Some(init)) => {
                let missing = alg.not(init);
                self.check(alg, TrapKind::Uninitialised, missing, inst);
                if let Val::Opaque(why) = val {
                    self.unsupported(why);
                }
            }
            (Val::Opaque(why), None) => self.unsupported(why),
            (Val::Word(_) | Val::Ptr(_) | Val::Part(..) | Val::Maybe(_), None) => {}
        }
        cell.val
    }

    /// What a pointer leads to, the checks of the access included.
    pub(crate) fn read(&mut self, alg: &mut A, ptr: PtrId, ty: Type, inst: Value) -> Cell<A::Word> {
        let len = self.program.bytes(ty);
        let alts = self.possible_alts(alg, ptr);
        let mut result: Option<Cell<A::Word>> = None;
        for alt in &alts {
            let Some(object) = self.check_access(alg, alt, len, inst) else { continue };
            let cell = self.read_object(alg, object, alt, ty);
            result = Some(match result {
                None => cell,
                Some(other) => self.choose_cell(alg, alt.guard, cell, other),
            });
        }
        // Without any object the checks above have trapped.
        result.unwrap_or_else(|| Cell::full(len, Val::Opaque(Gap::LeadsNowhere)))
    }

    /// The scalar at an offset of an object, wherever it may lie.
    pub(crate) fn read_object(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        ty: Type,
    ) -> Cell<A::Word> {
        if self.is_logged(object) || self.state.has_log(object) {
            return self.read_logged(alg, object, alt, ty);
        }
        let len = self.program.bytes(ty);
        if let Some(candidates) = self.candidates(alg, object, alt, len) {
            return self.read_candidates(alg, object, &candidates, ty);
        }
        let cell = self.read_logged(alg, object, alt, ty);
        match (cell.val, word_width(ty)) {
            (Val::Opaque(_), Some(width)) if self.approximate => {
                Cell::full(len, Val::Word(alg.fresh("one of many cells", width)))
            }
            _ => cell,
        }
    }

    /// One of a few cells.
    pub(crate) fn read_candidates(
        &mut self,
        alg: &mut A,
        object: ObjId,
        candidates: &Candidates<A::Word>,
        ty: Type,
    ) -> Cell<A::Word> {
        let cells: Vec<_> = (0..candidates.count)
            .map(|number| {
                self.cell_at(alg, object, candidates.first + number * candidates.step, ty)
            })
            .collect();
        self.element(alg, candidates.number, &cells)
    }

    fn element(&mut self, alg: &mut A, number: A::Word, cells: &[Cell<A::Word>]) -> Cell<A::Word> {
        let [first, ..] = cells else { return Cell::full(1, Val::Opaque(Gap::NoCell)) };
        let words: Option<Vec<_>> = cells
            .iter()
            .map(|cell| match (cell.val, cell.init) {
                (Val::Word(word), None) => Some(word),
                _ => None,
            })
            .collect();
        match words {
            _ if cells.len() == 1 => *first,
            Some(words) => Cell { val: Val::Word(alg.element(number, &words)), ..*first },
            None => {
                let mut result = cells[cells.len() - 1];
                for (index, &cell) in cells.iter().enumerate().rev().skip(1) {
                    let here = alg.eq_const(number, index as u128);
                    result = self.choose_cell(alg, here, cell, result);
                }
                result
            }
        }
    }

    /// The scalar at a known offset, put together from what stands there.
    pub(crate) fn cell_at(
        &mut self,
        alg: &mut A,
        object: ObjId,
        offset: u64,
        ty: Type,
    ) -> Cell<A::Word> {
        if self.state.objects[object].rest == Rest::Variadic {
            return self.variadic_input(alg, object, offset, ty);
        }
        let len = self.program.bytes(ty);
        if let Some(cell) = self.state.objects[object].exact(offset, len) {
            return self.as_type(alg, cell, ty);
        }
        self.materialise_as(alg, object, (offset, len), Some(ty));
        if let Some(cell) = self.state.objects[object].exact(offset, len) {
            return self.as_type(alg, cell, ty);
        }
        if self.state.objects[object].overlapping(offset, len).is_empty()
            && self.state.objects[object].rest == Rest::Zero
        {
            return Cell::full(len, self.zero_of(alg, ty));
        }
        let order = self.program.target.order;
        let bytes: Vec<_> =
            (0..len).map(|index| self.state.byte_at(alg, object, offset + index, order)).collect();
        self.joined(alg, &bytes, ty)
    }

    /// Bytes put together to a scalar.
    pub(crate) fn joined(
        &mut self,
        alg: &mut A,
        bytes: &[Cell<A::Word>],
        ty: Type,
    ) -> Cell<A::Word> {
        if let Some(ptr) = self.whole_pointer(alg, bytes) {
            return self.as_type(alg, Cell::full(bytes.len() as u64, Val::Ptr(ptr)), ty);
        }
        let cell = join_bytes(alg, bytes, word_width(ty).unwrap_or(64), self.program.target.order);
        self.as_type(alg, cell, ty)
    }

    /// The pointer that all these bytes are of, in order; zeros are those of null.
    pub(crate) fn whole_pointer(&mut self, alg: &mut A, bytes: &[Cell<A::Word>]) -> Option<PtrId> {
        let parts = bytes.iter().zip(0u8..).map(|(byte, number)| match (byte.val, byte.init) {
            (Val::Part(ptr, it), None) if it == number => Some(Some(ptr)),
            (Val::Word(word), None) if alg.as_const(word) == Some(0) => Some(None),
            _ => None,
        });
        let parts: Option<Vec<Option<PtrId>>> = parts.collect();
        let parts = parts.filter(|it| it.len() as u32 == self.program.target.pointer_bytes)?;
        let (first, same) = (parts[0], |a, b| self.state.alts(a) == self.state.alts(b));
        let alike = parts.iter().all(|&part| match (part, first) {
            (Some(a), Some(b)) => a == b || same(a, b),
            (a, b) => a == b,
        });
        let null = || self.state.pointer_to(alg, Target::Null, 0);
        alike.then(|| first.unwrap_or_else(null))
    }

    pub(crate) fn zero_of(&mut self, alg: &mut A, ty: Type) -> Val<A::Word> {
        match word_width(ty) {
            Some(width) => Val::Word(alg.constant(width, 0)),
            None => Val::Ptr(self.state.pointer_to(alg, Target::Null, 0)),
        }
    }

    /// A cell read as another type of the same size: words of zero are null pointers, other mixtures are not modelled.
    pub(crate) fn as_type(&mut self, alg: &mut A, cell: Cell<A::Word>, ty: Type) -> Cell<A::Word> {
        let val = match (cell.val, ty) {
            (Val::Word(word), Type::Ptr) if alg.as_const(word) == Some(0) => self.zero_of(alg, ty),
            (Val::Word(_), Type::Ptr) => Val::Opaque(Gap::IntegerReadAsPointer),
            (Val::Ptr(_), Type::Int(_) | Type::F32 | Type::F64 | Type::F80) => {
                Val::Opaque(Gap::PointerReadAsInteger)
            }
            (Val::Word(word), Type::F80) if alg.width(word) > 80 => {
                Val::Word(alg.extract(word, 0, 80))
            }
            (val, _) => val,
        };
        Cell { val, ..cell }
    }

    /// `a` where the guard holds, else `b`.
    pub(crate) fn choose_cell(
        &mut self,
        alg: &mut A,
        guard: A::Word,
        a: Cell<A::Word>,
        b: Cell<A::Word>,
    ) -> Cell<A::Word> {
        let init = |alg: &mut A, cell: Cell<A::Word>| match cell {
            Cell { val: Val::Uninit, .. } => alg.no(),
            Cell { init: Some(init), .. } => init,
            _ => alg.yes(),
        };
        let (a_init, b_init) = (init(alg, a), init(alg, b));
        let init = alg.ite(guard, a_init, b_init);
        let val = match (a.val, b.val) {
            (Val::Uninit, val) | (val, Val::Uninit) => val,
            (a, b) => self.choose(alg, guard, a, b),
        };
        Cell { len: a.len, val, init: (!alg.is_yes(init)).then_some(init) }
    }

    pub(crate) fn choose(
        &mut self,
        alg: &mut A,
        guard: A::Word,
        a: Val<A::Word>,
        b: Val<A::Word>,
    ) -> Val<A::Word> {
        match (a, b) {
            (a, b) if a == b => a,
            (Val::Word(a), Val::Word(b)) if alg.width(a) == alg.width(b) => {
                Val::Word(alg.ite(guard, a, b))
            }
            (Val::Ptr(a), Val::Ptr(b)) => Val::Ptr(self.choose_pointer(alg, guard, a, b)),
            (Val::Opaque(why), _) | (_, Val::Opaque(why)) => Val::Opaque(why),
            (Val::Part(_, number), _) | (_, Val::Part(_, number)) => {
                match [a, b].map(|it| self.pointer_of_byte(alg, it, number)) {
                    [Some(a), Some(b)] => Val::Part(self.choose_pointer(alg, guard, a, b), number),
                    _ => Val::Opaque(Gap::PointerBytes),
                }
            }
            _ => Val::Opaque(Gap::MixedData),
        }
    }

    /// The pointer that a byte with this number is of; a zero is one of null.
    fn pointer_of_byte(&mut self, alg: &mut A, val: Val<A::Word>, number: u8) -> Option<PtrId> {
        match val {
            Val::Part(ptr, it) if it == number => Some(ptr),
            Val::Word(word) if alg.as_const(word) == Some(0) => {
                Some(self.state.pointer_to(alg, Target::Null, 0))
            }
            _ => None,
        }
    }

    fn choose_pointer(&mut self, alg: &mut A, guard: A::Word, a: PtrId, b: PtrId) -> PtrId {
        let otherwise = alg.not(guard);
        let mut alts: Vec<Alt<A::Word>> = Vec::new();
        for (side, ptr) in [(guard, a), (otherwise, b)] {
            for mut alt in self.state.alts(ptr).to_vec() {
                alt.guard = alg.and(side, alt.guard);
                if alg.is_no(alt.guard) {
                    continue;
                }
                match alts
                    .iter_mut()
                    .find(|other| other.target == alt.target && other.offset == alt.offset)
                {
                    Some(other) => other.guard = alg.or(other.guard, alt.guard),
                    None => alts.push(alt),
                }
            }
        }
        self.state.pointer(&alts)
    }
}

/// Bits of a loaded unit, extended.
pub(crate) fn bits_of<A: Algebra>(
    alg: &mut A,
    unit: Val<A::Word>,
    ty: Type,
    (shift, width): (u8, u8),
    signed: bool,
) -> Val<A::Word> {
    let Val::Word(word) = unit else { return unit };
    let full = word_width(ty).expect("a bit-field unit should be an integer");
    let part = alg.extract(word, u32::from(shift), u32::from(width));
    Val::Word(if signed { alg.sext_to(part, full) } else { alg.zext_to(part, full) })
}
