//! Compiler builtins, expanded into plain operations.
//!
//! Counting bits is arithmetic on the whole word, as in Warren's *Hacker's Delight* (2nd ed., chapter 5): no loops, no
//! branches, so that counting one symbolic word is one term.

use crate::func::FuncCx;
use cfront::typed::{AtomicOp, Builtin, CompareOp, ExprId, FloatClass, FloatCompare};
use cfront::types::Ty;
use ir::{BinOp, Inst, TrapKind, Type, UnOp, Value};

impl FuncCx<'_, '_> {
    /// A builtin; gives its value if it has one.
    pub(crate) fn builtin(&mut self, builtin: Builtin, args: &[ExprId], ty: Ty) -> Option<Value> {
        match (builtin, args) {
            (Builtin::Expect | Builtin::AssumeAligned, &[value, ..]) => {
                let result = self.value(value);
                args[1..].iter().for_each(|&arg| self.effect(arg));
                let from = self.unit().exprs[value].ty;
                Some(match self.machine().scalar(ty)? {
                    scalar @ Type::Int(_) => {
                        self.resize(result, scalar, self.machine().signed(from))
                    }
                    _ => result,
                })
            }
            (Builtin::Unreachable, _) => self.stop(TrapKind::Unreachable),
            (Builtin::Trap, _) => self.stop(TrapKind::Abort),
            (Builtin::Prefetch | Builtin::Fence, _) => {
                for &arg in args {
                    self.effect(arg);
                }
                None
            }
            (Builtin::Clz | Builtin::Ctz, &[arg]) => {
                let word = self.value(arg);
                self.trap_on_zero(word);
                let count = match builtin {
                    Builtin::Clz => self.leading_zeros(word),
                    _ => self.trailing_zeros(word),
                };
                Some(self.count(count, ty))
            }
            (Builtin::Clrsb, &[arg]) => {
                let word = self.value(arg);
                let count = self.redundant_sign_bits(word);
                Some(self.count(count, ty))
            }
            (Builtin::Ffs, &[arg]) => {
                let word = self.value(arg);
                let count = self.first_set(word);
                Some(self.count(count, ty))
            }
            (Builtin::Popcount, &[arg]) => {
                let word = self.value(arg);
                let count = self.ones(word);
                Some(self.count(count, ty))
            }
            (Builtin::Parity, &[arg]) => {
                let word = self.value(arg);
                let count = self.ones(word);
                let odd = self.with_constant(BinOp::And, count, 1);
                Some(self.count(odd, ty))
            }
            (Builtin::Bswap, &[arg]) => {
                let word = self.value(arg);
                Some(self.reverse_bytes(word))
            }
            (Builtin::AddOverflow, &[a, b, out]) => self.overflow(BinOp::Add, a, b, out, ty),
            (Builtin::SubOverflow, &[a, b, out]) => self.overflow(BinOp::Sub, a, b, out, ty),
            (Builtin::MulOverflow, &[a, b, out]) => self.overflow(BinOp::Mul, a, b, out, ty),
            (Builtin::AddOverflowP, &[a, b, c]) => self.would_overflow(BinOp::Add, a, b, c, ty),
            (Builtin::SubOverflowP, &[a, b, c]) => self.would_overflow(BinOp::Sub, a, b, c, ty),
            (Builtin::MulOverflowP, &[a, b, c]) => self.would_overflow(BinOp::Mul, a, b, c, ty),
            (Builtin::ObjectSize, &[_, kind]) => {
                let unknown = if self.unit().constant_int(kind).unwrap_or(0) < 2 { -1 } else { 0 };
                Some(self.integer(unknown, ty))
            }
            (Builtin::FloatClass(class), &[arg]) => self.float_class(class, arg, ty),
            (Builtin::FloatCompare(compare), &[a, b]) => {
                let (a, b) = (self.value(a), self.value(b));
                let truth = self.float_compare(compare, a, b);
                Some(self.of_truth(truth, self.machine().scalar(ty)?))
            }
            (Builtin::Atomic(op), _) => self.atomic(op, args, ty),
            (Builtin::Alloca, _) => self.give_up("alloca with an alignment", ty),
            (Builtin::FrameAddress, _) => self.give_up("frame addresses", ty),
            _ => self.give_up("a builtin with unusual arguments", ty),
        }
    }

    fn stop(&mut self, kind: TrapKind) -> Option<Value> {
        self.run(Inst::Trap(kind));
        None
    }

    /// A count in the width of the word as the builtin's result type.
    fn count(&mut self, count: Value, ty: Ty) -> Value {
        match self.machine().scalar(ty) {
            Some(scalar @ Type::Int(_)) => self.resize(count, scalar, false),
            _ => count,
        }
    }

    pub(crate) fn with_constant(&mut self, op: BinOp, a: Value, constant: i128) -> Value {
        let ty = self.body.ty(a);
        let constant = self.int(ty, constant);
        self.binary(op, a, constant)
    }

