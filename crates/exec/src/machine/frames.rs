//! Frames of active calls: what is entered and left, the slots of values and locals, the objects of locals.

use crate::code::Code;
use crate::memory::{Life, Object, Origin, Rest};
use crate::state::Frame;
use crate::{Algebra, Machine, Pause, Target, Val};
use entity::EntityRef;
use ir::{Func, Inst, Local, LocalKind, Value};
use std::collections::BTreeMap;
use world::Gap;

impl<'p, A: Algebra> Machine<'p, A> {
    /// Enters a function; the result will be the value of `returns_to` in the caller.
    pub(crate) fn enter(&mut self, func: Func, args: &[Val<A::Word>], returns_to: Option<Value>) {
        let body = self.program.body(func);
        if self.codes[func].is_none() {
            self.codes[func] = Some(Code::new(body));
        }
        let depth = self.state.frames.iter().filter(|frame| frame.func == func).count() as u32;
        self.state.push_frame(
            func,
            body.locals.len() + body.insts.len(),
            body.loops.len(),
            returns_to,
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
        let waiting = self.state.frames[1..].iter().all(|frame| self.is_precondition(frame));
        assert!(waiting, "preconditions should come before everything else");
        let args = self.args.clone();
        self.enter(pre, &args, None);
    }

    /// Is a precondition being executed? Its call is the one whose result nobody receives.
    pub fn in_precondition(&self) -> bool {
        self.state.frames.get(1).is_some_and(|frame| self.is_precondition(frame))
    }

    fn is_precondition(&self, frame: &Frame) -> bool {
        frame.returns_to.is_none() && self.program.funcs[frame.func].sig.ret.is_some()
    }

    pub(super) fn ends_precondition(&self) -> bool {
        self.state.frames.len() > 1 && self.is_precondition(self.state.top())
    }

    pub(crate) fn leave(&mut self, value: Option<Val<A::Word>>) -> Option<Pause<A::Word>> {
        if self.state.frames.len() == 1 {
            return Some(Pause::Returned(value));
        }
        let frame = *self.state.top();
        let dying: Vec<_> = self.state.frame_objects(&frame).collect();
        for object in dying {
            if matches!(self.state.objects[object].origin, Origin::Local(_))
                && self.state.objects[object].life != Life::Dead
            {
                self.state.set_life(object, Life::Dead);
            }
        }
        self.state.pop_frame();
        if let Some(inst) = frame.returns_to {
            self.define(inst, value.unwrap_or(Val::Uninit));
        }
        None
    }

    // -- slots

    pub(crate) fn inst(&self, value: Value) -> &'p Inst {
        &self.program.body(self.state.top().func).insts[value]
    }

    fn slot_of_local(&self, local: Local) -> u32 {
        self.state.top().base + local.index() as u32
    }

    fn slot_of_value(&self, value: Value) -> u32 {
        let frame = self.state.top();
        frame.base + (self.program.body(frame.func).locals.len() + value.index()) as u32
    }

    pub(crate) fn value(&self, value: Value) -> Val<A::Word> {
        self.state.slot(self.slot_of_value(value))
    }

    pub(crate) fn define(&mut self, value: Value, val: Val<A::Word>) {
        let slot = self.slot_of_value(value);
        if self.state.input_cells.is_some() {
            // Merged execution never goes back to a place where an older value would be seen.
            self.state.put_slot(slot, val);
        } else {
            self.state.set_slot(slot, val);
        }
    }

    pub(super) fn local(&self, local: Local) -> Val<A::Word> {
        self.state.slot(self.slot_of_local(local))
    }

    pub(super) fn set_local(&mut self, local: Local, val: Val<A::Word>) {
        self.state.set_slot(self.slot_of_local(local), val);
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
        let data = &self.program.body(self.state.top().func).locals[local];
        let LocalKind::Object { size: fixed, .. } = data.kind else {
            return self.set_local(local, Val::Uninit);
        };
        let size = size.unwrap_or_else(|| alg.constant(64, fixed as u128));
        let object = self.state.objects.push(Object {
            name: data.name.clone(),
            origin: Origin::Local(local),
            size,
            life: Life::Alive,
            read_only: false,
            elastic: false,
            rest: Rest::Uninit,
            cells: BTreeMap::new(),
        });
        let ptr = self.pointer_to(alg, Target::Object(object), 0);
        self.set_local(local, Val::Ptr(ptr));
    }

    pub(super) fn kill(&mut self, local: Local) {
        let val = match self.local(local) {
            Val::Maybe(maybe) => self.state.maybes[maybe].0,
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
