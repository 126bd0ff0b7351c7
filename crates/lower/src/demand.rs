//! What an access asks besides that its object is there: an index inside of the array that it names, an address that the type
//! allows, and of a truth value that it is one.
//!
//! Each is a trap where it fails. An instruction is emitted only where it could: indices of whole variables leave these where
//! they leave the array, and addresses are wrong for a type only where a pointer to it was made of one that promises less.

use crate::Options;
use crate::func::FuncCx;
use crate::machine::Machine;
use cfront::typed::{Callee, CastKind, ExprId, ExprKind, Unit};
use cfront::types::{self, ArrayLen, RecordId, RecordKind, Ty};
use ir::{BinOp, Inst, TrapKind, Type, Value};
use std::collections::BTreeSet;

/// The largest alignment that the place of an object promises.
const MOST: u64 = 16;

/// What gives memory that is aligned for every type.
const ALLOCATORS: [&str; 6] =
    ["malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "alloca"];

impl FuncCx<'_, '_> {
    /// The elements of the array that a pointer is made of, where that is a part of something larger. The last member of a
    /// structure, if it has one element or none, stands for as many as there is room for.
    pub(crate) fn length_of_part(&self, pointer: ExprId) -> Option<u64> {
        let ExprKind::Decay(array) = self.unit().exprs[pointer].kind else { return None };
        let data = &self.unit().exprs[array];
        let types::Type::Array(_, ArrayLen::Known(length)) = self.unit().types[data.ty] else {
            return None;
        };
        match data.kind {
            ExprKind::Member { record, field, .. } => {
                (length > 1 || !self.is_last(record, field)).then_some(length)
            }
            ExprKind::Deref(_) => Some(length),
            _ => None,
        }
    }

    /// Is it the last member of a structure, or one of a union?
    fn is_last(&self, record: RecordId, field: u32) -> bool {
        let record = &self.unit().records[record];
        record.kind == RecordKind::Union || field as usize + 1 == record.fields.len()
    }

    /// Is an index a constant that is inside?
    pub(crate) fn is_within(&self, index: ExprId, length: u64, backwards: bool) -> bool {
        let Some(number) = self.unit().constant_int(index) else { return false };
        let number = if backwards { -number } else { number };
        (0..i128::from(length)).contains(&number)
    }

    /// An index into a part of an object must stay there. The address of what is just behind may be taken.
    pub(crate) fn must_be_below(&mut self, index: Value, length: u64, accessed: bool) {
        let length = self.int(Type::I64, i128::from(length));
        let (op, kind) = if accessed {
            (BinOp::LeU, TrapKind::OutOfBounds)
        } else {
            (BinOp::LtU, TrapKind::PointerArithmetic)
        };
        let outside = self.binary(op, length, index);
        self.run(Inst::TrapIf(kind, outside));
    }

    /// What is read as `_Bool` must be 0 or 1.
    pub(crate) fn must_be_truth(&mut self, value: Value) {
        let ty = self.body.ty(value);
        let one = self.int(ty, 1);
        let neither = self.binary(BinOp::LtU, one, value);
        self.run(Inst::TrapIf(TrapKind::InvalidBool, neither));
    }

    /// An address at which a type is accessed must be a multiple of its alignment.
    pub(crate) fn must_be_aligned(&mut self, addr: Value, ty: Ty) {
        if self.cx.astray.contains(&ty) {
            let align = self.machine().align(ty).min(MOST) as u8;
            self.run(Inst::Aligned { addr, align });
        }
    }
}

/// The types that a pointer may lead to at an address which is not aligned for them: those that pointers are converted to from
/// types which promise less, from numbers, or from members of packed structures; and those that such pointers are converted to.
pub(crate) fn astray(unit: &Unit, options: &Options) -> BTreeSet<Ty> {
    let machine = Machine { unit, target: options.target };
    let mut found = BTreeSet::new();
    if !options.target.wants_alignment {
        return found;
    }
    let mut conversions = Vec::new();
    for expr in unit.exprs.values() {
        match expr.kind {
            ExprKind::Cast(CastKind::PtrToPtr, arg) if !is_allocation(unit, arg) => {
                conversions.push((pointee(unit, unit.exprs[arg].ty), pointee(unit, expr.ty)));
            }
            ExprKind::Cast(CastKind::IntToPtr, arg) if unit.constant_int(arg).is_none() => {
                found.extend(pointee(unit, expr.ty));
            }
            ExprKind::AddrOf(lvalue) | ExprKind::Decay(lvalue) if is_packed(machine, lvalue) => {
                found.extend(pointee(unit, expr.ty));
            }
            _ => {}
        }
    }
    let promised = |ty: Option<Ty>| ty.map_or(1, |ty| machine.align(ty));
    for &(from, to) in &conversions {
        found.extend(to.filter(|&to| promised(from) < machine.align(to)));
    }
    // What is converted once more is as far astray.
    loop {
        let n_found = found.len();
        let more = conversions.iter().filter(|it| it.0.is_some_and(|from| found.contains(&from)));
        let more: Vec<Ty> = more.filter_map(|it| it.1).collect();
        found.extend(more);
        if found.len() == n_found {
            break;
        }
    }
    found.retain(|&ty| machine.align(ty) > 1 && !is_loosened(unit, ty));
    found
}

/// What a pointer type leads to.
fn pointee(unit: &Unit, ty: Ty) -> Option<Ty> {
    match unit.types[ty] {
        types::Type::Pointer(to) => Some(to.ty),
        _ => None,
    }
}

/// Is it a call of a function that allocates?
fn is_allocation(unit: &Unit, mut expr: ExprId) -> bool {
    loop {
        expr = match unit.exprs[expr].kind {
            ExprKind::Cast(_, arg) => arg,
            ExprKind::Call { callee: Callee::Direct(func), .. } => {
                return ALLOCATORS.contains(&unit.funcs[func].name.as_str());
            }
            _ => return false,
        };
    }
}

/// Does an lvalue lie in a packed structure that promises less than its type asks for?
fn is_packed(machine: Machine<'_>, lvalue: ExprId) -> bool {
    let unit = machine.unit;
    let asked = machine.align(unit.exprs[lvalue].ty);
    let mut at = lvalue;
    while let ExprKind::Member { base, record, .. } = unit.exprs[at].kind {
        if unit.records[record].align < asked {
            return true;
        }
        at = base;
    }
    false
}

/// May a pointer to it be meant for a type of the same name that is aligned less?
fn is_loosened(unit: &Unit, ty: Ty) -> bool {
    let mut ty = ty;
    while let types::Type::Array(elem, _) = unit.types[ty] {
        ty = elem.ty;
    }
    unit.loosened.contains(&ty)
}
