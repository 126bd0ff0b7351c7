//! The loop: one operation after the other, frames on a stack of our own.

use crate::arith;
use crate::code::{CallSite, Code, Op, Pc, Slot, SwitchTable, is_wide};
use crate::compile::NONE;
use crate::float;
use crate::library::{Arg, Call, Next, Stop, Task};
use crate::machine::{InputObjects, Shared, get, word_of};
use crate::memory::{Kind, Memory, OutOfMemory};
use crate::outcome::{Limit, Limits, Observer, Outcome};
use crate::pointer::{self, NULL, Word};
use crate::world::World;
use entity::{EntityRef, SecondaryMap};
use ir::input::Input;
use ir::{CondSite, Event, Func, SwitchSite, Trap, TrapKind, Type, Value};

/// A caller that waits.
enum Frame {
    /// Code, behind a call.
    Code { func: Func, pc: Pc, base: usize },
    /// A model of the library that called back; what it called returns this type.
    Task(Box<dyn Task>, Option<Type>),
}

/// One run.
pub(crate) struct Engine<'a, O> {
    shared: &'a Shared<'a>,
    inputs: InputObjects,
    world: &'a mut World,
    input: &'a Input,
    limits: Limits,
    observer: &'a mut O,
    observed: bool,
    pub(crate) events: Vec<Event>,
    frames: Vec<Frame>,
    fuel: u64,
    /// How many stub results each function has taken.
    stubs: SecondaryMap<Func, usize>,
    args: Vec<Arg>,
}

/// Why the loop stops.
enum Halt {
    Stop(Stop),
    Limit(Limit),
    Done(Option<(Type, u128)>),
}

impl From<TrapKind> for Halt {
    fn from(kind: TrapKind) -> Self {
        Self::Stop(Stop::Trap(kind))
    }
}

