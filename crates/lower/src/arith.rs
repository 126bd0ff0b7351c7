//! Arithmetic and comparison: which operation of the IR a C operator is, by type.

use crate::Overflow;
use crate::func::FuncCx;
use cfront::typed::{BinaryOp, CompareOp, ExprId, ExprKind, UnaryOp};
use cfront::types::Ty;
use ir::{BinOp, Inst, Type, UnOp, Value};
use source::Span;

/// The kind of number an operator works on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Signed,
    Unsigned,
    Float,
    Pointer,
}

impl FuncCx<'_, '_> {
    fn kind(&self, ty: Ty) -> Kind {
        match self.machine().scalar(ty) {
            Some(Type::F32 | Type::F64 | Type::F80) => Kind::Float,
            Some(Type::Ptr) => Kind::Pointer,
            _ if self.machine().signed(ty) => Kind::Signed,
            _ => Kind::Unsigned,
        }
    }

    /// `a op b` in C type `ty`; the right operand of a shift has a type of its own.
    pub(crate) fn arith(&mut self, op: BinaryOp, ty: Ty, a: Value, b: Value) -> Value {
        self.arith_under(self.cx.options.overflow, op, ty, a, b)
    }

    /// The same with wrapping sums, as atomic operations have (C11 7.17.7.5).
    pub(crate) fn wrapping(&mut self, op: BinaryOp, ty: Ty, a: Value, b: Value) -> Value {
        self.arith_under(Overflow::Wrap, op, ty, a, b)
    }

    fn arith_under(
        &mut self,
        overflow: Overflow,
        op: BinaryOp,
        ty: Ty,
        a: Value,
        b: Value,
    ) -> Value {
        let kind = self.kind(ty);
        let wraps = kind == Kind::Unsigned || overflow == Overflow::Wrap;
        let ir_op = match (op, kind) {
            (BinaryOp::Add, Kind::Float) => BinOp::FAdd,
            (BinaryOp::Sub, Kind::Float) => BinOp::FSub,
            (BinaryOp::Mul, Kind::Float) => BinOp::FMul,
            (BinaryOp::Div, Kind::Float) => BinOp::FDiv,
            (BinaryOp::Add, _) if wraps => BinOp::Add,
            (BinaryOp::Sub, _) if wraps => BinOp::Sub,
            (BinaryOp::Mul, _) if wraps => BinOp::Mul,
            (BinaryOp::Add, _) => BinOp::AddS,
            (BinaryOp::Sub, _) => BinOp::SubS,
            (BinaryOp::Mul, _) => BinOp::MulS,
            (BinaryOp::Div, Kind::Signed) => BinOp::DivS,
            (BinaryOp::Div, _) => BinOp::DivU,
            (BinaryOp::Rem, Kind::Signed) => BinOp::RemS,
            (BinaryOp::Rem, _) => BinOp::RemU,
            (BinaryOp::Shl, _) => BinOp::Shl,
            (BinaryOp::Shr, Kind::Signed) => BinOp::ShrS,
            (BinaryOp::Shr, _) => BinOp::ShrU,
            (BinaryOp::BitAnd, _) => BinOp::And,
            (BinaryOp::BitOr, _) => BinOp::Or,
            (BinaryOp::BitXor, _) => BinOp::Xor,
        };
        self.binary(ir_op, a, b)
    }

    pub(crate) fn arith_unary(&mut self, op: UnaryOp, ty: Ty, a: Value) -> Value {
        let op = match (op, self.kind(ty)) {
            (UnaryOp::Neg, Kind::Float) => UnOp::FNeg,
            (UnaryOp::Neg, Kind::Signed) if self.cx.options.overflow == Overflow::Trap => {
                UnOp::NegS
            }
            (UnaryOp::Neg, _) => UnOp::Neg,
            (UnaryOp::BitNot, _) => UnOp::Not,
        };
        self.unary(op, a)
    }

    /// A comparison of two expressions of one type, as an `i1`.
    pub(crate) fn compare(&mut self, op: CompareOp, a: ExprId, b: ExprId, span: Span) -> Value {
        let ty = self.unit().exprs[a].ty;
        if let Some(reason) = self.machine().opaque(ty) {
            self.effect(a);
            self.effect(b);
            self.unsupported(reason);
            return self.int(Type::BOOL, 0);
        }
        for side in [a, b] {
            self.note_compared(side);
        }
        let a = self.value(a);
        let b = self.value(b);
        let outer = std::mem::replace(&mut self.span, span);
        let result = self.compare_values(op, ty, a, b);
        self.span = outer;
        result
    }

