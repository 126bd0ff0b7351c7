//! Sequences of statements: the blocks and loops that labels and cases in them need.

use crate::func::FuncCx;
use crate::jumps::{Interval, IntervalKind};
use crate::scope::Exit;
use crate::switch::Dispatch;
use cfront::typed::{StmtId, StmtKind};
use ir::{Inst, LoopData};

/// A list being lowered: its statements, and the switch that enters it.
struct List<'d> {
    items: Vec<StmtId>,
    dispatch: Option<&'d Dispatch>,
}

impl FuncCx<'_, '_> {
    /// Lowers the statements of a compound or a lone statement, entered at the top or by a switch.
    pub(crate) fn list(&mut self, list: StmtId, dispatch: Option<&Dispatch>) {
        if self.jumps.exploded.contains(&list) {
            return self.flatten(list, dispatch);
        }
        let intervals = self.jumps.intervals.get(&list).cloned().unwrap_or_default();
        let list = List { items: self.items(list), dispatch };
        self.range(&list, 0, list.items.len() + 1, &intervals);
    }

    /// Lowers positions `from..to`; `intervals` lie in them, outer ones first.
    fn range(&mut self, list: &List, from: usize, to: usize, intervals: &[Interval]) {
        let (mut at, mut rest) = (from, intervals);
        while let Some(first) = rest.first() {
            self.positions(list, at, first.start);
            let inside = rest.iter().take_while(|inner| inner.start < first.end).count();
            match first.kind {
                IntervalKind::Block => self.blocks(list, &rest[..inside]),
                IntervalKind::Loop => self.turns(list, *first, &rest[1..inside]),
            }
            (at, rest) = (first.end, &rest[inside..]);
        }
        self.positions(list, at, to);
    }

    fn positions(&mut self, list: &List, from: usize, to: usize) {
        for position in from..to {
            match (position, list.dispatch) {
                (0, Some(dispatch)) => self.dispatch(dispatch),
                (0, None) => {}
                _ => self.item(list.items[position - 1]),
            }
        }
    }

    /// A nest of blocks that start together, built from the inside out: a switch may have thousands of cases.
    fn blocks(&mut self, list: &List, intervals: &[Interval]) {
        let start = intervals[0].start;
        let together = |i: &&Interval| i.kind == IntervalKind::Block && i.start == start;
        let depth = intervals.iter().take_while(together).count();
        let (nest, mut rest) = intervals.split_at(depth);
        let labels: Vec<_> = nest
            .iter()
            .map(|block| {
                let label = self.body.labels.push(self.span);
                self.aim(list, block.end, Exit::Leave(label));
                label
            })
            .collect();
        let mut from = start;
        let mut inner = None;
        for (block, &label) in nest.iter().zip(&labels).rev() {
            let inside = rest.iter().take_while(|i| i.start < block.end).count();
            let body = self.region(|cx| {
                if let Some((label, body)) = inner {
                    cx.close_block(label, body);
                }
                cx.range(list, from, block.end, &rest[..inside]);
            });
            inner = Some((label, body));
            (from, rest) = (block.end, &rest[inside..]);
        }
        let (label, body) = inner.expect("a nest has at least one block");
        self.close_block(label, body);
    }

    /// A loop that backward gotos make.
    fn turns(&mut self, list: &List, interval: Interval, inner: &[Interval]) {
        let Interval { start, end, .. } = interval;
        let item = list.items[start - 1];
        self.block(|cx, out| {
            let span = cx.unit().stmts[item].span;
            let id = cx.body.loops.push(LoopData { span, source: true });
            cx.aim(list, start, Exit::Next(id));
            let body = cx.region(|cx| {
                cx.run(Inst::Turn(id));
                cx.range(list, start, end, inner);
                cx.leave(out);
            });
            cx.trap_if_nothing_changes(id, body);
            cx.run(Inst::Loop { id, body });
        });
    }

    /// From here on, jumps to the labels at a position go to `exit`.
    fn aim(&mut self, list: &List, position: usize, exit: Exit) {
        let mut stmt = list.items[position - 1];
        while let Some(body) = self.aim_one(stmt, exit) {
            stmt = body;
        }
    }

    /// Aims the jumps to one labelled statement and returns what the label stands before.
    pub(crate) fn aim_one(&mut self, stmt: StmtId, exit: Exit) -> Option<StmtId> {
        match self.unit().stmts[stmt].kind {
            StmtKind::Label { label, body } => {
                let target = self.target(exit);
                self.labels.insert(label, target);
                Some(body)
            }
            StmtKind::Case(body) | StmtKind::Default(body) => {
                self.cases.insert(stmt, exit);
                Some(body)
            }
            _ => None,
        }
    }

    /// Lowers what stands behind the labels of an item.
    fn item(&mut self, stmt: StmtId) {
        let mut core = stmt;
        while let Some(body) = self.behind_label(core) {
            core = body;
        }
        self.stmt(core);
    }

    pub(crate) fn behind_label(&self, stmt: StmtId) -> Option<StmtId> {
        match self.unit().stmts[stmt].kind {
            StmtKind::Label { body, .. } | StmtKind::Case(body) | StmtKind::Default(body) => {
                Some(body)
            }
            _ => None,
        }
    }
}
