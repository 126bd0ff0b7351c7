//! Lvalues: where a C object is, and how it is read and written.

use crate::func::{FuncCx, Home};
use crate::machine::{Bits, in_bytes, storage_unit};
use cfront::target::ByteOrder;
use cfront::typed::{Category, Definition, ExprId, ExprKind, GlobalId};
use cfront::types::{self, ArrayLen, QualTy, RecordId, Ty};
use ir::{BinOp, Inst, Local, Type, Value};

/// Where an object is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// A register.
    Register(Local),
    /// Memory at an address.
    Memory { addr: Value, volatile: bool },
    /// Bits of a storage unit at an address.
    Bits { addr: Value, bits: Bits, volatile: bool },
    /// Bits of several bytes from an address on.
    Bytes { addr: Value, bits: Bits },
    /// Nowhere that we can reach; an `unsupported` instruction has been emitted.
    Nowhere,
}

impl FuncCx<'_, '_> {
    /// Evaluates an lvalue to the place it names.
    pub(crate) fn place(&mut self, expr: ExprId) -> Place {
        let data = &self.unit().exprs[expr];
        let outer = std::mem::replace(&mut self.span, data.span);
        let volatile = data.quals.is_volatile() && !self.is_automatic(expr);
        let place = match data.kind {
            ExprKind::Local(local) => match self.declare(local) {
                Home::Register(register) => Place::Register(register),
                Home::Object(object) => {
                    let addr = self.emit(Inst::AddrLocal(object), Some(Type::Ptr));
                    Place::Memory { addr, volatile }
                }
                Home::Behind(pointer) => Place::Memory { addr: self.get(pointer), volatile },
            },
            ExprKind::Global(global) => {
                if self.is_endless(global) {
                    self.unsupported("an array of unknown length that is defined elsewhere");
                }
                let global = self.cx.global(global);
                let addr = self.emit(Inst::AddrGlobal(global), Some(Type::Ptr));
                Place::Memory { addr, volatile }
            }
            ExprKind::Deref(pointer) => {
                let addr = self.accessed(pointer);
                self.must_be_aligned(addr, data.ty);
                Place::Memory { addr, volatile }
            }
            ExprKind::Member { base, record, field } => {
                self.note_tail(self.unit().exprs[base].ty, record, field);
                let base = self.object(base);
                self.member(base, record, field, volatile)
            }
            ExprKind::CompoundLiteral { local, init } => {
                let fresh = self.homes[local].is_none();
                let home = self.declare(local);
                if let (true, Home::Object(object)) = (fresh, home) {
                    self.live_in_scope(object);
                }
                self.init_local(local, init);
                match home {
                    Home::Object(object) => {
                        let addr = self.emit(Inst::AddrLocal(object), Some(Type::Ptr));
                        Place::Memory { addr, volatile }
                    }
                    Home::Register(register) => Place::Register(register),
                    Home::Behind(_) => panic!("a compound literal should not be a parameter"),
                }
            }
            // Not an lvalue in C, but an aggregate value is in memory all the same.
            _ if self.machine().in_memory(data.ty) => {
                Place::Memory { addr: self.aggregate(expr), volatile }
            }
            _ => {
                self.unsupported("an lvalue of an unusual form");
                Place::Nowhere
            }
        };
        self.span = outer;
        place
    }

    /// Is it part of a variable of the function? What nobody else knows of does not change by itself, `volatile` or not.
    fn is_automatic(&self, mut expr: ExprId) -> bool {
        loop {
            expr = match self.unit().exprs[expr].kind {
                ExprKind::Local(_) | ExprKind::CompoundLiteral { .. } => return true,
                ExprKind::Member { base, .. } => base,
                ExprKind::Deref(pointer) => match self.unit().exprs[pointer].kind {
                    ExprKind::PtrAdd(array, _) => array,
                    _ => pointer,
                },
                ExprKind::Decay(array) => array,
                _ => return false,
            };
        }
    }

    /// Is something of it volatile that others may change?
    pub(crate) fn holds_volatile(&self, lvalue: ExprId) -> bool {
        let data = &self.unit().exprs[lvalue];
        let is_volatile = data.quals.is_volatile() || self.has_volatile_part(data.ty);
        is_volatile && !self.is_automatic(lvalue)
    }

    fn has_volatile_part(&self, ty: Ty) -> bool {
        let is_volatile = |ty: &QualTy| ty.quals.is_volatile() || self.has_volatile_part(ty.ty);
        match &self.unit().types[ty] {
            types::Type::Record(record) => {
                self.unit().records[*record].fields.iter().any(|field| is_volatile(&field.ty))
            }
            types::Type::Array(elem, _) => is_volatile(elem),
            _ => false,
        }
    }

