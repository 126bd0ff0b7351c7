//! Registers at fixed addresses: a number that is made a pointer leads to device memory. Each stretch of it becomes a variable that is
//! defined elsewhere, so that it is an input like others, and compiled code needs no such address.

use super::wrap::Wrap;
use cfront::ast::{Ast, Item};
use cfront::target::Target;
use cfront::typed::{CastKind, ExprId, ExprKind, Unit};
use cfront::types::{QualTy, Quals, Ty, Type};
use source::{SourceMap, Span};
use std::collections::BTreeMap;

/// Addresses below are no devices: they mark errors and the like. So do the same numbers below zero.
const LOWEST: i128 = 4096;
/// Elements behind an address that is counted on from by what is no constant.
const OPEN_ELEMENTS: u64 = 16;
/// More is no register.
const LARGEST: u64 = 1 << 16;

/// A number that is made a pointer.
struct Use {
    address: u64,
    size: u64,
    to: QualTy,
    /// The number in the text.
    operand: Span,
    /// The pointer as the user wrote it.
    label: String,
}

/// Variables in the places of device memory: where they are declared, and what stands in the places of their addresses.
pub(super) fn regions(
    unit: &Unit,
    ast: &Ast,
    map: &SourceMap,
    target: &Target,
) -> (Vec<Wrap>, Vec<(String, bool)>) {
    let mut uses = uses(unit, map, target);
    uses.sort_by_key(|it| (it.address, std::cmp::Reverse(it.size), it.operand.lo));
    let (mut wraps, mut names) = (Vec::new(), Vec::new());
    let mut taken = BTreeMap::new();
    let mut rest = &uses[..];
    while let Some(first) = rest.first() {
        let mut end = first.address + first.size;
        let mut n_together = 0;
        while let Some(next) = rest.get(n_together).filter(|next| next.address < end) {
            end = end.max(next.address + next.size);
            n_together += 1;
        }
        let (together, others) = rest.split_at(n_together);
        rest = others;
        let name = name(first, &mut taken);
        wraps.extend(region(unit, ast, target, together, end - first.address, &name));
        names.push((name, has_constants(unit, first.to.ty)));
    }
    (wraps, names)
}

fn uses(unit: &Unit, map: &SourceMap, target: &Target) -> Vec<Use> {
    let mut found: Vec<(ExprId, Use)> = Vec::new();
    for (id, data) in unit.exprs.iter() {
        let ExprKind::Cast(CastKind::IntToPtr, operand) = data.kind else { continue };
        let Some(address) = unit.constant_int(operand) else { continue };
        let Type::Pointer(to) = unit.types[data.ty] else { continue };
        let Some(size) = unit.size_of(to.ty, target).filter(|size| (1..=LARGEST).contains(size))
        else {
            continue;
        };
        let span = unit.exprs[operand].span;
        let is_device = (LOWEST..1 << 48).contains(&address) && !map.is_system(span);
        if is_device && !found.iter().any(|(_, it)| it.operand == span) {
            let label = map.original(data.span);
            found.push((id, Use { address: address as u64, size, to, operand: span, label }));
        }
    }
    for data in unit.exprs.values() {
        let ExprKind::PtrAdd(base, index) = data.kind else { continue };
        if let Some((_, it)) = found.iter_mut().find(|(id, _)| *id == base) {
            let last =
                unit.constant_int(index).map_or(OPEN_ELEMENTS - 1, |at| at.clamp(0, 4096) as u64);
            let elem = unit.size_of(it.to.ty, target).unwrap_or(1);
            it.size = it.size.max(elem * (last + 1)).min(LARGEST);
        }
    }
    found.into_iter().map(|(_, it)| it).collect()
}

/// Has a structure members that are constant to the code?
fn has_constants(unit: &Unit, ty: Ty) -> bool {
    match &unit.types[ty] {
        Type::Record(id) => unit.records[*id]
            .fields
            .iter()
            .any(|field| field.ty.quals.is_const() || has_constants(unit, field.ty.ty)),
        Type::Array(elem, _) => elem.quals.is_const() || has_constants(unit, elem.ty),
        _ => false,
    }
}

/// A stretch of device memory under one name.
fn region(
    unit: &Unit,
    ast: &Ast,
    target: &Target,
    uses: &[Use],
    size: u64,
    name: &str,
) -> Vec<Wrap> {
    let whole = &uses[0];
    let elem = unit.size_of(whole.to.ty, target).unwrap_or(size);
    let plain = QualTy { ty: whole.to.ty, quals: whole.to.quals.without(Quals::CONST) };
    let is_uniform = uses
        .iter()
        .all(|it| it.to.ty == whole.to.ty && (it.address - whole.address).is_multiple_of(elem));
    let (declaration, is_array) = if elem == size {
        (unit.spell(plain, name), false)
    } else if is_uniform {
        (unit.spell(plain, &format!("{name}[{}]", size.div_ceil(elem))), true)
    } else if whole.address.is_multiple_of(4) && size.is_multiple_of(4) {
        (format!("unsigned int {name}[{}]", size / 4), true)
    } else {
        (format!("unsigned char {name}[{size}]"), true)
    };
    let start = if is_array { name.to_owned() } else { format!("&{name}") };
    let mut wraps = Vec::new();
    let Some(at) = uses.iter().map(|it| it.operand.lo).min() else { return wraps };
    let text = match declared_at(ast, at) {
        // The first line says where all that follows comes from, and begins a line.
        0 => Wrap::behind(0, &format!("extern {declaration};\n")),
        before => Wrap::behind(before, &format!(" extern {declaration};")),
    };
    wraps.push(text);
    for it in uses {
        let text = match it.address - whole.address {
            0 => start.clone(),
            offset => format!("((char *){start} + {offset})"),
        };
        wraps.push(Wrap::instead(it.operand.lo, it.operand.hi, text));
    }
    wraps
}

/// What the variable is called: as the macro, or after its address.
fn name(whole: &Use, taken: &mut BTreeMap<String, u64>) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_name =
        whole.label.chars().all(is_word) && !whole.label.starts_with(|c: char| c.is_ascii_digit());
    let stem = if is_name && !whole.label.is_empty() {
        format!("device_{}", whole.label)
    } else {
        format!("device_{:x}", whole.address)
    };
    match *taken.entry(stem.clone()).or_insert(whole.address) {
        address if address == whole.address => stem,
        _ => format!("{stem}_{:x}", whole.address),
    }
}

/// The end of what stands before the item of the file that a place lies in.
fn declared_at(ast: &Ast, at: u32) -> u32 {
    let end = |item: &Item| match item {
        Item::Declaration(id) => ast.decls[*id].span.hi,
        Item::Function(id) => ast.functions[*id].span.hi,
        Item::StaticAssert(_) | Item::Asm(_) | Item::Logic(_) => 0,
    };
    ast.items.iter().map(end).filter(|end| *end <= at).max().unwrap_or(0)
}
