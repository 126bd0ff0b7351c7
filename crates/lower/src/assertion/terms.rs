//! Terms of assertions as values, each integer with the number of bits that hold it whatever the inputs are.

use super::{FuncCx, Meaning, Scope, is_entry};
use crate::func::Home;
use crate::place::Place;
use cfront::logic::{LogicFn, LogicOp, LogicType, TermId, TermKind};
use cfront::typed::{FuncId, LocalId};
use cfront::types::{BitField, Ty};
use ir::{BinOp, Inst, LocalKind, Region, Type, UnOp, Value};

/// A term's value.
#[derive(Clone, Copy)]
pub(super) enum Term {
    Integer(Integer),
    Pointer(Value),
    Truth(Value),
    /// A floating-point number, of whatever width it has.
    Float(Value),
}

/// A mathematical integer: its value, of type `i64` or `i128`, and how many bits hold it with its sign.
#[derive(Clone, Copy)]
pub(super) struct Integer {
    pub(super) value: Value,
    pub(super) bits: u32,
}

/// What has a value must be of a C type.
const NO_C_TYPE: &str = "a value of no C type";
const TOO_WIDE: &str = "a value may need more than 128 bits";

impl FuncCx<'_, '_> {
    pub(super) fn term(&mut self, id: TermId, scope: &mut Scope) -> Meaning<Term> {
        if scope.depth >= super::MAX_DEPTH {
            return Err("it is nested too deeply".to_owned());
        }
        scope.depth += 1;
        let term = self.term_kind(id, scope);
        scope.depth -= 1;
        term
    }

