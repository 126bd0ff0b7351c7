//! Terms of clauses: parameters, memory, arithmetic on mathematical integers.

use super::{FormulaCx, Meaning, Meant, Sort};
use crate::machine::storage_unit;
use cfront::logic::{FoldOp, LogicFn, LogicOp, LogicType, LogicVarId, TermId, TermKind};
use cfront::typed::LocalId;
use cfront::types::Ty;
use ir::Type;
use ir::logic::{ArithOp, CmpOp, Logic, Node};

/// Elements of a range that are written out.
const MOST_WRITTEN_OUT: i128 = 256;

impl FormulaCx<'_, '_> {
    pub(super) fn term(&mut self, id: TermId) -> Meaning<Node> {
        self.deeper(|this| this.term_kind(id))
    }

    fn term_kind(&mut self, id: TermId) -> Meaning<Node> {
        let term = &self.cx.unit().terms[id];
        match &term.kind {
            TermKind::Int(value) => match self.sort(term.ty)? {
                Sort::Pointer if *value == 0 => Ok(self.push(Logic::Null)),
                Sort::Pointer => Err("absolute addresses are not modelled".to_owned()),
                Sort::Truth => Ok(self.push(Logic::Bool(*value != 0))),
                Sort::Integer => Ok(self.push(Logic::Int(*value))),
            },
            TermKind::Float(_) => {
                Err("floating-point values are not modelled in contracts".to_owned())
            }
            TermKind::Var(var) => self.variable(*var),
            TermKind::Result => self.result(term.ty),
            TermKind::LocalAddr(local) => self.local_address(*local),
            TermKind::GlobalAddr(global) => {
                let global = self.cx.global(*global);
                Ok(self.push(Logic::AddrGlobal(global)))
            }
            TermKind::ResultAddr => Err("a result that is a structure".to_owned()),
            TermKind::FuncAddr(_) => {
                Err("function addresses are not modelled in contracts".to_owned())
            }
            TermKind::Load { addr, bits } => self.load(*addr, *bits, term.ty),
            TermKind::PtrAdd { ptr, index } => {
                let size = self.pointee_size(*ptr)?;
                let (base, index) = (self.term(*ptr)?, self.term(*index)?);
                Ok(self.push(Logic::PtrAdd { base, index, size }))
            }
            TermKind::PtrDiff(..) => {
                Err("pointer differences are not modelled in contracts".to_owned())
            }
            TermKind::FieldAddr { base, record, field } => {
                let offset = self.cx.unit().records[*record].fields[*field as usize].offset;
                let base = self.term(*base)?;
                Ok(self.offset(base, offset))
            }
            TermKind::Cast(inner) => self.cast(*inner, term.ty),
            TermKind::Neg(inner) => {
                self.integer_only(term.ty)?;
                let inner = self.term(*inner)?;
                Ok(self.push(Logic::Neg(inner)))
            }
            TermKind::BitNot(inner) => {
                let inner = self.term(*inner)?;
                Ok(self.push(Logic::Not(inner)))
            }
            TermKind::Binary(op, a, b) => {
                self.integer_only(term.ty)?;
                let (a, b) = (self.term(*a)?, self.term(*b)?);
                Ok(self.push(Logic::Arith(arith(*op), a, b)))
            }
            TermKind::Ite(c, a, b) => {
                let (c, a, b) = (self.pred(*c)?, self.term(*a)?, self.term(*b)?);
                Ok(self.push(Logic::Ite(c, a, b)))
            }
            TermKind::Let { var, value, body } => {
                self.vars.push((*var, Meant::Term(*value)));
                let body = self.term(*body);
                self.vars.pop();
                body
            }
            TermKind::At(label, inner) => {
                if self.label(*label)? {
                    self.at_entry(|this| this.term(*inner))
                } else {
                    self.term(*inner)
                }
            }
            TermKind::Builtin(function, args) => self.builtin(*function, args),
            TermKind::Call(..) => Err("calls of C functions are no formulas".to_owned()),
            TermKind::Fold { op, var, lo, hi, body } => self.fold(*op, *var, (*lo, *hi), *body),
            TermKind::Truth(pred) => self.pred(*pred),
            TermKind::Unsupported(reason) => Err(reason.clone()),
        }
    }

    /// A range of constant ends is written out.
    fn fold(
        &mut self,
        op: FoldOp,
        var: LogicVarId,
        (lo, hi): (TermId, TermId),
        body: TermId,
    ) -> Meaning<Node> {
        let (lo, hi) = (self.term(lo)?, self.term(hi)?);
        let (Some(lo), Some(hi)) = (self.constant(lo), self.constant(hi)) else {
            return Err(format!("{} over a range whose ends are no constants", fold_name(op)));
        };
        if hi.saturating_sub(lo) >= MOST_WRITTEN_OUT {
            return Err(format!("{} over more than {MOST_WRITTEN_OUT} elements", fold_name(op)));
        }
        let mut result = None;
        for index in lo..=hi {
            self.vars.push((var, Meant::Number(index)));
            let element = self.term(body);
            self.vars.pop();
            let mut element = element?;
            if op == FoldOp::NumOf {
                element = self.push(Logic::OfBool(element));
            }
            result = Some(match result {
                None => element,
                Some(so_far) => self.folded(op, so_far, element),
            });
        }
        match (result, op) {
            (Some(result), _) => Ok(result),
            (None, FoldOp::Sum | FoldOp::NumOf) => Ok(self.push(Logic::Int(0))),
            (None, FoldOp::Product) => Ok(self.push(Logic::Int(1))),
            (None, FoldOp::Min | FoldOp::Max) => Err(format!("{} of nothing", fold_name(op))),
        }
    }

