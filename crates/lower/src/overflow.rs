//! `__builtin_add_overflow` and its relatives: exact results, and whether a type holds them.
//!
//! Operands of up to 64 bits are exact in 128. Wider ones are taken as sign and magnitude, without branches. Knows nothing of
//! which builtins there are.

use crate::func::FuncCx;
use cfront::typed::ExprId;
use cfront::types::Ty;
use ir::{BinOp, Type, UnOp, Value};

const WIDE: Type = Type::Int(128);

/// An exact result.
#[derive(Clone, Copy)]
enum Exact {
    /// In 128 bits, which are to be read as unsigned or not.
    Narrow { value: Value, unsigned: bool },
    /// As sign and magnitude, and whether that lost a bit; `value` is what 128 bits keep.
    Wide { value: Value, negative: Value, magnitude: Value, lost: Value },
}

/// An operand as sign and magnitude.
#[derive(Clone, Copy)]
struct Signed {
    negative: Value,
    magnitude: Value,
}

impl FuncCx<'_, '_> {
    /// `__builtin_add_overflow(a, b, out)` and its relatives.
    pub(crate) fn overflow(
        &mut self,
        op: BinOp,
        a: ExprId,
        b: ExprId,
        out: ExprId,
        ty: Ty,
    ) -> Option<Value> {
        let pointee = self.unit().types.pointee(self.unit().exprs[out].ty)?.ty;
        let exact = self.exact(op, a, b);
        let addr = self.value(out);
        let scalar = self.machine().scalar(pointee)?;
        let kept = self.resize(exact.kept(), scalar, true);
        self.store(addr, kept);
        let overflowed = self.misses(exact, pointee);
        Some(self.of_truth(overflowed, self.machine().scalar(ty)?))
    }

    /// `__builtin_add_overflow_p(a, b, c)` and its relatives: only the type of `c` matters.
    pub(crate) fn would_overflow(
        &mut self,
        op: BinOp,
        a: ExprId,
        b: ExprId,
        c: ExprId,
        ty: Ty,
    ) -> Option<Value> {
        let exact = self.exact(op, a, b);
        self.effect(c);
        let overflowed = self.misses(exact, self.unit().exprs[c].ty);
        Some(self.of_truth(overflowed, self.machine().scalar(ty)?))
    }

    fn exact(&mut self, op: BinOp, a: ExprId, b: ExprId) -> Exact {
        let signed = [a, b].map(|arg| self.machine().signed(self.unit().exprs[arg].ty));
        let values = [a, b].map(|arg| self.value(arg));
        let wide = values.iter().any(|&value| self.bits_of(value) > 64);
        let left = self.resize(values[0], WIDE, signed[0]);
        let right = self.resize(values[1], WIDE, signed[1]);
        if wide {
            return self.exact_wide(op, [left, right], signed);
        }
        // Only the product of two unsigned words needs the 128th bit, and it is never negative.
        let unsigned = op == BinOp::Mul && signed == [false, false];
        Exact::Narrow { value: self.binary(op, left, right), unsigned }
    }

    fn exact_wide(&mut self, op: BinOp, operands: [Value; 2], signed: [bool; 2]) -> Exact {
        let value = self.binary(op, operands[0], operands[1]);
        let a = self.signed_magnitude(operands[0], signed[0]);
        let mut b = self.signed_magnitude(operands[1], signed[1]);
        if op == BinOp::Mul {
            return self.product(value, a, b);
        }
        if op == BinOp::Sub {
            b.negative = self.with_constant(BinOp::Xor, b.negative, 1);
        }
        self.sum(value, a, b)
    }

    fn signed_magnitude(&mut self, value: Value, signed: bool) -> Signed {
        if !signed {
            return Signed { negative: self.int(Type::BOOL, 0), magnitude: value };
        }
        let negative = self.with_constant(BinOp::LtS, value, 0);
        Signed { negative, magnitude: self.negated_if(negative, value) }
    }

    /// `-value` if a truth holds, else `value`: complement and add one, both under a mask.
    fn negated_if(&mut self, truth: Value, value: Value) -> Value {
        let one = self.of_truth(truth, WIDE);
        let mask = self.unary(UnOp::Neg, one);
        let flipped = self.binary(BinOp::Xor, value, mask);
        self.binary(BinOp::Add, flipped, one)
    }

