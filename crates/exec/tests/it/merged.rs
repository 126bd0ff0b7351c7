//! Merged execution against the interpreter: on every input the occurrences and traps that hold are those that happen.

use crate::sample;
use crate::symbolic::{Words, check, with_world, words};
use entity::EntityRef;
use exec::{Beyond, LeafValue, Merged, Origin, Policy, Reason, Unfolding};
use fuzzgen::{Domain, Rng, brute};
use interp::{Limits, Outcome};
use ir::Program;
use ir::input::{Input, Scalar};
use std::collections::{BTreeMap, BTreeSet};
use term::Evaluator;
use world::World;

fn unfolding(turns: u32) -> Unfolding {
    Unfolding {
        turns,
        of_loop: BTreeMap::new(),
        calls: 8,
        steps: 100_000,
        words: 1 << 20,
        objects: 8,
        longer: 1,
        beyond: Beyond::Cut,
    }
}

/// Gives the words of input the numbers of an input of plain numbers, if it has one for each.
fn assign(merged: &Merged<'_, Words>, alg: &Words, input: &Input) -> Option<Evaluator> {
    let mut values = Evaluator::new();
    for leaf in merged.machine.leaves() {
        let found = match leaf.value {
            LeafValue::Param(index) => Some(input.args[index as usize]),
            LeafValue::Cell(object, at) => match merged.machine.object(object).0 {
                Origin::Global(global) => {
                    let cells = input.globals.iter().find(|(it, _)| *it == global);
                    let cell = cells.and_then(|(_, cells)| cells.iter().find(|it| it.offset == at));
                    cell.map(|cell| cell.value)
                }
                _ => None,
            },
            _ => None,
        };
        let (Some(Scalar::Bits(_, bits)), Some(var)) = (found, alg.pool.as_var(leaf.word)) else {
            return None;
        };
        values.set(var, bits & term::mask(alg.pool.width(leaf.word)));
    }
    Some(values)
}

/// Compares one input; false if it leaves what was followed.
fn agrees(merged: &Merged<'_, Words>, alg: &Words, program: &Program, input: &Input) -> bool {
    let Some(mut values) = assign(merged, alg, input) else { return false };
    let mut holds = |word| values.holds(&alg.pool, word);
    if merged.cuts.iter().any(|cut| holds(cut.when)) {
        return false;
    }
    let run = interp::Machine::new(program).run(merged.machine.under_test(), input, &Limits::UNIT);
    let shown = merged.occurrences.iter().filter(|it| holds(it.when) && !holds(it.wrong));
    let shown: BTreeSet<_> = shown.map(|it| it.event).collect();
    let seen: BTreeSet<_> = run.events.iter().copied().collect();
    assert_eq!(shown, seen, "{input:?}");
    let trap = merged.traps.iter().find(|it| holds(it.when) && !holds(it.wrong)).map(|it| it.trap);
    match run.outcome {
        Outcome::Returned(_) => assert_eq!(trap, None, "{input:?}"),
        Outcome::Trapped(it) => assert_eq!(trap.map(|it| it.kind), Some(it.kind), "{input:?}"),
        other => panic!("{other:?}"),
    }
    true
}

#[test]
fn random_units_show_what_the_interpreter_sees() {
    let (mut compared, mut units) = (0, 0);
    for seed in 0..40 {
        let rng = &mut Rng::new(1000 + seed);
        let profile = fuzzgen::Profile::swarm(rng).trapping();
        let tree = fuzzgen::generate(rng, &profile);
        let text = fuzzgen::print::unit(&tree, "");
        let program = sample::lowered(&text).expect("generated programs should be fine");
        let func = sample::func(&program, &fuzzgen::print::entry_name(&tree, ""));
        let world = World::of(&program, func);
        let mut alg = words();
        let mut merged = Merged::new(&world, Policy::INITIAL, unfolding(6), &mut alg);
        merged.run(&mut alg);
        let domain = Domain::of(&tree);
        units += 1;
        for n in 0..domain.count().min(40) {
            let input = brute::input(&program, func, &domain, "", n * 7919 % domain.count());
            compared += usize::from(agrees(&merged, &alg, &program, &input));
        }
    }
    assert!(compared > 10 * units, "{compared} of {units} units");
}

/// The reasons for which a run was cut.
fn cuts(text: &str, turns: u32) -> Vec<Reason> {
    with_world(text, |world| {
        let mut alg = words();
        let mut merged = Merged::new(world, Policy::INITIAL, unfolding(turns), &mut alg);
        merged.run(&mut alg);
        merged.cuts.iter().map(|cut| cut.reason).collect()
    })
}

#[test]
fn loops_are_cut_where_they_are_not_unfolded() {
    let text = "int f(int n) { int i = 0; while (i < 3) i++; return i + n; }";
    assert_eq!(cuts(text, 3), []);
    let id = ir::LoopId::from_index(0);
    let func = ir::Func::from_index(0);
    assert_eq!(cuts(text, 2), [Reason::Turns(func, id)]);
    let text = "int f(int n) { return n <= 0 ? 0 : f(n - 1); }";
    assert_eq!(cuts(text, 1), [Reason::Calls(func)]);
}

#[test]
fn paths_that_meet_become_one() {
    let text = "int f(int a, int b) { int x = 0; if (a) x += 1; if (b) x += 2; if (x == 3) return 1; return 0; }";
    with_world(text, |world| {
        let mut alg = words();
        let mut merged = Merged::new(world, Policy::INITIAL, unfolding(1), &mut alg);
        merged.run(&mut alg);
        assert_eq!(merged.occurrences.len(), 6, "each condition is evaluated once");
        let both = merged.occurrences.iter().filter(|it| it.call == 0).count();
        assert_eq!(both, 6);
        assert!(merged.traps.is_empty() && merged.cuts.is_empty());
    });
}

#[test]
fn what_one_side_wrote_is_told_by_its_condition() {
    // The stores of both sides, and a register that only one side writes.
    let text = "int f(int c, int i) { int a[2] = {0, 0}; int x; if (c) { a[i] = 5; x = 1; } else a[1] = 7; return a[1] + x; }";
    let program = sample::lowered(text).expect("it should be fine");
    let func = sample::func(&program, "f");
    let world = World::of(&program, func);
    let mut alg = words();
    let mut merged = Merged::new(&world, Policy::INITIAL, unfolding(1), &mut alg);
    merged.run(&mut alg);
    for (c, i) in [(0, 0), (1, 0), (1, 1), (1, 2)] {
        let bits = |value| Scalar::Bits(ir::Type::I32, value);
        let input = Input { args: vec![bits(c), bits(i)], ..Input::default() };
        assert!(agrees(&merged, &alg, &program, &input));
    }
}

#[test]
fn padding_of_a_global_is_zero_on_the_side_that_leaves_it_alone() {
    let text = "struct s { char c; int n; } g;
                int f(int c) { unsigned char *p = (unsigned char *)&g; if (c) p[1] = 5; return p[1]; }";
    with_world(text, |world| {
        let mut alg = words();
        let mut merged = Merged::new(world, Policy::INITIAL, unfolding(1), &mut alg);
        merged.run(&mut alg);
        let traps: Vec<_> = merged.traps.iter().map(|it| it.trap.kind).collect();
        assert_eq!(traps, []);
    });
    check(text, &[("c=0", "returns 0"), ("c=1", "returns 5")]);
}
