//! Leading an input towards the open outcomes of the conditions that it passes, by what was compared there.
//!
//! Operands that stand in the input get the value they are compared with (Aschermann and others, "REDQUEEN", 2019). Then each
//! number, and each bit of one, is changed a little: those that have an effect are moved as long as the branch distance falls
//! (Korel 1990), or as long as fewer bits differ, which is what masks, shifts and exclusive ors leave of a distance.

use super::{Search, Variety};
use crate::distance::{Comparisons, Reading};
use crate::limits;
use crate::places::{Place, places, scalar_at};
use crate::seeds::mask_of;
use ir::Type;
use ir::input::{Input, Scalar};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// An input that is led towards outcomes.
struct Led<'c> {
    comparisons: &'c Comparisons,
    base: &'c Input,
    /// What its run shows of each of them.
    nearest: Vec<Option<Reading>>,
    effects: Vec<Effect>,
}

/// How a number is changed to see what that does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    Add(u128),
    Flip(u32),
}

/// What a change of one number does to what comes nearest to an outcome.
struct Effect {
    place: Place,
    change: Change,
    at: usize,
    before: Reading,
    now: Reading,
}

impl Effect {
    fn slope(&self) -> u128 {
        self.before.distance.abs_diff(self.now.distance)
    }
}

impl<'a> Search<'a> {
    /// Leads an input towards what is open.
    pub(super) fn lead(&mut self, variety: &mut Variety<'a>, number: usize) {
        let most = variety.most;
        let for_so_long = |variety: &mut Variety<'a>| {
            variety.most = variety.steps.saturating_add(limits::LEADING_STEPS).min(most);
        };
        let funcs = &self.scene.objectives.funcs;
        let comparisons =
            Comparisons::new(self.scene.program, funcs, |event| self.is_event_open(event));
        let base = variety.corpus.input(number).clone();
        for_so_long(variety);
        self.recall(variety, &comparisons, &base);
        for_so_long(variety);
        if let Some(nearest) = self.measure(variety, &comparisons, &base) {
            let led = Led { comparisons: &comparisons, base: &base, nearest, effects: Vec::new() };
            self.lead_on(variety, led);
        }
        variety.most = most;
    }

    fn lead_on(&mut self, variety: &mut Variety<'a>, mut led: Led<'_>) {
        let all = 0..led.comparisons.events.len();
        let numbers = places(led.base).into_iter().filter(|it| matches!(it.1, Scalar::Bits(..)));
        let all_numbers: Vec<(Place, Scalar)> = numbers.take(limits::PROBED_SCALARS).collect();
        // Truth values can be flipped, and nothing else.
        let is_number = |&&(place, scalar): &&(Place, Scalar)| match scalar {
            Scalar::Bits(ty, _) => variety.varier.may_hold(led.base, place, ty, mask_of(ty)),
            _ => false,
        };
        let numbers: Vec<_> = all_numbers.iter().filter(is_number).copied().collect();
        self.probe(variety, &mut led, &numbers, Change::Add(1));
        for at in all.clone() {
            self.copy_operands(variety, &led, at);
            self.approach(variety, &led, at);
        }
        for bit in 0..limits::PROBED_BITS {
            let has_bit = |it: &&(Place, Scalar)| changed(it.1, Change::Flip(bit)) != it.1;
            let numbers = if bit == 0 { &all_numbers } else { &numbers };
            let numbers: Vec<_> = numbers.iter().filter(has_bit).copied().collect();
            self.probe(variety, &mut led, &numbers, Change::Flip(bit));
        }
        for at in all {
            self.flip(variety, &led, at);
        }
    }

    /// Is there anything to do for an outcome? What was nearest to it then.
    fn is_ahead(&self, led: &Led<'_>, at: usize) -> Option<Reading> {
        let is_open = self.is_event_open(led.comparisons.events[at]);
        led.nearest[at].filter(|it| it.distance > 0 && is_open)
    }

    pub(super) fn over(&self, variety: &Variety<'a>) -> bool {
        variety.steps > variety.most || self.is_over()
    }

    /// What stands in the input and was compared gets the value it was compared with: single scalars, and the bytes of one.
    fn copy_operands(&mut self, variety: &mut Variety<'a>, led: &Led<'_>, at: usize) {
        let Some(Reading { sides: [a, b], bits, .. }) = self.is_ahead(led, at) else { return };
        let effective: BTreeSet<Place> =
            led.effects.iter().filter(|it| it.at == at).map(|it| it.place).collect();
        for (from, to) in [(a, b), (b, a)] {
            for copied in copies(led.base, from, to, bits) {
                if !copied.iter().any(|(place, _)| effective.contains(place)) {
                    continue;
                }
                let is_fit = |&(place, scalar): &(Place, Scalar)| match scalar {
                    Scalar::Bits(ty, bits) => variety.varier.may_hold(led.base, place, ty, bits),
                    _ => false,
                };
                if self.over(variety) {
                    return;
                }
                if !copied.iter().all(is_fit) {
                    continue;
                }
                let mut other = led.base.clone();
                for (place, scalar) in copied {
                    *scalar_at(&mut other, place) = scalar;
                }
                self.try_input(variety, other);
                if self.is_ahead(led, at).is_none() {
                    return;
                }
            }
        }
    }

    /// Which numbers have an effect on what is compared: all of them are changed at once, and halves of them where that makes a
    /// difference.
    fn probe(
        &mut self,
        variety: &mut Variety<'a>,
        led: &mut Led<'_>,
        numbers: &[(Place, Scalar)],
        change: Change,
    ) {
        if numbers.is_empty() || self.over(variety) {
            return;
        }
        let mut other = led.base.clone();
        for &(place, scalar) in numbers {
            *scalar_at(&mut other, place) = changed(scalar, change);
        }
        let Some(now) = self.measure(variety, led.comparisons, &other) else { return };
        if now == led.nearest {
            return;
        }
        if let [(place, _)] = *numbers {
            let both = led.nearest.iter().zip(now).enumerate();
            led.effects.extend(both.filter_map(|(at, (before, now))| {
                let (before, now) = ((*before)?, now?);
                (before != now).then_some(Effect { place, change, at, before, now })
            }));
            return;
        }
        let (some, others) = numbers.split_at(numbers.len() / 2);
        self.probe(variety, led, some, change);
        self.probe(variety, led, others, change);
    }

    /// Moves numbers one after the other as far as the distance to an outcome says, each on as long as that falls: those with the
    /// largest effect first, as for the bytes of one number.
    fn approach(&mut self, variety: &mut Variety<'a>, led: &Led<'_>, at: usize) {
        let Some(reading) = self.is_ahead(led, at) else { return };
        let has_slope = |it: &&Effect| it.at == at && it.slope() > 0;
        let mut effects: Vec<&Effect> = led.effects.iter().filter(has_slope).collect();
        // What a sum or a shift of the number is compared with changes by a power of two; a hash by anything.
        effects.sort_by_key(|it| (!it.slope().is_power_of_two(), Reverse(it.slope())));
        effects.truncate(limits::APPROACHED_SCALARS);
        let (mut here, mut left) = (led.base.clone(), reading.distance);
        for effect in effects {
            let (slope, falls) = (effect.slope(), effect.now.distance < effect.before.distance);
            let mut step = (left / slope).max(1);
            for _ in 0..limits::APPROACHES {
                if step == 0 || self.is_ahead(led, at).is_none() || self.over(variety) {
                    break;
                }
                let by = if falls { step } else { step.wrapping_neg() };
                let next = with_change(&here, effect.place, Change::Add(by));
                let Some(now) = self.measure(variety, led.comparisons, &next) else { break };
                match now[at] {
                    Some(reading) if reading.distance < left => {
                        (here, left) = (next, reading.distance);
                        step = left / slope;
                    }
                    _ => step /= 2,
                }
            }
        }
    }

    /// Flips bits one after the other as long as fewer differ from what is to be equal.
    fn flip(&mut self, variety: &mut Variety<'a>, led: &Led<'_>, at: usize) {
        let Some(reading) = self.is_ahead(led, at).filter(|it| it.differing > 0) else { return };
        let differs = |it: &&Effect| it.at == at && it.before.differing != it.now.differing;
        let is_flip = |it: &&Effect| matches!(it.change, Change::Flip(_));
        let mut effects: Vec<&Effect> =
            led.effects.iter().filter(is_flip).filter(differs).collect();
        effects.sort_by_key(|it| it.now.differing);
        let (mut here, mut left) = (led.base.clone(), reading.differing);
        for effect in effects.into_iter().take(limits::FLIPPED_BITS) {
            if self.is_ahead(led, at).is_none() || self.over(variety) {
                return;
            }
            let next = with_change(&here, effect.place, effect.change);
            let Some(now) = self.measure(variety, led.comparisons, &next) else { return };
            if let Some(reading) = now[at].filter(|it| it.differing < left) {
                (here, left) = (next, reading.differing);
            }
        }
    }
}

