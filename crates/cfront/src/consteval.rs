//! Constant expressions: each node is folded once, from the constants of its operands, when it is made.
//!
//! So no evaluation ever recurses, and [`Expr::constant`] and [`Expr::ice`] are simply there. The tree itself is kept as
//! written. A value is recorded as [`Expr::constant`] only if it is a constant of the language and computing it is
//! defined; what wraps (`1 << 31`) or reads a const object goes to [`Unit::wrapped`], for the places where the language
//! insists on a constant and gcc is lenient.

use crate::floats;
use crate::target::{Target, wrap_bits};
use crate::typed::{
    AddrBase, BinaryOp, Builtin, CastKind, CompareOp, ConstValue, Expr, ExprId, ExprKind, UnaryOp,
    Unit,
};
use crate::types::{FloatKind, IntKind, Ty, Type};

/// A folded value; `wrapped` if some step overflowed or read a const object.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Folded {
    value: ConstValue,
    wrapped: bool,
}

/// Adds an expression to the unit, with its constant value if it has one.
pub fn add(unit: &mut Unit, target: &Target, mut expr: Expr) -> ExprId {
    let folder = Folder { unit, target };
    expr.ice = folder.is_ice(&expr);
    let folded = folder.fold(&expr.kind, expr.ty);
    let mut overflowed = None;
    if let Some(Folded { value, wrapped }) = folded {
        let id = unit.consts.push(value);
        if wrapped {
            overflowed = Some(id);
        } else {
            expr.constant = Some(id);
        }
    }
    // What has no value (1 / 0), or overflows, is no constant expression either.
    expr.ice &= expr.constant.is_some();
    let id = unit.exprs.push(expr);
    if let Some(value) = overflowed {
        unit.wrapped.insert(id, value);
    }
    id
}

/// The value where the language requires a constant: overflow wraps, as in gcc.
pub fn required(unit: &Unit, expr: ExprId) -> Option<&ConstValue> {
    unit.constant(expr).or_else(|| unit.wrapped.get(&expr).map(|&id| &unit.consts[id]))
}

/// The integer value where the language requires a constant.
pub fn required_int(unit: &Unit, expr: ExprId) -> Option<i128> {
    match required(unit, expr) {
        Some(ConstValue::Int(value)) => Some(*value),
        _ => None,
    }
}

/// The address of an lvalue, if it is a constant.
pub fn constant_address(unit: &Unit, target: &Target, lvalue: ExprId) -> Option<ConstValue> {
    Folder { unit, target }.address(lvalue)
}

struct Folder<'a> {
    unit: &'a Unit,
    target: &'a Target,
}