    pub(crate) fn bits_of(&self, word: Value) -> u32 {
        self.body.ty(word).int_bits().expect("bits are counted in integers")
    }

    /// `clz(0)` and `ctz(0)` are undefined.
    fn trap_on_zero(&mut self, word: Value) {
        let zero = self.with_constant(BinOp::Eq, word, 0);
        self.choose(zero, |cx| cx.run(Inst::Trap(TrapKind::LibraryMisuse)), |_| {});
    }

    /// Bits set in a word: sums of fields that double in width.
    fn ones(&mut self, word: Value) -> Value {
        let bits = self.bits_of(word);
        let mut sum = word;
        let mut width = 1;
        while width < bits {
            let mask = field_mask(bits, width);
            let even = self.with_constant(BinOp::And, sum, mask);
            let odd = self.with_constant(BinOp::ShrU, sum, width as i128);
            let odd = self.with_constant(BinOp::And, odd, mask);
            sum = self.binary(BinOp::Add, even, odd);
            width *= 2;
        }
        sum
    }

    /// Zeros above the highest set bit; the width for zero.
    fn leading_zeros(&mut self, word: Value) -> Value {
        let bits = self.bits_of(word);
        let mut filled = word;
        let mut width = 1;
        while width < bits {
            let shifted = self.with_constant(BinOp::ShrU, filled, width as i128);
            filled = self.binary(BinOp::Or, filled, shifted);
            width *= 2;
        }
        let above = self.unary(UnOp::Not, filled);
        self.ones(above)
    }

    /// Zeros below the lowest set bit; the width for zero.
    fn trailing_zeros(&mut self, word: Value) -> Value {
        let less = self.with_constant(BinOp::Sub, word, 1);
        let not = self.unary(UnOp::Not, word);
        let below = self.binary(BinOp::And, not, less);
        self.ones(below)
    }

    /// One plus the index of the lowest set bit; zero for zero.
    fn first_set(&mut self, word: Value) -> Value {
        let less = self.with_constant(BinOp::Sub, word, 1);
        let upto = self.binary(BinOp::Xor, word, less);
        let count = self.ones(upto);
        let nonzero = self.nonzero(word);
        let ty = self.body.ty(word);
        let one = self.of_truth(nonzero, ty);
        self.binary(BinOp::Mul, count, one)
    }

    /// Bits below the sign bit that equal it.
    fn redundant_sign_bits(&mut self, word: Value) -> Value {
        let bits = self.bits_of(word);
        let sign = self.with_constant(BinOp::ShrS, word, bits as i128 - 1);
        let magnitude = self.binary(BinOp::Xor, word, sign);
        let zeros = self.leading_zeros(magnitude);
        self.with_constant(BinOp::Sub, zeros, 1)
    }

    /// Swaps neighbouring fields of half the word, a quarter, … down to bytes.
    fn reverse_bytes(&mut self, word: Value) -> Value {
        let bits = self.bits_of(word);
        let mut result = word;
        let mut width = 8;
        while width < bits {
            let mask = field_mask(bits, width);
            let low = self.with_constant(BinOp::And, result, mask);
            let low = self.with_constant(BinOp::Shl, low, width as i128);
            let high = self.with_constant(BinOp::ShrU, result, width as i128);
            let high = self.with_constant(BinOp::And, high, mask);
            result = self.binary(BinOp::Or, low, high);
            width *= 2;
        }
        result
    }

    fn float_class(&mut self, class: FloatClass, arg: ExprId, ty: Ty) -> Option<Value> {
        let value = self.value(arg);
        let int = self.machine().scalar(ty)?;
        let float = self.body.ty(value);
        let Some(format) = Format::of(float) else {
            return self.give_up("classification of long double", ty);
        };
        let truth = match class {
            FloatClass::IsNan => self.binary(BinOp::FNe, value, value),
            FloatClass::IsInf | FloatClass::IsInfSign => {
                let plus = self.equals(value, format.infinity);
                let minus = self.equals(value, format.infinity | format.sign);
                if class == FloatClass::IsInfSign {
                    let (plus, minus) = (self.of_truth(plus, int), self.of_truth(minus, int));
                    return Some(self.binary(BinOp::Sub, plus, minus));
                }
                self.binary(BinOp::Or, plus, minus)
            }
            FloatClass::IsFinite => self.is_finite(value),
            FloatClass::IsNormal => {
                let least = self.emit(Inst::Float(float, format.least_normal), Some(float));
                let negative =
                    self.emit(Inst::Float(float, format.least_normal | format.sign), Some(float));
                let above = self.binary(BinOp::FLe, least, value);
                let below = self.binary(BinOp::FLe, value, negative);
                let large = self.binary(BinOp::Or, above, below);
                let finite = self.is_finite(value);
                self.binary(BinOp::And, large, finite)
            }
            FloatClass::SignBit => {
                // The bits of a float are had by way of memory.
                let bytes = float.bytes(8) as u64;
                let addr = self.temp_object("bits", bytes, bytes);
                self.store(addr, value);
                let bits = self.load(Type::Int(bytes as u8 * 8), addr);
                self.with_constant(BinOp::LtS, bits, 0)
            }
        };
        Some(self.of_truth(truth, int))
    }