/// The same input with a number changed.
fn with_change(input: &Input, place: Place, change: Change) -> Input {
    let mut other = input.clone();
    let scalar = scalar_at(&mut other, place);
    *scalar = changed(*scalar, change);
    other
}

/// A number changed, within its type.
fn changed(scalar: Scalar, change: Change) -> Scalar {
    let Scalar::Bits(ty, bits) = scalar else { return scalar };
    let bits = match change {
        Change::Add(by) => bits.wrapping_add(by),
        Change::Flip(bit) => bits ^ 1 << bit,
    };
    Scalar::Bits(ty, bits & mask_of(ty))
}

/// Ways to put one value in place of another in an input: where a scalar has it, or its bytes stand one after the other, as far as
/// a value of so many bits has them; the value itself, and one more and one less.
pub(super) fn copies(input: &Input, from: u128, to: u128, bits: u32) -> Vec<Vec<(Place, Scalar)>> {
    let all = places(input);
    let mut found = Vec::new();
    for &(place, scalar) in &all {
        let Scalar::Bits(ty, bits) = scalar else { continue };
        if bits == from {
            let near = [to, to.wrapping_add(1), to.wrapping_sub(1)];
            found.extend(near.map(|it| vec![(place, Scalar::Bits(ty, it & mask_of(ty)))]));
        }
    }
    for len in [8, 4, 2].into_iter().filter(|len| len * 8 <= bits && to >> (len * 8) == 0) {
        for run in all.windows(len as usize) {
            for is_big in [false, true] {
                found.extend(copied_bytes(run, from, to, is_big));
            }
        }
    }
    found
}

