//! Runs: frames on a stack of our own, calls and returns.

use crate::code::{CallSite, Code, Op, Pc, Slot, SwitchTable, is_wide};
use crate::compile::NONE;
use crate::jump::Mark;
use crate::library::{Arg, Call, Next, Stop, Task};
use crate::machine::{InputObjects, Shared, get, put};
use crate::memory::{Fault, OutOfMemory};
use crate::outcome::{Limit, Limits, Observer, Outcome, Shown};
use crate::pointer::{self, NULL, Word};
use crate::step::{Exit, run_window};
use crate::world::World;
use entity::{EntityRef, SecondaryMap};
use ir::input::{Input, Scalar};
use ir::{Event, Func, Inst, SwitchSite, Trap, TrapKind, Type, Value};

/// A caller that waits.
pub(crate) enum Frame {
    /// Code, behind a call.
    Code(Place),
    /// A model of the library that called back; what it called returns this type.
    Task(Box<dyn Task>, Option<Type>),
}

/// A frame of code, and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) func: Func,
    pub(crate) pc: Pc,
    pub(crate) base: usize,
    /// Frames are counted, so that none is taken for another at the same depth.
    pub(crate) activation: u64,
    /// How much `alloca` had given when it was entered.
    pub(crate) on_stack: usize,
}

/// One run.
pub(crate) struct Engine<'a, O> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) inputs: InputObjects,
    pub(crate) world: &'a mut World,
    pub(crate) input: &'a Input,
    pub(crate) limits: Limits,
    observer: &'a mut O,
    observed: bool,
    pub(crate) events: Vec<Event>,
    pub(crate) frames: Vec<Frame>,
    n_activations: u64,
    /// Places that `setjmp` marked; a buffer holds the index of one.
    pub(crate) marks: Vec<Mark>,
    fuel: u64,
    /// How far in the script each function has taken its results.
    pub(crate) stubs: SecondaryMap<Func, usize>,
    /// What functions without a body returned, in order.
    pub(crate) script: Vec<(Func, Scalar)>,
    /// What [`crate::Run::shown`] will tell, and how many calls and writes there were.
    pub(crate) shown: Vec<Shown>,
    pub(crate) n_shown: u64,
    /// How often a function without a body found no room for what it writes.
    pub(crate) n_cramped: u32,
    pub(crate) forgiven: Option<Trap>,
    args: Vec<Arg>,
    /// What was returned, if it may be a pointer.
    pub(crate) result: Option<Word>,
}

/// Why the loop stops.
pub(crate) enum Halt {
    Stop(Stop),
    Limit(Limit),
    Done(Option<(Type, u128)>),
}

impl From<TrapKind> for Halt {
    fn from(kind: TrapKind) -> Self {
        Self::Stop(Stop::Trap(kind))
    }
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Self::Stop(fault.into())
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
pub(crate) struct At<'a> {
    pub(crate) func: Func,
    pub(crate) code: &'a Code,
    pub(crate) pc: Pc,
    pub(crate) base: usize,
    activation: u64,
    on_stack: usize,
}

