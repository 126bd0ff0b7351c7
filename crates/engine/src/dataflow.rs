//! Outcomes that no run has whatever memory holds: an abstract interpretation of all functions that calls by name lead to.
//!
//! Registers hold numbers of a known domain, or pointers that are null or are not (Cousot and Cousot, 1977). Functions are passed
//! over one by one, with what is known of their arguments at all calls together and of what they return, until nothing changes
//! any more. Memory, and what others return, may be anything. So a callee that is given constants loses the outcomes that take
//! others, however large the function is that calls it, at the price of a few passes over the code.
//!
//! A second question takes for granted that allocations succeed: a loop that allocates and asks `if (!p)` at every turn has one
//! outcome that no number of turns shows, and no unfolding excludes.
//!
//! It knows no solver and no path, and relations between registers only as far as a condition compares two of them.

mod fact;
mod flow;
mod refine;
#[cfg(test)]
mod tests;

use crate::limits;
use fact::Known;
use flow::Flow;
use ir::{Callee, CondSite, Event, Func, Inst, Program, SwitchSite};
use std::collections::{BTreeMap, BTreeSet};
use world::Followed;

/// Outcomes of conditions and switches that no run of a function has, if all allocations `succeed`, or even if they do not.
/// Nothing is known where a call may enter any function or may return twice, where something is not modelled, and where there is too
/// much code.
pub(crate) fn never_taken(program: &Program, func: Func, succeed: bool) -> BTreeSet<Event> {
    let Some(followed) = Followed::from(program, func) else { return BTreeSet::new() };
    let returns_twice = |it: &Func| program.funcs[*it].name.ends_with("setjmp");
    if world::reachable(program, func).iter().any(returns_twice) {
        return BTreeSet::new();
    }
    let is_here = |it: Func| it == func || is_here(program, it);
    let bodies: BTreeSet<Func> = followed.named.iter().copied().filter(|&it| is_here(it)).collect();
    let others = followed.named.difference(&bodies).flat_map(|&it| called(program, it));
    let unseen: BTreeSet<Func> = followed.named.difference(&followed.only_named).copied().collect();
    let from_anywhere: Vec<Func> = others.chain(unseen).chain([func]).collect();
    let mut analysis = Analysis { succeed, bodies, ..Analysis::of(program) };
    for entered in from_anywhere {
        analysis.enter(entered, &[]);
    }
    if !analysis.settles() {
        return BTreeSet::new();
    }
    let all = analysis.bodies.iter().flat_map(|&it| outcomes(program, it));
    all.filter(|event| !analysis.taken.contains(event)).collect()
}

/// Is the code of a function here, and no other in its place?
fn is_here(program: &Program, func: Func) -> bool {
    let data = &program.funcs[func];
    let is_restrained = program.restraints.iter().any(|it| it.0 == func);
    data.body.is_some() && !data.weak && !is_restrained
}

/// The functions that one calls by name, if its code is known at all.
fn called(program: &Program, func: Func) -> Vec<Func> {
    let insts = program.funcs[func].body.iter().flat_map(|body| body.insts.values());
    let callee = |inst: &Inst| match inst {
        Inst::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
        _ => None,
    };
    insts.filter_map(callee).collect()
}

/// All outcomes inside a function.
fn outcomes(program: &Program, func: Func) -> Vec<Event> {
    let body = program.body(func);
    let conds = body.conds.keys().map(|cond| CondSite { func, cond });
    let conds = conds.flat_map(|site| [true, false].map(|it| Event::Cond(site, it)));
    let switches = body.switches.iter().flat_map(|(switch, data)| {
        let site = SwitchSite { func, switch };
        (0..data.targets.len() as u32).map(move |target| Event::Switch(site, target))
    });
    conds.chain(switches).collect()
}

/// What is known of a function that is entered.
#[derive(Default)]
struct Summary {
    /// What its arguments are at all calls.
    params: Vec<Known>,
    /// How often more became possible.
    n_widened: u32,
    /// What it returns, if it does.
    returns: Option<Known>,
    /// Functions that called it when less was known of what it returns.
    callers: BTreeSet<Func>,
}

/// All functions, until nothing changes.
struct Analysis<'p> {
    program: &'p Program,
    /// Do allocations find memory?
    succeed: bool,
    /// The functions that are followed.
    bodies: BTreeSet<Func>,
    summaries: BTreeMap<Func, Summary>,
    open: BTreeSet<Func>,
    /// Outcomes that a run may have.
    taken: BTreeSet<Event>,
    steps: u64,
}

impl<'p> Analysis<'p> {
    fn of(program: &'p Program) -> Self {
        Self {
            program,
            succeed: false,
            bodies: BTreeSet::new(),
            summaries: BTreeMap::new(),
            open: BTreeSet::new(),
            taken: BTreeSet::new(),
            steps: 0,
        }
    }

    /// A function is called with these arguments; those that are missing may be anything.
    fn enter(&mut self, func: Func, args: &[Known]) {
        if !self.bodies.contains(&func) {
            return;
        }
        let n_params = self.program.body(func).params.len();
        let args = (0..n_params).map(|index| args.get(index).copied().flatten());
        if let Some(summary) = self.summaries.get_mut(&func) {
            let joined: Vec<Known> = summary
                .params
                .iter()
                .zip(args)
                .map(|(known, arg)| fact::joined(*known, arg))
                .collect();
            if joined == summary.params {
                return;
            }
            let round = summary.n_widened;
            let widened = |(known, joined)| fact::widened(known, joined, round);
            summary.params = summary.params.iter().copied().zip(joined).map(widened).collect();
            summary.n_widened += 1;
        } else {
            self.summaries.insert(func, Summary { params: args.collect(), ..Summary::default() });
        }
        self.open.insert(func);
    }

    /// Passes over functions for which more became possible; false if that takes too long.
    fn settles(&mut self) -> bool {
        while let Some(func) = self.open.pop_first() {
            let params = self.summaries[&func].params.clone();
            let mut flow = Flow::new(self, func, &params);
            flow.run();
            let Flow { calls, taken, returned, steps, lost, .. } = flow;
            self.steps += steps;
            if lost || self.steps >= limits::DATAFLOW_STEPS {
                return false;
            }
            self.taken.extend(taken);
            for (callee, args) in calls {
                self.enter(callee, &args);
                self.summaries.entry(callee).or_default().callers.insert(func);
            }
            self.take_returned(func, returned);
        }
        true
    }

    /// Who called a function looks again where it may return more than was known.
    fn take_returned(&mut self, func: Func, returned: Option<Known>) {
        let summary = self.summaries.entry(func).or_default();
        let returns = match (summary.returns, returned) {
            (Some(known), Some(more)) => {
                let joined = fact::joined(known, more);
                Some(fact::widened(known, joined, summary.n_widened))
            }
            (known, more) => known.or(more),
        };
        if returns != summary.returns {
            summary.returns = returns;
            summary.n_widened += 1;
            self.open.extend(summary.callers.iter().copied());
        }
    }
}
