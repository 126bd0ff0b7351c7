//! Initialisers: cells of static objects, stores into automatic ones.

use crate::func::{FuncCx, Home};
use crate::unit::{UnitCx, label_number};
use cfront::target::ByteOrder;
use cfront::typed::{AddrBase, ConstValue, InitCell, InitId, InitValue, LocalId, StaticInit};
use cfront::types::{BitField, Ty};
use ir::{Inst, Type, Value};
use std::collections::BTreeMap;

/// Strings up to this length are stored byte by byte; longer ones are copied from a hidden constant.
const SHORT_STRING: usize = 32;

/// The cells of a static initialiser, sorted, bit-fields packed into their bytes.
pub(crate) fn static_cells(cx: &UnitCx, init: &StaticInit) -> Vec<ir::InitCell> {
    let mut cells = Vec::new();
    let mut packed: BTreeMap<u64, u8> = BTreeMap::new();
    for cell in &init.cells {
        match (cell.bits, &cell.value) {
            (Some(bits), ConstValue::Int(value)) => {
                pack(&mut packed, cell.offset, bits, *value, cx.machine.target.order);
            }
            (_, value) => {
                let value = static_value(cx, cell.ty, value);
                cells.push(ir::InitCell { offset: cell.offset, value });
            }
        }
    }
    for (offset, byte) in packed {
        cells.push(ir::InitCell { offset, value: ir::InitValue::Bytes(vec![byte]) });
    }
    cells.sort_by_key(|cell| cell.offset);
    cells.retain(|cell| !matches!(&cell.value, ir::InitValue::Bytes(bytes) if bytes.is_empty()));
    cells
}

/// Adds the bits of a field to the bytes it lies in.
fn pack(
    packed: &mut BTreeMap<u64, u8>,
    offset: u64,
    field: BitField,
    value: i128,
    order: ByteOrder,
) {
    for index in 0..field.width {
        let at = field.offset + index;
        let byte = packed.entry(offset + (at / 8) as u64).or_default();
        let (bit, place) = match order {
            ByteOrder::Little => (index, at % 8),
            ByteOrder::Big => (field.width - 1 - index, 7 - at % 8),
        };
        if value >> bit & 1 == 1 {
            *byte |= 1 << place;
        }
    }
}

fn static_value(cx: &UnitCx, ty: Ty, value: &ConstValue) -> ir::InitValue {
    let size = cx.machine.size(ty) as usize;
    let number = |bits: u128| ir::InitValue::Bytes(cx.machine.target.bytes_of(bits, size));
    match value {
        ConstValue::Int(value) => number(*value as u128),
        ConstValue::Float(bits) => number(bits.0),
        ConstValue::Bytes(bytes) => ir::InitValue::Bytes(bytes.clone()),
        ConstValue::Addr(AddrBase::Global(global), offset) => {
            ir::InitValue::Global(cx.global(*global), *offset)
        }
        ConstValue::Addr(AddrBase::Func(func), _) => ir::InitValue::Func(cx.func(*func)),
        ConstValue::Addr(AddrBase::Label(label), _) => number(label_number(*label)),
    }
}

impl FuncCx<'_, '_> {
    /// Gives an automatic object its initial value.
    pub(crate) fn init_local(&mut self, local: LocalId, init: InitId) {
        let init = &self.unit().inits[init];
        let ty = self.unit().locals[local].ty.ty;
        let object = match self.declare(local) {
            Home::Register(register) => {
                let scalar = self.machine().scalar(ty).expect("a register should be a scalar");
                let value = match init.cells.first().map(|cell| &cell.value) {
                    Some(InitValue::Expr(expr)) => self.value(*expr),
                    Some(InitValue::Bytes(_)) | None => self.dummy(scalar),
                };
                return self.set(register, value);
            }
            Home::Object(object) => object,
            Home::Behind(_) => panic!("a parameter should have no initialiser"),
        };
        let addr = self.emit(Inst::AddrLocal(object), Some(Type::Ptr));
        let size = self.machine().size(ty);
        if init.zero_rest && !self.covers(&init.cells, size) {
            self.run(Inst::Zero { dst: addr, size });
        }
        for cell in &init.cells {
            self.init_cell(addr, cell, size);
        }
    }

    /// Do plain scalar cells leave no byte out?
    fn covers(&self, cells: &[InitCell], size: u64) -> bool {
        let plain = |cell: &InitCell| {
            cell.bits.is_none()
                && matches!(cell.value, InitValue::Expr(_))
                && self.machine().scalar(cell.ty).is_some()
        };
        if !cells.iter().all(plain) {
            return false;
        }
        let mut ranges: Vec<_> =
            cells.iter().map(|cell| (cell.offset, self.machine().size(cell.ty))).collect();
        ranges.sort_unstable();
        let end = ranges
            .into_iter()
            .try_fold(0, |end, (offset, size)| (offset <= end).then_some(end.max(offset + size)));
        end == Some(size)
    }

    fn init_cell(&mut self, object: Value, cell: &InitCell, size: u64) {
        let outer = std::mem::replace(&mut self.span, cell.span);
        match (&cell.value, cell.bits) {
            (InitValue::Expr(expr), Some(field)) => {
                let value = self.value(*expr);
                let place = self.bit_field(object, cell.offset, field, size);
                self.write(place, value);
            }
            (InitValue::Expr(expr), None) if self.machine().in_memory(cell.ty) => {
                let src = self.aggregate(*expr);
                let dst = self.field(object, cell.offset);
                self.run(Inst::Copy { dst, src, size: self.machine().size(cell.ty) });
            }
            (InitValue::Expr(expr), None) => {
                let value = self.value(*expr);
                let addr = self.field(object, cell.offset);
                self.store(addr, value);
            }
            (InitValue::Bytes(bytes), _) => {
                let dst = self.field(object, cell.offset);
                self.init_bytes(dst, bytes, self.machine().size(cell.ty));
            }
        }
        self.span = outer;
    }

    /// Writes a string and the zeros after it.
    fn init_bytes(&mut self, dst: Value, bytes: &[u8], size: u64) {
        let len = (bytes.len() as u64).min(size.max(bytes.len() as u64));
        if len < size {
            let rest = self.field(dst, len);
            self.run(Inst::Zero { dst: rest, size: size - len });
        }
        if bytes.len() > SHORT_STRING {
            let global = self.string_constant(bytes);
            let src = self.emit(Inst::AddrGlobal(global), Some(Type::Ptr));
            return self.run(Inst::Copy { dst, src, size: len });
        }
        for (index, &byte) in bytes.iter().enumerate() {
            let addr = self.field(dst, index as u64);
            let value = self.int(Type::Int(8), byte as i128);
            self.store(addr, value);
        }
    }

    fn string_constant(&mut self, bytes: &[u8]) -> ir::Global {
        let globals = &mut self.cx.program.globals;
        let value = ir::InitValue::Bytes(bytes.to_vec());
        globals.push(ir::GlobalData {
            name: format!(".init.{}", globals.len()),
            size: bytes.len() as u64,
            align: 1,
            init: Some(vec![ir::InitCell { offset: 0, value }]),
            constant: true,
            volatile: false,
            linkage: ir::Linkage::Internal,
            hidden: true,
            open: false,
            shape: None,
            span: self.span,
        })
    }
}