    fn member(&mut self, base: Value, record: RecordId, field: u32, volatile: bool) -> Place {
        let record = &self.unit().records[record];
        let field = &record.fields[field as usize];
        let Some(bits) = field.bits else {
            return Place::Memory { addr: self.field(base, field.offset), volatile };
        };
        match self.bit_field(base, field.offset, bits, record.size) {
            Place::Bits { addr, bits, .. } => Place::Bits { addr, bits, volatile },
            Place::Bytes { .. } if volatile => {
                self.unsupported("a volatile bit-field across storage units");
                Place::Nowhere
            }
            place => place,
        }
    }

    /// A bit-field at a byte offset of a container of some size.
    pub(crate) fn bit_field(
        &mut self,
        base: Value,
        offset: u64,
        field: types::BitField,
        size: u64,
    ) -> Place {
        if let Some(bits) = storage_unit(offset, field, size) {
            let addr = self.field(base, bits.offset);
            return Place::Bits { addr, bits, volatile: false };
        }
        let bits = in_bytes(offset, field);
        Place::Bytes { addr: self.field(base, bits.offset), bits }
    }

    /// `extern int a[];` with the definition elsewhere: any index may be inside or outside.
    fn is_endless(&self, global: GlobalId) -> bool {
        let unit = self.unit();
        let global = &unit.globals[global];
        let is_open =
            matches!(unit.types[global.ty.ty], types::Type::Array(_, ArrayLen::Incomplete));
        is_open && global.definition == Definition::Extern
    }

    /// The address of an object or aggregate value.
    pub(crate) fn object(&mut self, expr: ExprId) -> Value {
        let data = &self.unit().exprs[expr];
        match (data.category, &data.kind) {
            (Category::Function, _) => self.function_address(expr),
            (Category::Value, _) => self.aggregate(expr),
            (Category::Lvalue | Category::BitField(_), _) => match self.place(expr) {
                Place::Memory { addr, .. }
                | Place::Bits { addr, .. }
                | Place::Bytes { addr, .. } => addr,
                Place::Nowhere => self.null(),
                Place::Register(register) => {
                    panic!("an object whose address is taken should be in memory: {register}")
                }
            },
        }
    }

    /// The address of an object that somebody keeps. No null pointer has a member, be it the first, whether or not it is accessed.
    pub(crate) fn address(&mut self, lvalue: ExprId) -> Value {
        let addr = self.object(lvalue);
        if self.is_behind_pointer(lvalue) && !matches!(self.inst(addr), Inst::PtrField { .. }) {
            return self.emit(Inst::PtrField { base: addr, offset: 0 }, Some(Type::Ptr));
        }
        addr
    }

    /// Is it a member of what a pointer leads to?
    fn is_behind_pointer(&self, mut lvalue: ExprId) -> bool {
        let mut is_member = false;
        while let ExprKind::Member { base, .. } = self.unit().exprs[lvalue].kind {
            (lvalue, is_member) = (base, true);
        }
        is_member && matches!(self.unit().exprs[lvalue].kind, ExprKind::Deref(_))
    }

    pub(crate) fn function_address(&mut self, expr: ExprId) -> Value {
        match self.unit().exprs[expr].kind {
            ExprKind::Func(func) => {
                let func = self.cx.func(func);
                self.emit(Inst::AddrFunc(func), Some(Type::Ptr))
            }
            ExprKind::Deref(pointer) => self.value(pointer),
            _ => {
                self.unsupported("a function designator of an unusual form");
                self.null()
            }
        }
    }

    /// Reads a scalar of C type `ty`.
    pub(crate) fn read(&mut self, place: Place, ty: Ty) -> Value {
        let scalar = self.machine().scalar(ty).expect("only scalars are read into registers");
        match place {
            Place::Register(register) => self.get(register),
            Place::Memory { addr, volatile } => {
                let value = self.emit(Inst::Load { ty: scalar, addr, volatile }, Some(scalar));
                if ty == Ty::BOOL {
                    self.must_be_truth(value);
                }
                value
            }
            Place::Bits { addr, bits, volatile: true } => {
                let value = self.volatile_bits(addr, bits);
                self.resize(value, scalar, bits.signed)
            }
            Place::Bits { addr, bits, .. } => {
                let (shift, Bits { unit, width, signed, .. }) = (self.machine().shift(bits), bits);
                let inst = Inst::LoadBits { unit, addr, shift, width, signed };
                let value = self.emit(inst, Some(unit));
                self.resize(value, scalar, signed)
            }
            Place::Bytes { addr, bits } => {
                let value = self.read_bytes(addr, bits);
                self.resize(value, scalar, bits.signed)
            }
            Place::Nowhere => self.dummy(scalar),
        }
    }

