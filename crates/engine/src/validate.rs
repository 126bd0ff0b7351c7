//! Translation validation: on a concrete input the symbolic executor must compute, instruction by instruction, what the
//! interpreter computes.
//!
//! The executor runs along the path of the input without any solver; each word it yields is evaluated under the input.
//! Switched on in tests: a wrong rewriting rule, conversion or memory access shows at the first value that differs.

use crate::facts::{Known, Words};
use crate::given::{Given, To};
use crate::goal::PLAIN;
use exec::{Machine, ObjId, Origin, Pause, Policy, Target, Val};
use interp::{Limits, Observer, Seen};
use ir::input::{Input, Obj, Scalar};
use ir::{Func, Inst, Program, TrapKind, Type, Value};
use solver::Solver;
use std::collections::{BTreeSet, VecDeque};
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
    given: Given,
    machine: Machine<'a, Words<'a>>,
    words: Words<'a>,
    evaluator: Evaluator,
    split: bool,
    expected: VecDeque<(Func, Value, Seen)>,
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
            given: Given::new(input.clone()),
            machine,
            words,
            evaluator,
            split,
            expected,
        }
    }

    /// Has an array of the input another length than a contract gives it where arrays lie apart?
    fn has_other_lengths(&mut self) -> bool {
        self.learn_leaves();
        let Self { machine, given, evaluator, words, .. } = self;
        let args = machine.args().iter().zip(&given.input().args);
        args.flat_map(|(val, scalar)| match (val, scalar) {
            (&Val::Ptr(ptr), &Scalar::Object(obj, _)) => {
                machine.alternatives(ptr).iter().map(|alt| (alt.target, obj)).collect()
            }
            _ => Vec::new(),
        })
        .any(|(target, obj)| match target {
            Target::Object(object) if given.object(machine, object) == Some(obj) => {
                let size = evaluator.value(&words.pool, machine.object(object).2);
                size != u128::from(given.input().objects[obj].size)
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
            if self.given.lost {
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

    fn learn_leaves(&mut self) {
        let Self { given, machine, words, evaluator, .. } = self;
        given.learn(&mut To { machine, pool: &words.pool, evaluator });
    }

    /// The object of the input that stands for one of the machine's.
    fn input_object(&self, object: ObjId) -> Option<Obj> {
        self.given.object(&self.machine, object)
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
