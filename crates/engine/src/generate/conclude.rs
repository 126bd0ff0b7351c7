//! From what was found to a report: which tests are kept, what is said of every objective and of every cut.

use super::{Criterion, Engines, Generated, Promise, Search, Stop};
use crate::boundary;
use crate::confirm::{Confirmed, Ending};
use crate::describe::{Describer, describe_event, place_of};
use crate::minimise::minimise;
use crate::objectives::{Aim, Objective};
use crate::polish::polish;
use crate::scope::{allocations_succeed, parse_bound, taken_for_granted, unless_they_overlap};
use crate::walk::Cut;
use entity::EntityRef;
use ir::input::Input;
use ir::{Event, Func, Trap, Value};
use source::SourceMap;
use std::collections::{BTreeMap, BTreeSet};
use suite::{Ends, FunctionReport, Outcome, PathMethod, Scope, Status, Verdict};

/// Suites larger than this are not polished: nobody reads them.
const POLISHED: usize = 500;

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
        let (mut events, mut inputs) = (Vec::new(), Vec::new());
        let mut first_cover: BTreeMap<Objective, String> = BTreeMap::new();
        let mut reproducers: BTreeMap<Trap, String> = BTreeMap::new();
        let mut losers: BTreeMap<(Func, Value), String> = BTreeMap::new();
        for (number, &index) in kept.iter().enumerate() {
            let candidate = &self.candidates[index];
            let polished = (polishing() && !candidate.another)
                .then(|| polish(&mut self.judge, &candidate.input, &candidate.run));
            // The inputs of one path stay different.
            let others = self.candidates[index + 1..].iter().take_while(|other| other.another);
            let is_new = |input: &Input| !others.clone().any(|other| other.input == *input);
            let (input, run) = polished
                .filter(|(input, _)| is_new(input))
                .unwrap_or_else(|| (candidate.input.clone(), candidate.run.clone()));
            let id = format!("t{}", number + 1);
            let mut covers = Vec::new();
            for objective in candidate.reached.iter() {
                first_cover.entry(objective).or_insert_with(|| {
                    covers.push(self.objectives.ids[objective.index()].clone());
                    id.clone()
                });
            }
            if let Ending::Trapped(trap) = run.ending {
                reproducers.entry(trap).or_insert_with(|| id.clone());
            }
            for &site in &run.leaks {
                losers.entry(site).or_insert_with(|| id.clone());
            }
            let outputs = run.outputs(describer, self.func, &input);
            report.tests.push(suite::Test {
                id,
                inputs: run.inputs(describer, self.func, &input),
                outputs,
                path: self.own_events(&run).map(|event| self.objectives.name(event)).collect(),
                covers,
                formula: candidate.formula.clone(),
                ends: self.ends(map, &run.ending),
                replayed: suite::Replay::NotRun,
            });
            events.push(self.own_events(&run).collect());
            inputs.push(input);
        }
        let aims = self.objectives.aims.iter();
        let objective_events =
            aims.map(|aim| boundary::visible(self.probes, aim.events(self.program))).collect();
        report.objectives = self.describe_objectives(map, &first_cover);
        report.findings = self.findings(map, &reproducers);
        report.findings.extend(self.leak_findings(map, &losers));
        report.status = self.status(&report);
        let overlap = self.what_lies_apart();
        self.paths.complete = self.exhausted
            && self.unsupported.is_empty()
            && self.bounds.is_empty()
            && overlap.is_none();
        report.paths = self.options.criterion.walks_all_paths().then_some(self.paths);
        report.notes = self.all_notes();
        report.stats = vec![("solver_calls".into(), self.questions), ("steps".into(), self.steps)];
        let promises = self.promises(describer);
        let disagreements = self.disagreements;
        Generated { report, objective_events, events, inputs, promises, disagreements }
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
        let (why, within) = self.why_cut(cut);
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

    fn describe_objectives(
        &self,
        map: &SourceMap,
        covered: &BTreeMap<Objective, String>,
    ) -> Vec<suite::Objective> {
        let verdict = |objective: Objective| match covered.get(&objective) {
            Some(test) => Verdict::Covered { test: test.clone() },
            None => match self.uncovered_objective(objective) {
                Verdict::Infeasible { scope, assumes, proof, .. } => {
                    let because = self.because(map, objective);
                    Verdict::Infeasible { scope, assumes, proof, because }
                }
                verdict => verdict,
            },
        };
        self.objectives
            .all()
            .map(|objective| self.describe_objective(map, objective, verdict(objective)))
            .collect()
    }

    /// The outcomes that together exclude an objective, for people.
    fn because(&self, map: &SourceMap, objective: Objective) -> Vec<String> {
        if self.options.criterion == Criterion::UniqueCause {
            return Vec::new();
        }
        if let Aim::Decisive(site, truth) = *self.objectives.aim(objective) {
            let event = Event::Cond(site, truth);
            if self.candidates.iter().any(|candidate| candidate.run.events.contains(&event)) {
                return vec!["another condition always masks it".to_owned()];
            }
        }
        let events = self.explained.get(&objective).into_iter().flatten();
        let own = events.filter(|&&event| boundary::probe(self.probes, event).is_none());
        own.map(|&event| describe_event(self.program, map, event)).collect()
    }

    fn describe_objective(
        &self,
        map: &SourceMap,
        objective: Objective,
        verdict: Verdict,
    ) -> suite::Objective {
        let aim = self.objectives.aim(objective);
        let span = aim.span(self.program);
        let (file, line, col) = place_of(map, span);
        let probe = match *aim {
            Aim::Event(event) => boundary::probe(self.probes, event),
            _ => None,
        };
        let (outcome, text) = match *aim {
            Aim::Event(_) if probe.is_some() => {
                let at = probe.map(|probe| probe.text.clone()).unwrap_or_default();
                (Outcome::Named(at), map.original(span))
            }
            Aim::Event(Event::Cond(_, truth))
            | Aim::Decided(_, truth)
            | Aim::Decisive(_, truth) => (Outcome::Truth(truth), map.original(span)),
            Aim::Evaluated(_) => (Outcome::Reached, map.original(span)),
            Aim::Place(..) => (Outcome::Reached, line_around(map, span.lo)),
            Aim::Event(Event::Switch(site, target)) => {
                let data = &self.program.body(site.func).switches[site.switch];
                let target = &data.targets[target as usize];
                let name = if target.implicit {
                    "default (implicit)".to_owned()
                } else {
                    map.original(target.span)
                };
                (Outcome::Named(name), map.original(data.span))
            }
        };
        let main_file = place_of(map, self.program.funcs[self.func].span).0;
        suite::Objective {
            id: self.objectives.ids[objective.index()].clone(),
            kind: self.options.criterion.kind(),
            in_function: self.program.funcs[aim.func()].name.clone(),
            file: file.filter(|file| Some(file) != main_file.as_ref()),
            line,
            col,
            text,
            outcome,
            verdict,
        }
    }

    /// What is known of an objective that no test reaches: the stronger of what goals and the walk say.
    pub(super) fn uncovered_objective(&self, objective: Objective) -> Verdict {
        match (self.decided.get(&objective), self.options.engines) {
            (Some(verdict @ Verdict::Infeasible { .. }), _) => verdict.clone(),
            (Some(verdict), Engines::Goals) => verdict.clone(),
            (Some(verdict), _) => match self.uncovered() {
                proof @ Verdict::Infeasible { .. } => proof,
                _ => verdict.clone(),
            },
            (None, _) => self.uncovered(),
        }
    }

    /// What a proof lacks where arrays that may overlap lay apart in all that was walked.
    fn what_lies_apart(&self) -> Option<String> {
        if self.overlap { None } else { unless_they_overlap(self.program, self.func) }
    }

    /// What the walk says of objectives that no test reaches.
    fn uncovered(&self) -> Verdict {
        let unknown = |reason: String| Verdict::Unknown { reason, excluded_within: Vec::new() };
        if let Some(reason) = self.unsupported.first() {
            return unknown(format!("paths meet what is not modelled: {reason}"));
        }
        if self.stopped {
            return self.out_of_time();
        }
        if !self.exhausted {
            return self.cut_short();
        }
        if let Some(bound) = self.bounds.first() {
            let excluded_within = self.bounds.iter().map(|bound| parse_bound(bound)).collect();
            return Verdict::Unknown { reason: format!("not within {bound}"), excluded_within };
        }
        if let Some(reason) = self.what_lies_apart() {
            return unknown(reason);
        }
        let scope = match self.options.criterion {
            Criterion::KPath(k) => {
                Scope::Bounded(vec![("turns of every loop".to_owned(), u64::from(k))])
            }
            _ => Scope::Unconditional,
        };
        let assumes = self
            .assumes
            .iter()
            .cloned()
            .chain(taken_for_granted(self.program, self.func))
            .chain(
                allocations_succeed(self.program, self.func)
                    .filter(|_| !self.options.malloc_may_fail),
            )
            .collect();
        let proof = match self.paths.method {
            PathMethod::Walk => "walking every path that could lead there".to_owned(),
            PathMethod::Exhaustion(inputs) => format!("running all {inputs} admissible inputs"),
        };
        Verdict::Infeasible { scope, assumes, proof, because: Vec::new() }
    }

    /// The budget ran out; where an earlier walk came to its end, what kept that one from more is the bound to raise.
    fn out_of_time(&self) -> Verdict {
        let Some(cut) = &self.kept_from_more else {
            let reason = "the budget ran out".to_owned();
            return Verdict::Unknown { reason, excluded_within: Vec::new() };
        };
        let (why, within) = self.why_cut(cut);
        let reason = format!("the budget ran out: {why}");
        Verdict::Unknown { reason, excluded_within: within.into_iter().collect() }
    }

    fn cut_short(&self) -> Verdict {
        let Some(cut) = self.cuts.first() else {
            let reason = "not every path was walked".to_owned();
            return Verdict::Unknown { reason, excluded_within: Vec::new() };
        };
        let (reason, within) = self.why_cut(cut);
        Verdict::Unknown { reason, excluded_within: within.into_iter().collect() }
    }

    /// Why prefixes were not followed, and the bound that it was if it was one.
    fn why_cut(&self, cut: &Cut) -> (String, Option<(String, u64)>) {
        match cut {
            Cut::Turns(_, _, most) => (
                "a loop would have to turn more often".to_owned(),
                Some(("turns of a loop".to_owned(), u64::from(*most))),
            ),
            Cut::Recursion(func, most) => {
                let name = &self.program.funcs[*func].name;
                (
                    format!("`{name}` would have to call itself more often"),
                    Some((format!("active calls of {name}"), u64::from(*most))),
                )
            }
            Cut::Events(most) => (
                "a path has too many branches".to_owned(),
                Some(("branches of a path".to_owned(), *most as u64)),
            ),
            Cut::Steps(most) => {
                ("a path is too long".to_owned(), Some(("steps of a path".to_owned(), *most)))
            }
            Cut::Input(why) => (format!("an input could not be built: {why}"), None),
            Cut::Undecided => ("the solver did not decide".to_owned(), None),
        }
    }

    fn findings(
        &self,
        map: &SourceMap,
        reproducers: &BTreeMap<Trap, String>,
    ) -> Vec<suite::Finding> {
        reproducers
            .iter()
            .map(|(trap, test)| {
                let span = self.program.body(trap.func).spans[trap.inst];
                suite::Finding {
                    kind: trap.kind.name().to_owned(),
                    in_function: self.program.funcs[trap.func].name.clone(),
                    line: self.trap_line(map, *trap),
                    message: format!("{} in `{}`", trap.kind.sentence(), map.original(span)),
                    test: Some(test.clone()),
                }
            })
            .collect()
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
            .any(|objective| matches!(objective.verdict, Verdict::Unknown { .. }));
        let cut_paths = self.options.criterion.walks_all_paths()
            && !(self.exhausted && self.unsupported.is_empty());
        if open || cut_paths || self.stopped { Status::Partial } else { Status::Complete }
    }
}

/// The line of preprocessed text around a place.
fn line_around(map: &SourceMap, at: u32) -> String {
    let (before, after) = map.text.split_at((at as usize).min(map.text.len()));
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let rest = after.split('\n').next().unwrap_or_default();
    format!("{}{rest}", &before[start..]).trim().to_owned()
}
