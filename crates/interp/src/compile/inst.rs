//! Single instructions.

use super::{Compiler, NONE, Patch};
use crate::code::{CallSite, Op, Pc, Slot, SwitchTable, is_wide};
use ir::{
    Arm, BinOp, Callee, CastOp, Cond, Inst, Label, Local, LocalKind, SwitchId, Type, UnOp, Value,
};

/// Gcc allows `__int128` bit-fields; nobody writes them.
const WIDE_FIELD: &str = "a bit-field of 128 bits";

impl Compiler<'_> {
    /// Emits an instruction that has no regions; `next` follows it in its region.
    pub(super) fn inst(&mut self, value: Value, inst: &Inst, next: Option<Value>) {
        match inst {
            Inst::Int(..) | Inst::Float(..) | Inst::Null => {}
            Inst::AddrGlobal(_) | Inst::AddrFunc(_) | Inst::Variadic => {}
            Inst::AddrLocal(local) => self.address(value, *local),
            Inst::Get(local) => self.get(value, *local),
            Inst::Unary(op, a) => self.unary(value, *op, *a, next),
            Inst::Binary(op, a, b) => self.binary(value, *op, *a, *b, next),
            Inst::Cast(op, to, a) => self.cast(value, *op, *to, *a, next),
            Inst::PtrAdd { base, index, size, .. } => {
                self.ptr_add(value, *base, *index, *size, next);
            }
            Inst::PtrDiff { a, b, size } => {
                let (a, b, size) = (self.slot(*a), self.slot(*b), self.number(*size));
                let d = self.result(value, next);
                self.emit(Some(value), Op::PtrDiff { d, a, b, size });
            }
            Inst::PtrField { base, offset } => {
                let (base, offset) = (self.slot(*base), self.number(*offset));
                let d = self.result(value, next);
                self.emit(Some(value), Op::PtrField { d, base, offset });
            }
            Inst::Load { ty, addr, .. } => {
                let (addr, d) = (self.slot(*addr), self.result(value, next));
                self.emit(Some(value), load(*ty, self.bytes(*ty), d, addr));
            }
            Inst::LoadBits { unit, addr, shift, width, signed } => {
                let (addr, d) = (self.slot(*addr), self.result(value, next));
                let (shift, width, signed) = (*shift, *width, *signed);
                match unit {
                    Type::Int(unit @ 0..=64) => {
                        let op = Op::LoadBits { unit: *unit, shift, width, signed, d, addr };
                        self.emit(Some(value), op);
                    }
                    _ => self.unsupported(value, WIDE_FIELD),
                }
            }
            Inst::Call { callee, args } => self.call(value, callee, args, next),
            _ => self.statement(value, inst),
        }
        if self.observe && self.body.types[value].is_some() {
            let shown = self.values[value];
            self.emit(Some(value), Op::Observe { inst: value, a: shown });
        }
    }

    fn statement(&mut self, value: Value, inst: &Inst) {
        let origin = Some(value);
        match inst {
            Inst::Set(local, a) => self.set(value, *local, *a),
            Inst::Live(local) => self.live(value, *local),
            Inst::Dead(local) => {
                let d = self.locals[*local];
                self.emit(origin, Op::Dead { d });
            }
            Inst::LiveSized(local, size) => {
                let (d, size) = (self.locals[*local], self.slot(*size));
                self.emit(origin, Op::LiveSized { d, size });
            }
            Inst::Store { addr, value: a, .. } => {
                let ty = self.body.ty(*a);
                let op = store(ty, self.bytes(ty), self.slot(*addr), self.slot(*a));
                self.emit(origin, op);
            }
            Inst::StoreBits { unit, addr, shift, width, value: a } => {
                let (addr, a) = (self.slot(*addr), self.slot(*a));
                let (shift, width) = (*shift, *width);
                if is_wide(*unit) {
                    self.unsupported(value, WIDE_FIELD);
                } else {
                    let unit = unit.int_bits().unwrap_or(0) as u8;
                    self.emit(origin, Op::StoreBits { unit, shift, width, addr, a });
                }
            }
            Inst::Copy { dst, src, size } => {
                let (dst, src, size) = (self.slot(*dst), self.slot(*src), self.number(*size));
                self.emit(origin, Op::Copy { dst, src, size });
            }
            Inst::Zero { dst, size } => {
                let (dst, size) = (self.slot(*dst), self.number(*size));
                self.emit(origin, Op::Zero { dst, size });
            }
            Inst::Trap(kind) => self.emit(origin, Op::Trap { kind: *kind }),
            Inst::TrapIf(kind, a) => {
                let a = self.slot(*a);
                self.emit(origin, Op::TrapIf { kind: *kind, a });
            }
            Inst::Aligned { addr, align } => {
                let a = self.slot(*addr);
                self.emit(origin, Op::Aligned { a, align: *align });
            }
            Inst::Unsupported(reason) => self.unsupported(value, reason),
            Inst::Turn(_) => {}
            Inst::Leave(label) => {
                let at = self.here();
                self.patches[*label].push(Patch::Jump(at));
                self.emit(origin, Op::Jump { to: 0 });
            }
            Inst::Next(id) => {
                let to = self.heads[*id];
                self.emit(origin, Op::Jump { to });
            }
            Inst::Switch { value: a, signed, event, arms, targets, default } => {
                self.switch(value, (*a, *signed), *event, arms, targets, *default);
            }
            Inst::Return(None) => self.emit(origin, Op::ReturnNone),
            Inst::Return(Some(a)) => {
                let (wide, a) = (is_wide(self.body.ty(*a)), self.slot(*a));
                self.emit(origin, if wide { Op::ReturnWide { a } } else { Op::Return { a } });
            }
            other => unreachable!("{other:?} should have been emitted elsewhere"),
        }
    }

    fn unsupported(&mut self, value: Value, reason: &str) {
        let index = self.code.reasons.len() as u32;
        self.code.reasons.push(reason.to_owned());
        self.emit(Some(value), Op::Unsupported { reason: index });
    }

    /// The slot of an operand.
    fn slot(&self, value: Value) -> Slot {
        let slot = self.values[value];
        debug_assert!(slot != NONE, "{value} should have been emitted before its uses");
        slot
    }

    /// Where a result goes: into a register if the next instruction does nothing but set it, else into a slot of its own.
    fn result(&mut self, value: Value, next: Option<Value>) -> Slot {
        let target = next.and_then(|next| match &self.body.insts[next] {
            Inst::Set(local, a) if *a == value && self.order.is_for_next(value, next) => {
                Some(self.locals[*local])
            }
            _ => None,
        });
        let slot = target.unwrap_or_else(|| self.fresh(self.body.ty(value)));
        self.values[value] = slot;
        slot
    }

    fn address(&mut self, value: Value, local: Local) {
        let a = self.locals[local];
        if self.order.address_is_stable(local, value) {
            self.values[value] = a;
        } else {
            let d = self.fresh(Type::Ptr);
            self.values[value] = d;
            self.emit(Some(value), Op::Move { d, a });
        }
    }

    fn get(&mut self, value: Value, local: Local) {
        if self.checks.reads.contains(value) {
            let flag = self.flags[local];
            self.emit(Some(value), Op::Check { flag });
        }
        let a = self.locals[local];
        if self.order.keeps(local, value) {
            self.values[value] = a;
        } else {
            let d = self.fresh(self.body.ty(value));
            self.values[value] = d;
            self.copy(value, d, a);
        }
    }

    fn ptr_add(&mut self, value: Value, base: Value, index: Value, size: u64, next: Option<Value>) {
        let extension =
            if u32::try_from(size).is_ok() { self.take_sext(value, index) } else { None };
        let base = self.slot(base);
        let slot = extension.unwrap_or_else(|| self.slot(index));
        let d = self.result(value, next);
        let op = match (u32::try_from(size), extension) {
            (Ok(size), Some(index)) => Op::PtrAddInt { d, base, index, size },
            (Ok(size), None) => Op::PtrAdd { d, base, index: slot, size },
            (Err(_), _) => Op::PtrAddFar { d, base, index: slot, size: self.number(size) },
        };
        self.emit(Some(value), op);
    }

    /// Takes back the extension from `i32` that made an index, if nothing else reads it; gives the slot that was extended.
    fn take_sext(&mut self, value: Value, index: Value) -> Option<Slot> {
        let fresh = self.code.origins.last() == Some(&Some(index));
        if self.observe || !fresh || !self.order.is_for_next(index, value) {
            return None;
        }
        let Some(&Op::Sext { from: 32, to: 64, a, .. }) = self.code.ops.last() else {
            return None;
        };
        self.code.ops.pop();
        self.code.origins.pop();
        Some(a)
    }

    fn copy(&mut self, value: Value, d: Slot, a: Slot) {
        let wide = is_wide(self.body.ty(value));
        self.emit(Some(value), if wide { Op::MoveWide { d, a } } else { Op::Move { d, a } });
    }

    fn set(&mut self, value: Value, local: Local, from: Value) {
        let (d, a) = (self.locals[local], self.slot(from));
        if d != a {
            let wide = is_wide(self.body.ty(from));
            self.emit(Some(value), if wide { Op::MoveWide { d, a } } else { Op::Move { d, a } });
        }
        if self.flags[local] != NONE {
            let flag = self.flags[local];
            self.emit(Some(value), Op::Flag { flag, set: true });
        }
    }

    fn live(&mut self, value: Value, local: Local) {
        match self.body.locals[local].kind {
            LocalKind::Object { size, .. } => {
                let (d, size) = (self.locals[local], self.number(size));
                self.emit(Some(value), Op::Live { d, size });
            }
            LocalKind::Register(_) if self.flags[local] != NONE => {
                let flag = self.flags[local];
                self.emit(Some(value), Op::Flag { flag, set: false });
            }
            LocalKind::Register(_) => {}
        }
    }

    fn unary(&mut self, value: Value, op: UnOp, a: Value, next: Option<Value>) {
        let ty = self.body.ty(a);
        let (a, d) = (self.slot(a), self.result(value, next));
        let w = ty.int_bits().unwrap_or(0) as u8;
        let op = match op {
            UnOp::FNeg => Op::FloatNeg { ty, d, a },
            _ if w > 64 => Op::WideUnary { op, d, a },
            UnOp::Neg => Op::Neg { w, d, a },
            UnOp::NegS => Op::NegS { w, d, a },
            UnOp::Not => Op::Not { w, d, a },
        };
        self.emit(Some(value), op);
    }

    fn binary(&mut self, value: Value, op: BinOp, a: Value, b: Value, next: Option<Value>) {
        let is_null = |it: Value| matches!(self.body.insts[it], Inst::Null);
        if matches!(op, BinOp::PtrEq | BinOp::PtrNe) && !is_null(a) && !is_null(b) {
            let (a, b) = (self.slot(a), self.slot(b));
            self.emit(Some(value), Op::Fresh { a, b });
        }
        let (ty, amount) = (self.body.ty(a), self.body.ty(b).int_bits().unwrap_or(0) as u8);
        let (a, b, d) = (self.slot(a), self.slot(b), self.result(value, next));
        let w = ty.int_bits().unwrap_or(0) as u8;
        let code = match op {
            BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv => {
                Op::FloatBinary { ty, op, d, a, b }
            }
            BinOp::FEq | BinOp::FNe | BinOp::FLt | BinOp::FLe | BinOp::FNext => {
                Op::FloatBinary { ty, op, d, a, b }
            }
            BinOp::PtrEq => Op::Eq { d, a, b },
            BinOp::PtrNe => Op::Ne { d, a, b },
            BinOp::PtrLt => Op::PtrLt { d, a, b },
            BinOp::PtrLe => Op::PtrLe { d, a, b },
            _ if w > 64 || amount > 64 => Op::WideBinary { op, w, amount, d, a, b },
            BinOp::Add => Op::Add { w, d, a, b },
            BinOp::AddS => Op::AddS { w, d, a, b },
            BinOp::Sub => Op::Sub { w, d, a, b },
            BinOp::SubS => Op::SubS { w, d, a, b },
            BinOp::Mul => Op::Mul { w, d, a, b },
            BinOp::MulS => Op::MulS { w, d, a, b },
            BinOp::DivU => Op::DivU { d, a, b },
            BinOp::DivS => Op::DivS { w, d, a, b },
            BinOp::RemU => Op::RemU { d, a, b },
            BinOp::RemS => Op::RemS { w, d, a, b },
            BinOp::Shl => Op::Shl { w, amount, d, a, b },
            BinOp::ShrU => Op::ShrU { w, amount, d, a, b },
            BinOp::ShrS => Op::ShrS { w, amount, d, a, b },
            BinOp::And => Op::And { d, a, b },
            BinOp::Or => Op::Or { d, a, b },
            BinOp::Xor => Op::Xor { d, a, b },
            BinOp::Eq => Op::Eq { d, a, b },
            BinOp::Ne => Op::Ne { d, a, b },
            BinOp::LtU => Op::LtU { d, a, b },
            BinOp::LeU => Op::LeU { d, a, b },
            BinOp::LtS => Op::LtS { w, d, a, b },
            BinOp::LeS => Op::LeS { w, d, a, b },
        };
        self.emit(Some(value), code);
    }

    fn cast(&mut self, value: Value, op: CastOp, to: Type, a: Value, next: Option<Value>) {
        let from = self.body.ty(a);
        let (a, d) = (self.slot(a), self.result(value, next));
        let bits = |ty: Type| ty.int_bits().unwrap_or(0) as u8;
        let code = match op {
            CastOp::Trunc if to == Type::I64 => Op::Move { d, a },
            CastOp::Trunc => Op::Trunc { w: bits(to), d, a },
            CastOp::Zext if is_wide(to) => Op::WideFrom { signed: false, from: bits(from), d, a },
            CastOp::Sext if is_wide(to) => Op::WideFrom { signed: true, from: bits(from), d, a },
            CastOp::Zext => Op::Move { d, a },
            CastOp::Sext => Op::Sext { from: bits(from), to: bits(to), d, a },
            CastOp::FToS | CastOp::FToU | CastOp::SToF | CastOp::UToF | CastOp::FToF => {
                Op::FloatCast { op, from, to, d, a }
            }
            CastOp::PtrToInt => Op::PtrToInt { d, a },
            CastOp::IntToPtr => Op::IntToPtr { d, a },
        };
        self.emit(Some(value), code);
    }

    fn call(&mut self, value: Value, callee: &Callee, args: &[Value], next: Option<Value>) {
        let site = self.code.calls.len() as u32;
        let slots = args.iter().map(|&arg| (self.slot(arg), self.body.ty(arg))).collect();
        let sig = match callee {
            Callee::Direct(_) => None,
            Callee::Indirect(_, sig) => Some(sig.clone()),
        };
        let ret = self.body.types[value].unwrap_or(Type::I32);
        self.code.calls.push(CallSite { args: slots, sig, used: self.order.is_used(value), ret });
        let pointer = match callee {
            Callee::Direct(_) => NONE,
            Callee::Indirect(pointer, _) => self.slot(*pointer),
        };
        let yields = self.body.types[value].is_some();
        let d = if yields { self.result(value, next) } else { NONE };
        let op = match callee {
            Callee::Direct(func) => Op::Call { func: *func, site, d },
            Callee::Indirect(..) => Op::CallPtr { pointer, site, d },
        };
        self.emit(Some(value), op);
    }

    fn switch(
        &mut self,
        value: Value,
        (a, signed): (Value, bool),
        event: Option<SwitchId>,
        arms: &[Arm],
        targets: &[Label],
        default: u32,
    ) {
        let table = self.code.switches.len() as u32;
        for (target, label) in targets.iter().enumerate() {
            self.patches[*label].push(Patch::Switch { table, target });
        }
        self.code.switches.push(SwitchTable {
            event,
            signed,
            width: self.body.ty(a).int_bits().unwrap_or(0) as u8,
            arms: arms.iter().map(|arm| (arm.lo, arm.hi, arm.target)).collect(),
            places: vec![0; targets.len()],
            default,
        });
        let a = self.slot(a);
        self.emit(Some(value), Op::Switch { a, table });
    }

    /// A branch that jumps when the outcome is `when`; a comparison that only it reads is made part of it. Returns its place.
    pub(super) fn branch(
        &mut self,
        value: Value,
        cond: Value,
        event: Option<Cond>,
        when: bool,
        before: Option<Value>,
    ) -> Pc {
        let fusible = !self.observe
            && before == Some(cond)
            && self.code.origins.last() == Some(&before)
            && self.order.is_for_next(cond, value);
        let fused = if fusible { self.fused(event, when) } else { None };
        let op = fused.unwrap_or_else(|| {
            let a = self.slot(cond);
            event.map_or(Op::JumpWhen { a, when, to: 0 }, |cond| Op::Branch {
                a,
                cond,
                when,
                to: 0,
            })
        });
        if fused.is_some() {
            self.code.ops.pop();
            self.code.origins.pop();
        }
        self.emit(Some(value), op);
        self.here() - 1
    }

    fn fused(&self, event: Option<Cond>, when: bool) -> Option<Op> {
        let (cond, to) = (event?, 0);
        match *self.code.ops.last()? {
            Op::Eq { a, b, .. } => Some(Op::BranchEq { a, b, cond, when, to }),
            Op::Ne { a, b, .. } => Some(Op::BranchNe { a, b, cond, when, to }),
            Op::LtU { a, b, .. } => Some(Op::BranchLtU { a, b, cond, when, to }),
            Op::LeU { a, b, .. } => Some(Op::BranchLeU { a, b, cond, when, to }),
            Op::LtS { w, a, b, .. } => Some(Op::BranchLtS { w, a, b, cond, when, to }),
            Op::LeS { w, a, b, .. } => Some(Op::BranchLeS { w, a, b, cond, when, to }),
            _ => None,
        }
    }
}

fn load(ty: Type, bytes: u64, d: Slot, addr: Slot) -> Op {
    match (ty, bytes) {
        (Type::Int(1), _) => Op::LoadBool { d, addr },
        (Type::Ptr, _) => Op::LoadPtr { d, addr },
        (_, 1) => Op::Load8 { d, addr },
        (_, 2) => Op::Load16 { d, addr },
        (_, 4) => Op::Load32 { d, addr },
        (_, 8) => Op::Load64 { d, addr },
        _ => Op::LoadWide { ty, d, addr },
    }
}

fn store(ty: Type, bytes: u64, addr: Slot, a: Slot) -> Op {
    match bytes {
        _ if ty == Type::Ptr => Op::StorePtr { addr, a },
        1 => Op::Store8 { addr, a },
        2 => Op::Store16 { addr, a },
        4 => Op::Store32 { addr, a },
        8 => Op::Store64 { addr, a },
        _ => Op::StoreWide { ty, addr, a },
    }
}
