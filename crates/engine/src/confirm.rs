//! The interpreter as judge: what an input really does, and whether the contract admits it.

use crate::arguments::can_be_given;
use crate::describe::Describer;
use crate::entry;
use crate::limits;
use interp::{
    Base, Given, Layout, Limit, Limits, Machine, Observer, Outcome, Run, Seen, Shown, Truth,
};
use ir::input::{Cell, Input, Scalar};
use ir::{Event, Func, Global, Program, Trap, TrapKind, Value};
use std::collections::BTreeSet;
use world::takes_arguments;

/// What a run of the interpreter showed.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// The events of the run.
    pub events: Vec<Event>,
    /// How it ended.
    pub ending: Ending,
    /// The status with which it ended the program, if it did.
    pub status: i32,
    /// Work done.
    pub steps: u64,
    /// Of the instructions that are watched, those that yielded a value.
    pub visited: BTreeSet<(Func, Value)>,
    /// Where it allocated what was out of everyone's reach when it returned.
    pub leaks: Vec<(Func, Value)>,
    /// Did it return a pointer to what it had allocated?
    returns_allocation: bool,
    /// Which objects of the input it freed, by their number.
    freed: Vec<bool>,
    /// What functions without a body returned, in order.
    script: Vec<(Func, Scalar)>,
    /// Accesses of volatile memory and calls of functions that are defined elsewhere, in order.
    shown: Vec<Shown>,
    n_more: u64,
    /// What it printed, if that does not depend on where objects lie.
    printed: Option<suite::Printed>,
    /// How often one of them found no room for what it writes.
    n_cramped: u32,
    objects: Vec<Vec<Cell>>,
    globals: Vec<Vec<Cell>>,
    /// Did it look at addresses as numbers? In two layouts it then did the same.
    pub(crate) saw_addresses: bool,
}

/// What a run does, without what it leaves behind. Where it looks at addresses, another look may show something else.
#[derive(Clone)]
pub(crate) struct Glance {
    pub(crate) events: Vec<Event>,
    pub(crate) outcome: Outcome,
    /// What functions without a body returned, in order.
    pub(crate) script: Vec<(Func, Scalar)>,
    pub(crate) steps: u64,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The function returned, with a scalar if it has one.
    Returned(Option<Scalar>),
    /// It trapped.
    Trapped(Trap),
    /// A limit was met.
    Limit(Limit),
    /// Something is not modelled.
    Other(String),
}

impl Ending {
    /// Did it need more memory, or more active calls, than a run of ours may have? Another machine may give it that.
    pub(crate) fn is_too_large(&self) -> bool {
        matches!(self, Ending::Limit(Limit::Memory | Limit::Depth))
    }
}

/// Why a run is no test.
pub const ADDRESSES_DECIDE: &str = "where objects lie in memory decides what it does";

impl Confirmed {
    fn does_the_same(&self, other: &Self) -> bool {
        let parts = |run: &Self| (run.ending.clone(), run.objects.clone(), run.globals.clone());
        self.events == other.events && parts(self) == parts(other)
    }

    /// What two runs of one input did alike, from the start.
    fn common_part(mut self, other: Self) -> Self {
        let alike = self.events.iter().zip(&other.events).take_while(|(a, b)| a == b).count();
        self.events.truncate(alike);
        self.visited.retain(|place| other.visited.contains(place));
        self
    }

    /// What functions without a body returned, in order.
    pub(crate) fn results(&self) -> &[(Func, Scalar)] {
        &self.script
    }

    /// The input as C values: what the run frees is allocated, and functions without a body return what they returned in it.
    pub fn inputs(
        &self,
        describer: &mut Describer<'_>,
        func: Func,
        input: &Input,
    ) -> suite::Inputs {
        let reads = self.shown.iter().filter_map(|it| match it {
            Shown::Access(access) => Some(access.func),
            Shown::Call(_) => None,
        });
        let reads: BTreeSet<Func> = reads.collect();
        let script = self.script.iter().filter(|(func, _)| !reads.contains(func));
        let taken = Input { stubs: script.copied().collect(), ..input.clone() };
        let mut inputs = describer.inputs(func, &taken);
        inputs.stubs.extend(describer.device_reads(&self.shown, input));
        for (object, freed) in input.objects.values().zip(&self.freed) {
            let of_name = |made: &&mut suite::Object| made.name == object.name;
            if let (true, Some(made)) = (*freed, inputs.objects.iter_mut().find(of_name)) {
                made.storage = suite::Storage::Heap;
            }
        }
        inputs
    }

