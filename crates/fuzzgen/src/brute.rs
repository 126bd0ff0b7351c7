//! The truth about a function with few inputs: the interpreter runs them all.
//!
//! Nothing clever: this is what verdicts and path sets of the engines are compared with.

use crate::tree::Int;
use crate::{Domain, InputVar, Slot};
use interp::{Limits, Machine, Outcome, Run, Seen};
use ir::input::{Cell, Input, Scalar};
use ir::{CondSite, Event, Func, Program, SwitchSite, Trap, Type, Value};
use std::collections::BTreeSet;

/// Everything that can be seen of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Truth {
    /// The paths of runs that return.
    pub returned: BTreeSet<Vec<Event>>,
    /// The paths of runs that trap, up to the trap, and where they trap.
    pub trapped: BTreeSet<(Vec<Event>, Trap)>,
    /// Outcomes of conditions and switches met by any run.
    pub covered: BTreeSet<Event>,
    /// Where what is lost when runs return was allocated.
    pub leaks: BTreeSet<(Func, Value)>,
    /// Runs that ended otherwise: at a limit, at something unsupported. The truth is not whole if there is any.
    pub n_cut: u64,
}

/// What all inputs of a domain show.
pub fn truth(program: &Program, func: Func, domain: &Domain, prefix: &str) -> Truth {
    let mut truth = Truth::default();
    for_each_run(program, func, domain, prefix, |_, run| truth.add(run));
    truth
}

impl Truth {
    /// Takes in what one more run shows, and where it allocated what is lost if it returned.
    pub fn add_losing(&mut self, run: Run, lost: Vec<(Func, Value)>) {
        if matches!(run.outcome, Outcome::Returned(_)) {
            self.leaks.extend(lost);
        }
        self.add(run);
    }

    /// Takes in the path and the outcomes of a run in some world, however it ended: what goes wrong in unusual ones, and what
    /// is lost in them, is the caller's doing.
    pub fn add_reached(&mut self, run: Run) {
        self.covered.extend(run.events.iter().copied());
        if matches!(run.outcome, Outcome::Returned(_)) {
            self.returned.insert(run.events);
        }
    }

    /// The same in another program, which has some functions by the same names: what they pass, and nothing of others.
    #[must_use]
    pub fn told_in(&self, from: &Program, to: &Program) -> Self {
        let events = |events: &[Event]| told_in(events, from, to);
        let covered: Vec<Event> = self.covered.iter().copied().collect();
        Self {
            returned: self.returned.iter().map(|path| events(path)).collect(),
            trapped: BTreeSet::new(),
            covered: events(&covered).into_iter().collect(),
            leaks: BTreeSet::new(),
            n_cut: self.n_cut,
        }
    }

    /// Takes in what one more run shows.
    pub fn add(&mut self, run: Run) {
        self.covered.extend(run.events.iter().copied());
        match run.outcome {
            Outcome::Returned(_) => drop(self.returned.insert(run.events)),
            Outcome::Trapped(trap) => drop(self.trapped.insert((run.events, trap))),
            Outcome::Unsupported { .. } | Outcome::Limit(_) | Outcome::Exited { .. } => {
                self.n_cut += 1;
            }
        }
    }
}

/// Events of one program as those of another: of functions that both have, as far as users wrote them.
pub fn told_in(events: &[Event], from: &Program, to: &Program) -> Vec<Event> {
    let same = |func: Func| {
        let same = to.find_func(&from.funcs[func].name)?;
        let data = &to.funcs[same];
        (data.body.is_some() && !data.system).then_some(same)
    };
    let told = |event: &Event| match *event {
        Event::Cond(site, outcome) => {
            Some(Event::Cond(CondSite { func: same(site.func)?, ..site }, outcome))
        }
        Event::Switch(site, target) => {
            Some(Event::Switch(SwitchSite { func: same(site.func)?, ..site }, target))
        }
    };
    events.iter().filter_map(told).collect()
}

/// Runs a function on every input of a domain, in order.
pub fn for_each_run(
    program: &Program,
    func: Func,
    domain: &Domain,
    prefix: &str,
    mut see: impl FnMut(u64, Run),
) {
    let mut machine = Machine::new(program);
    for n in 0..domain.count() {
        let input = input(program, func, domain, prefix, n);
        see(n, machine.run(func, &input, &Limits::UNIT));
    }
}

/// Input number `n` as the machine takes it.
pub fn input(program: &Program, func: Func, domain: &Domain, prefix: &str, n: u64) -> Input {
    let params = &program.funcs[func].sig.params;
    let mut input = Input::default();
    for (var, value) in domain.vars.iter().zip(domain.nth(n)) {
        match var.slot {
            Slot::Param(index) => input.args.push(scalar(params[index], value)),
            Slot::Global(_) => {
                let name = format!("{prefix}{}", var.name);
                let found = program.globals.iter().find(|(_, data)| data.name == name);
                let (global, _) = found.expect("an input global should be in the program");
                let cell = Cell { offset: 0, value: scalar(memory_type(var), value) };
                input.globals.push((global, vec![cell]));
            }
        }
    }
    input
}

fn scalar(ty: Type, value: i128) -> Scalar {
    let bits = ty.int_bits().expect("inputs should be integers");
    let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    Scalar::Bits(ty, value as u128 & mask)
}

fn memory_type(var: &InputVar) -> Type {
    Type::Int(match var.int {
        Int::Bool | Int::Char | Int::SChar | Int::UChar => 8,
        Int::Short | Int::UShort => 16,
        Int::Int | Int::UInt => 32,
        Int::Long | Int::ULong | Int::LLong | Int::ULLong => 64,
    })
}

/// The bits of an integer that a run returned.
pub fn returned_bits(outcome: &Outcome) -> Option<u128> {
    match outcome {
        Outcome::Returned(Some(Seen::Scalar(Scalar::Bits(_, bits)))) => Some(*bits),
        _ => None,
    }
}
