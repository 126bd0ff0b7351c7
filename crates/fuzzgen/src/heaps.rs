//! All small heaps of a given function, as far as it can tell them apart.
//!
//! Korat's search (Boyapati, Khurshid, Marinov) with the function itself in place of a predicate: a run shows which fields it
//! looked at, in order; the last of them gets its next value, and a field that is at its end falls back. Fields that no run
//! looks at are never varied. Nodes are met in the order of their numbers, so that no heap is tried twice under other names.
//!
//! [`explore`] tries plain heaps, [`explore_anywhere`] those in which pointers lead to any place that C allows.
//! It shares nothing with the engines; which parameters may be null and which globals are inputs, its caller says.

mod anywhere;
mod heap;
mod leads;
mod log;
mod plain;

use crate::Rng;
use crate::brute::Truth;
use heap::{Field, Heap, Plan, World, leaves};
use interp::{Limits, Machine, Outcome, Run, Seen, Truth as LogicTruth};
use ir::input::{Input, Scalar};
use ir::{Func, Global, Inst, Program, TrapKind};
use leads::{Entry, Leads};
use log::{Log, Looks};
use std::collections::BTreeSet;

pub use anywhere::Anywhere;

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

const LIMITS: Limits = Limits { steps: 20_000, ..Limits::UNIT };

/// Runs a function on every heap of an extent that it can tell from the others.
pub fn explore(program: &Program, func: Func, extent: &Extent) -> Explored {
    let leads = Leads::new(program, !extent.frees);
    let (looks, world) = (Looks::everywhere(), World::Plain(extent));
    let plan = Plan { program, func, leads, looks, world };
    let mut search = Search::new(&plan);
    search.exhaust(extent.runs);
    search.explored
}

/// Runs a function on every small world that it can tell from the others. If these are too many, the second half of the runs is
/// spent on worlds made by chance, since the first half has varied the last fields only.
pub fn explore_anywhere(program: &Program, func: Func, anywhere: &Anywhere) -> Explored {
    let plan = plan_anywhere(program, func, anywhere);
    let mut search = Search::new(&plan);
    search.exhaust_or_try_luck(anywhere.runs);
    search.explored
}

/// The least odd of these worlds whose run is wanted.
pub fn find_anywhere(
    program: &Program,
    func: Func,
    anywhere: &Anywhere,
    wanted: &dyn Fn(&Run) -> bool,
) -> Option<Input> {
    let plan = plan_anywhere(program, func, anywhere);
    let mut search = Search { wanted: Some(wanted), ..Search::new(&plan) };
    search.exhaust_or_try_luck(anywhere.runs);
    search.found.map(|(_, input)| input)
}

fn plan_anywhere<'a>(program: &'a Program, func: Func, anywhere: &'a Anywhere) -> Plan<'a> {
    let (leads, looks) = (Leads::new(program, true), Looks::of(program));
    Plan { program, func, leads, looks, world: World::Anywhere(anywhere) }
}

/// A search under way.
struct Search<'a> {
    plan: &'a Plan<'a>,
    machine: Machine<'a>,
    explored: Explored,
    /// Runs that somebody looks for, and the least odd input that has one.
    wanted: Option<&'a dyn Fn(&Run) -> bool>,
    found: Option<(usize, Input)>,
}

impl<'a> Search<'a> {
    fn new(plan: &'a Plan<'a>) -> Self {
        let machine = Machine::new(plan.program);
        Self { plan, machine, explored: Explored::default(), wanted: None, found: None }
    }

    fn exhaust_or_try_luck(&mut self, most: u64) {
        self.exhaust(most / 2);
        if !self.explored.complete {
            self.try_luck(most);
        }
    }

    /// Goes through all heaps, up to so many runs.
    fn exhaust(&mut self, most: u64) {
        // The fields that were looked at, in that order, each with its choice.
        let mut fields: Vec<(Field, usize)> = Vec::new();
        loop {
            let heap = Heap::new(self.plan, &fields);
            for field in self.run(&heap) {
                let is_new = !fields.iter().any(|(known, _)| *known == field);
                if is_new && heap.choices.contains_key(&field) {
                    fields.push((field, 0));
                }
            }
            if self.explored.runs >= most {
                return;
            }
            if !self.advance(&mut fields) {
                self.explored.complete = true;
                return;
            }
        }
    }

    /// Tries worlds made by chance, the same ones each time.
    fn try_luck(&mut self, most: u64) {
        let mut rng = Rng::new(0);
        while self.explored.runs < most {
            let heap = Heap::random(self.plan, &mut rng);
            self.run(&heap);
        }
    }