    /// What the run left behind, as C values.
    pub fn outputs(
        &self,
        describer: &mut Describer<'_>,
        func: Func,
        input: &Input,
    ) -> suite::Outputs {
        let Ending::Returned(returns) = self.ending else { return suite::Outputs::default() };
        let object = |obj: ir::input::Obj| self.objects[entity::EntityRef::index(obj)].clone();
        let global = |global: Global| {
            let index = input.globals.iter().position(|&(of, _)| of == global);
            index.map_or_else(Vec::new, |index| self.globals[index].clone())
        };
        let mut outputs = describer.outputs(func, input, returns, object, global);
        outputs.shown = describer.shown(&self.shown, input);
        outputs.n_more = self.n_more;
        outputs.printed.clone_from(&self.printed);
        if self.returns_allocation && outputs.returns.is_some() {
            outputs.returns = Some(suite::CValue::Opaque("allocated memory".to_owned()));
        }
        outputs
    }
}

/// Runs inputs of one function.
pub struct Judge<'p> {
    program: &'p Program,
    func: Func,
    machine: Machine<'p>,
    /// Functions that must not return zero.
    preconditions: Vec<Func>,
    watched: BTreeSet<(Func, Value)>,
}

impl<'p> Judge<'p> {
    /// A judge of a function.
    pub fn new(program: &'p Program, func: Func) -> Self {
        let machine = Machine::new(program);
        let judge =
            Self { program, func, machine, preconditions: Vec::new(), watched: BTreeSet::new() };
        judge.with_precondition(None)
    }

    /// The same judge, who also asks a function of the same parameters whether it admits an input.
    #[must_use]
    pub fn with_precondition(self, pre: Option<Func>) -> Self {
        let all = entry::preconditions(self.program, self.func, pre);
        Self { preconditions: all.into_iter().map(|(pre, _)| pre).collect(), ..self }
    }

    /// The same judge, who also watches for some instructions to be executed.
    #[must_use]
    pub fn watching(self, watched: BTreeSet<(Func, Value)>) -> Self {
        Self { watched, ..self }
    }

    /// Runs an input.
    pub fn run(&mut self, input: &Input) -> Confirmed {
        self.run_within(input, &Limits::UNIT, None)
    }

    /// Runs an input for at most so many steps.
    pub fn run_briefly(&mut self, input: &Input, steps: u64) -> Confirmed {
        self.run_within(input, &Limits { steps, ..Limits::UNIT }, None)
    }

    /// What an input does, at the least cost: for those who try thousands of them.
    pub(crate) fn glance(&mut self, input: &Input, steps: u64) -> Glance {
        let limits = Limits { steps, shown: 0, events: limits::GLANCED_EVENTS, ..Limits::UNIT };
        glance(self.machine.run(self.func, input, &limits))
    }

    /// The same while somebody watches.
    pub(crate) fn measure(
        &mut self,
        input: &Input,
        steps: u64,
        observer: &mut impl Observer,
    ) -> Glance {
        let limits = Limits { steps, shown: 0, events: limits::GLANCED_EVENTS, ..Limits::UNIT };
        glance(self.machine.run_observed(self.func, input, &limits, observer))
    }

    /// A run that looks at addresses is tried in two layouts: no test can rest on where objects happen to lie.
    /// Of one that is only good for something if it shows the events of another it is not asked what it leaves behind if it does not:
    /// to read large inputs back costs more than many a run.
    fn run_within(
        &mut self,
        input: &Input,
        limits: &Limits,
        like: Option<&Confirmed>,
    ) -> Confirmed {
        let run = self.run_once(input, limits, like);
        if !run.saw_addresses {
            return run;
        }
        self.machine.lay_out(Layout::Other);
        let other = self.run_once(input, limits, like);
        self.machine.lay_out(Layout::Plain);
        if run.does_the_same(&other) {
            let shown = shown_alike(run.shown, &other.shown);
            let printed = run.printed.filter(|it| other.printed.as_ref() == Some(it));
            return Confirmed { shown, printed, ..run };
        }
        Confirmed { ending: Ending::Other(ADDRESSES_DECIDE.to_owned()), ..run.common_part(other) }
    }

