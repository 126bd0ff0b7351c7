//! Translation validation: on a concrete input the symbolic executor must compute, instruction by instruction, what the
//! interpreter computes.
//!
//! The executor runs along the path of the input without any solver; each word it yields is evaluated under the input.
//! Switched on in tests: a wrong rewriting rule, conversion or memory access shows at the first value that differs.

use crate::facts::{Known, Words};
use crate::goal::PLAIN;
use crate::scalars::number_at;
use exec::{LeafValue, Machine, ObjId, Origin, Pause, Policy, Site, Target, Val};
use interp::{Limits, Observer, Seen};
use ir::input::{Cell, Input, Obj, Scalar};
use ir::{Func, Inst, Program, TrapKind, Type, Value};
use solver::Solver;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use term::{Evaluator, Pool, Term};
use world::{Preference, Preferences, World};

/// Terms beyond which an execution over all heaps at once is given up. Nothing is known there of what pointers of the input
/// lead to, so every access of a linked structure doubles what the next one may touch.
const MOST_TERMS: usize = 8_000;
/// Instructions that are followed: what goes round for ever has shown all it does long before.
const MOST_STEPS: u64 = 20_000;

/// The first value that the two semantics disagree about, if any. Where all heaps at once are too much, only the one of the
/// input is followed. Ends early, in agreement, when told to stop.
pub(crate) fn validate(
    world: &World<'_>,
    input: &Input,
    stop: &dyn Fn() -> bool,
) -> Result<(), String> {
    let (program, func) = (world.program, world.func);
    let mut log = Log { program, values: VecDeque::new() };
    let limits = Limits { steps: Limits::UNIT.steps.min(2 * MOST_STEPS), ..Limits::UNIT };
    let run = interp::Machine::new(program).run_observed(func, input, &limits, &mut log);
    for split in [false, true] {
        let mut follower = Follower::new(world, input, log.values.clone(), (split, relaxed(input)));
        if follower.has_other_lengths() {
            let met = relaxed(input).with(Preference::Apart).with(Preference::StartsArray);
            follower = Follower::new(world, input, log.values.clone(), (split, met));
        }
        match follower.follow(&run.outcome, stop)? {
            Followed::ToTheEnd => break,
            Followed::TooLarge => {}
        }
    }
    Ok(())
}

/// How far an input was followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Followed {
    /// As far as both semantics go.
    ToTheEnd,
    /// Until there were too many terms.
    TooLarge,
}

struct Log<'p> {
    program: &'p Program,
    values: VecDeque<(Func, Value, Seen)>,
}

impl Observer for Log<'_> {
    fn value(&mut self, func: Func, inst: Value, value: Seen) {
        if is_compared(self.program, func, inst) {
            self.values.push_back((func, inst, value));
        }
    }
}

/// Results of calls show at the callee's return, and where variable arguments lie is each side's own business; everything else that
/// yields is compared where it happens.
fn is_compared(program: &Program, func: Func, inst: Value) -> bool {
    let body = program.body(func);
    body.types[inst].is_some() && !matches!(body.insts[inst], Inst::Call { .. } | Inst::Variadic)
}

/// Do arguments lead into the middle of something, or two of them to the same?
fn overlap(input: &Input) -> bool {
    let mut seen = BTreeSet::new();
    input.args.iter().any(|arg| match *arg {
        Scalar::Object(obj, offset) => offset != 0 || !seen.insert(obj),
        _ => false,
    })
}

/// Does some pointer lead past the start of an object?
fn leads_inside(input: &Input) -> bool {
    let cells = input.objects.values().flat_map(|object| &object.cells).map(|cell| cell.value);
    let mut all = input.args.iter().copied().chain(cells);
    all.any(|it| matches!(it, Scalar::Object(_, 1..)))
}

/// What an input does not keep to.
fn relaxed(input: &Input) -> Preferences {
    // Where an input lets no allocation fail, none does, and it says itself which arrays are one.
    let mut relaxed = PLAIN.with(Preference::AllocationSucceeds).with(Preference::OneArray);
    if overlap(input) {
        relaxed = relaxed.with(Preference::Apart);
    }
    if leads_inside(input) {
        relaxed = relaxed.with(Preference::StartsArray);
    }
    if matches!(input.args.first(), Some(Scalar::Bits(_, 0))) {
        relaxed = relaxed.with(Preference::ProgramNamed);
    }
    relaxed
}

