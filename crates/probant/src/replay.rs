//! Replaying tests on compiled code, and what was measured.

use crate::distrust::drop_disagreeing;
use crate::front::Unit;
use crate::pipeline::Replaying;
use emit::TestsOf;
use engine::Generated;
use entity::EntityRef;
use ir::{Event, Func, Inst};
use native::{
    Attempt, CondSite, GcovTotals, Limits, NativeError, NativeRun, ReplayUnit, SwitchArm,
    SwitchSite,
};
use source::Span;
use std::collections::BTreeSet;
use suite::{Coverage, Ends, Finding, FunctionReport, Meter, Replay, Test, Verdict};

/// Runs the tests of all functions of a file natively with probes, compares event by event, and measures coverage. Beside each
/// function stands what kept its tests from being run.
pub(crate) fn replay(
    unit: &Unit,
    replaying: &Replaying<'_>,
    found: &mut [&mut Generated],
) -> Vec<Option<NativeError>> {
    let sites = Sites::new(&unit.program);
    let native_unit = sites.unit(unit);
    let events = found.iter().flat_map(|one| &one.events);
    let limits = Limits { whole: replaying.left(), ..limits_for(events) };
    let groups: Vec<TestsOf<'_>> = found.iter().map(|one| tests_of(one)).collect();
    let results = native::replay(replaying.runtime, &native_unit, &groups, &limits);
    let mut failed = Vec::new();
    for (generated, result) in found.iter_mut().zip(results) {
        failed.push(match result {
            Ok(runs) => {
                judge(unit, &sites, generated, &runs);
                None
            }
            Err(error) => {
                measure_by_interpreter(generated);
                Some(error)
            }
        });
    }
    if replaying.gcov {
        count_by_gcov(unit, replaying, &native_unit, found);
    }
    failed
}

/// The tests of a function, for a program with those of others.
pub(crate) fn tests_of(generated: &Generated) -> TestsOf<'_> {
    let report = &generated.report;
    TestsOf { types: &report.types, function: &report.under_test, tests: &report.tests }
}

/// What the runs of a function's tests say about it.
fn judge(unit: &Unit, sites: &Sites, generated: &mut Generated, runs: &[NativeRun]) {
    let report = &mut generated.report;
    let mut seen = BTreeSet::new();
    let line = line_of(unit, &report.under_test.name);
    for (index, (run, events)) in runs.iter().zip(&generated.events).enumerate() {
        compare(unit, sites, &mut report.tests[index], run, events);
        tell_attempts(report, line, index, run);
        let test = &report.tests[index];
        let counts = match test.replayed {
            Replay::Agrees => true,
            Replay::Disagrees(_) => false,
            Replay::NotRun => test.ends == Ends::Return,
        };
        if counts {
            seen.extend(run.events.iter().copied().map(key));
        }
    }
    drop_disagreeing(generated);
    let report = &mut generated.report;
    report.interpreted = unseen(sites, &seen, report, &generated.objective_events);
    let missing = report.interpreted.len() as u64;
    let branches = (n_covered(report) - missing, report.objectives.len() as u64);
    report.coverage = Some(Coverage { measured_by: Meter::Probes, branches, gcov: None });
    if missing > 0 && report.tests.iter().all(|test| test.replayed != Replay::NotRun) {
        generated
            .disagreements
            .push(format!("{missing} outcomes were claimed but not seen by the probes"));
    }
}

/// Where a function is defined.
fn line_of(unit: &Unit, function: &str) -> u32 {
    let func = unit.program.find_func(function);
    let place = func.and_then(|func| unit.map.locate(unit.program.funcs[func].span.lo));
    place.map_or(0, |place| place.line)
}

