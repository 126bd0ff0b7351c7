//! `switch`: its targets and the jump to them.
//!
//! A target is a place, so labels that stand together (`case 1: case 2:`) are one. Where nobody wrote a default there is
//! one all the same: the end of the switch. Fall-through needs nothing: the body's list simply goes on.

use crate::func::FuncCx;
use crate::scope::Exit;
use cfront::typed::{ExprId, StmtId, StmtKind};
use ir::{Arm, Inst, Label, SwitchData, SwitchId, TargetData, Type, Value};
use source::Span;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A jump of a switch, ready to be placed at the entry of its body.
pub(crate) struct Dispatch {
    value: Value,
    signed: bool,
    event: SwitchId,
    arms: Vec<Arm>,
    targets: Vec<Place>,
    default: u32,
}

/// Where a target is.
#[derive(Clone, Copy)]
enum Place {
    /// At the labels that begin with this statement.
    Labels(StmtId),
    /// Past the body.
    End(Exit),
}

impl FuncCx<'_, '_> {
    pub(crate) fn switch(&mut self, switch: StmtId) {
        let StmtKind::Switch { value, body, .. } = self.unit().stmts[switch].kind else {
            panic!("only a switch should be lowered as one: {switch}");
        };
        let scope = match &self.unit().stmts[body].kind {
            StmtKind::Compound { scope, .. } => scope.as_slice(),
            _ => &[],
        };
        let operand = self.value(value);
        self.block(|cx, out| {
            let target = cx.target(Exit::Leave(out));
            cx.breaks.push(target);
            cx.open_scope(scope);
            // Past the body but inside its scope, so that its objects end on this way out too.
            cx.block(|cx, end| {
                let dispatch = cx.plan_dispatch(switch, operand, Exit::Leave(end));
                cx.list(body, Some(&dispatch));
            });
            cx.close_scope();
            cx.breaks.pop();
        });
    }

    /// Numbers the targets of a switch in source order and maps its values to them.
    pub(crate) fn plan_dispatch(&mut self, switch: StmtId, operand: Value, end: Exit) -> Dispatch {
        let unit = self.unit();
        let StmtKind::Switch { value, cases, default, .. } = &unit.stmts[switch].kind else {
            panic!("only a switch should be lowered as one: {switch}");
        };
        let mut labels: Vec<(Span, StmtId)> =
            cases.iter().map(|case| (case.span, self.jumps.top(unit, case.target))).collect();
        if let Some(stmt) = *default {
            labels.push((default_span(unit.stmts[stmt].span), self.jumps.top(unit, stmt)));
        }
        labels.sort();
        let mut tops: Vec<StmtId> = Vec::new();
        let mut indices: BTreeMap<StmtId, u32> = BTreeMap::new();
        let mut targets: Vec<TargetData> = Vec::new();
        for (span, top) in labels {
            if let Entry::Vacant(vacant) = indices.entry(top) {
                vacant.insert(tops.len() as u32);
                tops.push(top);
                targets.push(TargetData { span, default: false, implicit: false });
            }
        }
        let index = |stmt: StmtId| {
            let top = self.jumps.top(unit, stmt);
            *indices.get(&top).expect("every label should be a target")
        };
        let mut arms: Vec<Arm> = cases
            .iter()
            .filter(|case| case.lo <= case.hi)
            .map(|case| Arm { lo: case.lo, hi: case.hi, target: index(case.target) })
            .collect();
        arms.sort_by_key(|arm| arm.lo);
        let default_index = default.map_or(tops.len() as u32, index);
        let mut places: Vec<Place> = tops.into_iter().map(Place::Labels).collect();
        if default.is_none() {
            let span = unit.stmts[switch].span;
            targets.push(TargetData { span, default: true, implicit: true });
            places.push(Place::End(end));
        }
        targets[default_index as usize].default = true;
        let span = unit.exprs[*value].span;
        Dispatch {
            value: operand,
            signed: self.machine().signed(unit.exprs[*value].ty),
            event: self.body.switches.push(SwitchData { span, targets }),
            arms,
            targets: places,
            default: default_index,
        }
    }

