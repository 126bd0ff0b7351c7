//! Lifetimes: which objects are alive where, and what a jump out of their scope ends.
//!
//! As in C, an object lives from the entry into its block, not from its declaration, to the exit, however the block is
//! left. Registers need no end: nothing can point to them.

use crate::assertion::ensures::ReturnPoint;
use crate::flatten::Segment;
use crate::func::{FuncCx, Home};
use cfront::typed::{ExprId, LocalId};
use ir::{Inst, Label, Local, LoopId, Region, Value};

/// An open scope.
pub(crate) struct Scope {
    /// Objects to end on exit.
    objects: Vec<Local>,
    /// Calls to make on exit, while the objects are still there.
    cleanups: Vec<ExprId>,
    /// The place of its entry: a region and an index, where temporaries found later come to life.
    entry: (Region, usize),
}

/// A place that control can go to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// The end of a block.
    Leave(Label),
    /// The head of a loop.
    Next(LoopId),
    /// A segment of flattened code.
    Segment(Segment),
}

/// A place with the number of scopes open there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    pub(crate) exit: Exit,
    pub(crate) depth: usize,
}

impl FuncCx<'_, '_> {
    /// Opens a scope with these locals; variable-length ones come to life at their declaration.
    pub(crate) fn open_scope(&mut self, locals: &[LocalId]) {
        self.ensure_open();
        let entry = (self.at, self.body.regions[self.at].len());
        self.scopes.push(Scope { objects: Vec::new(), cleanups: Vec::new(), entry });
        for &local in locals {
            self.enter(local);
        }
    }

    /// Lets a declared local come to life in the innermost scope.
    pub(crate) fn enter(&mut self, local: LocalId) {
        let data = &self.unit().locals[local];
        let Home::Object(object) = self.declare(local) else { return };
        if !self.machine().is_variable(data.ty.ty) {
            self.live_in_scope(object);
        }
    }

    /// A variable-length object comes to life here and ends with the innermost scope.
    pub(crate) fn live_sized(&mut self, object: Local, bytes: Value) {
        self.run(Inst::LiveSized(object, bytes));
        self.innermost().objects.push(object);
    }

    /// Closes the innermost scope and ends its objects, if control gets here.
    pub(crate) fn close_scope(&mut self) {
        if !self.is_closed() {
            self.end_scopes_from(self.scopes.len() - 1);
        }
        self.scopes.pop();
    }

    /// A target here: its depth is that of the scopes open now.
    pub(crate) fn target(&self, exit: Exit) -> Target {
        Target { exit, depth: self.scopes.len() }
    }

    /// Goes to a target, ending the scopes on the way. Nothing to do where control does not get.
    pub(crate) fn jump(&mut self, target: Target) {
        if self.is_closed() {
            return;
        }
        self.end_scopes_from(target.depth);
        self.exit(target.exit);
    }

    /// Goes to a place in the scopes open now.
    pub(crate) fn exit(&mut self, exit: Exit) {
        match exit {
            Exit::Leave(label) => self.leave(label),
            Exit::Next(id) => self.next(id),
            Exit::Segment(segment) => self.go_to_segment(segment),
        }
    }

    pub(crate) fn next(&mut self, id: LoopId) {
        if !self.is_closed() {
            self.run(Inst::Next(id));
        }
    }

    pub(crate) fn return_value(&mut self, value: Option<Value>) {
        self.end_scopes_from(0);
        match (self.returns_to, value) {
            (Some(ReturnPoint { label, result: Some(result) }), Some(value)) => {
                self.set(result, value);
                self.leave(label);
            }
            (Some(ReturnPoint { label, result: None }), _) => self.leave(label),
            (Some(ReturnPoint { result: Some(_), .. }), None) | (None, _) => {
                self.run(Inst::Return(value));
            }
        }
    }

    pub(crate) fn end_scopes_from(&mut self, depth: usize) {
        for index in (depth..self.scopes.len()).rev() {
            for call in self.scopes[index].cleanups.clone().into_iter().rev() {
                self.effect(call);
            }
            for object in self.scopes[index].objects.clone().into_iter().rev() {
                self.run(Inst::Dead(object));
            }
        }
    }

    /// From its declaration on, a local with a cleanup has a call to make at its end.
    pub(crate) fn clean_up(&mut self, local: LocalId) {
        let Some(&call) = self.unit().cleanups.get(&local) else { return };
        if self.jumps.go_back_in_lists() {
            return self.unsupported("the cleanup attribute in a function with backward jumps");
        }
        self.innermost().cleanups.push(call);
    }

    /// Lets an object live from the entry of the innermost scope, wherever in it the cursor stands: the same object each
    /// time its declaration or literal is reached, as C has it.
    pub(crate) fn live_in_scope(&mut self, object: Local) {
        let scope = self.innermost();
        scope.objects.push(object);
        let (region, index) = scope.entry;
        let live = self.body.insts.push(Inst::Live(object));
        self.body.spans[live] = self.body.locals[object].span;
        self.body.regions[region].insert(index, live);
        for scope in &mut self.scopes {
            if scope.entry.0 == region && scope.entry.1 >= index {
                scope.entry.1 += 1;
            }
        }
    }

    fn innermost(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("a statement should stand in a scope")
    }
}
