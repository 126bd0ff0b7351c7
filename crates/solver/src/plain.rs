//! Floats that a person would write: small integers and fractions first, then the ends of what propagation leaves and the
//! shortest decimal between them.
//!
//! Once some floats have such values, propagation often leaves the others a few numbers or none. It finds models and never
//! refutes: other values are not tried. Refutations are found by halving what is left.

use crate::fd::{Coarsely, Engine, Slot};
use crate::search::{Found, Order, Values, search};
use term::float::{FloatSet, PLAIN_FLOATS, float_literal, float_text};
use term::{Domain, Float, FloatOp, Format, Var};

/// Ticks of one such search, and of the search for the other variables once floats have values.
const TICKS: u64 = 3_000;
const TICKS_FOR_OTHERS: u64 = 300;

/// A variable with what is left to try.
struct Trial {
    slot: Slot,
    values: Vec<u128>,
}

/// On success the engine is `depth` levels up with every variable fixed.
pub(crate) fn plain_floats(
    engine: &mut Engine<'_>,
    prefer: &dyn Fn(Var) -> Option<u128>,
    ticks: u64,
) -> Option<usize> {
    engine.floats().next()?;
    let limit = engine.ticks() + ticks.min(TICKS);
    let mut trials: Vec<Trial> = Vec::new();
    loop {
        if engine.failed().is_none() {
            match next_float(engine) {
                Some((slot, format)) => {
                    let mut values = candidates(format, engine.slot_domain(slot));
                    values.reverse();
                    engine.push();
                    trials.push(Trial { slot, values });
                }
                None => match search(engine, &Order::preferring(prefer), TICKS_FOR_OTHERS) {
                    Found::Model { depth } => return Some(trials.len() + depth),
                    Found::Nothing(_) | Found::OutOfTicks => {}
                },
            }
        }
        // The level of the last trial is open: either nothing is fixed there yet, or what is has failed.
        loop {
            let trial = trials.last_mut()?;
            engine.pop();
            let over = engine.ticks() > limit || engine.is_given_up();
            if let Some(value) = trial.values.pop().filter(|_| !over) {
                engine.push();
                if engine.fix(trial.slot, value) {
                    engine.propagate();
                    break;
                }
                continue;
            }
            trials.pop();
        }
    }
}

/// Halves the domains of floats: where a variable stands several times in a constraint, bounds say little of wide intervals and
/// much of narrow ones. `None` where there are no floats.
pub(crate) fn halve_floats(engine: &mut Engine<'_>, ticks: u64) -> Option<Found> {
    engine.floats().next()?;
    let order = Order { values: Values::Split, ..Order::preferring(&|_| None) };
    // Halving moves bounds faster than small steps do.
    engine.propagate_coarsely(Coarsely::Yes);
    let found = search(engine, &order, ticks);
    engine.propagate_coarsely(Coarsely::No);
    Some(found)
}

/// The float variable with the fewest values that has not one yet.
fn next_float(engine: &Engine<'_>) -> Option<(Slot, Format)> {
    let open =
        engine.floats().filter(|(slot, _)| engine.slot_domain(*slot).as_singleton().is_none());
    open.min_by_key(|(slot, _)| engine.slot_domain(*slot).extent())
}

/// The values to try, best first.
fn candidates(format: Format, domain: &Domain) -> Vec<u128> {
    let width = format.width();
    let convert = Float::nearest(FloatOp::Convert(format), Format::DOUBLE);
    let mut found: Vec<u128> = Vec::new();
    let mut take = |bits: u128| {
        if domain.contains(width, bits) && !found.contains(&bits) {
            found.push(bits);
        }
    };
    for value in PLAIN_FLOATS {
        take(convert.apply(width, 64, &[value.to_bits().into()]));
    }
    let set = FloatSet::of(format, domain);
    for interval in &*set.intervals() {
        let middle = interval.lo + (interval.hi - interval.lo) / 2;
        take(shortest(format, interval.lo, interval.hi, middle));
        for place in [interval.lo, interval.hi, middle] {
            take(format.at_place(place));
        }
    }
    found
}

/// The number with the fewest decimal digits of those near the middle.
fn shortest(format: Format, lo: i128, hi: i128, middle: i128) -> u128 {
    let bits = format.at_place(middle);
    let exact = float_text(format, bits);
    let Ok(value) = exact.parse::<f64>() else { return bits };
    for digits in 0..17 {
        let text = format!("{value:.digits$e}");
        if let Some(bits) = float_literal(format, &text)
            && (lo..=hi).contains(&format.place(bits))
        {
            return bits;
        }
    }
    bits
}
