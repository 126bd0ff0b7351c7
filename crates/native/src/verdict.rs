//! Whether a native run bears out what the interpreter said about a test.

use suite::{Ends, Replay};

use crate::{Event, NativeEnds, NativeRun, first_difference};

/// Compares a run with the events that were expected and the way the test was to end. `name` spells
/// an event as the user knows it.
///
/// After undefined behaviour compiled code may do anything, so of a trapping test only the way
/// to the trap is compared. The same holds for a test that the interpreter gave up on.
pub fn compare(
    expected: &[Event],
    ends: &Ends,
    run: &NativeRun,
    name: impl Fn(Event) -> String,
) -> Replay {
    if run.ends == NativeEnds::NotRun || is_cut_short(expected, ends, run) {
        return Replay::NotRun;
    }
    let problem = match ends {
        Ends::Return => returning(expected, run, name),
        Ends::Exit { status, .. } => exiting(expected, *status, run, name),
        Ends::Trap { .. } => {
            let seen = &run.events[..run.events.len().min(expected.len())];
            first_difference(expected, seen, name)
        }
        Ends::Limit { .. } => {
            let common = expected.len().min(run.events.len());
            first_difference(&expected[..common], &run.events[..common], name)
        }
    };
    problem.map_or(Replay::Agrees, Replay::Disagrees)
}

/// Was the time of a trapping test over before it came to the trap? Many of them share some.
fn is_cut_short(expected: &[Event], ends: &Ends, run: &NativeRun) -> bool {
    let is_trap = matches!(ends, Ends::Trap { .. });
    let is_behind = run.events.len() < expected.len() && expected.starts_with(&run.events);
    is_trap && run.ends == NativeEnds::Timeout && is_behind
}

fn exiting(
    expected: &[Event],
    status: u8,
    run: &NativeRun,
    name: impl Fn(Event) -> String,
) -> Option<String> {
    let how = match run.ends {
        NativeEnds::Exited(code) if code == u32::from(status) => None,
        other => Some(format!("exit({status}) was expected, compiled code: {other:?}")),
    };
    let expected =
        if run.overflowed { &expected[..expected.len().min(run.events.len())] } else { expected };
    first_difference(expected, &run.events, name).or(how)
}

fn returning(
    expected: &[Event],
    run: &NativeRun,
    name: impl Fn(Event) -> String,
) -> Option<String> {
    let how = match run.ends {
        NativeEnds::Returned | NativeEnds::NotRun => None,
        NativeEnds::Signal(signal) => Some(format!("compiled code died of signal {signal}")),
        NativeEnds::Timeout => Some("compiled code did not end in time".into()),
        NativeEnds::Exited(code) => Some(format!("compiled code called exit({code})")),
    };
    // A cut list says nothing about its end.
    let expected =
        if run.overflowed { &expected[..expected.len().min(run.events.len())] } else { expected };
    first_difference(expected, &run.events, name)
        .or(how)
        .or_else(|| run.mismatches.first().map(|line| format!("in the compiled code {line}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(outcomes: &[bool], ends: NativeEnds) -> NativeRun {
        NativeRun {
            events: events(outcomes),
            overflowed: false,
            ends,
            mismatches: Vec::new(),
            stderr: String::new(),
            tried: Vec::new(),
        }
    }

    fn events(outcomes: &[bool]) -> Vec<Event> {
        outcomes.iter().map(|&outcome| Event::Cond(1, outcome)).collect()
    }

    #[track_caller]
    fn check(expected: &[bool], ends: &Ends, run: &NativeRun, problem: Option<&str>) {
        let verdict = compare(&events(expected), ends, run, |event| format!("{event:?}"));
        let wanted = problem.map_or(Replay::Agrees, |text| Replay::Disagrees(text.into()));
        assert_eq!(verdict, wanted);
    }

    #[test]
    fn returning_tests_must_agree_in_everything() {
        let returned = run(&[true], NativeEnds::Returned);
        check(&[true], &Ends::Return, &returned, None);
        let crashed = run(&[true], NativeEnds::Signal(11));
        check(&[true], &Ends::Return, &crashed, Some("compiled code died of signal 11"));
        let other = run(&[], NativeEnds::Returned);
        let problem = "at once: expected Cond(1, true), compiled code ended";
        check(&[true], &Ends::Return, &other, Some(problem));
        let wrong = NativeRun { mismatches: vec!["x is 1, expected 2".into()], ..returned.clone() };
        check(&[true], &Ends::Return, &wrong, Some("in the compiled code x is 1, expected 2"));
        let cut = NativeRun { overflowed: true, ..returned };
        check(&[true, false], &Ends::Return, &cut, None);
    }

    #[test]
    fn of_trapping_tests_only_the_way_to_the_trap_counts() {
        let trap = Ends::Trap { kind: "signed-overflow".into(), line: 1 };
        check(&[true], &trap, &run(&[true, false], NativeEnds::Returned), None);
        check(&[true], &trap, &run(&[true], NativeEnds::Signal(8)), None);
        let problem = "at once: expected Cond(1, true), compiled code took Cond(1, false)";
        check(&[true], &trap, &run(&[false], NativeEnds::Signal(8)), Some(problem));
        check(&[true], &trap, &run(&[false], NativeEnds::Timeout), Some(problem));
        let late = run(&[], NativeEnds::Timeout);
        let verdict = compare(&events(&[true]), &trap, &late, |event| format!("{event:?}"));
        assert_eq!(verdict, Replay::NotRun);
    }

    #[test]
    fn of_unfinished_tests_the_common_part_counts() {
        let limit = Ends::Limit { what: "1000 steps".into() };
        check(&[true, true], &limit, &run(&[true], NativeEnds::Timeout), None);
        check(&[true], &limit, &run(&[true, true], NativeEnds::Timeout), None);
        let problem = "at once: expected Cond(1, true), compiled code took Cond(1, false)";
        check(&[true], &limit, &run(&[false], NativeEnds::Timeout), Some(problem));
    }
}
