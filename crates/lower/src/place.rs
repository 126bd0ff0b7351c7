//! Lvalues: where a C object is, and how it is read and written.

use crate::func::{FuncCx, Home};
use crate::machine::{Bits, storage_unit};
use cfront::typed::{Category, Definition, ExprId, ExprKind, GlobalId};
use cfront::types::{self, ArrayLen, RecordId, Ty};
use ir::{BinOp, Inst, Local, Type, Value};

/// Where an object is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// A register.
    Register(Local),
    /// Memory at an address.
    Memory { addr: Value, volatile: bool },
    /// Bits of a storage unit at an address.
    Bits { addr: Value, bits: Bits },
    /// Nowhere that we can reach; an `unsupported` instruction has been emitted.
    Nowhere,
}

impl FuncCx<'_, '_> {
    /// Evaluates an lvalue to the place it names.
    pub(crate) fn place(&mut self, expr: ExprId) -> Place {
        let data = &self.unit().exprs[expr];
        let outer = std::mem::replace(&mut self.span, data.span);
        let volatile = data.quals.is_volatile();
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
            ExprKind::Deref(pointer) => Place::Memory { addr: self.accessed(pointer), volatile },
            ExprKind::Member { base, record, field } => {
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

    fn member(&mut self, base: Value, record: RecordId, field: u32, volatile: bool) -> Place {
        let record = &self.unit().records[record];
        let field = &record.fields[field as usize];
        let Some(bits) = field.bits else {
            return Place::Memory { addr: self.field(base, field.offset), volatile };
        };
        if let Some(bits) = storage_unit(field.offset, bits, record.size) {
            Place::Bits { addr: self.field(base, bits.offset), bits }
        } else {
            self.unsupported("a bit-field across storage units");
            Place::Nowhere
        }
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
                Place::Memory { addr, .. } | Place::Bits { addr, .. } => addr,
                Place::Nowhere => self.null(),
                Place::Register(register) => {
                    panic!("an object whose address is taken should be in memory: {register}")
                }
            },
        }
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
                self.emit(Inst::Load { ty: scalar, addr, volatile }, Some(scalar))
            }
            Place::Bits { addr, bits } => {
                let Bits { unit, shift, width, signed, .. } = bits;
                let inst = Inst::LoadBits { unit, addr, shift, width, signed };
                let value = self.emit(inst, Some(unit));
                self.resize(value, scalar, signed)
            }
            Place::Nowhere => self.dummy(scalar),
        }
    }

    /// Writes a scalar of the place's type.
    pub(crate) fn write(&mut self, place: Place, value: Value) {
        match place {
            Place::Register(register) => self.set(register, value),
            Place::Memory { addr, volatile } => self.run(Inst::Store { addr, value, volatile }),
            Place::Bits { addr, bits } => {
                let Bits { unit, shift, width, .. } = bits;
                let value = self.resize(value, unit, false);
                self.run(Inst::StoreBits { unit, addr, shift, width, value });
            }
            Place::Nowhere => {}
        }
    }

    /// What a place holds after a value was written to it: a bit-field keeps only its low bits.
    pub(crate) fn kept(&mut self, place: Place, value: Value) -> Value {
        let Place::Bits { bits, .. } = place else { return value };
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
