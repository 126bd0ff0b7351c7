//! Interrupts: a handler may run between any two accesses of what it shares with other code. Before each such access stands a call that
//! runs the handler where a test says so.
//!
//! `flag` becomes `(probant_at_12_tick(), flag)`, and the value of `flag = x` is computed before the call and stored after it. How many
//! runs are left is a variable of each handler: one in tests, any number where something is to be excluded. A handler is interrupted by
//! those that are named after it only, as interrupts of a higher priority.

use super::access::{Access, Kind, accesses_of, base, has_effect, is_automatic};
use super::wrap::{Wrap, operator};
use cfront::typed::{Callee, ExprId, ExprKind, FuncId, GlobalId, IncDecOp, Unit};
use cfront::types::{Ty, Type};
use source::SourceMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use suite::{Device, DeviceAccess};

/// How the names of functions begin that run a handler at a place.
pub(super) const POINT: &str = "probant_at_";

/// What becomes of a unit with handlers.
pub(super) struct Interrupts {
    pub(super) wraps: Vec<Wrap>,
    pub(super) declarations: String,
    pub(super) functions: Vec<Device>,
}

/// Calls of the handlers that a unit defines, before each access of what they share.
pub(super) fn interrupts(
    unit: &Unit,
    map: &SourceMap,
    names: &[String],
) -> Result<Interrupts, String> {
    let mut handlers = Vec::new();
    for name in names {
        // Others may be in other files of the project.
        let Some(id) = unit.func_named(name).filter(|id| unit.funcs[*id].body.is_some()) else {
            continue;
        };
        if !unit.funcs[id].params.is_empty() {
            return Err(format!("`{name}` of [isr] is no handler: one takes no arguments"));
        }
        handlers.push(Handler::of(unit, id, handlers.len() + 1));
    }
    let mut points = Points {
        unit,
        map,
        declarations: String::new(),
        functions: Vec::new(),
        lines: BTreeMap::new(),
    };
    points.declare(&handlers);
    let mut wraps = Vec::new();
    let is_wanted = |place: ExprId| {
        !is_automatic(unit, place) && handlers.iter().any(|handler| handler.meets(unit, place))
    };
    for (access, place) in accesses_of(unit, map, &is_wanted) {
        let met: Vec<&Handler> = handlers.iter().filter(|it| it.meets(unit, place)).collect();
        wraps.extend(points.wraps(&access, place, &met));
    }
    let Points { declarations, functions, .. } = points;
    Ok(Interrupts { wraps, declarations, functions })
}

/// A handler, and what it looks at.
struct Handler {
    name: String,
    /// Which handlers it may interrupt: those with a smaller number.
    level: usize,
    declaration: String,
    globals: BTreeSet<GlobalId>,
    /// What it meets behind pointers.
    types: BTreeSet<Ty>,
}

impl Handler {
    fn of(unit: &Unit, id: FuncId, level: usize) -> Self {
        let runs = called_by(unit, id);
        let (mut globals, mut types) = (BTreeSet::new(), BTreeSet::new());
        for data in unit.exprs.values() {
            let place = match data.kind {
                ExprKind::Load(place) => place,
                ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => lhs,
                ExprKind::IncDec { arg, .. } => arg,
                _ => continue,
            };
            let is_inside = runs.iter().any(|func| is_in(unit, *func, place));
            if !is_inside || is_automatic(unit, place) {
                continue;
            }
            let base = base(unit, place);
            match unit.exprs[base].kind {
                ExprKind::Global(global) => {
                    globals.insert(global);
                }
                _ => {
                    types.insert(unit.exprs[base].ty);
                }
            }
        }
        let data = &unit.funcs[id];
        let is_static = data.linkage == cfront::typed::Linkage::Internal;
        let storage = if is_static { "static " } else { "" };
        let returns = match unit.types[data.ty] {
            Type::Function(ref ty) => unit.type_name(ty.ret.ty),
            _ => "void".to_owned(),
        };
        let declaration = format!("{storage}{returns} {}(void);", data.name);
        Self { name: data.name.clone(), level, declaration, globals, types }
    }

    /// Is a place shared with it? Its own code may be that of others, too.
    fn meets(&self, unit: &Unit, place: ExprId) -> bool {
        let base = base(unit, place);
        let ty = unit.exprs[base].ty;
        let may_be = |other: Ty| has_inside(unit, ty, other) || has_inside(unit, other, ty);
        if let ExprKind::Global(global) = unit.exprs[base].kind {
            return self.globals.contains(&global) || self.types.iter().any(|it| may_be(*it));
        }
        let of = |global: &GlobalId| unit.globals[*global].ty.ty;
        self.types.iter().copied().chain(self.globals.iter().map(of)).any(may_be)
    }
}

/// A function and all that it calls by name.
fn called_by(unit: &Unit, first: FuncId) -> BTreeSet<FuncId> {
    let mut known = BTreeSet::from([first]);
    let mut open = vec![first];
    while let Some(func) = open.pop() {
        for (id, data) in unit.exprs.iter() {
            if let ExprKind::Call { callee: Callee::Direct(other), .. } = data.kind
                && is_in(unit, func, id)
                && known.insert(other)
            {
                open.push(other);
            }
        }
    }
    known
}

