//! Bodies: tables first, then the tree of regions, walked with a stack of our own.

use super::{Printer, put, quote, signature_text};
use crate::{Arm, Body, BoolTree, Callee, Inst, LocalKind, Region, TargetData, Value};
use entity::EntitySet;
use source::Span;

/// What is still to be written, innermost last.
enum Todo {
    /// The rest of a region, from an index on, at an indentation.
    Rest(Region, usize, usize),
    /// A closing line at an indentation.
    Close(&'static str, usize),
}

impl Printer<'_> {
    pub(super) fn body(&mut self, body: &Body) {
        self.tables(body);
        put!(self, "    body {{\n");
        let implicit = statement_ids_are_implied(body);
        let mut stack = vec![Todo::Rest(body.root, 0, 8)];
        while let Some(todo) = stack.pop() {
            match todo {
                Todo::Close(line, indent) => put!(self, "{:indent$}{line}\n", ""),
                Todo::Rest(region, index, indent) => {
                    let Some(&value) = body.regions.get(region).and_then(|list| list.get(index))
                    else {
                        continue;
                    };
                    stack.push(Todo::Rest(region, index + 1, indent));
                    self.line(body, value, indent, implicit);
                    push_nested(body, value, indent, &mut stack);
                }
            }
        }
        put!(self, "    }}\n");
    }

    fn tables(&mut self, body: &Body) {
        for (id, local) in body.locals.iter() {
            match local.kind {
                LocalKind::Register(ty) => put!(self, "    reg {id} {ty}"),
                LocalKind::Object { size, align, shape } => {
                    put!(self, "    obj {id} size {size} align {align}");
                    self.shape_of("shape", shape);
                }
            }
            put!(self, " {}\n", quote(&local.name));
        }
        if !body.params.is_empty() {
            put!(self, "    args {}\n", list(&body.params));
        }
        for (id, data) in body.loops.iter() {
            put!(self, "    loop {id}{}", if data.source { " source" } else { "" });
            self.comment(data.span);
            self.out.push('\n');
        }
        for (id, data) in body.decisions.iter() {
            let word = if data.controlling { " controlling" } else { "" };
            put!(self, "    decision {id}{word} = {}", tree_text(&data.tree));
            self.comment(data.span);
            self.out.push('\n');
        }
        for (id, data) in body.conds.iter() {
            put!(self, "    cond {id} of {}", data.decision);
            self.comment(data.span);
            self.out.push('\n');
        }
        for (id, data) in body.switches.iter() {
            let targets: Vec<_> = data.targets.iter().map(target_word).collect();
            put!(self, "    switch {id} = {}", targets.join(", "));
            self.comment(data.span);
            self.out.push('\n');
        }
        for view in &body.views {
            let from = view.from.map_or("void".to_owned(), |shape| shape.to_string());
            let how = if view.compared { "with" } else { "as" };
            put!(self, "    view {from} {how} {}\n", view.to);
        }
        for view in &body.code_views {
            put!(self, "    code {} as {}\n", view.from, view.to);
        }
    }

    pub(super) fn line(&mut self, body: &Body, value: Value, indent: usize, implicit: bool) {
        put!(self, "{:indent$}", "");
        let Some(inst) = body.insts.get(value) else {
            put!(self, "; {value} does not exist\n");
            return;
        };
        match body.types[value] {
            Some(_) => put!(self, "{value} = "),
            None if implicit => {}
            None => put!(self, "{value}: "),
        }
        self.inst(body, value, inst);
        self.out.push('\n');
    }

