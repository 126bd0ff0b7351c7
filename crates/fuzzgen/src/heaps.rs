//! All small heaps of a given function, as far as it can tell them apart.
//!
//! Korat's search (Boyapati, Khurshid, Marinov) with the function itself in place of a predicate: a run shows which fields it
//! looked at, in order; the last of them gets its next value, and a field that is at its end falls back. Fields that no run
//! looks at are never varied. Nodes are met in the order of their numbers, so that no heap is tried twice under other names.
//!
//! It shares nothing with the engines; which parameters may be null and which globals are inputs, its caller says.

mod heap;
mod leads;

use crate::brute::Truth;
use heap::{Field, Heap, Home, leaves};
use interp::{Limits, Machine, Observer, Outcome, Seen, Truth as LogicTruth};
use ir::input::{Input, Scalar};
use ir::{Func, Global, Inst, Program, TrapKind, Value};
use leads::Leads;
use std::collections::BTreeSet;

/// How large heaps are.
#[derive(Clone, Debug)]
pub struct Extent {
    /// Nodes of all types together.
    pub nodes: usize,
    /// Elements of an array of numbers behind a pointer; the last of an array of characters is zero.
    pub length: u64,
    /// Values of a number.
    pub values: Vec<i128>,
    /// Runs at most.
    pub runs: u64,
    /// Which parameters may be null.
    pub nullable: Vec<bool>,
    /// Which parameters the code steps along: those lead to no single member of a structure.
    pub stepped: Vec<bool>,
    /// The globals that are inputs.
    pub globals: Vec<Global>,
    /// Does the code give memory back? An argument then leads to no member of a structure, a pointer to a pointer to no link of
    /// one, and none to a global: what is freed there was not allocated apart.
    pub frees: bool,
}

/// What all heaps within an extent show.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// What the runs show.
    pub truth: Truth,
    /// How many there were.
    pub runs: u64,
    /// Were these all?
    pub complete: bool,
}

/// Runs a function on every heap of an extent that it can tell from the others.
pub fn explore(program: &Program, func: Func, extent: &Extent) -> Explored {
    let mut explored = Explored::default();
    let mut machine = Machine::new(program);
    let leads = Leads::new(program, !extent.frees);
    // The fields that were looked at, in that order, each with its choice.
    let mut fields: Vec<(Field, usize)> = Vec::new();
    loop {
        let heap = Heap::new(&leads, program, func, extent, &fields);
        let mut log = Log::default();
        let limits = Limits { steps: 20_000, ..Limits::UNIT };
        // What a predicate looks at is varied too, so that every heap it admits is met.
        if predicates_admit(program, func, &mut machine, &heap.input, &mut log) {
            let run = machine.run_observed(func, &heap.input, &limits, &mut log);
            let counts = counts(&heap, &run.outcome);
            let lost = machine.leaks();
            if counts && is_admitted(program, func, &mut machine, &heap.input) {
                explored.truth.add_losing(run, lost);
            }
        }
        explored.runs += 1;
        for field in heap.arguments.iter().copied().chain(log.fields(&heap)) {
            if heap.choices.contains_key(&field) && !fields.iter().any(|(known, _)| *known == field)
            {
                fields.push((field, 0));
            }
        }
        if explored.runs >= extent.runs {
            return explored;
        }
        if !advance(&leads, program, func, extent, &mut fields) {
            explored.complete = true;
            return explored;
        }
    }
}

/// Is what a run shows the function's own doing? It is not where callers pass less than the code asks for: a part without the
/// whole, or arrays that are too short.
fn counts(heap: &Heap<'_>, outcome: &Outcome) -> bool {
    let Outcome::Trapped(trap) = outcome else { return true };
    !heap.bare && !matches!(trap.kind, TrapKind::OutOfBounds | TrapKind::PointerArithmetic)
}

