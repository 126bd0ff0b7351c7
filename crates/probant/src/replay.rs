//! Replaying tests on compiled code, and what was measured.

use crate::distrust::drop_disagreeing;
use crate::front::Unit;
use crate::pipeline::Watch;
use crate::stubs;
use engine::Generated;
use entity::EntityRef;
use ir::{Event, Func, Inst};
use native::{
    Compiler, CondSite, GcovTotals, Limits, NativeError, NativeRun, ReplayUnit, Runtime, SwitchArm,
    SwitchSite,
};
use std::collections::BTreeSet;
use std::time::Duration;
use suite::{Coverage, FunctionReport, Meter, Replay, Test, Types, Verdict};

/// Tests that are compiled together. A compiler takes its time over large files, and between two of them we look at the clock.
const BATCH: usize = 256;

/// Runs tests natively with probes, compares event by event, and measures coverage. When it is late only the first batch is run.
pub(crate) fn replay(
    unit: &Unit,
    types: &Types,
    runtime: &Runtime,
    generated: &mut Generated,
    watch: &dyn Watch,
) -> Result<(), NativeError> {
    let sites = Sites::new(&unit.program);
    let report = &mut generated.report;
    let mut seen = BTreeSet::new();
    for (first, events) in generated.events.chunks(BATCH).enumerate().map(|(n, c)| (n * BATCH, c)) {
        if first > 0 && watch.is_late() {
            break;
        }
        let native_unit = ReplayUnit {
            text: &unit.map.text[..unit.native_len],
            conds: &sites.conds,
            switches: &sites.switches,
            types,
            function: &report.under_test,
        };
        let tests = &mut report.tests[first..first + events.len()];
        let runs = native::replay(runtime, &native_unit, tests, &limits_for(events))?;
        for ((test, run), events) in tests.iter_mut().zip(&runs).zip(events) {
            compare(&sites, test, run, events);
            if test.replayed == Replay::Agrees {
                seen.extend(run.events.iter().copied().map(key));
            }
        }
    }
    drop_disagreeing(generated);
    let report = &mut generated.report;
    let total = report.objectives.len() as u64;
    let by_probes = seen_by_probes(&sites, &seen, report, &generated.objective_events);
    let skipped = report.tests.is_empty() || watch.is_late();
    let gcov = if skipped { None } else { gcov(runtime.compiler(), types, report, unit)? };
    report.coverage =
        Some(Coverage { measured_by: Meter::Probes, branches: (by_probes, total), gcov });
    let missing = n_covered(report) - by_probes;
    if missing > 0 && report.tests.iter().all(|test| test.replayed != Replay::NotRun) {
        generated
            .disagreements
            .push(format!("{missing} outcomes were claimed but not seen by the probes"));
    }
    Ok(())
}

/// Room for what tests are expected to show: what does not fit into the record is not seen.
fn limits_for(events: &[Vec<Event>]) -> Limits {
    let words = |event: &Event| match event {
        Event::Cond(..) => 1,
        Event::Switch(..) => 3,
    };
    let most = events.iter().map(|events| events.iter().map(words).sum::<u32>()).max();
    let standard = Limits::standard();
    Limits { event_words: standard.event_words.max(most.unwrap_or(0) + 64), ..standard }
}

fn compare(sites: &Sites, test: &mut Test, run: &NativeRun, events: &[Event]) {
    let expected: Vec<native::Event> = events.iter().map(|&event| sites.event(event)).collect();
    test.replayed = native::compare(&expected, &test.ends, run, |event| format!("{event:?}"));
}

fn n_covered(report: &FunctionReport) -> u64 {
    let covered =
        |objective: &&suite::Objective| matches!(objective.verdict, Verdict::Covered { .. });
    report.objectives.iter().filter(covered).count() as u64
}

/// Without replay the interpreter's word stands.
pub(crate) fn measure_by_interpreter(generated: &mut Generated) {
    let report = &mut generated.report;
    let branches = (n_covered(report), report.objectives.len() as u64);
    report.coverage = Some(Coverage { measured_by: Meter::Interpreter, branches, gcov: None });
}

/// How many covered objectives the probes saw too.
fn seen_by_probes(
    sites: &Sites,
    seen: &BTreeSet<(bool, u32, u32)>,
    report: &FunctionReport,
    events: &[Vec<Event>],
) -> u64 {
    let covered =
        |objective: &suite::Objective| matches!(objective.verdict, Verdict::Covered { .. });
    let seen_here = |event: &Event| seen.contains(&key(sites.event(*event)));
    let both = report.objectives.iter().zip(events).filter(|(objective, events)| {
        covered(objective) && (events.is_empty() || events.iter().any(seen_here))
    });
    both.count() as u64
}

fn gcov(
    compiler: &Compiler,
    types: &Types,
    report: &FunctionReport,
    unit: &Unit,
) -> Result<Option<(u64, u64)>, NativeError> {
    let mut compiler = compiler.clone();
    compiler.args.extend(stubs::linker_flags(&report.under_test.replaced));
    let options = emit::PlainOptions { compile_command: String::new() };
    let text = emit::plain(types, report, &options);
    let functions: BTreeSet<&str> =
        report.objectives.iter().map(|objective| objective.in_function.as_str()).collect();
    let functions: Vec<&str> =
        functions.into_iter().filter(|name| unit.program.find_func(name).is_some()).collect();
    match native::gcov_branches(&compiler, "gcov", &text, &functions, Duration::from_secs(20))? {
        GcovTotals::Measured { taken, total } => Ok(Some((taken, total))),
        GcovTotals::Skipped(_) => Ok(None),
    }
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
            if data.body.is_some() && !data.system {
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
