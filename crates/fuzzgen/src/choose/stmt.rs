//! Statements and blocks.

use super::place::Use;
use super::{Chooser, Visible};
use crate::tree::{Block, Expr, Group, Init, Int, Loop, LoopKind, Place, Stmt, Ty, Var};

#[derive(Clone, Copy)]
enum Form {
    Effect,
    Decl,
    If,
    Loop,
    Switch,
    Labelled,
    SetPtr,
    SetStruct,
    Leave,
}

impl Chooser<'_> {
    /// About this many statements in a scope of their own.
    pub(super) fn block(&mut self, n_stmts: usize, nesting: usize) -> Block {
        let n_visible = self.scope.visible.len();
        self.scope.depth += 1;
        let block = self.stmts(n_stmts, nesting);
        self.scope.depth -= 1;
        self.scope.visible.truncate(n_visible);
        block
    }

    /// Statements whose declarations stay visible to the caller.
    pub(super) fn stmts(&mut self, n_stmts: usize, nesting: usize) -> Block {
        let mut block = Block::new();
        for _ in 0..n_stmts {
            let Some(stmt) = self.stmt(nesting) else { continue };
            let ends = is_jump(&stmt);
            block.push(stmt);
            if ends {
                break;
            }
        }
        block
    }

    fn stmt(&mut self, nesting: usize) -> Option<Stmt> {
        let p = self.profile;
        let on = |on: bool, weight: u32| if on { weight } else { 0 };
        let nest = nesting > 0;
        let form = self.rng.weighted(&[
            (8, Form::Effect),
            (3, Form::Decl),
            (on(nest, 6), Form::If),
            (on(nest && p.loops, 2), Form::Loop),
            (on(nest && p.switches, 2), Form::Switch),
            (on(nest && p.gotos, 1), Form::Labelled),
            (on(p.pointers, 1), Form::SetPtr),
            (on(p.structs, 1), Form::SetStruct),
            (on(self.scope.depth > 1, 1), Form::Leave),
        ]);
        match form {
            Form::Effect => self.effect(p.depth).map(Stmt::Expr),
            Form::Decl => Some(self.decl()),
            Form::If => Some(self.if_stmt(nesting - 1)),
            Form::Loop => Some(self.loop_stmt(nesting - 1)),
            Form::Switch => Some(self.switch_stmt(nesting - 1)),
            Form::Labelled => Some(self.labelled(nesting - 1)),
            Form::SetPtr => self.set_ptr(),
            Form::SetStruct => self.set_struct(),
            Form::Leave => Some(self.leave()),
        }
    }

    // -- declarations

    pub(super) fn decl(&mut self) -> Stmt {
        if self.profile.statics && self.rng.one_in(6) {
            let ty = self.variable_ty();
            let init = Some(self.constant_init(&ty));
            return Stmt::Decl { local: self.declare(ty, false), fixed: true, init };
        }
        if self.profile.pointers
            && self.rng.one_in(4)
            && let Some(stmt) = self.pointer_decl()
        {
            return stmt;
        }
        let ty = self.variable_ty();
        let forgotten = self.profile.uninitialised && self.rng.one_in(3);
        let init = if forgotten { None } else { Some(self.init(&ty)) };
        Stmt::Decl { local: self.declare(ty, true), fixed: false, init }
    }

    /// Makes a local visible from here on; its initialiser was made before, and cannot name it.
    fn declare(&mut self, ty: Ty, writable: bool) -> usize {
        let local = self.scope.locals.len();
        self.scope.locals.push(ty);
        self.scope.visible.push(Visible { local, depth: self.scope.depth, writable });
        local
    }

    fn variable_ty(&mut self) -> Ty {
        match self.rng.below(6) {
            0 if self.profile.arrays => {
                Ty::Array(Box::new(self.element_ty()), 2 + self.rng.below(4) as u32)
            }
            1 if !self.program.structs.is_empty() => {
                Ty::Struct(self.rng.below(self.program.structs.len()))
            }
            _ => self.int_ty(),
        }
    }

    fn element_ty(&mut self) -> Ty {
        if !self.program.structs.is_empty() && self.rng.one_in(4) {
            return Ty::Struct(self.rng.below(self.program.structs.len()));
        }
        self.int_ty()
    }

    /// Elements of an initialiser list are not ordered by C, so they have no events.
    fn init(&mut self, ty: &Ty) -> Init {
        match ty {
            Ty::Int(_) | Ty::Typedef(_) | Ty::Enum(_) => {
                Init::Int(self.expr(self.profile.depth, true))
            }
            Ty::Struct(_) if self.rng.one_in(3) => match self.place_of(ty, Use::Read) {
                Some(place) => Init::Copy(place),
                None => self.list_init(ty),
            },
            Ty::Struct(_) | Ty::Array(..) => self.list_init(ty),
            Ty::Ptr(_) => unreachable!("pointers are declared by themselves"),
        }
    }

    fn list_init(&mut self, ty: &Ty) -> Init {
        match ty {
            Ty::Array(elem, len) => {
                let n_given = 1 + self.rng.below(*len as usize);
                Init::List((0..n_given).map(|_| self.list_init(elem)).collect())
            }
            Ty::Struct(index) => {
                let members = self.program.structs[*index].clone();
                Init::List(members.iter().map(|member| self.list_init(member)).collect())
            }
            Ty::Int(_) | Ty::Typedef(_) | Ty::Enum(_) => Init::Int(self.expr(1, false)),
            Ty::Ptr(_) => unreachable!("no aggregate should hold a pointer"),
        }
    }

    fn pointer_decl(&mut self) -> Option<Stmt> {
        let to = self.pointee()?;
        let ptr = self.pointer_to(&to, self.scope.depth)?;
        let local = self.declare(Ty::Ptr(Box::new(to)), true);
        Some(Stmt::Decl { local, fixed: false, init: Some(Init::Ptr(ptr)) })
    }

    /// A type that something addressable in sight has.
    fn pointee(&mut self) -> Option<Ty> {
        let roots = self.roots(Use::Address(self.scope.depth));
        let types: Vec<Ty> = roots
            .into_iter()
            .filter_map(|(_, ty)| match ty {
                Ty::Array(elem, _) => Some(*elem),
                Ty::Ptr(to) if matches!(*to, Ty::Ptr(_)) => None,
                ty => Some(ty),
            })
            .collect();
        if types.is_empty() { None } else { Some(self.rng.pick(&types).clone()) }
    }

    fn set_ptr(&mut self) -> Option<Stmt> {
        let pointers: Vec<(Visible, Ty)> = self
            .scope
            .visible
            .iter()
            .filter_map(|visible| match &self.scope.locals[visible.local] {
                Ty::Ptr(to) if visible.writable => Some((*visible, (**to).clone())),
                _ => None,
            })
            .collect();
        if pointers.is_empty() {
            return None;
        }
        let (visible, to) = self.rng.pick(&pointers).clone();
        let ptr = self.pointer_to(&to, visible.depth)?;
        Some(Stmt::SetPtr(Place::Var(Var::Local(visible.local)), ptr))
    }

    fn set_struct(&mut self) -> Option<Stmt> {
        let ty = Ty::Struct(self.rng.below(self.program.structs.len()));
        let (to, from) = (self.place_of(&ty, Use::Write)?, self.place_of(&ty, Use::Read)?);
        Some(Stmt::SetStruct(to, from))
    }

    // -- control

    fn few(&mut self) -> usize {
        1 + self.rng.below(3)
    }

    fn if_stmt(&mut self, nesting: usize) -> Stmt {
        let cond = self.condition(self.profile.depth);
        let n_then = self.few();
        let then = self.block(n_then, nesting);
        let els = if self.rng.one_in(2) {
            let n_else = self.few();
            Some(self.block(n_else, nesting))
        } else {
            None
        };
        Stmt::If(cond, then, els)
    }

    fn loop_stmt(&mut self, nesting: usize) -> Stmt {
        let kind = *self.rng.pick(&[LoopKind::For, LoopKind::While, LoopKind::Do]);
        let bound = self.small_count();
        let n_visible = self.scope.visible.len();
        self.scope.depth += 1;
        let enter = self.profile.goto_into && self.rng.one_in(6);
        let entry_cond = enter.then(|| self.condition(1));
        let counter = self.declare(Ty::Int(Int::Int), false);
        let cond = if self.rng.one_in(2) { Some(self.condition(1)) } else { None };
        let cond_first = self.rng.one_in(3);
        let outside = (self.scope.in_loop, self.scope.breakable);
        (self.scope.in_loop, self.scope.breakable) = (true, true);
        let n_stmts = self.few();
        let body = self.loop_body(n_stmts, nesting.min(1), enter);
        (self.scope.in_loop, self.scope.breakable) = outside;
        self.scope.depth -= 1;
        self.scope.visible.truncate(n_visible);
        let entry = entry_cond.map(|cond| {
            let label = self.scope.n_labels;
            self.scope.n_labels += 1;
            (cond, label, body.1)
        });
        Stmt::Loop(Box::new(Loop { kind, counter, bound, cond, cond_first, entry, body: body.0 }))
    }

    /// The body, and how many of its statements stand before the entry label. Those have a scope of their own.
    fn loop_body(&mut self, n_stmts: usize, nesting: usize, enter: bool) -> (Block, usize) {
        if !enter {
            return (self.block(n_stmts, nesting), 0);
        }
        let mut body = self.block(1, nesting);
        if body.last().is_some_and(is_jump) {
            body.pop();
        }
        let at = body.len();
        body.extend(self.block(n_stmts, nesting));
        (body, at)
    }

    fn switch_stmt(&mut self, nesting: usize) -> Stmt {
        let on = self.expr(self.profile.depth.min(2), true);
        let n_groups = 1 + self.rng.below(4);
        let default_at = self.rng.below(n_groups + 2);
        let mut next = self.rng.range(-3, 2) as i64;
        let outside = self.scope.breakable;
        self.scope.breakable = true;
        let mut groups = Vec::new();
        for at in 0..n_groups {
            let mut labels = Vec::new();
            for _ in 0..=usize::from(self.rng.one_in(3)) {
                labels.push(Some(next));
                next += 1 + i64::from(self.rng.one_in(4));
            }
            if at == default_at {
                let place = self.rng.below(labels.len() + 1);
                labels.insert(place, None);
                if self.rng.one_in(2) {
                    labels.retain(Option::is_none);
                }
            }
            let n_stmts = self.rng.below(3);
            let body = self.block(n_stmts, nesting);
            groups.push(Group { labels, body, falls: self.rng.one_in(3) });
        }
        self.scope.breakable = outside;
        Stmt::Switch(on, groups)
    }

    fn labelled(&mut self, nesting: usize) -> Stmt {
        let label = self.scope.n_labels;
        self.scope.n_labels += 1;
        self.scope.open_labels.push(label);
        let n_stmts = 1 + self.few();
        let mut body = self.block(n_stmts, nesting);
        // One goto at least. Its condition sees nothing of the block, so it may stand anywhere in it.
        let cond = self.condition(1);
        let at = self.rng.below(body.len() + 1);
        body.insert(at, Stmt::If(cond, vec![Stmt::Goto(label)], None));
        self.scope.open_labels.pop();
        Stmt::Labelled(label, body)
    }

    fn leave(&mut self) -> Stmt {
        match self.rng.below(4) {
            0 if self.scope.breakable => Stmt::Break,
            1 if self.scope.in_loop => Stmt::Continue,
            2 if !self.scope.open_labels.is_empty() => {
                Stmt::Goto(*self.rng.pick(&self.scope.open_labels))
            }
            _ => Stmt::Return(self.expr(self.profile.depth, true)),
        }
    }

    /// Something of everything in sight, mixed without overflow.
    pub(super) fn last_return(&mut self) -> Stmt {
        if self.rng.one_in(6) {
            return Stmt::Return(self.expr(self.profile.depth, true));
        }
        let mut mixed = self.expr(1, false);
        for _ in 0..2 + self.rng.below(4) {
            let Some(place) = self.int_place(Use::Read) else { break };
            let factor = Expr::Const(*self.rng.pick(&[1, 3, 5, 17]), Int::UInt);
            mixed = mix(mixed, Expr::Load(place), factor);
        }
        Stmt::Return(mixed)
    }
}

fn mix(a: Expr, b: Expr, factor: Expr) -> Expr {
    use crate::tree::BinOp::{Mul, Xor};
    let unsigned = Expr::Cast(Ty::Int(Int::UInt), Box::new(a));
    Expr::Binary(
        Xor,
        Box::new(Expr::Binary(Mul, Box::new(unsigned), Box::new(factor))),
        Box::new(b),
    )
}

fn is_jump(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Break | Stmt::Continue | Stmt::Goto(_) | Stmt::Return(_))
}