    /// Emits the jump of a switch at the cursor.
    pub(crate) fn dispatch(&mut self, dispatch: &Dispatch) {
        let exits: Vec<Option<Exit>> = dispatch
            .targets
            .iter()
            .map(|place| match place {
                Place::Labels(top) => self.first_exit(*top),
                Place::End(exit) => Some(*exit),
            })
            .collect();
        let (value, signed, default) = (dispatch.value, dispatch.signed, dispatch.default);
        let event = Some(dispatch.event);
        let arms = dispatch.arms.clone();
        self.switch_to(&exits, |targets| Inst::Switch {
            value,
            signed,
            event,
            arms,
            targets,
            default,
        });
    }

    /// Where the first case among a run of labels goes; they all go to one place.
    fn first_exit(&self, top: StmtId) -> Option<Exit> {
        let mut stmt = Some(top);
        while let Some(label) = stmt {
            if let Some(exit) = self.cases.get(&label) {
                return Some(*exit);
            }
            stmt = self.behind_label(label);
        }
        None
    }

    /// Emits a switch whose targets are any exits: those that are no block ends are reached through one.
    fn switch_to(&mut self, exits: &[Option<Exit>], switch: impl FnOnce(Vec<Label>) -> Inst) {
        let direct: Option<Vec<Label>> = exits
            .iter()
            .map(|exit| match exit {
                Some(Exit::Leave(label)) => Some(*label),
                _ => None,
            })
            .collect();
        if let Some(labels) = direct {
            for &label in &labels {
                self.left.insert(label);
            }
            return self.run(switch(labels));
        }
        let labels: Vec<Label> = exits.iter().map(|_| self.body.labels.push(self.span)).collect();
        let mut inner = self.body.regions.push(Vec::new());
        let mut outer = std::mem::replace(&mut self.at, inner);
        self.run(switch(labels.clone()));
        for (&label, &exit) in labels.iter().zip(exits) {
            let block = Inst::Block { label, body: inner };
            inner = self.body.regions.push(Vec::new());
            self.at = inner;
            self.run(block);
            match exit {
                Some(exit) => self.exit(exit),
                None => self.unsupported("a jump into a statement expression"),
            }
        }
        std::mem::swap(&mut self.at, &mut outer);
        self.splice(inner);
    }

    /// `goto *p`: a switch over the numbers of all labels whose address is taken.
    pub(crate) fn computed_goto(&mut self, goto: StmtId, address: ExprId) {
        let labels = self.jumps.reached_from(goto);
        let pointer = self.value(address);
        let value = self.cast(ir::CastOp::PtrToInt, self.machine().pointer_int(), pointer);
        let mut arms: Vec<Arm> = labels
            .iter()
            .enumerate()
            .map(|(index, &label)| {
                let number = crate::unit::label_number(label) as i128;
                Arm { lo: number, hi: number, target: index as u32 }
            })
            .collect();
        arms.sort_by_key(|arm| arm.lo);
        let mut exits: Vec<Option<Exit>> =
            labels.iter().map(|label| self.labels.get(label).map(|target| target.exit)).collect();
        let depths = labels.iter().filter_map(|label| self.labels.get(label));
        if let Some(depth) = depths.map(|target| target.depth).min() {
            self.end_scopes_from(depth);
        }
        let default = exits.len() as u32;
        self.block(|cx, wild| {
            exits.push(Some(Exit::Leave(wild)));
            cx.switch_to(&exits, |targets| Inst::Switch {
                value,
                signed: false,
                event: None,
                arms,
                targets,
                default,
            });
        });
        self.run(Inst::Trap(ir::TrapKind::Unreachable));
    }
}

/// The text of `default` at the start of its statement.
fn default_span(stmt: Span) -> Span {
    Span::new(stmt.lo, stmt.hi.min(stmt.lo + "default".len() as u32))
}

/// The type of the numbers that flattened code dispatches on.
pub(crate) const PC: Type = Type::I32;
