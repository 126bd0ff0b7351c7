//! Outcomes that no run has whatever memory holds: an abstract interpretation of all functions that calls lead to.
//!
//! Registers hold numbers of a known domain, or pointers of which is known where they lead (Cousot and Cousot, 1977). Functions are
//! passed over one by one, with what is known of their arguments at all calls together and of what they return, until nothing
//! changes any more. So a callee that is given constants loses the outcomes that take others, however large the function is that
//! calls it, at the price of a few passes over the code.
//!
//! Of memory that is known which the code under test makes itself, as long as nobody else comes by it: locals of functions that
//! do not recur are one object each, where a write replaces what stood there; what recurs, and what allocations give, stands for
//! many, where writes add to what may stand there. So a member of all nodes has the values that some write gives it, and a call
//! through a pointer enters the functions that were put there. What is input, and what others were given, may hold anything.
//! Where that takes too many passes, memory may hold anything altogether.
//!
//! A second question takes for granted that allocations succeed: a loop that allocates and asks `if (!p)` at every turn has one
//! outcome that no number of turns shows, and no unfolding excludes.
//!
//! It knows no solver and no path, and relations between registers only as far as a condition compares two of them.

mod access;
mod calls;
mod fact;
mod flow;
mod leads;
mod library;
mod memory;
mod refine;
mod state;
#[cfg(test)]
mod tests;

use crate::limits;
use entity::SecondaryMap;
use fact::{Fact, Known};
use flow::{Entered, Flow};
use ir::{Callee, CondSite, Event, Func, Global, Inst, Program, Signature, SwitchSite};
use leads::{Leads, Site};
use memory::{Content, Memory};
use std::collections::{BTreeMap, BTreeSet};
use world::Followed;

/// Outcomes of conditions and switches that no run of a function has, if all allocations `succeed`, or even if they do not.
/// Nothing is known where a call may return twice, where something is not modelled, and where there is too much code.
pub(crate) fn never_taken(program: &Program, func: Func, succeed: bool) -> BTreeSet<Event> {
    let reachable = world::reachable(program, func);
    let returns_twice = |it: &Func| program.funcs[*it].name.ends_with("setjmp");
    if reachable.iter().any(returns_twice) {
        return BTreeSet::new();
    }
    let is_here = |it: &Func| *it == func || is_here(program, *it);
    let bodies: BTreeSet<Func> = reachable.into_iter().filter(is_here).collect();
    let with_memory = Analysis { succeed, ..Analysis::of(program, bodies) };
    with_memory.untaken_with_memory(func).unwrap_or_else(|| untaken(program, func, succeed))
}

/// The same where memory may hold anything, and calls through pointers enter any function of their type; nothing is known where
/// they may enter all.
fn untaken(program: &Program, func: Func, succeed: bool) -> BTreeSet<Event> {
    let Some(followed) = Followed::from(program, func) else { return BTreeSet::new() };
    let is_here = |it: Func| it == func || is_here(program, it);
    let bodies: BTreeSet<Func> = followed.named.iter().copied().filter(|&it| is_here(it)).collect();
    let others = followed.named.difference(&bodies).flat_map(|&it| called(program, it));
    let unseen: BTreeSet<Func> = followed.named.difference(&followed.only_named).copied().collect();
    let from_anywhere: Vec<Func> = others.chain(unseen).chain([func]).collect();
    let mut analysis = Analysis { succeed, ..Analysis::of(program, bodies) };
    for entered in from_anywhere {
        analysis.enter(entered, &[], &Memory::new());
    }
    if analysis.settles(limits::DATAFLOW_STEPS) { analysis.untaken() } else { BTreeSet::new() }
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
    /// What its arguments are at all calls, and what stands in memory then.
    params: Vec<Known>,
    memory: Memory,
    /// How often more became possible.
    n_widened: u32,
    /// What it returns, if it does, and what stands in memory then.
    returns: Option<Known>,
    exit: Memory,
    /// Sites that it or what it calls writes.
    written: BTreeSet<Site>,
    /// Functions that called it when less was known of what it returns.
    callers: BTreeSet<Func>,
}

/// All functions, until nothing changes.
struct Analysis<'p> {
    program: &'p Program,
    /// Do allocations find memory?
    succeed: bool,
    /// Is memory that the code makes known?
    follows_memory: bool,
    /// The functions that are followed.
    bodies: BTreeSet<Func>,
    summaries: BTreeMap<Func, Summary>,
    open: BTreeSet<Func>,
    /// Sites that others come by: they are like any memory.
    escaped: BTreeSet<Site>,
    /// Functions that may be called again before they return: their locals are several objects.
    recurring: BTreeSet<Func>,
    /// Functions that are called by others.
    from_anywhere: BTreeSet<Func>,
    /// What stands in sites that stand for several objects, how often that changed, and who looked at it.
    shared: Memory,
    n_shared: BTreeMap<Site, u32>,
    readers: BTreeMap<Site, BTreeSet<Func>>,
    constants: BTreeMap<Global, Content>,
    /// Outcomes that a run may have.
    taken: BTreeSet<Event>,
    steps: u64,
}

