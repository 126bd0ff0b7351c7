//! Arithmetic, comparisons and conversions of words.

use crate::value::{PtrId, word_width};
use crate::{Algebra, Bin, Machine, Target, Val};
use ir::{BinOp, CastOp, Inst, TrapKind, Type, UnOp, Value};
use world::Gap;

impl<A: Algebra> Machine<'_, A> {
    pub(crate) fn unary(&mut self, alg: &mut A, op: UnOp, a: Value, inst: Value) -> Val<A::Word> {
        // Of a negated address, too, the low bits can still be asked for.
        let address = matches!(self.inst(a), Inst::Cast(CastOp::PtrToInt, ..));
        if let (UnOp::Neg, true, Val::Opaque(reason)) = (op, address, self.value(a)) {
            return Val::Opaque(reason);
        }
        let word = self.word(alg, a, self.type_of(a));
        Val::Word(match op {
            UnOp::Neg => alg.neg(word),
            UnOp::NegS => {
                let least = 1u128 << (alg.width(word) - 1);
                let overflows = alg.eq_const(word, least);
                self.check(alg, TrapKind::SignedOverflow, overflows, inst);
                alg.neg(word)
            }
            UnOp::Not => alg.not(word),
            UnOp::FNeg => {
                let sign = alg.constant(alg.width(word), 1u128 << (alg.width(word) - 1));
                alg.bin(Bin::Xor, word, sign)
            }
        })
    }

    pub(crate) fn binary(
        &mut self,
        alg: &mut A,
        op: BinOp,
        a: Value,
        b: Value,
        inst: Value,
    ) -> Val<A::Word> {
        if matches!(op, BinOp::PtrEq | BinOp::PtrNe | BinOp::PtrLt | BinOp::PtrLe) {
            let (a, b) = (self.value(a), self.value(b));
            return self.compare_pointers(alg, op, a, b, inst);
        }
        if let Some(low) = self.low_bits(alg, op, a, b) {
            return Val::Word(low);
        }
        if let Some(distance) = self.distance(alg, op, a, b) {
            return Val::Word(distance);
        }
        let (x, y) = (self.word(alg, a, self.type_of(a)), self.word(alg, b, self.type_of(b)));
        let word = match op {
            BinOp::Add => alg.bin(Bin::Add, x, y),
            BinOp::Sub => alg.bin(Bin::Sub, x, y),
            BinOp::Mul => alg.bin(Bin::Mul, x, y),
            BinOp::AddS => self.signed(alg, Bin::Add, Bin::AddOverflow, x, y, inst),
            BinOp::SubS => self.signed(alg, Bin::Sub, Bin::SubOverflow, x, y, inst),
            BinOp::MulS => self.signed(alg, Bin::Mul, Bin::MulOverflow, x, y, inst),
            BinOp::DivU => self.divide(alg, Bin::Udiv, x, y, false, inst),
            BinOp::RemU => self.divide(alg, Bin::Urem, x, y, false, inst),
            BinOp::DivS => self.divide(alg, Bin::Sdiv, x, y, true, inst),
            BinOp::RemS => self.divide(alg, Bin::Srem, x, y, true, inst),
            BinOp::Shl => self.shift(alg, Bin::Shl, x, y, inst),
            BinOp::ShrU => self.shift(alg, Bin::Lshr, x, y, inst),
            BinOp::ShrS => self.shift(alg, Bin::Ashr, x, y, inst),
            BinOp::And => alg.bin(Bin::And, x, y),
            BinOp::Or => alg.bin(Bin::Or, x, y),
            BinOp::Xor => alg.bin(Bin::Xor, x, y),
            BinOp::Eq => alg.eq(x, y),
            BinOp::Ne => {
                let same = alg.eq(x, y);
                alg.not(same)
            }
            BinOp::LtU => alg.bin(Bin::Ult, x, y),
            BinOp::LeU => alg.bin(Bin::Ule, x, y),
            BinOp::LtS => alg.bin(Bin::Slt, x, y),
            BinOp::LeS => alg.bin(Bin::Sle, x, y),
            BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv => {
                return self.float(alg, op, x, y);
            }
            BinOp::FEq | BinOp::FNe | BinOp::FLt | BinOp::FLe => return self.float(alg, op, x, y),
            BinOp::PtrEq | BinOp::PtrNe | BinOp::PtrLt | BinOp::PtrLe => {
                unreachable!("handled above")
            }
        };
        Val::Word(word)
    }

    /// The type of a value that is there.
    fn type_of(&self, value: Value) -> Type {
        self.program.body(self.active()).types[value].expect("an operand should have a type")
    }

    fn signed(
        &mut self,
        alg: &mut A,
        op: Bin,
        overflow: Bin,
        x: A::Word,
        y: A::Word,
        inst: Value,
    ) -> A::Word {
        let overflows = alg.bin(overflow, x, y);
        self.check(alg, TrapKind::SignedOverflow, overflows, inst);
        alg.bin(op, x, y)
    }

    fn divide(
        &mut self,
        alg: &mut A,
        op: Bin,
        x: A::Word,
        y: A::Word,
        signed: bool,
        inst: Value,
    ) -> A::Word {
        let by_zero = alg.eq_const(y, 0);
        self.check(alg, TrapKind::DivisionByZero, by_zero, inst);
        if signed {
            let width = alg.width(x);
            let least = alg.eq_const(x, 1u128 << (width - 1));
            let minus_one = alg.eq_const(y, u128::MAX >> (128 - width));
            let overflows = alg.and(least, minus_one);
            self.check(alg, TrapKind::SignedOverflow, overflows, inst);
        }
        alg.bin(op, x, y)
    }

    fn shift(&mut self, alg: &mut A, op: Bin, x: A::Word, amount: A::Word, inst: Value) -> A::Word {
        let (width, amount_width) = (alg.width(x), alg.width(amount));
        // Unsigned comparison in the amount's own width also catches negative amounts. An amount too narrow to reach the
        // width is always in range.
        if amount_width >= 128 || u128::from(width) < 1u128 << amount_width {
            let limit = alg.constant(amount_width, u128::from(width));
            let fits = alg.bin(Bin::Ult, amount, limit);
            let out = alg.not(fits);
            self.check(alg, TrapKind::ShiftRange, out, inst);
        }
        let amount = if amount_width > width {
            alg.extract(amount, 0, width)
        } else {
            alg.zext_to(amount, width)
        };
        alg.bin(op, x, amount)
    }

    /// Floats are compared by their bits, computed where both operands are known, and not modelled elsewhere.
    fn float(&mut self, alg: &mut A, op: BinOp, x: A::Word, y: A::Word) -> Val<A::Word> {
        let width = alg.width(x);
        if matches!(width, 32 | 64)
            && let BinOp::FEq | BinOp::FNe | BinOp::FLt | BinOp::FLe = op
        {
            return Val::Word(float_comparison(alg, op, x, y));
        }
        let (Some(a), Some(b)) = (alg.as_const(x), alg.as_const(y)) else {
            return self.unmodelled(Gap::FloatArithmetic);
        };
        let bits = match width {
            32 => f32_op(op, f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits().into(),
            64 => f64_op(op, f64::from_bits(a as u64), f64::from_bits(b as u64)).to_bits().into(),
            _ => return self.unmodelled(Gap::LongDouble),
        };
        Val::Word(alg.constant(width, bits))
    }

    fn unmodelled(&mut self, gap: Gap) -> Val<A::Word> {
        self.unsupported(gap);
        Val::Opaque(gap)
    }

    pub(crate) fn cast(
        &mut self,
        alg: &mut A,
        op: CastOp,
        ty: Type,
        a: Value,
        from: Type,
    ) -> Val<A::Word> {
        match op {
            CastOp::PtrToInt => return self.pointer_to_int(alg, a, ty),
            CastOp::IntToPtr => {
                let word = self.word(alg, a, from);
                return self.int_to_pointer(alg, word);
            }
            CastOp::FToS | CastOp::FToU | CastOp::SToF | CastOp::UToF | CastOp::FToF => {
                let word = self.word(alg, a, from);
                let known = alg.as_const(word).and_then(|bits| float_cast(op, bits, from, ty));
                return match (known, word_width(ty)) {
                    (Some(bits), Some(width)) => Val::Word(alg.constant(width, bits)),
                    _ => self.unmodelled(Gap::FloatConversion),
                };
            }
            CastOp::Trunc | CastOp::Zext | CastOp::Sext => {}
        }
        let word = self.word(alg, a, from);
        let width = word_width(ty).expect("an integer cast should be to an integer type");
        Val::Word(match op {
            CastOp::Trunc => alg.extract(word, 0, width),
            CastOp::Zext => alg.zext_to(word, width),
            _ => alg.sext_to(word, width),
        })
    }

    fn int_to_pointer(&mut self, alg: &mut A, word: A::Word) -> Val<A::Word> {
        match alg.as_const(word) {
            Some(0) => Val::Ptr(self.state.pointer_to(alg, Target::Null, 0)),
            Some(address) => Val::Ptr(self.state.pointer_to(alg, Target::Raw, address as i64)),
            None => self.unmodelled(Gap::IntegerMadePointer),
        }
    }

    fn pointer_to_int(&mut self, alg: &mut A, a: Value, ty: Type) -> Val<A::Word> {
        let width = word_width(ty).expect("a pointer should become an integer");
        let Val::Ptr(ptr) = self.value(a) else {
            return self.unmodelled(Gap::PointerMadeInteger);
        };
        match *self.state.alts(ptr) {
            [alt] if alt.target == Target::Null => Val::Word(alg.constant(width, 0)),
            [alt] if alt.target == Target::Raw => Val::Word(alg.extract(alt.offset, 0, width)),
            // Its low bits can still be asked for; anything else made of it is not modelled.
            _ => Val::Opaque(Gap::PointerMadeInteger),
        }
    }

    /// The low bits of an address, as `(uintptr_t)p & 7` and `(uintptr_t)p % 4` ask for them. Objects of the input and of the
    /// heap begin at addresses divisible by 16, so that these bits are those of the offset; tests see to that. Globals, locals and
    /// arguments by value lie where the compiler puts them.
    fn low_bits(&mut self, alg: &mut A, op: BinOp, a: Value, b: Value) -> Option<A::Word> {
        let Val::Word(modulus) = self.value(b) else { return None };
        let asked = alg.as_const(modulus)?;
        let mask = match op {
            BinOp::And if asked < 16 => asked,
            BinOp::RemU if asked.is_power_of_two() && asked <= 16 => asked - 1,
            _ => return None,
        };
        // `-(uintptr_t)p & 3` is how far it is to the next multiple of 4.
        let (negated, integer) = match *self.inst(a) {
            Inst::Unary(UnOp::Neg, integer) => (true, integer),
            _ => (false, a),
        };
        let Inst::Cast(CastOp::PtrToInt, _, pointer) = *self.inst(integer) else { return None };
        let (Val::Opaque(_), Val::Ptr(ptr)) = (self.value(integer), self.value(pointer)) else {
            return None;
        };
        let width = alg.width(modulus);
        let mut low = alg.constant(width, 0);
        for alt in self.state.alts(ptr).to_vec() {
            match alt.target {
                Target::Object(object) if !self.is_allocated(object) => return None,
                Target::Func(_) => return None,
                Target::Object(_) | Target::Null | Target::Raw => {}
                Target::Unmade(_) => self.beyond(alg, alt.guard),
            }
            let offset = alg.extract(alt.offset, 0, 4);
            let mut offset = alg.zext_to(offset, width);
            if negated {
                let zero = alg.constant(width, 0);
                offset = alg.bin(Bin::Sub, zero, offset);
            }
            let mask = alg.constant(width, mask);
            let bits = alg.bin(Bin::And, offset, mask);
            low = alg.ite(alt.guard, bits, low);
        }
        Some(low)
    }

    /// `(uintptr_t)p - (uintptr_t)q` of two pointers into one object, wherever that lies.
    fn distance(&mut self, alg: &mut A, op: BinOp, a: Value, b: Value) -> Option<A::Word> {
        if op != BinOp::Sub {
            return None;
        }
        let (Val::Opaque(_), Val::Opaque(_)) = (self.value(a), self.value(b)) else { return None };
        let (a, b) = (self.made_of(a)?, self.made_of(b)?);
        let ([a], [b]) = (self.state.alts(a), self.state.alts(b)) else { return None };
        let (a, b) = (*a, *b);
        (a.target == b.target && matches!(a.target, Target::Object(_)))
            .then(|| alg.bin(Bin::Sub, a.offset, b.offset))
    }

    /// The pointer that an integer as wide as one was made of.
    fn made_of(&self, integer: Value) -> Option<PtrId> {
        let Inst::Cast(CastOp::PtrToInt, Type::I64, pointer) = *self.inst(integer) else {
            return None;
        };
        match self.value(pointer) {
            Val::Ptr(ptr) => Some(ptr),
            Val::Word(_) | Val::Uninit | Val::Maybe(_) | Val::Opaque(_) => None,
        }
    }
}

