//! Decisions: boolean expressions as control flow, each atomic condition with its event.
//!
//! A condition is an operand of `&&`, `||`, `!` that is none of these itself, or a whole controlling expression that is
//! none of these. Integer constant expressions are no conditions. `x = a > b` is no decision; `x = a && b` is.
//! Conditions branch directly: nothing becomes a 0 or 1 that is then tested again.

use crate::func::FuncCx;
use crate::scope::Exit;
use cfront::typed::{Builtin, CastKind, ExprId, ExprKind};
use ir::{BinOp, BoolTree, CastOp, Cond, CondData, Decision, DecisionData, Inst, Type, Value};

/// A decision ready to be lowered: the expressions and ids of its conditions.
pub(crate) enum Tree {
    Atom(ExprId, Cond),
    Const(bool),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
}

impl FuncCx<'_, '_> {
    /// Takes one of two ways on a controlling expression.
    pub(crate) fn branch(
        &mut self,
        cond: ExprId,
        then: impl FnOnce(&mut Self),
        els: impl FnOnce(&mut Self),
    ) {
        let tree = self.decision(cond, true);
        self.branch_on(&tree, then, els);
    }

    /// Goes to `exit` if a controlling expression is false.
    pub(crate) fn jump_unless(&mut self, cond: ExprId, exit: Exit) {
        let tree = self.decision(cond, true);
        if !matches!(tree, Tree::Const(true)) {
            self.jump_if(&tree, false, exit);
        }
    }

    /// The value of `&&`, `||` or `!`, an `int`.
    pub(crate) fn logical_value(&mut self, expr: ExprId) -> Value {
        let tree = self.decision(expr, false);
        let result = self.temp("truth", self.machine().int());
        self.branch_on(&tree, |cx| cx.set_int(result, 1), |cx| cx.set_int(result, 0));
        self.get(result)
    }

    /// `&&`, `||` or `!` whose value nobody wants.
    pub(crate) fn logical_effect(&mut self, expr: ExprId) {
        let tree = self.decision(expr, false);
        self.branch_on(&tree, |_| {}, |_| {});
    }

    fn set_int(&mut self, local: ir::Local, value: i128) {
        let value = self.int(self.machine().int(), value);
        self.set(local, value);
    }

    /// Records a decision and its conditions. A constant is none.
    pub(crate) fn decision(&mut self, expr: ExprId, controlling: bool) -> Tree {
        if let Some(value) = self.constant_truth(expr) {
            return Tree::Const(value);
        }
        let span = self.unit().exprs[expr].span;
        let tree = BoolTree::Const(false);
        let decision = self.body.decisions.push(DecisionData { span, controlling, tree });
        let tree = self.tree(expr, decision);
        self.body.decisions[decision].tree = recorded(&tree);
        tree
    }

    fn constant_truth(&self, expr: ExprId) -> Option<bool> {
        let unit = self.unit();
        unit.exprs[expr].ice.then(|| unit.constant_int(expr)).flatten().map(|value| value != 0)
    }

    fn tree(&mut self, expr: ExprId, decision: Decision) -> Tree {
        let expr = self.behind_expect(expr);
        if let Some(value) = self.constant_truth(expr) {
            return Tree::Const(value);
        }
        match self.unit().exprs[expr].kind {
            ExprKind::LogNot(arg) => Tree::Not(Box::new(self.tree(arg, decision))),
            ExprKind::LogAnd(..) => Tree::And(self.operands(expr, decision)),
            ExprKind::LogOr(..) => Tree::Or(self.operands(expr, decision)),
            _ => {
                let span = self.unit().exprs[expr].span;
                Tree::Atom(expr, self.body.conds.push(CondData { span, decision }))
            }
        }
    }

    /// The operands of a whole chain of the same operator, left to right.
    fn operands(&mut self, chain: ExprId, decision: Decision) -> Vec<Tree> {
        let unit = self.unit();
        let and = matches!(unit.exprs[chain].kind, ExprKind::LogAnd(..));
        let (mut work, mut trees) = (vec![chain], Vec::new());
        while let Some(expr) = work.pop() {
            match unit.exprs[expr].kind {
                ExprKind::LogAnd(a, b) if and && self.constant_truth(expr).is_none() => {
                    work.extend([b, a]);
                }
                ExprKind::LogOr(a, b) if !and && self.constant_truth(expr).is_none() => {
                    work.extend([b, a]);
                }
                _ => trees.push(self.tree(expr, decision)),
            }
        }
        trees
    }

    /// `__builtin_expect(x, c)` is only advice: the decision is that of x. Its widening to `long` changes no truth.
    fn behind_expect(&self, expr: ExprId) -> ExprId {
        let unit = self.unit();
        let ExprKind::Builtin(Builtin::Expect, args) = &unit.exprs[expr].kind else { return expr };
        let [value, expected] = args[..] else { return expr };
        if unit.constant(expected).is_none() {
            return expr;
        }
        let ExprKind::Cast(CastKind::IntToInt, inner) = unit.exprs[value].kind else {
            return value;
        };
        let widens =
            self.machine().size(unit.exprs[inner].ty) <= self.machine().size(unit.exprs[value].ty);
        if widens { inner } else { value }
    }

    fn branch_on(
        &mut self,
        tree: &Tree,
        then: impl FnOnce(&mut Self),
        els: impl FnOnce(&mut Self),
    ) {
        match tree {
            Tree::Const(value) => {
                let value = self.int(Type::BOOL, *value as i128);
                self.choose(value, then, els);
            }
            Tree::Not(inner) => self.branch_on_not(inner, then, els),
            Tree::Atom(expr, cond) => {
                let value = self.truth(*expr);
                self.ensure_open();
                let then = self.region(then);
                let els = self.region(els);
                self.test(*expr, Inst::If { cond: value, event: Some(*cond), then, els });
            }
            Tree::And(_) | Tree::Or(_) => self.branch_on_chain(tree, then, els),
        }
    }