/// The executor traps: did the interpreter?
fn trapped_alike(kind: TrapKind, outcome: &interp::Outcome) -> Result<Option<Followed>, String> {
    match outcome {
        interp::Outcome::Trapped(trap) if trap.kind == kind => Ok(Some(Followed::ToTheEnd)),
        interp::Outcome::Exited { .. } if kind == TrapKind::Exit => Ok(Some(Followed::ToTheEnd)),
        other => Err(format!("the executor traps with {kind}, the interpreter shows {other:?}")),
    }
}

struct Follower<'a> {
    program: &'a Program,
    input: &'a Input,
    machine: Machine<'a, Words<'a>>,
    words: Words<'a>,
    evaluator: Evaluator,
    split: bool,
    expected: VecDeque<(Func, Value, Seen)>,
    n_leaves: usize,
    stubs: BTreeMap<Func, usize>,
    /// Does a pointer of the input lead where the machine makes no object any more?
    lost: bool,
    /// Objects of the input that pointers were seen to lead to.
    objects: BTreeMap<ObjId, Obj>,
}

impl<'a> Follower<'a> {
    fn new(
        world: &'a World<'a>,
        input: &'a Input,
        expected: VecDeque<(Func, Value, Seen)>,
        (split, relaxed): (bool, Preferences),
    ) -> Self {
        let mut words = Words { pool: Pool::new(), known: Known::by(Solver::new()) };
        let (program, func) = (world.program, world.func);
        let policy = Policy { relaxed, split, ..Policy::INITIAL };
        let mut machine = Machine::new(world, policy, &mut words);
        if let Some(contract) = &program.funcs[func].contract {
            machine.fix_lengths(&mut words, contract);
        }
        let evaluator = Evaluator::new();
        Self {
            program,
            input,
            machine,
            words,
            evaluator,
            split,
            expected,
            n_leaves: 0,
            stubs: BTreeMap::new(),
            lost: false,
            objects: BTreeMap::new(),
        }
    }

    /// Has an array of the input another length than a contract gives it where arrays lie apart?
    fn has_other_lengths(&mut self) -> bool {
        self.learn_leaves();
        let args = self.machine.args().to_vec();
        args.iter().zip(&self.input.args).any(|(val, scalar)| match (val, scalar) {
            (&Val::Ptr(ptr), &Scalar::Object(obj, _)) => {
                self.machine.alternatives(ptr).to_vec().iter().any(|alt| match alt.target {
                    Target::Object(object) if self.input_object(object) == Some(obj) => {
                        let size = self.machine.object(object).2;
                        let size = self.evaluator.value(&self.words.pool, size);
                        size != u128::from(self.input.objects[obj].size)
                    }
                    _ => false,
                })
            }
            _ => false,
        })
    }

    fn follow(
        &mut self,
        outcome: &interp::Outcome,
        stop: &dyn Fn() -> bool,
    ) -> Result<Followed, String> {
        loop {
            if stop() || self.machine.steps > MOST_STEPS {
                return Ok(Followed::ToTheEnd);
            }
            if !self.split && self.words.pool.len() > MOST_TERMS {
                return Ok(Followed::TooLarge);
            }
            let mut yielded = Vec::new();
            let pause = self.machine.run_observed(&mut self.words, &mut |machine, inst| {
                yielded.push((machine.active(), inst, machine.yielded(inst)));
            });
            self.learn_leaves();
            if self.lost {
                return Ok(Followed::ToTheEnd);
            }
            // What is not modelled yields nothing.
            if matches!(pause, Pause::Unsupported(_)) {
                yielded.pop();
            }
            for (func, inst, val) in yielded {
                if is_compared(self.program, func, inst) {
                    self.compare(func, inst, val)?;
                }
            }
            if let Some(end) = self.react(pause, outcome)? {
                return Ok(end);
            }
        }
    }