/// A comparison of two IEEE numbers. Their magnitudes are ordered as their bits are; zeros of both signs are the same number,
/// and what is no number is not even itself.
fn float_comparison<A: Algebra>(alg: &mut A, op: BinOp, x: A::Word, y: A::Word) -> A::Word {
    let width = alg.width(x);
    let sign = 1u128 << (width - 1);
    let infinity: u128 = if width == 32 { 0x7f80_0000 } else { 0x7ff0 << 48 };
    let (magnitudes, infinity) = (alg.constant(width, sign - 1), alg.constant(width, infinity));
    let (a, b) = (alg.bin(Bin::And, x, magnitudes), alg.bin(Bin::And, y, magnitudes));
    let (x_number, y_number) = (alg.bin(Bin::Ule, a, infinity), alg.bin(Bin::Ule, b, infinity));
    let numbers = alg.and(x_number, y_number);
    let same = alg.eq(x, y);
    let (x_zero, y_zero) = (alg.eq_const(a, 0), alg.eq_const(b, 0));
    let zeros = alg.and(x_zero, y_zero);
    let same = alg.or(same, zeros);
    let equal = alg.and(numbers, same);
    match op {
        BinOp::FEq => return equal,
        BinOp::FNe => return alg.not(equal),
        _ => {}
    }
    let zero = alg.constant(width, 0);
    let (x_negative, y_negative) = (alg.bin(Bin::Slt, x, zero), alg.bin(Bin::Slt, y, zero));
    let (up, down) = (alg.bin(Bin::Ult, a, b), alg.bin(Bin::Ult, b, a));
    let not_zeros = alg.not(zeros);
    let if_negative = alg.ite(y_negative, down, not_zeros);
    let y_positive = alg.not(y_negative);
    let if_positive = alg.and(y_positive, up);
    let less = alg.ite(x_negative, if_negative, if_positive);
    let less = alg.and(numbers, less);
    if op == BinOp::FLt { less } else { alg.or(less, equal) }
}

