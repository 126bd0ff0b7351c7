//! Calls: functions with a body are entered, those of the library are relations, others are stubs that return any value.

use crate::leaf::LeafValue;
use crate::library::Called;
use crate::limits::MOST_CALLEES;
use crate::memory::{Cell, Object, Origin, Rest};
use crate::{Algebra, Alt, Machine, Pause, Target, Val};
use ir::{Func, Program, Signature, TrapKind, Type, VARIADIC_SLOT, Value};
use world::Gap;

impl<A: Algebra> Machine<'_, A> {
    /// Calls a function. What is said of the call waits in its order; what is returned comes after all that.
    pub(crate) fn call_function(
        &mut self,
        alg: &mut A,
        func: Func,
        args: &[Val<A::Word>],
        inst: Value,
    ) -> Option<Pause<A::Word>> {
        let data = &self.program.funcs[func];
        if data.body.is_some() {
            let more = data.sig.variadic.then(|| self.variable_arguments(alg, func, args));
            self.enter(func, args, Some(inst));
            if let Some(area) = more {
                self.set_variadic(area);
            }
            return None;
        }
        if let Some(scripted) = crate::script::scripted(self.program, func) {
            if let Some(val) = self.call_scripted(alg, (func, scripted), args) {
                self.define(inst, val);
            }
            return None;
        }
        if let Some(what) = crate::machine::jump(self.program, func) {
            return self.call_jump(alg, what, args, inst);
        }
        match self.call_library(alg, func, args, inst) {
            Called::Returned(val) => {
                self.define(inst, val);
                None
            }
            Called::Trapped(kind) => Some(Pause::Trapped { kind, inst }),
            Called::Unknown => Some(Pause::Unsupported(Gap::Call(func))),
            Called::Stub => self.call_stub(alg, func, args, inst),
        }
    }

    /// An object with the arguments of a call beyond the parameters, as [`ir::Inst::Variadic`] describes it.
    fn variable_arguments(
        &mut self,
        alg: &mut A,
        func: Func,
        args: &[Val<A::Word>],
    ) -> Val<A::Word> {
        let params = self.program.funcs[func].sig.params.len();
        let extra = args.get(params..).unwrap_or(&[]);
        let size = alg.constant(64, u128::from(VARIADIC_SLOT * extra.len() as u64));
        let area = Object::new("variable arguments", Origin::Heap, size, Rest::Uninit);
        let area = self.state.objects.push(area);
        for (place, &val) in (0..).step_by(VARIADIC_SLOT as usize).zip(extra) {
            let bytes = match val {
                Val::Word(word) => u64::from(alg.width(word) / 8),
                _ => u64::from(self.program.target.pointer_bytes),
            };
            self.state.set_cell(area, place, Cell::full(bytes, val));
        }
        Val::Ptr(self.state.pointer_to(alg, Target::Object(area), 0))
    }

    /// A function that is defined elsewhere returns any number, each time another.
    fn call_stub(
        &mut self,
        alg: &mut A,
        func: Func,
        args: &[Val<A::Word>],
        inst: Value,
    ) -> Option<Pause<A::Word>> {
        let data = &self.program.funcs[func];
        // What follows such a call says that the run ends.
        if data.noreturn {
            return None;
        }
        if args.iter().any(|arg| matches!(arg, Val::Ptr(_) | Val::Opaque(_))) {
            return Some(Pause::Unsupported(Gap::TakesPointer(func)));
        }
        match data.sig.ret {
            None => None,
            Some(Type::Ptr) => Some(Pause::Unsupported(Gap::ReturnsPointer(func))),
            Some(ty) => {
                let word =
                    self.leaf(alg, format!("{}()", data.name), ty, LeafValue::Stub(func), data.ret);
                self.define(inst, Val::Word(word));
                None
            }
        }
    }

    pub(crate) fn call_pointer(
        &mut self,
        alg: &mut A,
        (pointer, sig): (Value, &Signature),
        args: &[Val<A::Word>],
        inst: Value,
    ) -> Option<Pause<A::Word>> {
        let Val::Ptr(ptr) = self.value(pointer) else {
            return Some(Pause::Unsupported(Gap::Callee));
        };
        let alts = self.possible_alts(alg, ptr);
        match alts[..] {
            [alt] => match alt.target {
                Target::Func(func) if self.program.funcs[func].sig.answers(sig) => {
                    self.call_function(alg, func, args, inst)
                }
                Target::Null => Some(Pause::Trapped { kind: TrapKind::NullPointer, inst }),
                Target::Func(_) | Target::Object(_) | Target::Raw | Target::Unmade(_) => {
                    Some(Pause::Trapped { kind: TrapKind::BadCall, inst })
                }
            },
            _ if self.is_merging() => Some(Pause::Unsupported(Gap::OpenCallee)),
            _ => self.fork_call(alg, (pointer, sig), &alts, inst),
        }
    }

    /// Where a pointer may lead, if that is to several places and one of them is a function.
    pub(crate) fn several_functions(
        &mut self,
        alg: &mut A,
        (pointer, sig): (Value, &Signature),
    ) -> Option<Vec<Alt<A::Word>>> {
        let Val::Ptr(ptr) = self.value(pointer) else { return None };
        let alts = self.possible_alts(alg, ptr);
        let has_code = alts.iter().any(|alt| is_function(self.program, alt, sig));
        (has_code && (2..=MOST_CALLEES).contains(&alts.len())).then_some(alts)
    }

    /// One of several functions is called: what is none is a trap, which of the others it is the driver says. The call is
    /// executed again when that is known.
    fn fork_call(
        &mut self,
        alg: &mut A,
        (pointer, sig): (Value, &Signature),
        alts: &[Alt<A::Word>],
        inst: Value,
    ) -> Option<Pause<A::Word>> {
        self.stand_at(inst);
        let (nulls, others): (Vec<_>, Vec<_>) =
            alts.iter().copied().partition(|alt| alt.target == Target::Null);
        let program = self.program;
        let is_code = |alt: &Alt<A::Word>| is_function(program, alt, sig);
        let all = |kind| Some(Pause::Trapped { kind, inst });
        match (nulls.is_empty(), others.iter().any(is_code)) {
            (false, _) if others.is_empty() => return all(TrapKind::NullPointer),
            (true, false) => return all(TrapKind::BadCall),
            _ => {}
        }
        let code: Vec<_> = alts.iter().filter(|alt| is_code(alt)).copied().collect();
        // Where nothing is code, what is not null is looked at next.
        let ptr = self.state.pointer(if code.is_empty() { &others } else { &code });
        self.define(pointer, Val::Ptr(ptr));
        if code.len() == alts.len() {
            let guards = code.iter().map(|alt| alt.guard).collect();
            return Some(Pause::Switch { guards, event: None });
        }
        for alt in &nulls {
            self.check(alg, TrapKind::NullPointer, alt.guard, inst);
        }
        for alt in others.iter().filter(|alt| !is_code(alt) && !code.is_empty()) {
            self.check(alg, TrapKind::BadCall, alt.guard, inst);
        }
        None
    }
}

/// Is a place a function that is called in this way?
pub(crate) fn is_function<W>(program: &Program, alt: &Alt<W>, sig: &Signature) -> bool {
    matches!(alt.target, Target::Func(func) if program.funcs[func].sig.answers(sig))
}