impl Folder<'_> {
    /// C11 6.6p6, with `constant` still to be checked by the caller.
    fn is_ice(&self, expr: &Expr) -> bool {
        let ice = |id: ExprId| self.unit.exprs[id].ice;
        if !self.unit.types.is_integer(expr.ty) {
            return false;
        }
        match &expr.kind {
            ExprKind::Int(_) => true,
            ExprKind::Cast(CastKind::FloatToInt | CastKind::ToBool, arg)
                if matches!(self.unit.exprs[*arg].kind, ExprKind::Float(_)) =>
            {
                true
            }
            ExprKind::Cast(CastKind::IntToInt | CastKind::ToBool, arg)
            | ExprKind::Unary(_, arg)
            | ExprKind::LogNot(arg)
            | ExprKind::Again(arg) => ice(*arg),
            ExprKind::Binary(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::LogAnd(a, b)
            | ExprKind::LogOr(a, b) => ice(*a) && ice(*b),
            ExprKind::Cond { cond, then, other } | ExprKind::CondOmitted { cond, then, other } => {
                ice(*cond) && ice(*then) && ice(*other)
            }
            ExprKind::Builtin(_, args) => args.iter().all(|&arg| ice(arg)),
            _ => false,
        }
    }

    fn operand(&self, id: ExprId) -> Option<Folded> {
        if let Some(value) = self.unit.constant(id) {
            return Some(Folded { value: value.clone(), wrapped: false });
        }
        let value = self.unit.consts[*self.unit.wrapped.get(&id)?].clone();
        Some(Folded { value, wrapped: true })
    }

    fn fold(&self, kind: &ExprKind, ty: Ty) -> Option<Folded> {
        match kind {
            ExprKind::Int(value) => Some(int(*value)),
            ExprKind::Float(bits) => Some(defined(ConstValue::Float(*bits))),
            ExprKind::Cast(cast, arg) => self.cast(*cast, *arg, ty),
            ExprKind::Unary(op, arg) => self.unary(*op, *arg, ty),
            ExprKind::Binary(op, a, b) => self.binary(*op, *a, *b, ty),
            ExprKind::Compare(op, a, b) => self.compare(*op, *a, *b),
            ExprKind::LogNot(arg) => self.truth(*arg).map(|(truth, wrapped)| flag(!truth, wrapped)),
            ExprKind::LogAnd(a, b) => self.short_circuit(*a, *b, false),
            ExprKind::LogOr(a, b) => self.short_circuit(*a, *b, true),
            ExprKind::Cond { cond, then, other } | ExprKind::CondOmitted { cond, then, other } => {
                let (truth, wrapped) = self.truth(*cond)?;
                let chosen = self.operand(if truth { *then } else { *other })?;
                Some(Folded { wrapped: wrapped || chosen.wrapped, ..chosen })
            }
            ExprKind::Again(arg) => self.operand(*arg),
            ExprKind::Load(place) => self.const_object(*place, ty),
            ExprKind::PtrAdd(ptr, index) => self.pointer_sum(*ptr, *index, 1, ty),
            ExprKind::PtrSub(ptr, index) => self.pointer_sum(*ptr, *index, -1, ty),
            ExprKind::PtrDiff(a, b) => self.pointer_difference(*a, *b),
            ExprKind::AddrOf(lvalue) | ExprKind::Decay(lvalue) => {
                self.address(*lvalue).map(defined)
            }
            ExprKind::FuncToPtr(func) => match self.unit.exprs[*func].kind {
                ExprKind::Func(func) => Some(defined(ConstValue::Addr(AddrBase::Func(func), 0))),
                _ => None,
            },
            ExprKind::LabelAddr(label) => {
                Some(defined(ConstValue::Addr(AddrBase::Label(*label), 0)))
            }
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, ty),
            ExprKind::Error
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Func(_)
            | ExprKind::Comma(..)
            | ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Call { .. }
            | ExprKind::Member { .. }
            | ExprKind::Deref(_)
            | ExprKind::StmtExpr { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::VaStart(_)
            | ExprKind::VaArg(_)
            | ExprKind::VaEnd(_)
            | ExprKind::VaCopy { .. }
            | ExprKind::Unsupported(..) => None,
        }
    }

    fn cast(&self, cast: CastKind, arg: ExprId, ty: Ty) -> Option<Folded> {
        let Folded { value, wrapped } = self.operand(arg)?;
        let from = self.unit.exprs[arg].ty;
        let value = match (cast, value) {
            (CastKind::Same | CastKind::PtrToPtr, value) => value,
            (CastKind::IntToInt, ConstValue::Int(value)) => self.wrapped_int(value, ty)?,
            (CastKind::PtrToInt | CastKind::IntToPtr, ConstValue::Int(value)) => {
                self.wrapped_int(value, ty)?
            }
            (
                CastKind::IntToInt | CastKind::PtrToInt | CastKind::IntToPtr,
                ConstValue::Addr(base, off),
            ) => {
                let same_size = self.unit.size_of(ty, self.target)? == self.target.pointer;
                same_size.then_some(ConstValue::Addr(base, off))?
            }
            (CastKind::ToBool, _) => ConstValue::Int(self.truth(arg)?.0.into()),
            (CastKind::IntToFloat, ConstValue::Int(value)) => {
                let unsigned = self.unit.int_repr(from, self.target)? == IntKind::UInt128;
                ConstValue::Float(floats::from_int(self.float_kind(ty)?, value, unsigned))
            }
            (CastKind::FloatToInt, ConstValue::Float(bits)) => {
                let value = floats::to_int(self.float_kind(from)?, bits)?;
                let kind = self.unit.int_repr(ty, self.target)?;
                self.target.fits(value, kind).then_some(ConstValue::Int(value))?
            }
            (CastKind::FloatToFloat, ConstValue::Float(bits)) => {
                let (from, to) = (self.float_kind(from)?, self.float_kind(ty)?);
                ConstValue::Float(floats::convert(from, to, bits))
            }
            _ => return None,
        };
        Some(Folded { value, wrapped })
    }

    fn unary(&self, op: UnaryOp, arg: ExprId, ty: Ty) -> Option<Folded> {
        let Folded { value, wrapped } = self.operand(arg)?;
        match (op, value) {
            (UnaryOp::Neg, ConstValue::Float(bits)) => Some(Folded {
                value: ConstValue::Float(floats::negate(self.float_kind(ty)?, bits)),
                wrapped,
            }),
            (UnaryOp::Neg, ConstValue::Int(value)) => {
                self.arithmetic(BinaryOp::Sub, 0, value, ty, wrapped)
            }
            (UnaryOp::BitNot, ConstValue::Int(value)) => {
                Some(Folded { value: self.wrapped_int(!value, ty)?, wrapped })
            }
            _ => None,
        }
    }

    fn binary(&self, op: BinaryOp, a: ExprId, b: ExprId, ty: Ty) -> Option<Folded> {
        let (x, y) = (self.operand(a)?, self.operand(b)?);
        let wrapped = x.wrapped || y.wrapped;
        match (x.value, y.value) {
            (ConstValue::Int(x), ConstValue::Int(y)) => self.arithmetic(op, x, y, ty, wrapped),
            (ConstValue::Float(x), ConstValue::Float(y)) => {
                let value = floats::arithmetic(self.float_kind(ty)?, op, x, y)?;
                Some(Folded { value: ConstValue::Float(value), wrapped })
            }
            (ConstValue::Addr(base, off), ConstValue::Int(y)) => {
                let step = match op {
                    BinaryOp::Add => i64::try_from(y).ok()?,
                    BinaryOp::Sub => i64::try_from(y).ok()?.checked_neg()?,
                    _ => return None,
                };
                let value = ConstValue::Addr(base, off.checked_add(step)?);
                Some(Folded { value, wrapped })
            }
            _ => None,
        }
    }

    fn arithmetic(&self, op: BinaryOp, x: i128, y: i128, ty: Ty, wrapped: bool) -> Option<Folded> {
        let kind = self.unit.int_repr(ty, self.target)?;
        let (value, overflow) = int_arithmetic(self.target, kind, op, x, y)?;
        Some(Folded { value: ConstValue::Int(value), wrapped: wrapped || overflow })
    }

    fn compare(&self, op: CompareOp, a: ExprId, b: ExprId) -> Option<Folded> {
        let (x, y) = (self.operand(a)?, self.operand(b)?);
        let ty = self.unit.exprs[a].ty;
        let wrapped = x.wrapped || y.wrapped;
        let holds = match (x.value, y.value) {
            (ConstValue::Int(x), ConstValue::Int(y)) => {
                let unsigned = self.unit.int_repr(ty, self.target)? == IntKind::UInt128;
                let order = if unsigned { (x as u128).cmp(&(y as u128)) } else { x.cmp(&y) };
                holds(op, order)
            }
            (ConstValue::Float(x), ConstValue::Float(y)) => {
                floats::compare(self.float_kind(ty)?, op, x, y)
            }
            (ConstValue::Addr(p, x), ConstValue::Addr(q, y)) if p == q => holds(op, x.cmp(&y)),
            // An object is never at the null address.
            (ConstValue::Addr(..), ConstValue::Int(0))
            | (ConstValue::Int(0), ConstValue::Addr(..)) => match op {
                CompareOp::Eq => false,
                CompareOp::Ne => true,
                _ => return None,
            },
            _ => return None,
        };
        Some(flag(holds, wrapped))
    }

    /// Truth of a scalar constant, and whether computing it wrapped.
    fn truth(&self, arg: ExprId) -> Option<(bool, bool)> {
        let Folded { value, wrapped } = self.operand(arg)?;
        let truth = match value {
            ConstValue::Int(value) => value != 0,
            ConstValue::Float(bits) => {
                floats::is_nonzero(self.float_kind(self.unit.exprs[arg].ty)?, bits)
            }
            ConstValue::Addr(..) => true,
            ConstValue::Bytes(_) => return None,
        };
        Some((truth, wrapped))
    }

    fn short_circuit(&self, a: ExprId, b: ExprId, stop: bool) -> Option<Folded> {
        let (left, wrapped) = self.truth(a)?;
        if left == stop {
            return Some(flag(stop, wrapped));
        }
        let (right, also) = self.truth(b)?;
        Some(flag(right, wrapped || also))
    }

    fn pointer_sum(&self, ptr: ExprId, index: ExprId, sign: i64, ty: Ty) -> Option<Folded> {
        let (p, i) = (self.operand(ptr)?, self.operand(index)?);
        let ConstValue::Int(i) = i.value else { return None };
        let stride = self.unit.stride_of(self.unit.types.pointee(ty)?.ty, self.target)?;
        let bytes = i.checked_mul(i128::from(stride))?.checked_mul(i128::from(sign))?;
        match p.value {
            ConstValue::Addr(base, off) => {
                let off = off.checked_add(i64::try_from(bytes).ok()?)?;
                Some(defined(ConstValue::Addr(base, off)))
            }
            ConstValue::Int(value) => Some(defined(self.wrapped_int(value + bytes, ty)?)),
            ConstValue::Float(_) | ConstValue::Bytes(_) => None,
        }
    }

    fn pointer_difference(&self, a: ExprId, b: ExprId) -> Option<Folded> {
        let pointee = self.unit.types.pointee(self.unit.exprs[a].ty)?;
        let stride = i128::from(self.unit.stride_of(pointee.ty, self.target)?);
        let bytes = match (self.operand(a)?.value, self.operand(b)?.value) {
            (ConstValue::Addr(p, x), ConstValue::Addr(q, y)) if p == q => {
                i128::from(x) - i128::from(y)
            }
            (ConstValue::Int(x), ConstValue::Int(y)) => x.checked_sub(y)?,
            _ => return None,
        };
        Some(int(bytes.checked_div(stride)?))
    }

    /// The address of an lvalue: a walk down to the object it lies in.
    fn address(&self, mut lvalue: ExprId) -> Option<ConstValue> {
        let mut offset = 0_i64;
        loop {
            match &self.unit.exprs[lvalue].kind {
                ExprKind::Global(global) if !self.unit.globals[*global].thread_local => {
                    return Some(ConstValue::Addr(AddrBase::Global(*global), offset));
                }
                ExprKind::Member { base, record, field } => {
                    let field = &self.unit.records[*record].fields[*field as usize];
                    offset = offset.checked_add(i64::try_from(field.offset).ok()?)?;
                    lvalue = *base;
                }
                ExprKind::Deref(ptr) => {
                    return match self.operand(*ptr)?.value {
                        ConstValue::Addr(base, at) => {
                            Some(ConstValue::Addr(base, at.checked_add(offset)?))
                        }
                        ConstValue::Int(at) => Some(ConstValue::Int(at + i128::from(offset))),
                        ConstValue::Float(_) | ConstValue::Bytes(_) => None,
                    };
                }
                _ => return None,
            }
        }
    }

    /// gcc takes the value of a const object whose initialiser it has seen, where it insists on a constant.
    fn const_object(&self, place: ExprId, ty: Ty) -> Option<Folded> {
        let ExprKind::Global(id) = self.unit.exprs[place].kind else { return None };
        let global = &self.unit.globals[id];
        if !global.ty.quals.is_const() || global.ty.quals.is_volatile() {
            return None;
        }
        match global.init.as_ref()?.cells.as_slice() {
            [cell] if cell.offset == 0 && cell.ty == ty => {
                Some(Folded { value: cell.value.clone(), wrapped: true })
            }
            _ => None,
        }
    }

    fn builtin(&self, builtin: Builtin, args: &[ExprId], ty: Ty) -> Option<Folded> {
        let first = self.operand(*args.first()?)?;
        if matches!(builtin, Builtin::Expect | Builtin::AssumeAligned) {
            return Some(first);
        }
        let ConstValue::Int(value) = first.value else { return None };
        let kind = self.unit.int_repr(self.unit.exprs[args[0]].ty, self.target)?;
        let width = self.target.int_bits(kind);
        let bits = wrap_bits(value, width, false) as u128;
        let result = match builtin {
            Builtin::Clz if bits != 0 => bits.leading_zeros() + width - 128,
            Builtin::Ctz if bits != 0 => bits.trailing_zeros(),
            Builtin::Ffs if bits != 0 => bits.trailing_zeros() + 1,
            Builtin::Ffs => 0,
            Builtin::Popcount => bits.count_ones(),
            Builtin::Parity => bits.count_ones() % 2,
            Builtin::Bswap => {
                let swapped = bits.swap_bytes() >> (128 - width);
                return Some(Folded {
                    value: self.wrapped_int(swapped as i128, ty)?,
                    wrapped: first.wrapped,
                });
            }
            _ => return None,
        };
        Some(Folded { value: ConstValue::Int(result.into()), wrapped: first.wrapped })
    }

    fn wrapped_int(&self, value: i128, ty: Ty) -> Option<ConstValue> {
        let kind = self.unit.int_repr(ty, self.target)?;
        Some(ConstValue::Int(self.target.wrap(value, kind)))
    }

    fn float_kind(&self, ty: Ty) -> Option<FloatKind> {
        match self.unit.types[ty] {
            Type::Float(kind) => Some(kind),
            _ => None,
        }
    }
}

