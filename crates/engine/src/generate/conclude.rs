//! From what was found to a report: which tests are kept, what is said of every objective and of every cut.

use super::{Generated, Promise, Search, Stop};
use crate::boundary;
use crate::confirm::{Confirmed, Ending};
use crate::describe::{Describer, place_of};
use crate::minimise::minimise;
use crate::objectives::{Aim, Objective};
use crate::polish::polish;
use crate::verdict::{Verdict, judge};
use crate::walk::Cut;
use entity::{EntityRef, EntitySet};
use ir::input::Input;
use ir::{Event, Func, Trap, Value};
use source::SourceMap;
use std::collections::{BTreeMap, BTreeSet};
use suite::{Ends, FunctionReport, Status};

/// Suites larger than this are not polished: nobody reads them.
const POLISHED: usize = 500;

/// What the tests show, each with the first test that does.
#[derive(Default)]
struct Shown {
    covered: BTreeMap<Objective, String>,
    traps: BTreeMap<Trap, String>,
    /// Places that allocate what is lost.
    leaks: BTreeMap<(Func, Value), String>,
}

impl Shown {
    /// Takes in a test, and tells which objectives it is the first to cover.
    fn note(
        &mut self,
        id: &str,
        reached: &EntitySet<Objective>,
        run: &Confirmed,
    ) -> Vec<Objective> {
        if let Ending::Trapped(trap) = run.ending {
            self.traps.entry(trap).or_insert_with(|| id.to_owned());
        }
        for &site in &run.leaks {
            self.leaks.entry(site).or_insert_with(|| id.to_owned());
        }
        let new: Vec<Objective> =
            reached.iter().filter(|objective| !self.covered.contains_key(objective)).collect();
        self.covered.extend(new.iter().map(|&objective| (objective, id.to_owned())));
        new
    }
}