    fn inst(&mut self, body: &Body, value: Value, inst: &Inst) {
        let ty = body.types[value].map_or(String::new(), |ty| format!(" {ty}"));
        match inst {
            Inst::Int(of, bits) => put!(self, "int{ty} {}", int_text(of.int_bits(), *bits)),
            Inst::Float(of, bits) => put!(self, "float{ty} {bits:#x}{}", float_note(*of, *bits)),
            Inst::Null => put!(self, "null{ty}"),
            Inst::Variadic => put!(self, "variadic{ty}"),
            Inst::AddrLocal(local) => put!(self, "addr.local{ty} {local}"),
            Inst::AddrGlobal(global) => {
                put!(self, "addr.global{ty} {}", self.names.global(*global));
            }
            Inst::AddrFunc(func) => put!(self, "addr.func{ty} {}", self.names.func(*func)),
            Inst::Get(local) => put!(self, "get{ty} {local}"),
            Inst::Unary(op, a) => put!(self, "{op}{ty} {a}"),
            Inst::Binary(op, a, b) => put!(self, "{op}{ty} {a}, {b}"),
            Inst::Cast(op, _, a) => put!(self, "{op}{ty} {a}"),
            Inst::PtrAdd { base, index, size, accessed } => {
                let word = if *accessed { "ptr.index" } else { "ptr.add" };
                put!(self, "{word}{ty} {base}, {index}, {size}");
            }
            Inst::PtrDiff { a, b, size } => put!(self, "ptr.diff{ty} {a}, {b}, {size}"),
            Inst::PtrField { base, offset } => put!(self, "ptr.field{ty} {base}, {offset}"),
            Inst::Load { addr, volatile, .. } => put!(self, "load{}{ty} {addr}", vol(*volatile)),
            Inst::LoadBits { addr, shift, width, signed, .. } => {
                let sign = if *signed { "s" } else { "u" };
                put!(self, "load.bits.{sign}{ty} {addr}, {shift}, {width}");
            }
            Inst::Call { callee, args } => self.call(&ty, callee, args),
            Inst::Set(local, a) => put!(self, "set {local}, {a}"),
            Inst::Live(local) => put!(self, "live {local}"),
            Inst::Dead(local) => put!(self, "dead {local}"),
            Inst::LiveSized(local, size) => put!(self, "live.sized {local}, {size}"),
            Inst::Store { addr, value, volatile } => {
                put!(self, "store{} {addr}, {value}", vol(*volatile));
            }
            Inst::StoreBits { unit, addr, shift, width, value } => {
                put!(self, "store.bits {unit} {addr}, {shift}, {width}, {value}");
            }
            Inst::Copy { dst, src, size } => put!(self, "copy {dst}, {src}, {size}"),
            Inst::Zero { dst, size } => put!(self, "zero {dst}, {size}"),
            Inst::Trap(kind) => put!(self, "trap {kind}"),
            Inst::TrapIf(kind, a) => put!(self, "trap.if {kind}, {a}"),
            Inst::Aligned { addr, align } => put!(self, "aligned {addr}, {align}"),
            Inst::Unsupported(reason) => put!(self, "unsupported{ty} {}", quote(reason)),
            Inst::If { cond, event, .. } => {
                put!(self, "if {cond}{} {{", spaced(*event));
                let data = event.and_then(|cond| body.conds.get(cond));
                self.comment(data.map_or(Span::NONE, |data| data.span));
            }
            Inst::Loop { id, .. } => put!(self, "loop {id} {{"),
            Inst::Turn(id) => put!(self, "turn {id}"),
            Inst::Block { label, .. } => put!(self, "block {label} {{"),
            Inst::Leave(label) => put!(self, "leave {label}"),
            Inst::Next(id) => put!(self, "next {id}"),
            Inst::Switch { value, signed, event, arms, targets, default } => {
                let sign = if *signed { "s" } else { "u" };
                let arms: Vec<_> = arms.iter().map(arm_text).collect();
                put!(self, "switch.{sign} {value}{} to ({})", spaced(*event), list(targets));
                put!(self, " arms ({}) else {default}", arms.join(", "));
            }
            Inst::Return(None) => put!(self, "return"),
            Inst::Return(Some(a)) => put!(self, "return {a}"),
        }
    }

    fn call(&mut self, ty: &str, callee: &Callee, args: &[Value]) {
        match callee {
            Callee::Direct(func) => {
                put!(self, "call{ty} {}({})", self.names.func(*func), list(args));
            }
            Callee::Indirect(pointer, sig) => {
                put!(self, "call.ptr{ty} {pointer}({}) as {}", list(args), signature_text(sig));
            }
        }
    }
}

