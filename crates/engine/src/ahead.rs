//! What lies ahead: the objectives that control flow alone could still reach from a place in the code.
//!
//! An over-approximation that knows no values: where it says no, no input reaches the objective from there.

use crate::objectives::{Objective, Objectives};
use entity::{EntityRef, EntitySet, SecondaryMap};
use exec::{Code, Op, Pc};
use ir::{Callee, Event, Func, Inst, Program, Value};
use world::mentioned;

/// For each place in each function, the objectives ahead.
#[derive(Debug)]
pub(crate) struct Ahead {
    sets: SecondaryMap<Func, Vec<EntitySet<Objective>>>,
}

impl Ahead {
    /// Computes the objectives ahead of every place in the functions concerned.
    pub(crate) fn new(program: &Program, objectives: &Objectives) -> Self {
        let inside = inside_functions(program, objectives);
        let mut sets = SecondaryMap::with_default(Vec::new());
        for func in program.funcs.keys().filter(|&func| program.funcs[func].body.is_some()) {
            sets[func] = backwards(program, func, objectives, &inside);
        }
        Self { sets }
    }

    /// Can an objective that is `wanted` still be reached by active calls going on from these places?
    pub(crate) fn any(
        &self,
        frames: impl Iterator<Item = (Func, Pc)>,
        wanted: impl Fn(Objective) -> bool,
    ) -> bool {
        frames.into_iter().any(|(func, pc)| self.sets[func][pc as usize].iter().any(&wanted))
    }
}

/// All objectives that a call of each function may reach.
fn inside_functions(
    program: &Program,
    objectives: &Objectives,
) -> SecondaryMap<Func, EntitySet<Objective>> {
    let mut inside: SecondaryMap<Func, EntitySet<Objective>> =
        SecondaryMap::with_default(EntitySet::new());
    for objective in objectives.all() {
        inside[objectives.aim(objective).func()].insert(objective);
    }
    let calls: Vec<(Func, Func)> = program
        .funcs
        .iter()
        .filter_map(|(func, data)| Some((func, data.body.as_ref()?)))
        .flat_map(|(func, body)| {
            body.insts.values().filter_map(mentioned).map(move |callee| (func, callee))
        })
        .collect();
    while calls.iter().any(|&(func, callee)| include(&mut inside, func, callee)) {}
    inside
}

fn include(
    inside: &mut SecondaryMap<Func, EntitySet<Objective>>,
    func: Func,
    callee: Func,
) -> bool {
    let callee = inside[callee].clone();
    inside[func].union(&callee)
}

/// A backward fixpoint over the flat code of one function.
fn backwards(
    program: &Program,
    func: Func,
    objectives: &Objectives,
    inside: &SecondaryMap<Func, EntitySet<Objective>>,
) -> Vec<EntitySet<Objective>> {
    let body = program.body(func);
    let code = Code::new(body);
    let own: Vec<EntitySet<Objective>> =
        code.ops.iter().map(|op| own_objectives(program, func, op, objectives, inside)).collect();
    let mut sets = own.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for pc in (0..code.ops.len()).rev() {
            for next in successors(&code.ops[pc], pc, |inst| body.insts[inst].is_terminator()) {
                if let Ok([set, next]) = sets.get_disjoint_mut([pc, next]) {
                    changed |= set.union(next);
                }
            }
        }
    }
    sets
}

/// Where control may go on from a step.
pub(crate) fn successors(op: &Op, pc: usize, stops: impl Fn(Value) -> bool) -> Vec<usize> {
    match op {
        Op::Do(inst) if stops(*inst) => vec![],
        Op::Do(_) | Op::Enter(_) => vec![pc + 1],
        Op::Branch(_, otherwise) => vec![pc + 1, *otherwise as usize],
        Op::Goto(target) => vec![*target as usize],
        Op::Switch(_, targets) => targets.iter().map(|&target| target as usize).collect(),
        Op::End => vec![],
    }
}

fn own_objectives(
    program: &Program,
    func: Func,
    op: &Op,
    objectives: &Objectives,
    inside: &SecondaryMap<Func, EntitySet<Objective>>,
) -> EntitySet<Objective> {
    if let Op::Do(inst) = op {
        let mut ahead = match &program.body(func).insts[*inst] {
            Inst::Call { callee: Callee::Direct(callee), .. } => inside[*callee].clone(),
            // An unknown callee is any function whose address is taken; those are few, so all are counted.
            Inst::Call { callee: Callee::Indirect(..), .. } => {
                (0..objectives.len()).map(Objective::from_index).collect()
            }
            _ => EntitySet::new(),
        };
        ahead.union(&own(program, func, op, objectives));
        return ahead;
    }
    own(program, func, op, objectives)
}

/// The objectives that are reached at a step itself.
pub(crate) fn own(
    program: &Program,
    func: Func,
    op: &Op,
    objectives: &Objectives,
) -> EntitySet<Objective> {
    let body = program.body(func);
    let events: Vec<Event> = match op {
        Op::Branch(inst, _) => match body.insts[*inst] {
            Inst::If { event: Some(cond), .. } => {
                let site = ir::CondSite { func, cond };
                vec![Event::Cond(site, true), Event::Cond(site, false)]
            }
            _ => vec![],
        },
        Op::Switch(inst, targets) => match body.insts[*inst] {
            Inst::Switch { event: Some(switch), .. } => {
                let site = ir::SwitchSite { func, switch };
                (0..targets.len() as u32).map(|target| Event::Switch(site, target)).collect()
            }
            _ => vec![],
        },
        Op::Do(inst) => return objectives.at((func, *inst)).into_iter().collect(),
        Op::Goto(_) | Op::Enter(_) | Op::End => vec![],
    };
    events.iter().flat_map(|&event| objectives.concerned(event)).copied().collect()
}
