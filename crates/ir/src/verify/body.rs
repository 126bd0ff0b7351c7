//! Rules about functions: parameters, tables and the tree of regions, which is walked with a stack of our own.

use super::program::{check_align, check_shape_id, is_type};
use super::{Report, Rule, inst, logic};
use crate::{
    Body, BoolTree, Func, FuncData, Inst, Label, LocalKind, LoopId, Program, Region, Value,
};
use entity::EntitySet;
use std::fmt::Display;

pub(super) fn check(program: &Program, id: Func, report: &mut Report) {
    let func = &program.funcs[id];
    for ty in func.sig.params.iter().chain(&func.sig.ret) {
        report.check(is_type(*ty), Rule::Layout, id, || format!("{ty} is no type"));
    }
    check_shape_id(program, func.ret, id, report);
    for param in &func.params {
        check_shape_id(program, Some(param.shape), id, report);
    }
    if let Some(contract) = &func.contract {
        logic::check(program, func, contract, report);
    }
    if let Some(body) = &func.body {
        check_locals(program, func, body, report);
        check_decisions(body, report);
        Walk::new(program, func, body).run(report);
    }
}

fn check_locals(program: &Program, func: &FuncData, body: &Body, report: &mut Report) {
    for (id, local) in body.locals.iter() {
        match local.kind {
            LocalKind::Register(ty) => {
                report.check(is_type(ty), Rule::Layout, id, || format!("{ty} is no type"));
            }
            LocalKind::Object { align, shape, .. } => {
                check_align(align, id, report);
                check_shape_id(program, shape, id, report);
            }
        }
    }
    let mut seen = EntitySet::new();
    let fits = body.params.len() == func.sig.params.len()
        && body.params.iter().zip(&func.sig.params).all(|(&param, &ty)| {
            let kind = body.locals.get(param).map(|local| local.kind);
            kind == Some(LocalKind::Register(ty)) && seen.insert(param)
        });
    report.check(fits, Rule::Params, "args", || {
        "parameters should be distinct registers with the types of the signature".to_owned()
    });
}

fn check_decisions(body: &Body, report: &mut Report) {
    let mut seen = EntitySet::new();
    for (id, decision) in body.decisions.iter() {
        let mut stack = vec![&decision.tree];
        while let Some(tree) = stack.pop() {
            match tree {
                BoolTree::Cond(cond) => {
                    let owner = body.conds.get(*cond).map(|data| data.decision);
                    report.check(
                        owner == Some(id) && seen.insert(*cond),
                        Rule::Decision,
                        id,
                        || format!("{cond} should name this decision and occur in it once"),
                    );
                }
                BoolTree::Const(_) => {}
                BoolTree::Not(inner) => stack.push(inner),
                BoolTree::And(items) | BoolTree::Or(items) => stack.extend(items),
            }
        }
    }
    for cond in body.conds.keys().filter(|cond| !seen.contains(*cond)) {
        report.add(Rule::Decision, cond, "the condition should occur in its decision");
    }
}

/// Where the walk stands in an open region.
struct Frame {
    region: Region,
    index: usize,
    /// Values defined in this region so far.
    defined: Vec<Value>,
    /// What ends with this region.
    label: Option<Label>,
    turn: Option<LoopId>,
}

/// The walk over the tree, and what is known at its place.
pub(super) struct Walk<'a> {
    pub(super) program: &'a Program,
    pub(super) func: &'a FuncData,
    pub(super) body: &'a Body,
    /// Values in scope.
    pub(super) scope: EntitySet<Value>,
    /// Blocks around.
    pub(super) labels: EntitySet<Label>,
    /// Loops around.
    pub(super) loops: EntitySet<LoopId>,
    placed: EntitySet<Value>,
    owned: EntitySet<Region>,
    labels_seen: EntitySet<Label>,
    loops_seen: EntitySet<LoopId>,
    stack: Vec<Frame>,
}

impl<'a> Walk<'a> {
    fn new(program: &'a Program, func: &'a FuncData, body: &'a Body) -> Self {
        Self {
            program,
            func,
            body,
            scope: EntitySet::new(),
            labels: EntitySet::new(),
            loops: EntitySet::new(),
            placed: EntitySet::new(),
            owned: EntitySet::new(),
            labels_seen: EntitySet::new(),
            loops_seen: EntitySet::new(),
            stack: Vec::new(),
        }
    }

    fn run(mut self, report: &mut Report) {
        self.enter(self.body.root, "body", report);
        while let Some(frame) = self.stack.last_mut() {
            let list = &self.body.regions[frame.region];
            let Some(&value) = list.get(frame.index) else {
                self.exit();
                continue;
            };
            frame.index += 1;
            let last = frame.index == list.len();
            self.visit(value, last, report);
        }
        for value in self.body.insts.keys().filter(|value| !self.placed.contains(*value)) {
            report.add(Rule::Place, value, "the instruction should stand in a region");
        }
        for region in self.body.regions.keys().filter(|region| !self.owned.contains(*region)) {
            report.add(Rule::Region, region, "the region should belong to an instruction");
        }
    }

    fn enter(&mut self, region: Region, owner: impl Copy + Display, report: &mut Report) -> bool {
        let exists = self.body.regions.get(region).is_some();
        if !report.check(exists, Rule::Id, owner, || format!("{region} does not exist")) {
            return false;
        }
        if !report.check(self.owned.insert(region), Rule::Region, owner, || {
            format!("{region} should belong to one instruction only")
        }) {
            return false;
        }
        self.stack.push(Frame { region, index: 0, defined: Vec::new(), label: None, turn: None });
        true
    }

    fn exit(&mut self) {
        let frame = self.stack.pop().expect("a region should be open");
        for value in frame.defined {
            self.scope.remove(value);
        }
        if let Some(label) = frame.label {
            self.labels.remove(label);
        }
        if let Some(turn) = frame.turn {
            self.loops.remove(turn);
        }
    }

    fn visit(&mut self, value: Value, last: bool, report: &mut Report) {
        let Some(inst) = self.body.insts.get(value) else {
            report.add(Rule::Id, value, "the instruction does not exist");
            return;
        };
        if !report.check(self.placed.insert(value), Rule::Place, value, || {
            "the instruction should stand in one place only".to_owned()
        }) {
            return;
        }
        report.check(last || !inst.is_terminator(), Rule::Terminator, value, || {
            "nothing should follow a terminator".to_owned()
        });
        inst::check(self, value, inst, report);
        if self.body.types[value].is_some() {
            self.scope.insert(value);
            let frame = self.stack.last_mut().expect("a region should be open");
            frame.defined.push(value);
        }
        self.open(value, inst, report);
    }

    fn open(&mut self, value: Value, inst: &Inst, report: &mut Report) {
        match inst {
            Inst::If { then, els, .. } => {
                self.enter(*els, value, report);
                self.enter(*then, value, report);
            }
            Inst::Loop { id, body } => {
                report.check(self.loops_seen.insert(*id), Rule::Loop, value, || {
                    format!("{id} should have one instruction only")
                });
                if self.enter(*body, value, report) && self.loops.insert(*id) {
                    self.top().turn = Some(*id);
                }
            }
            Inst::Block { label, body } => {
                report.check(self.labels_seen.insert(*label), Rule::Label, value, || {
                    format!("{label} should belong to one block only")
                });
                if self.enter(*body, value, report) && self.labels.insert(*label) {
                    self.top().label = Some(*label);
                }
            }
            _ => {}
        }
    }

    fn top(&mut self) -> &mut Frame {
        self.stack.last_mut().expect("a region should be open")
    }
}
