//! Calls: arguments right to left as gcc does, aggregates by address of a copy, and functions that never return.

use crate::func::FuncCx;
use cfront::typed::{Callee, ExprId, ExprKind, FuncId};
use cfront::types::Ty;
use ir::{Inst, Signature, TrapKind, Value};

impl FuncCx<'_, '_> {
    /// A call; gives the scalar result, or the address of the aggregate result, if there is one.
    pub(crate) fn call(&mut self, callee: Callee, args: &[ExprId], ty: Ty) -> Option<Value> {
        match callee {
            Callee::Direct(func) => self.direct_call(func, args, ty),
            Callee::Pointer(pointer) => match self.known_function(pointer) {
                Some(func) => self.direct_call(func, args, ty),
                None => self.indirect_call(pointer, args, ty),
            },
        }
    }

    /// `(*f)(x)` and `(&f)(x)` call f.
    fn known_function(&self, pointer: ExprId) -> Option<FuncId> {
        let (ExprKind::FuncToPtr(inner) | ExprKind::AddrOf(inner)) =
            self.unit().exprs[pointer].kind
        else {
            return None;
        };
        match self.unit().exprs[inner].kind {
            ExprKind::Func(func) => Some(func),
            ExprKind::Deref(pointer) => self.known_function(pointer),
            _ => None,
        }
    }

    fn direct_call(&mut self, func: FuncId, args: &[ExprId], ty: Ty) -> Option<Value> {
        let data = &self.unit().funcs[func];
        if data.body.is_none() && data.name.starts_with(ir::CALL_TOLD) {
            return None;
        }
        if data.body.is_none()
            && let Some(reason) = unmodelled(&data.name)
        {
            for &arg in args.iter().rev() {
                self.effect(arg);
            }
            return self.give_up(reason, ty);
        }
        if data.body.is_none()
            && let Some(kind) = fatal(&data.name)
        {
            for &arg in args.iter().rev() {
                self.effect(arg);
            }
            self.run(Inst::Trap(kind));
            return None;
        }
        let sig = self.cx.func_signature(func);
        let callee = ir::Callee::Direct(self.cx.func(func));
        let shows = data.name.starts_with(ir::DEVICE_READ);
        let result = self.finish_call(callee, &sig, args, ty);
        if let (true, Some(call)) = (shows, result) {
            self.read_as_memory(call);
        }
        if data.body.is_none() && is_error(&data.name) {
            self.run(Inst::Trap(TrapKind::AssertFailed));
        } else if data.noreturn {
            let promised = data.body.is_none();
            let kind = if promised { TrapKind::Exit } else { TrapKind::MissingReturn };
            self.run(Inst::Trap(kind));
        }
        result
    }

    fn indirect_call(&mut self, pointer: ExprId, args: &[ExprId], ty: Ty) -> Option<Value> {
        let function = self.unit().types.pointee(self.unit().exprs[pointer].ty);
        let function = function.filter(|to| self.unit().types.function(to.ty).is_some());
        let Some(function) = function else {
            return self.give_up("a call through something that is no function pointer", ty);
        };
        let mut sig = self.cx.signature(function.ty);
        if self.unit().types.function(function.ty).is_some_and(|function| !function.prototyped) {
            // Without a prototype a call has the type that its arguments make.
            sig.params.extend(args.iter().map(|&arg| self.cx.passed(self.unit().exprs[arg].ty)));
            sig.variadic = false;
        }
        let pointer = self.value(pointer);
        self.finish_call(ir::Callee::Indirect(pointer, sig.clone()), &sig, args, ty)
    }

    fn finish_call(
        &mut self,
        callee: ir::Callee,
        sig: &Signature,
        args: &[ExprId],
        ty: Ty,
    ) -> Option<Value> {
        let aggregate = self.machine().in_memory(ty);
        let mut values = Vec::new();
        if aggregate {
            let (size, align) = (self.machine().size(ty), self.machine().align(ty));
            values.push(self.temp_object("result", size, align));
        }
        values.extend(self.arguments(args));
        if !self.accepts(sig, &values, ty) {
            // Called otherwise than it is defined: undefined, and no call the IR could express.
            self.run(Inst::Trap(TrapKind::BadCall));
            return None;
        }
        let result = values.first().copied();
        let call = self.emit(Inst::Call { callee, args: values }, sig.ret);
        if aggregate { result } else { sig.ret.map(|_| call) }
    }

    /// What a device shows is asked of the function that is called; what it is given stands still.
    fn read_as_memory(&mut self, call: Value) {
        let Inst::Call { args, .. } = &self.body.insts[call] else { return };
        let mut given = args.first().copied();
        while let Some(value) = given {
            given = match &mut self.body.insts[value] {
                Inst::Cast(_, _, inner) | Inst::Binary(_, inner, _) => Some(*inner),
                Inst::Load { volatile, .. } => {
                    *volatile = false;
                    None
                }
                _ => None,
            };
        }
    }

    fn accepts(&self, sig: &Signature, args: &[Value], ty: Ty) -> bool {
        let enough =
            args.len() == sig.params.len() || sig.variadic && args.len() > sig.params.len();
        let suits = args.iter().zip(&sig.params).all(|(&arg, &param)| self.body.ty(arg) == param);
        enough && suits && sig.ret == self.machine().scalar(ty)
    }

    /// Arguments, evaluated from the last to the first. Aggregates are copied when all are evaluated: what a later
    /// evaluation changes of one, the callee sees, with gcc and with clang.
    fn arguments(&mut self, args: &[ExprId]) -> Vec<Value> {
        let mut values: Vec<Value> = args.iter().rev().map(|&arg| self.value(arg)).collect();
        values.reverse();
        args.iter().zip(values).map(|(&arg, value)| self.passed(arg, value)).collect()
    }

    /// What the callee gets: an aggregate is copied, and the copy belongs to the callee.
    fn passed(&mut self, arg: ExprId, src: Value) -> Value {
        let ty = self.unit().exprs[arg].ty;
        if !self.machine().in_memory(ty) || self.machine().by_reference(ty) {
            return src;
        }
        let (size, align) = (self.machine().size(ty), self.machine().align(ty));
        let dst = self.temp_object("arg", size, align);
        self.run(Inst::Copy { dst, src, size });
        dst
    }
}

/// Functions of the C library whose effect on control no stub could have.
fn unmodelled(name: &str) -> Option<&'static str> {
    match name {
        "raise" | "kill" => Some("signals"),
        "__probant_beyond" => Some("what the model of a library function leaves out"),
        "pthread_create" | "thrd_create" | "fork" | "vfork" => Some("threads and processes"),
        _ => None,
    }
}

/// Functions that verification tasks call where something has gone wrong.
fn is_error(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

/// Functions of the C library that end the run as a trap does.
fn fatal(name: &str) -> Option<TrapKind> {
    match name {
        "__assert_fail" | "__assert" | "__assert_perror_fail" | "__assert_rtn" => {
            Some(TrapKind::AssertFailed)
        }
        "abort" => Some(TrapKind::Abort),
        _ => None,
    }
}