    fn term_kind(&mut self, id: TermId, scope: &mut Scope) -> Meaning<Term> {
        let unit = self.unit();
        let term = &unit.terms[id];
        match &term.kind {
            TermKind::Int(value) => self.literal_term(*value, term.ty),
            TermKind::Var(var) => {
                let bound = scope.vars.iter().rev().find(|(seen, _)| seen == var);
                bound.map(|(_, term)| *term).ok_or_else(|| {
                    "memory on entry where a quantifier binds more than an index".to_owned()
                })
            }
            TermKind::LocalAddr(local) => self.local_address(*local, scope),
            TermKind::GlobalAddr(global) => {
                let global = self.cx.global(*global);
                Ok(Term::Pointer(self.emit(Inst::AddrGlobal(global), Some(Type::Ptr))))
            }
            TermKind::Load { addr, bits } => self.object_term(*addr, *bits, term.ty, scope),
            TermKind::PtrAdd { ptr, index } => {
                let size = self.pointee_size(*ptr)?;
                let base = self.pointer(*ptr, scope)?;
                let index = self.integer_term(*index, scope)?;
                let index = self.resize(index.value, Type::I64, true);
                let inst = Inst::PtrAdd { base, index, size, accessed: true };
                Ok(Term::Pointer(self.emit(inst, Some(Type::Ptr))))
            }
            TermKind::PtrDiff(a, b) => {
                let size = self.pointee_size(*a)?;
                let (a, b) = (self.pointer(*a, scope)?, self.pointer(*b, scope)?);
                let value = self.emit(Inst::PtrDiff { a, b, size }, Some(Type::I64));
                Ok(Term::Integer(Integer { value, bits: 64 }))
            }
            TermKind::FieldAddr { base, record, field } => {
                let offset = unit.records[*record].fields[*field as usize].offset;
                let base = self.pointer(*base, scope)?;
                Ok(Term::Pointer(self.field(base, offset)))
            }
            TermKind::Cast(inner) => self.conversion(*inner, term.ty, scope),
            TermKind::Neg(inner) if self.sort(term.ty)? == Sort::Float => {
                let value = self.float_term(*inner, scope)?;
                Ok(Term::Float(self.negated_float(value)))
            }
            TermKind::Neg(inner) => {
                let Integer { value, bits } = self.integer_term(*inner, scope)?;
                let value = self.widened(value, bits + 1)?;
                Ok(self.bounded(UnOp::Neg, value, bits + 1))
            }
            TermKind::BitNot(inner) => {
                let Integer { value, bits } = self.integer_term(*inner, scope)?;
                Ok(self.bounded(UnOp::Not, value, bits))
            }
            TermKind::Binary(op, a, b) if self.sort(term.ty)? == Sort::Float => {
                self.float_arithmetic(*op, *a, *b, scope)
            }
            TermKind::Binary(op, a, b) => self.arithmetic(*op, *a, *b, scope),
            TermKind::Ite(cond, a, b) => {
                let holds = self.pred(*cond, scope)?;
                scope.guards.push(*cond);
                let a = self.term_apart(*a, scope);
                scope.guards.pop();
                let b = self.term_apart(*b, scope)?;
                self.one_of_two(holds, a?, b)
            }
            TermKind::Let { var, value, body } => {
                let value = self.term(*value, scope)?;
                scope.vars.push((*var, value));
                let body = self.term(*body, scope);
                scope.vars.pop();
                body
            }
            TermKind::At(label, inner) => {
                let outer = scope.old;
                scope.old |= is_entry(*label)?;
                let inner = self.term(*inner, scope);
                scope.old = outer;
                inner
            }
            TermKind::Builtin(function, args) => self.logic_function(*function, args, scope),
            TermKind::Truth(pred) => Ok(Term::Truth(self.pred(*pred, scope)?)),
            TermKind::Result => {
                let value = self.returned(scope)?;
                let LogicType::C(c_type) = term.ty else { return Err(NO_C_TYPE.to_owned()) };
                self.c_value(value, c_type)
            }
            TermKind::Float(bits) => {
                let LogicType::C(c_type) = term.ty else {
                    return Err("a float of no C type".to_owned());
                };
                let ty = self.machine().scalar(c_type).ok_or("a float that is no scalar")?;
                Ok(Term::Float(self.emit(Inst::Float(ty, bits.0), Some(ty))))
            }
            TermKind::ResultAddr => self.returned_structure(scope).map(Term::Pointer),
            TermKind::FuncAddr(_) => Err("function addresses are not modelled".to_owned()),
            TermKind::Call(func, args) => self.c_call(*func, args, term.ty, scope),
            TermKind::Fold { op, var, lo, hi, body } => {
                self.fold(*op, *var, (*lo, *hi), *body, scope)
            }
            TermKind::Unsupported(reason) => Err(reason.clone()),
        }
    }

    pub(super) fn literal_term(&mut self, value: i128, ty: LogicType) -> Meaning<Term> {
        match self.sort(ty)? {
            Sort::Pointer if value == 0 => Ok(Term::Pointer(self.null())),
            Sort::Pointer => Err("absolute addresses are not modelled".to_owned()),
            Sort::Truth => Ok(Term::Truth(self.int(Type::BOOL, (value != 0).into()))),
            Sort::Float => Err("an integer literal of a floating-point type".to_owned()),
            Sort::Integer => {
                let bits =
                    129 - if value < 0 { value.leading_ones() } else { value.leading_zeros() };
                let value = self.int(width_for(bits)?, value);
                Ok(Term::Integer(Integer { value, bits }))
            }
        }
    }

    /// Calls a C function.
    fn c_call(
        &mut self,
        func: FuncId,
        args: &[TermId],
        ty: LogicType,
        scope: &mut Scope,
    ) -> Meaning<Term> {
        let sig = self.cx.func_signature(func);
        if scope.bare || scope.old && !scope.promised {
            return Err("memory on entry is not modelled in assertions".to_owned());
        }
        let LogicType::C(c_type) = ty else { return Err(NO_C_TYPE.to_owned()) };
        let value = if scope.old {
            let ret = sig.ret.ok_or("a call without a result")?;
            self.kept_from_entry(ret, scope, |cx, scope| cx.called(func, args, &sig, scope))?
        } else {
            self.called(func, args, &sig, scope)?
        };
        self.c_value(value, c_type)
    }