/// What a run of a test tried that nobody lets it do: findings, told once for a function. A test that was kept from something
/// says nothing where it went another way.
fn tell_attempts(report: &mut FunctionReport, line: u32, index: usize, run: &NativeRun) {
    let name = report.under_test.name.clone();
    let test = &mut report.tests[index];
    let attempts = Attempt::all_of(run);
    if !attempts.is_empty() && matches!(test.replayed, Replay::Disagrees(_)) {
        test.replayed = Replay::NotRun;
    }
    for attempt in attempts {
        let message = format!("when it is run, `{name}` {}", attempt.sentence());
        if !attempt.is_finding() {
            if !report.notes.contains(&message) {
                report.notes.push(message);
            }
        } else if !report.findings.iter().any(|finding| finding.message == message) {
            report.findings.push(Finding {
                kind: attempt.kind().to_owned(),
                in_function: name.clone(),
                line,
                message,
                test: Some(test.id.clone()),
            });
        }
    }
}

/// Room for what tests are expected to show: what does not fit into the record is not seen.
fn limits_for<'a>(events: impl Iterator<Item = &'a Vec<Event>>) -> Limits {
    let words = |event: &Event| match event {
        Event::Cond(..) => 1,
        Event::Switch(..) => 3,
    };
    let most = events.map(|events| events.iter().map(words).sum::<u32>()).max();
    let standard = Limits::standard();
    Limits { event_words: standard.event_words.max(most.unwrap_or(0) + 64), ..standard }
}

fn compare(unit: &Unit, sites: &Sites, test: &mut Test, run: &NativeRun, events: &[Event]) {
    let expected: Vec<native::Event> = events.iter().map(|&event| sites.event(event)).collect();
    let name = |event| sites.spelled(unit, event);
    test.replayed = native::compare(&expected, &test.ends, run, name);
}

fn covered(objective: &suite::Objective) -> bool {
    matches!(objective.verdict, Verdict::Covered { .. })
}

fn n_covered(report: &FunctionReport) -> u64 {
    report.objectives.iter().filter(|objective| covered(objective)).count() as u64
}

/// Without replay the interpreter's word stands.
pub(crate) fn measure_by_interpreter(generated: &mut Generated) {
    let report = &mut generated.report;
    let branches = (n_covered(report), report.objectives.len() as u64);
    let interpreted = report.objectives.iter().filter(|objective| covered(objective));
    report.interpreted = interpreted.map(|objective| objective.id.clone()).collect();
    report.coverage = Some(Coverage { measured_by: Meter::Interpreter, branches, gcov: None });
}

/// The covered objectives that the probes did not see.
fn unseen(
    sites: &Sites,
    seen: &BTreeSet<(bool, u32, u32)>,
    report: &FunctionReport,
    events: &[Vec<Event>],
) -> Vec<String> {
    let seen_here = |event: &Event| seen.contains(&key(sites.event(*event)));
    let replayed = |objective: &suite::Objective| match &objective.verdict {
        Verdict::Covered { test } => {
            report.test(test).is_some_and(|test| test.replayed != Replay::NotRun)
        }
        Verdict::Infeasible { .. } | Verdict::Unknown { .. } => false,
    };
    let unseen = report.objectives.iter().zip(events).filter(|(objective, events)| {
        let seen =
            if events.is_empty() { replayed(objective) } else { events.iter().any(seen_here) };
        covered(objective) && !seen
    });
    unseen.map(|(objective, _)| objective.id.clone()).collect()
}

/// Lets gcov count as well, in one build without our probes.
fn count_by_gcov(
    unit: &Unit,
    replaying: &Replaying<'_>,
    native_unit: &ReplayUnit<'_>,
    found: &mut [&mut Generated],
) {
    let limits = Limits { whole: replaying.left(), ..Limits::standard() };
    let groups: Vec<(TestsOf<'_>, Vec<&str>)> =
        found.iter().map(|one| (tests_of(one), measured(unit, &one.report))).collect();
    // What gcov cannot say is missing from the report; our own probes have spoken.
    let Ok(totals) =
        native::gcov_branches(replaying.runtime, "gcov", native_unit, &groups, &limits)
    else {
        return;
    };
    for (generated, total) in found.iter_mut().zip(totals) {
        let coverage = generated.report.coverage.as_mut();
        if let (GcovTotals::Measured { taken, total }, Some(coverage)) = (total, coverage) {
            coverage.gcov = Some((taken, total));
        }
    }
}

/// The functions that objectives of a report belong to.
fn measured<'a>(unit: &Unit, report: &'a FunctionReport) -> Vec<&'a str> {
    let functions: BTreeSet<&str> =
        report.objectives.iter().map(|objective| objective.in_function.as_str()).collect();
    functions.into_iter().filter(|name| unit.program.find_func(name).is_some()).collect()
}

