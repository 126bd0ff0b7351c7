//! Writing memory: a store is a guarded update of each cell that its pointer may lead to.
//!
//! Scalars, bit-fields and blocks of bytes. Whether the access is allowed is checked by `place`.

use crate::limits::{MOST_CHANGED, MOST_ZEROED};
use crate::memory::{Cell, Life, ObjId, Rest, byte_of};
use crate::value::word_width;
use crate::{Algebra, Alt, Memory, PtrId, Target, Val};
use ir::{TrapKind, Type, Value};
use world::Gap;

impl<A: Algebra> Memory<'_, A> {
    pub(crate) fn store(
        &mut self,
        alg: &mut A,
        addr: Val<A::Word>,
        ty: Type,
        val: Val<A::Word>,
        inst: Value,
    ) {
        let Val::Ptr(ptr) = addr else {
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
        if self.is_logged(object) || self.state.has_log(object) {
            return self.write_logged(alg, object, alt, cell);
        }
        let most = self.policy.max_candidates.min(MOST_CHANGED);
        let listed = self.candidates_within(alg, object, alt, u64::from(cell.len), most);
        let Some(candidates) = listed else {
            return self.write_logged(alg, object, alt, cell);
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

    /// A write at a known offset, to the log if there is one.
    pub(crate) fn put_cell(&mut self, alg: &mut A, object: ObjId, at: u64, cell: Cell<A::Word>) {
        if !self.state.has_log(object) {
            return self.write_cell(alg, object, at, cell);
        }
        let place = self.place_at(alg, object, at);
        self.write_logged(alg, object, &place, cell);
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
                    let byte = byte_of(alg, old, index, self.program.target.order);
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
            Rest::Moved(_) | Rest::Image(_) => {
                self.materialise(alg, object, offset, 1);
                return self.materialise(alg, object, offset + len - 1, 1);
            }
            Rest::Uninit | Rest::Zero | Rest::Variadic => return,
        };
        let elem = self.program.shape_bytes(shape).max(1);
        for at in [offset, offset + len - 1] {
            let written = Some(Type::Int((len * 8) as u8));
            let Some(leaf) = world::leaf_at(self.program, shape, at % elem, written) else {
                continue;
            };
            let start = at / elem * elem + leaf.offset;
            let end = start + self.program.bytes(leaf.ty);
            if start < offset || end > offset + len {
                self.materialise(alg, object, at, 1);
            }
        }
    }

    pub(crate) fn store_bits(
        &mut self,
        alg: &mut A,
        addr: Val<A::Word>,
        unit: Type,
        (shift, width): (u8, u8),
        val: Val<A::Word>,
        inst: Value,
    ) {
        let Val::Ptr(ptr) = addr else {
            self.no_pointer(addr);
            return;
        };
        let Val::Word(new) = val else { return self.unsupported(Gap::BitsNoInteger) };
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

    pub(crate) fn copy(
        &mut self,
        alg: &mut A,
        dst: Val<A::Word>,
        src: Val<A::Word>,
        size: u64,
        inst: Value,
    ) {
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
        let mut cell = whole
            .unwrap_or_else(|| self.state.byte_at(alg, from.0, from.1, self.program.target.order));
        if self.state.has_log(from.0) {
            let is_pointer = matches!(cell.val, Val::Ptr(_));
            let ty = if is_pointer { Type::Ptr } else { Type::Int(cell.len * 8) };
            let place = self.place_at(alg, from.0, from.1);
            cell = self.read_logged(alg, from.0, &place, ty);
        }
        self.put_cell(alg, to.0, to.1, cell);
        u64::from(cell.len)
    }

    pub(crate) fn zero(&mut self, alg: &mut A, dst: Val<A::Word>, size: u64, inst: Value) {
        let Some((object, offset)) = self.single_place(alg, dst, size, inst) else { return };
        if offset == 0 && self.zero_whole(alg, object, size) {
            return;
        }
        let mut at = offset;
        while at < offset + size {
            let len = [8, 4, 2, 1]
                .into_iter()
                .find(|len| at % len == 0 && at + len <= offset + size)
                .expect("1 always fits");
            let word = alg.constant(len as u32 * 8, 0);
            self.put_cell(alg, object, at, Cell::full(len, Val::Word(word)));
            at += len;
        }
    }

    /// Zeroes a large object of so many bytes without cells for each of them; false if it is none.
    pub(crate) fn zero_whole(&mut self, alg: &mut A, object: ObjId, size: u64) -> bool {
        let data = &self.state.objects[object];
        let is_own = matches!(data.rest, Rest::Uninit | Rest::Zero | Rest::Image(_));
        let is_whole = alg.as_const(data.size) == Some(size.into()) && size > MOST_ZEROED;
        if !is_own || !is_whole || data.read_only || self.state.has_log(object) {
            return false;
        }
        let cells: Vec<u64> = data.cells.keys().copied().collect();
        for at in cells {
            self.state.remove_cell(object, at);
        }
        self.state.set_rest(object, Rest::Zero);
        true
    }

    /// The one object and known offset that a pointer leads to; block operations need it.
    fn single_place(
        &mut self,
        alg: &mut A,
        addr: Val<A::Word>,
        len: u64,
        inst: Value,
    ) -> Option<(ObjId, u64)> {
        let Val::Ptr(ptr) = addr else {
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
                self.unsupported(Gap::OpenBlock);
                None
            }
        }
    }
}
