//! Statements as objectives: the straight pieces of a function's code.
//!
//! All statements of a piece are executed together, unless one of them traps, so that to cover statements is to cover pieces. A
//! piece is told by an instruction of it that cannot trap, as late as there is one: what a run executes is seen by the values
//! it yields. Pieces that compute nothing (`break;`, `return;`) are told by the outcome that leads to them.

use crate::objectives::Aim;
use entity::{EntitySet, SecondaryMap};
use ir::cfg::{Block, Cfg, Why};
use ir::{Body, CondSite, Event, Func, Inst, Program, SwitchSite, Value};
use std::collections::BTreeSet;

/// What each piece of a function asks for, in the order of the text.
pub(crate) fn pieces(program: &Program, func: Func) -> Vec<Aim> {
    let body = program.body(func);
    let cfg = ir::cfg::cfg(body);
    let ways = Ways::new(func, body, &cfg);
    let mut aims: Vec<Aim> = Vec::new();
    for (block, data) in cfg.blocks.iter() {
        if ways.is_inside_decision(body, block, &data.insts) {
            continue;
        }
        let aim = match telling(body, &data.insts) {
            Some(inst) => Some(Aim::Place((func, inst), ways.last_events(block))),
            None if data.insts.is_empty() => None,
            None => ways.only_event(block).map(Aim::Event),
        };
        aims.extend(aim.filter(|aim| !aims.contains(aim)));
    }
    aims
}

/// The last instruction that yields a value and cannot trap, else the first that yields one.
fn telling(body: &Body, insts: &[Value]) -> Option<Value> {
    let yields = |inst: &&Value| body.types[**inst].is_some();
    let safe = |inst: &&Value| {
        matches!(body.insts[**inst], Inst::Int(..) | Inst::Float(..) | Inst::Null)
            || matches!(body.insts[**inst], Inst::AddrLocal(_) | Inst::AddrGlobal(_))
    };
    let last = insts.iter().rev().filter(yields).find(safe);
    last.or_else(|| insts.iter().find(yields)).copied()
}

/// The ways into each block.
struct Ways {
    /// The events on the edges to a block, and the blocks that lead to it without one.
    into: SecondaryMap<Block, (BTreeSet<Event>, Vec<Block>)>,
    entry: Option<Block>,
}

impl Ways {
    fn new(func: Func, body: &Body, cfg: &Cfg) -> Self {
        let mut into: SecondaryMap<Block, (BTreeSet<Event>, Vec<Block>)> =
            SecondaryMap::with_default((BTreeSet::new(), Vec::new()));
        for (from, data) in cfg.blocks.iter() {
            for &(why, to) in &data.edges {
                match event_of(func, body, data.insts.last().copied(), why) {
                    Some(event) => {
                        into[to].0.insert(event);
                    }
                    None => into[to].1.push(from),
                }
            }
        }
        Self { into, entry: cfg.blocks.keys().next() }
    }

    /// The events that can be the last before a block; none if it may be reached without any.
    fn last_events(&self, block: Block) -> Vec<Event> {
        let (mut events, mut seen) = (BTreeSet::new(), EntitySet::new());
        let mut stack = vec![block];
        while let Some(block) = stack.pop() {
            if Some(block) == self.entry {
                return Vec::new();
            }
            if seen.insert(block) {
                events.extend(self.into[block].0.iter().copied());
                stack.extend(&self.into[block].1);
            }
        }
        events.into_iter().collect()
    }

    /// Is a block part of the evaluation of a decision, an operand or what it is worth?
    fn is_inside_decision(&self, body: &Body, block: Block, insts: &[Value]) -> bool {
        let (events, others) = &self.into[block];
        let decision = |event: &Event| match event {
            Event::Cond(site, _) => Some(body.conds[site.cond].decision),
            Event::Switch(..) => None,
        };
        let Some(first) = events.first().and_then(decision) else { return false };
        let around = body.decisions[first].span;
        let inside = |inst: &Value| {
            let span = body.spans[*inst];
            around.lo <= span.lo && span.hi <= around.hi
        };
        others.is_empty()
            && Some(block) != self.entry
            && events.iter().all(|event| decision(event) == Some(first))
            && insts.iter().filter(|inst| body.types[**inst].is_some()).all(inside)
            && insts.iter().any(|inst| body.types[*inst].is_some())
    }

    /// The one event that leads to a block, if it is the only way there.
    fn only_event(&self, block: Block) -> Option<Event> {
        let (events, others) = &self.into[block];
        let only = events.first().copied().filter(|_| events.len() == 1);
        only.filter(|_| others.is_empty() && Some(block) != self.entry)
    }
}

fn event_of(func: Func, body: &Body, last: Option<Value>, why: Why) -> Option<Event> {
    match (&body.insts[last?], why) {
        (Inst::If { event: Some(cond), .. }, Why::Outcome(truth)) => {
            Some(Event::Cond(CondSite { func, cond: *cond }, truth))
        }
        (Inst::Switch { event: Some(switch), .. }, Why::Target(target)) => {
            Some(Event::Switch(SwitchSite { func, switch: *switch }, target))
        }
        _ => None,
    }
}