    /// Goes on as the input does, or ends as the interpreter did.
    fn react(
        &mut self,
        pause: Pause<Term>,
        outcome: &interp::Outcome,
    ) -> Result<Option<Followed>, String> {
        match pause {
            Pause::Branch { cond, .. } => {
                let truth = self.holds(cond);
                self.machine.take(truth);
            }
            Pause::Switch { guards, .. } => {
                let target = guards.iter().position(|&guard| self.holds(guard));
                let target = target.ok_or("no target of a switch holds")?;
                self.machine.take_target(target as u32);
            }
            Pause::Settle(word) => {
                let value = self.evaluator.value(&self.words.pool, word);
                self.machine.settle_as(&mut self.words, value);
            }
            Pause::Trapped { kind, .. } => return trapped_alike(kind, outcome),
            Pause::Check { kind, when, .. } if self.holds(when) => {
                return trapped_alike(kind, outcome);
            }
            Pause::Returned(_) => {
                return match outcome {
                    interp::Outcome::Returned(_) => Ok(Some(Followed::ToTheEnd)),
                    other => Err(format!("the executor returns, the interpreter shows {other:?}")),
                };
            }
            // An array of this input is too short for what the executor lets go on.
            Pause::Fits(word) if !self.holds(word) => {
                return match outcome {
                    interp::Outcome::Trapped(_) => Ok(Some(Followed::ToTheEnd)),
                    other => {
                        Err(format!("an access does not fit, the interpreter shows {other:?}"))
                    }
                };
            }
            Pause::Unsupported(_) => return Ok(Some(Followed::ToTheEnd)),
            Pause::Check { .. }
            | Pause::Assume(_)
            | Pause::Fits(_)
            | Pause::Beyond(_)
            | Pause::Bound(..)
            | Pause::Turn(..)
            | Pause::Recursion(..) => {}
        }
        Ok(None)
    }

    fn holds(&mut self, term: Term) -> bool {
        self.evaluator.holds(&self.words.pool, term)
    }

    /// Gives new words of input their values; pointers before the others, since they tell which objects those belong to.
    fn learn_leaves(&mut self) {
        let new = self.machine.leaves()[self.n_leaves..].to_vec();
        // Elements of arguments are known without, and tell places of one object apart.
        let rank = |value: LeafValue| match value {
            LeafValue::Element(Site::Param(_), ..) => 0,
            LeafValue::Pointer(..) => 1,
            LeafValue::Somewhere(_) => 3,
            _ => 2,
        };
        let mut new = new;
        new.sort_by_key(|leaf| rank(leaf.value));
        for leaf in new {
            // What is not asked for takes nothing from the script.
            let asked = leaf.when.is_none_or(|when| self.holds(when));
            let at = leaf.at.map(|at| self.evaluator.value(&self.words.pool, at) as u64);
            let value = if asked { self.value_of(leaf.value, leaf.ty, at) } else { 0 };
            if let Some(var) = self.words.pool.as_var(leaf.word) {
                self.evaluator.set(var, value);
            }
        }
        self.n_leaves = self.machine.leaves().len();
    }

    fn value_of(&mut self, leaf: LeafValue, ty: Type, at: Option<u64>) -> u128 {
        match leaf {
            LeafValue::Param(index) => bits(self.input.args.get(index as usize).copied()),
            LeafValue::Pointer(site, ptr) => self.selected(site, ptr),
            LeafValue::Element(site, base, stride) => self.element(site, base, stride),
            LeafValue::Cell(object, offset) => self.cell(object, offset, ty),
            LeafValue::Somewhere(object) => self.cell(object, at.unwrap_or(0), ty),
            LeafValue::Length(object) => self.length(object),
            LeafValue::Fails(number) => u128::from(self.input.failing.contains(&number)),
            LeafValue::Stub(func) => {
                let next = self.stubs.entry(func).or_insert(0);
                *next += 1;
                let calls = self.input.stubs.iter().filter(|(of, _)| *of == func);
                bits(calls.map(|(_, value)| *value).nth(*next - 1))
            }
        }
    }