/// `x op y` in an integer type, wrapped, and whether that is an overflow. None where it has no value.
pub fn int_arithmetic(
    target: &Target,
    kind: IntKind,
    op: BinaryOp,
    x: i128,
    y: i128,
) -> Option<(i128, bool)> {
    let signed = target.is_signed(kind);
    let (exact, beyond) = match (op, kind) {
        (BinaryOp::Shl | BinaryOp::Shr, _) => return shift(target, kind, op, x, y),
        (BinaryOp::Div | BinaryOp::Rem, _) if y == 0 => return None,
        (BinaryOp::Div, IntKind::UInt128) => ((x as u128 / y as u128) as i128, false),
        (BinaryOp::Rem, IntKind::UInt128) => ((x as u128 % y as u128) as i128, false),
        (BinaryOp::Add, _) => x.overflowing_add(y),
        (BinaryOp::Sub, _) => x.overflowing_sub(y),
        (BinaryOp::Mul, _) => x.overflowing_mul(y),
        (BinaryOp::Div, _) => x.overflowing_div(y),
        // The least value by -1: the quotient overflows, and with it the remainder is undefined.
        (BinaryOp::Rem, _) => {
            let quotient = x.overflowing_div(y);
            let beyond = quotient.1 || target.wrap(quotient.0, kind) != quotient.0;
            (x.overflowing_rem(y).0, beyond)
        }
        (BinaryOp::BitAnd, _) => (x & y, false),
        (BinaryOp::BitOr, _) => (x | y, false),
        (BinaryOp::BitXor, _) => (x ^ y, false),
    };
    let wrapped = target.wrap(exact, kind);
    Some((wrapped, signed && (beyond || wrapped != exact)))
}

