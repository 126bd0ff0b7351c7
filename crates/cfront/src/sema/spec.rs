//! Declaration specifiers and type names to types.

use super::Checker;
use super::attr::Attrs;
use super::scope::Entity;
use crate::ast::{self, Basic, Storage, TypeSpecifier};
use crate::codes;
use crate::consteval;
use crate::names::Symbol;
use crate::target::to_unsigned;
use crate::typed::ExprId;
use crate::types::{FloatKind, IntKind, QualTy, Quals, Ty, Type, Types};
use source::Span;

/// What specifiers say.
#[derive(Clone, Debug)]
pub(super) struct Specified {
    pub(super) ty: QualTy,
    /// The typedef name that was written, if any.
    pub(super) typedef: Option<Symbol>,
    /// Alignment asked for by `_Alignas`, or by the typedef.
    pub(super) align: Option<u64>,
    /// Alignment of the typedef, which replaces that of the type.
    pub(super) typedef_align: Option<u64>,
    pub(super) storage: Option<Storage>,
    pub(super) thread_local: bool,
    pub(super) inline: bool,
    pub(super) attrs: Attrs,
    /// `__auto_type`: the initialiser decides.
    pub(super) deduced: bool,
}

/// A type name, with what must be evaluated before it can be used (lengths of variable arrays).
pub(super) struct NamedType {
    pub(super) ty: QualTy,
    pub(super) effects: Vec<ExprId>,
}

/// Do specifiers stand alone, as in `struct s;`, which always declares?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Alone,
    WithDeclarators,
}

impl Checker<'_> {
    pub(super) fn specifiers(&mut self, id: ast::SpecsId, standing: Standing) -> Specified {
        let specs = &self.ast.specs[id];
        let attrs = self.attrs(&specs.attributes);
        let (base, typedef_align) = self.type_specifier(specs.ty, standing, specs.span);
        let base = match &attrs.mode {
            Some(mode) => QualTy { ty: self.with_mode(base.ty, &mode.clone()), ..base },
            None => base,
        };
        let base = match attrs.vector_size {
            Some(bytes) => self.vector(base, bytes),
            None => base,
        };
        let align = self.alignas(&specs.alignas, specs.span).max(attrs.aligned);
        Specified {
            ty: base.with(quals(specs.qualifiers)),
            typedef: match specs.ty {
                TypeSpecifier::Name(name) => Some(name),
                _ => None,
            },
            align,
            typedef_align,
            storage: specs.storage,
            thread_local: specs.thread_local,
            inline: specs.inline,
            attrs: Attrs { noreturn: attrs.noreturn || specs.noreturn, ..attrs },
            deduced: specs.ty == TypeSpecifier::Auto,
        }
    }

    fn type_specifier(
        &mut self,
        ty: TypeSpecifier,
        standing: Standing,
        span: Span,
    ) -> (QualTy, Option<u64>) {
        let plain = match ty {
            TypeSpecifier::Basic(Basic::LongDouble | Basic::Float64x) => {
                Types::float(self.target.long_double)
            }
            TypeSpecifier::Basic(basic) => basic_type(basic),
            TypeSpecifier::Complex(basic) => {
                let kind = match basic {
                    Basic::Float | Basic::Float32 => FloatKind::F32,
                    Basic::LongDouble | Basic::Float64x => self.target.long_double,
                    Basic::Float128 => FloatKind::F128,
                    _ => FloatKind::F64,
                };
                self.unit.types.intern(Type::Complex(kind))
            }
            TypeSpecifier::Name(name) => return self.typedef(name, span),
            TypeSpecifier::Record(id) => self.record_specifier(id, standing),
            TypeSpecifier::Enum(id) => self.enum_specifier(id),
            TypeSpecifier::TypeofExpr(expr) => {
                let expr = self.check_expr(expr);
                let node = &self.unit.exprs[expr];
                return (QualTy { ty: node.ty, quals: node.quals }, None);
            }
            TypeSpecifier::TypeofType(name) => return (self.type_name_kept(name), None),
            TypeSpecifier::Atomic(name) => {
                return (self.type_name_kept(name).with(Quals::ATOMIC), None);
            }
            TypeSpecifier::Auto => Ty::ERROR,
            TypeSpecifier::Error => Ty::INT,
        };
        (QualTy::plain(plain), None)
    }

    fn typedef(&mut self, name: Symbol, span: Span) -> (QualTy, Option<u64>) {
        if let Some(Entity::Typedef(ty, align)) = self.scopes.lookup(name) {
            (*ty, *align)
        } else {
            let message = format!("`{}` is not a type here", self.name(name));
            self.error(codes::NOT_A_TYPE, span, message);
            (QualTy::plain(Ty::ERROR), None)
        }
    }

    /// A type name; what its variable lengths need is handed to the caller.
    pub(super) fn type_name(&mut self, id: ast::TypeNameId) -> NamedType {
        let before = self.pending.len();
        let ty = self.type_name_kept(id);
        NamedType { ty, effects: self.pending.split_off(before) }
    }

    /// A type name inside a declaration: variable lengths are left pending for it.
    fn type_name_kept(&mut self, id: ast::TypeNameId) -> QualTy {
        let name = &self.ast.type_names[id];
        self.deeper(name.span, QualTy::plain(Ty::ERROR), |cx| {
            let specs = cx.specifiers(name.specs, Standing::WithDeclarators);
            cx.declarator(&specs, name.declarator).ty
        })
    }

    fn alignas(&mut self, list: &[ast::Alignas], span: Span) -> Option<u64> {
        let mut align = None;
        for &asked in list {
            let asked = match asked {
                ast::Alignas::Type(name) => {
                    let ty = self.type_name(name).ty;
                    Some(i128::from(self.unit.align_of(ty.ty, self.target)))
                }
                ast::Alignas::Expr(expr) => {
                    let value = self.value(expr);
                    consteval::required_int(&self.unit, value)
                }
            };
            match asked {
                Some(asked) => align = self.checked_align(asked, span).max(align),
                None => self.error(codes::NOT_CONSTANT, span, "an alignment must be a constant"),
            }
        }
        align
    }

    /// GNU `mode`: the same kind of type in another width.
    fn with_mode(&self, ty: Ty, mode: &str) -> Ty {
        let word = match self.target.pointer {
            8 => "DI",
            4 => "SI",
            _ => "HI",
        };
        let mode = if matches!(mode, "word" | "pointer" | "unwind_word") { word } else { mode };
        let kind = match mode {
            "QI" | "byte" => IntKind::SChar,
            "HI" => IntKind::Short,
            "SI" if self.target.int == 4 => IntKind::Int,
            "SI" => IntKind::Long,
            "DI" if self.target.long == 8 => IntKind::Long,
            "DI" => IntKind::LLong,
            "TI" => IntKind::Int128,
            "SF" => return Ty::FLOAT,
            "DF" => return Ty::DOUBLE,
            "XF" => return Ty::LDOUBLE,
            "TF" => return Ty::FLOAT128,
            _ => return ty,
        };
        match self.int_kind(ty) {
            Some(old) if self.target.is_signed(old) => Types::int(kind),
            Some(_) => Types::int(to_unsigned(kind)),
            None => ty,
        }
    }

    pub(super) fn vector(&mut self, elem: QualTy, bytes: u64) -> QualTy {
        let bytes = u32::try_from(bytes).ok().filter(|bytes| bytes.is_power_of_two());
        match bytes {
            Some(bytes) if self.unit.types.is_arithmetic(elem.ty) => {
                QualTy { ty: self.unit.types.intern(Type::Vector(elem.ty, bytes)), ..elem }
            }
            _ => elem,
        }
    }
}

