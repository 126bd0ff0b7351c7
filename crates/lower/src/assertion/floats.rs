//! Floating-point terms. Comparisons are exact: a constant is taken to the type it is compared with where it has the same value
//! there, and else both sides to the wider type. Arithmetic is done in `double` at least and rounds, which ACSL's does not.

use super::terms::{Integer, Term};
use super::{FuncCx, Meaning, Scope};
use cfront::logic::{LogicOp, LogicType, TermId};
use cfront::typed::CompareOp;
use ir::{BinOp, CastOp, Inst, Type, UnOp, Value};

impl FuncCx<'_, '_> {
    pub(super) fn compare_floats(&mut self, op: CompareOp, a: Term, b: Term) -> Meaning<Value> {
        let (a, b) = (self.float_of(a)?, self.float_of(b)?);
        let (a, b) = self.alike(a, b);
        let op = match op {
            CompareOp::Eq => BinOp::FEq,
            CompareOp::Ne => BinOp::FNe,
            CompareOp::Lt | CompareOp::Gt => BinOp::FLt,
            CompareOp::Le | CompareOp::Ge => BinOp::FLe,
        };
        Ok(self.binary(op, a, b))
    }

    pub(super) fn float_arithmetic(
        &mut self,
        op: LogicOp,
        a: TermId,
        b: TermId,
        scope: &mut Scope,
    ) -> Meaning<Term> {
        let op = match op {
            LogicOp::Add => BinOp::FAdd,
            LogicOp::Sub => BinOp::FSub,
            LogicOp::Mul => BinOp::FMul,
            LogicOp::Div => BinOp::FDiv,
            _ => return Err("an operation that floating-point numbers do not have".to_owned()),
        };
        let (a, b) = (self.float_term(a, scope)?, self.float_term(b, scope)?);
        let (a, b) = (self.at_least_double(a), self.at_least_double(b));
        let (a, b) = self.alike(a, b);
        Ok(Term::Float(self.binary(op, a, b)))
    }

    pub(super) fn float_term(&mut self, id: TermId, scope: &mut Scope) -> Meaning<Value> {
        let term = self.term(id, scope)?;
        self.float_of(term)
    }

    /// A term as a floating-point number of a type; as a real it stays what it is.
    pub(super) fn in_float_type(&mut self, term: Term, to: LogicType) -> Meaning<Value> {
        let value = self.float_of(term)?;
        match to {
            LogicType::C(c_type) => {
                let ty = self.machine().scalar(c_type).ok_or("a conversion to no scalar")?;
                Ok(self.in_type(value, ty))
            }
            _ => Ok(value),
        }
    }

    fn float_of(&mut self, term: Term) -> Meaning<Value> {
        match term {
            Term::Float(value) => Ok(value),
            Term::Integer(Integer { value, bits }) => self.float_of_integer(value, bits),
            Term::Truth(_) | Term::Pointer(_) => Err("a number is needed".to_owned()),
        }
    }

    /// Integers that a `double` cannot hold would be rounded.
    fn float_of_integer(&mut self, value: Value, bits: u32) -> Meaning<Value> {
        if let Inst::Int(_, value) = self.body.insts[value]
            && (value as i128).unsigned_abs() <= 1 << 53
        {
            let bits = u128::from((value as i128 as f64).to_bits());
            return Ok(self.emit(Inst::Float(Type::F64, bits), Some(Type::F64)));
        }
        match bits {
            0..=54 => Ok(self.cast(CastOp::SToF, Type::F64, value)),
            55..=64 => Ok(self.cast(CastOp::SToF, Type::F80, value)),
            _ => Err("an integer that no floating-point number holds".to_owned()),
        }
    }

    pub(super) fn negated_float(&mut self, value: Value) -> Value {
        match self.body.insts[value] {
            Inst::Float(Type::F64, bits) => {
                let inst = Inst::Float(Type::F64, bits ^ 1 << 63);
                self.emit(inst, Some(Type::F64))
            }
            _ => self.unary(UnOp::FNeg, value),
        }
    }

    fn at_least_double(&mut self, value: Value) -> Value {
        if self.body.ty(value) == Type::F32 { self.in_type(value, Type::F64) } else { value }
    }

    /// Both in one type.
    fn alike(&mut self, a: Value, b: Value) -> (Value, Value) {
        let (x, y) = (self.body.ty(a), self.body.ty(b));
        if x == y {
            return (a, b);
        }
        if let Some(a) = self.constant_in(a, y) {
            return (a, b);
        }
        if let Some(b) = self.constant_in(b, x) {
            return (a, b);
        }
        let wider = if rank(x) > rank(y) { x } else { y };
        (self.in_type(a, wider), self.in_type(b, wider))
    }

    /// A constant in another type, if it has the same value there.
    fn constant_in(&mut self, value: Value, ty: Type) -> Option<Value> {
        let Inst::Float(Type::F64, bits) = self.body.insts[value] else { return None };
        let double = f64::from_bits(bits as u64);
        let single = double as f32;
        let same = ty == Type::F32 && f64::from(single).to_bits() == double.to_bits();
        same.then(|| self.emit(Inst::Float(ty, u128::from(single.to_bits())), Some(ty)))
    }

    fn in_type(&mut self, value: Value, ty: Type) -> Value {
        if self.body.ty(value) == ty {
            return value;
        }
        match self.constant_in(value, ty) {
            Some(value) => value,
            None => self.cast(CastOp::FToF, ty, value),
        }
    }
}

fn rank(ty: Type) -> u8 {
    match ty {
        Type::F32 => 0,
        Type::F64 => 1,
        _ => 2,
    }
}