/// The bits of a known number in another type, to the nearest where it does not fit exactly; none where an integer would have to
/// be cut off or is no number.
fn float_cast(op: CastOp, bits: u128, from: Type, to: Type) -> Option<u128> {
    let of_integer = |value: f64, single: f32| match to {
        Type::F32 => Some(u128::from(single.to_bits())),
        Type::F64 => Some(u128::from(value.to_bits())),
        _ => None,
    };
    match (op, from, to) {
        (CastOp::SToF, Type::Int(width), _) => {
            let shift = 128 - u32::from(width);
            let value = (bits << shift) as i128 >> shift;
            of_integer(value as f64, value as f32)
        }
        (CastOp::UToF, ..) => of_integer(bits as f64, bits as f32),
        (CastOp::FToF, Type::F32, Type::F64) => {
            let value = f32::from_bits(bits as u32);
            (!value.is_nan()).then(|| u128::from(f64::from(value).to_bits()))
        }
        (CastOp::FToF, Type::F64, Type::F32) => {
            let value = f64::from_bits(bits as u64);
            (!value.is_nan()).then(|| u128::from((value as f32).to_bits()))
        }
        _ => None,
    }
}

fn f32_op(op: BinOp, a: f32, b: f32) -> f32 {
    match op {
        BinOp::FAdd => a + b,
        BinOp::FSub => a - b,
        BinOp::FMul => a * b,
        _ => a / b,
    }
}

