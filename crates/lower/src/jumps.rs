//! Which jumps of a function nest as blocks and loops, and which do not.
//!
//! A *list* is a sequence of statements: a compound, or a lone statement in the place of one. A jump to a label that
//! stands in a list around the jump becomes the end of a block (forward) or the head of a loop (backward); a switch jumps
//! forward from the entry of its body's list. Blocks may start earlier and loops may end later than needed, so most
//! overlaps can be nested. What remains (a jump into a nested statement, a block that ends inside a loop that starts in
//! it) is *exploded*: the statements between the jump and the label are taken apart by `flatten`.
//!
//! Nothing is emitted here.

use cfront::typed::{ExprId, ExprKind, InitId, InitValue, LabelId, StmtId, StmtKind, Unit};
use entity::EntitySet;
use std::collections::{BTreeMap, BTreeSet};

/// The jumps of one function.
#[derive(Default)]
pub(crate) struct Jumps {
    /// Statements to take apart.
    pub(crate) exploded: BTreeSet<StmtId>,
    /// Blocks and loops of each list that needs any.
    pub(crate) intervals: BTreeMap<StmtId, Vec<Interval>>,
    /// Labels whose address is taken.
    addressed: Vec<(LabelId, StmtId)>,
    /// Bodies of statement expressions, in functions with computed gotos.
    closed: BTreeSet<StmtId>,
    parents: BTreeMap<StmtId, StmtId>,
}

/// A run of positions of a list. Position 0 is the entry, item `i` has position `i + 1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Interval {
    pub(crate) start: usize,
    /// One past the last position.
    pub(crate) end: usize,
    pub(crate) kind: IntervalKind,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum IntervalKind {
    /// Jumps inside go to its end.
    Block,
    /// Jumps inside go to its start.
    Loop,
}

impl Jumps {
    /// May a jump go back over a declaration, or into the middle of a statement?
    pub(crate) fn go_back_in_lists(&self) -> bool {
        let is_loop = |interval: &Interval| interval.kind == IntervalKind::Loop;
        !self.exploded.is_empty() || self.intervals.values().flatten().any(is_loop)
    }

    /// Looks at all jumps of a body; `addressed` are the labels whose address some expression takes.
    pub(crate) fn of(unit: &Unit, root: StmtId, addressed: &EntitySet<LabelId>) -> Self {
        let mut walk = Walk { unit, jumps: Self::default(), found: Found::default() };
        walk.statements(root);
        let Walk { mut jumps, found, .. } = walk;
        let labels = found.labels.iter().copied().filter(|&label| addressed.contains(label));
        jumps.addressed =
            labels.filter_map(|label| Some((label, unit.labels[label].stmt?))).collect();
        if !found.computed.is_empty() {
            let bodies = unit.exprs.values().map(|expr| &expr.kind);
            let body = |kind: &ExprKind| match *kind {
                ExprKind::StmtExpr { body, .. } => Some(body),
                _ => None,
            };
            jumps.closed = bodies.filter_map(body).collect();
        }
        let edges = Self::edges(unit, &found);
        for &(source, target) in &edges {
            jumps.explode_if_nested(unit, source, target);
        }
        jumps.explode_computed(unit, &found);
        jumps.find_intervals(unit, &edges);
        jumps
    }

    /// The statement at which the run of labels before a statement begins.
    pub(crate) fn top(&self, unit: &Unit, stmt: StmtId) -> StmtId {
        let mut top = stmt;
        while let Some(&parent) = self.parents.get(&top)
            && matches!(
                unit.stmts[parent].kind,
                StmtKind::Label { .. } | StmtKind::Case(_) | StmtKind::Default(_)
            )
        {
            top = parent;
        }
        top
    }

    /// All jumps, as source and labelled statement. A switch jumps from its body.
    fn edges(unit: &Unit, found: &Found) -> Vec<(Source, StmtId)> {
        let mut edges = Vec::new();
        for &(goto, label) in &found.gotos {
            if let Some(target) = unit.labels[label].stmt {
                edges.push((Source::Inside(goto), target));
            }
        }
        for &switch in &found.switches {
            let StmtKind::Switch { body, cases, default, .. } = &unit.stmts[switch].kind else {
                continue;
            };
            let targets = cases.iter().map(|case| case.target).chain(*default);
            edges.extend(targets.map(|target| (Source::Entry(*body), target)));
        }
        edges
    }

    fn explode_if_nested(&mut self, unit: &Unit, source: Source, target: StmtId) {
        let top = self.top(unit, target);
        let inside = match source {
            Source::Inside(stmt) => stmt,
            Source::Entry(body) => body,
        };
        let Some(meet) = self.meet(inside, top) else { return };
        let nests = meet == self.list_of(unit, top) || self.is_within(inside, top);
        let from_entry = matches!(source, Source::Entry(body) if body == self.list_of(unit, top));
        if !nests && !from_entry {
            self.explode(top, meet);
        }
    }