    fn equals(&mut self, value: Value, bits: u128) -> Value {
        let ty = self.body.ty(value);
        let constant = self.emit(Inst::Float(ty, bits), Some(ty));
        self.binary(BinOp::FEq, value, constant)
    }

    /// The difference from itself is zero, except for infinities and NaN.
    fn is_finite(&mut self, value: Value) -> Value {
        let difference = self.binary(BinOp::FSub, value, value);
        self.equals(difference, 0)
    }

    fn float_compare(&mut self, compare: FloatCompare, a: Value, b: Value) -> Value {
        match compare {
            FloatCompare::Greater => self.binary(BinOp::FLt, b, a),
            FloatCompare::GreaterEqual => self.binary(BinOp::FLe, b, a),
            FloatCompare::Less => self.binary(BinOp::FLt, a, b),
            FloatCompare::LessEqual => self.binary(BinOp::FLe, a, b),
            FloatCompare::LessGreater => {
                let less = self.binary(BinOp::FLt, a, b);
                let greater = self.binary(BinOp::FLt, b, a);
                self.binary(BinOp::Or, less, greater)
            }
            FloatCompare::Unordered => {
                let a_nan = self.binary(BinOp::FNe, a, a);
                let b_nan = self.binary(BinOp::FNe, b, b);
                self.binary(BinOp::Or, a_nan, b_nan)
            }
        }
    }

    /// Atomic operations as one thread sees them.
    fn atomic(&mut self, op: AtomicOp, args: &[ExprId], ty: Ty) -> Option<Value> {
        let Some((&pointer, operands)) = args.split_first() else {
            return self.give_up("an atomic operation without operands", ty);
        };
        let cell = self.unit().types.pointee(self.unit().exprs[pointer].ty).map(|to| to.ty);
        let Some((cell, scalar)) = cell.and_then(|ty| Some((ty, self.machine().scalar(ty)?)))
        else {
            return self.give_up("an atomic operation on no scalar", ty);
        };
        let addr = self.value(pointer);
        let values: Vec<Value> = operands.iter().map(|&arg| self.value(arg)).collect();
        if values.iter().any(|&value| self.body.ty(value) != scalar) {
            return self.give_up("an atomic operation with unusual operands", ty);
        }
        match (op, values.as_slice()) {
            (AtomicOp::Load, []) => Some(self.load(scalar, addr)),
            (AtomicOp::Store, &[value]) => {
                self.store(addr, value);
                None
            }
            (AtomicOp::Exchange, &[value]) => {
                let old = self.load(scalar, addr);
                self.store(addr, value);
                Some(old)
            }
            (AtomicOp::FetchOp(arith) | AtomicOp::OpFetch(arith), &[value])
                if scalar != Type::Ptr =>
            {
                let old = self.load(scalar, addr);
                let new = self.wrapping(arith, cell, old, value);
                self.store(addr, new);
                Some(if matches!(op, AtomicOp::FetchOp(_)) { old } else { new })
            }
            (AtomicOp::CompareBool | AtomicOp::CompareValue, &[expected, new]) => {
                let found = self.load(scalar, addr);
                let same = self.compare_values(CompareOp::Eq, cell, found, expected);
                self.choose(same, |cx| cx.store(addr, new), |_| {});
                if op == AtomicOp::CompareValue {
                    return Some(found);
                }
                Some(self.of_truth(same, self.machine().scalar(ty)?))
            }
            _ => self.give_up("an atomic operation with unusual operands", ty),
        }
    }
}

/// Landmarks of a floating format, as bits.
struct Format {
    sign: u128,
    infinity: u128,
    least_normal: u128,
}

impl Format {
    fn of(ty: Type) -> Option<Self> {
        match ty {
            Type::F32 => Some(Self { sign: 1 << 31, infinity: 0xff << 23, least_normal: 1 << 23 }),
            Type::F64 => Some(Self { sign: 1 << 63, infinity: 0x7ff << 52, least_normal: 1 << 52 }),
            Type::F80 | Type::Int(_) | Type::Ptr => None,
        }
    }
}

/// The lower half of every pair of neighbouring fields of this width.
fn field_mask(bits: u32, width: u32) -> i128 {
    let field = (1_u128 << width) - 1;
    (0..bits).step_by(2 * width as usize).fold(0_u128, |mask, at| mask | field << at) as i128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_take_every_other_field() {
        assert_eq!(field_mask(32, 1), 0x5555_5555);
        assert_eq!(field_mask(32, 8), 0x00ff_00ff);
        assert_eq!(field_mask(64, 32), 0xffff_ffff);
        assert_eq!(field_mask(128, 64), u64::MAX as i128);
    }
}