fn shift(target: &Target, kind: IntKind, op: BinaryOp, x: i128, by: i128) -> Option<(i128, bool)> {
    let (width, signed) = (target.int_bits(kind), target.is_signed(kind));
    let by = u32::try_from(by).ok().filter(|&by| by < width)?;
    if op == BinaryOp::Shr {
        let shifted = if signed { x >> by } else { (x as u128 >> by) as i128 };
        return Some((shifted, false));
    }
    let wrapped = target.wrap(x << by, kind);
    Some((wrapped, signed && (x < 0 || wrapped >> by != x)))
}

fn holds(op: CompareOp, order: std::cmp::Ordering) -> bool {
    match op {
        CompareOp::Eq => order.is_eq(),
        CompareOp::Ne => order.is_ne(),
        CompareOp::Lt => order.is_lt(),
        CompareOp::Le => order.is_le(),
        CompareOp::Gt => order.is_gt(),
        CompareOp::Ge => order.is_ge(),
    }
}

fn defined(value: ConstValue) -> Folded {
    Folded { value, wrapped: false }
}

fn int(value: i128) -> Folded {
    defined(ConstValue::Int(value))
}

fn flag(value: bool, wrapped: bool) -> Folded {
    Folded { value: ConstValue::Int(value.into()), wrapped }
}
