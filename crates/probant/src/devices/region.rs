//! Registers at fixed addresses: a number that is made a pointer leads to device memory. Each stretch of it becomes a variable that is
//! defined elsewhere, so that it is an input like others, and compiled code needs no such address.

use super::declared::{Declared, Layout};
use super::wrap::Wrap;
use cfront::ast::{Ast, Item};
use cfront::target::Target;
use cfront::typed::{CastKind, ExprId, ExprKind, Unit};
use cfront::types::{QualTy, Quals, Ty, Type};
use source::{SourceMap, Span};
use std::collections::BTreeMap;

/// Addresses below are no devices: they mark errors and the like. So do the same numbers below zero.
const LOWEST: i128 = 4096;
/// Elements behind an address that is counted on from by what is no constant. There may be more.
const OPEN_ELEMENTS: u64 = 256;
/// Further than that no constant counts from an address.
const MOST_MOVED: i128 = 4096;
/// More is no register.
const LARGEST: u64 = 1 << 16;

/// A number that is made a pointer.
struct Use {
    address: u64,
    /// What the code shows of what lies there: where it begins and ends.
    lo: u64,
    hi: u64,
    /// May the code go on beyond that?
    is_open: bool,
    to: QualTy,
    /// The number in the text.
    operand: Span,
    /// The pointer as the user wrote it.
    label: String,
}

/// A stretch of device memory that is one variable.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) name: String,
    /// Has it members that are constant to the code?
    pub(super) has_constants: bool,
    /// Does it begin with what a reset leaves there?
    pub(super) is_reset: bool,
    /// May it be larger than it was made?
    pub(super) is_open: bool,
}

/// Variables in the places of device memory: where they are declared, and what stands in the places of their addresses. What was
/// declared otherwise than the code uses it is told.
pub(super) fn regions(
    unit: &Unit,
    ast: &Ast,
    map: &SourceMap,
    target: &Target,
    declared: &[Declared],
) -> Result<(Vec<Wrap>, Vec<Region>), String> {
    let mut uses = uses(unit, map, target, declared);
    uses.sort_by_key(|it| (it.lo, std::cmp::Reverse(it.hi), it.operand.lo));
    let (mut wraps, mut regions) = (Vec::new(), Vec::new());
    let mut taken = BTreeMap::new();
    let mut rest = &uses[..];
    while let Some(first) = rest.first() {
        let of = declared.iter().find(|it| it.has(first.address));
        let (together, others) = rest.split_at(n_together(rest, of));
        rest = others;
        let stretch = Stretch::of(unit, target, together, of)?;
        let name = of.map_or_else(|| name(first, &mut taken), |it| variable(&it.name));
        let (more, is_reset) = stretch.declared(unit, ast, target, together, &name)?;
        wraps.extend(more);
        let has_constants = has_constants(unit, first.to.ty);
        let is_open = together.iter().any(|it| it.is_open);
        regions.push(Region { name, has_constants, is_reset, is_open });
    }
    Ok((wraps, regions))
}

/// The variable that stands for a region.
pub(super) fn variable(name: &str) -> String {
    format!("device_{name}")
}

/// How many of the uses that follow each other lie in one stretch: in the one that is declared, or because they overlap.
fn n_together(uses: &[Use], of: Option<&Declared>) -> usize {
    let mut end = uses[0].hi;
    let mut n_together = 0;
    while let Some(next) = uses.get(n_together) {
        let is_declared = of.is_some_and(|it| it.has(next.address));
        let overlaps = of.is_none_or(|it| it.size.is_none()) && next.lo < end;
        if !is_declared && !overlaps {
            break;
        }
        end = end.max(next.hi);
        n_together += 1;
    }
    n_together
}