    pub(crate) fn compare_values(&mut self, op: CompareOp, ty: Ty, a: Value, b: Value) -> Value {
        // `a > b` is `b < a`: both operands have been evaluated, left first.
        let (op, a, b) = match op {
            CompareOp::Gt => (CompareOp::Lt, b, a),
            CompareOp::Ge => (CompareOp::Le, b, a),
            CompareOp::Eq | CompareOp::Ne | CompareOp::Lt | CompareOp::Le => (op, a, b),
        };
        let ir_op = match (op, self.kind(ty)) {
            (CompareOp::Eq, Kind::Float) => BinOp::FEq,
            (CompareOp::Eq, Kind::Pointer) => BinOp::PtrEq,
            (CompareOp::Eq, _) => BinOp::Eq,
            (CompareOp::Ne, Kind::Float) => BinOp::FNe,
            (CompareOp::Ne, Kind::Pointer) => BinOp::PtrNe,
            (CompareOp::Ne, _) => BinOp::Ne,
            (CompareOp::Lt | CompareOp::Gt, Kind::Signed) => BinOp::LtS,
            (CompareOp::Lt | CompareOp::Gt, Kind::Unsigned) => BinOp::LtU,
            (CompareOp::Lt | CompareOp::Gt, Kind::Float) => BinOp::FLt,
            (CompareOp::Lt | CompareOp::Gt, Kind::Pointer) => BinOp::PtrLt,
            (CompareOp::Le | CompareOp::Ge, Kind::Signed) => BinOp::LeS,
            (CompareOp::Le | CompareOp::Ge, Kind::Unsigned) => BinOp::LeU,
            (CompareOp::Le | CompareOp::Ge, Kind::Float) => BinOp::FLe,
            (CompareOp::Le | CompareOp::Ge, Kind::Pointer) => BinOp::PtrLe,
        };
        self.binary(ir_op, a, b)
    }

    /// `pointer + index` in elements of what the pointer type points to.
    pub(crate) fn pointer_add(&mut self, pointer_ty: Ty, base: Value, index: Value) -> Value {
        self.element(pointer_ty, base, index, false)
    }

    fn element(&mut self, pointer_ty: Ty, base: Value, index: Value, accessed: bool) -> Value {
        let pointee = self.pointee(pointer_ty);
        let index = self.resize(index, Type::I64, true);
        if self.machine().is_variable(pointee) {
            let size = self.variable_size(pointee);
            let bytes = self.binary(BinOp::MulS, index, size);
            return self
                .emit(Inst::PtrAdd { base, index: bytes, size: 1, accessed }, Some(Type::Ptr));
        }
        let size = self.stride(pointee);
        if size == 0 {
            // GNU C has empty structs; all elements of an array of them are at one place.
            return base;
        }
        self.emit(Inst::PtrAdd { base, index, size, accessed }, Some(Type::Ptr))
    }

    /// A pointer that is accessed at once: `p[i]` and `*(p - i)` are sums whose place must exist.
    pub(crate) fn accessed(&mut self, pointer: ExprId) -> Value {
        match self.unit().exprs[pointer].kind {
            ExprKind::PtrAdd(..) | ExprKind::PtrSub(..) => self.stepped(pointer, true),
            _ => self.value(pointer),
        }
    }

    /// The sum of a pointer and an index, or their difference.
    pub(crate) fn stepped(&mut self, pointer: ExprId, accessed: bool) -> Value {
        let ty = self.unit().exprs[pointer].ty;
        let (base, index, backwards) = match self.unit().exprs[pointer].kind {
            ExprKind::PtrAdd(base, index) => (base, index, false),
            ExprKind::PtrSub(base, index) => (base, index, true),
            _ => panic!("a pointer should be moved here: {pointer}"),
        };
        let span = self.unit().exprs[pointer].span;
        let outer = std::mem::replace(&mut self.span, span);
        let length = self.length_of_part(base);
        let (base, number) = (self.value(base), index);
        let index = self.value(index);
        let index = self.resize(index, Type::I64, true);
        let index = if backwards { self.unary(UnOp::NegS, index) } else { index };
        if let Some(length) = length
            && !self.is_within(number, length + u64::from(!accessed), backwards)
        {
            self.must_be_below(index, length, accessed);
        }
        let element = self.element(ty, base, index, accessed);
        self.span = outer;
        element
    }

    pub(crate) fn pointer_sub(&mut self, pointer_ty: Ty, base: Value, index: Value) -> Value {
        let index = self.resize(index, Type::I64, true);
        let index = self.unary(UnOp::NegS, index);
        self.pointer_add(pointer_ty, base, index)
    }

    /// The distance of two pointers in elements, as an `i64`.
    pub(crate) fn pointer_diff(&mut self, pointer_ty: Ty, a: Value, b: Value) -> Value {
        let pointee = self.pointee(pointer_ty);
        if self.machine().is_variable(pointee) {
            let bytes = self.emit(Inst::PtrDiff { a, b, size: 1 }, Some(Type::I64));
            let size = self.variable_size(pointee);
            return self.binary(BinOp::DivS, bytes, size);
        }
        let size = self.stride(pointee).max(1);
        self.emit(Inst::PtrDiff { a, b, size }, Some(Type::I64))
    }

    fn pointee(&self, pointer_ty: Ty) -> Ty {
        let pointee = self.unit().types.pointee(pointer_ty);
        pointee.expect("pointer arithmetic should be on a pointer").ty
    }

    fn stride(&self, pointee: Ty) -> u64 {
        self.unit().stride_of(pointee, &self.machine().target).unwrap_or(1)
    }

    /// The size in bytes of a variably sized type, as an `i64`.
    pub(crate) fn variable_size(&mut self, ty: Ty) -> Value {
        if let Some(&size) = self.unit().vla_sizes.get(&ty) {
            let bytes = self.value(size);
            self.resize(bytes, Type::I64, false)
        } else {
            self.unsupported("a variably sized type of unknown size");
            self.int(Type::I64, 1)
        }
    }
}
