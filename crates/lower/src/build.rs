//! Where instructions go: the cursor of a body under construction.
//!
//! The cursor stands at the end of one region. Nothing may follow a terminator, so code after one, which C allows and
//! whose conditions are objectives all the same, goes into an arm that is never taken just before it.

use crate::func::FuncCx;
use ir::{BinOp, CastOp, Inst, Label, Local, LocalData, LocalKind, Region, Type, UnOp, Value};

impl FuncCx<'_, '_> {
    /// Appends an instruction at the cursor, with the span of what is being lowered.
    pub(crate) fn emit(&mut self, inst: Inst, ty: Option<Type>) -> Value {
        self.ensure_open();
        self.body.append(self.at, inst, ty, self.span)
    }

    /// Appends an instruction that yields nothing.
    pub(crate) fn run(&mut self, inst: Inst) {
        self.emit(inst, None);
    }

    /// Can control not reach the cursor, because a terminator stands before it?
    pub(crate) fn is_closed(&self) -> bool {
        let last = self.body.regions[self.at].last();
        last.is_some_and(|&last| self.body.insts[last].is_terminator())
    }

    /// Moves the cursor into an arm never taken if nothing may follow here.
    pub(crate) fn ensure_open(&mut self) {
        if !self.is_closed() {
            return;
        }
        let end = self.body.regions[self.at].pop().expect("a closed region has a terminator");
        let never =
            self.body.append(self.at, Inst::Int(Type::BOOL, 0), Some(Type::BOOL), self.span);
        let dead = self.body.regions.push(Vec::new());
        let els = self.body.regions.push(Vec::new());
        let inst = Inst::If { cond: never, event: None, then: dead, els };
        self.body.append(self.at, inst, None, self.span);
        self.body.regions[self.at].push(end);
        self.at = dead;
    }

    /// Builds a region of its own and returns it; the cursor comes back.
    pub(crate) fn region(&mut self, build: impl FnOnce(&mut Self)) -> Region {
        let region = self.body.regions.push(Vec::new());
        let outer = std::mem::replace(&mut self.at, region);
        build(self);
        self.at = outer;
        region
    }

    /// Builds a block. One that nothing leaves by its label is no block: its instructions simply follow.
    pub(crate) fn block(&mut self, build: impl FnOnce(&mut Self, Label)) {
        let label = self.body.labels.push(self.span);
        let body = self.region(|cx| build(cx, label));
        self.close_block(label, body);
    }

    /// Appends a block whose body is built.
    pub(crate) fn close_block(&mut self, label: Label, body: Region) {
        if self.left.contains(label) {
            self.run(Inst::Block { label, body });
        } else {
            self.splice(body);
        }
    }

    /// Appends the instructions of a finished region at the cursor.
    pub(crate) fn splice(&mut self, region: Region) {
        let insts = std::mem::take(&mut self.body.regions[region]);
        if !insts.is_empty() {
            self.ensure_open();
            self.body.regions[self.at].extend(insts);
        }
    }

    /// Goes to the end of an enclosing block, unless control does not get here.
    pub(crate) fn leave(&mut self, label: Label) {
        if !self.is_closed() {
            self.left.insert(label);
            self.run(Inst::Leave(label));
        }
    }

    /// Takes one of two arms without recording an outcome.
    pub(crate) fn choose(
        &mut self,
        cond: Value,
        then: impl FnOnce(&mut Self),
        els: impl FnOnce(&mut Self),
    ) {
        self.ensure_open();
        let then = self.region(then);
        let els = self.region(els);
        self.run(Inst::If { cond, event: None, then, els });
    }

    /// A register that carries a value out of a region.
    pub(crate) fn temp(&mut self, name: &str, ty: Type) -> Local {
        let kind = LocalKind::Register(ty);
        self.body.locals.push(LocalData { name: name.to_owned(), kind, span: self.span })
    }

    pub(crate) fn int(&mut self, ty: Type, value: i128) -> Value {
        let bits = ty.int_bits().expect("an integer constant should have an integer type");
        let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
        self.emit(Inst::Int(ty, value as u128 & mask), Some(ty))
    }

    pub(crate) fn null(&mut self) -> Value {
        self.emit(Inst::Null, Some(Type::Ptr))
    }

    /// A value of a type whose content does not matter: after something unsupported, or in code never reached.
    pub(crate) fn dummy(&mut self, ty: Type) -> Value {
        match ty {
            Type::Int(_) => self.int(ty, 0),
            Type::F32 | Type::F64 | Type::F80 => self.emit(Inst::Float(ty, 0), Some(ty)),
            Type::Ptr => self.null(),
        }
    }

    pub(crate) fn get(&mut self, local: Local) -> Value {
        let LocalKind::Register(ty) = self.body.locals[local].kind else {
            panic!("only registers should be read by get: {local}");
        };
        self.emit(Inst::Get(local), Some(ty))
    }

    pub(crate) fn set(&mut self, local: Local, value: Value) {
        self.run(Inst::Set(local, value));
    }

    pub(crate) fn unary(&mut self, op: UnOp, a: Value) -> Value {
        let ty = self.body.ty(a);
        self.emit(Inst::Unary(op, a), Some(ty))
    }

    pub(crate) fn binary(&mut self, op: BinOp, a: Value, b: Value) -> Value {
        let ty = if op.is_comparison() { Type::BOOL } else { self.body.ty(a) };
        self.emit(Inst::Binary(op, a, b), Some(ty))
    }

    /// A conversion; none where the type stays.
    pub(crate) fn cast(&mut self, op: CastOp, ty: Type, a: Value) -> Value {
        if self.body.ty(a) == ty {
            return a;
        }
        self.emit(Inst::Cast(op, ty, a), Some(ty))
    }

    pub(crate) fn load(&mut self, ty: Type, addr: Value) -> Value {
        self.emit(Inst::Load { ty, addr, volatile: false }, Some(ty))
    }

    pub(crate) fn store(&mut self, addr: Value, value: Value) {
        self.run(Inst::Store { addr, value, volatile: false });
    }

    /// What yields a value.
    pub(crate) fn inst(&self, value: Value) -> &Inst {
        &self.body.insts[value]
    }

    /// The address of a part of an object that is known to be there.
    pub(crate) fn field(&mut self, base: Value, offset: u64) -> Value {
        if offset == 0 {
            return base;
        }
        self.emit(Inst::PtrField { base, offset }, Some(Type::Ptr))
    }

    pub(crate) fn unsupported(&mut self, reason: impl Into<String>) {
        self.run(Inst::Unsupported(reason.into()));
    }
}
