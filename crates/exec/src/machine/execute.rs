//! One instruction: what it yields, or what it changes.

use crate::load::bits_of;
use crate::value::word_width;
use crate::{Algebra, Bin, Machine, Pause, Target, Val};
use entity::EntityRef;
use ir::{Callee, Inst, Local, LoopId, TrapKind, Type, Value};
use world::{Gap, Preference};

impl<A: Algebra> Machine<'_, A> {
    pub(super) fn branch(&mut self, alg: &mut A, inst: Value) -> Option<Pause<A::Word>> {
        let Inst::If { cond, event, .. } = self.inst(inst) else {
            unreachable!("a branch should be an `if`")
        };
        let (cond, event) = (*cond, *event);
        let Val::Word(cond) = self.value(cond) else { return Some(self.unusable(cond)) };
        match (alg.as_const(cond), event) {
            (Some(truth), None) => {
                self.take(truth != 0);
                None
            }
            _ => Some(Pause::Branch { cond, event }),
        }
    }

    pub(super) fn switch(&mut self, alg: &mut A, inst: Value) -> Option<Pause<A::Word>> {
        let Inst::Switch { event, .. } = self.inst(inst) else {
            unreachable!("a switch should be one");
        };
        let guards = match self.switch_guards(alg, inst) {
            Ok(guards) => guards,
            Err(pause) => return Some(pause),
        };
        if event.is_none()
            && let Some(target) = guards.iter().position(|&guard| alg.is_yes(guard))
        {
            self.take_target(target as u32);
            return None;
        }
        Some(Pause::Switch { guards, event: *event })
    }

    /// When a switch goes to each of its targets.
    pub(crate) fn switch_guards(
        &mut self,
        alg: &mut A,
        inst: Value,
    ) -> Result<Vec<A::Word>, Pause<A::Word>> {
        let Inst::Switch { value, signed, arms, targets, default, .. } = self.inst(inst) else {
            unreachable!("a switch should be one");
        };
        let Val::Word(word) = self.value(*value) else { return Err(self.unusable(*value)) };
        let mut guards = vec![alg.no(); targets.len()];
        let mut none = alg.yes();
        for arm in arms {
            let hit = in_range(alg, word, arm.lo, arm.hi, *signed);
            guards[arm.target as usize] = alg.or(guards[arm.target as usize], hit);
            none = alg.and_not(none, hit);
        }
        guards[*default as usize] = alg.or(guards[*default as usize], none);
        Ok(guards)
    }

    pub(crate) fn execute(
        &mut self,
        alg: &mut A,
        inst: Value,
        observe: &mut dyn FnMut(&Self, Value),
    ) -> Option<Pause<A::Word>> {
        if self.policy.split
            && let Some(pause) = self.split_access(alg, inst)
        {
            return Some(pause);
        }
        if self.policy.settle
            && let Some(pause) = self.ask_to_settle(alg, inst)
        {
            return Some(pause);
        }
        let body = self.program.body(self.stack.top().func);
        let result = match &body.insts[inst] {
            Inst::Int(ty, bits) => {
                Val::Word(alg.constant(ty.int_bits().expect("an integer type"), *bits))
            }
            Inst::Float(ty, bits) => {
                Val::Word(alg.constant(word_width(*ty).expect("a float is a word"), *bits))
            }
            Inst::Null => Val::Ptr(self.state.pointer_to(alg, Target::Null, 0)),
            Inst::AddrLocal(local) => self.address_of_local(alg, *local),
            Inst::AddrGlobal(global) => {
                let object = Target::Object(self.globals[global.index()]);
                Val::Ptr(self.state.pointer_to(alg, object, 0))
            }
            Inst::AddrFunc(func) => Val::Ptr(self.state.pointer_to(alg, Target::Func(*func), 0)),
            Inst::Get(local) => match self.get(alg, *local, inst) {
                Ok(val) => val,
                Err(pause) => return Some(pause),
            },
            Inst::Unary(op, a) => self.unary(alg, *op, *a, inst),
            Inst::Binary(op, a, b) => self.binary(alg, *op, *a, *b, inst),
            Inst::Cast(op, ty, a) => self.cast(alg, *op, *ty, *a, inst),
            Inst::PtrAdd { base, index, size, accessed } => {
                let index = self.word(alg, *index, Type::I64);
                let base = self.value(*base);
                self.pointer_add(alg, (base, index, *size), *accessed, inst)
            }
            Inst::PtrField { base, offset } => {
                let base = self.value(*base);
                self.pointer_field(alg, base, *offset, inst)
            }
            Inst::PtrDiff { a, b, size } => {
                let (a, b) = (self.value(*a), self.value(*b));
                self.pointer_diff(alg, a, b, *size, inst)
            }
            Inst::Load { ty, addr, volatile } => {
                let addr = self.value(*addr);
                let val = self.load(alg, addr, *ty, inst);
                if *volatile { self.changed_meanwhile(alg, val) } else { val }
            }
            Inst::LoadBits { unit, addr, shift, width, signed } => {
                let addr = self.value(*addr);
                let unit_val = self.load(alg, addr, *unit, inst);
                bits_of(alg, unit_val, *unit, (*shift, *width), *signed)
            }
            Inst::Set(local, value) => {
                let val = self.value(*value);
                self.set_local(*local, val);
                observe(self, inst);
                return None;
            }
            effect => return self.perform(alg, effect, inst),
        };
        self.define(inst, result);
        observe(self, inst);
        None
    }

    /// What volatile memory holds when it is read: any number, unless it stands still.
    fn changed_meanwhile(&self, alg: &mut A, val: Val<A::Word>) -> Val<A::Word> {
        match val {
            Val::Word(word) if !self.policy.prefers(Preference::VolatileStill) => {
                Val::Word(alg.fresh("volatile", alg.width(word)))
            }
            val => val,
        }
    }

    /// An instruction that yields nothing, or yields it later.
    fn perform(&mut self, alg: &mut A, effect: &Inst, inst: Value) -> Option<Pause<A::Word>> {
        match effect {
            Inst::Call { callee, args } => {
                let args: Vec<_> = args.iter().map(|&arg| self.value(arg)).collect();
                return self.call(alg, callee, &args, inst);
            }
            Inst::Live(local) => self.bring_to_life(alg, *local, None),
            Inst::LiveSized(local, size) => {
                let Val::Word(size) = self.value(*size) else { return Some(self.unusable(*size)) };
                self.bring_to_life(alg, *local, Some(size));
            }
            Inst::Dead(local) => self.kill(*local),
            Inst::Store { addr, value, .. } => {
                let ty = self.program.body(self.stack.top().func).ty(*value);
                let (addr, val) = (self.value(*addr), self.value(*value));
                self.store(alg, addr, ty, val, inst);
            }
            Inst::StoreBits { unit, addr, shift, width, value } => {
                let (addr, val) = (self.value(*addr), self.value(*value));
                self.store_bits(alg, addr, *unit, (*shift, *width), val, inst);
            }
            Inst::Copy { dst, src, size } => {
                let (dst, src) = (self.value(*dst), self.value(*src));
                self.copy(alg, dst, src, *size, inst);
            }
            Inst::Zero { dst, size } => {
                let dst = self.value(*dst);
                self.zero(alg, dst, *size, inst);
            }
            Inst::Trap(kind) => return Some(Pause::Trapped { kind: *kind, inst }),
            Inst::TrapIf(kind, when) => {
                let Val::Word(word) = self.value(*when) else { return Some(self.unusable(*when)) };
                self.check(alg, *kind, word, inst);
            }
            Inst::Aligned { addr, align } => {
                let addr = self.value(*addr);
                self.check_alignment(alg, addr, *align, inst);
            }
            Inst::Variadic => match self.variadic() {
                area @ Val::Ptr(_) => self.define(inst, area),
                _ => return Some(Pause::Unsupported(Gap::VariableArguments)),
            },
            Inst::Unsupported(_) => {
                return Some(Pause::Unsupported(Gap::Construct(self.active(), inst)));
            }
            Inst::Turn(id) => return Some(self.turn(*id)),
            Inst::Return(value) => return self.give_back(alg, *value),
            Inst::If { .. }
            | Inst::Loop { .. }
            | Inst::Block { .. }
            | Inst::Leave(_)
            | Inst::Next(_)
            | Inst::Switch { .. } => unreachable!("control flow should have been flattened"),
            Inst::Int(..)
            | Inst::Float(..)
            | Inst::Null
            | Inst::AddrLocal(_)
            | Inst::AddrGlobal(_)
            | Inst::AddrFunc(_)
            | Inst::Get(_)
            | Inst::Set(..)
            | Inst::Unary(..)
            | Inst::Binary(..)
            | Inst::Cast(..)
            | Inst::PtrAdd { .. }
            | Inst::PtrField { .. }
            | Inst::PtrDiff { .. }
            | Inst::Load { .. }
            | Inst::LoadBits { .. } => unreachable!("it should have been executed as a value"),
        }
        None
    }

    /// The value of a local that is no object; reading it before it is written is a trap.
    fn get(
        &mut self,
        alg: &mut A,
        local: Local,
        inst: Value,
    ) -> Result<Val<A::Word>, Pause<A::Word>> {
        match self.local(local) {
            Val::Maybe(maybe) => {
                let (val, written) = self.stack.maybes[maybe];
                let missing = alg.not(written);
                self.check(alg, TrapKind::Uninitialised, missing, inst);
                Ok(val)
            }
            Val::Uninit => Err(Pause::Trapped { kind: TrapKind::Uninitialised, inst }),
            val => Ok(val),
        }
    }

    /// Returns; what a precondition returns is assumed not to be zero.
    fn give_back(&mut self, alg: &mut A, value: Option<Value>) -> Option<Pause<A::Word>> {
        let value = value.map(|value| self.value(value));
        if let (Some(Val::Word(word)), true) = (value, self.ends_precondition()) {
            self.leave(None);
            let refused = alg.eq_const(word, 0);
            return Some(Pause::Assume(alg.not(refused)));
        }
        self.leave(value)
    }

    fn turn(&mut self, id: LoopId) -> Pause<A::Word> {
        let index = self.stack.top().turns + id.index() as u32;
        let turns = self.stack.turns(index) + 1;
        self.stack.set_turns(index, turns);
        Pause::Turn(id, turns)
    }

    fn call(
        &mut self,
        alg: &mut A,
        callee: &Callee,
        args: &[Val<A::Word>],
        inst: Value,
    ) -> Option<Pause<A::Word>> {
        match callee {
            Callee::Direct(func) => self.call_function(alg, *func, args, inst),
            Callee::Indirect(pointer, sig) => self.call_pointer(alg, (*pointer, sig), args, inst),
        }
    }
}

/// `lo <= word <= hi` as integers.
fn in_range<A: Algebra>(alg: &mut A, word: A::Word, lo: i128, hi: i128, signed: bool) -> A::Word {
    if lo == hi {
        return alg.eq_const(word, lo as u128);
    }
    let width = alg.width(word);
    let (lo, hi) = (alg.constant(width, lo as u128), alg.constant(width, hi as u128));
    let op = if signed { Bin::Sle } else { Bin::Ule };
    let (above, below) = (alg.bin(op, lo, word), alg.bin(op, word, hi));
    alg.and(above, below)
}
