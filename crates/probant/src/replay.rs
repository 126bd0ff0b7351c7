//! Replaying tests on compiled code, and what was measured.

use crate::front::Unit;
use engine::Generated;
use entity::EntityRef;
use ir::{Event, Func, Inst};
use native::{
    Compiler, CondSite, GcovTotals, Limits, NativeError, ReplayUnit, Runtime, SwitchArm, SwitchSite,
};
use std::collections::BTreeSet;
use std::time::Duration;
use suite::{Coverage, Ends, Meter, Replay, Types, Verdict};

/// Runs every test natively with probes, compares event by event, and measures coverage.
pub(crate) fn replay(
    unit: &Unit,
    types: &Types,
    runtime: &Runtime,
    generated: &mut Generated,
) -> Result<(), NativeError> {
    let sites = Sites::new(&unit.program);
    let report = &mut generated.report;
    let native_unit = ReplayUnit {
        text: &unit.map.text,
        conds: &sites.conds,
        switches: &sites.switches,
        types,
        function: &report.under_test,
    };
    let runs = native::replay(runtime, &native_unit, &report.tests, &Limits::standard())?;
    let mut seen = BTreeSet::new();
    for ((test, run), events) in report.tests.iter_mut().zip(&runs).zip(&generated.events) {
        let expected: Vec<native::Event> = events.iter().map(|&event| sites.event(event)).collect();
        test.replayed = native::compare(&expected, &test.ends, run, |event| format!("{event:?}"));
        if test.ends == Ends::Return || test.replayed == Replay::Agrees {
            seen.extend(run.events.iter().copied().map(key));
        }
    }
    let total = report.objectives.len() as u64;
    let claimed = report
        .objectives
        .iter()
        .filter(|objective| matches!(objective.verdict, Verdict::Covered { .. }))
        .count();
    let by_probes = seen_by_probes(&sites, &seen, report, &generated.objective_events);
    if by_probes < claimed as u64 {
        let missing = claimed as u64 - by_probes;
        generated
            .disagreements
            .push(format!("{missing} outcomes were claimed but not seen by the probes"));
    }
    let gcov = gcov(runtime.compiler(), types, report, unit)?;
    report.coverage =
        Some(Coverage { measured_by: Meter::Probes, branches: (by_probes, total), gcov });
    Ok(())
}

/// Without replay the interpreter's word stands.
pub(crate) fn measure_by_interpreter(generated: &mut Generated) {
    let report = &mut generated.report;
    let covered = report
        .objectives
        .iter()
        .filter(|objective| matches!(objective.verdict, Verdict::Covered { .. }))
        .count();
    let branches = (covered as u64, report.objectives.len() as u64);
    report.coverage = Some(Coverage { measured_by: Meter::Interpreter, branches, gcov: None });
}

/// How many covered objectives the probes saw too.
fn seen_by_probes(
    sites: &Sites,
    seen: &BTreeSet<(bool, u32, u32)>,
    report: &suite::FunctionReport,
    events: &[Event],
) -> u64 {
    let covered =
        |objective: &suite::Objective| matches!(objective.verdict, Verdict::Covered { .. });
    let seen_here = |event: Event| seen.contains(&key(sites.event(event)));
    let both = report
        .objectives
        .iter()
        .zip(events)
        .filter(|(objective, event)| covered(objective) && seen_here(**event));
    both.count() as u64
}

fn gcov(
    compiler: &Compiler,
    types: &Types,
    report: &suite::FunctionReport,
    unit: &Unit,
) -> Result<Option<(u64, u64)>, NativeError> {
    let options = emit::PlainOptions { compile_command: String::new() };
    let text = emit::plain(types, report, &options);
    let functions: BTreeSet<&str> =
        report.objectives.iter().map(|objective| objective.in_function.as_str()).collect();
    let functions: Vec<&str> =
        functions.into_iter().filter(|name| unit.program.find_func(name).is_some()).collect();
    match native::gcov_branches(compiler, "gcov", &text, &functions, Duration::from_secs(20))? {
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
struct Sites {
    conds: Vec<CondSite>,
    switches: Vec<SwitchSite>,
    cond_base: Vec<u32>,
    switch_base: Vec<u32>,
}

impl Sites {
    fn new(program: &ir::Program) -> Self {
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

    fn event(&self, event: Event) -> native::Event {
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
