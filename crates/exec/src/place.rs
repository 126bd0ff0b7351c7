//! Access through pointers: guarded sets of places, offsets that depend on inputs.
//!
//! No fork: an access with an unknown offset reads an element among the cells it may touch, or updates each of them under a guard.

use crate::candidates::outside;
use crate::memory::{Cell, Life, ObjId, Rest, byte_of, join_bytes};
use crate::value::word_width;
use crate::{Algebra, Alt, Bin, Machine, PtrId, Target, Val};
use ir::{BinOp, TrapKind, Type, Value};

impl<A: Algebra> Machine<'_, A> {
    // -- pointer arithmetic

    pub(crate) fn pointer_add(
        &mut self,
        alg: &mut A,
        (base, index, size): (Value, Value, u64),
        accessed: bool,
        inst: Value,
    ) -> Val<A::Word> {
        let outside = if accessed { TrapKind::OutOfBounds } else { TrapKind::PointerArithmetic };
        let index = self.word(alg, index, Type::I64);
        let size = alg.constant(64, size as u128);
        let step = alg.bin(Bin::Mul, index, size);
        let too_far = alg.bin(Bin::MulOverflow, index, size);
        let Val::Ptr(ptr) = self.value(base) else { return self.no_pointer(base) };
        let mut alts = self.state.alts(ptr).to_vec();
        for alt in &mut alts {
            self.check_arithmetic(alg, alt, (step, too_far), outside, inst);
            alt.offset = alg.bin(Bin::Add, alt.offset, step);
        }
        Val::Ptr(self.state.pointer(&alts))
    }

    /// Arithmetic must stay inside the object or one past it; a nonzero step from null is none. A step that is `too_far` for
    /// the width of an address has wrapped round and only looks near.
    fn check_arithmetic(
        &mut self,
        alg: &mut A,
        alt: &Alt<A::Word>,
        (step, too_far): (A::Word, A::Word),
        kind: TrapKind,
        inst: Value,
    ) {
        match alt.target {
            Target::Null => {
                let zero = alg.eq_const(step, 0);
                let moved = alg.not(zero);
                let moved = alg.or(moved, too_far);
                let when = alg.and(alt.guard, moved);
                self.check(alg, TrapKind::NullPointer, when, inst);
            }
            Target::Object(object) => {
                // What is no more has no bounds.
                let guard = match self.state.objects[object].life {
                    Life::Alive => alt.guard,
                    Life::Dead => return,
                    Life::When(lives) => alg.and(alt.guard, lives),
                };
                let to = alg.bin(Bin::Add, alt.offset, step);
                let outside = self.outside_of(alg, object, to, 0);
                let outside = alg.or(outside, too_far);
                let alt = Alt { guard, ..*alt };
                self.check_inside(alg, &alt, object, to, (outside, too_far), kind, inst);
            }
            Target::Func(_) | Target::Raw => {}
        }
    }

    pub(crate) fn pointer_field(
        &mut self,
        alg: &mut A,
        base: Value,
        offset: u64,
        inst: Value,
    ) -> Val<A::Word> {
        let Val::Ptr(ptr) = self.value(base) else { return self.no_pointer(base) };
        let mut alts = self.possible_alts(alg, ptr);
        let step = alg.constant(64, offset as u128);
        for alt in &mut alts {
            if alt.target == Target::Null {
                self.check(alg, TrapKind::NullPointer, alt.guard, inst);
            }
            alt.offset = alg.bin(Bin::Add, alt.offset, step);
        }
        // Null has no members, and that has just been said: whoever uses the result need not ask again.
        if alts.iter().any(|alt| alt.target != Target::Null) {
            alts.retain(|alt| alt.target != Target::Null);
        }
        Val::Ptr(self.state.pointer(&alts))
    }

    pub(crate) fn pointer_diff(
        &mut self,
        alg: &mut A,
        a: Value,
        b: Value,
        size: u64,
        inst: Value,
    ) -> Val<A::Word> {
        let (Val::Ptr(p), Val::Ptr(q)) = (self.value(a), self.value(b)) else {
            return self.no_pointer(a);
        };
        let bytes =
            self.over_pairs(alg, p, q, inst, |alg, x, y| alg.bin(Bin::Sub, x.offset, y.offset));
        let size = alg.constant(64, size.max(1) as u128);
        Val::Word(alg.bin(Bin::Sdiv, bytes, size))
    }

    pub(crate) fn compare_pointers(
        &mut self,
        alg: &mut A,
        op: BinOp,
        a: Value,
        b: Value,
        inst: Value,
    ) -> Val<A::Word> {
        let (Val::Ptr(p), Val::Ptr(q)) = (self.value(a), self.value(b)) else {
            return self.no_pointer(a);
        };
        Val::Word(match op {
            BinOp::PtrLt => {
                self.over_pairs(alg, p, q, inst, |alg, x, y| alg.bin(Bin::Slt, x.offset, y.offset))
            }
            BinOp::PtrLe => {
                self.over_pairs(alg, p, q, inst, |alg, x, y| alg.bin(Bin::Sle, x.offset, y.offset))
            }
            BinOp::PtrNe => {
                let same = self.same_pointer(alg, p, q);
                alg.not(same)
            }
            _ => self.same_pointer(alg, p, q),
        })
    }

    pub(crate) fn same_pointer(&mut self, alg: &mut A, p: PtrId, q: PtrId) -> A::Word {
        let (p, q) = (self.state.alts(p).to_vec(), self.state.alts(q).to_vec());
        let mut same = alg.no();
        for x in &p {
            for y in q.iter().filter(|y| x.target == y.target) {
                let both = alg.and(x.guard, y.guard);
                let place =
                    if x.target == Target::Null { alg.yes() } else { alg.eq(x.offset, y.offset) };
                let case = alg.and(both, place);
                same = alg.or(same, case);
            }
        }
        same
    }

    /// A function of two offsets into one object; pairs of places in different objects trap.
    fn over_pairs(
        &mut self,
        alg: &mut A,
        p: PtrId,
        q: PtrId,
        inst: Value,
        of: impl Fn(&mut A, &Alt<A::Word>, &Alt<A::Word>) -> A::Word,
    ) -> A::Word {
        let (p, q) = (self.state.alts(p).to_vec(), self.state.alts(q).to_vec());
        let mut result = None;
        for x in &p {
            for y in &q {
                let both = alg.and(x.guard, y.guard);
                if x.target == y.target {
                    let case = of(alg, x, y);
                    result = Some(result.map_or(case, |other| alg.ite(both, case, other)));
                } else {
                    self.check(alg, TrapKind::PointerCompare, both, inst);
                }
            }
        }
        // Without a common object the checks above have trapped; any word will do.
        result.unwrap_or_else(|| of(alg, &p[0], &p[0]))
    }

    /// The alternatives of a pointer that what is known now does not exclude. Looking into others would make input that nobody
    /// can reach.
    pub(crate) fn possible_alts(&mut self, alg: &mut A, ptr: PtrId) -> Vec<Alt<A::Word>> {
        let alts = self.state.alts(ptr).to_vec();
        if alts.len() == 1 {
            return alts;
        }
        let is_possible = |alt: &Alt<A::Word>| alg.range(alt.guard).hi != 0;
        let (possible, excluded): (Vec<_>, Vec<_>) = alts.into_iter().partition(is_possible);
        for alt in excluded {
            self.beyond(alg, alt.guard);
        }
        possible
    }

    fn no_pointer(&mut self, value: Value) -> Val<A::Word> {
        let reason = match self.value(value) {
            Val::Opaque(why) => why,
            Val::Uninit => "a call without a result used as a pointer",
            Val::Maybe(_) => "a pointer that is not always returned",
            Val::Word(_) | Val::Ptr(_) => "an integer used as a pointer",
        };
        self.unsupported(reason);
        Val::Opaque(reason)
    }

    // -- checks

    /// `offset .. offset + len` must lie in a live object.
    pub(crate) fn check_access(
        &mut self,
        alg: &mut A,
        alt: &Alt<A::Word>,
        len: u64,
        inst: Value,
    ) -> Option<ObjId> {
        let Target::Object(object) = alt.target else {
            let kind = if alt.target == Target::Null {
                TrapKind::NullPointer
            } else {
                TrapKind::OutOfBounds
            };
            self.check(alg, kind, alt.guard, inst);
            return None;
        };
        let gone =
            if self.is_allocated(object) { TrapKind::UseAfterFree } else { TrapKind::Dangling };
        match self.state.objects[object].life {
            Life::Alive => {}
            Life::Dead => {
                self.check(alg, gone, alt.guard, inst);
                return None;
            }
            Life::When(lives) => {
                let dead = alg.not(lives);
                let when = alg.and(alt.guard, dead);
                self.check(alg, gone, when, inst);
            }
        }
        let outside = self.outside_of(alg, object, alt.offset, len);
        let kind = TrapKind::OutOfBounds;
        let no = alg.no();
        self.check_inside(alg, alt, object, alt.offset, (outside, no), kind, inst);
        // What certainly traps touches nothing.
        let before = alg.as_const(alt.offset).is_some_and(|offset| offset >> 63 != 0);
        (!before && !alg.is_yes(outside)).then_some(object)
    }

    /// Does an access leave its object?
    fn outside_of(&self, alg: &mut A, object: ObjId, offset: A::Word, len: u64) -> A::Word {
        outside(alg, offset, len, self.state.objects[object].size)
    }

    /// The trap of an access at an offset that is outside its object, or out of reach whatever the object's length.
    pub(crate) fn check_inside(
        &mut self,
        alg: &mut A,
        &Alt { guard, chosen, .. }: &Alt<A::Word>,
        object: ObjId,
        offset: A::Word,
        (outside, out_of_reach): (A::Word, A::Word),
        kind: TrapKind,
        inst: Value,
    ) {
        if !(chosen || self.state.objects[object].elastic) {
            let when = alg.and(guard, outside);
            return self.check(alg, kind, when, inst);
        }
        // The length is ours to choose: choose it long enough. Only what lies before the start cannot be helped.
        let zero = alg.constant(64, 0);
        let before = alg.bin(Bin::Slt, offset, zero);
        let before = alg.or(before, out_of_reach);
        let when = alg.and(guard, before);
        self.check(alg, kind, when, inst);
        let unguarded = alg.not(guard);
        let inside = alg.not(outside);
        let long_enough = alg.or(unguarded, inside);
        if !alg.is_yes(long_enough) {
            self.fits(long_enough);
        }
    }

    // -- loads

    pub(crate) fn load(&mut self, alg: &mut A, addr: Value, ty: Type, inst: Value) -> Val<A::Word> {
        let Val::Ptr(ptr) = self.value(addr) else { return self.no_pointer(addr) };
        let cell = self.read(alg, ptr, ty, inst);
        self.initialised(alg, cell, inst)
    }

    /// The value of a cell that must be initialised.
    fn initialised(&mut self, alg: &mut A, cell: Cell<A::Word>, inst: Value) -> Val<A::Word> {
        match (cell.val, cell.init) {
            (Val::Uninit, _) => {
                let always = alg.yes();
                self.check(alg, TrapKind::Uninitialised, always, inst);
            }
            (_, Some(init)) => {
                let missing = alg.not(init);
                self.check(alg, TrapKind::Uninitialised, missing, inst);
            }
            (Val::Opaque(why), None) => self.unsupported(why),
            (Val::Word(_) | Val::Ptr(_) | Val::Maybe(_), None) => {}
        }
        cell.val
    }

    /// What a pointer leads to, the checks of the access included.
    fn read(&mut self, alg: &mut A, ptr: PtrId, ty: Type, inst: Value) -> Cell<A::Word> {
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
        result.unwrap_or_else(|| Cell::full(len, Val::Opaque("a pointer that leads nowhere")))
    }

    /// The scalar at an offset of an object, wherever it may lie.
    pub(crate) fn read_object(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        ty: Type,
    ) -> Cell<A::Word> {
        let len = self.program.bytes(ty);
        let Some(candidates) = self.candidates(alg, object, alt, len) else {
            if let (true, Some(width)) = (self.approximate, word_width(ty)) {
                return Cell::full(len, Val::Word(alg.fresh("one of many cells", width)));
            }
            return Cell::full(len, Val::Opaque("an index with too many possible values"));
        };
        let cells: Vec<_> = (0..candidates.count)
            .map(|number| {
                self.cell_at(alg, object, candidates.first + number * candidates.step, ty)
            })
            .collect();
        self.element(alg, candidates.number, &cells)
    }

    fn element(&mut self, alg: &mut A, number: A::Word, cells: &[Cell<A::Word>]) -> Cell<A::Word> {
        let [first, ..] = cells else { return Cell::full(1, Val::Opaque("an access to no cell")) };
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
        let bytes: Vec<_> =
            (0..len).map(|index| self.byte_at(alg, object, offset + index)).collect();
        let width = word_width(ty).unwrap_or(64);
        let cell = join_bytes(alg, &bytes, width);
        self.as_type(alg, cell, ty)
    }

    pub(crate) fn byte_at(&mut self, alg: &mut A, object: ObjId, offset: u64) -> Cell<A::Word> {
        match self.state.objects[object].overlapping(offset, 1).first() {
            Some(&(at, cell)) => byte_of(alg, cell, offset - at),
            None if self.reads_as_zero(object) => {
                let zero = alg.constant(8, 0);
                Cell::full(1, Val::Word(zero))
            }
            None => Cell::full(1, Val::Uninit),
        }
    }

    /// Bytes that nothing was written to are zero in static storage; in globals that are inputs this is their padding.
    fn reads_as_zero(&self, object: ObjId) -> bool {
        let data = &self.state.objects[object];
        let padding =
            matches!((data.rest, data.origin), (Rest::Input(_), crate::Origin::Global(_)));
        padding || data.rest == Rest::Zero
    }

    fn zero_of(&mut self, alg: &mut A, ty: Type) -> Val<A::Word> {
        match word_width(ty) {
            Some(width) => Val::Word(alg.constant(width, 0)),
            None => Val::Ptr(self.pointer_to(alg, Target::Null, 0)),
        }
    }

    /// A cell read as another type of the same size: words of zero are null pointers, other mixtures are not modelled.
    fn as_type(&mut self, alg: &mut A, cell: Cell<A::Word>, ty: Type) -> Cell<A::Word> {
        let val = match (cell.val, ty) {
            (Val::Word(word), Type::Ptr) if alg.as_const(word) == Some(0) => self.zero_of(alg, ty),
            (Val::Word(_), Type::Ptr) => Val::Opaque("integer bytes read as a pointer"),
            (Val::Ptr(_), Type::Int(_) | Type::F32 | Type::F64 | Type::F80) => {
                Val::Opaque("a pointer read as an integer")
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
            _ => Val::Opaque("memory that holds different kinds of data depending on inputs"),
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

    // -- stores

    pub(crate) fn store(
        &mut self,
        alg: &mut A,
        addr: Value,
        ty: Type,
        val: Val<A::Word>,
        inst: Value,
    ) {
        let Val::Ptr(ptr) = self.value(addr) else {
            self.no_pointer(addr);
            return;
        };
        let len = self.program.bytes(ty);
        for alt in self.possible_alts(alg, ptr) {
            let Some(object) = self.check_access(alg, &alt, len, inst) else { continue };
            if self.state.objects[object].read_only {
                self.check(alg, TrapKind::WriteToConst, alt.guard, inst);
                continue;
            }
            self.write_object(alg, object, &alt, ty, Cell::full(len, val));
        }
    }

    pub(crate) fn write_object(
        &mut self,
        alg: &mut A,
        object: ObjId,
        alt: &Alt<A::Word>,
        ty: Type,
        cell: Cell<A::Word>,
    ) {
        let Some(candidates) = self.candidates(alg, object, alt, u64::from(cell.len)) else {
            return self.unsupported("an index with too many possible values");
        };
        let alone = candidates.count == 1;
        for number in 0..candidates.count {
            let at = candidates.first + number * candidates.step;
            let here =
                if alone { alg.yes() } else { alg.eq_const(candidates.number, number as u128) };
            let guard = alg.and(alt.guard, here);
            let new = if alg.is_yes(guard) {
                cell
            } else {
                let old = self.cell_at(alg, object, at, ty);
                self.choose_cell(alg, guard, cell, old)
            };
            self.write_cell(alg, object, at, new);
        }
    }

    /// Puts a cell at a known offset; what it covers in part is split into bytes first.
    pub(crate) fn write_cell(
        &mut self,
        alg: &mut A,
        object: ObjId,
        offset: u64,
        cell: Cell<A::Word>,
    ) {
        let len = u64::from(cell.len);
        if self.state.objects[object].exact(offset, len).is_none() {
            self.materialise_edges(alg, object, offset, len);
            for (at, old) in self.state.objects[object].overlapping(offset, len) {
                self.state.remove_cell(object, at);
                for index in (0..u64::from(old.len))
                    .filter(|index| !(offset..offset + len).contains(&(at + index)))
                {
                    let byte = byte_of(alg, old, index);
                    self.state.set_cell(object, at + index, byte);
                }
            }
        }
        self.state.set_cell(object, offset, cell);
    }

    /// Input leaves that a write covers only in part must exist before their other part can survive.
    fn materialise_edges(&mut self, alg: &mut A, object: ObjId, offset: u64, len: u64) {
        let shape = match self.state.objects[object].rest {
            Rest::Input(shape) => shape,
            Rest::Moved(_) => {
                self.materialise(alg, object, offset, 1);
                return self.materialise(alg, object, offset + len - 1, 1);
            }
            Rest::Uninit | Rest::Zero => return,
        };
        let elem = self.program.shape_bytes(shape).max(1);
        for at in [offset, offset + len - 1] {
            let written = Some(Type::Int((len * 8) as u8));
            let Some(leaf) = crate::host::leaf_at(self.program, shape, at % elem, written) else {
                continue;
            };
            let start = at / elem * elem + leaf.offset;
            let end = start + self.program.bytes(leaf.ty);
            if start < offset || end > offset + len {
                self.materialise(alg, object, at, 1);
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "a bit-field store has this many parts")]
    pub(crate) fn store_bits(
        &mut self,
        alg: &mut A,
        addr: Value,
        unit: Type,
        shift: u8,
        width: u8,
        val: Val<A::Word>,
        inst: Value,
    ) {
        let Val::Ptr(ptr) = self.value(addr) else {
            self.no_pointer(addr);
            return;
        };
        let Val::Word(new) = val else { return self.unsupported("a bit-field that is no integer") };
        let old = self.read(alg, ptr, unit, inst);
        let full = word_width(unit).expect("a bit-field unit should be an integer");
        // A unit never written has other fields uninitialised; they read as zero once this one is written.
        let old = if let Val::Word(word) = old.val { word } else { alg.constant(full, 0) };
        let (shift, width) = (u32::from(shift), u32::from(width));
        let mut parts = vec![alg.extract(new, 0, width)];
        if shift > 0 {
            parts.insert(0, alg.extract(old, 0, shift));
        }
        if shift + width < full {
            parts.push(alg.extract(old, shift + width, full - shift - width));
        }
        let merged = parts
            .into_iter()
            .reduce(|low, high| alg.concat(high, low))
            .expect("there is at least one part");
        self.store(alg, addr, unit, Val::Word(merged), inst);
    }

    // -- blocks of bytes

    pub(crate) fn copy(&mut self, alg: &mut A, dst: Value, src: Value, size: u64, inst: Value) {
        let (Some((to, to_offset)), Some((from, from_offset))) =
            (self.single_place(alg, dst, size, inst), self.single_place(alg, src, size, inst))
        else {
            return;
        };
        if self.state.objects[to].read_only {
            let always = alg.yes();
            return self.check(alg, TrapKind::WriteToConst, always, inst);
        }
        self.copy_cells(alg, (to, to_offset), (from, from_offset), size);
    }

    /// Copies bytes between places that do not overlap, whole cells where there are some.
    pub(crate) fn copy_cells(
        &mut self,
        alg: &mut A,
        (to, to_offset): (ObjId, u64),
        (from, from_offset): (ObjId, u64),
        size: u64,
    ) {
        self.materialise(alg, from, from_offset, size);
        let mut at = 0;
        while at < size {
            at += self.copy_cell(alg, (from, from_offset + at), (to, to_offset + at), size - at);
        }
    }

    /// The one live object and known offset where a pointer leads, if so many bytes are there.
    pub(crate) fn known_place(&self, alg: &A, ptr: PtrId, len: u64) -> Option<(ObjId, u64)> {
        let &[alt] = self.state.alts(ptr) else { return None };
        let (Target::Object(object), Some(offset)) = (alt.target, alg.as_const(alt.offset)) else {
            return None;
        };
        let data = &self.state.objects[object];
        let fits = offset + u128::from(len) <= alg.range_always(data.size).lo;
        (fits && data.life == Life::Alive).then_some((object, offset as u64))
    }

    /// Copies the cell or byte that starts here; returns how many bytes that was.
    fn copy_cell(&mut self, alg: &mut A, from: (ObjId, u64), to: (ObjId, u64), limit: u64) -> u64 {
        let whole = self.state.objects[from.0]
            .cells
            .get(&from.1)
            .copied()
            .filter(|cell| u64::from(cell.len) <= limit);
        let cell = whole.unwrap_or_else(|| self.byte_at(alg, from.0, from.1));
        self.write_cell(alg, to.0, to.1, cell);
        u64::from(cell.len)
    }

    pub(crate) fn zero(&mut self, alg: &mut A, dst: Value, size: u64, inst: Value) {
        let Some((object, offset)) = self.single_place(alg, dst, size, inst) else { return };
        let mut at = offset;
        while at < offset + size {
            let len = [8, 4, 2, 1]
                .into_iter()
                .find(|len| at % len == 0 && at + len <= offset + size)
                .expect("1 always fits");
            let word = alg.constant(len as u32 * 8, 0);
            self.write_cell(alg, object, at, Cell::full(len, Val::Word(word)));
            at += len;
        }
    }

    /// The one object and known offset that a pointer leads to; block operations need it.
    fn single_place(
        &mut self,
        alg: &mut A,
        addr: Value,
        len: u64,
        inst: Value,
    ) -> Option<(ObjId, u64)> {
        let Val::Ptr(ptr) = self.value(addr) else {
            self.no_pointer(addr);
            return None;
        };
        let alts = self.state.alts(ptr).to_vec();
        let mut places = Vec::new();
        for alt in &alts {
            if let Some(object) = self.check_access(alg, alt, len, inst) {
                places.push((object, alg.as_const(alt.offset)));
            }
        }
        match places[..] {
            [] => None,
            [(object, Some(offset))] => Some((object, offset as u64)),
            _ => {
                self.unsupported("a block of memory whose place depends on inputs");
                None
            }
        }
    }
}