    fn folded(&mut self, op: FoldOp, a: Node, b: Node) -> Node {
        match op {
            FoldOp::Sum | FoldOp::NumOf => self.push(Logic::Arith(ArithOp::Add, a, b)),
            FoldOp::Product => self.push(Logic::Arith(ArithOp::Mul, a, b)),
            FoldOp::Min | FoldOp::Max => {
                let less = self.push(Logic::Cmp(CmpOp::Lt, a, b));
                let (yes, no) = if op == FoldOp::Min { (a, b) } else { (b, a) };
                self.push(Logic::Ite(less, yes, no))
            }
        }
    }

    /// The value of a node that is a constant.
    fn constant(&self, node: Node) -> Option<i128> {
        match self.nodes[node] {
            Logic::Int(value) => Some(value),
            Logic::Neg(of) => self.constant(of)?.checked_neg(),
            Logic::Arith(op, a, b) => {
                let (a, b) = (self.constant(a)?, self.constant(b)?);
                match op {
                    ArithOp::Add => a.checked_add(b),
                    ArithOp::Sub => a.checked_sub(b),
                    ArithOp::Mul => a.checked_mul(b),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn integer_only(&self, ty: LogicType) -> Meaning<()> {
        match self.sort(ty)? {
            Sort::Integer => Ok(()),
            Sort::Pointer | Sort::Truth => {
                Err("arithmetic on something else than integers".to_owned())
            }
        }
    }

    fn variable(&mut self, var: LogicVarId) -> Meaning<Node> {
        let meant = self.vars.iter().rev().find(|(seen, _)| *seen == var).map(|(_, meant)| *meant);
        match meant {
            Some(Meant::Bound(bound)) => Ok(self.push(Logic::Var(bound))),
            Some(Meant::Term(value)) => self.term(value),
            Some(Meant::Number(value)) => Ok(self.push(Logic::Int(value))),
            None => Err("a variable without a quantifier".to_owned()),
        }
    }

    fn result(&mut self, ty: LogicType) -> Meaning<Node> {
        let LogicType::C(c_type) = ty else { return Err("\\result of no C type".to_owned()) };
        match self.sort(ty)? {
            Sort::Pointer => Ok(self.push(Logic::ResultPtr)),
            Sort::Integer => {
                let signed = self.cx.machine.signed(c_type);
                Ok(self.push(Logic::Result { signed }))
            }
            Sort::Truth => Err("\\result of no C type".to_owned()),
        }
    }

    /// The number of a parameter.
    fn param_index(&self, local: LocalId) -> Meaning<u32> {
        let func = &self.cx.unit().funcs[self.func];
        let index = func.params.iter().position(|&param| param == local);
        index.map(|index| index as u32).ok_or_else(|| "a local that is no parameter".to_owned())
    }

    /// The address of an aggregate parameter is the pointer it is passed as.
    fn local_address(&mut self, local: LocalId) -> Meaning<Node> {
        let index = self.param_index(local)?;
        if self.cx.machine.in_memory(self.cx.unit().locals[local].ty.ty) {
            return Ok(self.push(Logic::ParamPtr { index }));
        }
        Err("the address of a parameter is not modelled in contracts".to_owned())
    }

    fn load(
        &mut self,
        addr: TermId,
        bits: Option<cfront::types::BitField>,
        ty: LogicType,
    ) -> Meaning<Node> {
        let LogicType::C(c_type) = ty else { return Err("a read of no C type".to_owned()) };
        let sort = self.sort(ty)?;
        if let TermKind::LocalAddr(local) = self.cx.unit().terms[addr].kind
            && bits.is_none()
        {
            let (index, signed) = (self.param_index(local)?, self.cx.machine.signed(c_type));
            return Ok(self.push(match sort {
                Sort::Pointer => Logic::ParamPtr { index },
                Sort::Integer | Sort::Truth => Logic::Param { index, signed },
            }));
        }
        self.asks_memory()?;
        if let Some(field) = bits {
            return self.load_bits(addr, field);
        }
        let scalar = self.cx.machine.scalar(c_type).ok_or("a read of no scalar")?;
        let addr = self.term(addr)?;
        Ok(self.push(match sort {
            Sort::Pointer => Logic::LoadPtr { addr },
            Sort::Integer | Sort::Truth => {
                Logic::Load { ty: scalar, signed: self.cx.machine.signed(c_type), addr }
            }
        }))
    }

    fn load_bits(&mut self, addr: TermId, field: cfront::types::BitField) -> Meaning<Node> {
        let TermKind::FieldAddr { base, record, field: index } = self.cx.unit().terms[addr].kind
        else {
            return Err("a bit-field outside a structure".to_owned());
        };
        let record = &self.cx.unit().records[record];
        let offset = record.fields[index as usize].offset;
        let bits = storage_unit(offset, field, record.size);
        let bits = bits.ok_or("a bit-field across storage units")?;
        let base = self.term(base)?;
        let addr = self.offset(base, bits.offset);
        let (unit, shift, width, signed) =
            (bits.unit, self.cx.machine.shift(bits), bits.width, bits.signed);
        Ok(self.push(Logic::LoadBits { unit, addr, shift, width, signed }))
    }

    /// `base` plus bytes.
    fn offset(&mut self, base: Node, bytes: u64) -> Node {
        if bytes == 0 {
            return base;
        }
        let index = self.push(Logic::Int(bytes as i128));
        self.push(Logic::PtrAdd { base, index, size: 1 })
    }

    fn pointee_size(&self, pointer: TermId) -> Meaning<u64> {
        let LogicType::C(ty) = self.cx.unit().terms[pointer].ty else {
            return Err("an index on something else than a pointer".to_owned());
        };
        let pointee = self.cx.unit().types.pointee(ty).ok_or("an index on no pointer")?;
        let size = self.cx.unit().stride_of(pointee.ty, &self.cx.machine.target);
        size.filter(|&size| size > 0).ok_or_else(|| "a pointee of unknown size".to_owned())
    }

    fn cast(&mut self, inner: TermId, to: LogicType) -> Meaning<Node> {
        let from = self.cx.unit().terms[inner].ty;
        let node = self.term(inner)?;
        match (self.sort(from)?, self.sort(to)?, to) {
            (Sort::Integer, Sort::Integer, LogicType::C(ty)) => Ok(self.wrap(node, from, ty)),
            (Sort::Integer, Sort::Integer, _) | (Sort::Pointer, Sort::Pointer, _) => Ok(node),
            (Sort::Truth, Sort::Truth, _) => Ok(node),
            (Sort::Truth, Sort::Integer, _) => Ok(self.push(Logic::OfBool(node))),
            (Sort::Integer, Sort::Truth, _) => {
                let zero = self.push(Logic::Int(0));
                Ok(self.push(Logic::Cmp(CmpOp::Ne, node, zero)))
            }
            _ => Err("a conversion between pointers and numbers".to_owned()),
        }
    }

    /// An integer as a C type keeps it; `_Bool` keeps whether it is zero.
    fn wrap(&mut self, of: Node, from: LogicType, ty: Ty) -> Node {
        if from == LogicType::C(ty) {
            return of;
        }
        if ty == Ty::BOOL {
            let zero = self.push(Logic::Int(0));
            let truth = self.push(Logic::Cmp(CmpOp::Ne, of, zero));
            return self.push(Logic::OfBool(truth));
        }
        let bits = self.cx.machine.scalar(ty).and_then(Type::int_bits).unwrap_or(32) as u8;
        self.push(Logic::Wrap { bits, signed: self.cx.machine.signed(ty), of })
    }

    fn builtin(&mut self, function: LogicFn, args: &[TermId]) -> Meaning<Node> {
        for &arg in args {
            self.integer_only(self.cx.unit().terms[arg].ty)?;
        }
        match (function, args) {
            (LogicFn::Abs, &[a]) => {
                let a = self.term(a)?;
                let zero = self.push(Logic::Int(0));
                let negative = self.push(Logic::Cmp(CmpOp::Lt, a, zero));
                let opposite = self.push(Logic::Neg(a));
                Ok(self.push(Logic::Ite(negative, opposite, a)))
            }
            (LogicFn::Min | LogicFn::Max, &[a, b]) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                let less = self.push(Logic::Cmp(CmpOp::Lt, a, b));
                let (yes, no) = if function == LogicFn::Min { (a, b) } else { (b, a) };
                Ok(self.push(Logic::Ite(less, yes, no)))
            }
            _ => Err("a built-in function that is not modelled".to_owned()),
        }
    }
}

fn arith(op: LogicOp) -> ArithOp {
    match op {
        LogicOp::Add => ArithOp::Add,
        LogicOp::Sub => ArithOp::Sub,
        LogicOp::Mul => ArithOp::Mul,
        LogicOp::Div => ArithOp::Div,
        LogicOp::Rem => ArithOp::Rem,
        LogicOp::Shl => ArithOp::Shl,
        LogicOp::Shr => ArithOp::Shr,
        LogicOp::BitAnd => ArithOp::And,
        LogicOp::BitOr => ArithOp::Or,
        LogicOp::BitXor => ArithOp::Xor,
    }
}

fn fold_name(op: FoldOp) -> &'static str {
    match op {
        FoldOp::Sum => "\\sum",
        FoldOp::Product => "\\product",
        FoldOp::NumOf => "\\numof",
        FoldOp::Min => "\\min over a range",
        FoldOp::Max => "\\max over a range",
    }
}
