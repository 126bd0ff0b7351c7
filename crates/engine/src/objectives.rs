//! What there is to cover: statements, outcomes of conditions, targets of switches, outcomes of decisions, decisive outcomes.

use crate::boundary::Probe;
use crate::confirm::Confirmed;
use crate::decisions::{
    DecisionSite, Evaluation, all_evaluations, decision_of, decisive, evaluations, outcome, tree_of,
};
use crate::pieces::pieces;
use entity::{EntityRef, EntitySet};
use ir::{Callee, CondSite, Event, Func, Inst, Program, SwitchSite, Value};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

entity::entity! {
    /// An objective of a function under test.
    pub struct Objective = "objective";
}

/// What an objective asks for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Aim {
    /// An outcome of a condition, or a switch target.
    Event(Event),
    /// An instruction executed; every run that gets there shows one of these events, if there are any.
    Place((Func, Value), Vec<Event>),
    /// An outcome of a whole decision.
    Decided(DecisionSite, bool),
    /// An outcome of a condition, decisive for its decision.
    Decisive(CondSite, bool),
    /// An evaluation of a decision with these outcomes.
    Evaluated(Evaluation),
}

impl Aim {
    /// The function it is about.
    pub fn func(&self) -> Func {
        match self {
            Self::Event(Event::Cond(site, _)) | Self::Decisive(site, _) => site.func,
            Self::Event(Event::Switch(site, _)) => site.func,
            Self::Place((func, _), _) => *func,
            Self::Decided(site, _) => site.func,
            Self::Evaluated(evaluation) => evaluation.site.func,
        }
    }

    /// The text it is about.
    pub fn span(&self, program: &Program) -> Span {
        match self {
            Self::Event(event) => span_of(program, *event),
            Self::Place((func, inst), _) => program.body(*func).spans[*inst],
            Self::Decisive(site, _) => program.body(site.func).conds[site.cond].span,
            Self::Decided(site, _) | Self::Evaluated(Evaluation { site, .. }) => {
                program.body(site.func).decisions[site.decision].span
            }
        }
    }

    /// Events of which every run that gets there shows one; none where a run may get there without any.
    pub fn events(&self, program: &Program) -> Vec<Event> {
        match self {
            Self::Event(event) => vec![*event],
            Self::Place(_, events) => events.clone(),
            Self::Decisive(site, truth) => vec![Event::Cond(*site, *truth)],
            Self::Decided(site, _) | Self::Evaluated(Evaluation { site, .. }) => {
                events_of(program, *site)
            }
        }
    }
}

/// The objectives of a function under test, in source order of the functions they stand in.
#[derive(Clone, Debug)]
pub struct Objectives {
    /// The functions they stand in, the one under test first.
    pub funcs: Vec<Func>,
    /// What each of them asks for.
    pub aims: Vec<Aim>,
    /// Their short names: `b3+`, `s1:2`, `d2-`, `m3+`.
    pub ids: Vec<String>,
    index: BTreeMap<Aim, Objective>,
    /// The objectives that each event may contribute to.
    concerned: BTreeMap<Event, Vec<Objective>>,
    /// Short names of events, for paths.
    names: BTreeMap<Event, String>,
    /// Do whole evaluations matter, not single events alone?
    by_decision: bool,
    /// The instructions that objectives ask for.
    places: BTreeMap<(Func, Value), Objective>,
}

/// Whose code counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Within {
    /// The function and everything with a body that it can call, system headers aside.
    Callees,
    /// The function alone.
    Function,
    /// Another function that it calls, and everything that that one can call.
    Called(Func),
}

impl Within {
    /// The functions whose code counts where one is under test.
    pub(crate) fn funcs(self, program: &Program, func: Func) -> Vec<Func> {
        match self {
            Self::Callees => callees(program, func),
            Self::Function => vec![func],
            Self::Called(other) => callees(program, other),
        }
    }
}

