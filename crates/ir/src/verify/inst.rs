//! Rules about single instructions: ids, operands, types.

use super::body::Walk;
use super::{Report, Rule};
use crate::{
    Arm, BinOp, Callee, CastOp, Inst, Label, Local, LocalKind, Signature, SwitchId, Type, UnOp,
    Value,
};
use std::fmt::Display;

pub(super) fn check(walk: &Walk<'_>, value: Value, inst: &Inst, report: &mut Report) {
    let mut check = Check { walk, value, report, sound: true };
    for operand in inst.operands() {
        check.operand(operand);
    }
    check.ids(inst);
    if check.sound {
        check.types(inst);
    }
}

struct Check<'a, 'b> {
    walk: &'a Walk<'b>,
    value: Value,
    report: &'a mut Report,
    /// Do all ids and operands lead somewhere, so that types can be looked up?
    sound: bool,
}

impl Check<'_, '_> {
    fn rule(&mut self, holds: bool, rule: Rule, message: impl FnOnce() -> String) -> bool {
        self.report.check(holds, rule, self.value, message)
    }

    fn operand(&mut self, operand: Value) {
        let exists = self.walk.body.insts.get(operand).is_some();
        self.sound &= self.rule(exists, Rule::Id, || format!("{operand} does not exist"));
        if !exists {
            return;
        }
        let yields = self.walk.body.types[operand].is_some();
        self.sound &= self.rule(yields, Rule::Yield, || format!("{operand} yields no value"));
        if yields {
            let known = self.walk.scope.contains(operand);
            self.rule(known, Rule::Scope, || format!("{operand} is not defined here"));
        }
    }

    fn exists<T, K: Copy + Display>(&mut self, entry: Option<&T>, id: &K) {
        self.sound &= self.rule(entry.is_some(), Rule::Id, || format!("{id} does not exist"));
    }

    fn ids(&mut self, inst: &Inst) {
        let (program, body) = (self.walk.program, self.walk.body);
        match inst {
            Inst::AddrLocal(local) | Inst::Get(local) | Inst::Set(local, _) => {
                self.exists(body.locals.get(*local), local);
            }
            Inst::Live(local) | Inst::Dead(local) | Inst::LiveSized(local, _) => {
                self.exists(body.locals.get(*local), local);
            }
            Inst::AddrGlobal(global) => self.exists(program.globals.get(*global), global),
            Inst::AddrFunc(func) => self.exists(program.funcs.get(*func), func),
            Inst::Call { callee: Callee::Direct(func), .. } => {
                self.exists(program.funcs.get(*func), func);
            }
            Inst::If { event: Some(cond), .. } => self.exists(body.conds.get(*cond), cond),
            Inst::Loop { id, .. } | Inst::Next(id) | Inst::Turn(id) => {
                self.exists(body.loops.get(*id), id);
            }
            Inst::Block { label, .. } | Inst::Leave(label) => {
                self.exists(body.labels.get(*label), label);
            }
            Inst::Switch { event: Some(switch), .. } => {
                self.exists(body.switches.get(*switch), switch);
            }
            _ => {}
        }
    }

    fn types(&mut self, inst: &Inst) {
        let ty = self.walk.body.types[self.value];
        let Some(result) = self.result(inst) else {
            self.rule(ty.is_none(), Rule::Yield, || "a statement should have no type".to_owned());
            return;
        };
        if self.rule(ty.is_some(), Rule::Yield, || "the instruction should have a type".to_owned())
        {
            self.rule(ty == Some(result), Rule::Result, || format!("the result is {result}"));
        }
    }

    /// Checks operands; gives the type of the result if there is one.
    fn result(&mut self, inst: &Inst) -> Option<Type> {
        match inst {
            Inst::Int(ty, bits) => {
                self.constant(ty.int_bits(), *bits);
                Some(*ty)
            }
            Inst::Float(ty, bits) => {
                self.constant(float_bits(*ty), *bits);
                Some(*ty)
            }
            Inst::Null | Inst::AddrGlobal(_) | Inst::AddrFunc(_) => Some(Type::Ptr),
            Inst::Variadic => {
                let variadic = self.walk.func.sig.variadic;
                self.rule(variadic, Rule::Variadic, || {
                    "the function should be variadic".to_owned()
                });
                Some(Type::Ptr)
            }
            Inst::AddrLocal(local) => {
                self.local(*local, false);
                Some(Type::Ptr)
            }
            Inst::Get(local) => self.local(*local, true),
            Inst::Unary(op, a) => Some(self.unary(*op, *a)),
            Inst::Binary(op, a, b) => Some(self.binary(*op, *a, *b)),
            Inst::Cast(op, to, a) => {
                self.cast(*op, *to, *a);
                Some(*to)
            }
            Inst::PtrAdd { base, index, size, .. } => {
                self.operand_is(*base, Type::Ptr);
                self.operand_is(*index, Type::I64);
                self.stride(*size);
                Some(Type::Ptr)
            }
            Inst::PtrDiff { a, b, size } => {
                self.operand_is(*a, Type::Ptr);
                self.operand_is(*b, Type::Ptr);
                self.stride(*size);
                Some(Type::I64)
            }
            Inst::PtrField { base, .. } => {
                self.operand_is(*base, Type::Ptr);
                Some(Type::Ptr)
            }
            Inst::Load { ty, addr, .. } => {
                self.operand_is(*addr, Type::Ptr);
                Some(*ty)
            }
            Inst::LoadBits { unit, addr, shift, width, .. } => {
                self.operand_is(*addr, Type::Ptr);
                self.bits(*unit, *shift, *width);
                Some(*unit)
            }
            Inst::Call { callee, args } => self.call(callee, args),
            _ => {
                self.statement(inst);
                None
            }
        }
    }

