//! Tests that compiled code does not bear out: none of them is kept. What only they reached is unknown, and the difference is
//! told. That our model of C, or of a function of elsewhere, is wrong somewhere is no reason to hand out a test that fails.

use engine::Generated;
use ir::Event;
use std::collections::BTreeMap;
use suite::{ObjectiveKind, Replay, Status, Verdict};

/// Takes the tests out on which replay disagrees; how many there were.
pub(crate) fn drop_disagreeing(generated: &mut Generated) -> usize {
    let (mut dropped, mut by_address) = (BTreeMap::new(), BTreeMap::new());
    for test in &generated.report.tests {
        if let Replay::Disagrees(difference) = &test.replayed {
            let is_by_address = generated.by_address.contains(&test.id);
            let kind = if is_by_address { &mut by_address } else { &mut dropped };
            kind.insert(test.id.clone(), difference.clone());
        }
    }
    drop_tests(generated, &by_address, engine::confirm::ADDRESSES_DECIDE);
    for id in by_address.keys() {
        let note = format!("a test ({id}) was left out: {}", engine::confirm::ADDRESSES_DECIDE);
        generated.report.notes.push(note);
    }
    drop_tests(generated, &dropped, "compiled code does otherwise than foreseen");
    for (id, difference) in &dropped {
        let note =
            format!("a test ({id}) was left out, since compiled code does otherwise: {difference}");
        generated.report.notes.push(note);
    }
    dropped.len()
}

/// Takes tests out, each with what is wrong with it; what only they reached is unknown, with what that means.
pub(crate) fn drop_tests(
    generated: &mut Generated,
    dropped: &BTreeMap<String, String>,
    meaning: &str,
) {
    if dropped.is_empty() {
        return;
    }
    let is_kept: Vec<bool> =
        generated.report.tests.iter().map(|test| !dropped.contains_key(&test.id)).collect();
    keep(&mut generated.report.tests, &is_kept);
    keep(&mut generated.events, &is_kept);
    keep(&mut generated.inputs, &is_kept);
    let is_shown = |test: &Option<String>| test.as_ref().is_none_or(|id| !dropped.contains_key(id));
    generated.report.findings.retain(|finding| is_shown(&finding.test));
    generated.report.duties.retain(|duty| is_shown(&duty.what.test));
    reopen(generated, dropped, meaning);
}

fn keep<T>(all: &mut Vec<T>, is_kept: &[bool]) {
    let mut flags = is_kept.iter();
    all.retain(|_| flags.next().copied().unwrap_or(true));
}

/// What only tests that were dropped have reached is open again.
fn reopen(generated: &mut Generated, dropped: &BTreeMap<String, String>, meaning: &str) {
    let report = &mut generated.report;
    for (objective, events) in report.objectives.iter_mut().zip(&generated.objective_events) {
        let Verdict::Covered { test } = &objective.verdict else { continue };
        let Some(difference) = dropped.get(test) else { continue };
        let shows = |seen: &Vec<Event>| seen.iter().any(|event| events.contains(event));
        let by_events = !matches!(objective.kind, ObjectiveKind::Mcdc | ObjectiveKind::Path);
        let other = generated.events.iter().position(shows).filter(|_| by_events);
        if let Some(other) = other {
            let test = &mut report.tests[other];
            test.covers.push(objective.id.clone());
            objective.verdict = Verdict::Covered { test: test.id.clone() };
            continue;
        }
        objective.verdict = Verdict::Unknown {
            reason: format!("{meaning}: {difference}"),
            excluded_within: Vec::new(),
            excluded_while: Vec::new(),
        };
        report.status = Status::Partial;
    }
}