    /// The labels that a computed goto can reach: all whose address is taken, but for those inside of statement expressions
    /// that it stands outside of.
    pub(crate) fn reached_from(&self, goto: StmtId) -> Vec<LabelId> {
        let reached = self.addressed.iter().filter(|(_, stmt)| self.may_enter(goto, *stmt));
        reached.map(|(label, _)| *label).collect()
    }

    fn may_enter(&self, goto: StmtId, target: StmtId) -> bool {
        self.room(target).is_none_or(|room| self.is_within(goto, room))
    }

    /// The innermost statement expression that a statement stands in.
    fn room(&self, stmt: StmtId) -> Option<StmtId> {
        self.ancestors(stmt).find(|ancestor| self.closed.contains(ancestor))
    }

    /// A computed goto can reach every addressed label of a statement expression, so everything between them is taken apart.
    fn explode_computed(&mut self, unit: &Unit, found: &Found) {
        let mut rooms: BTreeMap<Option<StmtId>, Vec<StmtId>> = BTreeMap::new();
        for &(_, target) in &self.addressed {
            rooms.entry(self.room(target)).or_default().push(target);
        }
        for targets in rooms.values() {
            self.explode_room(unit, found, targets);
        }
    }

    fn explode_room(&mut self, unit: &Unit, found: &Found, targets: &[StmtId]) {
        let sources = found.computed.iter().copied();
        let sources: Vec<_> = sources.filter(|&goto| self.may_enter(goto, targets[0])).collect();
        let all = sources.iter().chain(targets).copied().map(Some);
        let meet = all.reduce(|a, b| self.meet(a?, b?));
        let Some(Some(mut meet)) = meet else { return };
        if matches!(unit.stmts[meet].kind, StmtKind::Label { .. }) {
            meet = self.list_of(unit, self.top(unit, meet));
        }
        if !sources.is_empty() {
            for &target in targets {
                self.explode(self.top(unit, target), meet);
            }
        }
    }

    fn explode(&mut self, from: StmtId, to: StmtId) {
        let path: Vec<_> = self.ancestors(from).take_while(|&stmt| stmt != to).collect();
        self.exploded.extend(path);
        self.exploded.insert(to);
    }

    fn ancestors(&self, stmt: StmtId) -> impl Iterator<Item = StmtId> + '_ {
        std::iter::successors(Some(stmt), |stmt| self.parents.get(stmt).copied())
    }

    fn is_within(&self, stmt: StmtId, outer: StmtId) -> bool {
        self.ancestors(stmt).any(|ancestor| ancestor == outer)
    }

    /// The innermost statement around both.
    fn meet(&self, a: StmtId, b: StmtId) -> Option<StmtId> {
        let around: BTreeSet<_> = self.ancestors(a).collect();
        self.ancestors(b).find(|stmt| around.contains(stmt))
    }

    /// The list that a run of labels stands in: its compound, or itself where a lone statement stands.
    fn list_of(&self, unit: &Unit, top: StmtId) -> StmtId {
        match self.parents.get(&top) {
            Some(&parent) if matches!(unit.stmts[parent].kind, StmtKind::Compound { .. }) => parent,
            _ => top,
        }
    }

    /// Blocks and loops for the jumps of each list that stays whole; explodes lists in which they do not nest.
    fn find_intervals(&mut self, unit: &Unit, edges: &[(Source, StmtId)]) {
        let mut lists: BTreeMap<StmtId, BTreeSet<Interval>> = BTreeMap::new();
        let positions = Positions::of(unit, &self.parents);
        for &(source, target) in edges {
            let top = self.top(unit, target);
            let list = self.list_of(unit, top);
            let to = positions.in_list(self, list, top);
            let from = match source {
                Source::Entry(_) => 0,
                Source::Inside(stmt) => positions.in_list(self, list, stmt),
            };
            let interval = if from < to {
                Interval { start: from, end: to, kind: IntervalKind::Block }
            } else {
                Interval { start: to, end: from + 1, kind: IntervalKind::Loop }
            };
            lists.entry(list).or_default().insert(interval);
        }
        for (list, wanted) in lists {
            match nest(merge(wanted)) {
                Some(intervals) => {
                    self.intervals.insert(list, intervals);
                }
                None => {
                    self.exploded.insert(list);
                }
            }
        }
    }
}

/// Where a jump starts.
#[derive(Clone, Copy)]
enum Source {
    /// At this statement.
    Inside(StmtId),
    /// At the entry of this list.
    Entry(StmtId),
}

/// Positions of statements in their compounds.
struct Positions(BTreeMap<StmtId, usize>);