    fn statement(&mut self, inst: &Inst) {
        match inst {
            Inst::Set(local, a) => {
                if let Some(ty) = self.local(*local, true) {
                    self.operand_is(*a, ty);
                }
            }
            Inst::Dead(local) => {
                self.local(*local, false);
            }
            Inst::LiveSized(local, size) => {
                self.local(*local, false);
                self.operand_is(*size, Type::I64);
            }
            Inst::Store { addr, .. } => self.operand_is(*addr, Type::Ptr),
            Inst::StoreBits { unit, addr, shift, width, value } => {
                self.operand_is(*addr, Type::Ptr);
                self.operand_is(*value, *unit);
                self.bits(*unit, *shift, *width);
            }
            Inst::Copy { dst, src, .. } => {
                self.operand_is(*dst, Type::Ptr);
                self.operand_is(*src, Type::Ptr);
            }
            Inst::Zero { dst, .. } => self.operand_is(*dst, Type::Ptr),
            Inst::If { cond, .. } | Inst::TrapIf(_, cond) => self.operand_is(*cond, Type::BOOL),
            Inst::Aligned { addr, .. } => self.operand_is(*addr, Type::Ptr),
            Inst::Leave(label) => self.around(*label, Rule::Label),
            Inst::Next(id) | Inst::Turn(id) => {
                let around = self.walk.loops.contains(*id);
                self.rule(around, Rule::Loop, || format!("{id} should be a loop around this"));
            }
            Inst::Switch { value, event, arms, targets, default, .. } => {
                self.switch(*value, *event, arms, targets, *default);
            }
            Inst::Return(Some(a)) => {
                let ty = self.walk.body.ty(*a);
                let fits = self.walk.func.sig.ret == Some(ty);
                self.rule(fits, Rule::Return, || format!("the function does not return {ty}"));
            }
            _ => {}
        }
    }

    fn operand_is(&mut self, operand: Value, ty: Type) {
        let found = self.walk.body.ty(operand);
        self.rule(found == ty, Rule::Operand, || format!("{operand} should be {ty}, not {found}"));
    }

    fn constant(&mut self, width: Option<u32>, bits: u128) {
        let fits = width.is_some_and(|width| width >= 128 || bits >> width == 0);
        self.rule(fits, Rule::Constant, || "the constant should fit its type".to_owned());
    }

    /// The type of a register if one is asked for.
    fn local(&mut self, local: Local, register: bool) -> Option<Type> {
        match self.walk.body.locals[local].kind {
            LocalKind::Register(ty) if register => Some(ty),
            LocalKind::Object { .. } if !register => None,
            LocalKind::Register(_) => {
                self.rule(false, Rule::Register, || format!("{local} should be an object"));
                None
            }
            LocalKind::Object { .. } => {
                self.rule(false, Rule::Register, || format!("{local} should be a register"));
                self.walk.body.types[self.value]
            }
        }
    }

    fn stride(&mut self, size: u64) {
        self.rule(size > 0, Rule::Stride, || "the stride should be at least 1".to_owned());
    }

    fn bits(&mut self, unit: Type, shift: u8, width: u8) {
        let room = unit.int_bits().filter(|&bits| bits >= 8).unwrap_or(0);
        let fits = width > 0 && shift as u32 + width as u32 <= room;
        self.rule(fits, Rule::Bits, || format!("the bit-field should lie within {unit}"));
    }

    fn unary(&mut self, op: UnOp, a: Value) -> Type {
        let ty = self.walk.body.ty(a);
        let fits = match op {
            UnOp::Neg | UnOp::NegS | UnOp::Not => ty.int_bits().is_some(),
            UnOp::FNeg => ty.is_float(),
        };
        self.rule(fits, Rule::Operand, || format!("{op} does not take {ty}"));
        ty
    }