    fn called(
        &mut self,
        func: FuncId,
        args: &[TermId],
        sig: &ir::Signature,
        scope: &mut Scope,
    ) -> Meaning<Value> {
        let mut values = Vec::new();
        for (&arg, &param) in args.iter().zip(&sig.params) {
            values.push(match self.term(arg, scope)? {
                Term::Pointer(value) => value,
                Term::Truth(value) => self.resize(value, param, false),
                Term::Integer(Integer { value, .. }) => self.resize(value, param, true),
                Term::Float(value) => value,
            });
        }
        let callee = ir::Callee::Direct(self.cx.func(func));
        Ok(self.emit(Inst::Call { callee, args: values }, sig.ret))
    }

    // -- kinds of terms

    pub(super) fn sort(&self, ty: LogicType) -> Meaning<Sort> {
        match ty {
            LogicType::Integer => Ok(Sort::Integer),
            LogicType::Boolean => Ok(Sort::Truth),
            LogicType::Real => Ok(Sort::Float),
            LogicType::C(ty) => match self.machine().scalar(ty) {
                Some(Type::Int(_)) => Ok(Sort::Integer),
                Some(Type::Ptr) => Ok(Sort::Pointer),
                Some(_) => Ok(Sort::Float),
                None => Err("whole structures are not modelled in assertions".to_owned()),
            },
        }
    }

    pub(super) fn as_integer(&mut self, term: Term) -> Meaning<Integer> {
        match term {
            Term::Integer(integer) => Ok(integer),
            Term::Truth(truth) => {
                Ok(Integer { value: self.resize(truth, Type::I64, false), bits: 2 })
            }
            Term::Pointer(_) | Term::Float(_) => {
                Err("arithmetic on something else than integers".to_owned())
            }
        }
    }

    pub(super) fn integer_term(&mut self, id: TermId, scope: &mut Scope) -> Meaning<Integer> {
        let term = self.term(id, scope)?;
        self.as_integer(term)
    }

    pub(super) fn pointer(&mut self, id: TermId, scope: &mut Scope) -> Meaning<Value> {
        match self.term(id, scope)? {
            Term::Pointer(pointer) => Ok(pointer),
            Term::Integer(_) | Term::Truth(_) | Term::Float(_) => {
                Err("a number used as an address".to_owned())
            }
        }
    }

    pub(super) fn is_not_zero(&mut self, term: Term) -> Value {
        match term {
            Term::Truth(truth) => truth,
            Term::Integer(Integer { value, .. }) => {
                let zero = self.int(self.body.ty(value), 0);
                self.binary(BinOp::Ne, value, zero)
            }
            Term::Pointer(pointer) => {
                let null = self.null();
                self.binary(BinOp::PtrNe, pointer, null)
            }
            Term::Float(value) => {
                let ty = self.body.ty(value);
                let zero = self.emit(Inst::Float(ty, 0), Some(ty));
                self.binary(BinOp::FNe, value, zero)
            }
        }
    }

    // -- objects

    fn local_address(&mut self, local: LocalId, scope: &Scope) -> Meaning<Term> {
        if scope.old {
            return Err("memory on entry is not modelled in assertions".to_owned());
        }
        match self.declare(local) {
            Home::Object(object) => {
                Ok(Term::Pointer(self.emit(Inst::AddrLocal(object), Some(Type::Ptr))))
            }
            Home::Behind(pointer) => Ok(Term::Pointer(self.get(pointer))),
            Home::Register(_) => Err("the address of a variable in a register".to_owned()),
        }
    }