impl Positions {
    fn of(unit: &Unit, parents: &BTreeMap<StmtId, StmtId>) -> Self {
        let compounds: BTreeSet<_> = parents.values().copied().collect();
        let mut positions = BTreeMap::new();
        for compound in compounds {
            if let StmtKind::Compound { stmts, .. } = &unit.stmts[compound].kind {
                positions.extend(stmts.iter().enumerate().map(|(i, &stmt)| (stmt, i + 1)));
            }
        }
        Self(positions)
    }

    /// The position of the item of `list` that a statement stands in.
    fn in_list(&self, jumps: &Jumps, list: StmtId, stmt: StmtId) -> usize {
        let item = jumps.ancestors(stmt).find(|item| jumps.parents.get(item) == Some(&list));
        item.and_then(|item| self.0.get(&item).copied()).unwrap_or(1)
    }
}

/// One block per end and one loop per start.
fn merge(wanted: BTreeSet<Interval>) -> Vec<Interval> {
    let mut merged: BTreeMap<(IntervalKind, usize), Interval> = BTreeMap::new();
    for interval in wanted {
        let key = match interval.kind {
            IntervalKind::Block => (interval.kind, interval.end),
            IntervalKind::Loop => (interval.kind, interval.start),
        };
        let entry = merged.entry(key).or_insert(interval);
        entry.start = entry.start.min(interval.start);
        entry.end = entry.end.max(interval.end);
    }
    merged.into_values().collect()
}

/// Widens intervals until any two are apart or one inside the other, outer ones first; none if that cannot be.
fn nest(mut intervals: Vec<Interval>) -> Option<Vec<Interval>> {
    loop {
        // Sorted by start, an overlap is always of an earlier one that ends inside a later one.
        intervals.sort_by_key(|i| (i.start, std::cmp::Reverse(i.end), i.kind));
        let Some((first, second)) = overlap(&intervals) else { return Some(intervals) };
        match (intervals[first].kind, intervals[second].kind) {
            (_, IntervalKind::Block) => intervals[second].start = intervals[first].start,
            (IntervalKind::Loop, IntervalKind::Loop) => {
                intervals[first].end = intervals[second].end;
            }
            (IntervalKind::Block, IntervalKind::Loop) => return None,
        }
    }
}

/// Two intervals that cross, in order of their starts.
fn overlap(intervals: &[Interval]) -> Option<(usize, usize)> {
    let mut open: Vec<usize> = Vec::new();
    for (index, interval) in intervals.iter().enumerate() {
        while open.last().is_some_and(|&outer| intervals[outer].end <= interval.start) {
            open.pop();
        }
        if let Some(&outer) = open.last()
            && intervals[outer].end < interval.end
        {
            return Some((outer, index));
        }
        open.push(index);
    }
    None
}

#[derive(Default)]
struct Found {
    gotos: Vec<(StmtId, LabelId)>,
    computed: Vec<StmtId>,
    switches: Vec<StmtId>,
    labels: Vec<LabelId>,
}

/// A walk over the statements of a body, those in statement expressions included.
struct Walk<'u> {
    unit: &'u Unit,
    jumps: Jumps,
    found: Found,
}

impl Walk<'_> {
    fn statements(&mut self, root: StmtId) {
        let mut work = vec![root];
        while let Some(stmt) = work.pop() {
            self.visit(stmt);
            let mut inner = Vec::new();
            children(self.unit, stmt, &mut inner);
            for &child in &inner {
                self.jumps.parents.insert(child, stmt);
            }
            work.extend(inner.into_iter().rev());
        }
    }

    fn visit(&mut self, stmt: StmtId) {
        match self.unit.stmts[stmt].kind {
            StmtKind::Goto(label) => self.found.gotos.push((stmt, label)),
            StmtKind::ComputedGoto(_) => self.found.computed.push(stmt),
            StmtKind::Switch { .. } => self.found.switches.push(stmt),
            StmtKind::Label { label, .. } => self.found.labels.push(label),
            _ => {}
        }
    }
}

/// The statements directly inside a statement, statement expressions of its expressions included.
fn children(unit: &Unit, stmt: StmtId, out: &mut Vec<StmtId>) {
    let mut exprs = Vec::new();
    match &unit.stmts[stmt].kind {
        StmtKind::Compound { stmts, .. } => out.extend(stmts),
        StmtKind::If { cond, then, other } => {
            exprs.push(*cond);
            out.push(*then);
            out.extend(*other);
        }
        StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
            exprs.push(*cond);
            out.push(*body);
        }
        StmtKind::For { init, cond, step, body, .. } => {
            exprs.extend(cond.iter().chain(step));
            out.extend(init);
            out.push(*body);
        }
        StmtKind::Switch { value, body, .. } => {
            exprs.push(*value);
            out.push(*body);
        }
        StmtKind::Case(body) | StmtKind::Default(body) | StmtKind::Label { body, .. } => {
            out.push(*body);
        }
        StmtKind::Expr(expr) | StmtKind::ComputedGoto(expr) => exprs.push(*expr),
        StmtKind::Return(expr) => exprs.extend(expr),
        StmtKind::Decl { init, .. } => exprs.extend(init.iter().flat_map(|&i| init_exprs(unit, i))),
        StmtKind::Asm { outputs, inputs, .. } => exprs.extend(outputs.iter().chain(inputs)),
        StmtKind::Null | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue => {}
        StmtKind::Annotation(_) | StmtKind::Unsupported(_) => {}
    }
    statement_expressions(unit, exprs, out);
}

