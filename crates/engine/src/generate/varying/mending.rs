//! Inputs whose runs go wrong are mended: consistent structures before broken ones, and tests that return before tests that trap.
//!
//! What a run read of its input last is what it stumbled over, as a rule. A null pointer gets something to lead to, arrays get longer,
//! what is called and is no function becomes one, a divisor that is zero another value, and what an assertion looks at a value with
//! which it holds: an author says by it what callers see to. A mended input goes on where the other one went wrong; what it shows
//! counts like all else.

use super::reads::Reads;
use super::{Search, Variety};
use crate::confirm::Glance;
use crate::distance::Comparisons;
use crate::limits;
use crate::places::{Place, with};
use crate::seeds::mask_of;
use interp::Outcome;
use ir::input::{Input, Scalar};
use ir::{Event, Func, Trap, TrapKind};

/// An input whose run goes wrong, and what it shows before.
pub(super) struct Broken {
    input: Input,
    trap: Trap,
    n_events: usize,
    /// What it reaches that no test reaches which returns.
    needed: Vec<Event>,
}

impl<'a> Search<'a> {
    /// Notes an input that goes wrong, to be mended, unless too many that go wrong there could not be.
    pub(super) fn note_broken(&self, variety: &mut Variety<'a>, input: &Input, glance: &Glance) {
        let Outcome::Trapped(trap) = glance.outcome else { return };
        // What leads to a failing assertion cannot be had without it.
        let is_said = matches!(trap.kind, TrapKind::AssertFailed | TrapKind::Abort);
        let before =
            &glance.events[..glance.events.len() - usize::from(is_said).min(glance.events.len())];
        let mut needed: Vec<Event> =
            before.iter().copied().filter(|&event| self.is_event_wanted(event)).collect();
        needed.sort_unstable();
        needed.dedup();
        let in_vain = variety.mended_in_vain.get(&trap).copied().unwrap_or(0);
        let patience = if needed.is_empty() { 1 } else { limits::MENDS_OF_NEEDED };
        if variety.is_mending || in_vain >= limits::MENDED_IN_VAIN * patience {
            return;
        }
        let n_events = glance.events.len();
        variety.broken.push(Broken { input: input.clone(), trap, n_events, needed });
    }

    /// Mends what went wrong lately.
    pub(super) fn mend_broken(&mut self, variety: &mut Variety<'a>) {
        variety.is_mending = true;
        while let Some(broken) = variety.broken.pop() {
            if self.over(variety) {
                break;
            }
            let trap = broken.trap;
            let times = variety.mended_in_vain.entry(trap).or_default();
            *times += 1;
            if self.mend(variety, broken) {
                variety.mended_in_vain.remove(&trap);
            }
        }
        variety.broken.clear();
        variety.is_mending = false;
    }

    /// Mends one thing after the other; true if the first of them could be.
    fn mend(&mut self, variety: &mut Variety<'a>, mut broken: Broken) -> bool {
        let mut is_mended = false;
        for _ in 0..limits::MENDS {
            match self.mended(variety, &broken) {
                Some((input, glance)) => {
                    is_mended = true;
                    let Outcome::Trapped(trap) = glance.outcome else { break };
                    broken = Broken { input, trap, n_events: glance.events.len(), ..broken };
                }
                None => break,
            }
        }
        is_mended
    }

    /// An input that does not go wrong there, and shows what is needed.
    fn mended(&mut self, variety: &mut Variety<'a>, broken: &Broken) -> Option<(Input, Glance)> {
        let (reads, glance) = self.reads(&broken.input);
        variety.steps += glance.steps + limits::VARIED_START;
        for input in self.mends(variety, broken, &reads, &glance) {
            if self.over(variety) {
                return None;
            }
            if self.judge.admits(&input) != Some(true) {
                variety.steps += limits::VARIED_START;
                continue;
            }
            let glance = self.judge.glance(&input, limits::VARIED_RUN);
            let goes_on = broken.is_left_behind(&glance);
            let kept = goes_on.then(|| glance.clone());
            self.weigh(variety, input.clone(), glance);
            if let Some(glance) = kept {
                return Some((input, glance));
            }
        }
        None
    }

