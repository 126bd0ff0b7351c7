//! The machine: executes IR until its driver has to choose.

use crate::code::{Code, Op};
use crate::memory::{Life, ObjId, Object, Origin, Rest};
use crate::state::{Mark, State};
use crate::{Algebra, Leaf, Target, Val};
use entity::{EntityRef, SecondaryMap};
use ir::{
    Callee, Cond, Func, Global, Inst, Local, LocalKind, LoopId, Program, SwitchId, TrapKind, Type,
    Value, View,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What the driver may set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Longest array behind an input pointer whose length no contract fixes; a bound of our own choice.
    pub max_length: u64,
    /// Most cells that one access with an unknown offset may touch.
    pub max_candidates: u64,
    /// Most objects made for pointers inside input data; a bound of our own choice.
    pub max_nodes: usize,
    /// May arrays behind parameters overlap that the code does not take for one in any case?
    pub overlap: bool,
    /// Is each place that a pointer of an access may lead to a path of its own? Many easy questions for a few hard ones.
    pub split: bool,
    /// May every allocation find no memory, as an input of its own decides?
    pub allocation_may_fail: bool,
}

impl Policy {
    /// What `gen` starts with.
    pub const INITIAL: Self = Self {
        max_length: 64,
        max_candidates: 1024,
        max_nodes: 32,
        overlap: false,
        split: false,
        allocation_may_fail: false,
    };
    /// Arrays as long as memory could hold.
    pub const UNBOUNDED: Self = Self { max_length: 1 << 40, ..Self::INITIAL };
}

/// Why the machine stopped.
#[derive(Clone, PartialEq, Debug)]
#[must_use]
pub enum Pause<W> {
    /// A condition: go on with [`Machine::take`].
    Branch {
        /// Its truth.
        cond: W,
        /// The condition it is an event of, if any.
        event: Option<Cond>,
    },
    /// A switch: go on with [`Machine::take_target`].
    Switch {
        /// When each target is taken; the guards exclude each other and one of them holds.
        guards: Vec<W>,
        /// The switch it is an event of, if any.
        event: Option<SwitchId>,
    },
    /// The last instruction traps in this case; going on means that it does not.
    Check {
        /// What would go wrong.
        kind: TrapKind,
        /// When.
        when: W,
        /// At which instruction of the active function.
        inst: Value,
    },
    /// The run certainly trapped.
    Trapped {
        /// What went wrong.
        kind: TrapKind,
        /// At which instruction of the active function.
        inst: Value,
    },
    /// Holds of all inputs from here on.
    Assume(W),
    /// An access fits into an array whose length is ours to choose; going on means that it does.
    Fits(W),
    /// What was executed last is modelled only where this fails, by what is known now though not by the terms themselves.
    Beyond(W),
    /// Holds of all inputs within a bound of our own choice.
    Bound(W, String),
    /// A turn of a loop begins; this is the n-th since the loop was entered.
    Turn(LoopId, u32),
    /// A function was entered that is already active this many times.
    Recursion(Func, u32),
    /// The function under test returned.
    Returned(Option<Val<W>>),
    /// Something that is not modelled was met.
    Unsupported(String),
}

/// The executor of one function under test.
pub struct Machine<'p, A: Algebra> {
    pub(crate) program: &'p Program,
    /// The function under test.
    pub(crate) func: Func,
    pub(crate) policy: Policy,
    codes: SecondaryMap<Func, Option<Code>>,
    pub(crate) written: SecondaryMap<Global, bool>,
    /// What the code makes of pointers.
    pub(crate) views: Vec<View>,
    /// Does the code give memory back?
    pub(crate) frees: bool,
    /// Parameters whose arrays may lie in one object.
    pub(crate) overlaps: Vec<crate::Overlap>,
    /// Members of structures that may lead into one array.
    pub(crate) siblings: Vec<crate::siblings::Siblings>,
    /// Sizes of the elements that pointers are moved by.
    pub(crate) strides: BTreeSet<u64>,
    pub(crate) state: State<A::Word>,
    pub(crate) globals: Vec<ObjId>,
    /// The arguments of the function under test.
    pub(crate) args: Vec<Val<A::Word>>,
    pub(crate) pending: VecDeque<Pause<A::Word>>,
    /// May a value that is hard to express be any value?
    pub(crate) approximate: bool,
    /// Instructions executed since the start, undone ones included.
    pub steps: u64,
    /// Did an access at an unknown offset rest on the bounds known of it?
    pub looked_within_bounds: bool,
}

