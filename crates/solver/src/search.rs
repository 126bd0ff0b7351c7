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
    /// The ticks did not suffice, or nobody waits any longer.
    OutOfTicks,
}

/// A choice made at one level, and which of its three parts is being tried.
struct Choice {
    slot: Slot,
    domain: Domain,
    value: u128,
    part: Part,
}

/// The parts of a choice, in the order they are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Value,
    Below,
    Above,
    /// Instead of the three: up to the value, then [`Part::Above`].
    UpTo,
}

impl Part {
    const fn next(self) -> Option<Self> {
        match self {
            Part::Value => Some(Part::Below),
            Part::Below | Part::UpTo => Some(Part::Above),
            Part::Above => None,
        }
    }
}

/// Which variable is chosen and which value it tries.
pub(crate) struct Order<'a> {
    /// The values to try, or to come near to; 0 where it gives none.
    pub(crate) prefer: &'a dyn Fn(Var) -> Option<u128>,
    /// Variables chosen before all others.
    pub(crate) first: &'a [Var],
    pub(crate) variables: Variables,
    pub(crate) values: Values,
}

impl<'a> Order<'a> {
    /// The variable with the fewest values, at its preferred value.
    pub(crate) const fn preferring(prefer: &'a dyn Fn(Var) -> Option<u128>) -> Self {
        let (variables, values) = (Variables::SmallestDomain, Values::Preferred);
        Self { prefer, first: &[], variables, values }
    }
}

/// Which variable is chosen among those not fixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Variables {
    /// The one with the fewest values.
    SmallestDomain,
    /// The one that came up first.
    Oldest,
    /// The one with the fewest values per conflict it took part in
    /// (Boussemart, Hemery, Lecoutre, Sais, ECAI 2004).
    MostConflicts,
}

/// Which of its values is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Values {
    /// The preferred one, or one near to it.
    Preferred,
    /// The lower half, then the upper one.
    Split,
    /// Any, by this seed.
    Random(u64),
}

/// Wrong choices of a dive, and its ticks.
const MISTAKES_OF_A_DIVE: u32 = 16;
const TICKS_OF_A_DIVE: u64 = 200_000;

/// Takes the least value of one variable after the other, in the order they came up: of pointers that makes the smallest
/// structure, link by link from where it is entered.
pub(crate) fn dive(engine: &mut Engine<'_>) -> Found {
    let order = Order { variables: Variables::Oldest, ..Order::preferring(&|_| None) };
    let mut walk = Walk::new(engine, TICKS_OF_A_DIVE);
    walk.mistakes_left = MISTAKES_OF_A_DIVE;
    walk.next_model(engine, &order)
}

/// Ticks of the shortest run between restarts.
const SHORTEST_RUN: u64 = 60;

/// Searches again and again, by the lengths of Luby, Sinclair and Zuckerman (1993): the conflicts
/// of one run guide the next, which tries other values.
pub(crate) fn search_with_restarts(
    engine: &mut Engine<'_>,
    prefer: &dyn Fn(Var) -> Option<u128>,
    ticks: u64,
) -> Found {
    let limit = engine.ticks().saturating_add(ticks);
    let cycle = [Values::Preferred, Values::Split, Values::Random(0)];
    for run in 1.. {
        let values = match cycle[run as usize % cycle.len()] {
            Values::Random(_) => Values::Random(run),
            values => values,
        };
        let order =
            Order { variables: Variables::MostConflicts, values, ..Order::preferring(prefer) };
        let left = limit.saturating_sub(engine.ticks());
        match search(engine, &order, left.min(luby(run) * SHORTEST_RUN)) {
            Found::OutOfTicks if engine.ticks() < limit && !engine.is_given_up() => {}
            found => return found,
        }
    }
    Found::OutOfTicks
}

/// 1, 1, 2, 1, 1, 2, 4, …
fn luby(at: u64) -> u64 {
    let size = at.next_power_of_two();
    if at + 1 == size {
        return size / 2;
    }
    let half = if size > at { size / 2 } else { size };
    if half > 1 && at >= half { luby(at - half + 1) } else { 1 }
}

/// Searches for one model.
/// On `Model` the caller has to pop `depth` levels; otherwise none is left open.
pub(crate) fn search(engine: &mut Engine<'_>, order: &Order<'_>, ticks: u64) -> Found {
    let mut walk = Walk::new(engine, ticks);
    walk.next_model(engine, order)
}

/// A walk over the tree of choices, which can be taken up again after each model.
pub(crate) struct Walk {
    choices: Vec<Choice>,
    blame: LabelSet,
    limit: u64,
    /// How many more choices may turn out wrong.
    mistakes_left: u32,
}

impl Walk {
    pub(crate) fn new(engine: &Engine<'_>, ticks: u64) -> Self {
        let limit = engine.ticks().saturating_add(ticks);
        Self { choices: Vec::new(), blame: LabelSet::EMPTY, limit, mistakes_left: u32::MAX }
    }