    /// Runs the function on a heap, and takes in what that shows if the contract admits it. The fields that are worth varying.
    fn run(&mut self, heap: &Heap<'_>) -> Vec<Field> {
        let plan = self.plan;
        let mut log = Log::new(plan.program, &plan.looks);
        self.explored.runs += 1;
        // What a predicate looks at is varied too, so that every heap it admits is met.
        let mut admitted = self.predicates_admit(&heap.input, &mut log);
        if admitted {
            let run = self.machine.run_observed(plan.func, &heap.input, &LIMITS, &mut log);
            let lost = self.machine.leaks();
            admitted = self.clauses_admit(&heap.input);
            if admitted && self.wanted.is_some_and(|is_wanted| is_wanted(&run)) {
                self.keep_if_less_odd(&heap.input);
            }
            match plan.world {
                _ if !admitted => {}
                World::Plain(_) if counts(heap, &run.outcome) => {
                    self.explored.truth.add_losing(run, lost);
                }
                World::Plain(_) => {}
                World::Anywhere(_) => self.explored.truth.add_reached(run),
            }
        }
        let looked_at = heap.arguments.iter().copied().chain(log.fields(heap));
        match plan.world {
            // Whatever the clauses look at may admit it.
            World::Anywhere(_) if !admitted => {
                looked_at.chain(heap.choices.keys().copied()).collect()
            }
            _ => looked_at.collect(),
        }
    }

    fn keep_if_less_odd(&mut self, input: &Input) {
        let oddity = oddity(input);
        if self.found.as_ref().is_none_or(|(least, _)| oddity < *least) {
            self.found = Some((oddity, input.clone()));
        }
    }

    /// Goes to the next heap; false after the last.
    fn advance(&self, fields: &mut Vec<(Field, usize)>) -> bool {
        while let Some((field, choice)) = fields.pop() {
            let heap = Heap::new(self.plan, fields);
            let n_choices = heap.choices.get(&field).map_or(0, |choices| *choices);
            if choice + 1 < n_choices {
                fields.push((field, choice + 1));
                return true;
            }
        }
        false
    }

    /// Does every clause of the contract certainly hold? In the plain world fields beyond what the run looked at are not varied,
    /// so fewer heaps count, never ones that should not.
    fn clauses_admit(&mut self, input: &Input) -> bool {
        let Some(contract) = &self.plan.program.funcs[self.plan.func].contract else { return true };
        contract.requires.iter().filter(|clause| clause.code.is_none()).all(|clause| {
            let meaning = clause.meaning.as_ref();
            meaning.is_ok_and(|formula| self.machine.holds(formula, input) == LogicTruth::True)
        })
    }

    /// Does every clause that is code return something else than zero?
    fn predicates_admit(&mut self, input: &Input, log: &mut Log<'_>) -> bool {
        let contract = self.plan.program.funcs[self.plan.func].contract.iter();
        let mut codes =
            contract.flat_map(|contract| &contract.requires).filter_map(|clause| clause.code);
        codes.all(|code| {
            let outcome = self.machine.run_observed(code, input, &LIMITS, log).outcome;
            matches!(outcome, Outcome::Returned(Some(Seen::Scalar(Scalar::Bits(_, bits)))) if bits != 0)
        })
    }
}

/// In how many ways a world differs from the plain one: pointers that lead beyond a start, to the same thing, to a global or, as
/// arguments, nowhere; allocations that fail.
fn oddity(input: &Input) -> usize {
    let in_objects = input.objects.values().flat_map(|object| &object.cells);
    let in_globals = input.globals.iter().flat_map(|(_, cells)| cells);
    let data = in_objects.chain(in_globals).map(|cell| cell.value);
    let mut led_to = BTreeSet::new();
    let odd = input.args.iter().copied().chain(data).filter(|value| match value {
        Scalar::Object(obj, at) => !led_to.insert(*obj) || *at != 0,
        Scalar::Global(..) => true,
        Scalar::Bits(..) | Scalar::Null | Scalar::Func(_) => false,
    });
    let n_null = input.args.iter().filter(|arg| **arg == Scalar::Null).count();
    odd.count() + n_null + input.failing.len()
}

/// Is what a run shows the function's own doing? It is not where callers pass less than the code asks for: a part without the
/// whole, or arrays that are too short.
fn counts(heap: &Heap<'_>, outcome: &Outcome) -> bool {
    let Outcome::Trapped(trap) = outcome else { return true };
    !heap.bare && !matches!(trap.kind, TrapKind::OutOfBounds | TrapKind::PointerArithmetic)
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
