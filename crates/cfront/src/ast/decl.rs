//! Declarations as written: specifiers and declarators.
//!
//! A declarator is a flat list of [`Derivation`]s read from the name outwards, the way a person reads it:
//! `int *a[3]` is `a`: array of 3, pointer, then the specifiers' `int`; `int (*f)(void)` is `f`: pointer, function, `int`.
//! The type is had by starting from the specifiers and applying the list from its end.

use super::{ContractId, ExprId, Ident, LiteralId, StmtId};
use crate::names::Symbol;
use entity::entity;
use source::Span;

entity! {
    /// A declaration.
    pub struct DeclId = "decl";
    /// A function definition.
    pub struct FunctionId = "fn";
    /// Declaration specifiers.
    pub struct SpecsId = "specs";
    /// A declarator.
    pub struct DeclaratorId = "d";
    /// A type name.
    pub struct TypeNameId = "ty";
    /// A struct or union specifier.
    pub struct RecordId = "rec";
    /// An enum specifier.
    pub struct EnumId = "enum";
    /// An initialiser.
    pub struct InitId = "init";
    /// An attribute.
    pub struct AttributeId = "attr";
    /// A static assertion.
    pub struct StaticAssertId = "sa";
}

/// `int x = 1, *p;`
#[derive(Clone, PartialEq, Debug)]
pub struct Declaration {
    /// Its text, with the semicolon.
    pub span: Span,
    /// What all declarators share.
    pub specs: SpecsId,
    /// What is declared; none in `struct s { … };`.
    pub declarators: Box<[InitDeclarator]>,
    /// The contract before it, for function declarations.
    pub contract: Option<ContractId>,
}

/// `*p = &x`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InitDeclarator {
    /// What is declared.
    pub declarator: DeclaratorId,
    /// Its initialiser.
    pub init: Option<InitId>,
}

/// `int f(int x) { … }`
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its text.
    pub span: Span,
    /// Specifiers of the result.
    pub specs: SpecsId,
    /// Name and parameters: the first derivation is a function.
    pub declarator: DeclaratorId,
    /// Declarations of old-style parameters.
    pub old_params: Box<[DeclId]>,
    /// The compound statement.
    pub body: StmtId,
    /// The contract before it.
    pub contract: Option<ContractId>,
}

/// `static const unsigned long`
#[derive(Clone, PartialEq, Debug)]
pub struct Specifiers {
    /// Their text.
    pub span: Span,
    /// Storage class.
    pub storage: Option<Storage>,
    /// `_Thread_local` or `__thread`
    pub thread_local: bool,
    /// `inline`
    pub inline: bool,
    /// `_Noreturn`
    pub noreturn: bool,
    /// `const`, `volatile`, …
    pub qualifiers: Qualifiers,
    /// `_Alignas(…)`
    pub alignas: Box<[Alignas]>,
    /// The type.
    pub ty: TypeSpecifier,
    /// Attributes among the specifiers.
    pub attributes: Box<[AttributeId]>,
}

/// A storage class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// `typedef`
    Typedef,
    /// `extern`
    Extern,
    /// `static`
    Static,
    /// `auto`
    Auto,
    /// `register`
    Register,
}

/// Type qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "four independent words of the language")]
pub struct Qualifiers {
    /// `const`
    pub constant: bool,
    /// `volatile`
    pub volatile: bool,
    /// `restrict`
    pub restrict: bool,
    /// `_Atomic`
    pub atomic: bool,
}

/// `_Alignas(…)`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alignas {
    /// Of a type.
    Type(TypeNameId),
    /// Of a constant.
    Expr(ExprId),
}

/// The type that specifiers name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeSpecifier {
    /// `unsigned long` and the like, in whatever order the words came
    Basic(Basic),
    /// `_Complex` of a floating (or GNU integer) type
    Complex(Basic),
    /// A typedef name.
    Name(Symbol),
    /// `struct` or `union`
    Record(RecordId),
    /// `enum`
    Enum(EnumId),
    /// `typeof(e)`
    TypeofExpr(ExprId),
    /// `typeof(T)`
    TypeofType(TypeNameId),
    /// `_Atomic(T)`
    Atomic(TypeNameId),
    /// GNU `__auto_type`
    Auto,
    /// None was written where one is needed, or they do not combine; a diagnostic was given. To be read as `int`.
    Error,
}

/// The basic types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Basic {
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// `char`
    Char,
    /// `signed char`
    SChar,
    /// `unsigned char`
    UChar,
    /// `short`
    Short,
    /// `unsigned short`
    UShort,
    /// `int`
    Int,
    /// `unsigned`
    UInt,
    /// `long`
    Long,
    /// `unsigned long`
    ULong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    ULongLong,
    /// `__int128`
    Int128,
    /// `unsigned __int128`
    UInt128,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `long double`
    LongDouble,
    /// `_Float16`
    Float16,
    /// `__bf16`
    BFloat16,
    /// `_Float32`
    Float32,
    /// `_Float64`
    Float64,
    /// `_Float128`, `__float128`
    Float128,
    /// `_Float32x`
    Float32x,
    /// `_Float64x`
    Float64x,
    /// `__builtin_va_list`
    VaList,
}

/// A declarator; abstract ones have no name.
#[derive(Clone, PartialEq, Debug)]
pub struct Declarator {
    /// Its text; where there is none, the empty place where it would be.
    pub span: Span,
    /// The name declared.
    pub name: Option<Ident>,
    /// From the name outwards.
    pub derivations: Box<[Derivation]>,
    /// Attributes after it.
    pub attributes: Box<[AttributeId]>,
    /// `asm("name")` after it.
    pub asm_label: Option<LiteralId>,
}

