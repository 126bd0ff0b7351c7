//! Code whose jumps do not nest, taken apart into segments under one dispatcher.
//!
//! ```text
//! pc = 0; block out { loop { block s1 { block s0 { switch pc } code of s0 } code of s1 … leave out } }
//! ```
//!
//! A jump sets `pc` and starts the dispatcher's next turn; code that falls into the next segment just goes on. Only the
//! exploded statements are taken apart, everything else in them is lowered as usual. Objects of compounds that are taken
//! apart live as long as the whole: a jump may enter their block anywhere.

use crate::UNCOUNTED;
use crate::func::FuncCx;
use crate::scope::Exit;
use crate::switch::{Dispatch, PC};
use cfront::typed::{ExprId, LocalId, StmtId, StmtKind};
use ir::{Arm, Inst, Local, LoopData, LoopId, Region};
use source::Diagnostic;

/// A place in flattened code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Segment {
    /// The dispatcher.
    id: LoopId,
    /// The register that says where to go.
    pc: Local,
    number: u32,
}

/// Flattened code under construction.
pub(crate) struct Flat {
    id: LoopId,
    pc: Local,
    /// How many segments have a number.
    numbered: u32,
    /// Segments in the order of their code.
    placed: Vec<(Segment, Region)>,
}

impl FuncCx<'_, '_> {
    /// Lowers an exploded list.
    pub(crate) fn flatten(&mut self, root: StmtId, dispatch: Option<&Dispatch>) {
        let pc = self.temp("pc", PC);
        let id = self.body.loops.push(LoopData { span: self.span, source: false });
        let zero = self.int(PC, 0);
        self.set(pc, zero);
        for local in self.hoisted(root) {
            self.enter(local);
        }
        self.block(|cx, out| {
            cx.flat.push(Flat { id, pc, numbered: 0, placed: Vec::new() });
            let outer = cx.at;
            let entry = cx.segment();
            cx.reached.insert(entry);
            cx.place_segment(entry);
            cx.aim_segments(root);
            if let Some(dispatch) = dispatch {
                cx.dispatch(dispatch);
            }
            cx.flat_item(root, false);
            cx.leave(out);
            cx.at = outer;
            let flat = cx.flat.pop().expect("the flattened code just built");
            let body = cx.assemble(&flat);
            cx.run(Inst::Loop { id, body });
        });
    }

    /// Goes to a segment, from anywhere inside its dispatcher.
    pub(crate) fn go_to_segment(&mut self, segment: Segment) {
        if self.is_closed() {
            return;
        }
        self.reached.insert(segment);
        let number = self.int(PC, segment.number as i128);
        self.set(segment.pc, number);
        self.run(Inst::Next(segment.id));
    }

    fn segment(&mut self) -> Segment {
        let flat = self.flat.last_mut().expect("segments exist only in flattened code");
        flat.numbered += 1;
        Segment { id: flat.id, pc: flat.pc, number: flat.numbered - 1 }
    }

    /// From here on code belongs to this segment; the code before falls into it.
    fn place_segment(&mut self, segment: Segment) {
        let region = self.body.regions.push(Vec::new());
        self.flat
            .last_mut()
            .expect("segments exist only in flattened code")
            .placed
            .push((segment, region));
        self.at = region;
    }

    /// Locals of the compounds inside `root` that are taken apart; those of `root` itself are in scope already.
    fn hoisted(&self, root: StmtId) -> Vec<LocalId> {
        let mut locals = Vec::new();
        let mut work = self.exploded_children(root);
        while let Some(stmt) = work.pop() {
            match &self.unit().stmts[stmt].kind {
                StmtKind::Compound { scope, .. } | StmtKind::For { scope, .. } => {
                    locals.extend(scope);
                }
                _ => {}
            }
            work.extend(self.exploded_children(stmt));
        }
        locals.sort();
        locals
    }

    fn exploded_children(&self, stmt: StmtId) -> Vec<StmtId> {
        let mut children = self.flat_children(stmt);
        children.retain(|child| self.is_exploded(*child));
        children
    }

    /// Is the statement, or what stands behind its labels, taken apart?
    fn is_exploded(&self, stmt: StmtId) -> bool {
        self.jumps.exploded.contains(&stmt)
            || self.behind_label(stmt).is_some_and(|body| self.is_exploded(body))
    }

    fn flat_children(&self, stmt: StmtId) -> Vec<StmtId> {
        match &self.unit().stmts[stmt].kind {
            StmtKind::Compound { stmts, .. } => stmts.clone(),
            StmtKind::If { then, other, .. } => std::iter::once(*then).chain(*other).collect(),
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::Switch { body, .. }
            | StmtKind::Label { body, .. }
            | StmtKind::Case(body)
            | StmtKind::Default(body) => vec![*body],
            _ => Vec::new(),
        }
    }

    /// Gives a segment to every run of labels in the lists that are taken apart, before any jump to them is lowered.
    fn aim_segments(&mut self, root: StmtId) {
        let mut work = vec![(root, false)];
        while let Some((stmt, in_list)) = work.pop() {
            let mut core = stmt;
            if (in_list || self.is_exploded(stmt)) && self.behind_label(stmt).is_some() {
                let segment = self.segment();
                while let Some(body) = self.aim_one(core, Exit::Segment(segment)) {
                    core = body;
                }
            }
            if self.jumps.exploded.contains(&core) {
                let in_list = matches!(self.unit().stmts[core].kind, StmtKind::Compound { .. });
                work.extend(self.flat_children(core).into_iter().map(|child| (child, in_list)));
            }
        }
    }