impl From<OutOfMemory> for Halt {
    fn from(_: OutOfMemory) -> Self {
        Self::Limit(Limit::Memory)
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Where the loop stands: changed by calls and returns.
struct At<'a> {
    func: Func,
    code: &'a Code,
    pc: Pc,
    base: usize,
}

impl<'a, O: Observer> Engine<'a, O> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        inputs: InputObjects,
        world: &'a mut World,
        input: &'a Input,
        limits: Limits,
        observer: &'a mut O,
        observed: bool,
    ) -> Self {
        Self {
            shared,
            inputs,
            world,
            input,
            limits,
            observer,
            observed,
            events: Vec::new(),
            frames: Vec::new(),
            fuel: limits.steps,
            stubs: SecondaryMap::new(),
            args: Vec::new(),
        }
    }

    pub(crate) fn steps(&self) -> u64 {
        self.limits.steps - self.fuel
    }

    /// Runs a function with a body on the words of its arguments.
    pub(crate) fn run(&mut self, regs: &mut Vec<u64>, func: Func, args: &[u128]) -> Outcome {
        let code = self.shared.code(func, self.observed);
        assert!(args.len() == code.params.len(), "an input should match the signature of {func}");
        let mut at = At { func, code, pc: 0, base: 0 };
        open_window(regs, 0, code);
        for (&(slot, ty), &arg) in code.params.iter().zip(args) {
            put(regs, slot, ty, arg);
        }
        let halt = self.execute(regs, &mut at);
        self.outcome(halt, &at)
    }

    fn outcome(&self, halt: Halt, at: &At<'_>) -> Outcome {
        let inst = || {
            let origin = at.code.origins.get((at.pc as usize).wrapping_sub(1)).copied().flatten();
            origin.unwrap_or(Value::from_index(0))
        };
        let func = at.func;
        match halt {
            Halt::Done(result) => {
                let seen = |(ty, word)| self.shared.seen(self.inputs, ty, word);
                Outcome::Returned(result.map(seen))
            }
            Halt::Stop(Stop::Trap(kind)) => Outcome::Trapped(Trap { kind, func, inst: inst() }),
            Halt::Stop(Stop::Unsupported(reason)) => {
                Outcome::Unsupported { reason, func, inst: inst() }
            }
            Halt::Stop(Stop::Exit(code)) => Outcome::Exited(code),
            Halt::Stop(Stop::OutOfMemory) => Outcome::Limit(Limit::Memory),
            Halt::Stop(Stop::Task(_)) => unreachable!("a task should have been started"),
            Halt::Limit(limit) => Outcome::Limit(limit),
        }
    }

    fn execute(&mut self, regs: &mut Vec<u64>, at: &mut At<'a>) -> Halt {
        loop {
            // Between calls the window, the code and the place are plain locals.
            let (code, func) = (at.code, at.func);
            let window = &mut regs[at.base..at.base + code.frame];
            let step = run_window(self, window, code, func, at.pc, self.fuel);
            (self.fuel, at.pc) = (step.fuel, step.pc);
            let result = match step.exit {
                Exit::Halt(halt) => Err(halt),
                Exit::Call { func, site, d } => self.call(regs, at, func, site, d),
                Exit::CallPtr { pointer, site, d } => self.call_pointer(regs, at, pointer, site, d),
                Exit::Return(result) => {
                    self.bury(&regs[at.base..], at.code);
                    self.give_back(regs, at, result)
                }
            };
            if let Err(halt) = result {
                return halt;
            }
        }
    }

    fn call_pointer(
        &mut self,
        regs: &mut Vec<u64>,
        at: &mut At<'a>,
        pointer: Word,
        site: u32,
        d: Slot,
    ) -> Result<(), Halt> {
        if pointer == NULL {
            return Err(TrapKind::NullPointer.into());
        }
        let funcs = &self.shared.program.funcs;
        let func = pointer::func_index(pointer).map(Func::from_index);
        let sig = func.and_then(|func| funcs.get(func)).map(|data| &data.sig);
        match func {
            Some(func) if sig.is_some() && sig == at.code.calls[site as usize].sig.as_ref() => {
                self.call(regs, at, func, site, d)
            }
            _ => Err(TrapKind::BadCall.into()),
        }
    }

    fn call(
        &mut self,
        regs: &mut Vec<u64>,
        at: &mut At<'a>,
        func: Func,
        site: u32,
        d: Slot,
    ) -> Result<(), Halt> {
        let site = &at.code.calls[site as usize];
        if self.shared.program.funcs[func].body.is_none() {
            return self.call_outside(regs, at, func, site, d);
        }
        self.check_depth()?;
        let code = self.shared.code(func, self.observed);
        let base = at.base + at.code.frame;
        open_window(regs, base, code);
        let (caller, callee) = regs.split_at_mut(base);
        let caller = &caller[at.base..];
        for (&(to, _), &(from, ty)) in code.params.iter().zip(&site.args) {
            callee[to as usize] = caller[from as usize];
            if is_wide(ty) {
                callee[to as usize + 1] = caller[from as usize + 1];
            }
        }
        self.frames.push(Frame::Code { func: at.func, pc: at.pc, base: at.base });
        *at = At { func, code, pc: 0, base };
        Ok(())
    }

    fn check_depth(&self) -> Result<(), Halt> {
        let full = self.frames.len() + 1 >= self.limits.depth;
        if full { Err(Halt::Limit(Limit::Depth)) } else { Ok(()) }
    }

    /// A function without a body: our library, or the next value that the input has for it.
    fn call_outside(
        &mut self,
        regs: &mut Vec<u64>,
        at: &mut At<'a>,
        func: Func,
        site: &CallSite,
        d: Slot,
    ) -> Result<(), Halt> {
        let window = &mut regs[at.base..];
        let result = if let Some(model) = self.shared.models[func] {
            self.args.clear();
            let arg = |&(slot, ty): &(Slot, Type)| Arg { ty, bits: get(window, slot, ty) };
            self.args.extend(site.args.iter().map(arg));
            match (model.run)(self.world, &self.args) {
                Ok(result) => result,
                Err(Stop::Task(task)) => return self.start_task(regs, at, task),
                Err(stop) => return Err(stop.into()),
            }
        } else {
            self.stub(func)
        };
        if let Some(ty) = self.shared.program.funcs[func].sig.ret.filter(|_| d != NONE) {
            put(window, d, ty, result);
        }
        Ok(())
    }

    /// A model that calls back: it waits like a caller, on top of the code that called it.
    fn start_task(
        &mut self,
        regs: &mut Vec<u64>,
        at: &mut At<'a>,
        task: Box<dyn Task>,
    ) -> Result<(), Halt> {
        self.frames.push(Frame::Code { func: at.func, pc: at.pc, base: at.base });
        self.resume(regs, at, task, 0)
    }

    fn resume(
        &mut self,
        regs: &mut Vec<u64>,
        at: &mut At<'a>,
        mut task: Box<dyn Task>,
        mut answer: u128,
    ) -> Result<(), Halt> {
        loop {
            match task.step(self.world, answer)? {
                Next::Done(result) => return self.give_back(regs, at, Some(result)),
                Next::Call(call) => {
                    let func = self.callee(&call)?;
                    if self.shared.program.funcs[func].body.is_some() {
                        return self.enter_from_task(regs, at, task, func, &call);
                    }
                    answer = match self.shared.models[func] {
                        Some(model) => (model.run)(self.world, &call.args)?,
                        None => self.stub(func),
                    };
                }
            }
        }
    }

    fn enter_from_task(
        &mut self,
        regs: &mut Vec<u64>,
        at: &mut At<'a>,
        task: Box<dyn Task>,
        func: Func,
        call: &Call,
    ) -> Result<(), Halt> {
        self.check_depth()?;
        let code = self.shared.code(func, self.observed);
        let base = at.base + at.code.frame;
        open_window(regs, base, code);
        for (&(slot, ty), arg) in code.params.iter().zip(&call.args) {
            put(&mut regs[base..], slot, ty, arg.bits);
        }
        self.frames.push(Frame::Task(task, call.ret));
        *at = At { func, code, pc: 0, base };
        Ok(())
    }

    /// The function that a task calls; it must have the signature that the library expects.
    fn callee(&self, call: &Call) -> Result<Func, TrapKind> {
        if call.pointer == NULL {
            return Err(TrapKind::NullPointer);
        }
        let funcs = &self.shared.program.funcs;
        let func = pointer::func_index(call.pointer).map(Func::from_index);
        let fits = |sig: &ir::Signature| {
            sig.ret == call.ret && sig.params.iter().copied().eq(call.args.iter().map(|arg| arg.ty))
        };
        func.filter(|func| funcs.get(*func).is_some_and(|data| fits(&data.sig)))
            .ok_or(TrapKind::BadCall)
    }

    fn stub(&mut self, func: Func) -> u128 {
        let mine = self.input.stubs.iter().filter(|(of, _)| *of == func);
        let next = mine.skip(self.stubs[func]).map(|(_, value)| *value).next();
        self.stubs[func] += 1;
        next.map_or(0, |scalar| self.shared.word(self.inputs, scalar))
    }

    /// The locals of a frame die with it.
    fn bury(&mut self, window: &[u64], code: &Code) {
        for &object in &code.objects {
            self.world.memory.kill(window[object as usize]);
        }
    }

    /// Returns to the caller, or ends the run.
    fn give_back(
        &mut self,
        regs: &mut Vec<u64>,
        at: &mut At<'a>,
        result: Option<u128>,
    ) -> Result<(), Halt> {
        match self.frames.pop() {
            None => {
                let ret = self.shared.program.funcs[at.func].sig.ret;
                Err(Halt::Done(result.and_then(|word| ret.map(|ty| (ty, word)))))
            }
            Some(Frame::Code { func, pc, base }) => {
                *at = At { func, code: self.shared.code(func, self.observed), pc, base };
                self.land(regs, at, result)
            }
            Some(Frame::Task(task, ret)) => {
                let answer = match (result, ret) {
                    (None, Some(_)) => return Err(TrapKind::MissingReturn.into()),
                    (result, _) => result.unwrap_or(0),
                };
                // The code below the task is where the next call starts from.
                let Some(&Frame::Code { func, pc, base }) = self.frames.last() else {
                    unreachable!("a task should wait on top of code");
                };
                *at = At { func, code: self.shared.code(func, self.observed), pc, base };
                self.resume(regs, at, task, answer)
            }
        }
    }

    /// Puts the result of a call where the code wants it.
    fn land(&mut self, regs: &mut [u64], at: &At<'a>, result: Option<u128>) -> Result<(), Halt> {
        let code = at.code;
        let (Op::Call { site, d, .. } | Op::CallPtr { site, d, .. }) = code.ops[at.pc as usize - 1]
        else {
            unreachable!("a frame should wait behind a call");
        };
        let site = &code.calls[site as usize];
        match result {
            Some(word) if d != NONE => put(&mut regs[at.base..], d, site.ret, word),
            None if d != NONE && site.used => return Err(TrapKind::MissingReturn.into()),
            _ => {}
        }
        Ok(())
    }

    fn observe(&mut self, window: &[u64], func: Func, inst: Value, slot: Slot) {
        let ty = self.shared.program.body(func).ty(inst);
        let seen = self.shared.seen(self.inputs, ty, get(window, slot, ty));
        self.observer.value(func, inst, seen);
    }

    fn switch(&mut self, table: &SwitchTable, func: Func, word: u128) -> Pc {
        let unused = 128 - table.width as u32;
        let value = if table.signed { ((word << unused) as i128) >> unused } else { word as i128 };
        let after = table.arms.partition_point(|arm| arm.0 <= value);
        let arm = table.arms[..after].last().filter(|arm| value <= arm.1);
        let target = arm.map_or(table.default, |arm| arm.2);
        if let Some(switch) = table.event.filter(|_| self.events.len() < self.limits.events) {
            self.events.push(Event::Switch(SwitchSite { func, switch }, target));
        }
        table.places[target as usize]
    }
}

