//! Compatible types and composite types (C11 6.2.7).

use super::Checker;
use crate::types::{ArrayLen, FnType, IntKind, QualTy, Quals, Ty, Type, Types};

impl Checker<'_> {
    /// Are the types compatible, qualifiers of the outermost level aside?
    pub(super) fn compatible(&self, a: Ty, b: Ty) -> bool {
        if a == b || a == Ty::ERROR || b == Ty::ERROR {
            return true;
        }
        match (&self.unit.types[a], &self.unit.types[b]) {
            (Type::Pointer(p), Type::Pointer(q)) => self.compatible_qualified(*p, *q),
            (Type::Array(p, n), Type::Array(q, m)) => {
                let lengths = match (n, m) {
                    (ArrayLen::Known(n), ArrayLen::Known(m)) => n == m,
                    _ => true,
                };
                lengths && self.compatible_qualified(*p, *q)
            }
            (Type::Function(f), Type::Function(g)) => self.compatible_functions(f, g),
            (Type::Enum(id), Type::Int(kind)) | (Type::Int(kind), Type::Enum(id)) => {
                self.unit.enums[*id].repr == *kind
            }
            _ => false,
        }
    }

    fn compatible_qualified(&self, a: QualTy, b: QualTy) -> bool {
        a.quals == b.quals && self.compatible(a.ty, b.ty)
    }

    fn compatible_functions(&self, f: &FnType, g: &FnType) -> bool {
        if !self.compatible(f.ret.ty, g.ret.ty) {
            return false;
        }
        match (f.prototyped, g.prototyped) {
            (true, true) => {
                f.variadic == g.variadic
                    && f.params.len() == g.params.len()
                    && f.params.iter().zip(&g.params).all(|(&a, &b)| self.compatible(a, b))
            }
            // gcc lets a prototype override an old-style definition whose parameters promote.
            (true | false, false) | (false, true) => true,
        }
    }

    /// The type after the default argument promotions.
    pub(super) fn default_promoted(&self, ty: Ty) -> Ty {
        match self.unit.types[ty] {
            Type::Float(crate::types::FloatKind::F32 | crate::types::FloatKind::F16) => Ty::DOUBLE,
            _ => self.promoted(ty),
        }
    }

    /// The type after integer promotion; other types stay.
    pub(super) fn promoted(&self, ty: Ty) -> Ty {
        match self.unit.types[ty] {
            Type::Bool => Ty::INT,
            Type::Int(kind) => self.promote_kind(kind),
            Type::Enum(id) => self.promote_kind(self.unit.enums[id].repr),
            _ => ty,
        }
    }

    fn promote_kind(&self, kind: IntKind) -> Ty {
        match kind {
            // Where it is as wide as an int, an int does not hold all of its values.
            IntKind::UShort if self.target.int == 2 => Ty::UINT,
            IntKind::Char | IntKind::SChar | IntKind::UChar | IntKind::Short | IntKind::UShort => {
                Ty::INT
            }
            _ => Types::int(kind),
        }
    }

    /// The composite of two compatible types: what is known of either.
    pub(super) fn composite(&mut self, a: Ty, b: Ty) -> Ty {
        if a == b || b == Ty::ERROR {
            return a;
        }
        match (self.unit.types[a].clone(), self.unit.types[b].clone()) {
            (Type::Pointer(p), Type::Pointer(q)) => {
                let pointee = self.composite_qualified(p, q);
                self.unit.types.pointer(pointee)
            }
            (Type::Array(p, n), Type::Array(q, m)) => {
                let elem = self.composite_qualified(p, q);
                let len = if matches!(n, ArrayLen::Known(_)) { n } else { m };
                self.unit.types.array(elem, len)
            }
            (Type::Function(f), Type::Function(g)) => self.composite_function(f, g),
            _ => a,
        }
    }

    fn composite_qualified(&mut self, a: QualTy, b: QualTy) -> QualTy {
        QualTy { ty: self.composite(a.ty, b.ty), quals: a.quals.union(b.quals) }
    }

    fn composite_function(&mut self, f: FnType, g: FnType) -> Ty {
        if !f.prototyped || !g.prototyped {
            let known = if f.prototyped { f } else { g };
            return self.unit.types.intern(Type::Function(known));
        }
        let ret = self.composite_qualified(f.ret, g.ret);
        let pairs: Vec<_> = f.params.iter().copied().zip(g.params.iter().copied()).collect();
        let params = pairs.into_iter().map(|(a, b)| self.composite(a, b)).collect();
        self.unit.types.intern(Type::Function(FnType { ret, params, ..f }))
    }

    /// `pointee` seen through an lvalue with these qualifiers.
    pub(super) fn pointer_to(&mut self, ty: Ty, quals: Quals) -> Ty {
        self.unit.types.pointer(QualTy { ty, quals })
    }

    /// The integer kind of an integer type, for arithmetic.
    pub(super) fn int_kind(&self, ty: Ty) -> Option<IntKind> {
        match self.unit.types[ty] {
            Type::Bool | Type::Int(_) | Type::Enum(_) => self.unit.int_repr(ty, self.target),
            _ => None,
        }
    }

    pub(super) fn size_t(&self) -> Ty {
        Types::int(self.target.size_t)
    }

    pub(super) fn ptrdiff_t(&self) -> Ty {
        Types::int(self.target.ptrdiff_t)
    }
}