    /// An item of a list that is taken apart, or a lone statement in such code.
    fn flat_item(&mut self, stmt: StmtId, in_list: bool) {
        let mut core = stmt;
        if (in_list || self.is_exploded(stmt)) && self.behind_label(stmt).is_some() {
            if let Some(segment) = self.segment_of(stmt) {
                self.place_segment(segment);
            }
            while let Some(body) = self.behind_label(core) {
                core = body;
            }
        }
        if self.jumps.exploded.contains(&core) {
            self.flat_stmt(core);
        } else {
            self.stmt(core);
        }
    }

    fn segment_of(&self, stmt: StmtId) -> Option<Segment> {
        let exit = match self.unit().stmts[stmt].kind {
            StmtKind::Label { label, .. } => self.labels.get(&label).map(|target| target.exit),
            _ => self.cases.get(&stmt).copied(),
        };
        match exit {
            Some(Exit::Segment(segment)) => Some(segment),
            _ => None,
        }
    }

    fn flat_stmt(&mut self, stmt: StmtId) {
        self.span = self.unit().stmts[stmt].span;
        if matches!(
            self.unit().stmts[stmt].kind,
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. }
        ) {
            let message = "the turns of this loop are not counted: a jump leads into it";
            let warning = Diagnostic::warning(UNCOUNTED, self.span, message);
            self.cx.diagnostics.push(warning.help("--k does not bound it"));
        }
        match &self.unit().stmts[stmt].kind {
            StmtKind::Compound { stmts, .. } => {
                for &item in stmts {
                    self.flat_item(item, true);
                }
            }
            StmtKind::If { cond, then, other } => self.flat_if(*cond, *then, *other),
            StmtKind::While { cond, body } => self.flat_for(Some(*cond), None, *body),
            StmtKind::DoWhile { body, cond } => self.flat_do(*body, *cond),
            StmtKind::For { init, cond, step, body, .. } => {
                for &init in init {
                    self.stmt(init);
                }
                self.flat_for(*cond, *step, *body);
            }
            StmtKind::Switch { value, body, .. } => self.flat_switch(stmt, *value, *body),
            _ => self.plain_stmt(stmt),
        }
    }

    fn flat_if(&mut self, cond: ExprId, then: StmtId, other: Option<StmtId>) {
        let (els, end) = (self.segment(), self.segment());
        self.jump_unless(cond, Exit::Segment(els));
        self.flat_item(then, false);
        self.go_to_segment(end);
        self.place_segment(els);
        if let Some(other) = other {
            self.flat_item(other, false);
        }
        self.place_segment(end);
    }

    fn flat_for(&mut self, cond: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        let (head, next, end) = (self.segment(), self.segment(), self.segment());
        self.place_segment(head);
        if let Some(cond) = cond {
            self.jump_unless(cond, Exit::Segment(end));
        }
        self.flat_body(body, next, end);
        self.place_segment(next);
        if let Some(step) = step {
            self.effect(step);
        }
        self.go_to_segment(head);
        self.place_segment(end);
    }

    fn flat_do(&mut self, body: StmtId, cond: ExprId) {
        let (head, next, end) = (self.segment(), self.segment(), self.segment());
        self.place_segment(head);
        self.flat_body(body, next, end);
        self.place_segment(next);
        self.jump_unless(cond, Exit::Segment(end));
        self.go_to_segment(head);
        self.place_segment(end);
    }

    fn flat_body(&mut self, body: StmtId, next: Segment, end: Segment) {
        let (next, end) = (self.target(Exit::Segment(next)), self.target(Exit::Segment(end)));
        self.continues.push(next);
        self.breaks.push(end);
        self.flat_item(body, false);
        self.continues.pop();
        self.breaks.pop();
    }

    fn flat_switch(&mut self, switch: StmtId, value: ExprId, body: StmtId) {
        let end = self.segment();
        let operand = self.value(value);
        let dispatch = self.plan_dispatch(switch, operand, Exit::Segment(end));
        self.dispatch(&dispatch);
        let target = self.target(Exit::Segment(end));
        self.breaks.push(target);
        self.flat_item(body, false);
        self.breaks.pop();
        self.place_segment(end);
    }

    /// The body of the dispatcher: each segment's code after the block that leads to it.
    fn assemble(&mut self, flat: &Flat) -> Region {
        let labelled: Vec<_> =
            flat.placed.iter().filter(|(s, _)| self.reached.contains(s)).collect();
        let labels: Vec<_> = labelled.iter().map(|_| self.body.labels.push(self.span)).collect();
        let arms = labelled.iter().enumerate().map(|(index, (segment, _))| {
            let number = segment.number as i128;
            Arm { lo: number, hi: number, target: index as u32 }
        });
        let mut arms: Vec<_> = arms.collect();
        arms.sort_by_key(|arm| arm.lo);
        let mut inner = self.region(|cx| {
            let value = cx.get(flat.pc);
            let targets = labels.clone();
            let (signed, event, default) = (true, None, 0);
            cx.run(Inst::Switch { value, signed, event, arms, targets, default });
        });
        let mut labels = labels.into_iter();
        for &(segment, code) in &flat.placed {
            if self.reached.contains(&segment) {
                let label = labels.next().expect("one label for each segment reached");
                inner = self.region(|cx| cx.run(Inst::Block { label, body: inner }));
            }
            let outer = std::mem::replace(&mut self.at, inner);
            self.splice(code);
            self.at = outer;
        }
        inner
    }
}
