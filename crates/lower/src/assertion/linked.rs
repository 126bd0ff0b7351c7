//! `\acyclic` and `\reachable` along one member: a loop with two pointers, one twice as fast as the other (Floyd).
//!
//! Along several members that would need a stack; such an assertion is not checked. In contracts both are formulas.

use super::{FuncCx, Meaning, Scope};
use cfront::logic::TermId;
use ir::{BinOp, Inst, Label, Local, LoopData, Type, Value};

const ONE_MEMBER: &str = "only one member can be followed in an assertion";

/// Two pointers on their way, and what they found.
struct Chase {
    fast: Local,
    slow: Local,
    link: u64,
    result: Local,
    out: Label,
}

impl FuncCx<'_, '_> {
    pub(super) fn is_acyclic(
        &mut self,
        from: TermId,
        links: &[u64],
        scope: &mut Scope,
    ) -> Meaning<Value> {
        let &[link] = links else { return Err(ONE_MEMBER.to_owned()) };
        self.in_its_state(scope, |cx, scope| {
            let from = cx.pointer(from, scope)?;
            Ok(cx.chase(from, link, None))
        })
    }

    pub(super) fn is_reachable(
        &mut self,
        (from, to): (TermId, TermId),
        links: &[u64],
        scope: &mut Scope,
    ) -> Meaning<Value> {
        let &[link] = links else { return Err(ONE_MEMBER.to_owned()) };
        self.in_its_state(scope, |cx, scope| {
            let (from, to) = (cx.pointer(from, scope)?, cx.pointer(to, scope)?);
            let holds = cx.chase(from, link, Some(to));
            let null = cx.null();
            let is_object = cx.binary(BinOp::PtrNe, to, null);
            Ok(cx.binary(BinOp::And, holds, is_object))
        })
    }

    /// Links are followed where they are spoken of: here, or on entry.
    fn in_its_state(
        &mut self,
        scope: &mut Scope,
        follow: impl Fn(&mut Self, &mut Scope) -> Meaning<Value>,
    ) -> Meaning<Value> {
        if scope.bare {
            return Err("memory".to_owned());
        }
        if !scope.old {
            return follow(self, scope);
        }
        if !scope.promised {
            return Err("memory on entry is not modelled in assertions".to_owned());
        }
        self.kept_from_entry(Type::BOOL, scope, follow)
    }

    /// Follows a link until it is found, or null is, or the pointers meet. Without anything to find: does it end at null?
    fn chase(&mut self, from: Value, link: u64, to: Option<Value>) -> Value {
        let (fast, slow) = (self.temp("fast", Type::Ptr), self.temp("slow", Type::Ptr));
        let result = self.temp("holds", Type::BOOL);
        let at_end = self.int(Type::BOOL, to.is_none().into());
        self.set(fast, from);
        self.set(slow, from);
        self.set(result, at_end);
        let id = self.body.loops.push(LoopData { span: self.span, source: false });
        self.block(|cx, out| {
            let chase = Chase { fast, slow, link, result, out };
            let turn = cx.region(|cx| {
                cx.step(&chase, to);
                cx.step(&chase, to);
                let (slower, faster) = (cx.get(chase.slow), cx.get(chase.fast));
                let slower = cx.follow(slower, link);
                cx.set(chase.slow, slower);
                let meet = cx.binary(BinOp::PtrEq, faster, slower);
                let found = to.map(|to| cx.binary(BinOp::PtrEq, faster, to));
                let found = found.unwrap_or_else(|| cx.int(Type::BOOL, 0));
                cx.end_where(&chase, meet, found);
            });
            cx.run(Inst::Loop { id, body: turn });
        });
        self.get(result)
    }

    /// One step of the fast pointer.
    fn step(&mut self, chase: &Chase, to: Option<Value>) {
        let here = self.get(chase.fast);
        if let Some(to) = to {
            let found = self.binary(BinOp::PtrEq, here, to);
            self.end_where(chase, found, found);
        }
        let null = self.null();
        let ends = self.binary(BinOp::PtrEq, here, null);
        let result = self.get(chase.result);
        self.end_where(chase, ends, result);
        let next = self.follow(here, chase.link);
        self.set(chase.fast, next);
    }

    fn end_where(&mut self, chase: &Chase, when: Value, result: Value) {
        let end = |cx: &mut Self| {
            cx.set(chase.result, result);
            cx.leave(chase.out);
        };
        self.choose(when, end, |_| ());
    }

    fn follow(&mut self, node: Value, link: u64) -> Value {
        let place = self.field(node, link);
        self.load(Type::Ptr, place)
    }
}