/// Makes room for a frame and fills in its template.
fn open_window(regs: &mut Vec<u64>, base: usize, code: &Code) {
    let end = base + code.frame;
    if regs.len() < end {
        regs.resize(end.next_power_of_two(), 0);
    }
    regs[base..base + code.template.len()].copy_from_slice(&code.template);
}

fn put(window: &mut [u64], slot: Slot, ty: Type, word: u128) {
    window[slot as usize] = word as u64;
    if is_wide(ty) {
        window[slot as usize + 1] = (word >> 64) as u64;
    }
}

/// Why the inner loop hands over.
enum Exit {
    Halt(Halt),
    Call { func: Func, site: u32, d: Slot },
    CallPtr { pointer: Word, site: u32, d: Slot },
    Return(Option<u128>),
}

struct Step {
    exit: Exit,
    pc: Pc,
    fuel: u64,
}

/// Executes operations of one frame until it calls, returns or stops.
fn run_window<O: Observer>(
    engine: &mut Engine<'_, O>,
    window: &mut [u64],
    code: &Code,
    func: Func,
    mut pc: Pc,
    mut fuel: u64,
) -> Step {
    let ops = &code.ops[..];
    macro_rules! r {
        ($slot:expr) => {
            window[$slot as usize]
        };
    }
    macro_rules! leave {
        ($exit:expr) => {
            return Step { exit: $exit, pc, fuel }
        };
    }
    macro_rules! attempt {
        ($result:expr) => {
            match $result {
                Ok(value) => value,
                Err(why) => leave!(Exit::Halt(Halt::from(why))),
            }
        };
    }
    macro_rules! branch {
        ($holds:expr, $cond:expr, $when:expr, $to:expr) => {{
            let holds = $holds;
            if engine.events.len() < engine.limits.events {
                engine.events.push(Event::Cond(CondSite { func, cond: $cond }, holds));
            }
            if holds == $when {
                pc = $to;
            }
        }};
    }
    loop {
        if fuel == 0 {
            leave!(Exit::Halt(Halt::Limit(Limit::Steps)));
        }
        fuel -= 1;
        let op = &ops[pc as usize];
        pc += 1;
        match *op {
            Op::Move { d, a } => r!(d) = r!(a),
            Op::MoveWide { d, a } => {
                let (low, high) = (r!(a), r!(a + 1));
                (r!(d), r!(d + 1)) = (low, high);
            }
            Op::Add { w, d, a, b } => r!(d) = arith::low(w, r!(a).wrapping_add(r!(b))),
            Op::AddS { w, d, a, b } => r!(d) = attempt!(arith::add_s(w, r!(a), r!(b))),
            Op::Sub { w, d, a, b } => r!(d) = arith::low(w, r!(a).wrapping_sub(r!(b))),
            Op::SubS { w, d, a, b } => r!(d) = attempt!(arith::sub_s(w, r!(a), r!(b))),
            Op::Mul { w, d, a, b } => r!(d) = arith::low(w, r!(a).wrapping_mul(r!(b))),
            Op::MulS { w, d, a, b } => r!(d) = attempt!(arith::mul_s(w, r!(a), r!(b))),
            Op::DivU { d, a, b } => r!(d) = attempt!(arith::div_u(r!(a), r!(b))),
            Op::DivS { w, d, a, b } => r!(d) = attempt!(arith::div_s(w, r!(a), r!(b))),
            Op::RemU { d, a, b } => r!(d) = attempt!(arith::rem_u(r!(a), r!(b))),
            Op::RemS { w, d, a, b } => r!(d) = attempt!(arith::rem_s(w, r!(a), r!(b))),
            Op::Shl { w, amount, d, a, b } => {
                r!(d) = attempt!(arith::shl(w, amount, r!(a), r!(b)));
            }
            Op::ShrU { w, amount, d, a, b } => {
                r!(d) = attempt!(arith::shr_u(w, amount, r!(a), r!(b)));
            }
            Op::ShrS { w, amount, d, a, b } => {
                r!(d) = attempt!(arith::shr_s(w, amount, r!(a), r!(b)));
            }
            Op::And { d, a, b } => r!(d) = r!(a) & r!(b),
            Op::Or { d, a, b } => r!(d) = r!(a) | r!(b),
            Op::Xor { d, a, b } => r!(d) = r!(a) ^ r!(b),
            Op::Eq { d, a, b } => r!(d) = (r!(a) == r!(b)) as u64,
            Op::Ne { d, a, b } => r!(d) = (r!(a) != r!(b)) as u64,
            Op::LtU { d, a, b } => r!(d) = (r!(a) < r!(b)) as u64,
            Op::LeU { d, a, b } => r!(d) = (r!(a) <= r!(b)) as u64,
            Op::LtS { w, d, a, b } => {
                r!(d) = (arith::signed(w, r!(a)) < arith::signed(w, r!(b))) as u64;
            }
            Op::LeS { w, d, a, b } => {
                r!(d) = (arith::signed(w, r!(a)) <= arith::signed(w, r!(b))) as u64;
            }
            Op::Neg { w, d, a } => r!(d) = arith::low(w, r!(a).wrapping_neg()),
            Op::NegS { w, d, a } => r!(d) = attempt!(arith::neg_s(w, r!(a))),
            Op::Not { w, d, a } => r!(d) = arith::low(w, !r!(a)),
            Op::Trunc { w, d, a } => r!(d) = arith::low(w, r!(a)),
            Op::Sext { from, to, d, a } => {
                r!(d) = arith::low(to, arith::signed(from, r!(a)) as u64);
            }
            Op::WideBinary { op, w, amount, d, a, b } => {
                attempt!(wide_binary(window, op, (w, amount), (d, a, b)));
            }
            Op::WideUnary { op, d, a } => {
                let wide = get(window, a, Type::Int(128));
                let result = attempt!(arith::wide_unary(op, wide));
                put(window, d, Type::Int(128), result);
            }
            Op::WideFrom { signed, from, d, a } => {
                let a = r!(a);
                let wide = if signed { arith::signed(from, a) as i128 as u128 } else { a as u128 };
                put(window, d, Type::Int(128), wide);
            }
            Op::FloatBinary { ty, op, d, a, b } => {
                let (a, b) = (get(window, a, ty), get(window, b, ty));
                let result = float::binary(ty, op, a, b);
                let ty = if op.is_comparison() { Type::BOOL } else { ty };
                put(window, d, ty, result);
            }
            Op::FloatNeg { ty, d, a } => {
                let result = float::negate(ty, get(window, a, ty));
                put(window, d, ty, result);
            }
            Op::FloatCast { op, from, to, d, a } => {
                let result = attempt!(float::cast(op, from, to, get(window, a, from)));
                put(window, d, to, result);
            }
            Op::PtrAdd { d, base, index, size } => {
                let step = (r!(index) as i64).checked_mul(size as i64);
                r!(d) = attempt!(advance(&engine.world.memory, r!(base), step));
            }
            Op::PtrAddInt { d, base, index, size } => {
                let step = (r!(index) as i32 as i64) * size as i64;
                r!(d) = attempt!(engine.world.memory.advance(r!(base), step));
            }
            Op::PtrAddFar { d, base, index, size } => {
                let size = i64::try_from(code.numbers[size as usize]).ok();
                let step = size.and_then(|size| (r!(index) as i64).checked_mul(size));
                r!(d) = attempt!(advance(&engine.world.memory, r!(base), step));
            }
            Op::PtrDiff { d, a, b, size } => {
                let size = code.numbers[size as usize] as i64;
                r!(d) = attempt!(difference(r!(a), r!(b), size));
            }
            Op::PtrField { d, base, offset } => {
                r!(d) = attempt!(member(r!(base), code.numbers[offset as usize]));
            }
            Op::PtrLt { d, a, b } => {
                r!(d) = (attempt!(order(r!(a), r!(b))) == std::cmp::Ordering::Less) as u64;
            }
            Op::PtrLe { d, a, b } => {
                r!(d) = (attempt!(order(r!(a), r!(b))) != std::cmp::Ordering::Greater) as u64;
            }
            Op::PtrToInt { d, a } => r!(d) = attempt!(engine.world.memory.expose(r!(a))),
            Op::IntToPtr { d, a } => r!(d) = engine.world.memory.resolve(r!(a)),
            Op::Load8 { d, addr } => {
                r!(d) = u8::from_le_bytes(attempt!(engine.world.memory.load(r!(addr)))) as u64;
            }
            Op::Load16 { d, addr } => {
                r!(d) = u16::from_le_bytes(attempt!(engine.world.memory.load(r!(addr)))) as u64;
            }
            Op::Load32 { d, addr } => {
                r!(d) = u32::from_le_bytes(attempt!(engine.world.memory.load(r!(addr)))) as u64;
            }
            Op::Load64 { d, addr } => {
                r!(d) = u64::from_le_bytes(attempt!(engine.world.memory.load(r!(addr))));
            }
            Op::LoadPtr { d, addr } => {
                let address = u32::from_le_bytes(attempt!(engine.world.memory.load(r!(addr))));
                r!(d) = engine.world.memory.resolve(address as u64);
            }
            Op::LoadBool { d, addr } => {
                let [byte] = attempt!(engine.world.memory.load(r!(addr)));
                r!(d) = (byte & 1) as u64;
            }
            Op::LoadWide { ty, d, addr } => {
                let bytes = attempt!(engine.world.memory.read(r!(addr), wide_bytes(ty)));
                put(window, d, ty, word_of(bytes));
            }
            Op::LoadBits { unit, shift, width, signed, d, addr } => {
                let field = attempt!(load_bits(&engine.world.memory, r!(addr), shift, width));
                r!(d) = if signed {
                    arith::low(unit, arith::signed(width, field) as u64)
                } else {
                    field
                };
            }
            Op::Store8 { addr, a } => {
                attempt!(engine.world.memory.store(r!(addr), (r!(a) as u8).to_le_bytes()));
            }
            Op::Store16 { addr, a } => {
                attempt!(engine.world.memory.store(r!(addr), (r!(a) as u16).to_le_bytes()));
            }
            Op::Store32 { addr, a } => {
                attempt!(engine.world.memory.store(r!(addr), (r!(a) as u32).to_le_bytes()));
            }
            Op::Store64 { addr, a } => {
                attempt!(engine.world.memory.store(r!(addr), r!(a).to_le_bytes()));
            }
            Op::StorePtr { addr, a } => {
                let address = attempt!(engine.world.memory.expose(r!(a))) as u32;
                attempt!(engine.world.memory.store(r!(addr), address.to_le_bytes()));
            }
            Op::StoreWide { ty, addr, a } => {
                let word = get(window, a, ty).to_le_bytes();
                let bytes = &word[..wide_bytes(ty) as usize];
                attempt!(engine.world.memory.write(r!(addr), bytes));
            }
            Op::StoreBits { shift, width, addr, a } => {
                let (addr, a) = (r!(addr), r!(a));
                attempt!(store_bits(&mut engine.world.memory, addr, shift, width, a));
            }
            Op::Copy { dst, src, size } => {
                let size = code.numbers[size as usize];
                attempt!(engine.world.memory.copy(r!(dst), r!(src), size));
            }
            Op::Zero { dst, size } => {
                let size = code.numbers[size as usize];
                attempt!(engine.world.memory.fill(r!(dst), size, 0));
            }
            Op::Live { d, size } => {
                let size = code.numbers[size as usize];
                engine.world.memory.kill(r!(d));
                r!(d) = attempt!(engine.world.memory.allocate(size, Kind::Local));
            }
            Op::LiveSized { d, size } => {
                engine.world.memory.kill(r!(d));
                r!(d) = attempt!(engine.world.memory.allocate(r!(size), Kind::Local));
            }
            Op::Dead { d } => engine.world.memory.kill(r!(d)),
            Op::Flag { flag, set } => r!(flag) = set as u64,
            Op::Check { flag } => {
                if r!(flag) == 0 {
                    leave!(Exit::Halt(TrapKind::Uninitialised.into()));
                }
            }
            Op::Jump { to } => pc = to,
            Op::JumpWhen { a, when, to } => {
                if (r!(a) != 0) == when {
                    pc = to;
                }
            }
            Op::Branch { a, cond, when, to } => branch!(r!(a) != 0, cond, when, to),
            Op::BranchEq { a, b, cond, when, to } => branch!(r!(a) == r!(b), cond, when, to),
            Op::BranchNe { a, b, cond, when, to } => branch!(r!(a) != r!(b), cond, when, to),
            Op::BranchLtU { a, b, cond, when, to } => branch!(r!(a) < r!(b), cond, when, to),
            Op::BranchLeU { a, b, cond, when, to } => branch!(r!(a) <= r!(b), cond, when, to),
            Op::BranchLtS { w, a, b, cond, when, to } => {
                branch!(arith::signed(w, r!(a)) < arith::signed(w, r!(b)), cond, when, to);
            }
            Op::BranchLeS { w, a, b, cond, when, to } => {
                branch!(arith::signed(w, r!(a)) <= arith::signed(w, r!(b)), cond, when, to);
            }
            Op::Switch { a, table } => {
                let table = &code.switches[table as usize];
                let word = get(window, a, Type::Int(table.width));
                pc = engine.switch(table, func, word);
            }
            Op::Call { func, site, d } => leave!(Exit::Call { func, site, d }),
            Op::CallPtr { pointer, site, d } => {
                leave!(Exit::CallPtr { pointer: r!(pointer), site, d })
            }
            Op::Return { a } => leave!(Exit::Return(Some(r!(a) as u128))),
            Op::ReturnWide { a } => {
                leave!(Exit::Return(Some(get(window, a, Type::Int(128)))))
            }
            Op::ReturnNone => leave!(Exit::Return(None)),
            Op::Trap { kind } => leave!(Exit::Halt(kind.into())),
            Op::Unsupported { reason } => {
                let reason = code.reasons[reason as usize].clone();
                leave!(Exit::Halt(Halt::Stop(Stop::Unsupported(reason))))
            }
            Op::Observe { inst, a } => engine.observe(window, func, inst, a),
        }
    }
}

