//! Expressions: pure ones anywhere, those with effects only where a sequence point keeps them apart.

use super::Chooser;
use super::place::Use;
use crate::tree::{Arg, BinOp, Expr, Int, Place, Ptr, Ty, UnOp, Var};

#[derive(Clone, Copy)]
enum Form {
    Leaf,
    Arithmetic,
    Division,
    Shift,
    Comparison,
    Logic,
    Not,
    Unary,
    Cast,
    Ternary,
    Call,
    Pointers,
}

const ARITHMETIC: &[BinOp] = &[
    BinOp::Add,
    BinOp::Sub,
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
];
const COMPARISONS: &[BinOp] = &[BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge];

impl Chooser<'_> {
    /// An expression without effects; `events` says whether it may contain conditions or calls.
    pub(super) fn expr(&mut self, depth: usize, events: bool) -> Expr {
        let p = self.profile;
        let on = |on: bool, weight: u32| if on && depth > 0 { weight } else { 0 };
        let form = self.rng.weighted(&[
            (4, Form::Leaf),
            (on(true, 6), Form::Arithmetic),
            (on(p.division, 1), Form::Division),
            (on(p.shifts, 1), Form::Shift),
            (on(true, 1), Form::Comparison),
            (on(p.logic && events, 1), Form::Logic),
            (on(p.logic && events, 1), Form::Not),
            (on(true, 1), Form::Unary),
            (on(p.narrow || p.wide, 2), Form::Cast),
            (on(p.ternary && events, 1), Form::Ternary),
            (on(p.calls && events, 2), Form::Call),
            (on(p.arrays && p.pointers, 1), Form::Pointers),
        ]);
        self.formed(form, depth.saturating_sub(1), events)
    }

    fn formed(&mut self, form: Form, depth: usize, events: bool) -> Expr {
        match form {
            Form::Leaf => self.leaf(),
            Form::Arithmetic => self.binary(ARITHMETIC, depth, events),
            Form::Comparison => self.binary(COMPARISONS, depth, events),
            Form::Division => {
                let op = *self.rng.pick(&[BinOp::Div, BinOp::Rem]);
                let (a, b) = (self.expr(depth, events), self.divisor(depth));
                Expr::Binary(op, Box::new(a), Box::new(b))
            }
            Form::Shift => {
                let op = *self.rng.pick(&[BinOp::Shl, BinOp::Shr]);
                let (a, b) = (self.expr(depth, events), self.shift_amount(depth));
                Expr::Binary(op, Box::new(a), Box::new(b))
            }
            Form::Logic => {
                let op = *self.rng.pick(&[BinOp::LogicAnd, BinOp::LogicOr]);
                let (a, b) = (self.expr(depth, true), self.expr(depth, true));
                Expr::Binary(op, Box::new(a), Box::new(b))
            }
            Form::Not => Expr::Unary(UnOp::Not, Box::new(self.expr(depth, true))),
            Form::Unary => {
                let op = *self.rng.pick(&[UnOp::Minus, UnOp::Complement, UnOp::Plus]);
                Expr::Unary(op, Box::new(self.expr(depth, events)))
            }
            Form::Cast => Expr::Cast(self.int_ty(), Box::new(self.expr(depth, events))),
            Form::Ternary => Expr::Cond(
                Box::new(self.expr(depth, true)),
                Box::new(self.expr(depth, true)),
                Box::new(self.expr(depth, true)),
            ),
            Form::Call => self.call(false).unwrap_or_else(|| self.leaf()),
            Form::Pointers => self.pointer_question(),
        }
    }

    /// At most one of the two operands has events: C does not order them.
    fn binary(&mut self, ops: &[BinOp], depth: usize, events: bool) -> Expr {
        let op = *self.rng.pick(ops);
        let left = self.rng.one_in(2);
        let a = self.expr(depth, events && left);
        let b = self.expr(depth, events && !left);
        Expr::Binary(op, Box::new(a), Box::new(b))
    }

    fn leaf(&mut self) -> Expr {
        if self.rng.below(3) > 0
            && let Some(place) = self.int_place(Use::Read)
        {
            return Expr::Load(place);
        }
        match self.rng.below(8) {
            0 if self.profile.characters => Expr::Char(*self.rng.pick(b"a0 zA9\n'")),
            1 if !self.program.enums.is_empty() => {
                let index = self.rng.below(self.program.enums.len());
                Expr::Named(index, self.rng.below(self.program.enums[index].len()))
            }
            2 if self.rng.one_in(4) => Expr::SizeOf(self.int_ty()),
            3 if self.rng.one_in(3) => self.far_constant(),
            _ => Expr::Const(self.rng.range(-4, 9), Int::Int),
        }
    }

    /// A constant at or near a limit of some type.
    fn far_constant(&mut self) -> Expr {
        let wide = [Int::UInt, Int::Long, Int::ULong, Int::LLong, Int::ULLong];
        let int = if self.profile.wide { *self.rng.pick(&wide) } else { Int::Int };
        let (least, greatest) = int.limits();
        let of = self.int().limits();
        let value = *self.rng.pick(&[of.0, of.1, of.1 + 1, of.1 / 2, 100, 1000]);
        Expr::Const(value.clamp(least, greatest), int)
    }

    fn divisor(&mut self, depth: usize) -> Expr {
        if self.rng.one_in(2) {
            return Expr::Const(*self.rng.pick(&[1, 2, 3, 5, 7, 10, -1, -3]), Int::Int);
        }
        let expr = self.expr(depth, false);
        if self.profile.traps && self.rng.one_in(4) {
            return expr;
        }
        Expr::Binary(BinOp::Or, Box::new(expr), Box::new(Expr::Const(1, Int::Int)))
    }

    fn shift_amount(&mut self, depth: usize) -> Expr {
        if self.rng.one_in(2) {
            return Expr::Const(self.rng.range(0, 9), Int::Int);
        }
        let expr = self.expr(depth, false);
        if self.profile.traps && self.rng.one_in(4) {
            return expr;
        }
        let mask = *self.rng.pick(&[3, 7, 15, 31]);
        Expr::Binary(BinOp::And, Box::new(expr), Box::new(Expr::Const(mask, Int::Int)))
    }

    /// A comparison or difference of pointers into one array, or a comparison of a pointer variable.
    fn pointer_question(&mut self) -> Expr {
        if self.rng.one_in(2)
            && let Some((a, b)) = self.two_pointers()
        {
            return Expr::Compare(*self.rng.pick(&[BinOp::Eq, BinOp::Ne]), a, b);
        }
        match self.pointer_pair() {
            Some((a, b)) if self.rng.one_in(2) => Expr::Distance(a, b),
            Some((a, b)) => Expr::Compare(*self.rng.pick(COMPARISONS), a, b),
            None => self.leaf(),
        }
    }

    /// A pointer variable and another pointer of its type.
    fn two_pointers(&mut self) -> Option<(Ptr, Ptr)> {
        let roots = self.roots(Use::Read);
        let pointers: Vec<_> = roots
            .into_iter()
            .filter_map(|(var, ty)| match ty {
                Ty::Ptr(to) => Some((var, *to)),
                _ => None,
            })
            .collect();
        if pointers.is_empty() {
            return None;
        }
        let (var, to) = self.rng.pick(&pointers).clone();
        let other = self.pointer_to(&to, usize::MAX)?;
        Some((Ptr::Load(Place::Var(var)), other))
    }

    /// A call of an earlier function, with or without effects as asked.
    pub(super) fn call(&mut self, effects: bool) -> Option<Expr> {
        let fitting: Vec<usize> =
            (0..self.callees.len()).filter(|&f| self.callees[f].effects == effects).collect();
        if fitting.is_empty() {
            return None;
        }
        let index = *self.rng.pick(&fitting);
        let callee = &self.program.funcs[index];
        let params: Vec<Ty> = callee.locals[..callee.n_params].to_vec();
        let mut args = Vec::new();
        for (at, ty) in params.iter().enumerate() {
            args.push(if at == 0 && self.callees[index].counted {
                Arg::Int(self.small_count())
            } else {
                self.arg(ty)?
            });
        }
        Some(Expr::Call(index, args))
    }

    fn arg(&mut self, ty: &Ty) -> Option<Arg> {
        match ty {
            Ty::Ptr(to) => self.pointer_to(to, usize::MAX).map(Arg::Ptr),
            Ty::Struct(_) => self.place_of(ty, Use::Read).map(Arg::Struct),
            Ty::Int(_) | Ty::Typedef(_) | Ty::Enum(_) => Some(Arg::Int(self.expr(1, false))),
            Ty::Array(..) => unreachable!("no parameter should be an array"),
        }
    }

    /// An expression that is at most 4 for every input.
    pub(super) fn small_count(&mut self) -> Expr {
        if self.rng.one_in(2) {
            return Expr::Const(self.rng.range(1, 4), Int::Int);
        }
        let expr = self.expr(1, false);
        let mask = Expr::Const(*self.rng.pick(&[1, 3]), Int::Int);
        Expr::Binary(BinOp::And, Box::new(expr), Box::new(mask))
    }

    /// An expression for its effect. Its operands are pure, and what it writes is not read beside it.
    pub(super) fn effect(&mut self, depth: usize) -> Option<Expr> {
        if self.profile.calls
            && self.scope.effects
            && self.rng.one_in(4)
            && let Some(call) = self.call(true)
        {
            return Some(self.perhaps_assigned(call));
        }
        let place = self.int_place(Use::Write)?;
        let step = self.profile.effects && self.rng.one_in(4);
        if step {
            let (up, after) = (self.rng.one_in(2), self.rng.one_in(2));
            return Some(Expr::Step { place, up, after });
        }
        let op = self.assign_op();
        let value = match op {
            Some(BinOp::Div | BinOp::Rem) => self.divisor(depth),
            Some(BinOp::Shl | BinOp::Shr) => self.shift_amount(depth),
            _ => self.expr(depth, true),
        };
        Some(Expr::Assign(place, op, Box::new(value)))
    }

    /// The result of a call with effects goes to a plain local, whose place cannot depend on those effects.
    fn perhaps_assigned(&mut self, call: Expr) -> Expr {
        let is_plain = |place: &Place| matches!(place, Place::Var(Var::Local(_)));
        match self.int_place(Use::Write).filter(is_plain) {
            Some(place) => Expr::Assign(place, None, Box::new(call)),
            None => call,
        }
    }

    fn assign_op(&mut self) -> Option<BinOp> {
        if !self.profile.compound || self.rng.one_in(2) {
            return None;
        }
        match self.rng.below(10) {
            0 if self.profile.division => Some(*self.rng.pick(&[BinOp::Div, BinOp::Rem])),
            1 if self.profile.shifts => Some(*self.rng.pick(&[BinOp::Shl, BinOp::Shr])),
            _ => Some(*self.rng.pick(ARITHMETIC)),
        }
    }

    /// A controlling expression: a comparison more often than not, with effects where a sequence point follows.
    pub(super) fn condition(&mut self, depth: usize) -> Expr {
        let effects = self.profile.effects && self.rng.one_in(10);
        if effects && let Some(effect) = self.effect(1) {
            return self.condition_after(effect);
        }
        match self.rng.below(9) {
            0 | 1 if self.profile.logic && depth > 0 => {
                let op = *self.rng.pick(&[BinOp::LogicAnd, BinOp::LogicOr]);
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                Expr::Binary(op, Box::new(a), Box::new(b))
            }
            2 if self.profile.logic && depth > 0 => {
                Expr::Unary(UnOp::Not, Box::new(self.condition(depth - 1)))
            }
            3 => self.expr(depth, true),
            4 => self.binary(COMPARISONS, depth.min(2), true),
            _ => self.range_test(),
        }
    }

    /// A variable against a constant, of an input against one of its values: this is what makes paths feasible.
    fn range_test(&mut self) -> Expr {
        let op = *self.rng.pick(COMPARISONS);
        if !self.scope.ranges.is_empty() && self.rng.below(3) > 0 {
            let index = self.rng.below(self.scope.ranges.len());
            let (lo, hi) = self.scope.ranges[index];
            let input = Expr::Load(Place::Var(Var::Local(index)));
            let value = self.rng.range(lo, hi);
            return Expr::Binary(op, Box::new(input), Box::new(literal(value)));
        }
        let constant = Expr::Const(self.rng.range(-2, 6), Int::Int);
        let left = match self.int_place(Use::Read) {
            Some(place) => Expr::Load(place),
            None => self.expr(1, false),
        };
        Expr::Binary(op, Box::new(left), Box::new(constant))
    }

    fn condition_after(&mut self, effect: Expr) -> Expr {
        if self.rng.one_in(2) {
            let pure = self.binary(COMPARISONS, 1, true);
            return Expr::Comma(Box::new(effect), Box::new(pure));
        }
        let op = *self.rng.pick(COMPARISONS);
        let constant = Expr::Const(self.rng.range(-3, 5), Int::Int);
        Expr::Binary(op, Box::new(effect), Box::new(constant))
    }
}

/// A constant of the first type that holds the value.
fn literal(value: i128) -> Expr {
    let fits = |int: &Int| (int.limits().0..=int.limits().1).contains(&value);
    let int = [Int::Int, Int::Long, Int::ULong].into_iter().find(fits);
    Expr::Const(value, int.expect("inputs should have at most 64 bits"))
}