fn is_in(unit: &Unit, func: FuncId, expr: ExprId) -> bool {
    let (outer, inner) = (unit.funcs[func].definition_span, unit.exprs[expr].span);
    outer.lo <= inner.lo && inner.hi <= outer.hi
}

/// Is a type another, or has it such a part?
fn has_inside(unit: &Unit, outer: Ty, inner: Ty) -> bool {
    outer == inner
        || match &unit.types[outer] {
            Type::Array(elem, _) => has_inside(unit, elem.ty, inner),
            Type::Record(id) => {
                unit.records[*id].fields.iter().any(|it| has_inside(unit, it.ty.ty, inner))
            }
            _ => false,
        }
}

/// The places where handlers may run, as they are named.
struct Points<'u> {
    unit: &'u Unit,
    map: &'u SourceMap,
    declarations: String,
    functions: Vec<Device>,
    /// How many there are in each line.
    lines: BTreeMap<String, u32>,
}

impl Points<'_> {
    fn declare(&mut self, handlers: &[Handler]) {
        writeln!(self.declarations, "static int {};", ir::INTERRUPT_LEVEL)
            .expect("writing to a string succeeds");
        for Handler { name, declaration, .. } in handlers {
            let left = ir::INTERRUPTS_LEFT;
            writeln!(self.declarations, "{declaration}\nstatic int {left}{name} = 1;")
                .expect("writing to a string succeeds");
        }
    }

    /// The calls that run handlers before an access.
    fn point(&mut self, access: &Access, met: &[&Handler]) -> String {
        let line = self.map.locate(access.place.lo).map_or(0, |loc| loc.line);
        let mut calls = Vec::new();
        for Handler { name, level, .. } in met {
            let stem = format!("{name}_at_{line}");
            let number = self.lines.entry(stem.clone()).or_default();
            *number += 1;
            let word = if *number == 1 { stem } else { format!("{stem}_{number}") };
            let (read, at) = (format!("{}{word}", ir::DEVICE_READ), format!("{POINT}{word}"));
            let left = format!("{}{name}", ir::INTERRUPTS_LEFT);
            let now = ir::INTERRUPT_LEVEL;
            writeln!(
                self.declarations,
                "_Bool {read}(_Bool);\nstatic void {at}(void) {{ int outer = {now}; while ({left} > 0 && outer < {level} && {read}(0)) {{ {left}--; {now} = {level}; {name}(); {now} = outer; }} }}"
            )
            .expect("writing to a string succeeds");
            let place = format!("{name} runs before the access of {} in line {line}", access.label);
            self.functions.push(Device { function: read, place, access: DeviceAccess::Read });
            calls.push(format!("{at}()"));
        }
        calls.join(", ")
    }

    /// What an access becomes.
    fn wraps(&mut self, access: &Access, place: ExprId, met: &[&Handler]) -> Vec<Wrap> {
        let text = &self.map.text;
        let (at, whole) = (access.place, access.whole);
        let is_read = access.kind == Kind::Read;
        let found = operator(text, at.hi, access.kind);
        let is_step = matches!(access.kind, Kind::Step(_));
        let is_plain = self.is_plain(place) && (is_step || found.is_some());
        let twice = matches!(access.kind, Kind::Update(_) | Kind::Step(_));
        if is_read || !is_plain || twice && has_effect(self.unit, at) {
            let before = format!("({}, ", self.point(access, met));
            return vec![Wrap::around(whole.lo, whole.hi, &before, ")")];
        }
        let lvalue = text[at.lo as usize..at.hi as usize].to_owned();
        let ty = self.unit.type_name(self.unit.exprs[place].ty);
        let read =
            format!("({}, {lvalue})", if twice { self.point(access, met) } else { String::new() });
        let stored = self.point(access, met);
        if let Kind::Step(op) = access.kind {
            return vec![Wrap::instead(
                whole.lo,
                whole.hi,
                stepped(&ty, op, &lvalue, &read, &stored),
            )];
        }
        let (lo, hi) = found.expect("it was looked for");
        let (begun, ended) = match access.kind {
            Kind::Update(op) => (format!("= ({{ {ty} probant_v = {read} {op} ("), ")"),
            _ => (format!("= ({{ {ty} probant_v = "), ""),
        };
        let ended = format!("{ended}; {stored}; probant_v; }})");
        vec![Wrap::instead(lo, hi, begun), Wrap::around(hi, whole.hi, "", &ended)]
    }

    /// Can a value of this type be kept in a variable for a while?
    fn is_plain(&self, place: ExprId) -> bool {
        let ty = self.unit.exprs[place].ty;
        matches!(self.unit.types[ty], Type::Bool | Type::Int(_) | Type::Float(_) | Type::Enum(_))
    }
}

/// `place++` and the like.
fn stepped(ty: &str, op: IncDecOp, lvalue: &str, read: &str, point: &str) -> String {
    let (step, is_before) = match op {
        IncDecOp::PreInc => ("+", true),
        IncDecOp::PostInc => ("+", false),
        IncDecOp::PreDec => ("-", true),
        IncDecOp::PostDec => ("-", false),
    };
    let result = if is_before { "" } else { " probant_v;" };
    let stored = format!("{lvalue} = probant_v {step} 1;");
    format!("({{ {ty} probant_v = {read}; {point}; {stored}{result} }})")
}
