//! Search for a model over domains: choose a variable, try a value, propagate, go back.
//!
//! The search is complete: a value that fails is taken out by trying what lies below and above it.
//! It is meant for questions that propagation has nearly decided, and it ends at a tick limit.

use crate::fd::{Engine, Slot};
use crate::labels::LabelSet;
use term::{Domain, Var};

/// What a search found.
pub(crate) enum Found {
    /// Every variable has one value; the engine is at the level where this holds,
    /// `depth` levels above where the search began.
    Model { depth: usize },
    /// There is none, and the refutation rests on these labels.
    Nothing(LabelSet),
    /// The ticks did not suffice.
    OutOfTicks,
}

/// A choice made at one level, and which of its three parts is being tried.
struct Choice {
    slot: Slot,
    domain: Domain,
    value: u128,
    part: u8,
}

/// Which variable is chosen and which value it tries.
pub(crate) struct Order<'a> {
    /// The values to try, or to come near to; 0 where it gives none.
    pub(crate) prefer: &'a dyn Fn(Var) -> Option<u128>,
    /// Variables chosen before all others.
    pub(crate) first: &'a [Var],
}

/// Searches for one model.
/// On `Model` the caller has to pop `depth` levels; otherwise none is left open.
pub(crate) fn search(engine: &mut Engine, order: &Order<'_>, ticks: u64) -> Found {
    let mut walk = Walk::new(engine, ticks);
    walk.next_model(engine, order)
}

/// A walk over the tree of choices, which can be taken up again after each model.
pub(crate) struct Walk {
    choices: Vec<Choice>,
    blame: LabelSet,
    limit: u64,
}

impl Walk {
    pub(crate) fn new(engine: &Engine, ticks: u64) -> Self {
        let limit = engine.ticks().saturating_add(ticks);
        Self { choices: Vec::new(), blame: LabelSet::EMPTY, limit }
    }

    /// The first model from where the walk stands.
    pub(crate) fn next_model(&mut self, engine: &mut Engine, order: &Order<'_>) -> Found {
        loop {
            if let Some(failed) = engine.failed() {
                self.blame = engine.sets.union(self.blame, failed);
                if !self.next_part(engine) {
                    return Found::Nothing(self.blame);
                }
                continue;
            }
            let Some(choice) = choose(engine, order) else {
                engine.settle_leaf();
                if engine.failed().is_some() {
                    continue;
                }
                return Found::Model { depth: self.choices.len() };
            };
            if engine.ticks() > self.limit {
                for _ in &self.choices {
                    engine.pop();
                }
                return Found::OutOfTicks;
            }
            enter(engine, &choice);
            self.choices.push(choice);
        }
    }

    /// Leaves the model just found; false if it was the last place to look.
    pub(crate) fn leave_model(&mut self, engine: &mut Engine) -> bool {
        self.next_part(engine)
    }

    /// Goes back to the last choice with a part left to try; false if there is none.
    fn next_part(&mut self, engine: &mut Engine) -> bool {
        while let Some(mut choice) = self.choices.pop() {
            engine.pop();
            choice.part += 1;
            while choice.part < 3 && !is_possible(&choice, engine.width(choice.slot)) {
                choice.part += 1;
            }
            if choice.part < 3 {
                enter(engine, &choice);
                self.choices.push(choice);
                return true;
            }
        }
        false
    }
}

/// The unfixed variable with the fewest values, and the value to try.
fn choose(engine: &Engine, order: &Order<'_>) -> Option<Choice> {
    let unfixed = engine
        .inputs()
        .iter()
        .filter(|(slot, _)| engine.slot_domain(*slot).as_singleton().is_none());
    let rank = |&&(slot, var): &&(Slot, Var)| {
        (!order.first.contains(&var), engine.slot_domain(slot).extent())
    };
    let &(slot, var) = unfixed.min_by_key(rank)?;
    let domain = *engine.slot_domain(slot);
    let value = nearest(&domain, engine.width(slot), (order.prefer)(var).unwrap_or(0));
    Some(Choice { slot, domain, value, part: 0 })
}

/// The value of the domain's bounds nearest to the preferred one, in the order where the bounds are tighter.
pub(crate) fn nearest(domain: &Domain, width: u32, preferred: u128) -> u128 {
    if domain.contains(width, preferred) {
        return preferred;
    }
    if uses_unsigned(domain) {
        let value = preferred.clamp(domain.lo, domain.hi);
        return if domain.contains(width, value) { value } else { domain.lo };
    }
    let value = term::to_signed(preferred, width).clamp(domain.slo, domain.shi);
    let value = term::to_unsigned(value, width);
    if domain.contains(width, value) { value } else { term::to_unsigned(domain.slo, width) }
}

fn uses_unsigned(domain: &Domain) -> bool {
    domain.hi - domain.lo <= domain.shi.wrapping_sub(domain.slo) as u128
}

fn enter(engine: &mut Engine, choice: &Choice) {
    let facts = part_of(choice, engine.width(choice.slot));
    engine.push();
    engine.restrict(choice.slot, &facts, LabelSet::EMPTY);
}

/// The value itself, what lies below it, what lies above it.
fn part_of(choice: &Choice, width: u32) -> Domain {
    let mut facts = Domain::full(width);
    if choice.part == 0 {
        return Domain::singleton(width, choice.value);
    }
    let signed = term::to_signed(choice.value, width);
    match (choice.part, uses_unsigned(&choice.domain)) {
        (1, true) => facts.hi = choice.value - 1,
        (1, false) => facts.shi = signed - 1,
        (_, true) => facts.lo = choice.value + 1,
        (_, false) => facts.slo = signed + 1,
    }
    facts
}

fn is_possible(choice: &Choice, width: u32) -> bool {
    let domain = &choice.domain;
    let signed = term::to_signed(choice.value, width);
    match (choice.part, uses_unsigned(domain)) {
        (0, _) => true,
        (1, true) => choice.value > domain.lo,
        (1, false) => signed > domain.slo,
        (_, true) => choice.value < domain.hi,
        (_, false) => signed < domain.shi,
    }
}