impl<'p> Analysis<'p> {
    fn of(program: &'p Program, bodies: BTreeSet<Func>) -> Self {
        Self {
            program,
            succeed: false,
            follows_memory: false,
            bodies,
            summaries: BTreeMap::new(),
            open: BTreeSet::new(),
            escaped: BTreeSet::new(),
            recurring: BTreeSet::new(),
            from_anywhere: BTreeSet::new(),
            shared: Memory::new(),
            n_shared: BTreeMap::new(),
            readers: BTreeMap::new(),
            constants: BTreeMap::new(),
            taken: BTreeSet::new(),
            steps: 0,
        }
    }

    /// What no run takes, where memory is followed: all is passed again as long as something turns out to escape or to recur. None
    /// if that takes too long.
    fn untaken_with_memory(mut self, func: Func) -> Option<BTreeSet<Event>> {
        self.follows_memory = true;
        for _ in 0..limits::DATAFLOW_ROUNDS {
            self.begin(func);
            let escaped = self.escaped.clone();
            if !self.settles(limits::DATAFLOW_MEMORY_STEPS) {
                return None;
            }
            let recurring = self.found_recurring();
            if self.escaped == escaped && recurring.is_subset(&self.recurring) {
                return Some(self.untaken());
            }
            self.recurring.extend(recurring);
        }
        None
    }

    /// Nothing is known but that a function is called.
    fn begin(&mut self, func: Func) {
        self.summaries.clear();
        self.open.clear();
        self.from_anywhere.clear();
        self.shared.clear();
        self.n_shared.clear();
        self.readers.clear();
        self.taken.clear();
        self.find_constants();
        self.enter(func, &[], &Memory::new());
    }

    /// What stands in the constants that the code names.
    fn find_constants(&mut self) {
        let insts = self.bodies.iter().flat_map(|&it| self.program.body(it).insts.values());
        let named: BTreeSet<Global> = insts.filter_map(world::named).collect();
        let known = named.into_iter().filter(|&it| self.is_constant(it));
        let start_of = |site: Site| {
            let is_known = !self.escaped.contains(&site);
            is_known.then(|| Fact::Leads(Leads::start(site)))
        };
        let contents = known.map(|it| (it, access::content_of(self.program, it, start_of)));
        self.constants = contents.collect();
    }

    /// Is it known what stands in a global?
    fn is_constant(&self, global: Global) -> bool {
        let data = &self.program.globals[global];
        self.follows_memory && data.constant && data.init.is_some() && !data.volatile && !data.open
    }

    fn constant(&self, global: Global) -> Content {
        self.constants.get(&global).cloned().unwrap_or_else(Content::unknown)
    }

    /// The outcomes that no run has.
    fn untaken(&self) -> BTreeSet<Event> {
        let all = self.bodies.iter().flat_map(|&it| outcomes(self.program, it));
        all.filter(|event| !self.taken.contains(event)).collect()
    }

    /// Functions that lead back to themselves: others may call whatever they know of.
    fn found_recurring(&self) -> BTreeSet<Func> {
        let mut callees: SecondaryMap<Func, BTreeSet<Func>> = SecondaryMap::new();
        for (&callee, summary) in &self.summaries {
            summary.callers.iter().for_each(|&caller| _ = callees[caller].insert(callee));
        }
        let leads_back = |func: &Func| {
            let mut seen = BTreeSet::new();
            let mut open = vec![*func];
            while let Some(next) = open.pop() {
                let all = callees[next].iter().chain(&self.from_anywhere);
                open.extend(all.filter(|&&it| seen.insert(it)));
            }
            seen.contains(func)
        };
        self.summaries.keys().copied().filter(leads_back).collect()
    }

    /// Others call a function with anything.
    fn enter_from_anywhere(&mut self, func: Func) {
        if self.bodies.contains(&func) {
            if self.from_anywhere.insert(func) {
                self.open.insert(func);
            }
            self.enter(func, &[], &Memory::new());
        } else {
            self.enter_called(func);
        }
    }

    /// What may be another function calls what this one calls, with anything.
    fn enter_called(&mut self, func: Func) {
        for callee in called(self.program, func) {
            if callee != func && self.bodies.contains(&callee) {
                self.enter_from_anywhere(callee);
            }
        }
    }

    /// A function is called with these arguments; those that are missing may be anything.
    fn enter(&mut self, func: Func, args: &[Known], memory: &Memory) {
        if !self.bodies.contains(&func) {
            return;
        }
        let n_params = self.program.body(func).params.len();
        let args = (0..n_params).map(|index| args.get(index).cloned().flatten());
        let Some(summary) = self.summaries.get_mut(&func).filter(|it| it.n_widened > 0) else {
            let summary = self.summaries.entry(func).or_default();
            (summary.params, summary.memory) = (args.collect(), memory.clone());
            summary.n_widened = 1;
            self.open.insert(func);
            return;
        };
        let joined: Vec<Known> =
            summary.params.iter().zip(args).map(|(known, arg)| fact::joined(known, &arg)).collect();
        let joined_memory = memory::joined(&summary.memory, memory, fact::joined);
        if joined == summary.params && joined_memory == summary.memory {
            return;
        }
        let round = summary.n_widened - 1;
        let widened = |known: &Known, joined: &Known| fact::settled(known, joined, round);
        let params = summary.params.iter().zip(&joined).map(|(known, arg)| widened(known, arg));
        summary.params = params.collect();
        summary.memory = memory::joined(&summary.memory, &joined_memory, widened);
        summary.n_widened += 1;
        self.open.insert(func);
    }