pub(super) fn quals(written: ast::Qualifiers) -> Quals {
    let mut quals = Quals::NONE;
    let all = [
        (written.constant, Quals::CONST),
        (written.volatile, Quals::VOLATILE),
        (written.restrict, Quals::RESTRICT),
        (written.atomic, Quals::ATOMIC),
    ];
    for (present, qual) in all {
        if present {
            quals = quals.union(qual);
        }
    }
    quals
}

fn basic_type(basic: Basic) -> Ty {
    match basic {
        Basic::Void => Ty::VOID,
        Basic::Bool => Ty::BOOL,
        Basic::Char => Ty::CHAR,
        Basic::SChar => Ty::SCHAR,
        Basic::UChar => Ty::UCHAR,
        Basic::Short => Ty::SHORT,
        Basic::UShort => Ty::USHORT,
        Basic::Int => Ty::INT,
        Basic::UInt => Ty::UINT,
        Basic::Long => Ty::LONG,
        Basic::ULong => Ty::ULONG,
        Basic::LongLong => Ty::LLONG,
        Basic::ULongLong => Ty::ULLONG,
        Basic::Int128 => Ty::INT128,
        Basic::UInt128 => Ty::UINT128,
        Basic::Float | Basic::Float32 => Ty::FLOAT,
        Basic::Double | Basic::Float64 | Basic::Float32x => Ty::DOUBLE,
        Basic::LongDouble | Basic::Float64x => Ty::LDOUBLE,
        // No arithmetic of ours distinguishes the two 16-bit formats; their size is the same.
        Basic::Float16 | Basic::BFloat16 => Ty::FLOAT16,
        Basic::Float128 => Ty::FLOAT128,
        Basic::VaList => Ty::VA_LIST,
    }
}
