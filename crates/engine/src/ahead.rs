//! What lies ahead: the objectives that control flow alone could still reach from a place in the code.
//!
//! An over-approximation that knows no values: where it says no, no input reaches the objective from there. Places that lead to each
//! other are one node of a graph without cycles, and no node knows all that lies ahead of it: code with tens of thousands of
//! outcomes would need as many sets of so many.

use crate::objectives::{Objective, Objectives};
use entity::{EntityRef, EntitySet, SecondaryMap};
use exec::{Code, Op, Pc};
use ir::{Callee, Event, Func, Inst, Program, Value};
use std::cell::{Cell, RefCell};
use world::mentioned;

/// The places of all functions as a graph.
#[derive(Debug)]
pub(crate) struct Ahead {
    /// The node of each place.
    places: SecondaryMap<Func, Vec<u32>>,
    /// Successors come before their predecessors.
    nodes: Vec<Node>,
    /// What a call of each function may reach.
    inside: SecondaryMap<Func, EntitySet<Objective>>,
    n_objectives: usize,
    /// The nodes that were met by the question with that number.
    met: RefCell<(Vec<u32>, u32)>,
    /// From which nodes the objective asked about last can be reached.
    leading: RefCell<Option<(Objective, Vec<bool>)>>,
}

/// Places that lead to each other.
#[derive(Debug, Default)]
struct Node {
    own: Vec<Objective>,
    calls: Vec<Func>,
    /// Is a callee unknown? It is any function whose address is taken; those are few, so all are counted.
    calls_any: bool,
    next: Vec<u32>,
    /// Something that was wanted and is reached from here.
    hint: Cell<Option<Objective>>,
}

impl Ahead {
    /// The graph of the functions concerned.
    pub(crate) fn new(program: &Program, objectives: &Objectives) -> Self {
        let mut ahead = Self {
            places: SecondaryMap::with_default(Vec::new()),
            nodes: Vec::new(),
            inside: inside_functions(program, objectives),
            n_objectives: objectives.len(),
            met: RefCell::default(),
            leading: RefCell::default(),
        };
        for func in program.funcs.keys().filter(|&func| program.funcs[func].body.is_some()) {
            ahead.add(program, func, objectives);
        }
        ahead.met.borrow_mut().0 = vec![0; ahead.nodes.len()];
        ahead
    }

    fn add(&mut self, program: &Program, func: Func, objectives: &Objectives) {
        let body = program.body(func);
        let code = Code::new(body);
        let n_places = code.ops.len();
        let next = |pc: usize| {
            let mut next = successors(&code.ops[pc], pc, |inst| body.insts[inst].is_terminator());
            next.retain(|&next| next < n_places);
            next
        };
        let (components, n_components) = components(n_places, next);
        let first = self.nodes.len() as u32;
        self.nodes.resize_with(self.nodes.len() + n_components, Node::default);
        for (pc, op) in code.ops.iter().enumerate() {
            let own_node = first + components[pc];
            let node = &mut self.nodes[own_node as usize];
            node.own.extend(own(program, func, op, objectives).iter());
            match op {
                Op::Do(inst) => match body.insts[*inst] {
                    Inst::Call { callee: Callee::Direct(callee), .. } => node.calls.push(callee),
                    Inst::Call { callee: Callee::Indirect(..), .. } => node.calls_any = true,
                    _ => {}
                },
                Op::Branch(..) | Op::Switch(..) | Op::Goto(_) | Op::Enter(_) | Op::End => {}
            }
            let others = next(pc).into_iter().map(|next| first + components[next]);
            node.next.extend(others.filter(|&other| other != own_node));
        }
        self.places[func] = components.into_iter().map(|component| first + component).collect();
    }

    /// Can an objective that is `wanted` still be reached by active calls going on from these places?
    pub(crate) fn any(
        &self,
        frames: impl Iterator<Item = (Func, Pc)>,
        wanted: impl Fn(Objective) -> bool,
    ) -> bool {
        frames.into_iter().any(|(func, pc)| self.any_from(self.places[func][pc as usize], &wanted))
    }