    /// What a run reads of its input.
    fn reads(&mut self, input: &Input) -> (Reads<'a>, Glance) {
        let mut reads = Reads::new(self.scene.program);
        let glance = self.judge.measure(input, limits::VARIED_RUN, &mut reads);
        (reads, glance)
    }

    /// Does other memory keep a run from going wrong there, which shows the same until then?
    pub(in crate::generate) fn is_cured(
        &mut self,
        variety: &mut Variety<'a>,
        trap: Trap,
        input: &Input,
    ) -> bool {
        let (reads, glance) = self.reads(input);
        let cures = cures(variety, trap, input, &reads);
        cures.into_iter().any(|other| {
            let other = self.judge.glance(&other, limits::VARIED_RUN);
            other.outcome != Outcome::Trapped(trap) && other.events.starts_with(&glance.events)
        })
    }

    /// What may mend an input, the likeliest first.
    fn mends(
        &mut self,
        variety: &mut Variety<'a>,
        broken: &Broken,
        reads: &Reads<'_>,
        glance: &Glance,
    ) -> Vec<Input> {
        match broken.trap.kind {
            TrapKind::AssertFailed | TrapKind::Abort | TrapKind::SignedOverflow => {
                self.turns(variety, &broken.input, reads, glance)
            }
            _ => cures(variety, broken.trap, &broken.input, reads),
        }
    }

    /// Other values of what was read last, with which the last condition may come out otherwise.
    fn turns(
        &mut self,
        variety: &Variety<'a>,
        input: &Input,
        reads: &Reads<'_>,
        glance: &Glance,
    ) -> Vec<Input> {
        let mut values = vec![0, 1, u128::MAX];
        if let Some(&Event::Cond(site, truth)) = glance.events.last() {
            let other = Event::Cond(site, !truth);
            values.splice(0..0, self.compared(input, site.func, other));
        }
        let is_number = |scalar| matches!(scalar, Scalar::Bits(..));
        let (args, stubs) = (input.args.iter().copied(), input.stubs.iter().map(|it| it.1));
        let args = args.enumerate().map(|(index, arg)| (Place::Arg(index), arg));
        let stubs = stubs.enumerate().map(|(index, it)| (Place::Stub(index), it));
        let others = stubs.rev().take(limits::TURNED_RESULTS).chain(args);
        let all = reads.last(input, is_number).into_iter().chain(others);
        let mut found = Vec::new();
        for (place, old) in all.filter(|(_, scalar)| is_number(*scalar)) {
            for &value in &values {
                let new = with_bits(old, value);
                let Scalar::Bits(ty, bits) = new else { continue };
                if new != old && variety.varier.may_hold(input, place, ty, bits) {
                    found.push(with(input, place, new));
                }
            }
        }
        found.truncate(limits::TURNS_TRIED);
        found
    }

    /// What was compared last where an outcome did not come, and what is beside it.
    fn compared(&mut self, input: &Input, func: Func, outcome: Event) -> Vec<u128> {
        let program = self.scene.program;
        let comparisons = Comparisons::new(program, &[func], |event| event == outcome);
        let mut readings = comparisons.readings();
        self.judge.measure(input, limits::VARIED_RUN, &mut readings);
        let sides = readings.nearest.into_iter().flatten().flat_map(|it| it.sides);
        sides.flat_map(|it| [it, it.wrapping_sub(1), it.wrapping_add(1)]).collect()
    }
}

impl Broken {
    /// Does a run get past the place, and show what is needed?
    fn is_left_behind(&self, glance: &Glance) -> bool {
        if glance.outcome == Outcome::Trapped(self.trap) {
            return false;
        }
        let ends = matches!(glance.outcome, Outcome::Returned(_) | Outcome::Trapped(_));
        let is_shown = |event: &Event| glance.events.contains(event);
        let goes_on = !self.needed.is_empty() || glance.events.len() >= self.n_events;
        ends && goes_on && self.needed.iter().all(is_shown)
    }
}

