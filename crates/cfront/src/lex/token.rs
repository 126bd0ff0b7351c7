//! The kinds of token, with their spellings in one table.
//!
//! Alternate spellings (`__const`, `__inline__`, digraphs) are the same kind; nothing later sees a difference.

use crate::names::{Names, Symbol};
use entity::EntityRef;

/// A token of the preprocessed text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Tok,
    /// First byte.
    pub lo: u32,
    /// One past its last byte.
    pub hi: u32,
    /// Index of the [`Symbol`] of a word, of the literal of a [`Tok::Decoded`]; otherwise 0.
    pub payload: u32,
}

impl Token {
    /// The name of a word.
    pub fn symbol(self) -> Symbol {
        Symbol::from_index(self.payload as usize)
    }
}

macro_rules! tokens {
    (
        classes { $($(#[$class_doc:meta])* $class:ident $what:literal)* }
        punctuators { $($punct:ident $spelling:literal)* }
        keywords { $($keyword:ident $first:literal $($other:literal)*;)* }
    ) => {
        /// The kinds of token.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Tok {
            $($(#[$class_doc])* $class,)*
            $(#[doc = concat!("`", $spelling, "`")] $punct,)*
            $(#[doc = concat!("`", $first, "`")] $keyword,)*
        }

        impl Tok {
            /// How messages speak of it.
            pub const fn describe(self) -> &'static str {
                match self {
                    $(Self::$class => $what,)*
                    $(Self::$punct => concat!("`", $spelling, "`"),)*
                    $(Self::$keyword => concat!("`", $first, "`"),)*
                }
            }

            /// Its name in token listings.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$class => stringify!($class),)*
                    $(Self::$punct => stringify!($punct),)*
                    $(Self::$keyword => stringify!($keyword),)*
                }
            }
        }

        /// Every spelling of every keyword, in the order in which they are interned.
        const KEYWORDS: &[(&str, Tok)] = &[
            $(($first, Tok::$keyword), $(($other, Tok::$keyword),)*)*
        ];
    };
}

tokens! {
    classes {
        /// The end of the text.
        Eof "the end of the file"
        /// A name that is no keyword.
        Ident "a name"
        /// An integer or floating constant.
        Number "a number"
        /// A character constant.
        Char "a character constant"
        /// A string constant.
        Str "a string"
        /// A byte that starts no token.
        Stray "a stray character"
        /// A literal whose value is in the tree already: in contracts, where its text may be a macro's.
        Decoded "a constant"
        /// `\valid` and the like: contracts only.
        Backslash "a word with a backslash"
    }
    punctuators {
        LParen "(" RParen ")" LBracket "[" RBracket "]" LBrace "{" RBrace "}"
        Semi ";" Comma "," Colon ":" Question "?" Dot "." Arrow "->" Ellipsis "..."
        Plus "+" Minus "-" Star "*" Slash "/" Percent "%" Amp "&" Pipe "|" Caret "^" Tilde "~" Bang "!"
        Lt "<" Gt ">" Le "<=" Ge ">=" EqEq "==" Ne "!=" Shl "<<" Shr ">>" AmpAmp "&&" PipePipe "||"
        Eq "=" PlusEq "+=" MinusEq "-=" StarEq "*=" SlashEq "/=" PercentEq "%=" AmpEq "&=" PipeEq "|="
        CaretEq "^=" ShlEq "<<=" ShrEq ">>=" PlusPlus "++" MinusMinus "--" Hash "#" HashHash "##"
        Implies "==>" Iff "<==>" BitImplies "-->" BitIff "<-->" CaretCaret "^^" DotDot ".."
    }
    keywords {
        Auto "auto";
        Break "break";
        Case "case";
        CharType "char";
        Const "const" "__const" "__const__";
        Continue "continue";
        Default "default";
        Do "do";
        Double "double";
        Else "else";
        Enum "enum";
        Extern "extern";
        Float "float";
        For "for";
        Goto "goto";
        If "if";
        Inline "inline" "__inline" "__inline__";
        Int "int";
        Long "long";
        Register "register";
        Restrict "restrict" "__restrict" "__restrict__";
        Return "return";
        Short "short";
        Signed "signed" "__signed" "__signed__";
        Sizeof "sizeof";
        Static "static";
        Struct "struct";
        Switch "switch";
        Typedef "typedef";
        Union "union";
        Unsigned "unsigned";
        Void "void";
        Volatile "volatile" "__volatile" "__volatile__";
        While "while";
        Alignas "_Alignas";
        Alignof "_Alignof" "__alignof" "__alignof__";
        Atomic "_Atomic";
        Bool "_Bool";
        Complex "_Complex" "__complex" "__complex__";
        Imaginary "_Imaginary";
        Generic "_Generic";
        Noreturn "_Noreturn";
        StaticAssert "_Static_assert";
        ThreadLocal "_Thread_local" "__thread";
        Float16 "_Float16";
        BFloat16 "__bf16";
        Float32 "_Float32";
        Float64 "_Float64";
        Float128 "_Float128" "__float128";
        Float32x "_Float32x";
        Float64x "_Float64x";
        Int128 "__int128" "__int128_t";
        UInt128 "__uint128_t";
        Asm "asm" "__asm" "__asm__";
        Attribute "__attribute__" "__attribute";
        Typeof "typeof" "__typeof" "__typeof__";
        AutoType "__auto_type";
        Extension "__extension__";
        Label "__label__";
        Real "__real__" "__real";
        Imag "__imag__" "__imag";
        FuncName "__func__" "__FUNCTION__" "__PRETTY_FUNCTION__";
        VaList "__builtin_va_list";
        VaArg "__builtin_va_arg";
        Offsetof "__builtin_offsetof";
        TypesCompatible "__builtin_types_compatible_p";
        ChooseExpr "__builtin_choose_expr";
    }
}

/// A name table in which the keywords are interned first, so that a symbol's index tells its keyword.
pub fn names_with_keywords() -> Names {
    let mut names = Names::default();
    for (spelling, _) in KEYWORDS {
        names.intern(spelling);
    }
    names
}

/// The kind of a word interned in a table made by [`names_with_keywords`].
pub(crate) fn word_kind(symbol: Symbol) -> Tok {
    KEYWORDS.get(symbol.index()).map_or(Tok::Ident, |&(_, kind)| kind)
}

/// The keyword that a misspelt word was meant to be: one letter wrong, missing, too many, or two swapped.
pub(crate) fn near_keyword(word: &str) -> Option<&'static str> {
    let plain = KEYWORDS.iter().map(|&(spelling, _)| spelling).filter(|s| !s.starts_with('_'));
    plain.filter(|keyword| keyword.len() > 3).find(|keyword| is_slip(word, keyword))
}

fn is_slip(word: &str, keyword: &str) -> bool {
    let (a, b) = (word.as_bytes(), keyword.as_bytes());
    let head = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[head..], &b[head..]);
    match (a, b) {
        ([x, y, a @ ..], [u, v, b @ ..]) if x == v && y == u => a == b,
        ([_, a @ ..], [_, b @ ..]) if a.len() == b.len() => a == b,
        (longer @ [_, ..], b) if longer.len() == b.len() + 1 => &longer[1..] == b,
        (a, longer @ [_, ..]) if longer.len() == a.len() + 1 => &longer[1..] == a,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_understood() {
        let cases = [
            ("retrun", "return"),
            ("whlie", "while"),
            ("strct", "struct"),
            ("breakk", "break"),
            ("swutch", "switch"),
        ];
        for (word, keyword) in cases {
            assert_eq!(near_keyword(word), Some(keyword));
        }
        for word in ["foo_t", "size_t", "in", "returned", "", "é"] {
            assert_eq!(near_keyword(word), None, "{word}");
        }
    }

    #[test]
    fn a_keyword_is_known_by_its_index() {
        let mut names = names_with_keywords();
        assert_eq!(names.len(), KEYWORDS.len(), "spellings should differ");
        for &(spelling, kind) in KEYWORDS {
            assert_eq!(word_kind(names.intern(spelling)), kind);
        }
        assert_eq!(word_kind(names.intern("intern")), Tok::Ident);
    }
}