impl Objectives {
    /// Both outcomes of every condition and each target of every switch.
    pub fn branches(program: &Program, func: Func, within: Within) -> Self {
        let mut objectives = Self::none(program, func, within);
        for (event, name) in names(program, &objectives.funcs) {
            objectives.add(program, Aim::Event(event), name);
        }
        objectives
    }

    /// Every straight piece of code; one that computes nothing counts as executed when the outcome that leads to it is shown.
    pub fn statements(program: &Program, func: Func, within: Within) -> Self {
        let mut objectives = Self::none(program, func, within);
        for func in objectives.funcs.clone() {
            for aim in pieces(program, func) {
                let id = format!("n{}", objectives.len() + 1);
                objectives.add(program, aim, id);
            }
        }
        objectives
    }

    /// Every evaluation of every decision that has at most so many of them.
    pub fn evaluations(program: &Program, func: Func, within: Within, most: usize) -> Self {
        let mut objectives = Self::none(program, func, within);
        for func in objectives.funcs.clone() {
            for decision in program.body(func).decisions.keys() {
                let site = DecisionSite { func, decision };
                let all = all_evaluations(tree_of(program, site), most).unwrap_or_default();
                for taken in all.into_iter().filter(|taken| !taken.is_empty()) {
                    let id = format!("e{}", objectives.len() + 1);
                    objectives.add(program, Aim::Evaluated(Evaluation { site, taken }), id);
                }
            }
        }
        objectives
    }

    /// Both outcomes of every condition.
    pub fn conditions(program: &Program, func: Func, within: Within) -> Self {
        let mut objectives = Self::none(program, func, within);
        for (event, name) in names(program, &objectives.funcs) {
            if let Event::Cond(..) = event {
                objectives.add(program, Aim::Event(event), name);
            }
        }
        objectives
    }

    /// Both outcomes of every decision.
    pub fn decisions(program: &Program, func: Func, within: Within) -> Self {
        let mut objectives = Self::none(program, func, within);
        let mut n_decisions = 0;
        for func in objectives.funcs.clone() {
            for decision in program.body(func).decisions.keys() {
                n_decisions += 1;
                let site = DecisionSite { func, decision };
                // A decision of constants alone is none.
                if events_of(program, site).is_empty() {
                    continue;
                }
                for truth in [true, false] {
                    let id = format!("d{n_decisions}{}", sign(truth));
                    objectives.add(program, Aim::Decided(site, truth), id);
                }
            }
        }
        objectives
    }

    /// Both outcomes of every condition, each decisive for its decision (MC/DC).
    pub fn decisive(program: &Program, func: Func, within: Within) -> Self {
        let mut objectives = Self::none(program, func, within);
        let mut n_conds = 0;
        for func in objectives.funcs.clone() {
            for cond in program.body(func).conds.keys() {
                n_conds += 1;
                for truth in [true, false] {
                    let aim = Aim::Decisive(CondSite { func, cond }, truth);
                    objectives.add(program, aim, format!("m{n_conds}{}", sign(truth)));
                }
            }
        }
        objectives
    }

    /// Each comparison at and next to equality, as probes in an instrumented program show.
    pub fn boundaries(program: &Program, func: Func, within: Within, probes: &[Probe]) -> Self {
        let mut objectives = Self::none(program, func, within);
        let mut number = 0;
        objectives.names.clear();
        for (event, _) in names(program, &objectives.funcs) {
            let Event::Cond(site, truth) = event else { continue };
            if probes.iter().any(|probe| probe.site == site) {
                continue;
            }
            number += u32::from(truth);
            objectives.names.insert(event, format!("b{number}{}", sign(truth)));
            for probe in probes.iter().filter(|probe| probe.of == site && truth) {
                let aim = Aim::Event(Event::Cond(probe.site, true));
                objectives.add(program, aim, format!("b{number}{}", probe.mark()));
            }
        }
        objectives
    }

    /// These aims alone.
    pub fn just(program: &Program, func: Func, aims: impl IntoIterator<Item = Aim>) -> Self {
        let mut objectives = Self::none(program, func, Within::Callees);
        aims.into_iter().for_each(|aim| objectives.add(program, aim, "goal".to_owned()));
        objectives
    }