fn wide_binary(
    window: &mut [u64],
    op: ir::BinOp,
    (w, amount): (u8, u8),
    (d, a, b): (Slot, Slot, Slot),
) -> Result<(), TrapKind> {
    let left = get(window, a, Type::Int(w));
    let mut right = get(window, b, Type::Int(amount));
    if op.is_shift() {
        let unused = 128 - amount as u32;
        right = (((right << unused) as i128) >> unused) as u128;
    }
    let result = arith::wide_binary(op, w, left, right)?;
    let ty = if op.is_comparison() { Type::BOOL } else { Type::Int(w) };
    put(window, d, ty, result);
    Ok(())
}

/// Bytes of a value that takes two words.
fn wide_bytes(ty: Type) -> u64 {
    if ty == Type::F80 { 10 } else { 16 }
}

#[inline]
fn advance(memory: &Memory, base: Word, step: Option<i64>) -> Result<Word, TrapKind> {
    memory.advance(base, step.ok_or(TrapKind::PointerArithmetic)?)
}

fn difference(a: Word, b: Word, size: i64) -> Result<u64, TrapKind> {
    if pointer::tag_of(a) != pointer::tag_of(b) {
        return Err(TrapKind::PointerCompare);
    }
    let bytes = pointer::offset_of(a) as i64 - pointer::offset_of(b) as i64;
    Ok((bytes / size.max(1)) as u64)
}

