//! Frames of active calls: what is entered and left, the slots of values and locals, the objects of locals.

use crate::code::Code;
use crate::memory::{Life, Object, Origin, Rest};
use crate::stack::Frame;
use crate::value::word_width;
use crate::{Algebra, Machine, Pause, Target, Val};
use entity::EntityRef;
use ir::{Func, Inst, Local, LocalKind, TrapKind, Type, Value};
use world::Gap;

impl<'p, A: Algebra> Machine<'p, A> {
    /// Enters a function; the result will be the value of `call` in the caller.
    pub(crate) fn enter(&mut self, func: Func, args: &[Val<A::Word>], call: Option<Value>) {
        let body = self.program.body(func);
        if self.codes[func].is_none() {
            self.codes[func] = Some(Code::new(body));
        }
        let depth = self.stack.frames.iter().filter(|frame| frame.func == func).count() as u32;
        let n_objects = self.state.objects.len();
        self.stack.push_frame(
            func,
            // One more, for the address of variable arguments.
            body.locals.len() + body.insts.len() + 1,
            body.loops.len(),
            call,
            n_objects,
        );
        for (&param, &arg) in body.params.iter().zip(args) {
            self.set_local(param, arg);
        }
        if depth > 0 {
            self.pending.push_back(Pause::Recursion(func, depth + 1));
        }
    }

    /// Before anything else, calls a function on the same arguments: its result is then assumed not to be zero.
    pub fn enter_precondition(&mut self, pre: Func) {
        let waiting = self.stack.frames[1..].iter().all(is_precondition);
        assert!(waiting, "preconditions should come before everything else");
        let args = self.args.clone();
        self.enter(pre, &args, None);
    }

    /// Is a precondition being executed? It is the one that no instruction calls.
    pub fn in_precondition(&self) -> bool {
        self.stack.frames.get(1).is_some_and(is_precondition)
    }

    pub(super) fn ends_precondition(&self) -> bool {
        self.stack.frames.len() > 1 && is_precondition(self.stack.top())
    }

    pub(crate) fn leave(&mut self, value: Option<Val<A::Word>>) -> Option<Pause<A::Word>> {
        if self.stack.frames.len() == 1 {
            return Some(Pause::Returned(value));
        }
        let frame = *self.stack.top();
        self.bury_locals();
        self.stack.pop_frame();
        let returns = self.program.funcs[frame.func].sig.ret.is_some();
        let inst = frame.call.filter(|_| returns)?;
        self.define(inst, value.unwrap_or(Val::Uninit));
        let is_missed = value.is_none() && self.is_used(inst);
        is_missed.then_some(Pause::Trapped { kind: TrapKind::MissingReturn, inst })
    }

    /// Where only some of the merged paths returned something, it is missed on the others if anything is done with it.
    pub(crate) fn miss_sometimes(&mut self, alg: &mut A, inst: Value) {
        if let Val::Maybe(maybe) = self.value(inst)
            && self.is_used(inst)
        {
            let (val, written) = self.stack.maybes[maybe];
            self.define(inst, val);
            let (kind, when) = (TrapKind::MissingReturn, alg.not(written));
            self.pending.push_back(Pause::Check { kind, when, inst });
        }
    }

    /// Does the active function look at a value?
    fn is_used(&self, value: Value) -> bool {
        let body = self.program.body(self.stack.top().func);
        body.insts.values().any(|inst| inst.operands().contains(&value))
    }

    // -- slots

    pub(crate) fn inst(&self, value: Value) -> &'p Inst {
        &self.program.body(self.stack.top().func).insts[value]
    }

    fn slot_of_local(&self, local: Local) -> u32 {
        self.stack.top().base + local.index() as u32
    }

    fn slot_of_value(&self, value: Value) -> u32 {
        let frame = self.stack.top();
        frame.base + (self.program.body(frame.func).locals.len() + value.index()) as u32
    }

    fn slot_of_variadic(&self) -> u32 {
        let frame = self.stack.top();
        let body = self.program.body(frame.func);
        frame.base + (body.locals.len() + body.insts.len()) as u32
    }

    /// Tells the function that was just entered where its variable arguments are.
    pub(crate) fn set_variadic(&mut self, area: Val<A::Word>) {
        let slot = self.slot_of_variadic();
        self.stack.set_slot(slot, area);
    }

    /// Where the variable arguments of the active function are; nothing where nobody said so.
    pub(super) fn variadic(&self) -> Val<A::Word> {
        self.stack.slot(self.slot_of_variadic())
    }

    pub(crate) fn value(&self, value: Value) -> Val<A::Word> {
        self.stack.slot(self.slot_of_value(value))
    }

    pub(crate) fn define(&mut self, value: Value, val: Val<A::Word>) {
        let slot = self.slot_of_value(value);
        if self.input_cells.is_some() {
            // Merged execution never goes back to a place where an older value would be seen.
            self.stack.put_slot(slot, val);
        } else {
            self.stack.set_slot(slot, val);
        }
    }

    pub(super) fn local(&self, local: Local) -> Val<A::Word> {
        self.stack.slot(self.slot_of_local(local))
    }

    pub(super) fn set_local(&mut self, local: Local, val: Val<A::Word>) {
        self.stack.set_slot(self.slot_of_local(local), val);
    }

    pub(crate) fn unusable(&self, value: Value) -> Pause<A::Word> {
        Pause::unusable(self.value(value), value)
    }

    /// The word of an operand; where there is none, says why and goes on with zero (the machine stops before it matters).
    pub(crate) fn word(&mut self, alg: &mut A, value: Value, ty: Type) -> A::Word {
        if let Val::Word(word) = self.value(value) {
            return word;
        }
        let pause = self.unusable(value);
        self.pending.push_back(pause);
        alg.constant(word_width(ty).unwrap_or(64), 0)
    }

    // -- objects of locals: the slot of an object local holds its address

    pub(super) fn address_of_local(&mut self, alg: &mut A, local: Local) -> Val<A::Word> {
        match self.local(local) {
            Val::Uninit => {
                self.bring_to_life(alg, local, None);
                self.local(local)
            }
            Val::Maybe(_) => Val::Opaque(Gap::LivesSometimes),
            val => val,
        }
    }

    pub(super) fn bring_to_life(&mut self, alg: &mut A, local: Local, size: Option<A::Word>) {
        let data = &self.program.body(self.stack.top().func).locals[local];
        let LocalKind::Object { size: fixed, .. } = data.kind else {
            return self.set_local(local, Val::Uninit);
        };
        let size = size.unwrap_or_else(|| alg.constant(64, fixed as u128));
        let object = Object::new(data.name.as_str(), Origin::Local(local), size, Rest::Uninit);
        let object = self.state.objects.push(object);
        let ptr = self.state.pointer_to(alg, Target::Object(object), 0);
        self.set_local(local, Val::Ptr(ptr));
    }

    pub(super) fn kill(&mut self, local: Local) {
        let val = match self.local(local) {
            Val::Maybe(maybe) => self.stack.maybes[maybe].0,
            val => val,
        };
        // Where paths were merged, the local is one of several objects; none of them is seen again under another name.
        if let Val::Ptr(ptr) = val {
            for alt in self.state.alts(ptr).to_vec() {
                if let Target::Object(object) = alt.target {
                    self.state.set_life(object, Life::Dead);
                }
            }
        }
        self.set_local(local, Val::Uninit);
    }
}

/// Is a frame beyond the first that of a precondition?
fn is_precondition(frame: &Frame) -> bool {
    frame.call.is_none()
}