impl At<'_> {
    /// The instruction that is being executed.
    fn inst(&self) -> Value {
        let origin = self.code.origins.get((self.pc as usize).wrapping_sub(1)).copied().flatten();
        origin.unwrap_or(Value::from_index(0))
    }

    pub(crate) fn place(&self) -> Place {
        let &At { func, pc, base, activation, on_stack, .. } = self;
        Place { func, pc, base, activation, on_stack }
    }
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
            n_activations: 0,
            marks: Vec::new(),
            fuel: limits.steps,
            stubs: SecondaryMap::new(),
            script: Vec::new(),
            shown: Vec::new(),
            n_cramped: 0,
            forgiven: None,
            n_shown: 0,
            args: Vec::new(),
            result: None,
        }
    }

    pub(crate) fn steps(&self) -> u64 {
        self.limits.steps - self.fuel
    }

    /// Runs a function with a body on the words of its arguments.
    pub(crate) fn run(&mut self, regs: &mut Vec<u64>, func: Func, args: &[u128]) -> Outcome {
        let code = self.shared.code(func, self.observed);
        assert!(args.len() == code.params.len(), "an input should match the signature of {func}");
        let mut at = self.entry(func, code, 0);
        open_window(regs, 0, code);
        for (&(slot, ty), &arg) in code.params.iter().zip(args) {
            put(regs, slot, ty, arg);
        }
        let given = self.shared.program.funcs[func].params.len();
        let more = self.input.args.iter().skip(given);
        let more: Vec<Arg> = more
            .map(|&arg| Arg { ty: arg.ty(), bits: self.shared.word(self.inputs, arg) })
            .chain(std::iter::repeat(Arg { ty: Type::I64, bits: 0 }))
            .take(if code.variadic.is_some() { ir::MOST_VARIADIC as usize } else { 0 })
            .collect();
        let halt = match self.receive(regs, 0, code, &more) {
            Ok(()) => self.execute(regs, &mut at),
            Err(halt) => halt,
        };
        if let Halt::Done(Some((Type::Ptr, word))) = halt {
            self.result = Some(word as Word);
        }
        self.outcome(halt, &at)
    }

    fn outcome(&self, halt: Halt, at: &At<'_>) -> Outcome {
        let inst = || at.inst();
        let func = at.func;
        match halt {
            Halt::Done(result) => {
                let seen = |(ty, word)| self.shared.seen(self.inputs, ty, word);
                Outcome::Returned(result.map(seen))
            }
            Halt::Stop(Stop::Trap(kind)) => {
                let kind = self.as_seen(kind, func, inst());
                let (func, inst) = self.blamed(func, inst());
                Outcome::Trapped(Trap { kind, func, inst })
            }
            Halt::Stop(Stop::Unsupported(reason)) => {
                Outcome::Unsupported { reason, func, inst: inst() }
            }
            Halt::Stop(Stop::Exit(status)) => {
                let (func, inst) = self.blamed(func, inst());
                Outcome::Exited { status, func, inst }
            }
            Halt::Stop(Stop::OutOfMemory) => Outcome::Limit(Limit::Memory),
            Halt::Stop(Stop::Task(_)) => unreachable!("a task should have been started"),
            Halt::Stop(Stop::Mark(_) | Stop::Jump(..)) => {
                let reason = "setjmp or longjmp called by the library".to_owned();
                Outcome::Unsupported { reason, func, inst: inst() }
            }
            Halt::Limit(limit) => Outcome::Limit(limit),
        }
    }

    /// Where it is told that something goes wrong: what functions of headers and models do is the doing of those who call them.
    fn blamed(&self, func: Func, inst: Value) -> (Func, Value) {
        let mut place = (func, inst);
        for frame in self.frames.iter().rev() {
            let Frame::Code(caller) = frame else { break };
            if !self.shared.program.funcs[place.0].system {
                break;
            }
            let code = self.shared.code(caller.func, self.observed);
            let call = code.origins.get((caller.pc as usize).wrapping_sub(1)).copied().flatten();
            place = (caller.func, call.unwrap_or(inst));
        }
        place
    }

    /// The kind of a trap: a sum that is accessed at once leaves its object as an access does.
    fn as_seen(&self, kind: TrapKind, func: Func, inst: Value) -> TrapKind {
        let body = self.shared.program.funcs[func].body.as_ref();
        let accessed = body
            .and_then(|body| body.insts.get(inst))
            .is_some_and(|inst| matches!(inst, Inst::PtrAdd { accessed: true, .. }));
        if kind == TrapKind::PointerArithmetic && accessed { TrapKind::OutOfBounds } else { kind }
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
                    self.bury(regs, at);
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
        let called_as = at.code.calls[site as usize].sig.as_ref();
        match func {
            Some(func) if sig.zip(called_as).is_some_and(|(sig, call)| sig.answers(call)) => {
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
        if self.shared.told[func] {
            let window = &regs[at.base..];
            let arg = |&(slot, ty): &(Slot, Type)| Arg { ty, bits: get(window, slot, ty) };
            self.tell_call(func, site.args.iter().map(arg));
        }
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
        if code.variadic.is_some() {
            let extra = site.args.iter().skip(code.params.len());
            let arg = |&(slot, ty): &(Slot, Type)| Arg { ty, bits: get(caller, slot, ty) };
            let extra: Vec<Arg> = extra.map(arg).collect();
            self.receive(regs, base, code, &extra)?;
        }
        self.frames.push(Frame::Code(at.place()));
        *at = self.entry(func, code, base);
        Ok(())
    }

    /// Puts variable arguments where the code of a fresh frame finds them.
    fn receive(
        &mut self,
        regs: &mut [u64],
        base: usize,
        code: &Code,
        extra: &[Arg],
    ) -> Result<(), Halt> {
        if let Some(slot) = code.variadic {
            regs[base + slot as usize] = self.world.variadic(extra)?;
        }
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
                Ok(result) => {
                    self.world.memory.name_site(at.func, at.inst());
                    if self.world.forgave.take() && self.forgiven.is_none() {
                        let (kind, func, inst) = (TrapKind::LibraryMisuse, at.func, at.inst());
                        self.forgiven = Some(Trap { kind, func, inst });
                    }
                    result
                }
                Err(Stop::Task(task)) => return self.start_task(regs, at, task),
                Err(Stop::Mark(buffer)) => self.mark(at, buffer, d)?,
                Err(Stop::Jump(buffer, value)) => return self.jump(regs, at, buffer, value),
                Err(stop) => return Err(stop.into()),
            }
        } else if let Some(scripted) = self.shared.scripted[func] {
            let arg = |&(slot, ty): &(Slot, Type)| Arg { ty, bits: get(window, slot, ty) };
            let args: Vec<Arg> = site.args.iter().map(arg).collect();
            self.scripted(func, scripted, &args)?
        } else {
            self.stub(func)?
        };
        if let Some(ty) = self.shared.program.funcs[func].sig.ret.filter(|_| d != NONE) {
            let kept =
                ty.int_bits().filter(|bits| *bits < 128).map_or(u128::MAX, |bits| (1 << bits) - 1);
            put(window, d, ty, result & kept);
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
        self.frames.push(Frame::Code(at.place()));
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
                    if self.shared.told[func] {
                        self.tell_call(func, call.args.iter().copied());
                    }
                    if self.shared.program.funcs[func].body.is_some() {
                        return self.enter_from_task(regs, at, task, func, &call);
                    }
                    answer = match self.shared.models[func] {
                        Some(model) => (model.run)(self.world, &call.args)?,
                        None => self.stub(func)?,
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
        self.receive(regs, base, code, &[])?;
        self.frames.push(Frame::Task(task, call.ret));
        *at = self.entry(func, code, base);
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

    /// A frame that is about to begin.
    fn entry(&mut self, func: Func, code: &'a Code, base: usize) -> At<'a> {
        self.n_activations += 1;
        let (activation, on_stack) = (self.n_activations, self.world.on_stack.len());
        At { func, code, pc: 0, base, activation, on_stack }
    }

    /// A frame that goes on.
    pub(crate) fn at(&self, place: Place) -> At<'a> {
        let Place { func, pc, base, activation, on_stack } = place;
        At { func, code: self.shared.code(func, self.observed), pc, base, activation, on_stack }
    }

    /// The locals of a frame die with it, and what `alloca` gave it.
    pub(crate) fn bury(&mut self, regs: &[u64], at: &At<'a>) {
        for &object in &at.code.objects {
            self.world.memory.kill(regs[at.base + object as usize]);
        }
        for pointer in self.world.on_stack.drain(at.on_stack..) {
            self.world.memory.kill(pointer);
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
            Some(Frame::Code(place)) => {
                *at = self.at(place);
                self.land(regs, at, result)
            }
            Some(Frame::Task(task, ret)) => {
                let answer = match (result, ret) {
                    (None, Some(_)) => return Err(TrapKind::MissingReturn.into()),
                    (result, _) => result.unwrap_or(0),
                };
                // The code below the task is where the next call starts from.
                let Some(&Frame::Code(place)) = self.frames.last() else {
                    unreachable!("a task should wait on top of code");
                };
                *at = self.at(place);
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

    pub(crate) fn observe(&mut self, window: &[u64], func: Func, inst: Value, slot: Slot) {
        let ty = self.shared.program.body(func).ty(inst);
        let seen = self.shared.seen(self.inputs, ty, get(window, slot, ty));
        self.observer.value(func, inst, seen);
    }

    pub(crate) fn switch(&mut self, table: &SwitchTable, func: Func, word: u128) -> Pc {
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
