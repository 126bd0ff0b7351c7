//! Arithmetic on bit-fields that are wider than `int` and narrower than their type.
//!
//! C does not say in which type it is done, and compilers differ: clang takes the declared type, gcc a type of the very width
//! of the bit-field. We follow gcc: the operation is done in the declared width without sign, and its result cut to the width of
//! the bit-field and extended again. So does gcc's code without optimisation, and its sanitizer sees no overflow there.

use super::Checker;
use crate::target::to_unsigned;
use crate::typed::{BinaryOp, ExprId, ExprKind, UnaryOp};
use crate::types::{BitField, IntKind, Ty, Types};
use source::Span;

/// A type that only gcc has: so many bits of a declared type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odd {
    width: u32,
    signed: bool,
    kind: IntKind,
}

impl Checker<'_> {
    /// The odd type of a value read from such a bit-field, or computed from one.
    fn odd_type(&self, value: ExprId) -> Option<Odd> {
        let BitField { width, signed, .. } = self.bit_field_of(value)?;
        let kind = self.int_kind(self.ty_of(value))?;
        let int = self.target.int_bits(IntKind::Int);
        (width > int && width < self.target.int_bits(kind)).then_some(Odd { width, signed, kind })
    }

    /// Has a value a type that no type name of C stands for?
    pub(super) fn has_odd_type(&self, value: ExprId) -> bool {
        self.odd_type(value).is_some()
    }

    /// The plain type beside an odd one of fewer bits. It is the common type, whatever the signs: an `unsigned long` bit-field
    /// of 41 bits and a `long` make a `long`.
    pub(super) fn plain_beside_odd(&self, left: ExprId, right: ExprId) -> Option<IntKind> {
        let (odd, plain) = match (self.odd_type(left), self.odd_type(right)) {
            (Some(odd), None) => (odd, right),
            (None, Some(odd)) => (odd, left),
            _ => return None,
        };
        let plain = self.int_kind(self.promoted_value_type(plain))?;
        (odd.width < self.target.int_bits(plain)).then_some(plain)
    }

    /// The odd type in which gcc computes with two values: the wider one's, or of two equally wide ones the unsigned one's.
    pub(super) fn common_odd(&self, left: ExprId, right: ExprId) -> Option<Odd> {
        let plain_width = |value: ExprId| {
            let kind = self.int_kind(self.promoted_value_type(value));
            kind.map_or(u32::MAX, |kind| self.target.int_bits(kind))
        };
        match (self.odd_type(left), self.odd_type(right)) {
            (None, None) => None,
            (Some(odd), None) => (plain_width(right) < odd.width).then_some(odd),
            (None, Some(odd)) => (plain_width(left) < odd.width).then_some(odd),
            (Some(a), Some(b)) => {
                let first = (a.width, !a.signed) >= (b.width, !b.signed);
                Some(if first { a } else { b })
            }
        }
    }

    /// The odd type of a binary operation; that of a shift is its left operand's.
    pub(super) fn odd_operation(&self, op: BinaryOp, left: ExprId, right: ExprId) -> Option<Odd> {
        match op {
            BinaryOp::Shl | BinaryOp::Shr => self.odd_type(left),
            _ => self.common_odd(left, right),
        }
    }

    pub(super) fn odd_binary(
        &mut self,
        odd: Odd,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> ExprId {
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            return self.odd_shift(odd, op, left, right, span);
        }
        let (left, right) = (self.made_odd(left, odd), self.made_odd(right, odd));
        let value = if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            self.add_value(ExprKind::Binary(op, left, right), Types::int(odd.kind), span)
        } else {
            // The low bits of the result depend on the low bits of the operands only.
            let ty = Types::int(to_unsigned(odd.kind));
            let (left, right) = (self.cast_to(left, ty), self.cast_to(right, ty));
            self.add_value(ExprKind::Binary(op, left, right), ty, span)
        };
        self.cut(value, odd, span)
    }

    /// A shift with the value in the upper bits of its declared type: the amounts that are refused there, with what the value
    /// was moved up by, are those that are refused in the odd width.
    fn odd_shift(
        &mut self,
        odd: Odd,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> ExprId {
        let (ty, raw) = (Types::int(odd.kind), Types::int(to_unsigned(odd.kind)));
        let (lost, amount) = (self.lost(odd, Ty::INT, span), self.moved_amount(odd, right, span));
        let (up, down) = if op == BinaryOp::Shl { (amount, lost) } else { (lost, amount) };
        let value = self.cast_to(left, raw);
        let value = self.add_value(ExprKind::Binary(BinaryOp::Shl, value, up), raw, span);
        let value = self.cast_to(value, ty);
        let value = self.add_value(ExprKind::Binary(BinaryOp::Shr, value, down), ty, span);
        self.remember(value, odd);
        value
    }

    /// The amount of a shift plus what the value was moved up by, in a type where negative amounts are large and nothing wraps.
    fn moved_amount(&mut self, odd: Odd, amount: ExprId, span: Span) -> ExprId {
        let amount = self.promote(amount);
        let kind = self.int_kind(self.ty_of(amount)).unwrap_or(IntKind::Int);
        let wide = match self.target.int_bits(kind) {
            32 => Types::int(IntKind::ULLong),
            _ => Types::int(IntKind::UInt128),
        };
        let amount = self.cast_to(amount, Types::int(to_unsigned(kind)));
        let amount = self.cast_to(amount, wide);
        let lost = self.lost(odd, wide, span);
        self.add_value(ExprKind::Binary(BinaryOp::Add, amount, lost), wide, span)
    }

    /// How many bits of the declared type are not in the odd one.
    fn lost(&mut self, odd: Odd, ty: Ty, span: Span) -> ExprId {
        self.int_expr((self.target.int_bits(odd.kind) - odd.width).into(), ty, span)
    }

    /// Does `left op= right` divide, and convert one side to another sign first? The bits that are stored of any other
    /// operation are those of the declared type.
    pub(super) fn divides_oddly(&self, op: BinaryOp, left: ExprId, right: ExprId) -> bool {
        let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
        let Some(odd) = self.common_odd(left, right).filter(|_| divides) else { return false };
        let signed = |value: ExprId| {
            let kind = self.int_kind(self.promoted_value_type(value));
            kind.is_none_or(|kind| self.target.is_signed(kind))
        };
        let small =
            self.unit.exprs[right].ice && self.unit.constant_int(right).is_some_and(|n| n > 0);
        signed(left) != odd.signed || signed(right) != odd.signed && !odd.signed && !small
    }

    /// `-x` and `~x` of such a value; none if it is a plain one.
    pub(super) fn odd_unary(&mut self, op: UnaryOp, value: ExprId, span: Span) -> Option<ExprId> {
        let odd = self.odd_type(value)?;
        let ty = Types::int(to_unsigned(odd.kind));
        let value = self.cast_to(value, ty);
        let value = self.add_value(ExprKind::Unary(op, value), ty, span);
        Some(self.cut(value, odd, span))
    }

    /// A value converted to an odd type.
    pub(super) fn made_odd(&mut self, value: ExprId, odd: Odd) -> ExprId {
        let span = self.span_of(value);
        let fits = match self.odd_type(value) {
            Some(own) if own.signed == odd.signed => own.width <= odd.width,
            Some(own) => odd.signed && own.width < odd.width,
            None => odd.signed,
        };
        let value = self.cast_to(value, Types::int(odd.kind));
        if fits { value } else { self.cut(value, odd, span) }
    }

    /// The low bits of a value, extended by sign or zero, and remembered to have an odd type.
    fn cut(&mut self, value: ExprId, odd: Odd, span: Span) -> ExprId {
        let (ty, raw) = (Types::int(odd.kind), Types::int(to_unsigned(odd.kind)));
        let value = self.cast_to(value, raw);
        let cut = if odd.signed {
            let lost = self.lost(odd, Ty::INT, span);
            let up = self.add_value(ExprKind::Binary(BinaryOp::Shl, value, lost), raw, span);
            let up = self.cast_to(up, ty);
            let lost = self.lost(odd, Ty::INT, span);
            self.add_value(ExprKind::Binary(BinaryOp::Shr, up, lost), ty, span)
        } else {
            let mask = self.int_expr((1 << odd.width) - 1, raw, span);
            let masked = self.add_value(ExprKind::Binary(BinaryOp::BitAnd, value, mask), raw, span);
            self.cast_to(masked, ty)
        };
        self.remember(cut, odd);
        cut
    }

    pub(super) fn remember(&mut self, value: ExprId, odd: Odd) {
        self.odd.insert(value, BitField { offset: 0, width: odd.width, signed: odd.signed });
    }
}
