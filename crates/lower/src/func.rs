//! One function: its locals, its entry, and the state that lowering its statements shares.

use crate::assertion::ensures::ReturnPoint;
use crate::flatten::{Flat, Segment};
use crate::jumps::Jumps;
use crate::machine::Machine;
use crate::renumber;
use crate::scope::{Exit, Scope, Target};
use crate::unit::UnitCx;
use cfront::logic::PredId;
use cfront::typed::{ExprId, FuncId, LabelId, LocalId, StmtId, StmtKind, Unit};
use cfront::types::Ty;
use entity::{EntitySet, SecondaryMap};
use ir::{Body, Inst, Label, Local, LocalData, LocalKind, Region, Type, Value};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The state of lowering one function.
pub(crate) struct FuncCx<'a, 'u> {
    pub(crate) cx: &'a mut UnitCx<'u>,
    pub(crate) id: FuncId,
    pub(crate) body: Body,
    /// The region at whose end the cursor stands.
    pub(crate) at: Region,
    /// What is being lowered.
    pub(crate) span: Span,
    /// Labels that something leaves.
    pub(crate) left: EntitySet<Label>,
    /// Where each C local is kept.
    pub(crate) homes: SecondaryMap<LocalId, Option<Home>>,
    /// Open scopes, innermost last.
    pub(crate) scopes: Vec<Scope>,
    /// Where `break` and `continue` go.
    pub(crate) breaks: Vec<Target>,
    pub(crate) continues: Vec<Target>,
    /// Where gotos to a label, and switches to a case, go from here.
    pub(crate) labels: BTreeMap<LabelId, Target>,
    pub(crate) cases: BTreeMap<StmtId, Exit>,
    /// Which statements labels and jumps live in.
    pub(crate) jumps: Jumps,
    /// Values that `Again` refers to.
    pub(crate) again: Vec<(ExprId, Value)>,
    /// Where to write an aggregate result.
    pub(crate) result: Option<Local>,
    /// The C type of the result.
    pub(crate) ret: Ty,
    pub(crate) is_main: bool,
    pub(crate) is_variadic: bool,
    /// The flattened statements around the cursor, innermost last.
    pub(crate) flat: Vec<Flat>,
    /// Segments that something jumps to.
    pub(crate) reached: BTreeSet<Segment>,
    /// Parameters whose value on entry an assertion asks for, each with the register that keeps it.
    pub(crate) saved: Vec<(Local, Local)>,
    /// Where returns go, if something is checked there.
    pub(crate) returns_to: Option<ReturnPoint>,
    /// What postconditions read at the top of the function.
    pub(crate) read_on_entry: Vec<Region>,
}

/// Where a C local is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    /// In a register.
    Register(Local),
    /// In an object of this body.
    Object(Local),
    /// In memory at the address in this register: an aggregate passed by value.
    Behind(Local),
}

pub(crate) fn lower(cx: &mut UnitCx, id: FuncId, root: StmtId) -> Body {
    let unit = cx.unit();
    let function = unit.types.function(unit.funcs[id].ty);
    let function = function.expect("a function should have a function type");
    let jumps = Jumps::of(unit, root, &cx.addressed_labels);
    let mut this = context(cx, id, function.ret.ty, jumps);
    this.is_variadic = function.variadic;
    this.function(id, root);
    renumber::in_source_order(&this.body)
}

/// A clause of a function's contract as a function of its own, which returns whether it holds on entry; none if it cannot be
/// one.
pub(crate) fn lower_clause(cx: &mut UnitCx, id: FuncId, pred: PredId) -> Option<Body> {
    let mut this = context(cx, id, Ty::INT, Jumps::default());
    this.open_scope(&[]);
    this.entry(id);
    let holds = this.condition(pred)?;
    let result = this.of_truth(holds, this.machine().int());
    this.run(Inst::Return(Some(result)));
    this.save_on_entry();
    Some(renumber::in_source_order(&this.body))
}