    fn any_from(&self, start: u32, wanted: &impl Fn(Objective) -> bool) -> bool {
        let (met, number) = &mut *self.met.borrow_mut();
        *number += 1;
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut met[at as usize], *number) == *number {
                continue;
            }
            let node = &self.nodes[at as usize];
            let hint = node.hint.get().filter(|&it| wanted(it));
            if let Some(found) = hint.or_else(|| self.own_of(node).find(|&it| wanted(it))) {
                self.nodes[start as usize].hint.set(Some(found));
                return true;
            }
            open.extend(&node.next);
        }
        false
    }

    /// What is reached at a node itself, by way of calls too.
    fn own_of<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = Objective> + 'a {
        let inside = node.calls.iter().flat_map(|&callee| self.inside[callee].iter());
        let anything = if node.calls_any { 0..self.n_objectives } else { 0..0 };
        node.own.iter().copied().chain(inside).chain(anything.map(Objective::from_index))
    }

    /// Can this objective still be reached by active calls going on from these places?
    pub(crate) fn leads_to(
        &self,
        mut frames: impl Iterator<Item = (Func, Pc)>,
        objective: Objective,
    ) -> bool {
        let mut leading = self.leading.borrow_mut();
        if leading.as_ref().is_none_or(|(other, _)| *other != objective) {
            *leading = Some((objective, self.nodes_to(objective)));
        }
        let nodes = &leading.as_ref().expect("it was set").1;
        frames.any(|(func, pc)| nodes[self.places[func][pc as usize] as usize])
    }

    fn nodes_to(&self, objective: Objective) -> Vec<bool> {
        let mut leads: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let is_there = node.calls_any
                || node.own.contains(&objective)
                || node.calls.iter().any(|&callee| self.inside[callee].contains(objective));
            leads.push(is_there || node.next.iter().any(|&next| leads[next as usize]));
        }
        leads
    }
}

/// The strongly connected component of each of `n` places, those they lead to first, and how many there are (Tarjan 1972).
fn components(n: usize, next: impl Fn(usize) -> Vec<usize>) -> (Vec<u32>, usize) {
    const NONE: u32 = u32::MAX;
    let (mut number, mut low, mut component) = (vec![NONE; n], vec![0; n], vec![NONE; n]);
    let (mut n_met, mut n_components) = (0, 0);
    let (mut open, mut waiting) = (Vec::new(), Vec::new());
    for start in (0..n).rev() {
        if number[start] == NONE {
            open.push((start, next(start)));
        }
        while let Some((at, left)) = open.last_mut() {
            let at = *at;
            if number[at] == NONE {
                (number[at], low[at]) = (n_met, n_met);
                n_met += 1;
                waiting.push(at);
            }
            match left.pop() {
                Some(to) if number[to] == NONE => open.push((to, next(to))),
                Some(to) if component[to] == NONE => low[at] = low[at].min(number[to]),
                Some(_) => {}
                None => {
                    open.pop();
                    if let Some(&(before, _)) = open.last() {
                        low[before] = low[before].min(low[at]);
                    }
                    if low[at] == number[at] {
                        let from = waiting.iter().rposition(|&it| it == at).unwrap_or(0);
                        waiting.drain(from..).for_each(|it| component[it] = n_components);
                        n_components += 1;
                    }
                }
            }
        }
    }
    (component, n_components as usize)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_lead_to_each_other_are_one() {
        // 0 -> 1 <-> 2 -> 3, 1 -> 4 and 5 alone.
        let next: [&[usize]; 6] = [&[1], &[2, 4], &[1, 3], &[], &[], &[5]];
        let (found, n) = components(6, |at| next[at].to_vec());
        assert_eq!((found[1], n), (found[2], 5));
        let is_before = |first: usize, then: usize| found[first] < found[then];
        assert!(is_before(1, 0) && is_before(3, 1) && is_before(4, 1), "{found:?}");
    }
}
