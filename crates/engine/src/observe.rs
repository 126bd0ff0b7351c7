//! Programs made observable: conditions of their own, without effect, on values that are computed already.
//!
//! To every engine and to the interpreter they are branches like others. What they ask is not known here.

use ir::{Body, BoolTree, Cond, CondData, DecisionData, Inst, Type, Value};
use source::Span;

/// Where instructions are put: a body, and what of a region has been written so far.
pub(crate) struct Put<'a> {
    pub body: &'a mut Body,
    pub insts: Vec<Value>,
}

/// Writes every region anew: of each instruction `each` says what is to stand there.
pub(crate) fn put_into(body: &mut Body, mut each: impl FnMut(&mut Put<'_>, Value)) {
    for region in body.regions.keys().collect::<Vec<_>>() {
        let before = std::mem::take(&mut body.regions[region]);
        let mut put = Put { body, insts: Vec::new() };
        before.into_iter().for_each(|inst| each(&mut put, inst));
        let insts = put.insts;
        body.regions[region] = insts;
    }
}

impl Put<'_> {
    /// An instruction that yields a value of a type.
    pub(crate) fn inst(&mut self, inst: Inst, ty: Type) -> Value {
        let value = self.body.insts.push(inst);
        self.body.types[value] = Some(ty);
        self.insts.push(value);
        value
    }

    /// A condition with no consequence.
    pub(crate) fn condition(&mut self, span: Span, holds: Value) -> Cond {
        let body = &mut *self.body;
        let decision = body.decisions.next_key();
        let cond = body.conds.push(CondData { span, decision });
        body.decisions.push(DecisionData { span, controlling: false, tree: BoolTree::Cond(cond) });
        let (then, els) = (body.regions.push(Vec::new()), body.regions.push(Vec::new()));
        let branch = body.insts.push(Inst::If { cond: holds, event: Some(cond), then, els });
        self.insts.push(branch);
        cond
    }
}
