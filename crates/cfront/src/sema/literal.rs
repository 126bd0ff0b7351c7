//! Literals: the types of constants on the target, and storage for strings.

use super::Checker;
use crate::ast::{
    self, CharLiteral, Encoding, FloatLiteral, FloatSuffix, IntLiteral, LiteralKind, StrLiteral,
};
use crate::codes;
use crate::floats;
use crate::target::Target;
use crate::typed::{
    ConstValue, Definition, ExprId, ExprKind, Global, GlobalId, GlobalKind, Linkage, StaticCell,
    StaticInit,
};
use crate::types::{ArrayLen, FloatKind, IntKind, QualTy, Ty, Types};
use source::Span;

impl Checker<'_> {
    pub(super) fn literal(&mut self, id: ast::LiteralId) -> ExprId {
        let literal = &self.ast.literals[id];
        let span = literal.span;
        match &literal.kind {
            LiteralKind::Int(int) if int.imaginary => {
                self.unsupported("complex numbers", Vec::new(), Ty::INT, span)
            }
            LiteralKind::Int(int) => {
                let ty = self.int_literal_type(*int);
                self.int_expr(int.value as i128, ty, span)
            }
            LiteralKind::Float(float) => self.float_literal(float, span),
            LiteralKind::Char(char) => {
                let (value, ty) = self.char_literal(*char);
                self.int_expr(value, ty, span)
            }
            LiteralKind::Str(string) => self.string_literal(string, span),
        }
    }

    /// C11 6.4.4.1p5: the first type of the list that holds the value.
    pub(super) fn int_literal_type(&self, literal: IntLiteral) -> Ty {
        use IntKind::{Int, Int128, LLong, Long, UInt, UInt128, ULLong, ULong};
        let first = [0, 2, 4][literal.longs.min(2) as usize];
        let ladder = [Int, UInt, Long, ULong, LLong, ULLong, Int128, UInt128];
        let holds = |kind: IntKind| match kind {
            UInt128 => true,
            _ => i128::try_from(literal.value).is_ok_and(|value| self.target.fits(value, kind)),
        };
        let candidates = ladder[first..].iter().copied().filter(|&kind| {
            let signed = self.target.is_signed(kind);
            if signed { !literal.unsigned } else { literal.unsigned || !literal.decimal }
        });
        let kind = candidates.into_iter().find(|&kind| holds(kind));
        Types::int(kind.unwrap_or(UInt128))
    }

    fn float_literal(&mut self, literal: &FloatLiteral, span: Span) -> ExprId {
        let kind = float_kind(literal.suffix, self.target);
        let ty = Types::float(kind);
        if literal.imaginary {
            return self.unsupported("complex numbers", Vec::new(), ty, span);
        }
        if let Some(bits) = floats::parse(&literal.text, kind) {
            self.add_value(ExprKind::Float(bits), ty, span)
        } else {
            self.error(codes::NOT_CONSTANT, span, "this floating constant cannot be read");
            self.error_expr(span)
        }
    }

    pub(super) fn char_literal(&self, literal: CharLiteral) -> (i128, Ty) {
        let kind = match literal.encoding {
            Encoding::Plain => IntKind::Int,
            Encoding::Utf8 => IntKind::UChar,
            Encoding::Utf16 => IntKind::UShort,
            Encoding::Utf32 => self.char32(),
            Encoding::Wide => self.target.wchar_t,
        };
        (self.target.wrap(literal.value.into(), kind), Types::int(kind))
    }

    fn string_literal(&mut self, string: &StrLiteral, span: Span) -> ExprId {
        let elem = self.string_element(string.encoding);
        let bytes = self.string_bytes(string, elem);
        self.string_object(bytes, elem, span)
    }

    pub(super) fn string_element(&self, encoding: Encoding) -> Ty {
        match encoding {
            Encoding::Plain | Encoding::Utf8 => Ty::CHAR,
            Encoding::Utf16 => Ty::USHORT,
            Encoding::Utf32 => Types::int(self.char32()),
            Encoding::Wide => Types::int(self.target.wchar_t),
        }
    }

    /// `char32_t`.
    fn char32(&self) -> IntKind {
        if self.target.int == 4 { IntKind::UInt } else { IntKind::ULong }
    }

    /// The units as bytes in memory, without the final zero.
    pub(super) fn string_bytes(&self, string: &StrLiteral, elem: Ty) -> Vec<u8> {
        let size = self.unit.size_of(elem, self.target).unwrap_or(1) as usize;
        string.units.iter().flat_map(|&unit| self.target.bytes_of(unit.into(), size)).collect()
    }

    fn string_object(&mut self, bytes: Vec<u8>, elem: Ty, span: Span) -> ExprId {
        let size = self.unit.size_of(elem, self.target).unwrap_or(1);
        let len = ArrayLen::Known(bytes.len() as u64 / size + 1);
        let ty = self.unit.types.array(QualTy::plain(elem), len);
        let value = ConstValue::Bytes(bytes);
        let cells = vec![StaticCell { offset: 0, bits: None, ty, value, span }];
        let init = Some(StaticInit { cells });
        let id = self.literal_object(".str", GlobalKind::StringLiteral, QualTy::plain(ty), span);
        self.unit.globals[id].init = init;
        self.add_lvalue(ExprKind::Global(id), QualTy::plain(ty), span)
    }

    /// `__func__`: a constant array with the name of the function.
    pub(super) fn function_name(&mut self, span: Span) -> ExprId {
        let name = self.func.as_ref().map(|func| self.unit.funcs[func.id].name.clone());
        self.string_object(name.unwrap_or_default().into_bytes(), Ty::CHAR, span)
    }

    /// An object with static storage that no name reaches.
    pub(super) fn literal_object(
        &mut self,
        prefix: &str,
        kind: GlobalKind,
        ty: QualTy,
        span: Span,
    ) -> GlobalId {
        let name = format!("{prefix}.{}", self.n_literals);
        self.n_literals += 1;
        self.unit.globals.push(Global {
            name,
            source_name: String::new(),
            kind,
            ty,
            alias: None,
            linkage: Linkage::None,
            definition: Definition::Defined,
            init: None,
            thread_local: false,
            align: self.unit.align_of(ty.ty, self.target),
            system: self.map.is_system(span),
            span,
        })
    }

    /// The text of a string literal, for messages.
    pub(super) fn literal_text(&self, id: ast::LiteralId) -> String {
        match &self.ast.literals[id].kind {
            LiteralKind::Str(string) => {
                let bytes: Vec<u8> = string.units.iter().map(|&unit| unit as u8).collect();
                String::from_utf8_lossy(&bytes).into_owned()
            }
            _ => String::new(),
        }
    }
}

fn float_kind(suffix: FloatSuffix, target: &Target) -> FloatKind {
    match suffix {
        FloatSuffix::F | FloatSuffix::F32 => FloatKind::F32,
        FloatSuffix::None | FloatSuffix::F64 | FloatSuffix::F32x => FloatKind::F64,
        FloatSuffix::L | FloatSuffix::F64x => target.long_double,
        FloatSuffix::F16 => FloatKind::F16,
        FloatSuffix::F128 => FloatKind::F128,
    }
}