    /// The first model from where the walk stands.
    pub(crate) fn next_model(&mut self, engine: &mut Engine<'_>, order: &Order<'_>) -> Found {
        loop {
            if let Some(failed) = engine.failed() {
                self.blame = engine.sets.union(self.blame, failed);
                if self.mistakes_left == 0 {
                    return self.give_up(engine);
                }
                self.mistakes_left -= 1;
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
            if engine.ticks() > self.limit || engine.is_given_up() {
                return self.give_up(engine);
            }
            enter(engine, &choice);
            self.choices.push(choice);
        }
    }

    fn give_up(&mut self, engine: &mut Engine<'_>) -> Found {
        for _ in self.choices.drain(..) {
            engine.pop();
        }
        Found::OutOfTicks
    }

    /// Leaves the model just found; false if it was the last place to look.
    pub(crate) fn leave_model(&mut self, engine: &mut Engine<'_>) -> bool {
        self.next_part(engine)
    }

    /// Goes back to the last choice with a part left to try; false if there is none.
    fn next_part(&mut self, engine: &mut Engine<'_>) -> bool {
        while let Some(mut choice) = self.choices.pop() {
            engine.pop();
            while let Some(next) = choice.part.next() {
                choice.part = next;
                if is_possible(&choice, engine.width(choice.slot)) {
                    enter(engine, &choice);
                    self.choices.push(choice);
                    return true;
                }
            }
        }
        false
    }
}

/// The unfixed variable that comes first in the order, and the value to try.
fn choose(engine: &Engine<'_>, order: &Order<'_>) -> Option<Choice> {
    let unfixed = engine
        .inputs()
        .iter()
        .filter(|(slot, _)| engine.slot_domain(*slot).as_singleton().is_none());
    let rank = |&&(slot, var): &&(Slot, Var)| {
        let extent = engine.slot_domain(slot).extent();
        let extent = match order.variables {
            Variables::SmallestDomain => extent,
            Variables::Oldest => 0,
            Variables::MostConflicts => extent / (1 + engine.conflicts(slot)),
        };
        (!order.first.contains(&var), extent)
    };
    let &(slot, var) = unfixed.min_by_key(rank)?;
    let domain = *engine.slot_domain(slot);
    let width = engine.width(slot);
    let (value, part) = match order.values {
        // Halving is by magnitude: neighbours of a float that fails fail as well, mostly.
        Values::Preferred if engine.format(slot).is_some() => {
            let preferred = (order.prefer)(var).unwrap_or(0);
            if domain.contains(width, preferred) {
                (preferred, Part::Value)
            } else {
                (middle(&domain, width), Part::UpTo)
            }
        }
        Values::Preferred => {
            (nearest(&domain, width, (order.prefer)(var).unwrap_or(0)), Part::Value)
        }
        Values::Split => (middle(&domain, width), Part::UpTo),
        Values::Random(seed) => {
            let mixed = (seed ^ engine.ticks()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let offset = u128::from(mixed >> 16) % domain.extent().saturating_add(1);
            (
                nearest(
                    &domain,
                    width,
                    start(&domain, width).wrapping_add(offset) & term::mask(width),
                ),
                Part::Value,
            )
        }
    };
    Some(Choice { slot, domain, value, part })
}

/// The lower end in the order where the bounds are tighter.
fn start(domain: &Domain, width: u32) -> u128 {
    if uses_unsigned(domain) { domain.lo } else { term::to_unsigned(domain.slo, width) }
}

/// The middle in that order, which is less than the upper end.
fn middle(domain: &Domain, width: u32) -> u128 {
    start(domain, width).wrapping_add(domain.extent() / 2) & term::mask(width)
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

fn enter(engine: &mut Engine<'_>, choice: &Choice) {
    let facts = part_of(choice, engine.width(choice.slot));
    engine.push();
    engine.restrict(choice.slot, &facts, LabelSet::EMPTY);
}

/// What a part leaves of the variable's values.
fn part_of(choice: &Choice, width: u32) -> Domain {
    let mut facts = Domain::full(width);
    let signed = term::to_signed(choice.value, width);
    match (choice.part, uses_unsigned(&choice.domain)) {
        (Part::Value, _) => return Domain::singleton(width, choice.value),
        (Part::Below, true) => facts.hi = choice.value - 1,
        (Part::Below, false) => facts.shi = signed - 1,
        (Part::UpTo, true) => facts.hi = choice.value,
        (Part::UpTo, false) => facts.shi = signed,
        (Part::Above, true) => facts.lo = choice.value + 1,
        (Part::Above, false) => facts.slo = signed + 1,
    }
    facts
}

fn is_possible(choice: &Choice, width: u32) -> bool {
    let domain = &choice.domain;
    let signed = term::to_signed(choice.value, width);
    match (choice.part, uses_unsigned(domain)) {
        (Part::Value | Part::UpTo, _) => true,
        (Part::Below, true) => choice.value > domain.lo,
        (Part::Below, false) => signed > domain.slo,
        (Part::Above, true) => choice.value < domain.hi,
        (Part::Above, false) => signed < domain.shi,
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn luby_lengths() {
        let lengths: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(lengths, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
