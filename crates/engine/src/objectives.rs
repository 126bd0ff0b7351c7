//! What there is to cover: both outcomes of every condition and each target of every switch.

use entity::{EntityRef, EntitySet};
use ir::{Callee, CondSite, Event, Func, Inst, Program, SwitchSite};
use source::Span;
use std::collections::BTreeMap;

entity::entity! {
    /// An objective of a function under test.
    pub struct Objective = "objective";
}

/// The objectives of a function under test, in source order of the functions they stand in.
#[derive(Clone, Debug)]
pub struct Objectives {
    /// The functions they stand in, the one under test first.
    pub funcs: Vec<Func>,
    /// What each of them is.
    pub events: Vec<Event>,
    /// Their short names: `b3+`, `s1:2`.
    pub ids: Vec<String>,
    index: BTreeMap<Event, Objective>,
}

/// Whose code counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Within {
    /// The function and everything with a body that it can call, system headers aside.
    Callees,
    /// The function alone.
    Function,
}

impl Objectives {
    /// All branch objectives of a function.
    pub fn branches(program: &Program, func: Func, within: Within) -> Self {
        let funcs = match within {
            Within::Callees => callees(program, func),
            Within::Function => vec![func],
        };
        let mut objectives =
            Self { funcs, events: Vec::new(), ids: Vec::new(), index: BTreeMap::new() };
        let (mut n_conds, mut n_switches) = (0, 0);
        for func in objectives.funcs.clone() {
            let body = program.body(func);
            for cond in body.conds.keys() {
                n_conds += 1;
                let site = CondSite { func, cond };
                objectives.add(Event::Cond(site, true), format!("b{n_conds}+"));
                objectives.add(Event::Cond(site, false), format!("b{n_conds}-"));
            }
            for (switch, data) in body.switches.iter() {
                n_switches += 1;
                let site = SwitchSite { func, switch };
                for target in 0..data.targets.len() as u32 {
                    objectives
                        .add(Event::Switch(site, target), format!("s{n_switches}:{}", target + 1));
                }
            }
        }
        objectives
    }

    fn add(&mut self, event: Event, id: String) {
        self.index.insert(event, Objective::from_index(self.events.len()));
        self.events.push(event);
        self.ids.push(id);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// All of them, in order.
    pub fn all(&self) -> impl Iterator<Item = Objective> + use<> {
        (0..self.events.len()).map(Objective::from_index)
    }

    /// What an objective is.
    pub fn event(&self, objective: Objective) -> Event {
        self.events[objective.index()]
    }

    /// The objective that an event reaches, if it is one.
    pub fn of(&self, event: Event) -> Option<Objective> {
        self.index.get(&event).copied()
    }

    /// The objectives that a run reaches.
    pub fn reached(&self, events: &[Event]) -> EntitySet<Objective> {
        events.iter().filter_map(|&event| self.of(event)).collect()
    }

    /// The short name of an event, for paths. Events outside the objectives are named by their function.
    pub fn name(&self, event: Event) -> String {
        match (self.of(event), event) {
            (Some(objective), _) => self.ids[objective.index()].clone(),
            (None, Event::Cond(site, truth)) => {
                format!("{}.{}{}", site.func, site.cond, if truth { '+' } else { '-' })
            }
            (None, Event::Switch(site, target)) => {
                format!("{}.{}:{}", site.func, site.switch, target + 1)
            }
        }
    }
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

/// A function and everything with a body, outside system headers, that it may call; in source order after the first.
fn callees(program: &Program, func: Func) -> Vec<Func> {
    let mut seen: EntitySet<Func> = EntitySet::new();
    let mut stack = vec![func];
    while let Some(next) = stack.pop() {
        let data = &program.funcs[next];
        let Some(body) = data.body.as_ref().filter(|_| !data.system) else { continue };
        if seen.insert(next) {
            stack.extend(body.insts.values().filter_map(mentioned));
        }
    }
    seen.remove(func);
    std::iter::once(func).chain(seen.iter()).collect()
}

/// A function that an instruction calls or takes the address of.
pub(crate) fn mentioned(inst: &Inst) -> Option<Func> {
    match inst {
        Inst::Call { callee: Callee::Direct(func), .. } | Inst::AddrFunc(func) => Some(*func),
        _ => None,
    }
}
