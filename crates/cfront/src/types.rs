//! C types, interned: equal types have equal ids.
//!
//! A [`Ty`] is canonical: typedef names are resolved away, qualifiers of the outermost level live beside it in [`QualTy`].
//! What a person wrote survives in two places: a record or enum without a tag remembers the typedef that names it, and a
//! declaration may carry an [`Alias`]. Module `spell` prints a declaration back as C.
//!
//! This module knows no sizes: see `layout` and `target`.

use crate::typed::ExprId;
use entity::{PrimaryMap, entity};
use source::Span;
use std::collections::HashMap;

entity! {
    /// An interned, canonical C type.
    pub struct Ty = "ty";
    /// A struct or union.
    pub struct RecordId = "rec";
    /// An enumerated type.
    pub struct EnumId = "enum";
}

/// The structure of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// The type of a wrong expression; compatible with everything, so that one mistake gives one message.
    Error,
    /// `void`.
    Void,
    /// `_Bool`.
    Bool,
    /// The standard integer types and `__int128`.
    Int(IntKind),
    /// Real floating types.
    Float(FloatKind),
    /// Complex types; parsed and laid out, not modelled.
    Complex(FloatKind),
    /// `enum`; its representation is in [`Enum::repr`].
    Enum(EnumId),
    /// Pointer to a possibly qualified type.
    Pointer(QualTy),
    /// Array of possibly qualified elements.
    Array(QualTy, ArrayLen),
    /// Function.
    Function(FnType),
    /// `struct` or `union`.
    Record(RecordId),
    /// `va_list`, opaque: it is copied when passed, and its state is only reached by the va operations.
    VaList,
    /// GNU vector of elements with a total size in bytes; laid out, not modelled.
    Vector(Ty, u32),
}

/// Integer types other than `_Bool` and enums. `Char` is distinct from both its signed and unsigned relatives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names are those of the C types")]
pub enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LLong,
    ULLong,
    Int128,
    UInt128,
}

/// Real floating formats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatKind {
    /// `_Float16`.
    F16,
    /// `float`.
    F32,
    /// `double`.
    F64,
    /// `long double`: x87 extended.
    X87,
    /// `__float128`.
    F128,
}

/// How many elements an array has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    /// A constant number.
    Known(u64),
    /// `[]`: incomplete, or a flexible array member.
    Incomplete,
    /// A variable length: this expression, a pure read of a hidden local, gives the number of elements.
    Vla(ExprId),
    /// `[*]` in a prototype.
    Star,
}

/// A function type. Parameter types are adjusted (arrays and functions to pointers) and unqualified.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FnType {
    /// Return type.
    pub ret: QualTy,
    /// Parameter types in order.
    pub params: Vec<Ty>,
    /// Does it end in `...`?
    pub variadic: bool,
    /// False for `int f()`: nothing is known of the parameters.
    pub prototyped: bool,
}

/// A type with the qualifiers of its outermost level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QualTy {
    /// The type.
    pub ty: Ty,
    /// Its qualifiers.
    pub quals: Quals,
}

/// A set of type qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Quals(u8);

impl Quals {
    /// No qualifier.
    pub const NONE: Self = Self(0);
    /// `const`.
    pub const CONST: Self = Self(1);
    /// `volatile`.
    pub const VOLATILE: Self = Self(2);
    /// `restrict`.
    pub const RESTRICT: Self = Self(4);
    /// `_Atomic`.
    pub const ATOMIC: Self = Self(8);

    /// Both sets together.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Are all of `other` in this set?
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Is it empty?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is `const` in it?
    pub const fn is_const(self) -> bool {
        self.contains(Self::CONST)
    }

    /// Is `volatile` in it?
    pub const fn is_volatile(self) -> bool {
        self.contains(Self::VOLATILE)
    }

    /// The qualifiers as C words, in a fixed order.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let all = [
            (Self::CONST, "const"),
            (Self::VOLATILE, "volatile"),
            (Self::RESTRICT, "restrict"),
            (Self::ATOMIC, "_Atomic"),
        ];
        all.into_iter().filter(move |(qual, _)| self.contains(*qual)).map(|(_, word)| word)
    }
}

impl std::fmt::Debug for Quals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{{{}}}", self.words().collect::<Vec<_>>().join(" "))
    }
}

impl QualTy {
    /// The type without qualifiers.
    pub const fn plain(ty: Ty) -> Self {
        Self { ty, quals: Quals::NONE }
    }

