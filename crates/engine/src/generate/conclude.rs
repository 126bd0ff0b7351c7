//! From what was found to a report: which tests are kept, what is said of every objective and of every cut.

use super::stage::{self, Tally};
use super::{Generated, Progress, Promise, Stop};
use crate::boundary;
use crate::confirm::{Confirmed, Ending, Judge};
use crate::describe::{Describer, place_of};
use crate::ledger::Ledger;
use crate::limits::{self, Limit};
use crate::objectives::{Aim, Objective};
use crate::polish::polish;
use crate::scene::Scene;
use crate::verdict::{Verdict, judge};
use crate::walk::Cut;
use entity::{EntityRef, EntitySet};
use ir::input::Input;
use ir::{Event, Func, Trap, TrapKind, Value};
use source::SourceMap;
use std::collections::{BTreeMap, BTreeSet};
use suite::{Ends, FunctionReport, PathMethod, Paths, Status};
use world::Preference;

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
        if let Ending::Trapped(trap) = run.ending
            && trap.kind.is_mistake()
        {
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

/// A search that is over, to be reported.
pub(super) struct Conclusion<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) judge: Judge<'a>,
    pub(super) ledger: Ledger,
    pub(super) tallies: BTreeMap<usize, Tally>,
    pub(super) stop: Stop<'a>,
    pub(super) now: Progress,
    /// Steps that polishing tests may still take.
    pub(super) polish_left: u64,
}

