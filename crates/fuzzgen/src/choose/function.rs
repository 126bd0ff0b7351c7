//! Functions: some to be called, and one under test.

use super::{Callee, Chooser, Scope, Visible};
use crate::tree::{Arg, BinOp, Block, Expr, Function, Int, Place, Stmt, Ty, Var};

impl Chooser<'_> {
    pub(super) fn functions(&mut self) {
        if self.profile.calls {
            for _ in 0..=self.rng.below(2) {
                self.callee();
            }
        }
        if self.profile.recursion {
            self.recursive_callee();
        }
        self.entry();
    }

    fn entry(&mut self) {
        let n_params = 1 + self.rng.below(4);
        let mut params = Vec::new();
        let mut ranges = Vec::new();
        for at in 0..n_params {
            let ty = self.int_ty();
            let int = self.program.int(&ty).expect("the type is an integer's");
            let params_left = (n_params - at) as u32;
            let share = nth_root(self.inputs_left, params_left);
            ranges.push(self.input_range(int, share));
            params.push(ty);
        }
        self.open(params, true);
        self.scope.ranges.clone_from(&ranges);
        // An input that is soon overwritten makes no paths.
        for at in 0..n_params {
            self.scope.visible[at].writable = self.rng.one_in(3);
        }
        let body = self.body(self.profile.statements, self.profile.nesting);
        self.close(n_params, ranges, body, true);
    }

    fn callee(&mut self) {
        let effects = self.rng.one_in(2) && (self.profile.globals || self.profile.pointers);
        let n_params = 1 + self.rng.below(3);
        let params = (0..n_params).map(|_| self.param_ty(effects)).collect();
        self.open(params, effects);
        let n_stmts = 1 + self.rng.below(3);
        let body = self.body(n_stmts, 1);
        self.close(n_params, Vec::new(), body, effects);
        self.callees.push(Callee { effects, counted: false });
    }

    /// A pure function of a counter and a value, which calls itself with the counter one less.
    fn recursive_callee(&mut self) {
        let index = self.program.funcs.len();
        let params = vec![Ty::Int(Int::Int), self.int_ty()];
        self.open(params, false);
        self.scope.visible[0].writable = false;
        let counter = Expr::Load(Place::Var(Var::Local(0)));
        let constant = |value| Box::new(Expr::Const(value, Int::Int));
        let at_end = Expr::Binary(BinOp::Le, Box::new(counter.clone()), constant(0));
        let last = Stmt::Return(self.expr(1, true));
        let mut body = vec![Stmt::If(at_end, vec![last], None)];
        body.extend(self.stmts(1, 1));
        if !matches!(body.last(), Some(Stmt::Return(_))) {
            let less = Expr::Binary(BinOp::Sub, Box::new(counter), constant(1));
            let args = vec![Arg::Int(less), Arg::Int(self.expr(1, false))];
            let again = Expr::Call(index, args);
            let other = self.expr(1, false);
            let op = *self.rng.pick(&[BinOp::Add, BinOp::Sub, BinOp::Xor]);
            body.push(Stmt::Return(Expr::Binary(op, Box::new(again), Box::new(other))));
        }
        self.close(2, Vec::new(), body, false);
        self.callees.push(Callee { effects: false, counted: true });
    }

    fn param_ty(&mut self, effects: bool) -> Ty {
        match self.rng.below(4) {
            0 if self.profile.pointers && effects => Ty::Ptr(Box::new(self.int_ty())),
            1 if self.profile.structs => {
                let ty = Ty::Struct(self.rng.below(self.program.structs.len()));
                if effects && self.profile.pointers { Ty::Ptr(Box::new(ty)) } else { ty }
            }
            _ => self.int_ty(),
        }
    }

    fn open(&mut self, params: Vec<Ty>, effects: bool) {
        let visible = |local| Visible { local, depth: 1, writable: true };
        self.scope = Scope {
            visible: (0..params.len()).map(visible).collect(),
            locals: params,
            depth: 1,
            effects,
            ..Scope::default()
        };
    }

    fn body(&mut self, n_stmts: usize, nesting: usize) -> Block {
        let mut body: Block = (0..=self.rng.below(3)).map(|_| self.decl()).collect();
        body.extend(self.stmts(n_stmts, nesting));
        if !matches!(body.last(), Some(Stmt::Return(_))) {
            body.push(self.last_return());
        }
        body
    }

    fn close(&mut self, n_params: usize, ranges: Vec<(i128, i128)>, body: Block, effects: bool) {
        let locals = std::mem::take(&mut self.scope.locals);
        let ret = self.int_ty();
        self.program.funcs.push(Function { ret, n_params, ranges, locals, effects, body });
    }
}

/// The greatest `r` with `r^n <= of`.
fn nth_root(of: u64, n: u32) -> u64 {
    (1..=of).take_while(|r| r.saturating_pow(n) <= of).last().unwrap_or(1)
}
