//! Is a changed program still C of the kind we make?
//!
//! The shrinker cuts first and asks here: every local is declared where it is used, every jump has somewhere to go, every
//! function ends in a return, every loop has a small bound. Types cannot go wrong in the tree.

use crate::tree::{Arg, BinOp, Block, Expr, Function, Init, Loop, Place, Program, Ptr, Stmt, Var};

/// Is the program fit to be printed?
pub(crate) fn is_valid(program: &Program) -> bool {
    program.funcs.iter().all(function_is_valid)
}

fn function_is_valid(function: &Function) -> bool {
    let mut seen = Seen {
        visible: (0..function.n_params).collect(),
        labels: Vec::new(),
        in_loop: false,
        breakable: false,
    };
    matches!(function.body.last(), Some(Stmt::Return(_))) && seen.block(&function.body)
}

struct Seen {
    visible: Vec<usize>,
    labels: Vec<usize>,
    in_loop: bool,
    breakable: bool,
}

impl Seen {
    fn block(&mut self, block: &Block) -> bool {
        let n_visible = self.visible.len();
        let valid = block.iter().all(|stmt| self.stmt(stmt));
        self.visible.truncate(n_visible);
        valid
    }

    fn stmt(&mut self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Expr(expr) | Stmt::Return(expr) => self.expr(expr),
            Stmt::Decl { local, init, .. } => {
                let valid = init.iter().all(|init| self.init(init));
                self.visible.push(*local);
                valid
            }
            Stmt::SetPtr(place, ptr) => self.place(place) && self.ptr(ptr),
            Stmt::SetStruct(to, from) => self.place(to) && self.place(from),
            Stmt::If(cond, then, els) => {
                self.expr(cond) && self.block(then) && els.iter().all(|els| self.block(els))
            }
            Stmt::Loop(data) => self.loop_is_valid(data),
            Stmt::Switch(on, groups) => {
                let outside = std::mem::replace(&mut self.breakable, true);
                let valid = self.expr(on) && groups.iter().all(|group| self.block(&group.body));
                self.breakable = outside;
                valid && !groups.is_empty()
            }
            Stmt::Break => self.breakable,
            Stmt::Continue => self.in_loop,
            Stmt::Goto(label) => self.labels.contains(label),
            Stmt::Labelled(label, block) => {
                self.labels.push(*label);
                let valid = self.block(block);
                self.labels.pop();
                valid
            }
        }
    }

    fn loop_is_valid(&mut self, data: &Loop) -> bool {
        if !is_small(&data.bound) || !self.expr(&data.bound) {
            return false;
        }
        if data.entry.as_ref().is_some_and(|(cond, _, _)| !self.expr(cond)) {
            return false;
        }
        let n_visible = self.visible.len();
        self.visible.push(data.counter);
        let outside = (self.in_loop, self.breakable);
        (self.in_loop, self.breakable) = (true, true);
        // What stands before an entry label has a scope of its own.
        let at = data.entry.as_ref().map_or(0, |(_, _, at)| (*at).min(data.body.len()));
        let valid = data.cond.iter().all(|cond| self.expr(cond))
            && self.block(&data.body[..at].to_vec())
            && self.block(&data.body[at..].to_vec());
        (self.in_loop, self.breakable) = outside;
        self.visible.truncate(n_visible);
        valid
    }

    fn init(&self, init: &Init) -> bool {
        match init {
            Init::Int(expr) => self.expr(expr),
            Init::Ptr(ptr) => self.ptr(ptr),
            Init::Copy(place) => self.place(place),
            Init::List(items) => !items.is_empty() && items.iter().all(|item| self.init(item)),
        }
    }

    fn expr(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Const(..) | Expr::Char(_) | Expr::Named(..) | Expr::SizeOf(_) => true,
            Expr::Load(place) | Expr::Step { place, .. } => self.place(place),
            Expr::Unary(_, operand) | Expr::Cast(_, operand) => self.expr(operand),
            Expr::Binary(_, a, b) | Expr::Comma(a, b) => self.expr(a) && self.expr(b),
            Expr::Cond(c, a, b) => self.expr(c) && self.expr(a) && self.expr(b),
            Expr::Assign(place, _, value) => self.place(place) && self.expr(value),
            Expr::Call(_, args) => args.iter().all(|arg| self.arg(arg)),
            Expr::Compare(_, a, b) | Expr::Distance(a, b) => self.ptr(a) && self.ptr(b),
        }
    }

    fn arg(&self, arg: &Arg) -> bool {
        match arg {
            Arg::Int(expr) => self.expr(expr),
            Arg::Ptr(ptr) => self.ptr(ptr),
            Arg::Struct(place) => self.place(place),
        }
    }

    fn place(&self, place: &Place) -> bool {
        match place {
            Place::Var(Var::Local(local)) => self.visible.contains(local),
            Place::Var(Var::Global(_)) => true,
            Place::Member(of, _) => self.place(of),
            Place::Element(of, at) => self.place(of) && self.expr(at),
            Place::Target(ptr) => self.ptr(ptr),
        }
    }

    fn ptr(&self, ptr: &Ptr) -> bool {
        match ptr {
            Ptr::Null => true,
            Ptr::Of(place) | Ptr::Load(place) | Ptr::Decay(place) => self.place(place),
            Ptr::Plus(base, at) => self.ptr(base) && self.expr(at),
        }
    }
}

fn is_small(bound: &Expr) -> bool {
    match bound {
        Expr::Const(value, _) => *value <= 4,
        Expr::Binary(BinOp::And, _, mask) => matches!(**mask, Expr::Const(0..=4, _)),
        _ => false,
    }
}
