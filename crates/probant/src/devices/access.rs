//! Where a unit reads and writes volatile memory.
//!
//! Automatic variables are no devices, volatile or not: nobody else knows where they are.

use super::declared::{Natures, OnWrite};
use cfront::target::Target;
use cfront::typed::{BinaryOp, Category, CompoundOp, ExprId, ExprKind, IncDecOp, StmtKind, Unit};
use cfront::types::BitField;
use source::{SourceMap, Span};
use std::collections::BTreeSet;

/// An access of volatile memory.
#[derive(Clone, Debug)]
pub(super) struct Access {
    /// What is done.
    pub(super) kind: Kind,
    /// The expression that names the place.
    pub(super) place: Span,
    /// The expression that accesses it.
    pub(super) whole: Span,
    /// The place as the user wrote it.
    pub(super) label: String,
    /// Its integer type, as C spells it.
    pub(super) spelling: String,
    /// For a bit-field, which bits.
    pub(super) bits: Option<BitField>,
    /// Is it said to be memory like other?
    pub(super) is_memory: bool,
    /// What a write leaves there.
    pub(super) on_write: OnWrite,
}

/// Kinds of access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Its value is used.
    Read,
    /// `place = value`.
    Write,
    /// `place op= value`.
    Update(&'static str),
    /// `place++` and the like.
    Step(IncDecOp),
}

/// All accesses of devices in user's code, in the order of the tree. `changed` are variables that others change like devices.
pub(super) fn accesses(
    unit: &Unit,
    map: &SourceMap,
    target: &Target,
    natures: &Natures,
    changed: &[String],
) -> Vec<Access> {
    let is_wanted = |place: ExprId| is_device(unit, place) || is_named(unit, place, changed);
    let mut found = Vec::new();
    for (access, place) in accesses_of(unit, map, &is_wanted) {
        let (is_memory, on_write) = natures.of_place(unit, target, place);
        let access = Access { is_memory, on_write, ..access };
        if let Some(spelling) = super::spelling(unit, unit.exprs[place].ty) {
            found.push(Access { spelling, ..access });
        }
    }
    let again = |access: &Access| access.is_evaluated_twice() && has_effect(unit, access.place);
    found.retain(|access| !again(access));
    found
}

impl Access {
    /// Does the place stand twice in what the access becomes?
    fn is_evaluated_twice(&self) -> bool {
        matches!(self.kind, Kind::Update(_) | Kind::Step(_))
            || self.kind == Kind::Write && self.on_write != OnWrite::Stored
    }
}

/// All accesses of some places in user's code, each with the place, in the order of the tree.
pub(super) fn accesses_of(
    unit: &Unit,
    map: &SourceMap,
    is_wanted: &dyn Fn(ExprId) -> bool,
) -> Vec<(Access, ExprId)> {
    let mut found: Vec<(Access, ExprId)> = Vec::new();
    let mut seen = BTreeSet::new();
    for data in unit.exprs.values() {
        let (place, kind) = match data.kind {
            ExprKind::Load(place) => (place, Kind::Read),
            ExprKind::Assign { lhs, .. } => (lhs, Kind::Write),
            ExprKind::CompoundAssign { op: CompoundOp::Arith(op), lhs, .. } => {
                (lhs, Kind::Update(word(op)))
            }
            ExprKind::IncDec { op, arg, .. } => (arg, Kind::Step(op)),
            _ => continue,
        };
        let at = unit.exprs[place].span;
        let once = (at.lo, at.hi, kind == Kind::Read);
        if is_wanted(place) && !map.is_system(at) && seen.insert(once) {
            found.push((access(unit, map, place, kind, data.span), place));
        }
    }
    let unused = unused(unit);
    for (access, _) in &mut found {
        if let Kind::Step(op) = &mut access.kind
            && unused.contains(&(access.whole.lo, access.whole.hi))
        {
            *op = before(*op);
        }
    }
    let stored: BTreeSet<(u32, u32)> = found
        .iter()
        .filter(|(access, _)| access.kind != Kind::Read)
        .map(|(access, _)| (access.place.lo, access.place.hi))
        .collect();
    // What is computed from a place and stored there again is one access, whatever the tree is made of.
    found.retain(|(it, _)| it.kind != Kind::Read || !stored.contains(&(it.place.lo, it.place.hi)));
    found
}

