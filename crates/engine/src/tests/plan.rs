//! The table of stages: what runs when, what it leaves in its tally, and that one which cannot start loses nothing.

use super::Sample;
use crate::limits::Limit;
use crate::{Criterion, Engines, Options, Progress};
use std::cell::RefCell;

/// The stages that had their turn, in order.
fn stages(text: &str, options: &Options) -> Vec<String> {
    let made = Sample::new(text).generate(options).expect("it starts");
    made.report.stages.into_iter().map(|stage| stage.name).collect()
}

const TEXT: &str =
    "int f(int a) { if (a == 123456) return 1; if (a * a == 7) return 2; return 0; }";

#[test]
fn walks_and_goals_take_turns_unless_one_of_them_is_asked_alone() {
    let of = |engines| stages(TEXT, &Options { engines, ..Options::judged(Criterion::Branch) });
    let both = of(Engines::Both);
    assert!(both.contains(&"dense walk".to_owned()) && both.contains(&"brief walk".to_owned()));
    let walk = of(Engines::Walk);
    assert!(walk.contains(&"whole walk".to_owned()) && !walk.iter().any(|it| it.contains("goals")));
    let goals = of(Engines::Goals);
    assert!(
        goals.contains(&"easy goals".to_owned()) && !goals.iter().any(|it| it.contains("walk"))
    );
}

#[test]
fn paths_have_stages_of_their_own() {
    let all = stages(TEXT, &Options::judged(Criterion::Path));
    assert!(all.contains(&"all paths".to_owned()) && !all.contains(&"seeds".to_owned()), "{all:?}");
}

#[test]
fn once_everything_is_known_nothing_more_is_walked() {
    let text = "int f(_Bool a, _Bool b) { return a == b && a != b; }";
    let all = stages(text, &Options::standard(Criterion::Branch));
    assert!(all.contains(&"all inputs".to_owned()) && !all.contains(&"brief walk".to_owned()));
}

#[test]
fn tallies_add_up_to_the_work_done() {
    let made = Sample::new(TEXT).generate(&Options::judged(Criterion::Branch)).expect("it starts");
    let report = made.report;
    let sum = |count: fn(&suite::Stage) -> u64| report.stages.iter().map(count).sum::<u64>();
    let stat = |name: &str| report.stats.iter().find(|(known, _)| known == name).map(|it| it.1);
    assert_eq!(Some(sum(|stage| stage.questions)), stat("solver_calls"));
    assert_eq!(Some(sum(|stage| stage.steps)), stat("steps"));
    let covered = |it: &&suite::Objective| matches!(it.verdict, suite::Verdict::Covered { .. });
    assert_eq!(sum(|stage| stage.covered), report.objectives.iter().filter(covered).count() as u64);
}

#[test]
fn a_search_that_is_stopped_keeps_what_it_found() {
    let sample = Sample::new(TEXT);
    let mut describer = crate::describe::Describer::new(&sample.program);
    let stop = |now: &Progress| now.covered >= 2;
    let options = Options::judged(Criterion::Branch);
    let made = crate::generate(
        &sample.program,
        &sample.map,
        sample.func,
        &mut describer,
        "f.c",
        &options,
        &stop,
    );
    let report = made.expect("it starts").report;
    assert!(!report.tests.is_empty());
    assert_eq!(report.status, suite::Status::Partial);
    let reason = |it: &suite::Objective| match &it.verdict {
        suite::Verdict::Unknown { reason, .. } => Some(reason.clone()),
        _ => None,
    };
    let reasons: Vec<String> = report.objectives.iter().filter_map(reason).collect();
    assert!(reasons.iter().any(|it| it.contains("budget")), "{reasons:?}");
}

#[test]
fn progress_names_the_stage() {
    let sample = Sample::new(TEXT);
    let mut describer = crate::describe::Describer::new(&sample.program);
    let seen: RefCell<Vec<&'static str>> = RefCell::new(Vec::new());
    let stop = |now: &Progress| {
        let mut seen = seen.borrow_mut();
        if seen.last() != Some(&now.stage) {
            seen.push(now.stage);
        }
        false
    };
    let options = Options::judged(Criterion::Branch);
    let (program, map) = (&sample.program, &sample.map);
    let made = crate::generate(program, map, sample.func, &mut describer, "f.c", &options, &stop);
    let names: Vec<String> =
        made.expect("it starts").report.stages.into_iter().map(|stage| stage.name).collect();
    assert_eq!(seen.into_inner(), names, "stages are told in the order of their tallies");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let once = || {
        let made = Sample::new(TEXT).generate(&Options::judged(Criterion::Mcdc));
        format!("{:?}", made.expect("it starts").report)
    };
    assert_eq!(once(), once());
}

#[test]
fn limits_that_were_met_are_told() {
    let endless = "int f(unsigned n) { unsigned i = 0; while (i != n) { i += 2; if (i == 1) return 1; } return 0; }";
    let made = Sample::new(endless).generate(&Options::judged(Criterion::Branch));
    let hit = made.expect("it starts").report.limits_hit;
    assert!(hit.contains(&Limit::Turns.name().to_owned()), "{hit:?}");
    let plain = Sample::new("int f(int a) { return a > 3; }");
    let made = plain.generate(&Options::judged(Criterion::Branch)).expect("it starts");
    assert!(!made.report.limits_hit.contains(&Limit::Turns.name().to_owned()));
}

/// So many loops, one after the other, each of which calls a function with a loop of its own; and something that nothing reaches.
fn loops(n: usize) -> String {
    let each = |at: usize| {
        format!(
            "for (unsigned i = 0; i < a[{at}]; i++) {{ if (step(crc, a[i]) == {at}u) return 1; crc += i * a[{at}]; }}\n"
        )
    };
    let step = "unsigned step(unsigned crc, unsigned byte) { crc ^= byte; for (int i = 0; i < 8; i++) { \
         if (crc & 1) crc = crc >> 1 ^ 0xedb88320u; else crc >>= 1; } return crc; }\n";
    let body: String = (0..n).map(each).collect();
    format!(
        "{step}int f(unsigned *a, unsigned n) {{ unsigned crc = n;\n{body}return crc > 0 && crc * crc == 7; }}"
    )
}

#[test]
fn a_quick_look_at_a_large_function_stays_quick() {
    let sample = Sample::new(&loops(24));
    let mut describer = crate::describe::Describer::new(&sample.program);
    let looked = std::cell::Cell::new(false);
    let stop = |now: &Progress| {
        looked.set(looked.get() || now.stage == "without memory");
        looked.get() && now.stage != "without memory"
    };
    let options = Options::standard(Criterion::Branch);
    let (program, map) = (&sample.program, &sample.map);
    let made = crate::generate(program, map, sample.func, &mut describer, "f.c", &options, &stop);
    let stages = made.expect("it starts").report.stages;
    let look = stages.iter().find(|stage| stage.name == "without memory").expect("it looks");
    assert!(look.questions <= 200, "{look:?}");
}