impl Search<'_> {
    /// The report, and what replay needs beside it.
    pub(super) fn conclude(
        mut self,
        map: &SourceMap,
        describer: &mut Describer<'_>,
        include: &str,
        stop: Stop<'_>,
    ) -> Generated {
        let kept = self.select();
        let progress = self.progress();
        let polishing = || kept.len() <= POLISHED && !stop(&progress);
        let mut report = FunctionReport::new(
            describer.under_test(map, self.func, include),
            self.options.criterion.name(),
        );
        let mut shown = Shown::default();
        let (mut events, mut inputs) = (Vec::new(), Vec::new());
        for (number, &index) in kept.iter().enumerate() {
            let (input, run) = if polishing() { self.polished(index) } else { self.found(index) };
            let id = format!("t{}", number + 1);
            let new = shown.note(&id, &self.candidates[index].reached, &run);
            let covers = new.iter().map(|new| self.objectives.ids[new.index()].clone()).collect();
            report.tests.push(suite::Test {
                id,
                outputs: run.outputs(describer, self.func, &input),
                inputs: run.inputs(describer, self.func, &input),
                path: self.own_events(&run).map(|event| self.objectives.name(event)).collect(),
                covers,
                formula: self.candidates[index].formula.clone(),
                ends: self.ends(map, &run.ending),
                replayed: suite::Replay::NotRun,
            });
            events.push(self.own_events(&run).collect());
            inputs.push(input);
        }
        self.report_verdicts(map, &shown, &mut report);
        let aims = self.objectives.aims.iter();
        let objective_events =
            aims.map(|aim| boundary::visible(self.probes, aim.events(self.program))).collect();
        let promises = self.promises(describer);
        let disagreements = self.disagreements;
        Generated { report, objective_events, events, inputs, promises, disagreements }
    }

    /// What was excluded and is covered all the same is a mistake of ours.
    fn look_for_contradictions(&mut self, shown: &Shown) {
        for (objective, test) in &shown.covered {
            if let Some(Verdict::Infeasible(_)) = self.decided.get(objective) {
                let id = &self.objectives.ids[objective.index()];
                self.disagreements.push(format!("{id} was excluded, and {test} covers it"));
            }
        }
    }

    /// Everything of the report that is not a test.
    fn report_verdicts(&mut self, map: &SourceMap, shown: &Shown, report: &mut FunctionReport) {
        self.look_for_contradictions(shown);
        report.objectives = self.describe_objectives(map, &shown.covered);
        let (findings, duties) = self.findings(map, &shown.traps);
        (report.findings, report.duties) = (findings, duties);
        report.findings.extend(self.leak_findings(map, &shown.leaks));
        report.status = self.status(report);
        let walked = judge(self.walked(self.premises.clone()), self.options.asked);
        self.paths.complete = self.exhausted
            && self.unsupported.is_empty()
            && matches!(walked, Verdict::Infeasible(_));
        report.paths = self.options.criterion.walks_all_paths().then_some(self.paths);
        report.notes = self.all_notes();
        report.stats = vec![("solver_calls".into(), self.questions), ("steps".into(), self.steps)];
    }

    fn found(&self, index: usize) -> (Input, Confirmed) {
        let candidate = &self.candidates[index];
        (candidate.input.clone(), candidate.run.clone())
    }

    /// A candidate as people like to read it. The inputs of one path stay different.
    fn polished(&mut self, index: usize) -> (Input, Confirmed) {
        let candidate = &self.candidates[index];
        if candidate.another {
            return self.found(index);
        }
        let (input, run) = polish(&mut self.judge, &candidate.input, &candidate.run);
        let mut others = self.candidates[index + 1..].iter().take_while(|other| other.another);
        if others.any(|other| other.input == input) { self.found(index) } else { (input, run) }
    }

    /// What compiled code may yet show.
    fn promises(&self, describer: &mut Describer<'_>) -> Vec<Promise> {
        let reached = |objective: Objective| {
            self.candidates.iter().any(|candidate| candidate.reached.contains(objective))
        };
        let mut promises = Vec::new();
        for (&objective, input) in &self.promised {
            let Aim::Event(event) = *self.objectives.aim(objective) else { continue };
            if reached(objective) || self.excluded.borrow().contains(objective) {
                continue;
            }
            let test = suite::Test {
                id: String::new(),
                inputs: describer.inputs(self.func, input),
                outputs: suite::Outputs::default(),
                path: Vec::new(),
                covers: vec![self.objectives.ids[objective.index()].clone()],
                formula: None,
                ends: Ends::Return,
                replayed: suite::Replay::NotRun,
            };
            let input = input.clone();
            promises.push(Promise { objective: objective.index(), event, test, input });
        }
        promises
    }

    /// The events of a run that are the program's own.
    fn own_events(&self, run: &Confirmed) -> impl Iterator<Item = Event> {
        let own = |event: &&Event| boundary::probe(self.probes, **event).is_none();
        run.events.iter().filter(own).copied()
    }

    /// What a reader should know: clauses left out, and why prefixes were cut.
    fn all_notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.notes.iter().cloned().collect();
        if self.options.criterion.walks_all_paths() {
            notes.extend(self.cuts.iter().map(|cut| self.describe_cut(cut)));
        }
        notes
    }

    pub(super) fn note_left_out(&mut self, clauses: &[(String, String)]) {
        let contract = self.program.funcs[self.func].contract.as_ref();
        let is_lost = |text: &str| {
            let mut clauses = contract.iter().flat_map(|contract| &contract.requires);
            clauses.any(|it| it.text == text && it.meaning.is_err() && it.code.is_none())
        };
        for (clause, reason) in clauses {
            self.notes.insert(if is_lost(clause) {
                format!("the clause `{clause}` is not used: {reason}")
            } else {
                format!("`{clause}` is no constraint, each input is asked about it: {reason}")
            });
        }
    }

    fn describe_cut(&self, cut: &Cut) -> String {
        let (why, within) = self.describe().cut(cut);
        match within {
            Some((what, most)) => format!("some prefixes were cut: {why} ({what} <= {most})"),
            None => format!("some prefixes were cut: {why}"),
        }
    }

    /// The candidates that become tests: all paths, or a small suite; and one reproducer per trap.
    fn select(&self) -> Vec<usize> {
        if self.options.criterion.walks_all_paths() {
            return (0..self.candidates.len()).collect();
        }
        if let Some(mut kept) = self.chosen.clone() {
            kept.extend(self.trapping());
            kept.sort_unstable();
            kept.dedup();
            return kept;
        }
        let returning: Vec<usize> = (0..self.candidates.len())
            .filter(|&index| matches!(self.candidates[index].run.ending, Ending::Returned(_)))
            .collect();
        let reached: Vec<_> =
            returning.iter().map(|&index| self.candidates[index].reached.clone()).collect();
        let cost: Vec<u64> =
            returning.iter().map(|&index| self.candidates[index].run.steps).collect();
        let mut kept: Vec<usize> =
            minimise(&reached, &cost).into_iter().map(|index| returning[index]).collect();
        if self.objectives.is_empty() {
            kept.extend(returning.first());
        }
        for (site, &index) in &self.leaks {
            if !kept.iter().any(|&kept| self.candidates[kept].run.leaks.contains(site)) {
                kept.push(index);
            }
        }
        kept.sort_unstable();
        kept.extend(self.trapping());
        kept
    }

    /// One reproducer per trap, and what it takes to reach objectives that no test that returns reaches.
    fn trapping(&self) -> Vec<usize> {
        let mut kept: BTreeSet<usize> = self.traps.values().copied().collect();
        let mut reached = self.covered.borrow().clone();
        let trapping =
            |index: &usize| matches!(self.candidates[*index].run.ending, Ending::Trapped(_));
        let candidates: Vec<usize> = (0..self.candidates.len()).filter(trapping).collect();
        for &index in kept.clone().iter().chain(&candidates) {
            let fresh: Vec<_> = self.candidates[index]
                .reached
                .iter()
                .filter(|&objective| reached.insert(objective))
                .collect();
            if !fresh.is_empty() {
                kept.insert(index);
            }
        }
        kept.into_iter().collect()
    }

    fn ends(&self, map: &SourceMap, ending: &Ending) -> Ends {
        match ending {
            Ending::Returned(_) => Ends::Return,
            Ending::Trapped(trap) => {
                Ends::Trap { kind: trap.kind.name().to_owned(), line: self.trap_line(map, *trap) }
            }
            Ending::Limit(what) | Ending::Other(what) => Ends::Limit { what: what.clone() },
        }
    }

    fn trap_line(&self, map: &SourceMap, trap: Trap) -> u32 {
        place_of(map, self.program.body(trap.func).spans[trap.inst]).1
    }

    /// What goes wrong: in the plain world, or because of what the user wrote, a finding; else for callers to see to.
    fn findings(
        &self,
        map: &SourceMap,
        reproducers: &BTreeMap<Trap, String>,
    ) -> (Vec<suite::Finding>, Vec<suite::Duty>) {
        let (mut findings, mut duties) = (Vec::new(), Vec::new());
        for (trap, test) in reproducers {
            let span = self.program.body(trap.func).spans[trap.inst];
            let what = suite::Finding {
                kind: trap.kind.name().to_owned(),
                in_function: self.program.funcs[trap.func].name.clone(),
                line: self.trap_line(map, *trap),
                message: format!("{} in `{}`", trap.kind.sentence(), map.original(span)),
                test: Some(test.clone()),
            };
            match self.duties.get(trap).filter(|_| !self.plain_traps.contains(trap)) {
                Some(premise) => {
                    let said = premise.said(self.program, self.func);
                    let (sentence, clause) = (said.to_string(), said.ask());
                    duties.push(suite::Duty { what, sentence, clause });
                }
                None => findings.push(what),
            }
        }
        (findings, duties)
    }

    /// One finding per place where something is allocated that is lost.
    fn leak_findings(
        &self,
        map: &SourceMap,
        losers: &BTreeMap<(Func, Value), String>,
    ) -> Vec<suite::Finding> {
        let finding = |(&(func, inst), test): (&(Func, Value), &String)| {
            let span = self.program.body(func).spans[inst];
            suite::Finding {
                kind: "memory-leak".to_owned(),
                in_function: self.program.funcs[func].name.clone(),
                line: place_of(map, span).1,
                message: format!(
                    "what `{}` allocates is neither freed nor within reach when `{}` returns",
                    map.original(span),
                    self.program.funcs[self.func].name
                ),
                test: Some(test.clone()),
            }
        };
        losers.iter().map(finding).collect()
    }

    fn status(&self, report: &FunctionReport) -> Status {
        let open = report
            .objectives
            .iter()
            .any(|objective| matches!(objective.verdict, suite::Verdict::Unknown { .. }));
        let cut_paths = self.options.criterion.walks_all_paths()
            && !(self.exhausted && self.unsupported.is_empty());
        if open || cut_paths || self.stopped { Status::Partial } else { Status::Complete }
    }
}
