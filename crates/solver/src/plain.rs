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
/// Ticks for the last of scattered floats.
const TICKS_FOR_LAST: u64 = 200;

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

/// Gives floats values at random until one is left, and halves that one; again and again. Where several stand in one equation,
/// solutions are few and everywhere: halving in order stays in a corner. Finds models and never refutes; on success the engine is
/// so many levels up.
pub(crate) fn scatter_floats(engine: &mut Engine<'_>, ticks: u64) -> Option<usize> {
    let limit = engine.ticks() + ticks;
    let order = Order { values: Values::Split, ..Order::preferring(&|_| None) };
    let mut random = Scatter(1);
    while engine.floats().nth(1).is_some() && engine.ticks() < limit && !engine.is_given_up() {
        let depth = scatter(engine, &mut random);
        if engine.failed().is_none()
            && let Found::Model { depth: more } = search(engine, &order, TICKS_FOR_LAST)
        {
            return Some(depth + more);
        }
        for _ in 0..depth {
            engine.pop();
        }
    }
    None
}

/// One float after the other gets a value of its domain, until one is open or nothing fits; how many levels that takes.
fn scatter(engine: &mut Engine<'_>, random: &mut Scatter) -> usize {
    let mut depth = 0;
    while engine.failed().is_none() {
        let is_open = |slot: Slot| engine.slot_domain(slot).as_singleton().is_none();
        let open: Vec<(Slot, Format)> =
            engine.floats().filter(|(slot, _)| is_open(*slot)).collect();
        if open.len() <= 1 {
            break;
        }
        let (slot, format) = open[random.below(open.len() as u128) as usize];
        let value = random.number(format, engine.slot_domain(slot));
        engine.push();
        depth += 1;
        if !engine.fix(slot, value) {
            break;
        }
        engine.propagate();
    }
    depth
}

/// The same sequence each time (xorshift; Marsaglia, 2003).
struct Scatter(u64);

impl Scatter {
    fn below(&mut self, end: u128) -> u128 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u128::from(self.0) % end
    }

    /// A number of a domain, as far as its bounds tell.
    fn number(&mut self, format: Format, domain: &Domain) -> u128 {
        let set = FloatSet::of(format, domain);
        let intervals = set.intervals();
        let Some(interval) = intervals.get(self.below(intervals.len().max(1) as u128) as usize)
        else {
            return domain.lo;
        };
        let offset = self.below((interval.hi - interval.lo) as u128 + 1);
        format.at_place(interval.lo + offset as i128)
    }
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
