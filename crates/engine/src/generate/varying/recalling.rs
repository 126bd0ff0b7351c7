//! Leading by what a run read of its input last before it came to a condition: as a rule that is what decides it.
//!
//! Where inputs are large and runs long, it takes too many runs to see which numbers have an effect on what is compared. What was
//! read last is known from one, and most often one of a few obvious values for it is enough.

use super::leading::copies;
use super::reads::Reads;
use super::{Search, Variety};
use crate::distance::{Comparisons, Reading, Readings};
use crate::limits;
use crate::places::{Place, scalar_at, with};
use crate::seeds::mask_of;
use interp::{Observer, Seen};
use ir::input::{Input, Scalar};
use ir::{Event, Func, Value};

/// A run that is watched for what it compares, and for what it had read by then.
struct Recalled<'p, 'c> {
    reads: Reads<'p>,
    readings: Readings<'c>,
    /// For each outcome how much was read when something came nearest to it.
    n_read: Vec<usize>,
}

impl Observer for Recalled<'_, '_> {
    fn value(&mut self, func: Func, inst: Value, value: Seen) {
        self.reads.value(func, inst, value);
        self.readings.value(func, inst, value);
        for at in self.readings.news.drain(..) {
            self.n_read[at as usize] = self.reads.len();
        }
    }
}

impl<'a> Search<'a> {
    /// Changes what was read last before each condition whose other outcome is open; those of the function under test first.
    pub(super) fn recall(
        &mut self,
        variety: &mut Variety<'a>,
        comparisons: &Comparisons,
        base: &Input,
    ) {
        let n_read = vec![0; comparisons.events.len()];
        let (reads, readings) = (Reads::new(self.scene.program), comparisons.readings());
        let mut recalled = Recalled { reads, readings, n_read };
        let glance = self.judge.measure(base, limits::VARIED_RUN, &mut recalled);
        variety.steps += glance.steps + limits::VARIED_START;
        let Recalled { reads, readings, n_read } = recalled;
        let nearest = readings.nearest.iter().copied().enumerate();
        let mut ahead: Vec<(usize, Reading)> =
            nearest.filter_map(|(at, it)| Some((at, it.filter(|it| it.distance > 0)?))).collect();
        ahead.sort_by_key(|(at, _)| func_of(comparisons.events[*at]) != self.scene.func);
        for (at, reading) in ahead {
            let event = comparisons.events[at];
            let times = variety.recalled.entry(event).or_default();
            *times += 1;
            if *times > limits::RECALLED_IN_VAIN {
                continue;
            }
            let last = reads.last_of(n_read[at], base, |_| true);
            let mut changed = with_compared(variety, base, reading);
            for read in last.into_iter().take(limits::RECALLED_PLACES) {
                changed.extend(others(variety, base, read, reading));
            }
            for other in changed {
                if self.over(variety) || !self.is_event_open(event) {
                    break;
                }
                self.try_input(variety, other);
            }
        }
    }
}

fn func_of(event: Event) -> Func {
    match event {
        Event::Cond(site, _) => site.func,
        Event::Switch(site, _) => site.func,
    }
}

/// The same input with one side of a comparison in place of the other, the last of those places where it stands: what others wrote
/// into memory is read from there, and by nobody from the input.
fn with_compared(variety: &Variety<'_>, input: &Input, reading: Reading) -> Vec<Input> {
    let Reading { sides: [a, b], bits, .. } = reading;
    let is_fit = |&(place, scalar): &(Place, Scalar)| match scalar {
        Scalar::Bits(ty, bits) => variety.varier.may_hold(input, place, ty, bits),
        _ => false,
    };
    let mut found = Vec::new();
    for (from, to) in [(a, b), (b, a)] {
        let copied = copies(input, from, to, bits).into_iter().rev();
        for copied in copied.filter(|it| it.iter().all(is_fit)).take(limits::RECALLED_COPIES) {
            let mut other = input.clone();
            for (place, scalar) in copied {
                *scalar_at(&mut other, place) = scalar;
            }
            found.push(other);
        }
    }
    found
}

/// The same input with something else in a place that was read before a comparison.
fn others(
    variety: &mut Variety<'_>,
    input: &Input,
    (place, old): (Place, Scalar),
    Reading { sides: [a, b], .. }: Reading,
) -> Vec<Input> {
    let varier = &mut variety.varier;
    let Scalar::Bits(ty, bits) = old else {
        return match old {
            Scalar::Null => varier.filled(input, place).into_iter().collect(),
            _ => vec![with(input, place, Scalar::Null)],
        };
    };
    let (mask, by) = (mask_of(ty), b.wrapping_sub(a));
    let compared = [b, a, bits.wrapping_add(by), bits.wrapping_sub(by), bits ^ a ^ b];
    let beside = [b, a].into_iter().flat_map(|it| [it.wrapping_add(1), it.wrapping_sub(1)]);
    let mut found: Vec<u128> = Vec::new();
    for value in compared.into_iter().chain(beside).chain([!bits, 0]) {
        let value = value & mask;
        if value != bits && !found.contains(&value) && varier.may_hold(input, place, ty, value) {
            found.push(value);
        }
    }
    found.into_iter().map(|value| with(input, place, Scalar::Bits(ty, value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Progress, Search};
    use crate::objectives::{Objectives, Within};
    use crate::scene::Scene;
    use crate::tests::Sample;
    use crate::{Criterion, Options};
    use world::World;

    /// How many outcomes are seen that the run of all zeros does not show, once that is led by what it reads last.
    fn recalled(text: &str) -> usize {
        let sample = Sample::new(text);
        let world = World::of(&sample.program, sample.func);
        let options = Options::judged(Criterion::Branch);
        let objectives = Objectives::branches(&sample.program, sample.func, Within::Callees);
        let scene = Scene::new(&world, &options, &[], objectives);
        let never = |_: &Progress| false;
        let mut search = Search::new(&scene, limits::LAST_EVENTS, &never);
        let mut variety = Variety::new(&search);
        variety.most = 10_000_000;
        let pointer = variety
            .varier
            .filled(&Input { args: vec![Scalar::Null], ..Input::default() }, Place::Arg(0));
        let base = pointer.expect("there is something to lead to");
        let run = search.judge.run(&base);
        search.ledger.keep_if_new(&scene, base.clone(), run);
        let n_seen = search.ledger.n_seen();
        let funcs = &scene.objectives.funcs;
        let comparisons =
            Comparisons::new(&sample.program, funcs, |event| search.is_event_open(event));
        search.recall(&mut variety, &comparisons, &base);
        search.ledger.n_seen() - n_seen
    }

    #[test]
    fn what_was_read_last_decides() {
        assert_eq!(recalled("int f(int *a) { if (a[7] == 77123) return 1; return 0; }"), 1);
        assert_eq!(recalled("int f(int *a) { if (a[1] & 0x10000) return 1; return 0; }"), 1);
    }

    #[test]
    fn what_was_read_long_before_is_left_alone() {
        let sum = "a[1] + a[2] + a[3] + a[4] + a[5] + a[6] + a[7]";
        let text = format!(
            "int f(int *a) {{ int x = a[0], s = {sum}; if (x == 4711 && s < 1) return 1; return 0; }}"
        );
        assert_eq!(recalled(&text), 0);
    }
}
