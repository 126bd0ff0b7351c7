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
                let ty = self.type_of(a);
                self.float_negated(alg, ty, word)
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
            BinOp::FAdd
            | BinOp::FSub
            | BinOp::FMul
            | BinOp::FDiv
            | BinOp::FEq
            | BinOp::FNe
            | BinOp::FLt
            | BinOp::FLe
            | BinOp::FNext => {
                let ty = self.type_of(a);
                self.float_binary(alg, op, ty, x, y)
            }
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
        inst: Value,
    ) -> Val<A::Word> {
        let from = self.type_of(a);
        match op {
            CastOp::PtrToInt => return self.pointer_to_int(alg, a, ty),
            CastOp::IntToPtr => {
                let word = self.word(alg, a, from);
                return self.int_to_pointer(alg, word);
            }
            CastOp::FToS | CastOp::FToU | CastOp::SToF | CastOp::UToF | CastOp::FToF => {
                let word = self.word(alg, a, from);
                return Val::Word(self.float_cast(alg, op, (from, ty), word, inst));
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
            Val::Word(_) | Val::Part(..) | Val::Uninit | Val::Maybe(_) | Val::Opaque(_) => None,
        }
    }
}