fn access(unit: &Unit, map: &SourceMap, place: ExprId, kind: Kind, whole: Span) -> Access {
    let data = &unit.exprs[place];
    let bits = match data.category {
        Category::BitField(bits) => Some(bits),
        _ => None,
    };
    let whole = if kind == Kind::Read { data.span } else { whole };
    let label = map.original(data.span);
    let (place, on_write, spelling) = (data.span, OnWrite::Stored, String::new());
    Access { kind, place, whole, label, spelling, bits, is_memory: false, on_write }
}

/// Expressions whose values nobody uses.
fn unused(unit: &Unit) -> BTreeSet<(u32, u32)> {
    let exprs = unit.stmts.values().filter_map(|stmt| match &stmt.kind {
        StmtKind::Expr(expr) => Some(*expr),
        StmtKind::For { step, .. } => *step,
        _ => None,
    });
    exprs.map(|expr| (unit.exprs[expr].span.lo, unit.exprs[expr].span.hi)).collect()
}

/// The same step, with the value that it leaves.
fn before(op: IncDecOp) -> IncDecOp {
    match op {
        IncDecOp::PreInc | IncDecOp::PostInc => IncDecOp::PreInc,
        IncDecOp::PreDec | IncDecOp::PostDec => IncDecOp::PreDec,
    }
}

/// Is an lvalue volatile memory that others know of?
fn is_device(unit: &Unit, place: ExprId) -> bool {
    unit.exprs[place].quals.is_volatile() && !is_automatic(unit, place)
}

/// Is an lvalue a variable with one of these names, or a part of it?
fn is_named(unit: &Unit, place: ExprId, names: &[String]) -> bool {
    match unit.exprs[base(unit, place)].kind {
        ExprKind::Global(id) => names.contains(&unit.globals[id].source_name),
        _ => false,
    }
}

/// What a place is a part of: a variable, or what a pointer leads to.
pub(super) fn base(unit: &Unit, mut place: ExprId) -> ExprId {
    loop {
        place = match unit.exprs[place].kind {
            ExprKind::Member { base, .. } => base,
            ExprKind::Deref(pointer) => match unit.exprs[pointer].kind {
                ExprKind::PtrAdd(array, _) => match unit.exprs[array].kind {
                    ExprKind::Decay(array) => array,
                    _ => return place,
                },
                ExprKind::Decay(array) => array,
                _ => return place,
            },
            _ => return place,
        }
    }
}

pub(super) fn is_automatic(unit: &Unit, mut place: ExprId) -> bool {
    loop {
        place = match unit.exprs[place].kind {
            ExprKind::Local(_) | ExprKind::CompoundLiteral { .. } => return true,
            ExprKind::Member { base, .. } => base,
            ExprKind::Deref(pointer) => match unit.exprs[pointer].kind {
                ExprKind::PtrAdd(array, _) => array,
                _ => pointer,
            },
            ExprKind::Decay(array) => array,
            _ => return false,
        }
    }
}

/// Does evaluating a place do something, or read a device?
pub(super) fn has_effect(unit: &Unit, place: Span) -> bool {
    unit.exprs.values().any(|data| {
        let does = match data.kind {
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Call { .. }
            | ExprKind::StmtExpr { .. } => true,
            ExprKind::Load(inner) => is_device(unit, inner),
            _ => false,
        };
        does && data.span != place && place.lo <= data.span.lo && data.span.hi <= place.hi
    })
}

fn word(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
    }
}