fn key(event: native::Event) -> (bool, u32, u32) {
    match event {
        native::Event::Cond(id, truth) => (true, id, u32::from(truth)),
        native::Event::Switch(id, target) => (false, id, target),
    }
}

/// The conditions and switches of a program, numbered for the probes.
pub(crate) struct Sites {
    pub(crate) conds: Vec<CondSite>,
    pub(crate) switches: Vec<SwitchSite>,
    cond_base: Vec<u32>,
    switch_base: Vec<u32>,
}

impl Sites {
    pub(crate) fn new(program: &ir::Program) -> Self {
        let mut sites = Self {
            conds: Vec::new(),
            switches: Vec::new(),
            cond_base: Vec::new(),
            switch_base: Vec::new(),
        };
        for (func, data) in program.funcs.iter() {
            sites.cond_base.push(sites.conds.len() as u32);
            sites.switch_base.push(sites.switches.len() as u32);
            if data.is_own() {
                sites.add(program, func);
            }
        }
        sites
    }

    fn add(&mut self, program: &ir::Program, func: Func) {
        let body = program.body(func);
        for cond in body.conds.values() {
            let id = self.conds.len() as u32;
            self.conds.push(CondSite { id, lo: cond.span.lo, hi: cond.span.hi });
        }
        for (switch, data) in body.switches.iter() {
            let id = self.switches.len() as u32;
            let site = body.insts.values().find_map(|inst| match inst {
                Inst::Switch { signed, event: Some(event), arms, default, .. }
                    if *event == switch =>
                {
                    Some(SwitchSite {
                        id,
                        lo: data.span.lo,
                        hi: data.span.hi,
                        signed: *signed,
                        arms: arms
                            .iter()
                            .map(|arm| SwitchArm { lo: arm.lo, hi: arm.hi, target: arm.target })
                            .collect(),
                        otherwise: *default,
                    })
                }
                _ => None,
            });
            self.switches.push(site.unwrap_or(SwitchSite {
                id,
                lo: 0,
                hi: 0,
                signed: true,
                arms: Vec::new(),
                otherwise: 0,
            }));
        }
    }

    /// The unit as replay wants it.
    pub(crate) fn unit<'a>(&'a self, unit: &'a Unit) -> ReplayUnit<'a> {
        let text = &unit.map.text[..unit.native_len];
        ReplayUnit { text, conds: &self.conds, switches: &self.switches }
    }

    /// What the probes saw, in the words of the source.
    fn spelled(&self, unit: &Unit, event: native::Event) -> String {
        let said = |lo: u32, hi: u32, how: String| {
            let line = unit.map.locate(lo).map_or(0, |place| place.line);
            format!("`{}` {how} in line {line}", unit.map.original(Span { lo, hi }))
        };
        match event {
            native::Event::Cond(id, truth) => {
                let site = &self.conds[id as usize];
                said(site.lo, site.hi, format!("is {truth}"))
            }
            native::Event::Switch(id, target) => {
                let site = &self.switches[id as usize];
                said(site.lo, site.hi, format!("takes target {}", target + 1))
            }
        }
    }

    /// An event as the probes number it.
    pub(crate) fn event(&self, event: Event) -> native::Event {
        match event {
            Event::Cond(site, truth) => native::Event::Cond(
                self.cond_base[site.func.index()] + site.cond.index() as u32,
                truth,
            ),
            Event::Switch(site, target) => native::Event::Switch(
                self.switch_base[site.func.index()] + site.switch.index() as u32,
                target,
            ),
        }
    }
}