/// Does every clause of the contract certainly hold? Its fields may lie beyond what the run looked at: those are not varied, so
/// fewer heaps count, never ones that should not.
fn is_admitted(program: &Program, func: Func, machine: &mut Machine<'_>, input: &Input) -> bool {
    let Some(contract) = &program.funcs[func].contract else { return true };
    contract.requires.iter().filter(|clause| clause.code.is_none()).all(|clause| {
        let meaning = clause.meaning.as_ref();
        meaning.is_ok_and(|formula| machine.holds(formula, input) == LogicTruth::True)
    })
}

/// Does every clause that is code return something else than zero?
fn predicates_admit(
    program: &Program,
    func: Func,
    machine: &mut Machine<'_>,
    input: &Input,
    log: &mut Log,
) -> bool {
    let limits = Limits { steps: 20_000, ..Limits::UNIT };
    let clauses = program.funcs[func].contract.iter().flat_map(|contract| &contract.requires);
    clauses.filter_map(|clause| clause.code).all(|code| {
        let outcome = machine.run_observed(code, input, &limits, log).outcome;
        matches!(outcome, Outcome::Returned(Some(Seen::Scalar(Scalar::Bits(_, bits)))) if bits != 0)
    })
}

/// Goes to the next heap; false after the last.
fn advance(
    leads: &Leads<'_>,
    program: &Program,
    func: Func,
    extent: &Extent,
    fields: &mut Vec<(Field, usize)>,
) -> bool {
    while let Some((field, choice)) = fields.pop() {
        let heap = Heap::new(leads, program, func, extent, fields);
        let n_choices = heap.choices.get(&field).map_or(0, |choices| *choices);
        if choice + 1 < n_choices {
            fields.push((field, choice + 1));
            return true;
        }
    }
    false
}

/// Which places of the input a run may have looked at: those that it made an address of.
#[derive(Default)]
struct Log {
    places: Vec<(Home, u64)>,
    seen: BTreeSet<(Home, u64)>,
}

impl Observer for Log {
    fn value(&mut self, _: Func, _: Value, value: Seen) {
        let place = match value {
            Seen::Scalar(Scalar::Object(obj, offset)) => (Home::Object(obj), offset),
            Seen::Scalar(Scalar::Global(global, offset)) => (Home::Global(global), offset),
            _ => return,
        };
        if self.seen.insert(place) {
            self.places.push(place);
        }
    }
}

impl Log {
    /// A table may be copied as a whole: all of a global counts where its address was taken.
    fn fields(self, heap: &Heap<'_>) -> Vec<Field> {
        let is_of = |field: &Field, global: Home| match field {
            Field::Cell(of, _) | Field::Member(of, ..) => *of == global,
            Field::Arg(_) => false,
        };
        let looked_at = |(home, offset): (Home, u64)| match home {
            Home::Global(_) => {
                let fields = heap.choices.keys().copied();
                fields.filter(|field| is_of(field, home)).collect()
            }
            Home::Object(_) => heap.fields_at(home, offset),
        };
        self.places.into_iter().flat_map(looked_at).collect()
    }
}

/// Small numbers, and those that the code of a function and of what it calls mentions, at most so many.
pub fn values(program: &Program, func: Func, most: usize) -> Vec<i128> {
    let mut values = vec![0, 1];
    let mut seen = BTreeSet::from([func]);
    let mut open = vec![func];
    while let Some(func) = open.pop() {
        let Some(body) = &program.funcs[func].body else { continue };
        for inst in body.insts.values() {
            match inst {
                Inst::Int(ty, bits) if ty.int_bits().is_some_and(|bits| bits <= 32) => {
                    values.push(*bits as u32 as i32 as i128);
                }
                Inst::Call { callee: ir::Callee::Direct(callee), .. } if seen.insert(*callee) => {
                    open.push(*callee);
                }
                _ => {}
            }
        }
    }
    values.push(2);
    let mut known = BTreeSet::new();
    values.retain(|&value| known.insert(value));
    values.truncate(most);
    values
}