    fn binary(&mut self, op: BinOp, a: Value, b: Value) -> Type {
        let (left, right) = (self.walk.body.ty(a), self.walk.body.ty(b));
        let same = left == right || op.is_shift() && right.int_bits().is_some();
        self.rule(takes(op, left) && same, Rule::Operand, || {
            format!("{op} does not take {left} and {right}")
        });
        if op.is_comparison() { Type::BOOL } else { left }
    }

    fn cast(&mut self, op: CastOp, to: Type, a: Value) {
        let from = self.walk.body.ty(a);
        let pointer = self.walk.program.target.pointer_bytes * 8;
        let fits = match (op, from.int_bits(), to.int_bits()) {
            (CastOp::Trunc, Some(from), Some(to)) => to < from,
            (CastOp::Zext | CastOp::Sext, Some(from), Some(to)) => to > from,
            (CastOp::FToS | CastOp::FToU, None, Some(_)) => from.is_float(),
            (CastOp::SToF | CastOp::UToF, Some(_), None) => to.is_float(),
            (CastOp::FToF, None, None) => from.is_float() && to.is_float() && from != to,
            (CastOp::PtrToInt, None, Some(to)) => from == Type::Ptr && to == pointer,
            (CastOp::IntToPtr, Some(from), None) => to == Type::Ptr && from == pointer,
            _ => false,
        };
        self.rule(fits, Rule::Operand, || format!("{op} does not lead from {from} to {to}"));
    }

    fn call(&mut self, callee: &Callee, args: &[Value]) -> Option<Type> {
        let sig: &Signature = match callee {
            Callee::Direct(func) => &self.walk.program.funcs[*func].sig,
            Callee::Indirect(pointer, sig) => {
                self.operand_is(*pointer, Type::Ptr);
                sig
            }
        };
        let enough =
            args.len() == sig.params.len() || sig.variadic && args.len() > sig.params.len();
        let types = args.iter().zip(&sig.params).all(|(&arg, &ty)| self.walk.body.ty(arg) == ty);
        let yields = self.walk.body.types[self.value] == sig.ret;
        self.rule(enough && types && yields, Rule::Call, || {
            "the call should match the signature of what it calls".to_owned()
        });
        // A mismatch was reported just now; a second message would say the same.
        self.walk.body.types[self.value]
    }

    fn around(&mut self, label: Label, rule: Rule) {
        let around = self.walk.labels.contains(label);
        self.rule(around, rule, || format!("{label} should be a block around this"));
    }

    fn switch(
        &mut self,
        value: Value,
        event: Option<SwitchId>,
        arms: &[Arm],
        targets: &[Label],
        default: u32,
    ) {
        let ty = self.walk.body.ty(value);
        self.rule(ty.int_bits().is_some(), Rule::Operand, || format!("a switch on {ty}"));
        for &target in targets {
            self.around(target, Rule::Switch);
        }
        let inside = |target: u32| (target as usize) < targets.len();
        let leads = inside(default) && arms.iter().all(|arm| inside(arm.target));
        self.rule(leads, Rule::Switch, || "arms should lead to targets".to_owned());
        let sorted = arms.iter().all(|arm| arm.lo <= arm.hi)
            && arms.windows(2).all(|pair| pair[0].hi < pair[1].lo);
        self.rule(sorted, Rule::Switch, || "arms should be sorted and disjoint".to_owned());
        if let Some(switch) = event {
            let listed = self.walk.body.switches[switch].targets.len();
            self.rule(listed == targets.len(), Rule::Switch, || {
                format!("{switch} has {listed} targets, not {}", targets.len())
            });
        }
    }
}

fn float_bits(ty: Type) -> Option<u32> {
    match ty {
        Type::F32 => Some(32),
        Type::F64 => Some(64),
        Type::F80 => Some(80),
        Type::Int(_) | Type::Ptr => None,
    }
}

/// Does the operator take operands of this type?
fn takes(op: BinOp, ty: Type) -> bool {
    match op {
        BinOp::Add | BinOp::AddS | BinOp::Sub | BinOp::SubS | BinOp::Mul | BinOp::MulS => {
            ty.int_bits().is_some()
        }
        BinOp::DivU | BinOp::DivS | BinOp::RemU | BinOp::RemS => ty.int_bits().is_some(),
        BinOp::Shl | BinOp::ShrU | BinOp::ShrS => ty.int_bits().is_some(),
        BinOp::And | BinOp::Or | BinOp::Xor => ty.int_bits().is_some(),
        BinOp::Eq | BinOp::Ne | BinOp::LtU | BinOp::LeU | BinOp::LtS | BinOp::LeS => {
            ty.int_bits().is_some()
        }
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv => ty.is_float(),
        BinOp::FEq | BinOp::FNe | BinOp::FLt | BinOp::FLe | BinOp::FNext => ty.is_float(),
        BinOp::PtrEq | BinOp::PtrNe | BinOp::PtrLt | BinOp::PtrLe => ty == Type::Ptr,
    }
}