/// Other memory with which an input may not go wrong any more: something behind what is null, longer arrays, and shorter lengths.
fn cures(variety: &mut Variety<'_>, trap: Trap, input: &Input, reads: &Reads<'_>) -> Vec<Input> {
    let varier = &mut variety.varier;
    match trap.kind {
        TrapKind::NullPointer | TrapKind::BadCall => {
            let is_null = |scalar| scalar == Scalar::Null;
            let args = input.args.iter().enumerate().filter(|(_, arg)| is_null(**arg));
            let args = args.map(|(index, arg)| (Place::Arg(index), *arg));
            let all = reads.last(input, is_null).into_iter().chain(args);
            let mut cures = reads.calls(varier, trap, input);
            cures.extend(all.filter_map(|(place, _)| varier.filled(input, place)));
            cures
        }
        TrapKind::DivisionByZero => {
            let is_zero = |scalar| matches!(scalar, Scalar::Bits(_, 0));
            let all = reads.last(input, is_zero).into_iter();
            let others = |(place, old)| {
                limits::DIVISORS.map(|divisor| with(input, place, with_bits(old, divisor)))
            };
            all.flat_map(others).collect()
        }
        TrapKind::OutOfBounds | TrapKind::PointerArithmetic => {
            let longer = limits::MENDED_LENGTHS.map(|length| varier.lengthened(input, length));
            let moved = varier.moved(input, limits::ROOM_BEFORE);
            let is_large = |it| matches!(it, Scalar::Bits(_, bits) if bits > limits::SMALL_LENGTH);
            let smaller = reads.last(input, is_large).into_iter();
            let smaller = smaller
                .map(|(place, old)| with(input, place, with_bits(old, limits::SMALL_LENGTH)));
            longer.into_iter().chain([moved]).chain(smaller).collect()
        }
        _ => Vec::new(),
    }
}

/// A number of the same type.
fn with_bits(like: Scalar, bits: u128) -> Scalar {
    match like {
        Scalar::Bits(ty, _) => Scalar::Bits(ty, bits & mask_of(ty)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confirm::Ending;
    use crate::generate::{Progress, Search};
    use crate::objectives::{Objectives, Within};
    use crate::scene::Scene;
    use crate::tests::Sample;
    use crate::{Criterion, Options};
    use world::World;

    /// Is there a run that returns, once an input of null pointers is mended?
    fn returns(text: &str) -> bool {
        let sample = Sample::new(text);
        let world = World::of(&sample.program, sample.func);
        let options = Options::judged(Criterion::Branch);
        let objectives = Objectives::branches(&sample.program, sample.func, Within::Callees);
        let scene = Scene::new(&world, &options, &[], objectives);
        let never = |_: &Progress| false;
        let mut search = Search::new(&scene, limits::LAST_EVENTS, &never);
        let mut variety = Variety::new(&search);
        variety.most = 10_000_000;
        let n_params = sample.program.funcs[sample.func].params.len();
        let input = Input { args: vec![Scalar::Null; n_params], ..Input::default() };
        let glance = search.judge.glance(&input, limits::VARIED_RUN);
        search.note_broken(&mut variety, &input, &glance);
        search.mend_broken(&mut variety);
        let mut runs = search.ledger.candidates().iter().map(|it| &it.run);
        runs.any(|run| matches!(run.ending, Ending::Returned(_)))
    }

    #[test]
    fn one_thing_after_the_other_is_mended() {
        assert!(returns(
            "struct s { int n; int *p; int m; };
             int f(struct s *s) {
                 int x = 100 / s->n + s->p[40];
                 if (s->m != 70) __builtin_trap();
                 if (x > 1) return 1;
                 return 0;
             }"
        ));
    }

    #[test]
    fn what_no_input_helps_is_left_alone() {
        assert!(!returns("int f(int *p) { int z = 0; if (*p > 3) return 1 / z; return 2 / z; }"));
    }
}