    fn object_term(
        &mut self,
        addr: TermId,
        bits: Option<BitField>,
        ty: LogicType,
        scope: &mut Scope,
    ) -> Meaning<Term> {
        let LogicType::C(c_type) = ty else { return Err(NO_C_TYPE.to_owned()) };
        self.sort(ty)?;
        let scalar = self.machine().scalar(c_type).ok_or("a read of no scalar")?;
        let value = match &self.unit().terms[addr].kind {
            TermKind::LocalAddr(local) if scope.old || scope.promised => self.on_entry(*local)?,
            _ if scope.bare => return Err("memory".to_owned()),
            _ if scope.entered => self.read_if_there(addr, bits, scalar, scope)?,
            _ if scope.old || scope.promised && self.is_in_parameter(addr) => {
                self.memory_on_entry(addr, bits, scalar, scope)?
            }
            _ => self.read_at(addr, bits, scalar, scope)?,
        };
        self.c_value(value, c_type)
    }

    /// A scalar of a C type as a term.
    fn c_value(&mut self, value: Value, ty: Ty) -> Meaning<Term> {
        Ok(match self.sort(LogicType::C(ty))? {
            Sort::Pointer => Term::Pointer(value),
            Sort::Float => Term::Float(value),
            Sort::Integer | Sort::Truth => Term::Integer(self.unwrapped(value, ty)?),
        })
    }

    /// What stands at an address now.
    pub(super) fn read_at(
        &mut self,
        addr: TermId,
        bits: Option<BitField>,
        scalar: Type,
        scope: &mut Scope,
    ) -> Meaning<Value> {
        Ok(match (&self.unit().terms[addr].kind, bits) {
            (TermKind::LocalAddr(local), None) if !self.needs_memory(*local) => {
                match self.declare(*local) {
                    Home::Register(register) => self.get(register),
                    Home::Object(_) | Home::Behind(_) => panic!("a register should be a register"),
                }
            }
            (TermKind::FieldAddr { base, record, field }, Some(bits)) => {
                let offset = self.unit().records[*record].fields[*field as usize].offset;
                let size = self.unit().records[*record].size;
                let base = self.pointer(*base, scope)?;
                let place = self.bit_field(base, offset, bits, size);
                self.read_bits(place, scalar)?
            }
            (_, Some(_)) => return Err("a bit-field outside a structure".to_owned()),
            (_, None) => {
                let addr = self.pointer(addr, scope)?;
                self.load(scalar, addr)
            }
        })
    }

    fn read_bits(&mut self, place: Place, ty: Type) -> Meaning<Value> {
        match place {
            Place::Bits { addr, bits, .. } => {
                let inst = Inst::LoadBits {
                    unit: bits.unit,
                    addr,
                    shift: self.machine().shift(bits),
                    width: bits.width,
                    signed: bits.signed,
                };
                let value = self.emit(inst, Some(bits.unit));
                Ok(self.resize(value, ty, bits.signed))
            }
            _ => Err("a bit-field across storage units".to_owned()),
        }
    }

    /// A parameter as it came; remembered in a register of its own at the top of the function.
    fn on_entry(&mut self, local: LocalId) -> Meaning<Value> {
        let Some(param) = self.came_in(local) else {
            return Err("a local has no value on entry".to_owned());
        };
        let LocalKind::Register(ty) = self.body.locals[param].kind else {
            panic!("a parameter should arrive in a register: {param}");
        };
        let known = self.saved.iter().find(|(seen, _)| *seen == param).map(|(_, saved)| *saved);
        let saved = known.unwrap_or_else(|| self.temp("old", ty));
        if known.is_none() {
            self.saved.push((param, saved));
        }
        Ok(self.get(saved))
    }

    /// A C integer as a mathematical one.
    fn unwrapped(&mut self, value: Value, ty: Ty) -> Meaning<Integer> {
        let signed = self.machine().signed(ty);
        let width = self.body.ty(value).int_bits().expect("an integer should have bits");
        let bits = width + u32::from(!signed);
        Ok(Integer { value: self.resize(value, width_for(bits)?, signed), bits })
    }

