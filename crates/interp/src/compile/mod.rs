//! From a verified body to flat code.
//!
//! Regions become jumps. A value lives in a slot of its own for as long as its region lasts, with three savings that matter for
//! speed: constants and addresses of globals stand in the template of the frame; reading a register that keeps its content
//! until the value's last use is no operation; and a value that is only set to a register is computed there.
//!
//! In code made for observation every instruction that yields a value is followed by [`Op::Observe`].

mod assigned;
mod inst;
mod order;

use crate::code::{Code, Op, Pc, Slot, is_wide};
use crate::pointer;
use assigned::Checks;
use entity::SecondaryMap;
use ir::{Body, Global, Inst, Label, Local, LocalKind, LoopId, Program, Region, Type, Value};
use order::Order;
use std::collections::BTreeMap;

/// No slot: a call without a result, a branch without an event.
pub(crate) const NONE: u32 = u32::MAX;

/// Compiles the body of a function; `globals` are the addresses of the program's globals.
pub(crate) fn compile(
    program: &Program,
    body: &Body,
    globals: &SecondaryMap<Global, u64>,
    observe: bool,
) -> Code {
    let order = Order::of(body);
    let checks = assigned::checks(body, &order);
    let mut compiler = Compiler {
        program,
        body,
        globals,
        observe,
        order,
        checks,
        code: Code::default(),
        constants: BTreeMap::new(),
        values: SecondaryMap::with_default(NONE),
        locals: SecondaryMap::with_default(NONE),
        flags: SecondaryMap::with_default(NONE),
        next: 0,
        heads: SecondaryMap::with_default(0),
        patches: SecondaryMap::new(),
    };
    compiler.lay_out();
    compiler.regions();
    compiler.code
}

struct Compiler<'a> {
    program: &'a Program,
    body: &'a Body,
    globals: &'a SecondaryMap<Global, u64>,
    observe: bool,
    order: Order,
    checks: Checks,
    code: Code,
    /// Where constants stand in the template, by their words.
    constants: BTreeMap<(u64, Option<u64>), Slot>,
    values: SecondaryMap<Value, Slot>,
    locals: SecondaryMap<Local, Slot>,
    flags: SecondaryMap<Local, Slot>,
    /// The next free slot.
    next: Slot,
    heads: SecondaryMap<LoopId, Pc>,
    /// Jumps to the end of each block.
    patches: SecondaryMap<Label, Vec<Patch>>,
}

/// A place that must learn where a block ends.
#[derive(Clone, Copy)]
enum Patch {
    Jump(Pc),
    Switch { table: u32, target: usize },
}

/// What to do at the end of a region.
#[derive(Clone, Copy)]
enum End {
    Root,
    Then { branch: Pc, els: Region },
    Else { jump: Option<Pc> },
    Loop { head: Pc },
    Block(Label),
}