fn uses(unit: &Unit, map: &SourceMap, target: &Target, declared: &[Declared]) -> Vec<Use> {
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
        let is_said =
            || declared.iter().any(|it| u64::try_from(address).is_ok_and(|at| it.has(at)));
        let is_usual = (LOWEST..1 << 48).contains(&address);
        let is_device = (is_usual || is_said()) && !map.is_system(span);
        if is_device && !found.iter().any(|(_, it)| it.operand == span) {
            let label = map.original(data.span);
            let address = address as u64;
            let (lo, hi, is_open) = (address, address + size, false);
            found.push((id, Use { address, lo, hi, is_open, to, operand: span, label }));
        }
    }
    for (id, it) in &mut found {
        let of = declared.iter().find(|region| region.size.is_some() && region.has(it.address));
        it.is_open = spread(unit, target, *id, it);
        if it.is_open {
            let elem = unit.size_of(it.to.ty, target).unwrap_or(1);
            let end = of.map_or(it.address + elem * OPEN_ELEMENTS, Declared::end);
            it.hi = it.hi.max(end.min(it.address + LARGEST));
            it.is_open = of.is_none();
        }
    }
    found.into_iter().map(|(_, it)| it).collect()
}

/// Widens a use to what constants count on to from its address; true if something else does, too.
fn spread(unit: &Unit, target: &Target, pointer: ExprId, it: &mut Use) -> bool {
    let elem = unit.size_of(it.to.ty, target).unwrap_or(1);
    let moved = unit.exprs.iter().find_map(|(id, data)| match data.kind {
        ExprKind::PtrAdd(base, index) if base == pointer => Some((id, unit.constant_int(index))),
        ExprKind::PtrSub(base, index) if base == pointer => {
            Some((id, unit.constant_int(index).map(|at| -at)))
        }
        _ => None,
    });
    let Some((at, by)) = moved else { return is_kept(unit, pointer) && steps(unit, it.to.ty) };
    let Some(by) = by.filter(|by| by.abs() <= MOST_MOVED) else { return true };
    let start = it.address.saturating_add_signed((by * i128::from(elem)) as i64);
    (it.lo, it.hi) = (it.lo.min(start), it.hi.max(start + elem));
    is_kept(unit, at) && steps(unit, it.to.ty)
}

/// Is a pointer anything but looked at?
fn is_kept(unit: &Unit, pointer: ExprId) -> bool {
    !unit.exprs.values().any(|data| matches!(data.kind, ExprKind::Deref(it) if it == pointer))
}

/// Does the code move pointers to a type, or make them pointers to another? A pointer that is kept may then lead elsewhere.
fn steps(unit: &Unit, ty: Ty) -> bool {
    let leads_there =
        |expr: ExprId| matches!(unit.types[unit.exprs[expr].ty], Type::Pointer(to) if to.ty == ty);
    unit.exprs.values().any(|data| match data.kind {
        ExprKind::PtrAdd(base, _) | ExprKind::PtrSub(base, _) => {
            leads_there(base)
                && !matches!(
                    unit.exprs[base].kind,
                    ExprKind::Cast(CastKind::IntToPtr, _) | ExprKind::Decay(_)
                )
        }
        ExprKind::IncDec { arg, .. } => leads_there(arg),
        ExprKind::CompoundAssign { lhs, .. } => leads_there(lhs),
        ExprKind::Cast(CastKind::PtrToPtr | CastKind::PtrToInt, inner) => leads_there(inner),
        _ => false,
    })
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

/// A stretch of device memory: where it lies, and what is laid over it.
struct Stretch<'d> {
    start: u64,
    size: u64,
    /// What the code takes it for, and how large that is.
    to: QualTy,
    elem: u64,
    is_uniform: bool,
    of: Option<&'d Declared>,
}

