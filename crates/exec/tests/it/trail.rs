//! Going back: after `undo_to` everything is as it was at the mark.

use crate::concrete::Concrete;
use crate::sample;
use crate::symbolic::{Trip, with_world};
use exec::{Machine, Pause, Policy};
use fuzzgen::Rng;
use std::fmt::Write;
use world::World;

/// All that can be seen of a machine over any words.
fn picture<A: exec::Algebra>(machine: &Machine<'_, A>) -> String {
    let mut text = format!("{:?}\n", machine.frames().collect::<Vec<_>>());
    for object in machine.objects() {
        let (origin, name, size) = machine.object(object);
        let cells: Vec<_> = machine.cells(object).collect();
        writeln!(text, "{object} {origin:?} {name} {size:?} {cells:?}")
            .expect("text can be written");
    }
    for leaf in machine.leaves() {
        writeln!(text, "{leaf:?}").expect("text can be written");
    }
    text
}

#[test]
fn memory_frames_and_inputs_are_as_before() {
    let text = "struct n { int v; struct n *next; };
                static int g(struct n *p, int k) { int a[2] = {k, k}; p->v += a[1]; return p->v; }
                int f(struct n *p) { p->v = 1; int x = g(p->next, 3); if (x > 2) p->next = 0; return x; }";
    with_world(text, |world| {
        let given = "p->next=1 p->next->v=5";
        let mut trip = Trip::new(world, Policy::INITIAL, given);
        let mut n_marks = 0;
        loop {
            let before = (!trip.machine.has_pending()).then(|| picture(&trip.machine));
            let mark = before.is_some().then(|| trip.machine.mark());
            if let (Some(before), Some(mark)) = (before, mark) {
                n_marks += 1;
                let mut steps = 0;
                while trip.next().is_none() && steps < 5 {
                    steps += 1;
                }
                trip.machine.undo_to(&mark);
                assert_eq!(picture(&trip.machine), before, "mark {n_marks}");
            }
            if let Some(end) = trip.next() {
                assert_eq!(end, "returns 8");
                break;
            }
        }
        assert!(n_marks > 3, "there should be something to come back to: {n_marks}");
    });
}

/// Both sides of every branch, each from the same state, to some depth. Panics where going back is not.
fn explore(machine: &mut Machine<'_, Concrete>, words: &mut Concrete, depth: u32) -> u32 {
    let mut ends = 0;
    loop {
        match machine.run(words) {
            Pause::Branch { .. } if depth > 0 && !machine.has_pending() => {
                let before = picture(machine);
                let mark = machine.mark();
                for side in [true, false] {
                    machine.take(side);
                    ends += explore(machine, words, depth - 1);
                    machine.undo_to(&mark);
                    assert_eq!(picture(machine), before);
                }
                return ends;
            }
            Pause::Branch { cond, .. } => machine.take(cond.bits == 1),
            Pause::Switch { guards, .. } => {
                let at = guards.iter().position(|guard| guard.bits == 1);
                machine.take_target(at.expect("one target should be the one") as u32);
            }
            Pause::Returned(_) | Pause::Trapped { .. } | Pause::Unsupported(_) => return ends + 1,
            Pause::Check { when, .. } if when.bits == 1 => return ends + 1,
            _ if machine.steps > 20_000 => return ends + 1,
            _ => {}
        }
    }
}

#[test]
fn random_units_come_back_from_every_side() {
    let mut ends = 0;
    for seed in 0..40 {
        let rng = &mut Rng::new(seed);
        for text in [fuzzgen::heap::sample(rng).text, fuzzgen::idioms::sample(rng).text] {
            let Ok(program) = sample::lowered(&text) else { continue };
            let world = World::of(&program, sample::func(&program, "f"));
            let mut words = Concrete { rng: Rng::new(seed) };
            let mut machine = Machine::new(&world, Policy::INITIAL, &mut words);
            ends += explore(&mut machine, &mut words, 4);
        }
    }
    assert!(ends > 200, "there should be many ends: {ends}");
}
