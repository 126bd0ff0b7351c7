//! Codes of the messages about syntax and meaning. They are stable: scripts and documentation refer to them.

/// A byte that starts no token.
pub const STRAY: &str = "C0001";
/// A comment without an end.
pub const OPEN_COMMENT: &str = "C0002";
/// A string or character constant without an end.
pub const OPEN_QUOTE: &str = "C0003";
/// A number that is none.
pub const BAD_NUMBER: &str = "C0004";
/// An integer constant that fits no type.
pub const BIG_NUMBER: &str = "C0005";
/// A bad escape sequence or empty character constant.
pub const BAD_CHAR: &str = "C0006";
/// Some token was needed and another found.
pub const EXPECTED: &str = "C0101";
/// An expression was needed.
pub const EXPECTED_EXPR: &str = "C0102";
/// A declaration was needed.
pub const EXPECTED_DECL: &str = "C0103";
/// A declaration without a type.
pub const MISSING_TYPE: &str = "C0104";
/// A name used as a type that is none.
pub const UNKNOWN_TYPE: &str = "C0105";
/// Specifiers that do not combine.
pub const BAD_SPECIFIERS: &str = "C0106";
/// Nesting deeper than we read.
pub const TOO_DEEP: &str = "C0107";
/// A nested function.
pub const NESTED_FUNCTION: &str = "C0108";
/// More errors than are worth showing.
pub const TOO_MANY: &str = "C0109";
/// A declarator without a name where one is needed.
pub const MISSING_NAME: &str = "C0110";
/// A word in a place where it means nothing.
pub const MISPLACED: &str = "C0111";
/// A clause of a contract that cannot be read.
pub const BAD_CLAUSE: &str = "C0201";
/// A contract in a place where it says nothing.
pub const STRAY_CONTRACT: &str = "C0202";
/// A name that is not declared.
pub const UNDECLARED: &str = "C0301";
/// A function that is called without declaration.
pub const IMPLICIT: &str = "C0302";
/// Declarations that do not go together, or a second definition.
pub const REDECLARED: &str = "C0303";
/// An incomplete type where a complete one is needed.
pub const INCOMPLETE: &str = "C0304";
/// A member that is not there.
pub const NO_MEMBER: &str = "C0305";
/// A name used as a type, or a type used as a value.
pub const NOT_A_TYPE: &str = "C0306";
/// A declaration of something that cannot be declared so.
pub const BAD_DECLARATION: &str = "C0307";
/// An array length, size or alignment that cannot be.
pub const BAD_SIZE: &str = "C0308";
/// A bit-field that cannot be.
pub const BAD_BIT_FIELD: &str = "C0309";
/// A static assertion that fails.
pub const STATIC_ASSERT: &str = "C0310";
/// Nesting deeper than we check.
pub const TOO_NESTED: &str = "C0312";
/// Operands that an operator does not take.
pub const BAD_OPERANDS: &str = "C0401";
/// An object was needed.
pub const NOT_AN_OBJECT: &str = "C0402";
/// A const object is assigned to.
pub const CONST_ASSIGNED: &str = "C0403";
/// A value that does not convert to the type needed.
pub const INCOMPATIBLE: &str = "C0404";
/// A pointer conversion that C does not allow without a cast, but compilers do.
pub const DOUBTFUL_CONVERSION: &str = "C0405";
/// A call with too few or too many arguments.
pub const ARGUMENT_COUNT: &str = "C0406";
/// A call of something that is no function.
pub const NOT_A_FUNCTION: &str = "C0407";
/// A value of type `void`.
pub const VOID_VALUE: &str = "C0408";
/// A condition that is no scalar.
pub const NOT_SCALAR: &str = "C0409";
/// A constant was needed.
pub const NOT_CONSTANT: &str = "C0410";
/// A generic selection without an arm for the type.
pub const NO_GENERIC_ARM: &str = "C0411";
/// A builtin with arguments that it does not take.
pub const BAD_BUILTIN: &str = "C0412";
/// Two cases for one value, two defaults, or an empty range.
pub const DUPLICATE_CASE: &str = "C0501";
/// A case or default outside any switch.
pub const STRAY_CASE: &str = "C0502";
/// A label that is not there.
pub const NO_LABEL: &str = "C0503";
/// A label defined twice.
pub const DUPLICATE_LABEL: &str = "C0504";
/// A break or continue outside any loop.
pub const STRAY_JUMP: &str = "C0505";
/// A return with a value where there is none, or without one where it is needed.
pub const RETURN_MISMATCH: &str = "C0506";
/// An initialiser with more than its object holds.
pub const EXCESS_INIT: &str = "C0601";
/// A designator for something that is not there.
pub const BAD_DESIGNATOR: &str = "C0602";
/// An initialiser of a static object that is no constant.
pub const NOT_CONSTANT_INIT: &str = "C0603";
/// A clause of a contract that cannot be used.
pub const UNUSED_CLAUSE: &str = "C0701";