    /// Passes over functions for which more became possible; false if that takes too long.
    fn settles(&mut self, most: u64) -> bool {
        while let Some(func) = self.open.pop_first() {
            let summary = &self.summaries[&func];
            let (params, memory) = (summary.params.clone(), summary.memory.clone());
            let mut flow = Flow::new(self, func, &params, memory);
            flow.run();
            let seen = flow.seen;
            self.steps += seen.steps;
            if seen.lost || self.steps >= most || !self.take(func, seen) {
                return false;
            }
        }
        true
    }

    /// What a pass over a function showed; false if that is too much.
    fn take(&mut self, func: Func, seen: Seen) -> bool {
        self.taken.extend(seen.taken);
        for site in &seen.looked_at {
            self.readers.entry(*site).or_default().insert(func);
        }
        let mut escaped = seen.escaped;
        for (site, content) in seen.shared {
            escaped.extend(self.share(site, &content));
            if self.shared[&site].is_full() {
                return false;
            }
        }
        if seen.exit.values().any(Content::is_full) {
            return false;
        }
        if self.from_anywhere.contains(&func) {
            escaped.extend(seen.returned.iter().flat_map(fact::sites));
        }
        for site in escaped {
            match site {
                Site::Code(func) => self.enter_from_anywhere(func),
                Site::Constant(_) => {}
                Site::Local(..) | Site::Block(..) => _ = self.escaped.insert(site),
            }
        }
        for sig in &seen.unknown_calls {
            let same = self.program.funcs.iter().filter(|(_, data)| data.sig.answers(sig));
            same.for_each(|(func, _)| self.enter_from_anywhere(func));
        }
        seen.strangers.into_iter().for_each(|it| self.enter_called(it));
        for Entered { callee, args, memory } in seen.calls {
            self.summaries.entry(callee).or_default().callers.insert(func);
            self.enter(callee, &args, &memory);
        }
        self.take_returned(func, (seen.returned, &seen.exit, seen.written));
        true
    }

    /// More may stand in a site that several functions share; what is no longer told apart is returned.
    fn share(&mut self, site: Site, content: &Content) -> BTreeSet<Site> {
        let known = self.shared.entry(site).or_default();
        let joined = known.joined(content, fact::joined);
        if joined != *known {
            let round = self.n_shared.entry(site).or_default();
            let widened = |known: &Known, joined: &Known| fact::settled(known, joined, *round);
            *known = known.joined(&joined, widened);
            *round += 1;
            self.open.extend(self.readers.get(&site).into_iter().flatten().copied());
        }
        let torn = known.cells.values().filter(|_| known.blurred);
        torn.flat_map(fact::sites).collect()
    }

    /// Who called a function looks again where it may return more than was known.
    fn take_returned(
        &mut self,
        func: Func,
        (returned, exit, written): (Option<Known>, &Memory, BTreeSet<Site>),
    ) {
        let summary = self.summaries.entry(func).or_default();
        let round = summary.n_widened.saturating_sub(1);
        let returns = match (&summary.returns, returned) {
            (Some(known), Some(more)) => {
                let joined = fact::joined(known, &more);
                Some(fact::settled(known, &joined, round))
            }
            (known, more) => known.clone().or(more),
        };
        let joined = memory::joined(&summary.exit, exit, fact::joined);
        let widened = |known: &Known, joined: &Known| fact::settled(known, joined, round);
        let exit = memory::joined(&summary.exit, &joined, widened);
        let is_old = written.is_subset(&summary.written);
        if returns != summary.returns || exit != summary.exit || !is_old {
            (summary.returns, summary.exit) = (returns, exit);
            summary.written.extend(written);
            summary.n_widened += 1;
            self.open.extend(summary.callers.iter().copied());
        }
    }
}

/// What a pass over a function shows.
#[derive(Default)]
struct Seen {
    /// Outcomes that a run may have.
    taken: BTreeSet<Event>,
    /// Calls of functions that are followed, and of any function of a signature.
    calls: Vec<Entered>,
    unknown_calls: Vec<Signature>,
    /// Functions that are called and may be others than those that are here.
    strangers: BTreeSet<Func>,
    /// What is returned, none if nothing returns, and what stands in memory then, its own locals aside.
    returned: Option<Known>,
    exit: Memory,
    /// Sites that others come by; that are written; that are shared and looked at; and what is written of those that are shared.
    escaped: BTreeSet<Site>,
    written: BTreeSet<Site>,
    looked_at: BTreeSet<Site>,
    shared: Memory,
    steps: u64,
    /// Was something met that is not modelled?
    lost: bool,
}