    /// Which alternative of a pointer of the input is the one; a new object is what no known one is.
    fn selected(&mut self, site: Site, ptr: exec::PtrId) -> u128 {
        let scalar = self.at(site);
        let alts = self.machine.alternatives(ptr).to_vec();
        let known = alts.iter().position(|alt| self.is_known(alt, site, scalar));
        let number = known.or_else(|| alts.iter().position(|alt| self.is_new(alt, site, scalar)));
        if let (None, Some(number), Some(Scalar::Object(obj, _))) = (known, number, scalar)
            && let Target::Object(object) = alts[number].target
        {
            self.objects.insert(object, obj);
        }
        self.lost |= number.is_none();
        number.unwrap_or(0) as u128
    }

    /// What stands at a place of the input.
    fn at(&self, site: Site) -> Option<Scalar> {
        match site {
            Site::Param(index) => Some(self.input.args[index as usize]),
            Site::Cell(object, offset) => self.scalar(object, offset),
        }
    }

    /// The number of the element where a pointer of the input leads.
    fn element(&self, site: Site, base: u64, stride: u64) -> u128 {
        match self.at(site) {
            Some(Scalar::Object(_, offset) | Scalar::Global(_, offset)) => {
                u128::from(offset.saturating_sub(base) / stride)
            }
            _ => 0,
        }
    }

    fn is_known(&mut self, alt: &exec::Alt<Term>, site: Site, scalar: Option<Scalar>) -> bool {
        match (alt.target, scalar) {
            (Target::Null, None | Some(Scalar::Null)) => true,
            (Target::Func(func), Some(Scalar::Func(other))) => func == other,
            (Target::Object(object), Some(Scalar::Object(obj, at))) => {
                self.input_object(object) == Some(obj) && self.is_there(alt, site, at)
            }
            (Target::Object(object), Some(Scalar::Global(global, at))) => {
                self.machine.object(object).0 == Origin::Global(global)
                    && self.is_there(alt, site, at)
            }
            _ => false,
        }
    }

    /// Does an alternative lead to this byte of its object? Inside data, an offset that is not fixed is that of any element.
    fn is_there(&mut self, alt: &exec::Alt<Term>, site: Site, at: u64) -> bool {
        let is_any =
            matches!(site, Site::Cell(..)) && self.words.pool.as_const(alt.offset).is_none();
        is_any || self.evaluator.value(&self.words.pool, alt.offset) == u128::from(at)
    }

    /// Is it the object made for the pointer at this site, if it leads to what that is?
    fn is_new(&mut self, alt: &exec::Alt<Term>, site: Site, scalar: Option<Scalar>) -> bool {
        let (Target::Object(object), Some(Scalar::Object(obj, at))) = (alt.target, scalar) else {
            return false;
        };
        if !self.is_there(alt, site, at) {
            return false;
        }
        let shape = self.machine.input_data(object).map(|(shape, _)| shape);
        if self.input.objects[obj].elem.is_some_and(|elem| Some(elem) != shape) {
            return false;
        }
        // What has a place already is not new: then the machine has no such alternative.
        let is_argument =
            self.input.args.iter().any(|arg| matches!(arg, Scalar::Object(of, _) if *of == obj));
        if matches!(site, Site::Cell(..))
            && (is_argument || self.objects.values().any(|of| *of == obj))
        {
            return false;
        }
        match (self.machine.object(object).0, site) {
            (Origin::Param(of), Site::Param(index)) => of == index,
            (Origin::Node(of, at), Site::Cell(holder, offset)) => (of, at) == (holder, offset),
            _ => false,
        }
    }

    /// What a number in the input is. Unions may hold it in other members.
    fn cell(&self, object: ObjId, offset: u64, ty: Type) -> u128 {
        let near = self.contents(object).iter().filter(|cell| cell.offset.abs_diff(offset) < 16);
        let near = near.map(|cell| (cell.offset, cell.value)).collect();
        number_at(self.program, &near, offset, ty).unwrap_or(0)
    }

    fn scalar(&self, object: ObjId, offset: u64) -> Option<Scalar> {
        self.contents(object).iter().find(|cell| cell.offset == offset).map(|cell| cell.value)
    }

    fn contents(&self, object: ObjId) -> &[Cell] {
        let cells = match self.machine.object(object).0 {
            Origin::Global(global) => {
                self.input.globals.iter().find(|(of, _)| *of == global).map(|(_, cells)| cells)
            }
            _ => self.input_object(object).map(|obj| &self.input.objects[obj].cells),
        };
        cells.map_or(&[], Vec::as_slice)
    }

