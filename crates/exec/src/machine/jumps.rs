//! `setjmp` and `longjmp`: frames above the marked one end, and it goes on behind its call of `setjmp`.
//!
//! A buffer holds the number of its mark, as it does for the interpreter. Where paths are merged there is no going back.

use crate::code::Pc;
use crate::memory::{Life, ObjId, Origin};
use crate::{Algebra, Machine, Pause, Val};
use entity::EntityRef;
use ir::{Func, TrapKind, Type, Value};
use world::Gap;

/// What `setjmp` remembers: the frame, by how many there were and where its slots begin, and how it goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpMark {
    depth: usize,
    base: u32,
    pc: Pc,
    inst: Value,
}

/// What a function of `setjmp.h` does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Jump {
    Mark,
    Back,
}

/// The function of `setjmp.h` that a function without a body is, if it is one.
pub(crate) fn jump(program: &ir::Program, func: Func) -> Option<Jump> {
    let data = &program.funcs[func];
    match data.name.as_str() {
        _ if data.body.is_some() || data.sig.params.first() != Some(&Type::Ptr) => None,
        "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" => Some(Jump::Mark),
        "longjmp" | "_longjmp" | "siglongjmp" if data.sig.params.len() == 2 => Some(Jump::Back),
        _ => None,
    }
}

impl<A: Algebra> Machine<'_, A> {
    pub(crate) fn call_jump(
        &mut self,
        alg: &mut A,
        what: Jump,
        args: &[Val<A::Word>],
        inst: Value,
    ) -> Option<Pause<A::Word>> {
        if self.is_merging() {
            return Some(Pause::Unsupported(Gap::JumpMerged));
        }
        match what {
            Jump::Mark => self.mark_jump(alg, args[0], inst),
            Jump::Back => self.jump_back(alg, args[0], args[1], inst),
        }
    }

    fn mark_jump(
        &mut self,
        alg: &mut A,
        buffer: Val<A::Word>,
        inst: Value,
    ) -> Option<Pause<A::Word>> {
        let (depth, top) = (self.stack.frames.len(), *self.stack.top());
        let number = alg.constant(32, self.jumps.len() as u128);
        self.jumps.push(JumpMark { depth, base: top.base, pc: top.pc, inst });
        self.store(alg, buffer, Type::I32, Val::Word(number), inst);
        let first = alg.constant(32, 0);
        self.define(inst, Val::Word(first));
        None
    }

    fn jump_back(
        &mut self,
        alg: &mut A,
        buffer: Val<A::Word>,
        value: Val<A::Word>,
        inst: Value,
    ) -> Option<Pause<A::Word>> {
        let number = match self.load(alg, buffer, Type::I32, inst) {
            Val::Word(word) => alg.as_const(word),
            _ => None,
        };
        if self.has_pending() {
            return None;
        }
        let mark = number.and_then(|number| self.jumps.get(number as usize)).copied();
        let (Some(mark), Val::Word(value)) = (mark, value) else {
            return Some(Pause::Unsupported(Gap::JumpOut));
        };
        let there = self.stack.frames.get(mark.depth - 1);
        if there.is_none_or(|frame| frame.base != mark.base) {
            return Some(Pause::Trapped { kind: TrapKind::LibraryMisuse, inst });
        }
        while self.stack.frames.len() > mark.depth {
            self.bury_locals();
            self.stack.pop_frame();
        }
        self.stack.set_pc(mark.pc);
        let (is_zero, one) = (alg.eq_const(value, 0), alg.constant(32, 1));
        let value = alg.ite(is_zero, one, value);
        self.define(mark.inst, Val::Word(value));
        None
    }

    /// The objects of the active frame end.
    pub(super) fn bury_locals(&mut self) {
        let first = self.stack.top().objects as usize;
        for object in (first..self.state.objects.len()).map(ObjId::from_index) {
            if matches!(self.state.objects[object].origin, Origin::Local(_))
                && self.state.objects[object].life != Life::Dead
            {
                self.state.set_life(object, Life::Dead);
            }
        }
    }
}
