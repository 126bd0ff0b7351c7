//! Codes of the messages about syntax. They are stable: scripts and documentation refer to them.

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