    fn pointee_size(&self, pointer: TermId) -> Meaning<u64> {
        let LogicType::C(ty) = self.unit().terms[pointer].ty else {
            return Err("an index on something else than a pointer".to_owned());
        };
        let pointee = self.unit().types.pointee(ty).ok_or("an index on no pointer")?;
        let size = self.unit().stride_of(pointee.ty, &self.machine().target);
        size.filter(|&size| size > 0).ok_or_else(|| "a pointee of unknown size".to_owned())
    }

    // -- arithmetic

    fn conversion(&mut self, inner: TermId, to: LogicType, scope: &mut Scope) -> Meaning<Term> {
        let term = self.term(inner, scope)?;
        match (term, self.sort(to)?, to) {
            (_, Sort::Float, _) => self.in_float_type(term, to).map(Term::Float),
            (Term::Pointer(_), Sort::Pointer, _) => Ok(term),
            (Term::Pointer(_), ..) | (_, Sort::Pointer, _) => {
                Err("a conversion between pointers and numbers".to_owned())
            }
            (_, Sort::Truth, _) => Ok(Term::Truth(self.is_not_zero(term))),
            (_, Sort::Integer, LogicType::C(Ty::BOOL)) => {
                let truth = self.is_not_zero(term);
                Ok(Term::Integer(self.as_integer(Term::Truth(truth))?))
            }
            (_, Sort::Integer, LogicType::C(ty)) => {
                let Integer { value, .. } = self.as_integer(term)?;
                let scalar = self.machine().scalar(ty).ok_or("a conversion to no scalar")?;
                let value = self.resize(value, scalar, true);
                Ok(Term::Integer(self.unwrapped(value, ty)?))
            }
            (_, Sort::Integer, _) => Ok(Term::Integer(self.as_integer(term)?)),
        }
    }

    fn arithmetic(
        &mut self,
        op: LogicOp,
        a: TermId,
        b: TermId,
        scope: &mut Scope,
    ) -> Meaning<Term> {
        let (a, b) = (self.integer_term(a, scope)?, self.integer_term(b, scope)?);
        let wider = a.bits.max(b.bits);
        let (op, bits) = match op {
            LogicOp::Add => (BinOp::Add, wider + 1),
            LogicOp::Sub => (BinOp::Sub, wider + 1),
            LogicOp::Mul => (BinOp::Mul, a.bits + b.bits),
            LogicOp::Div => (BinOp::DivS, wider + 1),
            LogicOp::Rem => (BinOp::RemS, wider + 1),
            LogicOp::BitAnd => (BinOp::And, wider),
            LogicOp::BitOr => (BinOp::Or, wider),
            LogicOp::BitXor => (BinOp::Xor, wider),
            LogicOp::Shl | LogicOp::Shr => {
                return Err("shifts are not modelled in assertions".to_owned());
            }
        };
        let (x, y) = self.same_width(a, b, bits)?;
        Ok(Term::Integer(Integer { value: self.binary(op, x, y), bits }))
    }

    fn bounded(&mut self, op: UnOp, value: Value, bits: u32) -> Term {
        Term::Integer(Integer { value: self.unary(op, value), bits })
    }

    /// Both in a width that holds so many bits.
    pub(super) fn same_width(
        &mut self,
        a: Integer,
        b: Integer,
        bits: u32,
    ) -> Meaning<(Value, Value)> {
        // A value that once needed more bits than its result is wider than these say.
        let held = [a, b].map(|term| self.body.ty(term.value).int_bits().unwrap_or(0));
        let bits = bits.max(held[0]).max(held[1]);
        Ok((self.widened(a.value, bits)?, self.widened(b.value, bits)?))
    }

    fn widened(&mut self, value: Value, bits: u32) -> Meaning<Value> {
        let ty = width_for(bits)?;
        // A value that once needed more bits than its result stays as wide as it is.
        if self.body.ty(value).int_bits() > ty.int_bits() {
            return Ok(value);
        }
        Ok(self.resize(value, ty, true))
    }