    /// The type with more qualifiers.
    #[must_use]
    pub const fn with(self, quals: Quals) -> Self {
        Self { ty: self.ty, quals: self.quals.union(quals) }
    }
}

/// The typedef name under which a declaration named its base type, `depth` derivations (pointer, array, function)
/// down from the declared type: `size_t *p` has depth 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alias {
    /// The typedef name.
    pub name: String,
    /// How many derivations lie between the declared type and the named one.
    pub depth: u32,
}

impl Alias {
    /// The alias of the pointee, element or result type, if the name reaches that far.
    pub fn peel(&self) -> Option<Self> {
        Some(Self { name: self.name.clone(), depth: self.depth.checked_sub(1)? })
    }
}

/// A struct or union, laid out when complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Struct or union.
    pub kind: RecordKind,
    /// The tag, if it has one.
    pub tag: Option<String>,
    /// For one without a tag: the typedef that names it.
    pub typedef_name: Option<String>,
    /// Members in order of declaration; unnamed bit-fields are not among them.
    pub fields: Vec<Field>,
    /// Have its members been seen?
    pub complete: bool,
    /// Size in bytes, 0 while incomplete.
    pub size: u64,
    /// Alignment in bytes, 1 while incomplete.
    pub align: u64,
    /// Is its last member an array of unknown length?
    pub flexible: bool,
    /// `__attribute__((transparent_union))`.
    pub transparent: bool,
    /// Are its scalars stored in the other order of bytes than the target's?
    pub reversed: bool,
    /// Where it was defined, or first named.
    pub span: Span,
}

/// `struct` or `union`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    /// `struct`.
    Struct,
    /// `union`.
    Union,
}

/// A member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name; none for an anonymous struct or union, whose members are reached through it.
    pub name: Option<String>,
    /// Its type; for a bit-field the declared type.
    pub ty: QualTy,
    /// Byte offset from the start of the record. For a bit-field, of the storage unit it is accessed through.
    pub offset: u64,
    /// Set for a bit-field.
    pub bits: Option<BitField>,
    /// The typedef it was declared with.
    pub alias: Option<Alias>,
    /// Where it was declared.
    pub span: Span,
}

/// The place of a bit-field: `width` bits after the first `offset` bits of the storage bytes that begin at the field's byte
/// offset. Bits of a byte count from the end that the target's byte order begins with: the least significant one, or the
/// most. `offset < 8` always holds, and `offset + width` may pass the size of the declared type in packed records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitField {
    /// Bits of the first byte before it.
    pub offset: u32,
    /// Number of bits, at least 1.
    pub width: u32,
    /// Is it read with sign extension?
    pub signed: bool,
}

/// An enumerated type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enum {
    /// The tag, if it has one.
    pub tag: Option<String>,
    /// For one without a tag: the typedef that names it.
    pub typedef_name: Option<String>,
    /// Constants in order of declaration.
    pub constants: Vec<(String, i128)>,
    /// The integer type it is stored as.
    pub repr: IntKind,
    /// Have its constants been seen?
    pub complete: bool,
    /// Where it was defined, or first named.
    pub span: Span,
}

/// The interner.
#[derive(Clone, Debug)]
pub struct Types {
    types: PrimaryMap<Ty, Type>,
    ids: HashMap<Type, Ty>,
}