/// Regions of an instruction are written next.
fn push_nested(body: &Body, value: Value, indent: usize, stack: &mut Vec<Todo>) {
    match body.insts.get(value) {
        Some(Inst::If { then, els, .. }) => {
            stack.push(Todo::Close("}", indent));
            if body.regions.get(*els).is_some_and(|list| !list.is_empty()) {
                stack.push(Todo::Rest(*els, 0, indent + 4));
                stack.push(Todo::Close("} else {", indent));
            }
            stack.push(Todo::Rest(*then, 0, indent + 4));
        }
        Some(Inst::Loop { body: inner, .. } | Inst::Block { body: inner, .. }) => {
            stack.push(Todo::Close("}", indent));
            stack.push(Todo::Rest(*inner, 0, indent + 4));
        }
        _ => {}
    }
}

/// Would the parser give every statement the id it has? It hands out the ids that no yielding instruction has, in the
/// order in which the text of statements ends.
pub(super) fn statement_ids_are_implied(body: &Body) -> bool {
    let mut placed = EntitySet::new();
    let mut last = None;
    let mut ascending = true;
    let mut stack = vec![(body.root, 0, None)];
    while let Some((region, index, owner)) = stack.pop() {
        let mut close = |value: Value| {
            ascending &= placed.insert(value);
            if body.types[value].is_none() {
                ascending &= last < Some(value);
                last = Some(value);
            }
        };
        let Some(&value) = body.regions.get(region).and_then(|list| list.get(index)) else {
            if let Some(owner) = owner {
                close(owner);
            }
            continue;
        };
        stack.push((region, index + 1, owner));
        match body.insts.get(value) {
            Some(Inst::If { then, els, .. }) => {
                stack.push((*els, 0, Some(value)));
                stack.push((*then, 0, None));
            }
            Some(Inst::Loop { body: inner, .. } | Inst::Block { body: inner, .. }) => {
                stack.push((*inner, 0, Some(value)));
            }
            _ => close(value),
        }
    }
    ascending && placed.len() == body.insts.len()
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn spaced<T: ToString>(item: Option<T>) -> String {
    item.map_or(String::new(), |item| format!(" {}", item.to_string()))
}

fn vol(volatile: bool) -> &'static str {
    if volatile { ".volatile" } else { "" }
}

/// Integers are shown as signed numbers, but truth values as 0 and 1.
fn int_text(width: Option<u32>, bits: u128) -> String {
    match width {
        Some(width @ 2..=127) if bits < 1 << width && bits >> (width - 1) == 1 => {
            (bits as i128 - (1 << width)).to_string()
        }
        Some(128) => (bits as i128).to_string(),
        _ => bits.to_string(),
    }
}

fn float_note(ty: crate::Type, bits: u128) -> String {
    match ty {
        crate::Type::F32 => format!("  ; {:?}", f32::from_bits(bits as u32)),
        crate::Type::F64 => format!("  ; {:?}", f64::from_bits(bits as u64)),
        _ => String::new(),
    }
}

fn arm_text(arm: &Arm) -> String {
    if arm.lo == arm.hi {
        format!("{}: {}", arm.lo, arm.target)
    } else {
        format!("{}..{}: {}", arm.lo, arm.hi, arm.target)
    }
}

fn target_word(target: &TargetData) -> &'static str {
    match (target.default, target.implicit) {
        (false, _) => "case",
        (true, false) => "default",
        (true, true) => "implicit",
    }
}

fn tree_text(tree: &BoolTree) -> String {
    let join = |items: &[BoolTree]| items.iter().map(tree_text).collect::<Vec<_>>().join(", ");
    match tree {
        BoolTree::Cond(cond) => cond.to_string(),
        BoolTree::Const(value) => value.to_string(),
        BoolTree::Not(inner) => format!("not({})", tree_text(inner)),
        BoolTree::And(items) => format!("and({})", join(items)),
        BoolTree::Or(items) => format!("or({})", join(items)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_print_signed_but_truth_values_do_not() {
        assert_eq!(int_text(Some(8), 255), "-1");
        assert_eq!(int_text(Some(8), 127), "127");
        assert_eq!(int_text(Some(1), 1), "1");
        assert_eq!(int_text(Some(128), u128::MAX), "-1");
        assert_eq!(int_text(Some(64), 1 << 63), i64::MIN.to_string());
    }
}