impl<'p, A: Algebra> Machine<'p, A> {
    /// A machine about to execute the first instruction of `func` on unknown inputs.
    pub fn new(program: &'p Program, func: Func, policy: Policy, alg: &mut A) -> Self {
        let mut machine = Self {
            program,
            func,
            policy,
            codes: SecondaryMap::with_default(None),
            written: written_globals(program),
            views: crate::host::views(program, func),
            frees: crate::frees(program, func),
            overlaps: active_pairs(program, func, policy),
            siblings: crate::siblings::siblings(program, func),
            strides: crate::siblings::strides(program, func),
            state: State::new(),
            globals: Vec::new(),
            args: Vec::new(),
            pending: VecDeque::new(),
            approximate: false,
            steps: 0,
            looked_within_bounds: false,
        };
        machine.set_up(alg, func);
        machine
    }

    /// Words of input cells stay the same on every path from here on, even when one is undone.
    pub(crate) fn keep_inputs(&mut self) {
        self.state.input_cells = Some(BTreeMap::new());
    }

    /// From here on one path is followed: input cells made since the first `n_leaves` words of input stand where they were
    /// found. False if two of them share a byte.
    pub(crate) fn settle_inputs(&mut self, n_leaves: usize) -> bool {
        self.state.input_cells = None;
        for at in n_leaves..self.state.leaves.len() {
            let leaf = &self.state.leaves[at];
            let crate::LeafValue::Cell(object, offset) = leaf.value else { continue };
            let (len, word) = (self.program.bytes(leaf.ty), leaf.word);
            if !self.state.objects[object].overlapping(offset, len).is_empty() {
                return false;
            }
            let cell = crate::memory::Cell::full(len, Val::Word(word));
            self.state.set_cell(object, offset, cell);
        }
        true
    }

    /// Are paths merged, so that what one of them makes must be joined with the others?
    pub(crate) fn is_merging(&self) -> bool {
        self.state.input_cells.is_some()
    }

    /// Remembers this place. Only between pauses, when nothing is pending.
    pub fn mark(&mut self) -> Mark {
        assert!(self.pending.is_empty(), "a mark should be made only when nothing is pending");
        self.state.mark()
    }

    /// Are there pauses to come before the next instruction?
    pub fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Goes back to a marked place.
    pub fn undo_to(&mut self, mark: &Mark) {
        self.pending.clear();
        self.state.undo_to(mark);
    }

    /// The words of input made so far.
    pub fn leaves(&self) -> &[Leaf<A::Word>] {
        &self.state.leaves
    }

    /// The active function.
    pub fn active(&self) -> Func {
        self.state.top().func
    }

    /// The active calls, outermost first, each with where it goes on.
    pub fn frames(&self) -> impl Iterator<Item = (Func, crate::Pc)> {
        self.state.frames.iter().map(|frame| (frame.func, frame.pc))
    }

    /// Where an object comes from, what it is called, and its size in bytes.
    pub fn object(&self, object: ObjId) -> (Origin, &str, A::Word) {
        let data = &self.state.objects[object];
        (data.origin, &data.name, data.size)
    }

    /// What an object of the input is an array of, and whether it must not be written.
    pub fn input_data(&self, object: ObjId) -> Option<(ir::ShapeId, bool)> {
        let data = &self.state.objects[object];
        match (data.rest, data.origin) {
            (Rest::Input(shape), Origin::Param(_) | Origin::Node(..)) => {
                Some((shape, data.read_only))
            }
            _ => None,
        }
    }

    /// The cells of an object that were looked at or written: offset, bytes, and what they hold now.
    pub fn cells(&self, object: ObjId) -> impl Iterator<Item = (u64, u64, Val<A::Word>)> {
        let cells = self.state.objects[object].cells.iter();
        cells.map(|(&offset, cell)| (offset, u64::from(cell.len), cell.val))
    }

    /// The objects that exist.
    pub fn objects(&self) -> impl Iterator<Item = ObjId> + use<A> {
        self.state.objects.keys()
    }

    /// The arguments of the function under test.
    pub fn args(&self) -> &[Val<A::Word>] {
        &self.args
    }

    /// The alternatives of a pointer.
    pub fn alternatives(&self, ptr: crate::PtrId) -> &[crate::Alt<A::Word>] {
        self.state.alts(ptr)
    }

    /// The value an instruction of the active function yielded last, for validation against the interpreter.
    pub fn yielded(&self, inst: Value) -> Val<A::Word> {
        self.value(inst)
    }

