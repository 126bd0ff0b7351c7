//! Calls: what is followed, what the library does, and what others may do with what they are given.

use super::access::Lengths;
use super::fact::{self, Fact, Known, domain, few, leads_of};
use super::flow::{Entered, Flow};
use super::leads::{Leads, Site};
use super::library::{Effect, effect};
use super::memory::Fill;
use super::state::{State, meet};
use crate::limits;
use ir::{Callee, Func, Value};

impl Flow<'_, '_> {
    /// What a call gives; none where it does not come back as far as is known.
    pub(super) fn call(
        &mut self,
        at: Value,
        callee: &Callee,
        args: &[Value],
        state: &mut State,
    ) -> Option<Known> {
        let (pointer, sig) = match callee {
            Callee::Direct(func) => return self.call_one(at, *func, args, state),
            Callee::Indirect(pointer, sig) => (*pointer, sig),
        };
        if !self.analysis.follows_memory {
            return Some(None);
        }
        let leads = leads_of(&self.values[pointer]);
        let mut after: Option<(State, Known)> = None;
        if leads.elsewhere {
            self.seen.unknown_calls.push(sig.clone());
            let mut there = state.clone();
            self.give_all(args, &mut there);
            after = Some((there, None));
        }
        let answers = |func: &Func| self.analysis.program.funcs[*func].sig.answers(sig);
        for func in leads.functions().filter(answers).collect::<Vec<Func>>() {
            let mut there = state.clone();
            let Some(fact) = self.call_one(at, func, args, &mut there) else { continue };
            after = Some(match after {
                Some((before, known)) => {
                    let both = meet(Some(before), Some(there)).expect("both come back");
                    (both, fact::joined(&known, &fact))
                }
                None => (there, fact),
            });
        }
        let (there, fact) = after?;
        *state = there;
        Some(fact)
    }

    /// Others are given all of this, and may keep it.
    fn give_all(&mut self, args: &[Value], state: &mut State) {
        for &arg in args {
            let fact = self.values[arg].clone();
            self.escape(&fact);
        }
        self.wrote(state);
    }

    fn call_one(
        &mut self,
        at: Value,
        func: Func,
        args: &[Value],
        state: &mut State,
    ) -> Option<Known> {
        let data = &self.analysis.program.funcs[func];
        if self.analysis.bodies.contains(&func) {
            return self.enter(func, args, state);
        }
        if data.body.is_none()
            && let Some(effect) = effect(&data.name)
        {
            return self.affect(at, effect, args, state);
        }
        if data.body.is_some() {
            self.seen.strangers.insert(func);
        }
        self.give_all(args, state);
        let is_float = self.body.types[at].is_some_and(ir::Type::is_float);
        let is_modelled = is_float && exec::is_modelled(self.analysis.program, func);
        Some(self.computed(at).filter(|_| is_modelled))
    }

    /// A call of a function that is followed: of what stands in memory it changes what it writes.
    fn enter(&mut self, func: Func, args: &[Value], state: &mut State) -> Option<Known> {
        let sig = &self.analysis.program.funcs[func].sig;
        let mut facts = Vec::new();
        for (index, &arg) in args.iter().enumerate() {
            let fact = self.values[arg].clone();
            let fits = sig.params.get(index).is_some_and(|&ty| self.body.types[arg] == Some(ty));
            if !fits {
                self.escape(&fact);
            }
            facts.push(fact.filter(|_| fits));
        }
        self.seen.calls.push(Entered { callee: func, args: facts, memory: state.memory.clone() });
        let summary = self.analysis.summaries.get(&func)?;
        let returns = summary.returns.clone()?;
        for site in &summary.written {
            match summary.exit.get(site) {
                Some(content) => state.memory.insert(*site, content.clone()),
                None => state.memory.remove(site),
            };
        }
        self.seen.written.extend(summary.written.iter().copied());
        self.wrote(state);
        Some(returns)
    }

    /// A function of the library.
    fn affect(
        &mut self,
        at: Value,
        effect: Effect,
        args: &[Value],
        state: &mut State,
    ) -> Option<Known> {
        let arg = |index: usize| args.get(index).and_then(|&it| self.values[it].clone());
        match effect {
            Effect::Reads => Some(None),
            Effect::Allocates { zeroed } => Some(self.allocate(at, args, zeroed, state)),
            Effect::Copies => {
                let (to, from) = (arg(0), arg(1));
                let lengths = self.lengths_of(args, 2);
                self.copy((&to, &from), &lengths, state);
                Some(to)
            }
            Effect::Fills => {
                let (to, byte) = (arg(0), arg(1));
                let is_zero = byte.as_ref().and_then(Fact::single) == Some(0);
                let fill = if is_zero { Fill::Zero } else { Fill::Anything };
                let lengths = self.lengths_of(args, 2);
                self.fill(&to, (fill, &lengths), state);
                Some(to)
            }
            Effect::Finds => {
                let place = self.moved(&arg(0), &None, 1);
                Some(fact::joined(&place, &Some(Fact::Leads(Leads::null()))))
            }
            Effect::FindsEnd => {
                let place = self.moved(&arg(0), &None, 1);
                let before = leads_of(&arg(1)).may_be_null().then(|| state.clone());
                let size = self.pointer_bytes();
                let written = self.store(*args.get(1)?, (place, size), state).ok();
                *state = match (before, written) {
                    (before @ Some(_), None) => before?,
                    (before, Some(())) => meet(before, Some(state.clone()))?,
                    (None, None) => return None,
                };
                Some(self.computed(at))
            }
        }
    }

    fn lengths_of(&self, args: &[Value], index: usize) -> Lengths {
        args.get(index).and_then(|&length| self.lengths(length))
    }

    /// A new object, and null as well unless it is sure to be there.
    fn allocate(&mut self, at: Value, args: &[Value], zeroed: bool, state: &mut State) -> Known {
        let is_there = self.analysis.succeed && self.is_little(args, zeroed);
        let site = Site::Block(self.func, at);
        let start = self.start_of(site);
        if zeroed && self.analysis.follows_memory {
            self.fill(&start, (Fill::Zero, &Some(vec![u64::MAX])), state);
        }
        let leads = leads_of(&start);
        Fact::leads(Leads { null: !is_there, ..leads })
    }

    /// Is so little memory asked for that there is some?
    fn is_little(&self, args: &[Value], zeroed: bool) -> bool {
        let all = |index: usize| {
            let &arg = args.get(index)?;
            let width = self.width(arg)?;
            few(&domain(&self.values[arg], width), width)
        };
        let is_small = |bytes: u128| (1..=limits::SURE_BYTES).contains(&bytes);
        let Some(counts) = all(0) else { return false };
        let sizes = if zeroed { all(1) } else { Some(vec![1]) };
        sizes.is_some_and(|sizes| {
            let products = counts
                .iter()
                .flat_map(|&count| sizes.iter().map(move |&size| count.saturating_mul(size)));
            products.into_iter().all(is_small)
        })
    }
}