/// One step of a declarator.
#[derive(Clone, PartialEq, Debug)]
pub enum Derivation {
    /// `*const`
    Pointer(Qualifiers, Box<[AttributeId]>),
    /// `[static const n]`
    Array {
        /// The length.
        size: ArraySize,
        /// Qualifiers inside the brackets of a parameter.
        qualifiers: Qualifiers,
        /// `static` inside the brackets of a parameter.
        at_least: bool,
    },
    /// `(int x, …)`
    Function(Params),
}

/// What stands between the brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArraySize {
    /// `[]`
    Unspecified,
    /// `[*]`
    Star,
    /// `[e]`
    Expr(ExprId),
}

/// Parameters.
#[derive(Clone, PartialEq, Debug)]
pub enum Params {
    /// `(int x, char *s, ...)`; `(void)` is an empty list
    Prototype(Box<[Param]>, Variadic),
    /// `(a, b)`, and `()` as no names
    OldStyle(Box<[Ident]>),
}

/// Does a parameter list end in `...`?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variadic {
    /// No.
    No,
    /// Yes.
    Yes,
}

/// A parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its text.
    pub span: Span,
    /// Its specifiers.
    pub specs: SpecsId,
    /// Its declarator, perhaps without a name.
    pub declarator: DeclaratorId,
}

/// `const char *`, as in casts
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeName {
    /// Its text.
    pub span: Span,
    /// Its specifiers.
    pub specs: SpecsId,
    /// A declarator without a name.
    pub declarator: DeclaratorId,
}

/// `struct tag { … }`
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Its text.
    pub span: Span,
    /// Struct or union?
    pub kind: RecordKind,
    /// The tag.
    pub tag: Option<Ident>,
    /// The members, if it is a definition.
    pub members: Option<Box<[Member]>>,
    /// Attributes before and after.
    pub attributes: Box<[AttributeId]>,
    /// What pragmas make of its members.
    pub layout: Layout,
}

/// The pragmas in force that change where the members of a record are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    /// `#pragma pack`: the largest alignment of a member, in bytes.
    pub pack: Option<u64>,
    /// `#pragma scalar_storage_order`: the other order of bytes than the target's.
    pub reversed: bool,
}

/// Struct or union?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordKind {
    /// `struct`
    Struct,
    /// `union`
    Union,
}

/// A member declaration.
#[derive(Clone, PartialEq, Debug)]
pub enum Member {
    /// `int a, b : 3;`; no declarators in `struct { … };`
    Fields {
        /// Its text.
        span: Span,
        /// What all fields share.
        specs: SpecsId,
        /// The fields.
        fields: Box<[Field]>,
    },
    /// `_Static_assert(…);`
    StaticAssert(StaticAssertId),
}

/// A field; an unnamed bit-field has a declarator without a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its declarator.
    pub declarator: DeclaratorId,
    /// Its width, if it is a bit-field.
    pub width: Option<ExprId>,
}

/// `enum tag { A, B = 3 }`
#[derive(Clone, PartialEq, Debug)]
pub struct EnumSpec {
    /// Its text.
    pub span: Span,
    /// The tag.
    pub tag: Option<Ident>,
    /// The constants, if it is a definition.
    pub enumerators: Option<Box<[Enumerator]>>,
    /// Attributes before and after.
    pub attributes: Box<[AttributeId]>,
}

/// `B = 3`
#[derive(Clone, PartialEq, Debug)]
pub struct Enumerator {
    /// The name.
    pub name: Ident,
    /// Its value, if written.
    pub value: Option<ExprId>,
    /// Attributes after the name.
    pub attributes: Box<[AttributeId]>,
}

/// An initialiser.
#[derive(Clone, PartialEq, Debug)]
pub struct Init {
    /// Its text.
    pub span: Span,
    /// What it is.
    pub kind: InitKind,
}

/// What an initialiser is.
#[derive(Clone, PartialEq, Debug)]
pub enum InitKind {
    /// `e`
    Expr(ExprId),
    /// `{ … }`
    List(Box<[InitItem]>),
}

/// `.a[2] = e`
#[derive(Clone, PartialEq, Debug)]
pub struct InitItem {
    /// Where it goes; empty for the next place.
    pub designators: Box<[Designator]>,
    /// What goes there.
    pub init: InitId,
}

/// A step to a place inside an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Designator {
    /// `.name` or old GNU `name:`
    Field(Ident),
    /// `[i]`
    Index(ExprId),
    /// GNU `[lo ... hi]`
    Range(ExprId, ExprId),
}

/// `aligned(8)` of `__attribute__((aligned(8)))`
#[derive(Clone, PartialEq, Debug)]
pub struct Attribute {
    /// Its text.
    pub span: Span,
    /// Its name without surrounding `__`.
    pub name: Symbol,
    /// Its arguments.
    pub args: Box<[AttributeArg]>,
}

/// An argument of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeArg {
    /// An expression; words such as `printf` or `DI` are names.
    Expr(ExprId),
    /// A type.
    Type(TypeNameId),
    /// Something else.
    Text(Span),
}

/// `_Static_assert(e, "message");`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticAssert {
    /// Its text.
    pub span: Span,
    /// What must hold.
    pub cond: ExprId,
    /// What to say otherwise.
    pub message: Option<LiteralId>,
}
