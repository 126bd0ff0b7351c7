//! Types back as C text: `spell(ty, "p")` prints a declaration of `p`.
//!
//! Records and enums are named by tag or typedef; one with neither is printed as a comment, since C cannot name it.

use crate::typed::Unit;
use crate::types::{
    Alias, ArrayLen, EnumId, FloatKind, FnType, IntKind, QualTy, Quals, RecordId, RecordKind, Ty,
    Type,
};

impl Unit {
    /// A C declaration of `name` with this type; the type name alone if `name` is empty.
    pub fn spell(&self, ty: QualTy, name: &str) -> String {
        self.spell_as(ty, name, None)
    }

    /// The same, with the base type called by the typedef name it was declared with.
    pub fn spell_as(&self, ty: QualTy, name: &str, alias: Option<&Alias>) -> String {
        let (mut ty, mut text, mut depth) = (ty, name.to_owned(), 0);
        // From the name outwards; a pointer needs parentheses when what it points to is written after the name.
        loop {
            if let Some(alias) = alias.filter(|alias| alias.depth == depth) {
                return join(&quals_text(ty.quals), &join(&alias.name, &text));
            }
            depth += 1;
            match &self.types[ty.ty] {
                Type::Pointer(to) => {
                    let quals = quals_text(ty.quals);
                    let space = if quals.is_empty() || text.is_empty() { "" } else { " " };
                    text = format!("*{quals}{space}{text}");
                    if matches!(self.types[to.ty], Type::Array(..) | Type::Function(_)) {
                        text = format!("({text})");
                    }
                    ty = *to;
                }
                Type::Array(elem, len) => {
                    text = format!("{text}[{}]", len_text(*len));
                    ty = elem.with(ty.quals);
                }
                Type::Function(function) => {
                    text = format!("{text}({})", self.params_text(function));
                    ty = function.ret;
                }
                _ => return join(&quals_text(ty.quals), &join(&self.base_text(ty.ty), &text)),
            }
        }
    }

    /// The type name, without qualifiers.
    pub fn type_name(&self, ty: Ty) -> String {
        self.spell(QualTy::plain(ty), "")
    }

    fn params_text(&self, function: &FnType) -> String {
        let mut params: Vec<_> = function.params.iter().map(|&ty| self.type_name(ty)).collect();
        match (function.prototyped, function.variadic) {
            (false, _) => return String::new(),
            (true, true) => params.push("...".to_owned()),
            (true, false) if params.is_empty() => params.push("void".to_owned()),
            (true, false) => {}
        }
        params.join(", ")
    }

    fn base_text(&self, ty: Ty) -> String {
        match &self.types[ty] {
            Type::Error => "<error>".to_owned(),
            Type::Void => "void".to_owned(),
            Type::Bool => "_Bool".to_owned(),
            Type::Int(kind) => IntKind::name(*kind).to_owned(),
            Type::Float(kind) => float_text(*kind).to_owned(),
            Type::Complex(kind) => format!("{} _Complex", float_text(*kind)),
            Type::Enum(id) => self.enum_text(*id),
            Type::Record(id) => self.record_text(*id),
            Type::VaList => "__builtin_va_list".to_owned(),
            Type::Vector(elem, bytes) => {
                format!("__attribute__((vector_size({bytes}))) {}", self.base_text(*elem))
            }
            Type::Pointer(_) | Type::Array(..) | Type::Function(_) => {
                unreachable!("derived types should have been peeled off by spell_as")
            }
        }
    }

    /// How a struct or union is named in C.
    pub fn record_text(&self, id: RecordId) -> String {
        let record = &self.records[id];
        let keyword = match record.kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        tagged(keyword, record.tag.as_deref(), record.typedef_name.as_deref())
    }

    /// How an enum is named in C.
    pub fn enum_text(&self, id: EnumId) -> String {
        tagged("enum", self.enums[id].tag.as_deref(), self.enums[id].typedef_name.as_deref())
    }
}

fn tagged(keyword: &str, tag: Option<&str>, typedef_name: Option<&str>) -> String {
    match (tag, typedef_name) {
        (Some(tag), _) => format!("{keyword} {tag}"),
        (None, Some(name)) => name.to_owned(),
        (None, None) => format!("{keyword} /* unnamed */"),
    }
}

fn join(left: &str, right: &str) -> String {
    match (left.is_empty(), right.is_empty()) {
        (true, _) => right.to_owned(),
        (_, true) => left.to_owned(),
        (false, false) => format!("{left} {right}"),
    }
}

fn quals_text(quals: Quals) -> String {
    quals.words().collect::<Vec<_>>().join(" ")
}

fn len_text(len: ArrayLen) -> String {
    match len {
        ArrayLen::Known(n) => n.to_string(),
        ArrayLen::Incomplete => String::new(),
        ArrayLen::Vla(_) | ArrayLen::Star => "*".to_owned(),
    }
}

impl IntKind {
    /// The type as C spells it.
    pub fn name(self) -> &'static str {
        match self {
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LLong => "long long",
            IntKind::ULLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
        }
    }
}

fn float_text(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F16 => "_Float16",
        FloatKind::F32 => "float",
        FloatKind::F64 => "double",
        FloatKind::X87 => "long double",
        FloatKind::F128 => "__float128",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarators_nest() {
        let mut unit = Unit::default();
        let char_ptr = unit.types.pointer(QualTy::plain(Ty::CHAR).with(Quals::CONST));
        let table = unit.types.array(QualTy::plain(char_ptr), ArrayLen::Known(3));
        let to_table = unit.types.pointer(QualTy::plain(table));
        assert_eq!(unit.spell(QualTy::plain(to_table), "t"), "const char *(*t)[3]");
        let function = unit.types.intern(Type::Function(FnType {
            ret: QualTy::plain(to_table),
            params: vec![Ty::INT, char_ptr],
            variadic: true,
            prototyped: true,
        }));
        let callback = unit.types.pointer(QualTy::plain(function));
        let spelled = unit.spell(QualTy::plain(callback).with(Quals::CONST), "f");
        assert_eq!(spelled, "const char *(*(*const f)(int, const char *, ...))[3]");
        let alias = Alias { name: "name_t".into(), depth: 2 };
        assert_eq!(unit.spell_as(QualTy::plain(to_table), "t", Some(&alias)), "name_t (*t)[3]");
    }
}