impl<'d> Stretch<'d> {
    fn of(
        unit: &Unit,
        target: &Target,
        uses: &[Use],
        of: Option<&'d Declared>,
    ) -> Result<Self, String> {
        let start = of.map_or(uses[0].lo, |it| it.address);
        let end = uses.iter().map(|it| it.hi).max().unwrap_or(start);
        let to = uses[0].to;
        let elem = unit.size_of(to.ty, target).unwrap_or(end - start);
        let mut size = end - start;
        if let Some((of, said)) = of.and_then(|of| Some((of, of.size?))) {
            let needed = uses.iter().map(|it| {
                let elem = unit.size_of(it.to.ty, target).unwrap_or(1);
                (it.address - start + elem, it)
            });
            if let Some((needed, it)) =
                needed.max_by_key(|(needed, _)| *needed).filter(|it| it.0 > said)
            {
                return Err(format!(
                    "{}: [region.{}] has {said} bytes, but `{}` of the code ends {needed} bytes behind its start: raise `size`",
                    of.at, of.name, it.label
                ));
            }
            // What lies beyond is not there.
            size = size.min(said);
        }
        let is_uniform =
            uses.iter().all(|it| it.to.ty == to.ty && (it.address - start).is_multiple_of(elem));
        Ok(Self { start, size, to, elem, is_uniform: is_uniform && size.is_multiple_of(elem), of })
    }

    /// The text that declares it, and what stands in the places of its addresses.
    fn declared(
        &self,
        unit: &Unit,
        ast: &Ast,
        target: &Target,
        uses: &[Use],
        name: &str,
    ) -> Result<(Vec<Wrap>, bool), String> {
        let plain = QualTy { ty: self.to.ty, quals: self.to.quals.without(Quals::CONST) };
        let (size, elem) = (self.size, self.elem);
        let (declaration, is_array) = if elem == size && uses[0].address == self.start {
            (unit.spell(plain, name), false)
        } else if self.is_uniform {
            (unit.spell(plain, &format!("{name}[{}]", size / elem)), true)
        } else if self.start.is_multiple_of(4) && size.is_multiple_of(4) {
            (format!("unsigned int {name}[{}]", size / 4), true)
        } else {
            (format!("unsigned char {name}[{size}]"), true)
        };
        let reset = self.reset(unit, target, is_array)?;
        let declaration = match &reset {
            Some(values) => format!("static {declaration} = {values};"),
            None => format!("extern {declaration};"),
        };
        let start = if is_array { name.to_owned() } else { format!("&{name}") };
        let mut wraps = Vec::new();
        let Some(at) = uses.iter().map(|it| it.operand.lo).min() else { return Ok((wraps, false)) };
        wraps.push(match declared_at(ast, at) {
            // The first line says where all that follows comes from, and begins a line.
            0 => Wrap::behind(0, &format!("{declaration}\n")),
            before => Wrap::behind(before, &format!(" {declaration}")),
        });
        for it in uses {
            let text = match it.address - self.start {
                0 => start.clone(),
                offset => format!("((char *){start} + {offset})"),
            };
            wraps.push(Wrap::instead(it.operand.lo, it.operand.hi, text));
        }
        Ok((wraps, reset.is_some()))
    }

    /// What a reset leaves there, as an initialiser.
    fn reset(
        &self,
        unit: &Unit,
        target: &Target,
        is_array: bool,
    ) -> Result<Option<String>, String> {
        let Some(of) = self.of.filter(|it| !it.reset.is_empty()) else { return Ok(None) };
        let layout = Layout { unit, target, ty: self.to.ty };
        let mut values = Vec::new();
        for (register, value) in &of.reset {
            let value = format!("{value}");
            let designator = if is_array {
                layout.element(
                    register,
                    of,
                    if self.is_uniform { self.elem } else { 4 },
                    self.size,
                )?
            } else {
                layout.place(register, of)?.designator
            };
            values.push(if designator.is_empty() {
                value
            } else {
                format!("{designator} = {value}")
            });
        }
        Ok(Some(format!("{{{}}}", values.join(", "))))
    }
}

/// What the variable is called: as the macro, or after its address.
fn name(whole: &Use, taken: &mut BTreeMap<String, u64>) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_name =
        whole.label.chars().all(is_word) && !whole.label.starts_with(|c: char| c.is_ascii_digit());
    let stem = if is_name && !whole.label.is_empty() {
        variable(&whole.label)
    } else {
        variable(&format!("{:x}", whole.address))
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