    /// Writes a scalar of the place's type.
    pub(crate) fn write(&mut self, place: Place, value: Value) {
        match place {
            Place::Register(register) => self.set(register, value),
            Place::Memory { addr, volatile } => self.run(Inst::Store { addr, value, volatile }),
            Place::Bits { addr, bits, .. } => {
                let (shift, Bits { unit, width, .. }) = (self.machine().shift(bits), bits);
                let value = self.resize(value, unit, false);
                self.run(Inst::StoreBits { unit, addr, shift, width, value });
            }
            Place::Bytes { addr, bits } => self.write_bytes(addr, bits, value),
            Place::Nowhere => {}
        }
    }

    /// Bits of a storage unit that may change between two looks: it is read whole.
    fn volatile_bits(&mut self, addr: Value, bits: Bits) -> Value {
        let (shift, Bits { unit, width, signed, .. }) = (self.machine().shift(bits), bits);
        let whole = self.emit(Inst::Load { ty: unit, addr, volatile: true }, Some(unit));
        let size = i128::from(unit.int_bits().unwrap_or(64));
        let (shift, width) = (i128::from(shift), i128::from(width));
        let above = self.int(unit, size - shift - width);
        let high = self.binary(BinOp::Shl, whole, above);
        let below = self.int(unit, size - width);
        self.binary(if signed { BinOp::ShrS } else { BinOp::ShrU }, high, below)
    }

    /// A field that lies in several bytes: its pieces put together, then extended from its width.
    fn read_bytes(&mut self, addr: Value, bits: Bits) -> Value {
        let mut whole = self.int(bits.unit, 0);
        for piece in pieces(bits, self.machine().target.order) {
            let at = self.field(addr, piece.byte);
            let (unit, shift, width) = (Type::Int(8), piece.shift, piece.width);
            let inst = Inst::LoadBits { unit, addr: at, shift, width, signed: false };
            let part = self.emit(inst, Some(unit));
            let part = self.resize(part, bits.unit, false);
            let place = self.int(bits.unit, piece.done as i128);
            let part = self.binary(BinOp::Shl, part, place);
            whole = self.binary(BinOp::Or, whole, part);
        }
        self.low_bits(whole, bits)
    }

    fn write_bytes(&mut self, addr: Value, bits: Bits, value: Value) {
        let value = self.resize(value, bits.unit, false);
        for piece in pieces(bits, self.machine().target.order) {
            let at = self.field(addr, piece.byte);
            let place = self.int(bits.unit, piece.done as i128);
            let part = self.binary(BinOp::ShrU, value, place);
            let unit = Type::Int(8);
            let value = self.resize(part, unit, false);
            let (shift, width) = (piece.shift, piece.width);
            self.run(Inst::StoreBits { unit, addr: at, shift, width, value });
        }
    }

    /// What a place holds after a value was written to it: a bit-field keeps only its low bits.
    pub(crate) fn kept(&mut self, place: Place, value: Value) -> Value {
        match place {
            Place::Bits { bits, .. } | Place::Bytes { bits, .. } => self.low_bits(value, bits),
            Place::Register(_) | Place::Memory { .. } | Place::Nowhere => value,
        }
    }

    /// The value that a field's low bits stand for.
    fn low_bits(&mut self, value: Value, bits: Bits) -> Value {
        let ty = self.body.ty(value);
        let spare = ty.int_bits().unwrap_or(0).saturating_sub(bits.width as u32);
        if spare == 0 {
            return value;
        }
        let spare = self.int(ty, spare as i128);
        let high = self.binary(BinOp::Shl, value, spare);
        self.binary(if bits.signed { BinOp::ShrS } else { BinOp::ShrU }, high, spare)
    }
}

/// The part of a field in one byte.
struct Piece {
    byte: u64,
    shift: u8,
    width: u8,
    /// Bits of the field below this part.
    done: u8,
}

/// The parts of a field, in the order of its bytes.
fn pieces(bits: Bits, order: ByteOrder) -> Vec<Piece> {
    let (mut parts, mut seen, mut first) = (Vec::new(), 0, bits.first);
    while seen < bits.width {
        let width = (8 - first).min(bits.width - seen);
        let (shift, done) = match order {
            ByteOrder::Little => (first, seen),
            ByteOrder::Big => (8 - first - width, bits.width - seen - width),
        };
        parts.push(Piece { byte: parts.len() as u64, shift, width, done });
        (seen, first) = (seen + width, 0);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_cut_at_bytes() {
        let bits = Bits { offset: 0, unit: Type::I64, first: 5, width: 13, signed: false };
        let parts = |order| -> Vec<_> {
            let pieces = pieces(bits, order);
            pieces.iter().map(|part| (part.byte, part.shift, part.width, part.done)).collect()
        };
        assert_eq!(parts(ByteOrder::Little), [(0, 5, 3, 0), (1, 0, 8, 3), (2, 0, 2, 11)]);
        assert_eq!(parts(ByteOrder::Big), [(0, 0, 3, 10), (1, 0, 8, 2), (2, 6, 2, 0)]);
    }
}