fn f64_op(op: BinOp, a: f64, b: f64) -> f64 {
    match op {
        BinOp::FAdd => a + b,
        BinOp::FSub => a - b,
        BinOp::FMul => a * b,
        _ => a / b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Knowledge, Terms};
    use term::{Domain, Pool, Term};

    struct Nothing;

    impl Knowledge for Nothing {
        fn domain(&mut self, pool: &Pool, term: Term) -> Domain {
            *pool.domain(term)
        }
    }

    /// Numbers around every corner: zeros of both signs, the least and the greatest, infinities, and what is no number.
    const DOUBLES: [f64; 14] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -2.5,
        f64::MIN_POSITIVE,
        5e-324,
        -5e-324,
        f64::MAX,
        f64::MIN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];

    fn check(width: u32, (a, b): (u128, u128), expect: [bool; 4]) {
        let mut alg = Terms { pool: Pool::new(), known: Nothing };
        let (x, y) = (alg.constant(width, a), alg.constant(width, b));
        for (op, expect) in [BinOp::FEq, BinOp::FNe, BinOp::FLt, BinOp::FLe].into_iter().zip(expect)
        {
            let truth = float_comparison(&mut alg, op, x, y);
            let found = alg.as_const(truth).map(|bits| bits != 0);
            assert_eq!(found, Some(expect), "{op:?} of {a:#x} and {b:#x}");
        }
    }

    #[test]
    fn floats_are_compared_as_rust_compares_them() {
        for a in DOUBLES {
            for b in DOUBLES {
                let bits = (u128::from(a.to_bits()), u128::from(b.to_bits()));
                check(64, bits, [a == b, a != b, a < b, a <= b]);
                let (a, b) = (a as f32, b as f32);
                let bits = (u128::from(a.to_bits()), u128::from(b.to_bits()));
                check(32, bits, [a == b, a != b, a < b, a <= b]);
            }
        }
    }
    #[test]
    fn known_numbers_are_converted_as_rust_converts_them() {
        let double = |value: f64| Some(u128::from(value.to_bits()));
        let minus = float_cast(CastOp::SToF, 0xffff_ffff, Type::I32, Type::F64);
        assert_eq!(minus, double(-1.0));
        let large = float_cast(CastOp::UToF, 0xffff_ffff, Type::I32, Type::F64);
        assert_eq!(large, double(4_294_967_295.0));
        let single = u128::from(0.1f32.to_bits());
        assert_eq!(
            float_cast(CastOp::FToF, single, Type::F32, Type::F64),
            double(f64::from(0.1f32))
        );
        assert_eq!(float_cast(CastOp::FToS, single, Type::F32, Type::I32), None);
    }
}