fn context<'a, 'u>(cx: &'a mut UnitCx<'u>, id: FuncId, ret: Ty, jumps: Jumps) -> FuncCx<'a, 'u> {
    let func = &cx.unit().funcs[id];
    let body = Body::new();
    FuncCx {
        id,
        at: body.root,
        body,
        span: func.span,
        left: EntitySet::new(),
        homes: SecondaryMap::new(),
        scopes: Vec::new(),
        breaks: Vec::new(),
        continues: Vec::new(),
        labels: BTreeMap::new(),
        cases: BTreeMap::new(),
        jumps,
        again: Vec::new(),
        result: None,
        ret,
        is_main: func.name == "main",
        is_variadic: false,
        flat: Vec::new(),
        reached: BTreeSet::new(),
        saved: Vec::new(),
        returns_to: None,
        read_on_entry: Vec::new(),
        cx,
    }
}

impl<'u> FuncCx<'_, 'u> {
    pub(crate) fn unit(&self) -> &'u Unit {
        self.cx.machine.unit
    }

    pub(crate) fn machine(&self) -> Machine<'u> {
        self.cx.machine
    }

    fn function(&mut self, id: FuncId, root: StmtId) {
        self.open_scope(&[]);
        self.entry(id);
        if self.is_main && self.unit().funcs.values().any(|func| func.around_main) {
            self.unsupported("functions that run before or after main");
        }
        if self.promises(id) {
            self.promising(id, root);
        } else {
            self.statements(root);
        }
        self.save_on_entry();
    }

    /// A body whose returns all lead to where its postconditions are checked.
    fn promising(&mut self, id: FuncId, root: StmtId) {
        let result = self.machine().scalar(self.ret).map(|ty| self.temp("result", ty));
        let mut exit = None;
        self.block(|cx, label| {
            let here = ReturnPoint { label, result };
            (exit, cx.returns_to) = (Some(here), Some(here));
            cx.statements(root);
            if result.is_some() && !cx.is_closed() {
                cx.run(Inst::Return(None));
            }
        });
        self.returns_to = None;
        let exit = exit.expect("the block should have been built");
        self.check_promises(id, exit);
        let value = result.map(|result| self.get(result));
        self.run(Inst::Return(value));
    }

    fn statements(&mut self, root: StmtId) {
        self.stmt(root);
        self.span = self.end_of(root);
        if self.is_main && self.ret == Ty::INT && !self.is_closed() {
            let zero = self.int(self.machine().int(), 0);
            self.return_value(Some(zero));
            self.scopes.pop();
        } else {
            self.close_scope();
        }
    }

    /// Copies of parameters, before anything else happens.
    fn save_on_entry(&mut self) {
        let copies = self.body.regions.push(Vec::new());
        self.at = copies;
        for (param, saved) in std::mem::take(&mut self.saved) {
            let value = self.get(param);
            self.set(saved, value);
        }
        for code in std::mem::take(&mut self.read_on_entry) {
            self.splice(code);
        }
        let copies = std::mem::take(&mut self.body.regions[copies]);
        self.body.regions[self.body.root].splice(0..0, copies);
    }

    /// The register that a parameter came in.
    pub(crate) fn came_in(&self, local: LocalId) -> Option<Local> {
        let params = &self.unit().funcs[self.id].params;
        let index = params.iter().position(|&param| param == local)?;
        self.body.params.get(index + usize::from(self.result.is_some())).copied()
    }

    /// The closing brace of a body.
    fn end_of(&self, root: StmtId) -> Span {
        let span = self.unit().stmts[root].span;
        Span::new(span.hi.saturating_sub(1).max(span.lo), span.hi)
    }

    fn entry(&mut self, id: FuncId) {
        let func = &self.unit().funcs[id];
        let sig = self.cx.func_signature(id);
        let mut types = sig.params.iter().copied();
        if self.machine().in_memory(self.ret) {
            types.next();
            let result = self.temp("result", Type::Ptr);
            self.body.params.push(result);
            self.result = Some(result);
        }
        let registers: Vec<_> = func
            .params
            .iter()
            .zip(types)
            .map(|(&local, ty)| (local, self.param_register(local, ty)))
            .collect();
        for (local, register) in registers {
            self.receive(local, register);
        }
    }

    fn param_register(&mut self, local: LocalId, ty: Type) -> Local {
        let data = &self.unit().locals[local];
        let name = match data.name.as_str() {
            "" => format!("arg{}", self.body.params.len()),
            name => name.to_owned(),
        };
        let kind = LocalKind::Register(ty);
        let register = self.body.locals.push(LocalData { name, kind, span: data.span });
        self.body.params.push(register);
        register
    }

    /// Gives a parameter its home: the register it came in, unless its address is taken or it was promoted on the way.
    fn receive(&mut self, local: LocalId, register: Local) {
        let data = &self.unit().locals[local];
        self.span = data.span;
        let Some(ty) = self.machine().scalar(data.ty.ty) else {
            self.homes[local] = Some(Home::Behind(register));
            return;
        };
        let LocalKind::Register(passed) = self.body.locals[register].kind else {
            panic!("a parameter should arrive in a register: {register}");
        };
        if passed == ty && !self.needs_memory(local) {
            self.homes[local] = Some(Home::Register(register));
            return;
        }
        let value = self.get(register);
        let value = self.demote(value, ty);
        self.declare(local);
        match self.homes[local] {
            Some(Home::Object(object)) => {
                self.live_in_scope(object);
                let addr = self.emit(Inst::AddrLocal(object), Some(Type::Ptr));
                self.store(addr, value);
            }
            Some(Home::Register(home)) => self.set(home, value),
            Some(Home::Behind(_)) | None => panic!("a scalar should be a register or an object"),
        }
    }

    /// Undoes the promotion of an old-style parameter.
    fn demote(&mut self, value: Value, ty: Type) -> Value {
        let op = if ty.is_float() { ir::CastOp::FToF } else { ir::CastOp::Trunc };
        self.cast(op, ty, value)
    }

    /// Must this local be an object?
    pub(crate) fn needs_memory(&self, local: LocalId) -> bool {
        let data = &self.unit().locals[local];
        self.machine().scalar(data.ty.ty).is_none()
            || self.cx.address_taken.contains(local)
            || data.ty.quals.is_volatile()
    }

    /// Makes the register or object that a local is kept in, if it has none yet.
    pub(crate) fn declare(&mut self, local: LocalId) -> Home {
        if let Some(home) = self.homes[local] {
            return home;
        }
        let data = &self.unit().locals[local];
        let (name, span) = (data.name.clone(), data.span);
        let home = if self.needs_memory(local) {
            let shape = self.cx.shape(data.ty, data.alias.as_ref());
            let size = self.machine().size(data.ty.ty);
            let align = data.align.max(self.machine().align(data.ty.ty)).max(1);
            let kind = LocalKind::Object { size, align, shape: Some(shape) };
            Home::Object(self.body.locals.push(LocalData { name, kind, span }))
        } else {
            let ty = self.machine().scalar(data.ty.ty).expect("a register should be a scalar");
            let kind = LocalKind::Register(ty);
            Home::Register(self.body.locals.push(LocalData { name, kind, span }))
        };
        self.homes[local] = Some(home);
        home
    }

    /// An object without a C name that lives as long as the innermost scope.
    pub(crate) fn temp_object(&mut self, name: &str, size: u64, align: u64) -> Value {
        let kind = LocalKind::Object { size, align: align.max(1), shape: None };
        let object =
            self.body.locals.push(LocalData { name: name.to_owned(), kind, span: self.span });
        self.live_in_scope(object);
        self.emit(Inst::AddrLocal(object), Some(Type::Ptr))
    }

    /// The statements of a list: those of a compound, or the one statement itself.
    pub(crate) fn items(&self, list: StmtId) -> Vec<StmtId> {
        match &self.unit().stmts[list].kind {
            StmtKind::Compound { stmts, .. } => stmts.clone(),
            _ => vec![list],
        }
    }
}