    fn product(&mut self, value: Value, a: Signed, b: Signed) -> Exact {
        let negative = self.binary(BinOp::Xor, a.negative, b.negative);
        let magnitude = self.binary(BinOp::Mul, a.magnitude, b.magnitude);
        // A product that lost nothing gives back one factor when divided by the other.
        let nonzero = self.with_constant(BinOp::Ne, b.magnitude, 0);
        let zero = self.with_constant(BinOp::Eq, b.magnitude, 0);
        let one_for_zero = self.of_truth(zero, WIDE);
        let divisor = self.binary(BinOp::Or, b.magnitude, one_for_zero);
        let back = self.binary(BinOp::DivU, magnitude, divisor);
        let differs = self.binary(BinOp::Ne, back, a.magnitude);
        let lost = self.binary(BinOp::And, differs, nonzero);
        Exact::Wide { value, negative, magnitude, lost }
    }

    fn sum(&mut self, value: Value, a: Signed, b: Signed) -> Exact {
        let opposite = self.binary(BinOp::Xor, a.negative, b.negative);
        // Of one sign the magnitudes add up and may carry; of two the smaller is taken from the larger.
        let added = self.binary(BinOp::Add, a.magnitude, b.magnitude);
        let carried = self.binary(BinOp::LtU, added, a.magnitude);
        let less = self.binary(BinOp::LtU, a.magnitude, b.magnitude);
        let difference = self.binary(BinOp::Sub, a.magnitude, b.magnitude);
        let difference = self.negated_if(less, difference);
        let magnitude = self.one_of(opposite, difference, added);
        let same = self.with_constant(BinOp::Xor, opposite, 1);
        let lost = self.binary(BinOp::And, carried, same);
        let flips = self.binary(BinOp::And, opposite, less);
        let negative = self.binary(BinOp::Xor, a.negative, flips);
        Exact::Wide { value, negative, magnitude, lost }
    }

    /// `a` if a truth holds, else `b`.
    fn one_of(&mut self, truth: Value, a: Value, b: Value) -> Value {
        let one = self.of_truth(truth, WIDE);
        let mask = self.unary(UnOp::Neg, one);
        let differing = self.binary(BinOp::Xor, a, b);
        let taken = self.binary(BinOp::And, differing, mask);
        self.binary(BinOp::Xor, b, taken)
    }

    /// Does an exact result differ from what the type keeps of it?
    fn misses(&mut self, exact: Exact, ty: Ty) -> Value {
        let Some(scalar) = self.machine().scalar(ty) else { return self.int(Type::BOOL, 0) };
        let (signed, bits) = (self.machine().signed(ty), scalar.int_bits().unwrap_or(128));
        match exact {
            Exact::Narrow { value, unsigned } => {
                self.misses_narrow(value, unsigned, scalar, signed)
            }
            Exact::Wide { negative, magnitude, lost, .. } => {
                let most = u128::MAX >> (128 - bits + u32::from(signed));
                let least = if signed { most + 1 } else { 0 };
                let below = self.beyond(magnitude, least);
                let above = self.beyond(magnitude, most);
                let too_low = self.binary(BinOp::And, negative, below);
                let positive = self.with_constant(BinOp::Xor, negative, 1);
                let too_high = self.binary(BinOp::And, positive, above);
                let outside = self.binary(BinOp::Or, too_low, too_high);
                self.binary(BinOp::Or, outside, lost)
            }
        }
    }

    fn beyond(&mut self, magnitude: Value, limit: u128) -> Value {
        let limit = self.int(WIDE, limit as i128);
        self.binary(BinOp::LtU, limit, magnitude)
    }

    fn misses_narrow(&mut self, value: Value, unsigned: bool, scalar: Type, signed: bool) -> Value {
        let kept = self.resize(value, scalar, true);
        if self.bits_of(kept) >= 128 {
            let negative = self.with_constant(BinOp::LtS, kept, 0);
            return if signed == unsigned { negative } else { self.int(Type::BOOL, 0) };
        }
        let back = self.resize(kept, WIDE, signed);
        let differs = self.binary(BinOp::Ne, back, value);
        if !(unsigned && signed) {
            return differs;
        }
        // Read as signed, a huge product could look like a small negative number that fits.
        let huge = self.with_constant(BinOp::LtS, value, 0);
        self.binary(BinOp::Or, differs, huge)
    }
}

impl Exact {
    /// What 128 bits keep of it.
    fn kept(self) -> Value {
        match self {
            Self::Narrow { value, .. } | Self::Wide { value, .. } => value,
        }
    }
}