    /// Runs until the driver is needed, observing each instruction that was executed.
    pub fn run_observed(
        &mut self,
        alg: &mut A,
        observe: &mut dyn FnMut(&Self, Value),
    ) -> Pause<A::Word> {
        loop {
            if let Some(pause) = self.pending.pop_front() {
                return pause;
            }
            if let Some(pause) = self.step(alg, observe) {
                return pause;
            }
        }
    }

    /// Runs until the driver is needed.
    pub fn run(&mut self, alg: &mut A) -> Pause<A::Word> {
        self.run_observed(alg, &mut |_, _| {})
    }

    /// After [`Pause::Branch`]: goes one way.
    pub fn take(&mut self, outcome: bool) {
        let Op::Branch(_, otherwise) = self.op() else {
            unreachable!("`take` should follow a branch")
        };
        let next = if outcome { self.state.top().pc + 1 } else { *otherwise };
        self.state.set_pc(next);
    }

    /// After [`Pause::Switch`]: goes to a target, which for a call through a pointer is one of its functions.
    pub fn take_target(&mut self, target: u32) {
        match self.op() {
            Op::Switch(_, targets) => {
                let next = targets[target as usize];
                self.state.set_pc(next);
            }
            &Op::Do(inst) => self.choose_place(inst, target),
            Op::Branch(..) | Op::Goto(_) | Op::Enter(_) | Op::End => {
                unreachable!("`take_target` should follow a switch")
            }
        }
    }

    fn op(&self) -> &Op {
        let frame = self.state.top();
        let code = self.codes[frame.func].as_ref().expect("an active function should be flattened");
        &code.ops[frame.pc as usize]
    }

    fn step(
        &mut self,
        alg: &mut A,
        observe: &mut dyn FnMut(&Self, Value),
    ) -> Option<Pause<A::Word>> {
        self.steps += 1;
        let frame = *self.state.top();
        let op = self.op().clone();
        match op {
            Op::Do(inst) => {
                self.state.set_pc(frame.pc + 1);
                self.execute(alg, inst, observe)
            }
            Op::Goto(pc) => {
                self.state.set_pc(pc);
                None
            }
            Op::Branch(inst, _) => self.branch(alg, inst),
            Op::Switch(inst, _) => self.switch(alg, inst),
            Op::Enter(id) => {
                self.state.set_turns(frame.turns + id.index() as u32, 0);
                self.state.set_pc(frame.pc + 1);
                None
            }
            Op::End => self.leave(None),
        }
    }

    /// Says where the active function stands, for those who ask what lies ahead.
    pub(crate) fn stand_at(&mut self, inst: Value) {
        let func = self.state.top().func;
        let code = self.codes[func].as_ref().expect("an active function should be flattened");
        let place = code.places[inst];
        self.state.set_pc(place);
    }

