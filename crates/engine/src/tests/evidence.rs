//! The ledger: what each kind of evidence opens and closes, and what is said from it.

use super::Sample;
use crate::extent::{Extent, Walked};
use crate::ledger::{Ledger, PathEnd};
use crate::objectives::{Objective, Objectives, Within};
use crate::scene::Scene;
use crate::verdict::{Exclusion, Open, Proof, Verdict, judge};
use crate::walk::Cut;
use crate::{Criterion, Engines, Options};
use entity::EntityRef;
use ir::input::{Input, Scalar};
use ir::{Event, Type};
use std::collections::BTreeSet;
use world::{Gap, Preference, Preferences, Premise, Quantity, World};

const TEXT: &str =
    "int f(int a) { int z = 0; if (a > 3) { if (a == 9) return a / z; return 1; } return 0; }";

/// Looks at a ledger of a function with four outcomes: `a > 3` and `a == 9`, each both ways.
fn with(engines: Engines, look: impl FnOnce(&Scene<'_>, &mut Ledger)) {
    let sample = Sample::new(TEXT);
    let world = World::of(&sample.program, sample.func);
    let options = Options { engines, ..Options::judged(Criterion::Branch) };
    let objectives = Objectives::branches(&sample.program, sample.func, Within::Callees);
    let scene = Scene::new(&world, &options, &[], objectives);
    look(&scene, &mut Ledger::default());
}

fn objective(scene: &Scene<'_>, id: &str) -> Objective {
    scene.objectives.by_id(id).expect("there is such an objective")
}

/// Runs `f` on a number and keeps what is new.
fn run(scene: &Scene<'_>, ledger: &mut Ledger, number: u32) {
    let args = vec![Scalar::Bits(Type::Int(32), number.into())];
    let input = Input { args, ..Input::default() };
    let run = scene.judge().run(&input);
    ledger.keep_if_new(scene, input, run);
}

fn excluded(premises: &[Premise]) -> Exclusion {
    let premises = premises.iter().cloned().collect();
    Exclusion { premises, proof: Proof::Refutation, turns: None }
}

#[test]
fn a_run_that_returns_covers_what_it_shows() {
    with(Engines::Both, |scene, ledger| {
        run(scene, ledger, 5);
        let (taken, other) = (objective(scene, "b1+"), objective(scene, "b1-"));
        assert!(!ledger.is_open(taken) && !ledger.is_wanted(taken));
        assert!(ledger.is_open(other));
        assert_eq!((ledger.n_covered(), ledger.candidates().len()), (2, 1));
    });
}

#[test]
fn a_run_that_shows_nothing_new_is_not_kept() {
    with(Engines::Both, |scene, ledger| {
        run(scene, ledger, 5);
        run(scene, ledger, 6);
        assert_eq!(ledger.candidates().len(), 1);
        run(scene, ledger, 1);
        assert_eq!(ledger.candidates().len(), 2);
    });
}

#[test]
fn a_run_that_traps_reaches_but_does_not_cover() {
    with(Engines::Both, |scene, ledger| {
        run(scene, ledger, 9);
        let before = objective(scene, "b2+");
        assert!(!ledger.is_open(before), "a test reaches it");
        assert!(ledger.is_wanted(before), "one that returns would be better");
        assert!(!ledger.is_unseen(before));
        assert_eq!(ledger.traps().count(), 1);
        let trap = ledger.traps().next().expect("a division by zero");
        assert_eq!(ledger.duty(trap), None, "a plain input runs into it");
        run(scene, ledger, 9);
        assert_eq!(ledger.candidates().len(), 1, "one reproducer is enough");
    });
}

#[test]
fn a_suite_has_what_covers_and_one_reproducer_for_each_trap() {
    with(Engines::Both, |scene, ledger| {
        for number in [9, 5, 1] {
            run(scene, ledger, number);
        }
        assert_eq!(ledger.select(scene), [1, 2, 0]);
    });
}

#[test]
fn what_holds_in_all_worlds_stays_excluded() {
    with(Engines::Both, |scene, ledger| {
        let (proved, preferred) = (objective(scene, "b1+"), objective(scene, "b2+"));
        let asked = Preferences::NONE;
        ledger.exclude(proved, judge(excluded(&[Premise::Clause(0)]), asked));
        ledger.exclude(preferred, judge(excluded(&[Premise::Apart(0, 1)]), asked));
        assert!(!ledger.is_open(proved) && !ledger.is_open(preferred));
        assert_eq!(ledger.n_excluded(), 2);
        ledger.reopen();
        assert!(!ledger.is_open(proved) && ledger.is_open(preferred));
        assert_eq!(ledger.in_the_way(scene), Preferences::NONE.with(Preference::Apart));
        ledger.change_worlds();
        assert_eq!(ledger.in_the_way(scene), Preferences::NONE, "of these worlds nothing is known");
    });
}

#[test]
fn a_bound_of_ours_ends_no_search() {
    with(Engines::Both, |scene, ledger| {
        let it = objective(scene, "b2+");
        let bounded = judge(excluded(&[Premise::Most(Quantity::Objects, 32)]), Preferences::NONE);
        ledger.exclude(it, bounded.clone());
        assert!(ledger.is_open(it));
        assert_eq!(ledger.verdict(scene, it), bounded);
    });
}

#[test]
fn a_promise_is_not_looked_for_any_more() {
    with(Engines::Both, |scene, ledger| {
        for id in ["b1+", "b1-", "b2+", "b2-"] {
            assert!(ledger.is_any_wanted(scene));
            ledger.promise(objective(scene, id), Input::default());
        }
        assert!(!ledger.is_any_wanted(scene));
        assert_eq!(ledger.promises().count(), 4);
        let it = objective(scene, "b1+");
        ledger.exclude(
            it,
            judge(excluded(&[Premise::Most(Quantity::Objects, 1)]), Preferences::NONE),
        );
        assert_eq!(
            ledger.verdict(scene, it),
            Open::TooLong.verdict(),
            "a bound says less than an input"
        );
        run(scene, ledger, 5);
        assert_eq!(ledger.promises().count(), 2, "what was seen needs no promise");
    });
}

#[test]
fn a_walk_to_its_end_excludes_what_it_looked_for() {
    with(Engines::Both, |scene, ledger| {
        let (closed, looked_for) = (objective(scene, "b1+"), objective(scene, "b2+"));
        ledger.settle(closed, Open::Refused.verdict());
        let walked =
            Walked { exhausted: true, closed: [closed].into_iter().collect(), ..Walked::default() };
        ledger.adopt(walked);
        assert_eq!(ledger.verdict(scene, closed), Open::Refused.verdict());
        assert!(matches!(ledger.verdict(scene, looked_for), Verdict::Infeasible(_)));
        ledger.doubt_walk();
        assert_eq!(ledger.verdict(scene, looked_for), Open::NotWalked.verdict());
    });
}

#[test]
fn where_judges_disagree_nothing_is_excluded() {
    with(Engines::Both, |scene, ledger| {
        let (by_goal, by_walk) = (objective(scene, "b1+"), objective(scene, "b2+"));
        ledger.settle(by_goal, judge(excluded(&[]), Preferences::NONE));
        ledger.adopt(Walked { exhausted: true, ..Walked::default() });
        assert!(matches!(ledger.verdict(scene, by_goal), Verdict::Infeasible(_)));
        assert!(matches!(ledger.verdict(scene, by_walk), Verdict::Infeasible(_)));
        ledger.disagree("two judges".to_owned());
        assert_eq!(ledger.verdict(scene, by_goal), Open::Distrusted.verdict());
        assert_eq!(ledger.verdict(scene, by_walk), Open::Distrusted.verdict());
    });
}

#[test]
fn what_goals_say_stands_where_only_they_are_asked() {
    with(Engines::Goals, |scene, ledger| {
        let it = objective(scene, "b1+");
        ledger.settle(it, Open::Refused.verdict());
        ledger.adopt(Walked { exhausted: true, ..Walked::default() });
        assert_eq!(ledger.verdict(scene, it), Open::Refused.verdict());
    });
}

#[test]
fn what_is_not_modelled_comes_before_time_and_time_before_cuts() {
    with(Engines::Both, |scene, ledger| {
        let it = objective(scene, "b1+");
        let cuts = BTreeSet::from([Cut::Steps(10)]);
        ledger.adopt(Walked { cuts: cuts.clone(), ..Walked::default() });
        assert_eq!(ledger.verdict(scene, it), Open::Cut(Cut::Steps(10)).verdict());
        ledger.adopt(Walked { cuts, stopped: true, ..Walked::default() });
        assert_eq!(ledger.verdict(scene, it), Open::Budget(None).verdict());
        let gap = Gap::ManyValues;
        ledger.adopt(Walked { gaps: BTreeSet::from([gap]), stopped: true, ..Walked::default() });
        let lacks = |verdict: Verdict| matches!(verdict, Verdict::Unknown(Open::Lacks(what, _)) if what == gap);
        assert!(lacks(ledger.verdict(scene, it)));
        ledger.adopt(Walked { exhausted: true, ..Walked::default() });
        assert!(lacks(ledger.verdict(scene, it)), "some path met it");
        ledger.forget_walk();
        assert_eq!(ledger.verdict(scene, it), Open::NotWalked.verdict());
    });
}

#[test]
fn paths_come_up_once() {
    with(Engines::Both, |_, ledger| {
        let events: Vec<Event> = Vec::new();
        assert_eq!(ledger.see_path(events.clone(), PathEnd::Returned), 1);
        assert_eq!(ledger.see_path(events.clone(), PathEnd::Cut), 1, "one that was cut is another");
        assert_eq!(ledger.see_path(events, PathEnd::Returned), 2);
    });
}

#[test]
fn what_was_excluded_and_is_covered_is_a_mistake_of_ours() {
    with(Engines::Both, |scene, ledger| {
        let it = objective(scene, "b1+");
        ledger.settle(it, Verdict::Infeasible(excluded(&[])));
        let shown = [(it, "t1".to_owned())].into_iter().collect();
        ledger.look_for_contradictions(&scene.objectives.ids, &shown);
        assert_eq!(it.index(), 0);
        let mut empty = Ledger::default();
        std::mem::swap(ledger, &mut empty);
        assert_eq!(empty.disagreements(), ["b1+ was excluded, and t1 covers it"]);
    });
}

#[test]
fn gaps_and_preferences_make_an_exclusion_unknown() {
    let verdict = |premises: &[Premise], asked| judge(excluded(premises), asked);
    let none = Preferences::NONE;
    let clause = [Premise::Clause(1)];
    assert!(matches!(verdict(&clause, none), Verdict::Infeasible(_)), "a clause is asked");
    let apart = [Premise::Clause(1), Premise::Apart(0, 1)];
    assert!(matches!(verdict(&apart, none), Verdict::Unknown(Open::Excluded(_))));
    let asked = none.with(Preference::Apart);
    assert!(matches!(verdict(&apart, asked), Verdict::Infeasible(_)), "it was asked for");
    let lacking = [Premise::Apart(0, 1), Premise::Lacks(Gap::ManyValues)];
    let open = match verdict(&lacking, none) {
        Verdict::Unknown(open @ Open::Lacks(Gap::ManyValues, _)) => open,
        other => panic!("not {other:?}"),
    };
    assert_eq!(open.preferences(), none.with(Preference::Apart), "it is relaxed all the same");
}

#[test]
fn an_extent_is_changed_for_one_walk_alone() {
    let whole = Extent::whole(64, Preferences::NONE, 100, false);
    let brief = whole.to_turns(3).briefly(10);
    assert_eq!((brief.turns, brief.looks, brief.events), (Some(3), Some(10), 100));
    assert_eq!((whole.turns, whole.looks), (None, None));
    let walked = Walked { exhausted: true, ..Walked::default() };
    assert!(walked.is_whole());
    let premises = BTreeSet::from([Premise::Most(Quantity::Objects, 3)]);
    let bounded = Walked { premises, ..walked };
    assert!(!bounded.is_whole() && bounded.rests_on_bounds() && !bounded.rests_on_lengths());
}