/// The bytes of one value in place of those of another, if they stand there.
fn copied_bytes(
    run: &[(Place, Scalar)],
    from: u128,
    to: u128,
    is_big: bool,
) -> Option<Vec<(Place, Scalar)>> {
    let (first, last) = (run[0].0, run[run.len() - 1].0);
    let byte_of = |value: u128, at: usize| {
        let at = if is_big { run.len() - 1 - at } else { at };
        value >> (8 * at) & 0xff
    };
    let ends = run.len() < 16 && from >> (8 * run.len()) == 0;
    let is_byte = |(at, &(_, scalar)): (usize, &(Place, Scalar))| {
        scalar == Scalar::Bits(Type::Int(8), byte_of(from, at))
    };
    let is_there = ends && first.is_beside(last) && run.iter().enumerate().all(is_byte);
    let byte = |(at, &(place, _)): (usize, &(Place, Scalar))| {
        (place, Scalar::Bits(Type::Int(8), byte_of(to, at)))
    };
    is_there.then(|| run.iter().enumerate().map(byte).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_copied_into_scalars_and_into_bytes() {
        let word = |bits| Scalar::Bits(Type::I32, bits);
        let byte = |bits| Scalar::Bits(Type::Int(8), bits);
        let object = ir::input::Object {
            size: 4,
            cells: (0..)
                .zip([0x12, 0x34, 0, 7])
                .map(|(offset, bits)| ir::input::Cell { offset, value: byte(bits) })
                .collect(),
            ..Default::default()
        };
        let mut input = Input { args: vec![word(0x1234)], ..Input::default() };
        input.objects.push(object);
        let found: Vec<Vec<Scalar>> = copies(&input, 0x1234, 0xabcd, 32)
            .into_iter()
            .map(|all| all.into_iter().map(|(_, scalar)| scalar).collect())
            .collect();
        let near = [0xabcd, 0xabce, 0xabcc].map(|bits| vec![word(bits)]);
        assert_eq!(found[..3], near);
        assert_eq!(found[3..], [vec![byte(0xab), byte(0xcd)]]);
    }
}
