//! One walk over a program, with hooks: what renumbering, shrinking and checking share.
//!
//! Hooks see a node before its children and may replace it; the walk then enters what stands there.

use crate::tree::{Arg, Block, Expr, Function, Init, Place, Program, Ptr, Stmt, Ty, Var};

/// What a walk does at each kind of node. The default is nothing.
pub(crate) trait Hooks {
    /// A block, outer ones first.
    fn block(&mut self, _block: &mut Block) {}
    /// An expression.
    fn expr(&mut self, _expr: &mut Expr) {}
    /// An initialiser.
    fn init(&mut self, _init: &mut Init) {}
    /// A pointer expression.
    fn ptr(&mut self, _ptr: &mut Ptr) {}
    /// A type, outermost first.
    fn ty(&mut self, _ty: &mut Ty) {}
    /// A use of a variable.
    fn var(&mut self, _var: &mut Var) {}
}

pub(crate) fn program(program: &mut Program, hooks: &mut impl Hooks) {
    program.structs.iter_mut().flatten().for_each(|ty| walk_ty(ty, hooks));
    for global in &mut program.globals {
        walk_ty(&mut global.ty, hooks);
        walk_init(&mut global.init, hooks);
    }
    for function in &mut program.funcs {
        self::function(function, hooks);
    }
}

pub(crate) fn function(function: &mut Function, hooks: &mut impl Hooks) {
    walk_ty(&mut function.ret, hooks);
    function.locals.iter_mut().for_each(|ty| walk_ty(ty, hooks));
    walk_block(&mut function.body, hooks);
}

fn walk_ty(ty: &mut Ty, hooks: &mut impl Hooks) {
    hooks.ty(ty);
    match ty {
        Ty::Array(inner, _) | Ty::Ptr(inner) => walk_ty(inner, hooks),
        Ty::Int(_) | Ty::Typedef(_) | Ty::Enum(_) | Ty::Struct(_) => {}
    }
}

fn walk_block(block: &mut Block, hooks: &mut impl Hooks) {
    hooks.block(block);
    for stmt in block {
        walk_stmt(stmt, hooks);
    }
}

fn walk_stmt(stmt: &mut Stmt, hooks: &mut impl Hooks) {
    match stmt {
        Stmt::Expr(expr) | Stmt::Return(expr) => walk_expr(expr, hooks),
        Stmt::Decl { init, .. } => init.iter_mut().for_each(|init| walk_init(init, hooks)),
        Stmt::SetPtr(place, ptr) => {
            walk_place(place, hooks);
            walk_ptr(ptr, hooks);
        }
        Stmt::SetStruct(to, from) => {
            walk_place(to, hooks);
            walk_place(from, hooks);
        }
        Stmt::If(cond, then, els) => {
            walk_expr(cond, hooks);
            walk_block(then, hooks);
            if let Some(els) = els {
                walk_block(els, hooks);
            }
        }
        Stmt::Loop(data) => {
            walk_expr(&mut data.bound, hooks);
            data.cond.iter_mut().for_each(|cond| walk_expr(cond, hooks));
            data.entry.iter_mut().for_each(|(cond, _, _)| walk_expr(cond, hooks));
            walk_block(&mut data.body, hooks);
        }
        Stmt::Switch(on, groups) => {
            walk_expr(on, hooks);
            for group in groups {
                walk_block(&mut group.body, hooks);
            }
        }
        Stmt::Labelled(_, block) => walk_block(block, hooks),
        Stmt::Break | Stmt::Continue | Stmt::Goto(_) => {}
    }
}

fn walk_init(init: &mut Init, hooks: &mut impl Hooks) {
    hooks.init(init);
    match init {
        Init::Int(expr) => walk_expr(expr, hooks),
        Init::Ptr(ptr) => walk_ptr(ptr, hooks),
        Init::Copy(place) => walk_place(place, hooks),
        Init::List(items) => items.iter_mut().for_each(|item| walk_init(item, hooks)),
    }
}

fn walk_expr(expr: &mut Expr, hooks: &mut impl Hooks) {
    hooks.expr(expr);
    match expr {
        Expr::Const(..) | Expr::Char(_) | Expr::Named(..) => {}
        Expr::Load(place) | Expr::Step { place, .. } => walk_place(place, hooks),
        Expr::Unary(_, operand) => walk_expr(operand, hooks),
        Expr::Binary(_, a, b) | Expr::Comma(a, b) => {
            walk_expr(a, hooks);
            walk_expr(b, hooks);
        }
        Expr::Cond(c, a, b) => [c, a, b].into_iter().for_each(|operand| walk_expr(operand, hooks)),
        Expr::Cast(ty, operand) => {
            walk_ty(ty, hooks);
            walk_expr(operand, hooks);
        }
        Expr::Assign(place, _, value) => {
            walk_place(place, hooks);
            walk_expr(value, hooks);
        }
        Expr::Call(_, args) => args.iter_mut().for_each(|arg| walk_arg(arg, hooks)),
        Expr::Compare(_, a, b) | Expr::Distance(a, b) => {
            walk_ptr(a, hooks);
            walk_ptr(b, hooks);
        }
        Expr::SizeOf(ty) => walk_ty(ty, hooks),
    }
}

fn walk_arg(arg: &mut Arg, hooks: &mut impl Hooks) {
    match arg {
        Arg::Int(expr) => walk_expr(expr, hooks),
        Arg::Ptr(ptr) => walk_ptr(ptr, hooks),
        Arg::Struct(place) => walk_place(place, hooks),
    }
}

fn walk_place(place: &mut Place, hooks: &mut impl Hooks) {
    match place {
        Place::Var(var) => hooks.var(var),
        Place::Member(of, _) => walk_place(of, hooks),
        Place::Element(of, at) => {
            walk_place(of, hooks);
            walk_expr(at, hooks);
        }
        Place::Target(ptr) => walk_ptr(ptr, hooks),
    }
}

fn walk_ptr(ptr: &mut Ptr, hooks: &mut impl Hooks) {
    hooks.ptr(ptr);
    match ptr {
        Ptr::Null => {}
        Ptr::Of(place) | Ptr::Load(place) | Ptr::Decay(place) => walk_place(place, hooks),
        Ptr::Plus(base, at) => {
            walk_ptr(base, hooks);
            walk_expr(at, hooks);
        }
    }
}