    fn run_once(&mut self, input: &Input, limits: &Limits, like: Option<&Confirmed>) -> Confirmed {
        let mut visits = Visits { watched: &self.watched, seen: BTreeSet::new() };
        let run = if self.watched.is_empty() {
            self.machine.run(self.func, input, limits)
        } else {
            self.machine.run_observed(self.func, input, limits, &mut visits)
        };
        let visited = visits.seen;
        let status = if let Outcome::Exited { status, .. } = run.outcome { status } else { 0 };
        let ending = match run.outcome {
            Outcome::Returned(value) => Ending::Returned(value.and_then(scalar)),
            Outcome::Trapped(trap) => Ending::Trapped(trap),
            Outcome::Unsupported { reason, .. } => Ending::Other(reason),
            Outcome::Limit(limit) => Ending::Limit(limit),
            Outcome::Exited { func, inst, .. } => {
                Ending::Trapped(Trap { kind: TrapKind::Exit, func, inst })
            }
        };
        let is_read = like.is_none_or(|like| like.events == run.events);
        let objects = input.objects.iter().filter(|_| is_read);
        let objects =
            objects.map(|(obj, data)| self.contents(Base::Object(obj), &data.cells)).collect();
        let globals = input.globals.iter().filter(|_| is_read);
        let globals = globals.map(|(global, cells)| self.global_contents(*global, cells)).collect();
        let leaks = match ending {
            Ending::Returned(_) => self.own_leaks(),
            Ending::Trapped(_) | Ending::Limit(_) | Ending::Other(_) => Vec::new(),
        };
        let returns_allocation = self.machine.returned_allocation();
        let freed = input.objects.keys().map(|obj| self.machine.was_freed(obj)).collect();
        Confirmed {
            events: run.events,
            ending,
            status,
            steps: run.steps,
            visited,
            leaks,
            returns_allocation,
            freed,
            script: run.script,
            shown: run.shown,
            n_more: run.n_more,
            printed: self.printed(),
            n_cramped: run.n_cramped,
            saw_addresses: run.saw_addresses,
            objects,
            globals,
        }
    }

    /// What the last run printed, unless it is too much to be read.
    fn printed(&self) -> Option<suite::Printed> {
        let (output, error) = (self.machine.stdout().to_vec(), self.machine.stderr().to_vec());
        let size = output.len() + error.len();
        (0 < size && size <= limits::MOST_PRINTED).then_some(suite::Printed { output, error })
    }

    /// Where what is lost was allocated; what models of other functions allocate is not for this code to free.
    fn own_leaks(&self) -> Vec<(Func, Value)> {
        let mut leaks = self.machine.leaks();
        leaks.retain(|(func, _)| !self.program.funcs[*func].system);
        leaks
    }

    /// The present scalars at the places of these cells; what is not initialised or not expressible is left out.
    fn contents(&self, base: Base, cells: &[Cell]) -> Vec<Cell> {
        let seen = self.machine.read_like(base, cells);
        seen.into_iter()
            .filter_map(|(offset, seen)| Some(Cell { offset, value: scalar(seen)? }))
            .collect()
    }

    /// The same of a global; of a large array of zeros all that is not zero, too.
    fn global_contents(&self, global: Global, cells: &[Cell]) -> Vec<Cell> {
        let Some(ty) = world::zeros_at_first(self.program, global) else {
            return self.contents(Base::Global(global), cells);
        };
        let mut places: BTreeSet<u64> = cells.iter().map(|cell| cell.offset).collect();
        places.extend(self.machine.words_in(global, self.program.bytes(ty)));
        let cell = |offset| Cell { offset, value: Scalar::Bits(ty, 0) };
        let cells: Vec<Cell> = places.into_iter().map(cell).collect();
        self.contents(Base::Global(global), &cells)
    }

