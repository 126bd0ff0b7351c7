//! The summary as people see it.
#![allow(clippy::needless_raw_string_hashes, reason = "expect-test writes them when blessing")]

use expect_test::expect;
use report::{ExitStatus, exit_status, terminal};
use suite::{Replay, Status, Verdict};

use crate::sample::sample;

#[test]
fn everything_left_open_is_listed_with_its_reason() {
    expect![[r#"
        f.c: f, criterion branch: partial
          objectives      4   1 covered, 2 infeasible, 1 unknown
          tests           3   1 replayed, 1 disagree in replay, 1 not replayed, 2 do not return
          measured    10/12   branch outcomes by probes in the compiled code, 10/12 by gcov
          paths          17   feasible, 1 trapped, 25 infeasible prefixes, complete
          work                solver calls 44, ticks 99
          seconds             solve 0.250
          not covered
            12:9  i < l1  false    infeasible within turns of the loop at line 9 <= 3, by propagation, assuming list != NULL, because `n > 3` is true in line 7
            12:9  i < l1  case 3   infeasible, by sat
            12:9  i < l1  reached  unknown: solver limit, excluded within nodes <= 4
          replay disagrees in t3: at once: expected b1+, compiled code ended
          findings
            line 20: signed-overflow: i + 1 can overflow (shown by t2)

        exit status 4: a mistake of probant itself, please report it
    "#]].assert_eq(&terminal(&sample(), exit_status(&sample()), false));
}

#[test]
fn colour_comes_only_when_asked_for() {
    assert!(!terminal(&sample(), exit_status(&sample()), false).contains('\x1b'));
    assert!(
        terminal(&sample(), exit_status(&sample()), true)
            .contains("\x1b[31msigned-overflow\x1b[0m")
    );
}

#[test]
fn the_highest_status_applies() {
    let mut suite = sample();
    assert_eq!(exit_status(&suite), ExitStatus::OwnError);
    suite.functions[0].tests[2].replayed = Replay::Agrees;
    assert_eq!(exit_status(&suite), ExitStatus::Finding);
    suite.functions[0].findings.clear();
    assert_eq!(exit_status(&suite), ExitStatus::Unknown);
    suite.functions[0].objectives[3].verdict = Verdict::Covered { test: "t1".into() };
    assert_eq!(exit_status(&suite), ExitStatus::Unknown, "the run was ended early");
    suite.functions[0].status = Status::Complete;
    assert_eq!(exit_status(&suite), ExitStatus::Done);
    let codes = [ExitStatus::Done, ExitStatus::Unknown, ExitStatus::Finding, ExitStatus::BadInput];
    assert_eq!(codes.map(ExitStatus::code), [0, 1, 2, 3]);
}