    fn branch(&mut self, alg: &mut A, inst: Value) -> Option<Pause<A::Word>> {
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

    fn switch(&mut self, alg: &mut A, inst: Value) -> Option<Pause<A::Word>> {
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
            let miss = alg.not(hit);
            none = alg.and(none, miss);
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
        let program = self.program;
        let func = self.state.top().func;
        let body = program.body(func);
        if self.policy.split
            && let Some(pause) = self.split_access(alg, inst)
        {
            return Some(pause);
        }
        let result = match &body.insts[inst] {
            Inst::Int(ty, bits) => {
                Val::Word(alg.constant(ty.int_bits().expect("an integer type"), *bits))
            }
            Inst::Float(ty, bits) => Val::Word(
                alg.constant(crate::value::word_width(*ty).expect("a float is a word"), *bits),
            ),
            Inst::Null => Val::Ptr(self.pointer_to(alg, Target::Null, 0)),
            Inst::Variadic => return Some(Pause::Unsupported("variable arguments".to_owned())),
            Inst::AddrLocal(local) => self.address_of_local(alg, *local),
            Inst::AddrGlobal(global) => {
                let object = Target::Object(self.globals[global.index()]);
                Val::Ptr(self.pointer_to(alg, object, 0))
            }
            Inst::AddrFunc(func) => Val::Ptr(self.pointer_to(alg, Target::Func(*func), 0)),
            Inst::Get(local) => match self.local(*local) {
                Val::Maybe(maybe) => {
                    let (val, written) = self.state.maybes[maybe];
                    let missing = alg.not(written);
                    self.check(alg, TrapKind::Uninitialised, missing, inst);
                    val
                }
                Val::Uninit => return Some(Pause::Trapped { kind: TrapKind::Uninitialised, inst }),
                val => val,
            },
            Inst::Unary(op, a) => self.unary(alg, *op, *a, inst),
            Inst::Binary(op, a, b) => self.binary(alg, *op, *a, *b, inst),
            Inst::Cast(op, ty, a) => self.cast(alg, *op, *ty, *a, body.ty(*a)),
            Inst::PtrAdd { base, index, size, accessed } => {
                self.pointer_add(alg, (*base, *index, *size), *accessed, inst)
            }
            Inst::PtrField { base, offset } => self.pointer_field(alg, *base, *offset, inst),
            Inst::PtrDiff { a, b, size } => self.pointer_diff(alg, *a, *b, *size, inst),
            Inst::Load { ty, addr, .. } => self.load(alg, *addr, *ty, inst),
            Inst::LoadBits { unit, addr, shift, width, signed } => {
                let unit_val = self.load(alg, *addr, *unit, inst);
                self.bits_of(alg, unit_val, *unit, *shift, *width, *signed)
            }
            Inst::Call { callee, args } => {
                let args: Vec<_> = args.iter().map(|&arg| self.value(arg)).collect();
                return self.call(alg, callee, &args, inst);
            }
            Inst::Set(local, value) => {
                let val = self.value(*value);
                self.set_local(*local, val);
                observe(self, inst);
                return None;
            }
            Inst::Live(local) => {
                self.bring_to_life(alg, *local, None);
                return None;
            }
            Inst::LiveSized(local, size) => {
                let Val::Word(size) = self.value(*size) else { return Some(self.unusable(*size)) };
                self.bring_to_life(alg, *local, Some(size));
                return None;
            }
            Inst::Dead(local) => {
                self.kill(*local);
                return None;
            }
            Inst::Store { addr, value, .. } => {
                let val = self.value(*value);
                self.store(alg, *addr, body.ty(*value), val, inst);
                return None;
            }
            Inst::StoreBits { unit, addr, shift, width, value } => {
                let val = self.value(*value);
                self.store_bits(alg, *addr, *unit, *shift, *width, val, inst);
                return None;
            }
            Inst::Copy { dst, src, size } => {
                self.copy(alg, *dst, *src, *size, inst);
                return None;
            }
            Inst::Zero { dst, size } => {
                self.zero(alg, *dst, *size, inst);
                return None;
            }
            Inst::Trap(kind) => return Some(Pause::Trapped { kind: *kind, inst }),
            Inst::Unsupported(reason) => return Some(Pause::Unsupported(reason.clone())),
            Inst::Turn(id) => return Some(self.turn(*id)),
            Inst::Return(value) => {
                let value = value.map(|value| self.value(value));
                if let (Some(Val::Word(word)), true) = (value, self.ends_precondition()) {
                    self.leave(None);
                    let refused = alg.eq_const(word, 0);
                    return Some(Pause::Assume(alg.not(refused)));
                }
                return self.leave(value);
            }
            Inst::If { .. }
            | Inst::Loop { .. }
            | Inst::Block { .. }
            | Inst::Leave(_)
            | Inst::Next(_)
            | Inst::Switch { .. } => {
                unreachable!("control flow should have been flattened")
            }
        };
        self.define(inst, result);
        observe(self, inst);
        None
    }

    fn turn(&mut self, id: LoopId) -> Pause<A::Word> {
        let index = self.state.top().turns + id.index() as u32;
        let turns = self.state.turns(index) + 1;
        self.state.set_turns(index, turns);
        Pause::Turn(id, turns)
    }

    // -- frames

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

    fn is_precondition(&self, frame: &crate::state::Frame) -> bool {
        frame.returns_to.is_none() && self.program.funcs[frame.func].sig.ret.is_some()
    }

    fn ends_precondition(&self) -> bool {
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

    fn local(&self, local: Local) -> Val<A::Word> {
        self.state.slot(self.slot_of_local(local))
    }

    fn set_local(&mut self, local: Local, val: Val<A::Word>) {
        self.state.set_slot(self.slot_of_local(local), val);
    }

    // -- objects of locals: the slot of an object local holds its address

    fn address_of_local(&mut self, alg: &mut A, local: Local) -> Val<A::Word> {
        match self.local(local) {
            Val::Uninit => {
                self.bring_to_life(alg, local, None);
                self.local(local)
            }
            Val::Maybe(_) => Val::Opaque("a local that lives on some paths only"),
            val => val,
        }
    }

    fn bring_to_life(&mut self, alg: &mut A, local: Local, size: Option<A::Word>) {
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

    fn kill(&mut self, local: Local) {
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

    // -- what the driver must hear of

    /// The last instruction traps when `when` holds.
    pub(crate) fn check(&mut self, alg: &A, kind: TrapKind, when: A::Word, inst: Value) {
        if !alg.is_no(when) {
            self.pending.push_back(Pause::Check { kind, when, inst });
        }
    }

    pub(crate) fn fits(&mut self, word: A::Word) {
        self.pending.push_back(Pause::Fits(word));
    }

    pub(crate) fn beyond(&mut self, alg: &A, word: A::Word) {
        if !alg.is_no(word) {
            self.pending.push_back(Pause::Beyond(word));
        }
    }

    pub(crate) fn assume(&mut self, word: A::Word) {
        self.pending.push_back(Pause::Assume(word));
    }

    pub(crate) fn bound(&mut self, word: A::Word, text: String) {
        self.pending.push_back(Pause::Bound(word, text));
    }

    /// Something that is not modelled was used: the machine stops here.
    pub(crate) fn unsupported(&mut self, reason: impl Into<String>) {
        self.pending.push_back(Pause::Unsupported(reason.into()));
    }

    pub(crate) fn unusable(&self, value: Value) -> Pause<A::Word> {
        match self.value(value) {
            Val::Opaque(why) => Pause::Unsupported(why.to_owned()),
            Val::Uninit => Pause::Trapped { kind: TrapKind::MissingReturn, inst: value },
            Val::Maybe(_) => Pause::Unsupported("a value that is not always returned".to_owned()),
            Val::Ptr(_) | Val::Word(_) => {
                Pause::Unsupported("a pointer used as an integer".to_owned())
            }
        }
    }

    /// The word of an operand; where there is none, says why and goes on with zero (the machine stops before it matters).
    pub(crate) fn word(&mut self, alg: &mut A, value: Value, ty: Type) -> A::Word {
        if let Val::Word(word) = self.value(value) {
            return word;
        }
        let pause = self.unusable(value);
        self.pending.push_back(pause);
        alg.constant(crate::value::word_width(ty).unwrap_or(64), 0)
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
            Callee::Indirect(pointer, _) => self.call_pointer(alg, *pointer, args, inst),
        }
    }
}

/// The pairs of parameters that may lead into one array.
fn active_pairs(program: &Program, func: Func, policy: Policy) -> Vec<crate::Overlap> {
    let mut pairs = crate::overlaps(program, func);
    pairs.retain(|pair| policy.overlap || pair.together.is_some());
    pairs
}

/// `lo <= word <= hi` as integers.
fn in_range<A: Algebra>(alg: &mut A, word: A::Word, lo: i128, hi: i128, signed: bool) -> A::Word {
    if lo == hi {
        return alg.eq_const(word, lo as u128);
    }
    let width = alg.width(word);
    let (lo, hi) = (alg.constant(width, lo as u128), alg.constant(width, hi as u128));
    let op = if signed { crate::Bin::Sle } else { crate::Bin::Ule };
    let (above, below) = (alg.bin(op, lo, word), alg.bin(op, word, hi));
    alg.and(above, below)
}

/// Globals whose address is used for anything but a direct load: written, or passed on.
pub(crate) fn written_globals(program: &Program) -> SecondaryMap<Global, bool> {
    let mut written = SecondaryMap::with_default(false);
    // What only a contract looks at is not passed on.
    let clauses: std::collections::BTreeSet<Func> = program.clause_code().collect();
    let funcs = program.funcs.iter().filter(|(func, _)| !clauses.contains(func));
    for body in funcs.filter_map(|(_, data)| data.body.as_ref()) {
        let mut read_only_uses: SecondaryMap<Value, u32> = SecondaryMap::new();
        let mut uses: SecondaryMap<Value, u32> = SecondaryMap::new();
        for inst in body.insts.values() {
            if let Inst::Load { addr, .. } | Inst::LoadBits { addr, .. } = inst {
                read_only_uses[*addr] += 1;
            }
            for operand in inst.operands() {
                uses[operand] += 1;
            }
        }
        for (value, inst) in body.insts.iter() {
            if let Inst::AddrGlobal(global) = inst
                && uses[value] > read_only_uses[value]
            {
                written[*global] = true;
            }
        }
    }
    written
}