    /// The object of the input that stands for one of the machine's. An argument that could be nothing else has no selector.
    fn input_object(&self, object: ObjId) -> Option<Obj> {
        if let Some(&obj) = self.objects.get(&object) {
            return Some(obj);
        }
        let Origin::Param(index) = self.machine.object(object).0 else { return None };
        match self.input.args[index as usize] {
            Scalar::Object(obj, _) if !self.has_selector(index) => Some(obj),
            Scalar::Null => self.led_to_by_others(object),
            _ => None,
        }
    }

    /// The array of a parameter that is null, where another leads nowhere but into it.
    fn led_to_by_others(&self, object: ObjId) -> Option<Obj> {
        let leads_there = |val: &Val<Term>| match *val {
            Val::Ptr(ptr) => {
                let alts = self.machine.alternatives(ptr);
                alts.len() == 1 && alts[0].target == Target::Object(object)
            }
            _ => false,
        };
        let args = self.machine.args().iter().zip(&self.input.args);
        args.filter(|(val, _)| leads_there(val)).find_map(|(_, scalar)| match *scalar {
            Scalar::Object(obj, _) => Some(obj),
            _ => None,
        })
    }

    fn has_selector(&self, param: u32) -> bool {
        let of_param = |leaf: &exec::Leaf<Term>| matches!(leaf.value, LeafValue::Pointer(Site::Param(of), _) if of == param);
        self.machine.leaves().iter().any(of_param)
    }

    fn length(&self, object: ObjId) -> u128 {
        let Some((shape, _)) = self.machine.input_data(object) else { return 0 };
        let size = self.input_object(object).map_or(0, |obj| self.input.objects[obj].size);
        u128::from(size / self.program.shape_bytes(shape).max(1))
    }

    fn compare(&mut self, func: Func, inst: Value, val: Val<Term>) -> Result<(), String> {
        // A value yielded by an instruction that then trapped has no counterpart.
        let Some((expected_func, expected_inst, seen)) = self.expected.pop_front() else {
            return Ok(());
        };
        if (func, inst) != (expected_func, expected_inst) {
            return Err(format!(
                "the executor is at {func}.{inst}, the interpreter at {expected_func}.{expected_inst}"
            ));
        }
        let agrees = match (val, seen) {
            (
                Val::Word(word),
                Seen::Scalar(Scalar::Bits(Type::Int(_) | Type::F32 | Type::F64, bits)),
            ) => {
                let value = self.evaluator.value(&self.words.pool, word);
                if value != bits {
                    return Err(format!(
                        "{func}.{inst} is {value:#x} for the executor, {bits:#x} for the interpreter"
                    ));
                }
                true
            }
            (Val::Ptr(ptr), Seen::Scalar(scalar)) => self.same_pointer(ptr, scalar),
            _ => true,
        };
        if agrees {
            Ok(())
        } else {
            Err(format!("{func}.{inst} is a different pointer for executor and interpreter"))
        }
    }

    fn same_pointer(&mut self, ptr: exec::PtrId, scalar: Scalar) -> bool {
        let alts = self.machine.alternatives(ptr).to_vec();
        let Some(alt) = alts.iter().find(|alt| self.evaluator.holds(&self.words.pool, alt.guard))
        else {
            return false;
        };
        let offset = self.evaluator.value(&self.words.pool, alt.offset) as u64;
        match (alt.target, scalar) {
            (Target::Null, Scalar::Null) => true,
            (Target::Func(func), Scalar::Func(other)) => func == other,
            (Target::Object(object), Scalar::Object(obj, at)) => {
                self.input_object(object) == Some(obj) && at == offset
            }
            (Target::Object(object), Scalar::Global(global, at)) => {
                self.machine.object(object).0 == Origin::Global(global) && at == offset
            }
            (Target::Raw, _) => true,
            _ => false,
        }
    }
}

fn bits(scalar: Option<Scalar>) -> u128 {
    match scalar {
        Some(Scalar::Bits(_, bits)) => bits,
        _ => 0,
    }
}