fn init_exprs(unit: &Unit, init: InitId) -> impl Iterator<Item = ExprId> + '_ {
    unit.inits[init].cells.iter().filter_map(|cell| match cell.value {
        InitValue::Expr(expr) => Some(expr),
        InitValue::Bytes(_) => None,
    })
}

/// The bodies of the outermost statement expressions among these expressions.
fn statement_expressions(unit: &Unit, mut work: Vec<ExprId>, out: &mut Vec<StmtId>) {
    while let Some(expr) = work.pop() {
        if let ExprKind::StmtExpr { body, result } = unit.exprs[expr].kind {
            out.push(body);
            work.extend(result);
        } else {
            operands(unit, &unit.exprs[expr].kind, &mut work);
        }
    }
}

/// The operands of an expression.
fn operands(unit: &Unit, kind: &ExprKind, out: &mut Vec<ExprId>) {
    match kind {
        ExprKind::Error | ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Local(_) => {}
        ExprKind::Global(_) | ExprKind::Func(_) | ExprKind::LabelAddr(_) | ExprKind::Again(_) => {}
        ExprKind::Load(a) | ExprKind::Decay(a) | ExprKind::FuncToPtr(a) => out.push(*a),
        ExprKind::Cast(_, a) | ExprKind::Unary(_, a) | ExprKind::LogNot(a) => out.push(*a),
        ExprKind::Deref(a) | ExprKind::AddrOf(a) => out.push(*a),
        ExprKind::VaStart(a) | ExprKind::VaArg(a) | ExprKind::VaEnd(a) => out.push(*a),
        ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => out.extend([*a, *b]),
        ExprKind::LogAnd(a, b) | ExprKind::LogOr(a, b) | ExprKind::Comma(a, b) => {
            out.extend([*a, *b]);
        }
        ExprKind::PtrAdd(a, b) | ExprKind::PtrSub(a, b) | ExprKind::PtrDiff(a, b) => {
            out.extend([*a, *b]);
        }
        ExprKind::Cond { cond, then, other } | ExprKind::CondOmitted { cond, then, other } => {
            out.extend([*cond, *then, *other]);
        }
        ExprKind::Assign { lhs, rhs } | ExprKind::CompoundAssign { lhs, rhs, .. } => {
            out.extend([*lhs, *rhs]);
        }
        ExprKind::IncDec { arg, .. } => out.push(*arg),
        ExprKind::Call { callee, args } => {
            if let cfront::typed::Callee::Pointer(callee) = callee {
                out.push(*callee);
            }
            out.extend(args);
        }
        ExprKind::Member { base, .. } => out.push(*base),
        ExprKind::StmtExpr { result, .. } => out.extend(result),
        ExprKind::CompoundLiteral { init, .. } => out.extend(init_exprs(unit, *init)),
        ExprKind::VaCopy { dst, src } => out.extend([*dst, *src]),
        ExprKind::Builtin(_, args) | ExprKind::Unsupported(_, args) => out.extend(args),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(start: usize, end: usize) -> Interval {
        Interval { start, end, kind: IntervalKind::Block }
    }

    fn turn(start: usize, end: usize) -> Interval {
        Interval { start, end, kind: IntervalKind::Loop }
    }

    #[track_caller]
    fn check(given: &[Interval], nested: Option<&[Interval]>) {
        let merged = merge(given.iter().copied().collect());
        assert_eq!(nest(merged).as_deref(), nested);
    }

    #[test]
    fn blocks_start_earlier_and_loops_end_later() {
        check(&[block(1, 3), block(2, 5)], Some(&[block(1, 5), block(1, 3)]));
        check(&[turn(1, 3), turn(2, 5)], Some(&[turn(1, 5), turn(2, 5)]));
        check(&[turn(1, 4), block(2, 6)], Some(&[block(1, 6), turn(1, 4)]));
        check(&[block(1, 3), turn(3, 5)], Some(&[block(1, 3), turn(3, 5)]));
    }

    #[test]
    fn a_jump_into_a_loop_does_not_nest() {
        check(&[block(1, 4), turn(3, 6)], None);
        // Widening the first loop makes it the target of the jump from before.
        check(&[block(1, 4), turn(2, 4), turn(3, 6)], None);
    }
}