    /// A limit of a quantified variable: a term and what to add to it.
    pub(super) fn moved(
        &mut self,
        (term, step): (TermId, i128),
        scope: &mut Scope,
    ) -> Meaning<Integer> {
        let term = self.integer_term(term, scope)?;
        let Term::Integer(step) = self.literal_term(step, LogicType::Integer)? else {
            return Err("a limit should be an integer".to_owned());
        };
        let bits = term.bits.max(step.bits) + 1;
        let (a, b) = self.same_width(term, step, bits)?;
        Ok(Integer { value: self.binary(BinOp::Add, a, b), bits })
    }

    pub(super) fn select(&mut self, cond: Value, a: Integer, b: Integer) -> Meaning<Term> {
        let bits = a.bits.max(b.bits);
        let (a, b) = self.same_width(a, b, bits)?;
        let result = self.temp("chosen", self.body.ty(a));
        self.choose(cond, |cx| cx.set(result, a), |cx| cx.set(result, b));
        Ok(Term::Integer(Integer { value: self.get(result), bits }))
    }

    /// An integer, and the code that computes it, which stands nowhere yet.
    fn term_apart(&mut self, id: TermId, scope: &mut Scope) -> Meaning<(Region, Integer)> {
        let mut outcome = Err(String::new());
        let code = self.region(|cx| outcome = cx.integer_term(id, scope));
        outcome.map(|integer| (code, integer))
    }

    /// Only the one that is chosen is computed, unless computing both does no harm.
    fn one_of_two(
        &mut self,
        cond: Value,
        (yes, a): (Region, Integer),
        (no, b): (Region, Integer),
    ) -> Meaning<Term> {
        if self.is_harmless(yes) && self.is_harmless(no) {
            self.splice(yes);
            self.splice(no);
            return self.select(cond, a, b);
        }
        let held = [a, b].map(|term| self.body.ty(term.value).int_bits().unwrap_or(0));
        let ty = width_for(held[0].max(held[1]))?;
        let result = self.temp("chosen", ty);
        let set = |code: Region, value: Value| {
            move |cx: &mut Self| {
                cx.splice(code);
                let value = cx.resize(value, ty, true);
                cx.set(result, value);
            }
        };
        self.choose(cond, set(yes, a.value), set(no, b.value));
        Ok(Term::Integer(Integer { value: self.get(result), bits: a.bits.max(b.bits) }))
    }

    fn logic_function(
        &mut self,
        function: LogicFn,
        args: &[TermId],
        scope: &mut Scope,
    ) -> Meaning<Term> {
        match (function, args) {
            (LogicFn::Abs, &[a]) => {
                let a = self.integer_term(a, scope)?;
                let zero = Integer { value: self.int(self.body.ty(a.value), 0), bits: 1 };
                let (x, y) = self.same_width(zero, a, a.bits + 1)?;
                let opposite = Integer { value: self.binary(BinOp::Sub, x, y), bits: a.bits + 1 };
                let negative = self.binary(BinOp::LtS, y, x);
                self.select(negative, opposite, a)
            }
            (LogicFn::Min | LogicFn::Max, &[a, b]) => {
                let (a, b) = (self.integer_term(a, scope)?, self.integer_term(b, scope)?);
                let (x, y) = self.same_width(a, b, a.bits.max(b.bits))?;
                let less = self.binary(BinOp::LtS, x, y);
                let (yes, no) = if function == LogicFn::Min { (a, b) } else { (b, a) };
                self.select(less, yes, no)
            }
            _ => Err("a built-in function that is not modelled".to_owned()),
        }
    }
}

/// What a type's terms are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Integer,
    Pointer,
    Truth,
    Float,
}

fn width_for(bits: u32) -> Meaning<Type> {
    match bits {
        0..=64 => Ok(Type::I64),
        65..=128 => Ok(Type::Int(128)),
        _ => Err(TOO_WIDE.to_owned()),
    }
}