/// Ids of the types that are always there, in interning order.
macro_rules! prelude {
    ($($(#[$doc:meta])* $name:ident = $index:literal, $ty:expr;)*) => {
        impl Ty {
            $($(#[$doc])* pub const $name: Self = Self($index);)*
        }
        const PRELUDE: &[(Ty, Type)] = &[$((Ty::$name, $ty)),*];
    };
}

prelude! {
    /// The type of a wrong expression.
    ERROR = 0, Type::Error;
    /// `void`.
    VOID = 1, Type::Void;
    /// `_Bool`.
    BOOL = 2, Type::Bool;
    /// `char`.
    CHAR = 3, Type::Int(IntKind::Char);
    /// `signed char`.
    SCHAR = 4, Type::Int(IntKind::SChar);
    /// `unsigned char`.
    UCHAR = 5, Type::Int(IntKind::UChar);
    /// `short`.
    SHORT = 6, Type::Int(IntKind::Short);
    /// `unsigned short`.
    USHORT = 7, Type::Int(IntKind::UShort);
    /// `int`.
    INT = 8, Type::Int(IntKind::Int);
    /// `unsigned int`.
    UINT = 9, Type::Int(IntKind::UInt);
    /// `long`.
    LONG = 10, Type::Int(IntKind::Long);
    /// `unsigned long`.
    ULONG = 11, Type::Int(IntKind::ULong);
    /// `long long`.
    LLONG = 12, Type::Int(IntKind::LLong);
    /// `unsigned long long`.
    ULLONG = 13, Type::Int(IntKind::ULLong);
    /// `__int128`.
    INT128 = 14, Type::Int(IntKind::Int128);
    /// `unsigned __int128`.
    UINT128 = 15, Type::Int(IntKind::UInt128);
    /// `float`.
    FLOAT = 16, Type::Float(FloatKind::F32);
    /// `double`.
    DOUBLE = 17, Type::Float(FloatKind::F64);
    /// `long double`.
    LDOUBLE = 18, Type::Float(FloatKind::X87);
    /// `__float128`.
    FLOAT128 = 19, Type::Float(FloatKind::F128);
    /// `_Float16`.
    FLOAT16 = 20, Type::Float(FloatKind::F16);
    /// `va_list`.
    VA_LIST = 21, Type::VaList;
}

impl Types {
    /// The interner with the types that are always there.
    pub fn new() -> Self {
        let mut types = Self { types: PrimaryMap::new(), ids: HashMap::new() };
        for (id, ty) in PRELUDE {
            let got = types.intern(ty.clone());
            assert_eq!(got, *id, "the prelude should be interned in its own order");
        }
        types
    }

    /// The id of a type.
    pub fn intern(&mut self, ty: Type) -> Ty {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The id of an integer type.
    pub fn int(kind: IntKind) -> Ty {
        Ty(Ty::CHAR.0 + kind as u32)
    }

    /// The id of a real floating type.
    pub fn float(kind: FloatKind) -> Ty {
        match kind {
            FloatKind::F16 => Ty::FLOAT16,
            FloatKind::F32 => Ty::FLOAT,
            FloatKind::F64 => Ty::DOUBLE,
            FloatKind::X87 => Ty::LDOUBLE,
            FloatKind::F128 => Ty::FLOAT128,
        }
    }

    /// Pointer to `pointee`.
    pub fn pointer(&mut self, pointee: QualTy) -> Ty {
        self.intern(Type::Pointer(pointee))
    }

    /// Array of `elem`.
    pub fn array(&mut self, elem: QualTy, len: ArrayLen) -> Ty {
        self.intern(Type::Array(elem, len))
    }

    /// The pointee of a pointer type.
    pub fn pointee(&self, ty: Ty) -> Option<QualTy> {
        match self[ty] {
            Type::Pointer(pointee) => Some(pointee),
            _ => None,
        }
    }

    /// The element type of an array type.
    pub fn element(&self, ty: Ty) -> Option<QualTy> {
        match self[ty] {
            Type::Array(elem, _) => Some(elem),
            _ => None,
        }
    }

    /// The function type, if it is one.
    pub fn function(&self, ty: Ty) -> Option<&FnType> {
        match &self[ty] {
            Type::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The record, if it is one.
    pub fn record(&self, ty: Ty) -> Option<RecordId> {
        match self[ty] {
            Type::Record(record) => Some(record),
            _ => None,
        }
    }

    /// Is it a pointer type?
    pub fn is_pointer(&self, ty: Ty) -> bool {
        matches!(self[ty], Type::Pointer(_))
    }

    /// Is it an integer type (including `_Bool` and enums)?
    pub fn is_integer(&self, ty: Ty) -> bool {
        matches!(self[ty], Type::Bool | Type::Int(_) | Type::Enum(_))
    }

    /// Is it a real floating type?
    pub fn is_float(&self, ty: Ty) -> bool {
        matches!(self[ty], Type::Float(_))
    }

    /// Is it an arithmetic type?
    pub fn is_arithmetic(&self, ty: Ty) -> bool {
        self.is_integer(ty) || matches!(self[ty], Type::Float(_) | Type::Complex(_))
    }

    /// Can it be compared with zero?
    pub fn is_scalar(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Never: the prelude is always there.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }
}

impl Default for Types {
    fn default() -> Self {
        Self::new()
    }
}

impl std::ops::Index<Ty> for Types {
    type Output = Type;
    fn index(&self, ty: Ty) -> &Type {
        &self.types[ty]
    }
}