    fn branch_on_chain(
        &mut self,
        tree: &Tree,
        then: impl FnOnce(&mut Self),
        els: impl FnOnce(&mut Self),
    ) {
        let els = self.region(els);
        let has_els = !self.body.regions[els].is_empty();
        self.block(|cx, out| {
            cx.block(|cx, no| {
                cx.jump_if(tree, false, Exit::Leave(no));
                then(cx);
                if has_els {
                    cx.leave(out);
                }
            });
            cx.splice(els);
        });
    }

    fn branch_on_not(
        &mut self,
        inner: &Tree,
        then: impl FnOnce(&mut Self),
        els: impl FnOnce(&mut Self),
    ) {
        // Boxed, since the two ways change places at each `!` and so would their types.
        let then: Box<dyn FnOnce(&mut Self)> = Box::new(then);
        let els: Box<dyn FnOnce(&mut Self)> = Box::new(els);
        self.branch_on(inner, els, then);
    }

    /// Goes to `exit` if the decision has this outcome, else falls through.
    fn jump_if(&mut self, tree: &Tree, outcome: bool, exit: Exit) {
        match (tree, outcome) {
            (Tree::Const(value), _) if *value == outcome => {
                let always = self.int(Type::BOOL, 1);
                self.choose(always, |cx| cx.exit(exit), |_| {});
            }
            (Tree::Const(_), _) => {}
            (Tree::Not(inner), _) => self.jump_if(inner, !outcome, exit),
            (Tree::Atom(expr, cond), _) => {
                let value = self.truth(*expr);
                self.ensure_open();
                let go = self.region(|cx| cx.exit(exit));
                let stay = self.region(|_| {});
                let (then, els) = if outcome { (go, stay) } else { (stay, go) };
                self.test(*expr, Inst::If { cond: value, event: Some(*cond), then, els });
            }
            // One operand decides: each may jump.
            (Tree::And(trees), false) | (Tree::Or(trees), true) => {
                for tree in trees {
                    self.jump_if(tree, outcome, exit);
                }
            }
            // All operands decide: each but the last may skip the rest.
            (Tree::And(trees), true) | (Tree::Or(trees), false) => self.block(|cx, skip| {
                let (last, first) = trees.split_last().expect("a chain should have operands");
                for tree in first {
                    cx.jump_if(tree, !outcome, Exit::Leave(skip));
                }
                cx.jump_if(last, outcome, exit);
            }),
        }
    }

    /// Emits the test of a condition, with the condition's span.
    fn test(&mut self, expr: ExprId, inst: Inst) {
        let span = self.unit().exprs[expr].span;
        let outer = std::mem::replace(&mut self.span, span);
        self.run(inst);
        self.span = outer;
    }

    /// Does a scalar compare unequal to zero? An `i1`.
    pub(crate) fn truth(&mut self, expr: ExprId) -> Value {
        let data = &self.unit().exprs[expr];
        if let ExprKind::Compare(op, a, b) = data.kind {
            return self.compare(op, a, b, data.span);
        }
        let value = self.value(expr);
        let outer = std::mem::replace(&mut self.span, data.span);
        let truth = self.nonzero(value);
        self.span = outer;
        truth
    }

    pub(crate) fn nonzero(&mut self, value: Value) -> Value {
        match self.body.ty(value) {
            Type::BOOL => value,
            ty @ Type::Int(_) => {
                let zero = self.int(ty, 0);
                self.binary(BinOp::Ne, value, zero)
            }
            ty @ (Type::F32 | Type::F64 | Type::F80) => {
                let zero = self.dummy(ty);
                self.binary(BinOp::FNe, value, zero)
            }
            Type::Ptr => {
                let null = self.null();
                self.binary(BinOp::PtrNe, value, null)
            }
        }
    }

    /// An `i1` as an integer 0 or 1.
    pub(crate) fn of_truth(&mut self, truth: Value, ty: Type) -> Value {
        self.cast(CastOp::Zext, ty, truth)
    }

    /// Evaluates one of two sides into a register of type `ty`, or for their effect alone.
    pub(crate) fn conditional(
        &mut self,
        cond: ExprId,
        ty: Option<Type>,
        then: impl FnOnce(&mut Self) -> Option<Value>,
        other: impl FnOnce(&mut Self) -> Option<Value>,
    ) -> Option<Value> {
        let result = ty.map(|ty| self.temp("cond", ty));
        let tree = self.decision(cond, true);
        self.branch_on(
            &tree,
            |cx| {
                let value = then(cx);
                cx.set_result(result, value);
            },
            |cx| {
                let value = other(cx);
                cx.set_result(result, value);
            },
        );
        result.map(|result| self.get(result))
    }

    fn set_result(&mut self, result: Option<ir::Local>, value: Option<Value>) {
        if let (Some(result), Some(value)) = (result, value) {
            self.set(result, value);
        }
    }
}

fn recorded(tree: &Tree) -> BoolTree {
    match tree {
        Tree::Atom(_, cond) => BoolTree::Cond(*cond),
        Tree::Const(value) => BoolTree::Const(*value),
        Tree::Not(inner) => BoolTree::Not(Box::new(recorded(inner))),
        Tree::And(trees) => BoolTree::And(trees.iter().map(recorded).collect()),
        Tree::Or(trees) => BoolTree::Or(trees.iter().map(recorded).collect()),
    }
}