fn order(a: Word, b: Word) -> Result<std::cmp::Ordering, TrapKind> {
    if pointer::tag_of(a) != pointer::tag_of(b) {
        return Err(TrapKind::PointerCompare);
    }
    Ok(a.cmp(&b))
}

fn member(base: Word, offset: u64) -> Result<Word, TrapKind> {
    if base == NULL {
        return Err(TrapKind::NullPointer);
    }
    match u32::try_from(offset).ok().and_then(|by| pointer::offset_of(base).checked_add(by)) {
        Some(offset) => Ok(pointer::pack(pointer::tag_of(base), offset)),
        None => Err(TrapKind::PointerArithmetic),
    }
}

/// The bytes that hold a bit-field: the first, how many, and the bit in the first where it starts.
fn field_bytes(addr: Word, shift: u8, width: u8) -> (Word, usize, u32) {
    let first = shift / 8;
    let last = (shift + width - 1) / 8;
    (addr.wrapping_add(first as u64), (last - first + 1) as usize, (shift % 8) as u32)
}

fn load_bits(memory: &Memory, addr: Word, shift: u8, width: u8) -> Result<u64, TrapKind> {
    let (at, len, bit) = checked_field(addr, shift, width)?;
    let word = word_of(memory.read(at, len as u64)?);
    Ok(arith::low(width, (word >> bit) as u64))
}

fn store_bits(
    memory: &mut Memory,
    addr: Word,
    shift: u8,
    width: u8,
    value: u64,
) -> Result<(), TrapKind> {
    let (at, len, bit) = checked_field(addr, shift, width)?;
    // Neighbours in the same bytes keep what they have; fresh bytes count as zero and as initialised from now on.
    let old = word_of(memory.peek(at, len as u64)?);
    let mask = (arith::low(width, u64::MAX) as u128) << bit;
    let new = old & !mask | (value as u128) << bit & mask;
    memory.write(at, &new.to_le_bytes()[..len])
}

fn checked_field(addr: Word, shift: u8, width: u8) -> Result<(Word, usize, u32), TrapKind> {
    if addr == NULL { Err(TrapKind::NullPointer) } else { Ok(field_bytes(addr, shift, width)) }
}
