//! Variable arguments.
//!
//! The IR keeps them in slots of equal size in one object, so a `va_list` is a pointer to the next slot, at its start; the
//! rest of its bytes means nothing to us. Reading on behind the last argument is then an access out of bounds.

use crate::func::FuncCx;
use cfront::typed::ExprId;
use cfront::types::Ty;
use ir::{Inst, Type, VARIADIC_SLOT, Value};

impl FuncCx<'_, '_> {
    /// `va_start(list, …)`.
    pub(crate) fn va_start(&mut self, list: ExprId) -> Option<Value> {
        let list = self.object(list);
        if !self.is_variadic {
            return self.give_up("va_start in a function without variable arguments", Ty::VOID);
        }
        let first = self.emit(Inst::Variadic, Some(Type::Ptr));
        self.store(list, first);
        None
    }

    /// `va_copy(dst, src)`: both go on from the same argument.
    pub(crate) fn va_copy(&mut self, dst: ExprId, src: ExprId) -> Option<Value> {
        let dst = self.object(dst);
        let src = self.aggregate(src);
        let next = self.load(Type::Ptr, src);
        self.store(dst, next);
        None
    }

    /// `va_arg(list, T)` of a scalar.
    pub(crate) fn va_arg(&mut self, list: ExprId, ty: Ty) -> Option<Value> {
        let slot = self.next_argument(list);
        let scalar = self.machine().scalar(ty)?;
        Some(self.load(scalar, slot))
    }

    /// `va_arg(list, T)` of an aggregate: the slot holds the address of the callee's copy.
    pub(crate) fn va_arg_aggregate(&mut self, list: ExprId) -> Value {
        let slot = self.next_argument(list);
        self.load(Type::Ptr, slot)
    }

    /// The slot of the next argument; the list moves on.
    fn next_argument(&mut self, list: ExprId) -> Value {
        let list = self.object(list);
        let slot = self.load(Type::Ptr, list);
        let one = self.int(Type::I64, 1);
        let after = Inst::PtrAdd { base: slot, index: one, size: VARIADIC_SLOT, accessed: false };
        let after = self.emit(after, Some(Type::Ptr));
        self.store(list, after);
        slot
    }
}
