//! Single questions: an input that gets there, or the proof that none does.

use super::{Sample, reached_line};
use crate::objectives::{Aim, Objectives, Within};
use crate::{Target, follow, prove, reach};
use expect_test::{Expect, expect};
use ir::{Event, Inst};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Asks for each outcome by itself.
#[track_caller]
fn check_reach(text: &str, expect: &Expect) {
    let sample = Sample::new(text);
    let all = Objectives::branches(&sample.program, sample.func, Within::Callees);
    let lines = all.all().map(|objective| {
        let target = Target::Aim(all.aim(objective).clone());
        let reached = reach(&sample.program, sample.func, &target, &|| false);
        let id = &all.ids[entity::EntityRef::index(objective)];
        format!("{id}: {}\n", reached_line(&reached))
    });
    expect.assert_eq(&lines.collect::<String>());
}

/// Asks of everything that could go wrong whether it can.
#[track_caller]
fn check_prove(text: &str, expect: &Expect) {
    let sample = Sample::new(text);
    let proofs = prove(&sample.program, sample.func, &|_| true, &|| false);
    let checks = proofs.checks.iter();
    let mut told = String::new();
    for (trap, reached) in checks {
        let _ = writeln!(told, "{}: {}", trap.kind.name(), reached_line(reached));
    }
    for (trap, cause) in &proofs.hollow {
        let (held, by) = (trap.kind.name(), cause.kind.name());
        let _ = writeln!(told, "{held} holds only because of {by}");
    }
    told.extend(proofs.not_followed.map(|why| format!("more may go wrong: {why}\n")));
    expect.assert_eq(&told);
}

#[test]
fn outcomes_one_by_one() {
    check_reach(
        "int f(int a, int b) { if (a == b * 3 && b > 100) return 1; if (a > b && b > a) return 2; return 0; }",
        &expect![[r"
            b1+: yes, [Bits(Int(32), 0), Bits(Int(32), 0)]
            b1-: yes, [Bits(Int(32), 1), Bits(Int(32), 0)]
            b2+: yes, [Bits(Int(32), 303), Bits(Int(32), 101)]
            b2-: yes, [Bits(Int(32), 0), Bits(Int(32), 0)]
            b3+: yes, [Bits(Int(32), 1), Bits(Int(32), 0)]
            b3-: yes, [Bits(Int(32), 0), Bits(Int(32), 0)]
            b4+: infeasible
            b4-: yes, [Bits(Int(32), 1), Bits(Int(32), 0)]
        "]],
    );
}

#[test]
fn an_outcome_behind_a_loop() {
    check_reach(
        "int f(unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += 2; if (s == 13) return 1; return 0; }",
        &expect![[r"
            b1+: yes, [Bits(Int(32), 1)]
            b1-: yes, [Bits(Int(32), 0)]
            b2+: infeasible
            b2-: yes, [Bits(Int(32), 0)]
        "]],
    );
}

#[test]
fn an_instruction() {
    let sample = Sample::new("int f(int a) { if (a > 4) return a - 4; return a * 2; }");
    let insts = sample.program.body(sample.func).insts.iter();
    let is_binary = |inst: &Inst| matches!(inst, Inst::Binary(..));
    let places: Vec<_> = insts.filter(|(_, inst)| is_binary(inst)).collect();
    for (inst, _) in places {
        let target = Target::Places(BTreeSet::from([(sample.func, inst)]));
        let reached = reach(&sample.program, sample.func, &target, &|| false);
        assert!(reached_line(&reached).starts_with("yes"), "{inst}: {reached:?}");
    }
}

#[test]
fn a_whole_path() {
    let sample =
        Sample::new("int f(int a, int b) { if (a > 0) b++; if (b > a) return 1; return 0; }");
    let all = Objectives::branches(&sample.program, sample.func, Within::Callees);
    let event = |id: &str| -> Event {
        let objective = all.by_id(id).expect("there is such an outcome");
        match all.aim(objective) {
            Aim::Event(event) => *event,
            other => unreachable!("a branch is an event, not {other:?}"),
        }
    };
    for path in [["b1+", "b2-"], ["b1-", "b2+"]] {
        let events: Vec<Event> = path.iter().map(|id| event(id)).collect();
        let reached = follow(&sample.program, sample.func, &events, &|| false);
        assert!(reached_line(&reached).starts_with("yes"), "{path:?}: {reached:?}");
    }
    let never = [event("b1+"), event("b1-")];
    let reached = follow(&sample.program, sample.func, &never, &|| false);
    assert_eq!(reached_line(&reached), "infeasible");
}

#[test]
fn what_plainly_cannot_go_wrong_is_no_question() {
    check_prove(
        "int f(unsigned char a) { int t[4] = {0}; return t[a & 3] / (a | 1); }",
        &expect![[r""]],
    );
}

#[test]
fn what_can_go_wrong_is_shown() {
    check_prove(
        "int f(int a, int b) { if (b != 0) return a / b; return a + 1; }",
        &expect![[r"
        signed-overflow: yes, [Bits(Int(32), 2147483648), Bits(Int(32), 4294967295)]
        signed-overflow: yes, [Bits(Int(32), 2147483647), Bits(Int(32), 0)]
        division-by-zero: infeasible
    "]],
    );
}

#[test]
fn a_proof_rests_on_what_was_asked() {
    check_prove(
        "/*@ requires 0 <= a <= 1000; */ int f(int a) { return a * a; }",
        &expect![[r"
        signed-overflow: infeasible, assumes 0 <= a <= 1000
    "]],
    );
}

#[test]
fn a_proof_while_a_preference_holds_says_so() {
    check_prove(
        "int f(int *a, int *b) { *a = 1; *b = 0; return 5 / *a; }",
        &expect![[r"
        division-by-zero: unknown, excluded only while a and b lie apart
        out-of-bounds: infeasible
        out-of-bounds: infeasible
        out-of-bounds: infeasible
    "]],
    );
}