    fn none(program: &Program, func: Func, within: Within) -> Self {
        let funcs = within.funcs(program, func);
        let names = names(program, &funcs).into_iter().collect();
        Self {
            funcs,
            aims: Vec::new(),
            ids: Vec::new(),
            index: BTreeMap::new(),
            concerned: BTreeMap::new(),
            names,
            by_decision: false,
            places: BTreeMap::new(),
        }
    }

    fn add(&mut self, program: &Program, aim: Aim, id: String) {
        let objective = Objective::from_index(self.aims.len());
        let events = match &aim {
            Aim::Event(event) => vec![*event],
            Aim::Place(place, events) => {
                self.places.insert(*place, objective);
                events.clone()
            }
            Aim::Decisive(site, _) => events_of(program, decision_of(program, *site)),
            Aim::Decided(site, _) => events_of(program, *site),
            Aim::Evaluated(evaluation) => events_of(program, evaluation.site),
        };
        self.by_decision |= !matches!(aim, Aim::Event(_) | Aim::Place(..));
        for event in events {
            self.concerned.entry(event).or_default().push(objective);
        }
        self.index.insert(aim.clone(), objective);
        self.aims.push(aim);
        self.ids.push(id);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.aims.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.aims.is_empty()
    }

    /// All of them, in order.
    pub fn all(&self) -> impl Iterator<Item = Objective> + use<> {
        (0..self.aims.len()).map(Objective::from_index)
    }

    /// What an objective asks for.
    pub fn aim(&self, objective: Objective) -> &Aim {
        &self.aims[objective.index()]
    }

    /// The objective that asks for this.
    pub fn of(&self, aim: &Aim) -> Option<Objective> {
        self.index.get(aim).copied()
    }

    /// The objective with this short name.
    pub fn by_id(&self, id: &str) -> Option<Objective> {
        self.ids.iter().position(|known| known == id).map(Objective::from_index)
    }

    /// The objectives that an event may contribute to: those it reaches, or the others of its decision.
    pub fn concerned(&self, event: Event) -> &[Objective] {
        self.concerned.get(&event).map_or(&[], Vec::as_slice)
    }

    /// The instructions that objectives ask for.
    pub fn places(&self) -> BTreeSet<(Func, Value)> {
        self.places.keys().copied().collect()
    }

    /// The objective that asks for an instruction.
    pub fn at(&self, place: (Func, Value)) -> Option<Objective> {
        self.places.get(&place).copied()
    }

    /// The objectives that a run reaches.
    pub fn reached(&self, program: &Program, run: &Confirmed) -> EntitySet<Objective> {
        let mut reached = self.shown(program, &run.events);
        for objective in run.visited.iter().filter_map(|&place| self.at(place)) {
            reached.insert(objective);
        }
        reached
    }

    /// Does it take the whole run to tell what it reaches, not single events?
    pub(crate) fn is_by_run(&self) -> bool {
        self.by_decision || !self.places.is_empty()
    }

    /// The objectives that events show.
    pub fn shown(&self, program: &Program, events: &[Event]) -> EntitySet<Objective> {
        let of = |aim: &Aim| self.index.get(aim).copied();
        if !self.by_decision {
            return distinct(events).filter_map(|event| of(&Aim::Event(event))).collect();
        }
        let mut seen = BTreeSet::new();
        let mut reached = EntitySet::new();
        evaluations(program, events, |evaluation| {
            if seen.contains(&evaluation) {
                return;
            }
            let Evaluation { site, taken } = &evaluation;
            let tree = tree_of(program, *site);
            let truth = outcome(tree, taken).expect("an evaluation is complete");
            let mut aims = vec![Aim::Decided(*site, truth), Aim::Evaluated(evaluation.clone())];
            for cond in decisive(tree, taken) {
                let at = CondSite { func: site.func, cond };
                aims.extend(taken.get(&cond).map(|&truth| Aim::Decisive(at, truth)));
            }
            for objective in aims.iter().filter_map(of) {
                reached.insert(objective);
            }
            seen.insert(evaluation);
        });
        reached
    }