impl Compiler<'_> {
    /// The template and the slots of registers.
    fn lay_out(&mut self) {
        for value in self.body.insts.keys() {
            if let Some((low, high)) = self.constant(value) {
                self.values[value] = self.constant_slot(low, high);
            }
        }
        for local in self.checks.flagged.iter() {
            self.flags[local] = self.code.template.len() as Slot;
            self.code.template.push(0);
        }
        for (id, local) in self.body.locals.iter() {
            if let LocalKind::Object { .. } = local.kind {
                self.locals[id] = self.code.template.len() as Slot;
                self.code.objects.push(self.locals[id]);
                self.code.template.push(pointer::DEAD);
            }
        }
        self.variadic();
        self.next = self.code.template.len() as Slot;
        for (id, local) in self.body.locals.iter() {
            if let LocalKind::Register(ty) = local.kind {
                self.locals[id] = self.fresh(ty);
            }
        }
        for &param in &self.body.params {
            if let LocalKind::Register(ty) = self.body.locals[param].kind {
                self.code.params.push((self.locals[param], ty));
            }
        }
    }

    /// The variable arguments are an object of the frame; every instruction that asks for them gives the same pointer.
    fn variadic(&mut self) {
        let asks = |inst: &&Inst| matches!(inst, Inst::Variadic);
        if self.body.insts.values().any(|inst| asks(&inst)) {
            let slot = self.code.template.len() as Slot;
            self.code.objects.push(slot);
            self.code.template.push(pointer::DEAD);
            self.code.variadic = Some(slot);
        }
        for (value, _) in self.body.insts.iter().filter(|(_, inst)| asks(inst)) {
            self.values[value] = self.code.variadic.expect("a slot was made just now");
        }
    }

    fn constant(&self, value: Value) -> Option<(u64, Option<u64>)> {
        let word = |word| Some((word, None));
        match &self.body.insts[value] {
            Inst::Int(ty, bits) | Inst::Float(ty, bits) => {
                Some((*bits as u64, is_wide(*ty).then_some((bits >> 64) as u64)))
            }
            Inst::Null => word(pointer::NULL),
            Inst::AddrGlobal(global) => word(self.globals[*global]),
            Inst::AddrFunc(func) => word(pointer::of_func(*func)),
            _ => None,
        }
    }

    fn constant_slot(&mut self, low: u64, high: Option<u64>) -> Slot {
        let template = &mut self.code.template;
        *self.constants.entry((low, high)).or_insert_with(|| {
            let slot = template.len() as Slot;
            template.push(low);
            template.extend(high);
            slot
        })
    }

    fn fresh(&mut self, ty: Type) -> Slot {
        let slot = self.next;
        self.next += if is_wide(ty) { 2 } else { 1 };
        self.code.frame = self.code.frame.max(self.next as usize);
        slot
    }

    /// Walks the tree of regions with a stack of our own.
    fn regions(&mut self) {
        self.code.frame = self.next as usize;
        let mut stack = vec![(self.body.root, 0, self.next, End::Root)];
        while let Some((region, index, mark, end)) = stack.pop() {
            let Some(&value) = self.body.regions[region].get(index) else {
                // Values go out of scope with their region, so their slots are free again.
                self.next = mark;
                if let Some((els, end)) = self.finish(region, end) {
                    stack.push((els, 0, self.next, end));
                }
                continue;
            };
            stack.push((region, index + 1, mark, end));
            if let Some((inner, end)) = self.structured(value, region, index) {
                stack.push((inner, 0, self.next, end));
            }
        }
    }

    /// Emits one instruction; says which region comes next if it has one.
    fn structured(&mut self, value: Value, region: Region, index: usize) -> Option<(Region, End)> {
        match &self.body.insts[value] {
            Inst::If { cond, event, then, els } => {
                let before = index.checked_sub(1).map(|index| self.body.regions[region][index]);
                // Where only the second region has code, the first needs none: jump over when true.
                let when = self.body.regions[*then].is_empty();
                let branch = self.branch(value, *cond, *event, when, before);
                if when {
                    return Some((*els, End::Else { jump: Some(branch) }));
                }
                Some((*then, End::Then { branch, els: *els }))
            }
            Inst::Loop { id, body } => {
                let head = self.here();
                self.heads[*id] = head;
                Some((*body, End::Loop { head }))
            }
            Inst::Block { label, body } => Some((*body, End::Block(*label))),
            inst => {
                let next = self.body.regions[region].get(index + 1).copied();
                self.inst(value, inst, next);
                None
            }
        }
    }

    fn finish(&mut self, region: Region, end: End) -> Option<(Region, End)> {
        let last = self.body.regions[region].last();
        let ended = last.is_some_and(|last| self.body.insts[*last].is_terminator());
        match end {
            End::Root => self.emit(None, Op::ReturnNone),
            End::Then { branch, els } => {
                let empty = self.body.regions[els].is_empty();
                let jump = (!empty && !ended).then(|| self.here());
                if jump.is_some() {
                    self.emit(None, Op::Jump { to: 0 });
                }
                self.land(branch);
                return Some((els, End::Else { jump }));
            }
            End::Else { jump } => {
                if let Some(jump) = jump {
                    self.land(jump);
                }
            }
            End::Loop { head } => {
                if !ended {
                    self.emit(None, Op::Jump { to: head });
                }
            }
            End::Block(label) => self.end_block(label),
        }
        None
    }

    fn end_block(&mut self, label: Label) {
        let here = self.here();
        for patch in std::mem::take(&mut self.patches[label]) {
            match patch {
                Patch::Jump(at) => self.land(at),
                Patch::Switch { table, target } => {
                    self.code.switches[table as usize].places[target] = here;
                }
            }
        }
    }

    fn here(&self) -> Pc {
        self.code.ops.len() as Pc
    }

    /// The jump at this place leads to here.
    fn land(&mut self, at: Pc) {
        let here = self.here();
        match &mut self.code.ops[at as usize] {
            Op::Jump { to }
            | Op::JumpWhen { to, .. }
            | Op::Branch { to, .. }
            | Op::BranchEq { to, .. }
            | Op::BranchNe { to, .. }
            | Op::BranchLtU { to, .. }
            | Op::BranchLeU { to, .. }
            | Op::BranchLtS { to, .. }
            | Op::BranchLeS { to, .. } => *to = here,
            other => unreachable!("a jump should stand at {at}, not {other:?}"),
        }
    }

    fn emit(&mut self, origin: Option<Value>, op: Op) {
        self.code.ops.push(op);
        self.code.origins.push(origin);
    }

    fn number(&mut self, number: u64) -> u32 {
        let numbers = &mut self.code.numbers;
        // Sizes repeat a lot, mostly soon after one another.
        let recent = numbers.len().saturating_sub(8);
        let known = numbers[recent..].iter().position(|&known| known == number);
        if known.is_none() {
            numbers.push(number);
        }
        known.map_or(numbers.len() - 1, |at| recent + at) as u32
    }

    fn bytes(&self, ty: Type) -> u64 {
        self.program.bytes(ty)
    }
}