    /// The same run on another input, or none if it differs in path, way of ending or admissibility.
    pub fn same_run(&mut self, input: &Input, like: &Confirmed) -> Option<Confirmed> {
        if self.admits(input) == Some(false) {
            return None;
        }
        // The same path takes about as long; whatever takes longer is another.
        let steps = like.steps.saturating_mul(2).saturating_add(1000).min(Limits::UNIT.steps);
        let run = self.run_within(input, &Limits { steps, ..Limits::UNIT }, Some(like));
        let same_end = match (&run.ending, &like.ending) {
            (Ending::Returned(_), Ending::Returned(_)) => true,
            (a, b) => a == b,
        };
        let same_memory = (&run.leaks, &run.freed) == (&like.leaks, &like.freed)
            && run.n_cramped <= like.n_cramped;
        (same_end && same_memory && run.events == like.events).then_some(run)
    }

    /// The size of an element, if an object is the array behind a pointer.
    pub fn element_bytes(&self, input: &Input, obj: ir::input::Obj) -> Option<u64> {
        let elements = crate::describe::elements(self.program, self.func, input);
        elements.get(&obj).map(|&shape| self.program.shape_bytes(shape).max(1))
    }

    /// How far into an object parameters reach that say how many elements they have.
    pub fn bytes_passed(&self, input: &Input, obj: ir::input::Obj, elem: u64) -> u64 {
        let data = &self.program.funcs[self.func];
        let ends = data.params.iter().zip(&input.args).map(|(param, arg)| match arg {
            Scalar::Object(other, offset) if *other == obj => {
                offset + data.elements_passed(param) * elem
            }
            _ => 0,
        });
        ends.max().unwrap_or(0)
    }

    /// Does the contract admit an input? None if that cannot be told.
    pub fn admits(&mut self, input: &Input) -> Option<bool> {
        if takes_arguments(self.program, self.func) && !can_be_given(self.program, input) {
            return Some(false);
        }
        match self.precondition(input) {
            Some(true) => self.contract_admits(input),
            other => other,
        }
    }

    /// Does the precondition function admit an input? On inputs where it does not return it does not.
    fn precondition(&mut self, input: &Input) -> Option<bool> {
        let mut admits = Some(true);
        for index in 0..self.preconditions.len() {
            match self.returns_no_zero(self.preconditions[index], input) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => admits = None,
            }
        }
        admits
    }

    fn returns_no_zero(&mut self, pre: Func, input: &Input) -> Option<bool> {
        match self.machine.run(pre, input, &Limits::UNIT).outcome {
            Outcome::Returned(Some(Seen::Scalar(Scalar::Bits(_, bits)))) => Some(bits != 0),
            Outcome::Returned(_) | Outcome::Trapped(_) => Some(false),
            Outcome::Exited { .. } => Some(false),
            Outcome::Unsupported { .. } | Outcome::Limit(_) => None,
        }
    }

    fn contract_admits(&mut self, input: &Input) -> Option<bool> {
        let Some(contract) = &self.program.funcs[self.func].contract else { return Some(true) };
        let mut certain = true;
        for clause in &contract.requires {
            match clause.meaning.as_ref().map(|formula| self.machine.holds(formula, input)) {
                Ok(Truth::True) => {}
                Ok(Truth::False) => return Some(false),
                Err(_) if clause.code.is_some() => {}
                Ok(Truth::Undefined(_)) | Err(_) => certain = false,
            }
        }
        certain.then_some(true)
    }
}

fn glance(run: Run) -> Glance {
    let Run { events, outcome, script, steps, .. } = run;
    Glance { events, outcome, script, steps }
}

/// Notes which of some instructions are executed.
struct Visits<'a> {
    watched: &'a BTreeSet<(Func, Value)>,
    seen: BTreeSet<(Func, Value)>,
}

impl Observer for Visits<'_> {
    fn value(&mut self, func: Func, inst: Value, _: Seen) {
        if self.watched.contains(&(func, inst)) {
            self.seen.insert((func, inst));
        }
    }
}

/// What a run showed, without what depends on where objects lie.
fn shown_alike(mut shown: Vec<Shown>, other: &[Shown]) -> Vec<Shown> {
    for (it, other) in shown.iter_mut().zip(other) {
        let (Shown::Call(call), Shown::Call(other)) = (it, other) else { continue };
        for (given, other) in call.args.iter_mut().zip(&other.args) {
            if given != other {
                *given = Given { value: Seen::Nothing, behind: Vec::new() };
            }
        }
    }
    shown
}

fn scalar(seen: Seen) -> Option<Scalar> {
    match seen {
        Seen::Scalar(scalar) => Some(scalar),
        Seen::Nothing | Seen::Elsewhere => None,
    }
}
