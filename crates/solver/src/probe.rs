//! Hypothetical propagation: suppose a condition, propagate, take it back.
//!
//! A condition whose supposition fails is decided. Where neither side fails, whatever both sides
//! narrow is narrowed for good by their hull: this is constructive disjunction, and on the
//! conditions of `ite` terms it is the entailment test by refutation of goal-oriented test generation
//! (Gotlieb, Botella, Rueher, CL 2000).

use crate::fd::{Engine, Slot};
use crate::labels::LabelSet;
use term::Domain;

/// Looks for cliques of disequalities, and probes open conditions in turn until nothing changes, the engine fails or the ticks are used up.
pub(crate) fn probe(engine: &mut Engine<'_>, ticks: u64) {
    let limit = engine.ticks().saturating_add(ticks);
    let mut progress = true;
    while progress {
        progress = engine.all_different();
        for slot in engine.open_conditions() {
            if engine.failed().is_some() || engine.ticks() > limit || engine.is_given_up() {
                return;
            }
            if engine.slot_domain(slot).as_singleton().is_none() {
                progress |= probe_condition(engine, slot);
            }
        }
    }
}

/// True if something was learnt.
fn probe_condition(engine: &mut Engine<'_>, slot: Slot) -> bool {
    let sides = [0, 1].map(|value| suppose(engine, slot, value));
    match &sides {
        [Side::Fails(blame), _] => decide(engine, slot, 1, *blame),
        [_, Side::Fails(blame)] => decide(engine, slot, 0, *blame),
        [Side::Leaves(zero), Side::Leaves(one)] => keep_hull(engine, zero, one),
    }
}

/// What a supposition led to.
enum Side {
    Fails(LabelSet),
    Leaves(Vec<(Slot, Domain, LabelSet)>),
}

fn suppose(engine: &mut Engine<'_>, slot: Slot, value: u128) -> Side {
    engine.push();
    engine.restrict(slot, &Domain::singleton(1, value), LabelSet::EMPTY);
    let side = match engine.failed() {
        Some(blame) => Side::Fails(blame),
        None => Side::Leaves(engine.narrowed()),
    };
    engine.pop();
    side
}

fn decide(engine: &mut Engine<'_>, slot: Slot, value: u128, blame: LabelSet) -> bool {
    engine.restrict(slot, &Domain::singleton(1, value), blame);
    true
}

/// Narrows the slots that both sides narrowed to the hull of the two; both lists are sorted.
fn keep_hull(
    engine: &mut Engine<'_>,
    zero: &[(Slot, Domain, LabelSet)],
    one: &[(Slot, Domain, LabelSet)],
) -> bool {
    let mut learnt = false;
    let mut others = one.iter().peekable();
    for (slot, domain, blame) in zero {
        while others.next_if(|other| other.0 < *slot).is_some() {}
        let Some((_, other, other_blame)) = others.next_if(|other| other.0 == *slot) else {
            continue;
        };
        let hull = domain.join(other);
        if engine.failed().is_none() && !engine.slot_domain(*slot).implies(&hull) {
            let blame = engine.sets.union(*blame, *other_blame);
            engine.restrict(*slot, &hull, blame);
            learnt = true;
        }
    }
    learnt
}