    /// The short name of an event, for paths. Events outside the objectives are named by their function.
    pub fn name(&self, event: Event) -> String {
        match (self.names.get(&event), event) {
            (Some(name), _) => name.clone(),
            (None, Event::Cond(site, truth)) => {
                format!("{}.{}{}", site.func, site.cond, sign(truth))
            }
            (None, Event::Switch(site, target)) => {
                format!("{}.{}:{}", site.func, site.switch, target + 1)
            }
        }
    }
}

fn sign(truth: bool) -> char {
    if truth { '+' } else { '-' }
}

/// The short names of all events of some functions.
fn names(program: &Program, funcs: &[Func]) -> Vec<(Event, String)> {
    let mut names = Vec::new();
    let (mut n_conds, mut n_switches) = (0, 0);
    for &func in funcs {
        let body = program.body(func);
        for cond in body.conds.keys() {
            n_conds += 1;
            let site = CondSite { func, cond };
            for truth in [true, false] {
                names.push((Event::Cond(site, truth), format!("b{n_conds}{}", sign(truth))));
            }
        }
        for (switch, data) in body.switches.iter() {
            n_switches += 1;
            let site = SwitchSite { func, switch };
            for target in 0..data.targets.len() as u32 {
                names.push((Event::Switch(site, target), format!("s{n_switches}:{}", target + 1)));
            }
        }
    }
    names
}

/// All outcomes of all conditions of a decision.
fn events_of(program: &Program, site: DecisionSite) -> Vec<Event> {
    let body = program.body(site.func);
    let own = body.conds.iter().filter(|(_, data)| data.decision == site.decision);
    own.flat_map(|(cond, _)| {
        [true, false].map(|truth| Event::Cond(CondSite { func: site.func, cond }, truth))
    })
    .collect()
}

/// The text an event is about.
pub fn span_of(program: &Program, event: Event) -> Span {
    match event {
        Event::Cond(site, _) => program.body(site.func).conds[site.cond].span,
        Event::Switch(site, target) => {
            program.body(site.func).switches[site.switch].targets[target as usize].span
        }
    }
}

/// A function and everything that the file under test defines and it calls by name; in source order after the first.
pub(crate) fn callees(program: &Program, func: Func) -> Vec<Func> {
    let mut seen: EntitySet<Func> = EntitySet::new();
    let mut stack = vec![func];
    while let Some(next) = stack.pop() {
        let data = &program.funcs[next];
        let is_wanted = next == func || data.is_own();
        let Some(body) = data.body.as_ref().filter(|_| is_wanted) else { continue };
        if seen.insert(next) {
            stack.extend(body.insts.values().filter_map(called));
        }
    }
    seen.remove(func);
    std::iter::once(func).chain(seen.iter()).collect()
}

/// Events without most of their repetitions: an endless run has millions of a few.
fn distinct(events: &[Event]) -> impl Iterator<Item = Event> {
    let mut recent = [None; 64];
    events.iter().copied().filter(move |&event| {
        let slot = match event {
            Event::Cond(site, truth) => 2 * site.cond.index() + usize::from(truth),
            Event::Switch(site, target) => site.switch.index() + target as usize,
        };
        recent[slot % recent.len()].replace(event) != Some(event)
    })
}

fn called(inst: &Inst) -> Option<Func> {
    match inst {
        Inst::Call { callee: Callee::Direct(func), .. } => Some(*func),
        _ => None,
    }
}

/// Is a function one that tests have to define? What the interpreter has a model of is the C library's, whatever header declares
/// it.
pub(crate) fn is_defined_elsewhere(program: &Program, func: Func) -> bool {
    let data = &program.funcs[func];
    data.body.is_none() && !data.system && !interp::has_model(program, func)
}