impl Conclusion<'_> {
    /// The report, and what replay needs beside it.
    pub(super) fn report(
        mut self,
        map: &SourceMap,
        describer: &mut Describer<'_>,
        include: &str,
    ) -> Generated {
        let scene = self.scene;
        let kept = self.ledger.select(scene);
        if kept.len() > limits::POLISHED {
            self.ledger.hit(Limit::Polished);
        }
        if self.ledger.candidates().len() >= limits::CANDIDATES && !scene.walks_all_paths() {
            self.ledger.hit(Limit::Candidates);
        }
        let under_test = describer.under_test(map, scene.func, include);
        let mut report = FunctionReport::new(under_test, scene.options.criterion.name());
        let mut shown = Shown::default();
        let (mut events, mut inputs) = (Vec::new(), Vec::new());
        let mut by_address = BTreeSet::new();
        for (number, &index) in kept.iter().enumerate() {
            let polishing = kept.len() <= limits::POLISHED && !(self.stop)(&self.now);
            let (input, run) = if polishing { self.polished(index) } else { self.found(index) };
            let id = format!("t{}", number + 1);
            if run.saw_addresses {
                by_address.insert(id.clone());
            }
            let new = shown.note(&id, &self.ledger.candidates()[index].reached, &run);
            report.tests.push(suite::Test {
                id,
                outputs: run.outputs(describer, scene.func, &input),
                inputs: run.inputs(describer, scene.func, &input),
                path: self.own_events(&run).map(|event| scene.objectives.name(event)).collect(),
                covers: new.iter().map(|&new| self.id(new)).collect(),
                formula: self.ledger.candidates()[index].formula.clone(),
                ends: self.ends(map, &run),
                replayed: suite::Replay::NotRun,
            });
            events.push(self.own_events(&run).collect());
            inputs.push(input);
        }
        self.report_verdicts(map, &shown, &mut report);
        let events_of = |aim: &Aim| boundary::visible(scene.probes, aim.events(scene.program));
        let objective_events = scene.objectives.aims.iter().map(events_of).collect();
        let promises = self.promises(describer);
        let disagreements = self.ledger.disagreements();
        Generated { report, objective_events, events, inputs, promises, by_address, disagreements }
    }

    fn id(&self, objective: Objective) -> String {
        self.scene.objectives.ids[objective.index()].clone()
    }

    /// Everything of the report that is not a test.
    fn report_verdicts(&mut self, map: &SourceMap, shown: &Shown, report: &mut FunctionReport) {
        self.ledger.look_for_contradictions(&self.scene.objectives.ids, &shown.covered);
        report.objectives = self.describe_objectives(map, &shown.covered);
        let (findings, duties) = self.findings(map, &shown.traps);
        (report.findings, report.duties) = (findings, duties);
        report.findings.extend(self.leak_findings(map, &shown.leaks));
        report.status = self.status(report);
        report.paths = self.scene.walks_all_paths().then(|| self.paths());
        report.notes = self.all_notes();
        let work = self.ledger.work();
        report.stats = vec![("solver_calls".into(), work.questions), ("steps".into(), work.steps)];
        report.stages = stage::tallies(&self.tallies);
        report.limits_hit = self.ledger.limits_hit().map(|it| it.name().to_owned()).collect();
    }

    /// How many paths there are.
    fn paths(&self) -> Paths {
        let walked = self.ledger.walked();
        let (feasible, trapped, cut) = self.ledger.path_counts();
        let exclusion = self.ledger.exclusion(self.scene, walked);
        // Paths are those of the inputs that the contract admits: one that touches more than is valid ends there.
        let asked = self.scene.options.asked.with(Preference::OnlyValid);
        let proved = matches!(judge(exclusion, asked), Verdict::Infeasible(_));
        Paths {
            feasible,
            trapped,
            cut,
            infeasible_prefixes: walked.infeasible,
            complete: proved && self.is_all_walked(),
            method: walked.inputs.map_or(PathMethod::Walk, PathMethod::Exhaustion),
        }
    }

    fn is_all_walked(&self) -> bool {
        let walked = self.ledger.walked().exhausted && self.ledger.gaps().is_empty();
        walked && !self.ledger.is_distrusted()
    }

    fn found(&self, index: usize) -> (Input, Confirmed) {
        let candidate = &self.ledger.candidates()[index];
        (candidate.input.clone(), candidate.run.clone())
    }

    /// A candidate as people like to read it. The inputs of one path stay different.
    fn polished(&mut self, index: usize) -> (Input, Confirmed) {
        let candidates = self.ledger.candidates();
        let candidate = &candidates[index];
        if candidate.another {
            return self.found(index);
        }
        let left = &mut self.polish_left;
        let (input, run) = polish(&mut self.judge, &candidate.input, &candidate.run, left);
        let mut others = candidates[index + 1..].iter().take_while(|other| other.another);
        if others.any(|other| other.input == input) { self.found(index) } else { (input, run) }
    }

    /// What compiled code may yet show.
    fn promises(&self, describer: &mut Describer<'_>) -> Vec<Promise> {
        let mut promises = Vec::new();
        for (objective, input) in self.ledger.promises() {
            let Aim::Event(event) = *self.scene.objectives.aim(objective) else { continue };
            let test = suite::Test {
                id: String::new(),
                inputs: describer.inputs(self.scene.func, input),
                outputs: suite::Outputs::default(),
                path: Vec::new(),
                covers: vec![self.id(objective)],
                formula: None,
                ends: Ends::Return,
                replayed: suite::Replay::NotRun,
            };
            let input = input.clone();
            let endless = !self.ledger.is_promised(objective);
            promises.push(Promise { objective: objective.index(), event, test, endless, input });
        }
        promises
    }

    /// The events of a run that are the program's own.
    fn own_events(&self, run: &Confirmed) -> impl Iterator<Item = Event> {
        let own = |event: &&Event| boundary::probe(self.scene.probes, **event).is_none();
        run.events.iter().filter(own).copied()
    }

    /// What a reader should know: clauses left out, and why prefixes were cut.
    fn all_notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.ledger.notes().cloned().collect();
        if self.scene.walks_all_paths() {
            notes.extend(self.ledger.walked().cuts.iter().map(|cut| self.describe_cut(cut)));
        }
        notes
    }

    fn describe_cut(&self, cut: &Cut) -> String {
        let (why, within) = self.scene.describe().cut(cut);
        match within {
            Some((what, most)) => format!("some prefixes were cut: {why} ({what} <= {most})"),
            None => format!("some prefixes were cut: {why}"),
        }
    }

    fn ends(&self, map: &SourceMap, run: &Confirmed) -> Ends {
        match &run.ending {
            Ending::Returned(_) => Ends::Return,
            Ending::Trapped(trap) if trap.kind == TrapKind::Exit => {
                Ends::Exit { status: run.status as u8, line: self.trap_line(map, *trap) }
            }
            Ending::Trapped(trap) => {
                Ends::Trap { kind: trap.kind.name().to_owned(), line: self.trap_line(map, *trap) }
            }
            Ending::Limit(limit) => {
                Ends::Limit { what: format!("limit of {limit:?}").to_lowercase() }
            }
            Ending::Other(what) => Ends::Limit { what: what.clone() },
        }
    }

    fn trap_line(&self, map: &SourceMap, trap: Trap) -> u32 {
        place_of(map, self.scene.program.body(trap.func).spans[trap.inst]).1
    }

    /// What goes wrong: in the plain world, or because of what the user wrote, a finding; else for callers to see to.
    fn findings(
        &self,
        map: &SourceMap,
        reproducers: &BTreeMap<Trap, String>,
    ) -> (Vec<suite::Finding>, Vec<suite::Duty>) {
        let (mut findings, mut duties) = (Vec::new(), Vec::new());
        let found = self.ledger.traps().filter(|trap| trap.kind.is_mistake());
        let all: BTreeSet<Trap> = found.chain(reproducers.keys().copied()).collect();
        for trap in &all {
            let span = self.scene.program.body(trap.func).spans[trap.inst];
            let what = suite::Finding {
                kind: trap.kind.name().to_owned(),
                in_function: self.scene.program.funcs[trap.func].name.clone(),
                line: self.trap_line(map, *trap),
                message: format!(
                    "{} in `{}`{}",
                    trap.kind.sentence(),
                    map.original(span),
                    self.other_file(map, trap.func)
                ),
                test: reproducers.get(trap).cloned(),
            };
            match self.ledger.duty(*trap) {
                Some(premise) => {
                    let said = premise.said(self.scene.program, self.scene.func);
                    let (sentence, clause) = (said.to_string(), said.ask());
                    duties.push(suite::Duty { what, sentence, clause });
                }
                None => findings.push(what),
            }
        }
        (findings, duties)
    }

    /// The file that a function is in, if it is not the one under test.
    fn other_file(&self, map: &SourceMap, func: Func) -> String {
        let data = &self.scene.program.funcs[func];
        let place = map.locate(data.span.lo).filter(|_| data.linked);
        let path = place.map(|place| std::path::Path::new(&map.files[place.file].name));
        let name = path.and_then(|path| path.file_name());
        name.map(|name| format!(" of {}", name.to_string_lossy())).unwrap_or_default()
    }

    /// One finding per place where something is allocated that is lost.
    fn leak_findings(
        &self,
        map: &SourceMap,
        losers: &BTreeMap<(Func, Value), String>,
    ) -> Vec<suite::Finding> {
        let finding = |(&(func, inst), test): (&(Func, Value), &String)| {
            let span = self.scene.program.body(func).spans[inst];
            suite::Finding {
                kind: "memory-leak".to_owned(),
                in_function: self.scene.program.funcs[func].name.clone(),
                line: place_of(map, span).1,
                message: format!(
                    "what `{}`{} allocates is neither freed nor within reach when `{}` returns",
                    map.original(span),
                    self.other_file(map, func),
                    self.scene.program.funcs[self.scene.func].name
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
        let cut_paths = self.scene.walks_all_paths() && !self.is_all_walked();
        if open || cut_paths || self.ledger.walked().stopped {
            Status::Partial
        } else {
            Status::Complete
        }
    }
}
